//! Why a literal is on the trail. Recording is a type parameter of the trail, so that solving pays
//! nothing for it.

use sator_sat::Lit;

use super::{Kernel, Trail};

/// The propagator that put a literal on the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A decision, a clue, or a consequence of the rules alone.
    Given,
    /// The group with this number.
    Group(u32),
    /// All open literals of the first group lie in the second.
    Overlap(u32, u32),
    /// The sum with this number.
    Sum(u32),
    /// The watched part with this number.
    Watched(u32),
}

/// Keeps causes, or does not.
pub trait Reasons: Default + Clone {
    /// Whether causes are kept.
    const RECORDS: bool;

    /// A variable was put on the trail at a position.
    fn record(&mut self, variable: usize, position: usize, cause: Cause);
}

/// Keeps no causes.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoReasons;

impl Reasons for NoReasons {
    const RECORDS: bool = false;

    fn record(&mut self, _: usize, _: usize, _: Cause) {}
}

/// Keeps the cause and the position of each variable.
#[derive(Debug, Clone, Default)]
pub struct Recorded {
    causes: Vec<Option<(usize, Cause)>>,
}

impl Reasons for Recorded {
    const RECORDS: bool = true;

    fn record(&mut self, variable: usize, position: usize, cause: Cause) {
        if self.causes.len() <= variable {
            self.causes.resize(variable + 1, None);
        }
        self.causes[variable] = Some((position, cause));
    }
}

impl Trail<Recorded> {
    /// The propagator that put the literal on the trail, which is [`Cause::Given`] for the others.
    pub fn cause(&self, lit: Lit) -> Cause {
        let entry = self.reasons().causes.get(lit.vidx()).copied().flatten();
        entry.map_or(Cause::Given, |(_, cause)| cause)
    }

    /// Literals that were known before, from which this one follows by its cause alone. They need not
    /// be the fewest.
    pub fn reason(&self, kernel: &Kernel, lit: Lit) -> Vec<Lit> {
        let Some((position, cause)) = self.reasons().causes.get(lit.vidx()).copied().flatten()
        else {
            return Vec::new();
        };
        let network = kernel.network();
        let mut scope = match cause {
            Cause::Given => Vec::new(),
            Cause::Group(group) => network.literals(group as usize).to_vec(),
            Cause::Overlap(first, second) => [first, second]
                .iter()
                .flat_map(|&it| network.literals(it as usize))
                .copied()
                .collect(),
            Cause::Sum(sum) => kernel.sums.scope(network, sum as usize),
            Cause::Watched(part) => kernel.watched.scope(part as usize),
        };
        scope.sort_unstable_by_key(|lit| lit.vidx());
        scope.dedup_by_key(|lit| lit.vidx());
        let before = |it: &Lit| {
            let entry = self.reasons().causes.get(it.vidx()).copied().flatten();
            self.value(*it).is_some() && entry.is_none_or(|(at, _)| at < position)
        };
        let known = scope.into_iter().filter(|it| it.vidx() != lit.vidx()).filter(before);
        known.map(|it| if self.value(it) == Some(true) { it } else { !it }).collect()
    }
}
