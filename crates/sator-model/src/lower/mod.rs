//! From constraints to the formats of solvers: clauses, pseudo-Boolean constraints, SMT-LIB.

pub mod cnf;
pub mod opb;
mod repeats;
pub mod smtlib;

/// The size of a problem whose constraints stay whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProblemSize {
    /// Variables: one for each value of a cell, or one for each cell where variables are integers.
    pub variables: u32,
    /// Constraints by family of rules, in the order of the problem.
    pub families: Vec<(&'static str, u64)>,
}

impl ProblemSize {
    /// The number of constraints.
    pub fn constraints(&self) -> u64 {
        self.families.iter().map(|(_, number)| number).sum()
    }

    /// Adds constraints of a family.
    fn add(&mut self, family: &'static str, number: u64) {
        match self.families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, sum)) => *sum += number,
            None => self.families.push((family, number)),
        }
    }
}
