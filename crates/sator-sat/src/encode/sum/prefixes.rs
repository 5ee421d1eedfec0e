//! Forbidden prefixes: values for the first numbers are forbidden as soon as no values of the
//! others complete them, and values for all numbers but the last imply its value. No auxiliary
//! variable, and fewer and shorter clauses than for whole combinations.
//!
//! A variant of the direct encoding with shortened conflict clauses: Toby Walsh, "SAT v CSP", 2000.

use std::collections::BTreeSet;

use super::Encoding;
use super::beginning::{Beginning, Member, members};
use super::reach::{Terms, layers};
use crate::constraint::{Number, Part, Sum};
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "prefixes",
    summary: "sums: every beginning that cannot be completed excluded; no auxiliary variables",
    encode,
    most_clauses: Some(most_clauses),
};

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let mut members = members(sum);
    // Numbers with few values come first, which gives fewer prefixes.
    members.sort_by_key(|member| (member.part, member.values.len()));
    let ends = Ends::new(sum, &members);
    forbid(&mut Beginning::new(&members), &ends, encoder);
}

fn forbid(beginning: &mut Beginning<'_>, ends: &Ends, encoder: &mut Encoder<'_>) {
    if encoder.is_closed() {
        return;
    }
    if !ends.may_complete(beginning) {
        encoder.clause(&beginning.clause);
    } else if beginning.values.len() + 1 < beginning.members.len() {
        beginning.each_longer(|longer| forbid(longer, ends, encoder));
    } else if let Some(last) = beginning.next() {
        let needed = last.values.iter().find(|(value, _)| beginning.sum + value == ends.total);
        beginning.clause.extend(needed.map(|&(_, lit)| lit));
        encoder.clause(&beginning.clause);
        beginning.clause.pop();
    }
}

/// The sums that the remaining numbers can reach.
struct Ends {
    total: i64,
    /// By the length of the prefix: the sums that the other numbers can complete to the total, if
    /// those of a part need not differ.
    layers: Vec<BTreeSet<i64>>,
    /// For each part, the sums of the parts after it.
    later: Vec<BTreeSet<i64>>,
}

impl Ends {
    fn new(sum: &Sum, members: &[Member]) -> Self {
        let numbers: Vec<Terms> = members.iter().map(|member| member.values.clone()).collect();
        let mut later = vec![BTreeSet::from([0])];
        for part in (1..sum.parts.len()).rev() {
            let of_part: Vec<&Member> = members.iter().filter(|it| it.part == part).collect();
            let sums = different(&of_part, &[]);
            let more = &later[later.len() - 1];
            later.push(sums.iter().flat_map(|sum| more.iter().map(move |it| sum + it)).collect());
        }
        later.reverse();
        Self { total: sum.total, layers: layers(&numbers, sum.total), later }
    }

    /// Whether some values of the other numbers may complete the prefix to the total. `false` is
    /// exact, `true` is not.
    fn may_complete(&self, beginning: &Beginning<'_>) -> bool {
        if !self.layers[beginning.values.len()].contains(&beginning.sum) {
            return false;
        }
        let Some(next) = beginning.next() else { return true };
        let of_part: Vec<&Member> =
            beginning.members[beginning.values.len()..next.end].iter().collect();
        let missing = self.total - beginning.sum;
        let later = &self.later[next.part];
        different(&of_part, beginning.used(next)).iter().any(|sum| later.contains(&(missing - sum)))
    }
}

/// The sums of different unused values for these members, if each member could have the values of
/// all.
fn different(members: &[&Member], used: &[i64]) -> BTreeSet<i64> {
    let values = members.iter().flat_map(|member| &member.values).map(|&(value, _)| value);
    let values: BTreeSet<i64> = values.filter(|value| !used.contains(value)).collect();
    let mut sums = vec![BTreeSet::new(); members.len() + 1];
    sums[0].insert(0);
    for value in values {
        for count in (0..members.len()).rev() {
            let (fewer, more) = sums.split_at_mut(count + 1);
            more[0].extend(fewer[count].iter().map(|sum| sum + value));
        }
    }
    sums.swap_remove(members.len())
}

/// Each clause belongs to a prefix that is shorter than the sum: it forbids the prefix, or implies
/// the last value.
fn most_clauses(sum: &Sum) -> u128 {
    let choices =
        sum.parts.iter().flat_map(|part| (0..part.numbers.len()).map(|at| choices(part, at)));
    let numbers: usize = sum.parts.iter().map(|part| part.numbers.len()).sum();
    let beginnings = choices.scan(1_u128, |product, choices| {
        *product = product.saturating_mul(choices as u128);
        Some(*product)
    });
    // Other clauses forbid single values, or are empty.
    let values = sum.terms().count() as u128;
    beginnings.take(numbers.saturating_sub(1)).fold(1 + values, u128::saturating_add)
}

/// The number of values that the numbers before it in the part leave.
fn choices(part: &Part, at: usize) -> usize {
    let values = |number: &Number| number.0.iter().map(|&(value, _)| value).collect::<Vec<_>>();
    let (before, number) = (&part.numbers[..at], &part.numbers[at]);
    let is_same = before.iter().all(|other| values(other) == values(number));
    if is_same { number.0.len().saturating_sub(at) } else { number.0.len() }
}
