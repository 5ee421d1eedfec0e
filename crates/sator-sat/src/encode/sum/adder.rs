//! Binary adder: each number is written in binary, as its distance from its smallest value. Full
//! adders reduce the bits of each column to one, which is the bit of the total. Few variables and
//! clauses; unit propagation derives little until most values are assigned.
//!
//! Joost Warners, "A linear-time transformation of linear inequalities into conjunctive normal
//! form", 1998; Niklas Eén and Niklas Sörensson, "Translating pseudo-Boolean constraints into SAT",
//! 2006.

use super::Encoding;
use super::reach::Rest;
use crate::Lit;
use crate::constraint::Sum;
use crate::encode::Encoder;
use crate::encode::bits::Columns;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "adder",
    summary: "sums: binary adders; the fewest variables and clauses",
    encode,
    most_clauses: None,
};

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let Rest { numbers, mut total } = Rest::of(sum, encoder);
    let mut columns = Columns::default();
    for number in &numbers {
        // Subtracted from the total as well, so that no number is negative.
        total -= number[0].0;
        add_bits(number, &mut columns, encoder);
    }
    columns.equal(total as u64, encoder);
}

fn add_bits(number: &[(i64, Lit)], columns: &mut Columns, encoder: &mut Encoder<'_>) {
    let (least, most) = (number[0].0, number[number.len() - 1].0);
    for bit in (0..i64::BITS as usize).take_while(|bit| (most - least) >> bit > 0) {
        let set = number.iter().filter(|(value, _)| (value - least) >> bit & 1 == 1);
        let set: Vec<Lit> = set.map(|&(_, lit)| lit).collect();
        if !set.is_empty() {
            let lit = encoder.union(&set);
            columns.push(bit, lit);
        }
    }
}
