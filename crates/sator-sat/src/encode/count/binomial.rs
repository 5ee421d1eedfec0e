//! Binomial (also: naive): among any `most + 1` literals one is false, among any `n - least + 1`
//! one is true. One clause for each subset, no auxiliary variable.
//!
//! Folklore; named in Alan Frisch and Paul Giannaros, "SAT encodings of the at-most-k constraint:
//! some old, some new, some fast, some slow", 2010. RustSAT does not have it.

use super::{Bounds, Encoding};
use crate::Lit;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "binomial",
    summary: "counting: every subset that is too large excluded; no auxiliary variables",
    encode,
    most_clauses: Some(clauses),
};

fn encode(lits: &[Lit], bounds: Bounds, encoder: &mut Encoder<'_>) {
    let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
    each_subset(&negated, bounds.most + 1, encoder);
    if bounds.least > 0 {
        each_subset(lits, lits.len() - bounds.least + 1, encoder);
    }
}

/// The number of clauses; `u128::MAX` if it overflows.
pub fn clauses(n: usize, bounds: Bounds) -> u128 {
    let Bounds { least, most } = bounds;
    let at_least = if least > 0 { subsets(n, n - least + 1) } else { 0 };
    subsets(n, most + 1).saturating_add(at_least)
}

fn subsets(n: usize, size: usize) -> u128 {
    let Some(others) = n.checked_sub(size) else { return 0 };
    let mut number: u128 = 1;
    for chosen in 0..size.min(others) {
        let Some(product) = number.checked_mul((n - chosen) as u128) else { return u128::MAX };
        number = product / (chosen as u128 + 1);
    }
    number
}

/// Writes every subset of `size` literals, in lexicographic order, as a clause.
fn each_subset(lits: &[Lit], size: usize, encoder: &mut Encoder<'_>) {
    if size > lits.len() {
        return;
    }
    let mut chosen: Vec<usize> = (0..size).collect();
    let mut clause = Vec::with_capacity(size);
    while !encoder.is_closed() {
        clause.clear();
        clause.extend(chosen.iter().map(|&i| lits[i]));
        encoder.clause(&clause);
        // The last position that can still advance; the positions after it follow without gaps.
        let Some(moving) = (0..size).rev().find(|&i| chosen[i] < lits.len() - size + i) else {
            return;
        };
        chosen[moving] += 1;
        for i in moving + 1..size {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
}
