//! At most one of n literals is true: the registry of encodings, and the encoding that `auto` uses.

pub mod bimander;
pub mod bitwise;
pub mod commander;
pub mod ladder;
pub mod pairwise;
pub mod two_product;

use rustsat::encodings::am1::Encode;

use super::Encoder;
use crate::Lit;

/// An encoding of "at most one" as clauses.
pub type Encoding = super::Encoding<fn(&[Lit], &mut Encoder<'_>)>;

impl Encoding {
    /// Encodes "at most one of `lits`". There must be at least two literals.
    pub fn write(&self, lits: &[Lit], encoder: &mut Encoder<'_>) {
        (self.encode)(lits, encoder);
    }
}

/// Every encoding. The tests cover all listed encodings.
pub static ENCODINGS: &[Encoding] = &[
    pairwise::ENCODING,
    ladder::ENCODING,
    commander::ENCODING,
    bimander::ENCODING,
    two_product::ENCODING,
    bitwise::ENCODING,
];

/// The encoding that `auto` uses for `n` literals; the figures are in docs/measurements.md.
pub fn measured(n: usize) -> &'static Encoding {
    const PAIRWISE_UP_TO: usize = 24;
    const BIMANDER_UP_TO: usize = 128;
    match n {
        _ if n <= PAIRWISE_UP_TO => &pairwise::ENCODING,
        _ if n <= BIMANDER_UP_TO => &bimander::ENCODING,
        _ => &two_product::ENCODING,
    }
}

/// Encodes the constraint with RustSAT.
fn by_rustsat<E: Encode + FromIterator<Lit>>(lits: &[Lit], encoder: &mut Encoder<'_>) {
    let mut encoding: E = lits.iter().copied().collect();
    encoder.collect(|collector, vars| encoding.encode(collector, vars));
}
