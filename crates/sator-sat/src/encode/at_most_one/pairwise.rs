//! Pairwise: of any two literals one is false. n(n-1)/2 clauses, no auxiliary variable; the
//! textbook's way, in the textbook's order.
//!
//! Written here and not taken from RustSAT, which allocates every clause: streaming a
//! formula of 28 million pairs is bound by this loop.

use super::Method;
use crate::Lit;
use crate::encode::Encoder;

/// The registry's entry.
pub const METHOD: Method = Method {
    name: "pairwise",
    summary: "at most one: every pair excluded; no auxiliary variables, n(n-1)/2 clauses",
    encode,
};

fn encode(lits: &[Lit], encoder: &mut Encoder<'_>) {
    for (i, &first) in lits.iter().enumerate() {
        if encoder.is_closed() {
            return;
        }
        encoder.exclude(first, &lits[i + 1..]);
    }
}
