//! Two-product: the literals are arranged in a grid. A true literal implies its row and its column,
//! and at most one row and at most one column is true.
//!
//! Jingchao Chen, "A new SAT encoding of the at-most-one constraint", 2010.
//!
//! RustSAT's version allocates every clause. This one does not: `auto` uses the encoding for large
//! groups, where loading is a third of the time to a first answer.

use super::{Encoding, pairwise};
use crate::Lit;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "two-product",
    summary: "at most one: literals on a grid, one row and one column; about 2n clauses",
    encode,
    most_clauses: None,
};

fn encode(lits: &[Lit], encoder: &mut Encoder<'_>) {
    let height = lits.len().isqrt().max(1);
    let width = lits.len().div_ceil(height);
    let rows: Vec<Lit> = (0..height).map(|_| encoder.fresh()).collect();
    let columns: Vec<Lit> = (0..width).map(|_| encoder.fresh()).collect();
    for (line, &row) in lits.chunks(width).zip(&rows) {
        for (&lit, &column) in line.iter().zip(&columns) {
            encoder.clause(&[!lit, row]);
            encoder.clause(&[!lit, column]);
        }
    }
    pairwise::ENCODING.write(&rows, encoder);
    pairwise::ENCODING.write(&columns, encoder);
}
