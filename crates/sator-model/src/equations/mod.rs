//! Systems of equations over Boolean variables, each "exactly `n` of these variables are true", as
//! minesweeper states them: solving, counting solutions, and the probability that a variable is true.
//!
//! Variables that no equation connects are independent, so a system splits into components. Each
//! component is counted along a frontier (`frontier`). Components that are too wide for that are
//! decided, though not counted, by solutions that differ in few places (`wide`).

mod analysis;
mod component;
mod component_analysis;
mod component_solver;
mod elimination;
mod fraction;
mod frontier;
mod natural;
mod order;
mod partial_solution;
mod reach;
mod repair;
mod solve;
mod weights;
mod wide;

pub use analysis::{
    Analysis, CellOdds, CellState, Options, Uncounted, UncountedReason, analyze, total_range,
};
pub use elimination::{EliminationLimits, eliminate};
pub use fraction::Fraction;
pub use partial_solution::PartialSolution;
pub use solve::solve;

pub use crate::propagate::Contradiction;

use crate::lists::Lists;

/// A variable, by its number.
pub type Variable = u32;

/// The result of looking for something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<T> {
    /// It was found.
    Found(T),
    /// It does not exist.
    Impossible,
    /// The search was stopped, or its method cannot tell.
    Unknown,
}

/// Equations over variables that are numbered from 0.
#[derive(Debug, Clone)]
pub struct System {
    /// The variables of each equation, ascending.
    members: Lists<Variable>,
    /// The number of true members of each equation.
    counts: Vec<u32>,
    /// The equations of each variable, ascending.
    occurrences: Lists<u32>,
    /// Whether some equation demands more true variables than it has members.
    is_impossible: bool,
}

impl System {
    /// Builds a system from equations, each with its variables, which are all different, and the
    /// number of true ones.
    pub fn new<'e>(
        variables: u32,
        equations: impl IntoIterator<Item = (&'e [Variable], usize)>,
    ) -> Self {
        let (mut members, mut counts) = (Lists::default(), Vec::new());
        let mut is_impossible = false;
        for (variables, count) in equations {
            let mut sorted = variables.to_vec();
            sorted.sort_unstable();
            members.push(sorted);
            // Counts beyond the number of members are all equally impossible.
            counts.push(count.min(variables.len() + 1) as u32);
            is_impossible |= count > variables.len();
        }
        let pairs =
            (0..).zip(members.iter()).flat_map(|(equation, members): (u32, &[Variable])| {
                members.iter().map(move |&variable| (variable as usize, equation))
            });
        let occurrences = Lists::sorted(variables as usize, pairs);
        Self { members, counts, occurrences, is_impossible }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.occurrences.len()
    }

    /// The number of equations.
    pub fn equations(&self) -> usize {
        self.counts.len()
    }

    /// The variables of an equation, ascending.
    pub fn members(&self, equation: usize) -> &[Variable] {
        &self.members[equation]
    }

    /// The number of true variables that an equation demands.
    pub fn count(&self, equation: usize) -> usize {
        self.counts[equation] as usize
    }

    /// The equations of a variable, ascending.
    pub fn occurrences(&self, variable: Variable) -> &[u32] {
        &self.occurrences[variable as usize]
    }

    /// Whether all equations hold.
    pub fn holds(&self, is_true: impl Fn(Variable) -> bool) -> bool {
        (0..self.equations()).all(|equation| {
            let truths = self.members(equation).iter().filter(|&&variable| is_true(variable));
            truths.count() == self.count(equation)
        })
    }
}
