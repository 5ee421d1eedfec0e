//! Binary adder: the literals are added in binary, and the sum is compared with the bounds. About
//! fourteen clauses for each literal; unit propagation derives little until most literals are
//! assigned.
//!
//! Joost Warners, "A linear-time transformation of linear inequalities into conjunctive normal
//! form", 1998; Niklas Eén and Niklas Sörensson, "Translating pseudo-Boolean constraints into SAT",
//! 2006.

use super::{Bounds, Encoding};
use crate::Lit;
use crate::encode::Encoder;
use crate::encode::bits::Columns;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "adder",
    summary: "counting: binary adders; the fewest clauses for very many literals",
    encode,
    most_clauses: None,
};

fn encode(lits: &[Lit], bounds: Bounds, encoder: &mut Encoder<'_>) {
    let mut columns = Columns::default();
    for &lit in lits {
        columns.push(0, lit);
    }
    if bounds.least == bounds.most {
        columns.equal(bounds.most as u64, encoder);
        return;
    }
    let bits = columns.sum(encoder);
    if bounds.most < lits.len() {
        compare(&bits, bounds.most, true, encoder);
    }
    compare(&bits, bounds.least, false, encoder);
}

/// Encodes that the number is at most the bound (or at least the bound): a bit that exceeds the
/// bound's bit requires a higher bit that stays below it (or the reverse).
fn compare(bits: &[Lit], bound: usize, is_upper: bool, encoder: &mut Encoder<'_>) {
    let is_set = |bit: usize| bound >> bit & 1 == 1;
    let side = |bit: usize| if is_upper { !bits[bit] } else { bits[bit] };
    for bit in (0..bits.len()).filter(|&bit| is_set(bit) != is_upper) {
        let higher = (bit + 1..bits.len()).filter(|&higher| is_set(higher) == is_upper);
        let clause: Vec<Lit> = std::iter::once(bit).chain(higher).map(side).collect();
        encoder.clause(&clause);
    }
}
