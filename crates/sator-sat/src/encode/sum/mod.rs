//! Numbers that add up to a total: the registry of methods, and the method that `auto` uses.

pub mod adder;
mod beginning;
pub mod diagram;
pub mod forbidden;
pub mod order;
pub mod prefixes;
mod reach;
pub mod reached;
pub mod sets;
pub mod totalizer;
pub mod value_sets;

use super::Encoder;
use crate::constraint::Sum;

/// A way to write a sum as clauses. It may rely on what [`Sum`] promises: each number has exactly
/// one value, and the numbers of a part differ.
#[derive(Debug)]
pub struct Method {
    /// What `--encoding` calls it.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    encode: fn(&Sum, &mut Encoder<'_>),
    /// How many clauses it writes at most, if that can be too many to begin with.
    most_clauses: Option<fn(&Sum) -> u128>,
}

impl Method {
    /// How many clauses it writes at most, where that can be too many to begin with.
    pub fn most_clauses(&self, sum: &Sum) -> Option<u128> {
        self.most_clauses.map(|count| count(sum))
    }

    /// Writes that the numbers add up to the total.
    pub fn write(&self, sum: &Sum, encoder: &mut Encoder<'_>) {
        (self.encode)(sum, encoder);
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Method {}

/// Every method. Being listed here is being tested.
pub static METHODS: &[Method] = &[
    sets::METHOD,
    diagram::METHOD,
    totalizer::METHOD,
    adder::METHOD,
    order::METHOD,
    forbidden::METHOD,
    prefixes::METHOD,
];

/// The method of that name.
pub fn by_name(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}

/// What `auto` takes for a sum; the figures are in docs/measurements.md.
pub fn measured(sum: &Sum) -> &'static Method {
    if sets::are_few(sum) { &sets::METHOD } else { &diagram::METHOD }
}
