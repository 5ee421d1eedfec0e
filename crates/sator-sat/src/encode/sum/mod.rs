//! Numbers that add up to a total: the registry of encodings, and the encoding that `auto` uses.

pub mod adder;
mod beginning;
pub mod diagram;
pub mod forbidden;
pub mod literal;
pub mod order;
pub mod prefixes;
mod reach;
pub mod reached;
pub mod sets;
pub mod totalizer;
pub mod value_sets;

use super::Encoder;
use crate::constraint::Sum;

/// An encoding of a sum as clauses. It may rely on the invariants of [`Sum`]: each number
/// has exactly one value, and the numbers of a part differ.
pub type Encoding = super::Encoding<fn(&Sum, &mut Encoder<'_>), fn(&Sum) -> u128>;

impl Encoding {
    /// An upper bound on the number of clauses; `None` if it is always acceptable.
    pub fn most_clauses(&self, sum: &Sum) -> Option<u128> {
        self.most_clauses.map(|count| count(sum))
    }

    /// Encodes that the numbers add up to the total.
    pub fn write(&self, sum: &Sum, encoder: &mut Encoder<'_>) {
        (self.encode)(sum, encoder);
    }
}

/// Every encoding. The tests cover all listed encodings.
pub static ENCODINGS: &[Encoding] = &[
    sets::ENCODING,
    diagram::ENCODING,
    totalizer::ENCODING,
    adder::ENCODING,
    order::ENCODING,
    forbidden::ENCODING,
    literal::ENCODING,
    prefixes::ENCODING,
];

/// Finds an encoding by name.
pub fn by_name(name: &str) -> Option<&'static Encoding> {
    ENCODINGS.iter().find(|encoding| encoding.name == name)
}

/// The encoding that `auto` uses for a sum; the figures are in docs/measurements.md.
pub fn measured(sum: &Sum) -> &'static Encoding {
    if sets::are_few(sum) { &sets::ENCODING } else { &diagram::ENCODING }
}
