//! Totalizer: a tree of unary adders sorts the literals, and the bounds are unit clauses on its
//! outputs.
//!
//! Olivier Bailleux and Yacine Boufkhad, "Efficient CNF encoding of Boolean cardinality
//! constraints", 2003.

use rustsat::encodings::card::{BoundLower, BoundUpper, Totalizer};

use super::{Bounds, Encoding};
use crate::Lit;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "totalizer",
    summary: "counting: a tree of unary adders; about n log n variables and n^2 clauses",
    encode,
    most_clauses: None,
};

fn encode(lits: &[Lit], bounds: Bounds, encoder: &mut Encoder<'_>) {
    let Bounds { least, most } = bounds;
    let mut totalizer: Totalizer = lits.iter().copied().collect();
    let mut facts = Vec::new();
    if most < lits.len() {
        encoder.collect(|collector, vars| totalizer.encode_ub(most..=most, collector, vars));
        facts.extend(totalizer.enforce_ub(most).expect("the upper bound was just encoded"));
    }
    if least > 0 {
        encoder.collect(|collector, vars| totalizer.encode_lb(least..=least, collector, vars));
        facts.extend(totalizer.enforce_lb(least).expect("the lower bound was just encoded"));
    }
    for fact in facts {
        encoder.clause(&[fact]);
    }
}
