//! Bounds on how many of n literals are true: the registry of methods, and the method that `auto`
//! uses.

pub mod adder;
pub mod binomial;
pub mod totalizer;

use super::Encoder;
use crate::Lit;

/// How many literals must and may be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// At least this many.
    pub least: usize,
    /// At most this many.
    pub most: usize,
}

/// A way to write bounds on a count as clauses.
#[derive(Debug)]
pub struct Method {
    /// What `--encoding` calls it.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    encode: fn(&[Lit], Bounds, &mut Encoder<'_>),
    /// How many clauses it writes of so many literals, if that can be too many to begin with.
    most_clauses: Option<fn(usize, Bounds) -> u128>,
}

impl Method {
    /// How many clauses it writes at most of `n` literals, where that can be too many to begin with.
    pub fn most_clauses(&self, n: usize, bounds: Bounds) -> Option<u128> {
        self.most_clauses.map(|count| count(n, bounds))
    }

    /// Writes "between `least` and `most` of `lits`", where `least` is below the number of
    /// literals and `most` is neither 0 nor above that number.
    pub fn write(&self, lits: &[Lit], bounds: Bounds, encoder: &mut Encoder<'_>) {
        (self.encode)(lits, bounds, encoder);
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Method {}

/// Every method. Being listed here is being tested.
pub static METHODS: &[Method] = &[binomial::METHOD, totalizer::METHOD, adder::METHOD];

/// What `auto` takes for `n` literals; the figures are in docs/measurements.md.
pub fn measured(n: usize, bounds: Bounds) -> &'static Method {
    const BINOMIAL_UP_TO: usize = 8;
    // Unary adders have a clause for each literal and number up to the bound, over and over.
    const TOTALIZER_UP_TO: usize = 200_000;
    let outputs = bounds.most.min(n - bounds.least);
    match n {
        0..=BINOMIAL_UP_TO => &binomial::METHOD,
        _ if n.saturating_mul(outputs) <= TOTALIZER_UP_TO => &totalizer::METHOD,
        _ => &adder::METHOD,
    }
}
