//! One of some tuples of literals is true: generalised arc consistency by scanning, and clauses.

use sator_sat::Lit;
use sator_sat::encode::Encoder;

use super::open_of;
use crate::propagate::Contradiction;

/// One of the tuples is true as a whole. Exactly one literal of each cell is true.
#[derive(Debug, Clone)]
pub struct Tuples {
    /// All literals of each cell.
    pub cells: Vec<Box<[Lit]>>,
    /// One literal of each cell.
    pub tuples: Vec<Box<[Lit]>>,
}

impl Tuples {
    pub(super) fn holds(&self, is_true: &dyn Fn(Lit) -> bool) -> bool {
        self.tuples.iter().any(|tuple| tuple.iter().all(|&lit| is_true(lit)))
    }

    pub(super) fn propagate(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        imply: &mut dyn FnMut(Lit),
    ) -> Result<(), Contradiction> {
        let open: Vec<_> = self.cells.iter().map(|lits| open_of(lits, value)).collect();
        let is_left = |tuple: &[Lit]| tuple.iter().zip(&open).all(|(it, lits)| lits.contains(it));
        let left: Vec<_> = self.tuples.iter().filter(|tuple| is_left(tuple)).collect();
        if left.is_empty() {
            return Err(Contradiction);
        }
        for (index, lits) in self.cells.iter().enumerate() {
            for &lit in lits.iter().filter(|&&lit| value(lit).is_none()) {
                if !left.iter().any(|tuple| tuple[index] == lit) {
                    imply(!lit);
                }
            }
        }
        Ok(())
    }

    /// The support clauses of two cells: a value of one needs a value of the other that fits. Unit
    /// propagation over them is arc consistency (I. Gent, "Arc consistency in SAT", 2002).
    pub(crate) fn supports(&self, take: &mut dyn FnMut(&[Lit])) {
        let mut clause = Vec::new();
        for (index, other) in [(0, 1), (1, 0)] {
            for &lit in &self.cells[index] {
                clause.clear();
                clause.push(!lit);
                let fits = self.tuples.iter().filter(|tuple| tuple[index] == lit);
                clause.extend(fits.map(|tuple| tuple[other]));
                clause[1..].sort_unstable();
                clause.dedup();
                if clause.len() <= self.cells[other].len() {
                    take(&clause);
                }
            }
        }
    }

    /// A literal for each tuple: it implies its values, each value implies one of its tuples, and one
    /// of all is true. Unit propagation is then generalised arc consistency (F. Bacchus, "GAC via
    /// unit propagation", 2007).
    pub(super) fn encode(&self, encoder: &mut Encoder<'_>) {
        let is_tuple: Vec<Lit> = self.tuples.iter().map(|_| encoder.fresh()).collect();
        for (tuple, &is_tuple) in self.tuples.iter().zip(&is_tuple) {
            for &lit in tuple {
                encoder.clause(&[!is_tuple, lit]);
            }
        }
        for (index, lits) in self.cells.iter().enumerate() {
            for &lit in lits {
                let with = self.tuples.iter().zip(&is_tuple).filter(|(it, _)| it[index] == lit);
                let clause: Vec<Lit> = [!lit].into_iter().chain(with.map(|it| *it.1)).collect();
                encoder.clause(&clause);
            }
        }
        encoder.clause(&is_tuple);
    }

    pub(super) fn reduced(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        rename: &dyn Fn(Lit) -> Lit,
    ) -> Self {
        let open: Vec<_> = self.cells.iter().map(|lits| open_of(lits, value)).collect();
        let is_open = |index: &usize| self.cells[*index].iter().all(|&it| value(it) != Some(true));
        let kept: Vec<usize> = (0..self.cells.len()).filter(is_open).collect();
        let is_left = |tuple: &[Lit]| tuple.iter().zip(&open).all(|(it, lits)| lits.contains(it));
        let left = self.tuples.iter().filter(|tuple| is_left(tuple));
        Self {
            cells: kept
                .iter()
                .map(|&it| open[it].iter().map(|&lit| rename(lit)).collect())
                .collect(),
            tuples: left.map(|tuple| kept.iter().map(|&it| rename(tuple[it])).collect()).collect(),
        }
    }
}
