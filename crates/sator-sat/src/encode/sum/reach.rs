//! The partial sums that can still reach the total, and the values that remain possible with them.
//! Distinctness is ignored here.

use std::collections::BTreeSet;

use crate::Lit;
use crate::constraint::{Part, Sum};
use crate::encode::Encoder;

/// The values of a number with the sign of its part, ascending, each with its literal.
pub(super) type Terms = Vec<(i64, Lit)>;

/// The remainder of a sum after all values that cannot reach the total are forbidden.
pub(super) struct Rest {
    /// Numbers with two or more values. Each value is part of some combination with the total.
    pub(super) numbers: Vec<Terms>,
    /// The total of the remaining numbers.
    pub(super) total: i64,
}

impl Rest {
    /// Writes unit clauses for decided values, and the empty clause if the sum is impossible.
    pub(super) fn of(sum: &Sum, encoder: &mut Encoder<'_>) -> Self {
        let numbers: Vec<Terms> = sum.parts.iter().flat_map(signed).collect();
        let layers = layers(&numbers, sum.total);
        let mut rest = Self { numbers: Vec::new(), total: sum.total };
        if layers[0].is_empty() {
            encoder.clause(&[]);
            return rest;
        }
        for (number, pair) in numbers.iter().zip(layers.windows(2)) {
            let reaches = |value| pair[0].iter().any(|sum| pair[1].contains(&(sum + value)));
            let (values, useless): (Terms, Terms) =
                number.iter().partition(|(value, _)| reaches(value));
            for (_, lit) in useless {
                encoder.clause(&[!lit]);
            }
            if let [(value, lit)] = values[..] {
                encoder.clause(&[lit]);
                rest.total -= value;
            } else {
                rest.numbers.push(values);
            }
        }
        rest
    }
}

/// The numbers of a part with the sign of the part.
pub(super) fn signed(part: &Part) -> impl Iterator<Item = Terms> {
    part.numbers.iter().map(|number| {
        let values = number.0.iter().copied();
        if part.is_negative {
            values.rev().map(|(value, lit)| (-value, lit)).collect()
        } else {
            values.collect()
        }
    })
}

/// For each i the sums of the first i numbers that the others can complete to the total. All are
/// empty if the total is impossible.
pub(super) fn layers(numbers: &[Terms], total: i64) -> Vec<BTreeSet<i64>> {
    let mut layers = vec![BTreeSet::from([0])];
    for number in numbers {
        layers.push(added(&layers[layers.len() - 1], number));
    }
    layers[numbers.len()].retain(|&sum| sum == total);
    for (i, number) in numbers.iter().enumerate().rev() {
        let (before, after) = layers.split_at_mut(i + 1);
        let leads_on = |sum| number.iter().any(|(value, _)| after[0].contains(&(sum + value)));
        before[i].retain(|&sum| leads_on(sum));
    }
    layers
}

/// All sums of one of `sums` and one of the values.
pub(super) fn added(sums: &BTreeSet<i64>, values: &[(i64, Lit)]) -> BTreeSet<i64> {
    sums.iter().flat_map(|sum| values.iter().map(move |(value, _)| sum + value)).collect()
}
