//! Unit propagation on a formula before it is given to a solver.

use crate::{ClauseSink, Clauses, Lit};

/// The same formula after unit propagation: first its unit clauses and those that follow from them,
/// then the remaining clauses without their false literals. If propagation finds a conflict, only
/// the empty clause.
pub fn propagated(clauses: &Clauses) -> Clauses {
    let mut state = State::new(clauses);
    if state.propagate().is_ok() {
        return state.remainder();
    }
    let mut empty = Clauses::default();
    empty.add_clause(&[]);
    empty
}

/// All literals of a clause are false.
struct Conflict;

struct State<'c> {
    clauses: Vec<&'c [Lit]>,
    /// For each clause, the number of literals that are not false, or [`SATISFIED`].
    open: Vec<u32>,
    /// The clauses that contain each literal, literal by literal, and the start of each literal's
    /// list.
    occurrences: Vec<u32>,
    ends: Vec<u32>,
    /// Whether each literal is true.
    is_true: Vec<bool>,
    /// The trail: the true literals in the order in which they were found.
    facts: Vec<Lit>,
}

/// The value of `open` for a clause with a true literal.
const SATISFIED: u32 = u32::MAX;

/// Literals in a row.
fn index(lit: Lit) -> usize {
    2 * lit.vidx() + usize::from(lit.is_neg())
}

impl<'c> State<'c> {
    fn new(clauses: &'c Clauses) -> Self {
        let all: Vec<&[Lit]> = clauses.iter().collect();
        let literals = 2 * clauses.variables() as usize;
        // The lists are counted first, so that each has its place; then each is filled from its
        // end.
        let mut ends = vec![0; literals + 1];
        for lit in all.iter().copied().flatten() {
            ends[index(*lit)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut occurrences = vec![0; sum as usize];
        for (clause, lits) in (0..).zip(&all) {
            for lit in *lits {
                let place = &mut ends[index(*lit)];
                *place -= 1;
                occurrences[*place as usize] = clause;
            }
        }
        let open = all.iter().map(|lits| lits.len() as u32).collect();
        let is_true = vec![false; literals];
        Self { clauses: all, open, occurrences, ends, is_true, facts: Vec::new() }
    }

    fn propagate(&mut self) -> Result<(), Conflict> {
        for clause in 0..self.clauses.len() {
            if self.open[clause] <= 1 {
                self.conclude(clause)?;
            }
        }
        let mut next = 0;
        while let Some(&fact) = self.facts.get(next) {
            next += 1;
            for place in self.places(fact) {
                self.open[self.occurrences[place] as usize] = SATISFIED;
            }
            for place in self.places(!fact) {
                let clause = self.occurrences[place] as usize;
                if self.open[clause] != SATISFIED {
                    self.open[clause] -= 1;
                    if self.open[clause] <= 1 {
                        self.conclude(clause)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The range of a literal's clauses.
    fn places(&self, lit: Lit) -> std::ops::Range<usize> {
        self.ends[index(lit)] as usize..self.ends[index(lit) + 1] as usize
    }

    /// Propagates a clause with at most one literal left. A literal that occurs twice in it was
    /// counted twice, so there may be none left.
    fn conclude(&mut self, clause: usize) -> Result<(), Conflict> {
        let lits = self.clauses[clause];
        if lits.iter().any(|&lit| self.is_true[index(lit)]) {
            return Ok(());
        }
        match lits.iter().find(|&&lit| !self.is_true[index(!lit)]) {
            Some(&lit) => {
                self.is_true[index(lit)] = true;
                self.facts.push(lit);
                Ok(())
            }
            None => Err(Conflict),
        }
    }

    fn remainder(self) -> Clauses {
        let mut rest = Clauses::default();
        for &fact in &self.facts {
            rest.add_clause(&[fact]);
        }
        let mut left = Vec::new();
        for (&lits, &open) in self.clauses.iter().zip(&self.open) {
            if open != SATISFIED {
                left.clear();
                left.extend(lits.iter().copied().filter(|&lit| !self.is_true[index(!lit)]));
                rest.add_clause(&left);
            }
        }
        rest
    }
}
