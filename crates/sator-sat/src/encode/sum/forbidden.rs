//! Forbidden combinations: a clause for every choice of values with another sum. No auxiliary
//! variable; [`clauses`] counts the clauses. Choices with the same value twice in a part are
//! omitted, because the numbers of a part differ.
//!
//! The direct encoding: Toby Walsh, "SAT v CSP", 2000.

use std::collections::{BTreeMap, HashMap};

use super::Encoding;
use super::beginning::{Beginning, members};
use crate::constraint::{Part, Sum};
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "forbidden",
    summary: "sums: every wrong combination excluded; no auxiliary variables",
    encode,
    most_clauses: Some(clauses),
};

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    forbid(&mut Beginning::new(&members(sum)), sum.total, encoder);
}

fn forbid(beginning: &mut Beginning<'_>, total: i64, encoder: &mut Encoder<'_>) {
    if encoder.is_closed() {
        return;
    }
    if beginning.next().is_some() {
        beginning.each_longer(|longer| forbid(longer, total, encoder));
    } else if beginning.sum != total {
        encoder.clause(&beginning.clause);
    }
}

/// The number of ways to reach each sum.
pub(super) type Ways = HashMap<i64, u128>;

/// The number of clauses, computed without enumerating them. `u128::MAX` stands for larger numbers,
/// and for sums with so many kinds of numbers that counting takes too long.
pub fn clauses(sum: &Sum) -> u128 {
    let Some(ways) = ways(sum) else { return u128::MAX };
    let wrong = ways.into_iter().filter(|(result, _)| *result != sum.total);
    wrong.fold(0, |all, (_, count)| all.saturating_add(count))
}

/// The number of combinations for each result, the numbers of a part being different; `None` if
/// counting takes too long.
pub(super) fn ways(sum: &Sum) -> Option<Ways> {
    let mut ways = Ways::from([(0, 1)]);
    for part in &sum.parts {
        let more = ways_of(part)?;
        let sign = if part.is_negative { -1 } else { 1 };
        let mut both = Ways::new();
        for (first, count) in &ways {
            for (second, more) in &more {
                add(both.entry(first + sign * second).or_default(), count.saturating_mul(*more));
            }
        }
        ways = both;
    }
    Some(ways)
}

fn add(count: &mut u128, more: u128) {
    *count = count.saturating_add(more);
}

/// The maximum number of states while counting; ten numbers of ten different kinds need fewer.
const MOST_STATES: usize = 1 << 16;

/// Dynamic programming over the values: each goes to none of the numbers or to one. Numbers with
/// the same possible values are interchangeable, so a state consists of the count of each kind
/// without a value and the sum of the others.
fn ways_of(part: &Part) -> Option<Ways> {
    let mut kinds: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
    for number in &part.numbers {
        *kinds.entry(number.0.iter().map(|&(value, _)| value).collect()).or_default() += 1;
    }
    let mut values: Vec<i64> = kinds.keys().flatten().copied().collect();
    values.sort_unstable();
    values.dedup();

    let mut states = HashMap::from([((kinds.values().copied().collect::<Vec<_>>(), 0), 1_u128)]);
    for value in values {
        let mut next = states.clone();
        for ((open, sum), count) in &states {
            for (kind, _) in kinds.keys().enumerate().filter(|(_, it)| it.contains(&value)) {
                if open[kind] > 0 {
                    let mut left = open.clone();
                    left[kind] -= 1;
                    let ways = count.saturating_mul(open[kind] as u128);
                    add(next.entry((left, sum + value)).or_default(), ways);
                }
            }
        }
        if next.len() > MOST_STATES {
            return None;
        }
        states = next;
    }
    let whole = states.into_iter().filter(|((open, _), _)| open.iter().all(|&it| it == 0));
    Some(whole.map(|((_, sum), count)| (sum, count)).collect())
}
