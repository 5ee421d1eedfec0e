//! Binary adder: every number is written in bits, counted from its smallest value, and full adders
//! bring the bits of each column down to one, which is the total's. Few variables and clauses, and
//! unit propagation sees little before most values are known.
//!
//! Niklas Eén and Niklas Sörensson, "Translating pseudo-Boolean constraints into SAT", 2006.

use std::collections::VecDeque;
use std::mem::take;

use super::Method;
use super::reach::Rest;
use crate::Lit;
use crate::constraint::Sum;
use crate::encode::Encoder;

/// The registry's entry.
pub const METHOD: Method = Method {
    name: "adder",
    summary: "sums: binary adders; the fewest variables and clauses",
    encode,
    most_clauses: None,
};

/// For each bit, lowest first, the literals that count for it.
type Columns = Vec<VecDeque<Lit>>;

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let Rest { numbers, mut total } = Rest::of(sum, encoder);
    let mut columns = Columns::new();
    for number in &numbers {
        // Taken off the total as well, so that nothing is negative.
        total -= number[0].0;
        add_bits(number, &mut columns, encoder);
    }
    let mut bit = 0;
    while bit < columns.len() {
        let is_set = total >> bit & 1 == 1;
        add_up(bit, is_set, &mut columns, encoder);
        bit += 1;
    }
}

fn add_bits(number: &[(i64, Lit)], columns: &mut Columns, encoder: &mut Encoder<'_>) {
    let (least, most) = (number[0].0, number[number.len() - 1].0);
    for bit in (0..i64::BITS as usize).take_while(|bit| (most - least) >> bit > 0) {
        let set = number.iter().filter(|(value, _)| (value - least) >> bit & 1 == 1);
        let set: Vec<Lit> = set.map(|&(_, lit)| lit).collect();
        if !set.is_empty() {
            let lit = encoder.union(&set);
            column(columns, bit).push_back(lit);
        }
    }
}

fn column(columns: &mut Columns, bit: usize) -> &mut VecDeque<Lit> {
    if columns.len() <= bit {
        columns.resize_with(bit + 1, VecDeque::new);
    }
    &mut columns[bit]
}

/// Three bits of a column become one of it and one of the next, until its last one is the total's.
fn add_up(bit: usize, is_set: bool, columns: &mut Columns, encoder: &mut Encoder<'_>) {
    let mut lits = take(&mut columns[bit]);
    while lits.len() > 1 {
        let some: Vec<Lit> = lits.drain(..lits.len().min(3)).collect();
        let carry = carry(&some, encoder);
        column(columns, bit + 1).push_back(carry);
        if lits.is_empty() {
            return parity(&some, is_set, encoder);
        }
        let odd = encoder.fresh();
        parity(&[some.as_slice(), &[odd]].concat(), false, encoder);
        lits.push_back(odd);
    }
    parity(lits.make_contiguous(), is_set, encoder);
}

/// An odd number of the literals is true, or an even one.
fn parity(lits: &[Lit], is_odd: bool, encoder: &mut Encoder<'_>) {
    for negated in 0..1_u32 << lits.len() {
        // The clause is false where just the negated literals are true.
        if (negated.count_ones() % 2 == 1) != is_odd {
            let lits = lits.iter().enumerate();
            let clause: Vec<Lit> =
                lits.map(|(i, &lit)| if negated >> i & 1 == 1 { !lit } else { lit }).collect();
            encoder.clause(&clause);
        }
    }
}

/// The literal "two of these are true", of two or three.
fn carry(lits: &[Lit], encoder: &mut Encoder<'_>) -> Lit {
    let carry = encoder.fresh();
    for (i, &lit) in lits.iter().enumerate() {
        for &other in &lits[i + 1..] {
            encoder.clause(&[!lit, !other, carry]);
            if lits.len() > 2 {
                encoder.clause(&[lit, other, !carry]);
            }
        }
        if lits.len() == 2 {
            encoder.clause(&[lit, !carry]);
        }
    }
    carry
}
