//! Adds literals in binary: full adders reduce the bits of each column to one.
//!
//! Joost Warners, "A linear-time transformation of linear inequalities into conjunctive normal
//! form", 1998; Niklas Eén and Niklas Sörensson, "Translating pseudo-Boolean constraints into SAT",
//! 2006.

use std::collections::VecDeque;
use std::mem::take;

use super::Encoder;
use crate::Lit;

/// For each bit, lowest first, the literals with that weight.
#[derive(Debug, Default)]
pub(super) struct Columns(Vec<VecDeque<Lit>>);

impl Columns {
    /// Adds a literal with the weight of a bit.
    pub(super) fn push(&mut self, bit: usize, lit: Lit) {
        if self.0.len() <= bit {
            self.0.resize_with(bit + 1, VecDeque::new);
        }
        self.0[bit].push_back(lit);
    }

    /// Encodes that the literals add up to a total.
    pub(super) fn equal(mut self, total: u64, encoder: &mut Encoder<'_>) {
        let mut bit = 0;
        while bit < self.0.len() && !encoder.is_closed() {
            let is_set = total >> bit & 1 == 1;
            self.add_up(bit, Some(is_set), encoder);
            bit += 1;
        }
    }

    /// The bits of the sum of the literals, lowest first. Every column has a literal.
    pub(super) fn sum(mut self, encoder: &mut Encoder<'_>) -> Vec<Lit> {
        let (mut bits, mut bit) = (Vec::new(), 0);
        while bit < self.0.len() && !encoder.is_closed() {
            bits.extend(self.add_up(bit, None, encoder));
            bit += 1;
        }
        bits
    }

    /// Reduces three bits of a column to one sum bit and one carry bit for the next column, until
    /// one is left. A known last bit needs no literal.
    fn add_up(
        &mut self,
        bit: usize,
        known: Option<bool>,
        encoder: &mut Encoder<'_>,
    ) -> Option<Lit> {
        let mut lits = take(&mut self.0[bit]);
        while lits.len() > 1 {
            let some: Vec<Lit> = lits.drain(..lits.len().min(3)).collect();
            let carry = carry(&some, encoder);
            self.push(bit + 1, carry);
            if let (true, Some(is_set)) = (lits.is_empty(), known) {
                parity(&some, is_set, encoder);
                return None;
            }
            let odd = encoder.fresh();
            parity(&[some.as_slice(), &[odd]].concat(), false, encoder);
            lits.push_back(odd);
        }
        if let Some(is_set) = known {
            parity(lits.make_contiguous(), is_set, encoder);
        }
        lits.pop_front()
    }
}

/// Encodes that an odd (or even) number of the literals is true.
fn parity(lits: &[Lit], is_odd: bool, encoder: &mut Encoder<'_>) {
    for negated in 0..1_u32 << lits.len() {
        // The clause is false if exactly the negated literals are true.
        if (negated.count_ones() % 2 == 1) != is_odd {
            let lits = lits.iter().enumerate();
            let clause: Vec<Lit> =
                lits.map(|(i, &lit)| if negated >> i & 1 == 1 { !lit } else { lit }).collect();
            encoder.clause(&clause);
        }
    }
}

/// The literal "at least two of these are true", of two or three literals.
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
