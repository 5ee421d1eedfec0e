//! Pairwise: of any two literals one is false. n(n-1)/2 clauses, no auxiliary variable, in the
//! order in which textbooks list the pairs.
//!
//! Folklore; Alan Frisch and Paul Giannaros, "SAT encodings of the at-most-k constraint: some old,
//! some new, some fast, some slow", 2010, compare it with others.
//!
//! RustSAT's version allocates every clause. Writing a formula of 28 million pairs takes as long as
//! this loop, so it does not allocate.

use super::Encoding;
use crate::Lit;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "pairwise",
    summary: "at most one: every pair excluded; no auxiliary variables, n(n-1)/2 clauses",
    encode,
    most_clauses: None,
};

fn encode(lits: &[Lit], encoder: &mut Encoder<'_>) {
    for (i, &first) in lits.iter().enumerate() {
        if encoder.is_closed() {
            return;
        }
        encoder.exclude(first, &lits[i + 1..]);
    }
}
