//! Sums of different values, propagated as a whole: the values of each number that are part of some
//! distribution of a set of values with the right total.

use sator_sat::Lit;
use sator_sat::constraint::{Part, Sum};
use sator_sat::encode::sum::value_sets::{ANY, Mask, for_each_set, share_out, sum_of, values_of};

use crate::propagate::Contradiction;

/// The sets of values of each part of a sum.
#[derive(Debug, Clone)]
pub(super) struct SumSets {
    parts: Vec<PartSets>,
    total: i64,
}

#[derive(Debug, Clone)]
struct PartSets {
    /// For each number, its literal for each value of the part, if it can have the value.
    numbers: Vec<Vec<Option<Lit>>>,
    /// The sets of values with their sums.
    sets: Vec<(Mask, i64)>,
}

impl SumSets {
    /// `None` if there are too many values or sets.
    pub(super) fn new(sum: &Sum) -> Option<Self> {
        let alone = (sum.parts.len() == 1).then_some(sum.total);
        let parts = sum.parts.iter().map(|part| PartSets::new(part, alone));
        Some(Self { parts: parts.collect::<Option<_>>()?, total: sum.total })
    }

    /// Hands out the values that no distribution has.
    pub(super) fn propagate(
        &self,
        value: &dyn Fn(Lit) -> Option<bool>,
        imply: &mut dyn FnMut(Lit),
    ) -> Result<(), Contradiction> {
        let candidates: Vec<Vec<Mask>> =
            self.parts.iter().map(|part| part.candidates(value)).collect();
        let mut sets: Vec<Vec<(Mask, i64)>> = Vec::with_capacity(self.parts.len());
        for (part, candidates) in self.parts.iter().zip(&candidates) {
            sets.push(part.fitting(candidates));
        }
        let reached = |but: usize| {
            let mut sums = vec![0];
            for (_, sets) in sets.iter().enumerate().filter(|(at, _)| *at != but) {
                let mut next: Vec<i64> =
                    sums.iter().flat_map(|sum| sets.iter().map(move |set| sum + set.1)).collect();
                next.sort_unstable();
                next.dedup();
                sums = next;
            }
            sums
        };
        for (at, (part, candidates)) in self.parts.iter().zip(&candidates).enumerate() {
            let others = reached(at);
            let mut supported = vec![0; candidates.len()];
            let mut fits = false;
            for &(set, sum) in &sets[at] {
                if others.binary_search(&(self.total - sum)).is_ok() {
                    fits |= share_out(set, candidates, &mut supported);
                }
            }
            if !fits {
                return Err(Contradiction);
            }
            for ((lits, &before), &after) in part.numbers.iter().zip(candidates).zip(&supported) {
                for (bit, lit) in lits.iter().enumerate() {
                    if let Some(lit) = lit
                        && (before & !after) >> bit & 1 == 1
                    {
                        imply(!*lit);
                    }
                }
            }
        }
        if self.parts.is_empty() && self.total != 0 { Err(Contradiction) } else { Ok(()) }
    }
}

impl PartSets {
    fn new(part: &Part, total: Option<i64>) -> Option<Self> {
        let values = values_of(&part.numbers)?;
        let sign = if part.is_negative { -1 } else { 1 };
        let (least, most) = total.map_or(ANY, |total| (sign * total, sign * total));
        let mut sets = Vec::new();
        let is_listed = for_each_set(&values, part.numbers.len(), least, most, |set| {
            sets.push((set, sign * sum_of(set, &values)));
        });
        let lit_of = |number: &sator_sat::constraint::Number| {
            let lit = |wanted: &i64| number.0.iter().find(|(it, _)| it == wanted).map(|it| it.1);
            values.iter().map(lit).collect()
        };
        is_listed.then(|| Self { numbers: part.numbers.iter().map(lit_of).collect(), sets })
    }

    /// The values that each number can still have.
    fn candidates(&self, value: &dyn Fn(Lit) -> Option<bool>) -> Vec<Mask> {
        let mask = |lits: &Vec<Option<Lit>>| {
            let (mut open, mut truth) = (0, 0);
            for (bit, lit) in lits.iter().enumerate() {
                match lit.map(value) {
                    Some(Some(true)) => truth |= 1 << bit,
                    Some(None) => open |= 1 << bit,
                    Some(Some(false)) | None => {}
                }
            }
            if truth == 0 { open } else { truth }
        };
        self.numbers.iter().map(mask).collect()
    }

    fn fitting(&self, candidates: &[Mask]) -> Vec<(Mask, i64)> {
        let mut supported = vec![0; candidates.len()];
        let fits = |&&(set, _): &&(Mask, i64)| share_out(set, candidates, &mut supported);
        self.sets.iter().filter(fits).copied().collect()
    }
}
