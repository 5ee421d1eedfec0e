//! At most one of n literals is true: the registry of methods, and the method that `auto` uses.

pub mod bimander;
pub mod bitwise;
pub mod commander;
pub mod ladder;
pub mod pairwise;
pub mod two_product;

use rustsat::encodings::am1::Encode;

use super::Encoder;
use crate::Lit;

/// A way to write "at most one" as clauses.
#[derive(Debug)]
pub struct Method {
    /// What `--encoding` calls it.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    encode: fn(&[Lit], &mut Encoder<'_>),
}

impl Method {
    /// Writes "at most one of `lits`", of which there are two or more.
    pub fn write(&self, lits: &[Lit], encoder: &mut Encoder<'_>) {
        (self.encode)(lits, encoder);
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
    pairwise::METHOD,
    ladder::METHOD,
    commander::METHOD,
    bimander::METHOD,
    two_product::METHOD,
    bitwise::METHOD,
];

/// What `auto` takes for `n` literals; the figures are in docs/measurements.md.
pub fn measured(n: usize) -> &'static Method {
    const PAIRWISE_UP_TO: usize = 24;
    const BIMANDER_UP_TO: usize = 128;
    match n {
        _ if n <= PAIRWISE_UP_TO => &pairwise::METHOD,
        _ if n <= BIMANDER_UP_TO => &bimander::METHOD,
        _ => &two_product::METHOD,
    }
}

/// Lets RustSAT write the clauses.
fn by_rustsat<E: Encode + FromIterator<Lit>>(lits: &[Lit], encoder: &mut Encoder<'_>) {
    let mut encoding: E = lits.iter().copied().collect();
    encoder.collect(|collector, vars| encoding.encode(collector, vars));
}
