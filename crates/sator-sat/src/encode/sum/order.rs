//! Order encoding: a literal "at least v" for each value of each number, and for each partial sum
//! that can still reach the total. A lower bound of a sum and one of a value give a lower bound of
//! the next sum, and likewise for upper bounds. Bounds propagate in both directions; gaps between
//! values propagate late.
//!
//! Naoyuki Tamura, Akiko Taga, Satoshi Kitagawa and Mutsunori Banbara, "Compiling finite linear CSP
//! into SAT", 2009.

use std::collections::BTreeSet;

use super::Encoding;
use super::reach::{Rest, layers};
use crate::Lit;
use crate::constraint::Sum;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "order",
    summary: "sums: bounds of partial sums; a variable for each bound",
    encode,
    most_clauses: None,
};

/// An integer variable in order encoding.
struct Ordered {
    /// The possible values, ascending.
    values: Vec<i64>,
    /// For each value but the first, the literal "at least this value".
    reached: Vec<Lit>,
}

/// A bound: always true, never true, or a literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Always,
    Never,
    If(Lit),
}

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let Rest { numbers, total } = Rest::of(sum, encoder);
    let layers = layers(&numbers, total);
    let mut numbers = numbers.iter();
    let Some(first) = numbers.next() else { return };
    let mut before = Ordered::number(first, encoder);
    for (number, sums) in numbers.zip(&layers[2..]) {
        let number = Ordered::number(number, encoder);
        let after = Ordered::partial_sum(sums, encoder);
        add(&before, &number, &after, encoder);
        before = after;
    }
}

impl Ordered {
    /// Defines the bounds of a number: "at least v" holds if the value is v or the next bound
    /// holds. The clauses do not restrict the values further.
    fn number(number: &[(i64, Lit)], encoder: &mut Encoder<'_>) -> Self {
        let values = number.iter().map(|&(value, _)| value).collect();
        let mut reached: Vec<Lit> = Vec::new();
        for &(_, lit) in number[1..].iter().rev() {
            let bound = match reached.last() {
                Some(&next) => encoder.union(&[lit, next]),
                None => lit,
            };
            reached.push(bound);
        }
        reached.reverse();
        for (&(_, lit), &beyond) in number.iter().zip(&reached) {
            encoder.clause(&[!lit, !beyond]);
        }
        Self { values, reached }
    }

    fn partial_sum(sums: &BTreeSet<i64>, encoder: &mut Encoder<'_>) -> Self {
        let reached: Vec<Lit> = (1..sums.len()).map(|_| encoder.fresh()).collect();
        for pair in reached.windows(2) {
            encoder.clause(&[pair[0], !pair[1]]);
        }
        Self { values: sums.iter().copied().collect(), reached }
    }

    fn at_least(&self, bound: i64) -> Bound {
        let below = self.values.partition_point(|&value| value < bound);
        match below.checked_sub(1) {
            None => Bound::Always,
            Some(index) => self.reached.get(index).map_or(Bound::Never, |&lit| Bound::If(lit)),
        }
    }

    fn at_most(&self, bound: i64) -> Bound {
        match self.at_least(bound + 1) {
            Bound::Always => Bound::Never,
            Bound::Never => Bound::Always,
            Bound::If(lit) => Bound::If(!lit),
        }
    }
}

/// Encodes `one + other = sum`.
fn add(one: &Ordered, other: &Ordered, sum: &Ordered, encoder: &mut Encoder<'_>) {
    for &value in &one.values {
        if encoder.is_closed() {
            return;
        }
        let others = other.values.iter();
        let from_below = others.clone().map(|it| (other.at_least(*it), sum.at_least(value + it)));
        imply(one.at_least(value), from_below, encoder);
        let from_above = others.rev().map(|it| (other.at_most(*it), sum.at_most(value + it)));
        imply(one.at_most(value), from_above, encoder);
    }
}

/// A bound of one number and each bound of the other, weakest first, imply a bound of the sum. If
/// the implied bound equals the previous one, the previous clause subsumes this one.
fn imply(one: Bound, others: impl Iterator<Item = (Bound, Bound)>, encoder: &mut Encoder<'_>) {
    let mut before = Bound::Always;
    let mut clause = Vec::new();
    for (other, sum) in others {
        if sum == before {
            continue;
        }
        before = sum;
        clause.clear();
        clause.extend([one, other].into_iter().filter_map(Bound::lit).map(|lit| !lit));
        clause.extend(sum.lit());
        encoder.clause(&clause);
    }
}

impl Bound {
    fn lit(self) -> Option<Lit> {
        if let Self::If(lit) = self { Some(lit) } else { None }
    }
}
