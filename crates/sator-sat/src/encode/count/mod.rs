//! Bounds on how many of n literals are true: the registry of encodings, and the encoding that `auto`
//! uses.

pub mod adder;
pub mod binomial;
pub mod totalizer;

use super::Encoder;
use crate::Lit;

/// Lower and upper bound on the number of true literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The minimum.
    pub least: usize,
    /// The maximum.
    pub most: usize,
}

/// An encoding of bounds on a count as clauses.
pub type Encoding =
    super::Encoding<fn(&[Lit], Bounds, &mut Encoder<'_>), fn(usize, Bounds) -> u128>;

impl Encoding {
    /// An upper bound on the number of clauses for `n` literals; `None` if it is always acceptable.
    pub fn most_clauses(&self, n: usize, bounds: Bounds) -> Option<u128> {
        self.most_clauses.map(|count| count(n, bounds))
    }

    /// Encodes "between `least` and `most` of `lits` are true". `least` must be below the number of
    /// literals, and `most` must be neither 0 nor above that number.
    pub fn write(&self, lits: &[Lit], bounds: Bounds, encoder: &mut Encoder<'_>) {
        (self.encode)(lits, bounds, encoder);
    }
}

/// Every encoding. The tests cover all listed encodings.
pub static ENCODINGS: &[Encoding] = &[binomial::ENCODING, totalizer::ENCODING, adder::ENCODING];

/// The encoding that `auto` uses for `n` literals; the figures are in docs/measurements.md.
pub fn measured(n: usize, bounds: Bounds) -> &'static Encoding {
    const BINOMIAL_UP_TO: usize = 8;
    // A totalizer has a clause for each literal and each number up to the bound, on each level.
    const TOTALIZER_UP_TO: usize = 200_000;
    let outputs = bounds.most.min(n - bounds.least);
    match n {
        0..=BINOMIAL_UP_TO => &binomial::ENCODING,
        _ if n.saturating_mul(outputs) <= TOTALIZER_UP_TO => &totalizer::ENCODING,
        _ => &adder::ENCODING,
    }
}
