//! Equations over truth values: "exactly so many of these are true". What follows from them, how
//! many solutions they have, and in which part of them each variable is true.
//!
//! Variables that no equation connects do not depend on each other, so a system falls apart into
//! components, and each of these is counted along a frontier. What is too wide for that is decided,
//! though not counted, by solutions that differ in few places.

mod component;
mod elimination;
mod flips;
mod fraction;
mod frontier;
mod knowledge;
mod natural;
mod odds;
mod order;
mod reach;
mod solution;
mod study;
mod weights;
mod wide;
mod witness;

pub use elimination::{Algebra, eliminate};
pub use fraction::Fraction;
pub use knowledge::Knowledge;
pub use odds::{Chance, Fate, Odds, Options, Uncounted, Why, odds, truths};
pub use solution::{Found, solution};

pub use crate::propagate::Contradiction;

/// A variable, by its number.
pub type Variable = u32;

/// Equations over variables that are numbered from 0.
#[derive(Debug, Clone)]
pub struct System {
    /// Where the members of each equation begin.
    begins: Vec<u32>,
    /// The variables of all equations, ascending within each.
    members: Vec<Variable>,
    /// How many members of each equation are true.
    counts: Vec<u32>,
    /// Where the equations of each variable begin.
    occurs: Vec<u32>,
    /// The equations of all variables, ascending for each.
    occurrences: Vec<u32>,
    /// Whether some equation wants more truths than it has members.
    is_impossible: bool,
}

impl System {
    /// The system of these equations: which variables, each named once, and how many are true.
    pub fn new<'e>(
        variables: u32,
        equations: impl IntoIterator<Item = (&'e [Variable], usize)>,
    ) -> Self {
        let (mut begins, mut members, mut counts) = (vec![0], Vec::new(), Vec::new());
        for (variables, count) in equations {
            let begin = members.len();
            members.extend_from_slice(variables);
            members[begin..].sort_unstable();
            // One more than there are is as impossible as any other number.
            counts.push(count.min(variables.len() + 1) as u32);
            begins.push(members.len() as u32);
        }
        let (occurs, occurrences) = index(variables as usize, &begins, &members);
        let sizes = begins.windows(2).map(|range| range[1] - range[0]);
        let is_impossible = sizes.zip(&counts).any(|(size, &count)| count > size);
        Self { begins, members, counts, occurs, occurrences, is_impossible }
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.occurs.len() - 1
    }

    /// How many equations there are.
    pub fn equations(&self) -> usize {
        self.counts.len()
    }

    /// The variables of an equation, ascending.
    pub fn members(&self, equation: usize) -> &[Variable] {
        &self.members[self.begins[equation] as usize..self.begins[equation + 1] as usize]
    }

    /// How many variables of an equation are true.
    pub fn count(&self, equation: usize) -> usize {
        self.counts[equation] as usize
    }

    /// The equations that a variable is in, ascending.
    pub fn occurrences(&self, variable: Variable) -> &[u32] {
        let variable = variable as usize;
        &self.occurrences[self.occurs[variable] as usize..self.occurs[variable + 1] as usize]
    }

    /// Whether all equations hold.
    pub fn holds(&self, is_true: impl Fn(Variable) -> bool) -> bool {
        (0..self.equations()).all(|equation| {
            let truths = self.members(equation).iter().filter(|&&variable| is_true(variable));
            truths.count() == self.count(equation)
        })
    }
}

/// Turns lists around: for each of so many values, the numbers of the lists that it is in.
fn index(values: usize, begins: &[u32], lists: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; values + 1];
    for &value in lists {
        starts[value as usize + 1] += 1;
    }
    for value in 0..values {
        starts[value + 1] += starts[value];
    }
    let mut next = starts.clone();
    let mut found = vec![0; lists.len()];
    for (number, range) in (0..).zip(begins.windows(2)) {
        for &value in &lists[range[0] as usize..range[1] as usize] {
            let slot = &mut next[value as usize];
            found[*slot as usize] = number;
            *slot += 1;
        }
    }
    (starts, found)
}
