//! Value sets: numbers that differ and have a given total can only take certain sets of values.
//! Each such set has a literal, and one of these literals is true. The values in the set occur; the
//! others do not.
//!
//! In a sum with several parts the sets of each part are grouped by their sums, and the sums of the
//! parts form a smaller sum.
//!
//! The sets are those of Helmut Simonis, "Kakuro as a constraint problem", 2008.

use std::collections::{BTreeMap, BTreeSet};

use super::reached::{Reached, WIDEST};
use super::value_sets::{ANY, MOST_SETS, Mask, sets, share_out, sum_of, values_of};
use super::{Encoding, diagram};
use crate::Lit;
use crate::constraint::{Number, Part, Sum};
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "sets",
    summary: "sums: a literal for each set of values that different numbers can take",
    encode,
    most_clauses: None,
};

/// Whether the sets are few enough to list.
pub(super) fn are_few(sum: &Sum) -> bool {
    let total = only_total(sum);
    sum.parts.iter().all(|part| sets_of(part, total).is_some())
}

/// The total of the only part of a sum.
fn only_total(sum: &Sum) -> Option<i64> {
    match &sum.parts[..] {
        [part] => Some(if part.is_negative { -sum.total } else { sum.total }),
        _ => None,
    }
}

/// The sets of values that can be distributed among the numbers of a part, and the values.
fn sets_of(part: &Part, total: Option<i64>) -> Option<(Vec<Mask>, Vec<i64>)> {
    let values = values_of(&part.numbers)?;
    let apart = values.first().zip(values.last());
    let apart = apart.map_or(0, |(first, last)| last.saturating_sub(*first));
    if apart.saturating_mul(part.numbers.len() as i64) > WIDEST {
        return None;
    }
    let (least, most) = total.map_or(ANY, |total| (total, total));
    let mut sets = sets(&values, part.numbers.len(), least, most, MOST_SETS)?;
    let candidates: Vec<Mask> =
        part.numbers.iter().map(|number| candidates(number, &values)).collect();
    let mut supported = vec![0; candidates.len()];
    sets.retain(|&set| share_out(set, &candidates, &mut supported));
    Some((sets, values))
}

fn candidates(number: &Number, values: &[i64]) -> Mask {
    let bits = number.0.iter().filter_map(|(value, _)| values.binary_search(value).ok());
    bits.fold(0, |mask, bit| mask | 1 << bit)
}

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let total = only_total(sum);
    let sets: Option<Vec<_>> = sum.parts.iter().map(|part| sets_of(part, total)).collect();
    let is_simple = sum.parts.iter().all(|part| part.numbers.len() <= 1)
        || matches!(&sum.parts[..], [part] if part.numbers.len() <= 2);
    let Some(mut sets) = sets.filter(|_| !is_simple) else {
        // With one or two numbers, one value implies the other; too many sets do not help either.
        return diagram::ENCODING.write(sum, encoder);
    };
    keep_to_total(sum, &mut sets);
    if sets.iter().any(|(sets, _)| sets.is_empty()) {
        return encoder.clause(&[]);
    }
    if let [part] = &sum.parts[..] {
        let (sets, values) = &sets[0];
        choose(part, sets, values, encoder);
        return;
    }
    let mut parts = Vec::with_capacity(sum.parts.len());
    for (part, (sets, values)) in sum.parts.iter().zip(&sets) {
        let number = if let [number] = &part.numbers[..] {
            number.clone()
        } else {
            let is_set = choose(part, sets, values, encoder);
            Number(grouped_by_sum(sets, values, &is_set, encoder))
        };
        parts.push(Part { is_negative: part.is_negative, numbers: vec![number] });
    }
    diagram::ENCODING.write(&Sum { parts, total: sum.total }, encoder);
}

/// Drops the sets of each part that the other parts cannot complete to the total.
fn keep_to_total(sum: &Sum, sets: &mut [(Vec<Mask>, Vec<i64>)]) {
    let contribution = |part: &Part, set: Mask, values: &[i64]| {
        let sum = sum_of(set, values);
        if part.is_negative { -sum } else { sum }
    };
    let contributions = sum.parts.iter().zip(sets.iter());
    let contributions: Vec<Vec<i64>> = contributions
        .map(|(part, (sets, values))| {
            let all = sets.iter().map(|&set| contribution(part, set, values));
            all.collect::<BTreeSet<_>>().into_iter().collect()
        })
        .collect();
    let reached = Reached::by(&contributions);
    for (index, (part, (sets, values))) in sum.parts.iter().zip(sets).enumerate() {
        sets.retain(|&set| reached.fits(index, contribution(part, set, values), sum.total));
    }
}

/// Encodes that the numbers take one of the sets; returns the literals of the sets.
fn choose(part: &Part, sets: &[Mask], values: &[i64], encoder: &mut Encoder<'_>) -> Vec<Lit> {
    let has: Vec<Lit> = values.iter().map(|&value| has_value(part, value, encoder)).collect();
    let is_set: Vec<Lit> = sets.iter().map(|_| encoder.fresh()).collect();
    for (&set, &is_set) in sets.iter().zip(&is_set) {
        for (bit, &has) in has.iter().enumerate() {
            encoder.clause(&[!is_set, if set >> bit & 1 == 1 { has } else { !has }]);
        }
    }
    encoder.clause(&is_set);
    for (bit, &has) in has.iter().enumerate() {
        let with = |wanted: Mask| {
            let those = sets.iter().zip(&is_set).filter(move |(set, _)| **set >> bit & 1 == wanted);
            those.map(|(_, &is_set)| is_set).collect::<Vec<_>>()
        };
        encoder.clause(&[with(1), vec![!has]].concat());
        encoder.clause(&[with(0), vec![has]].concat());
    }
    is_set
}

/// The sums of the sets, each with a literal.
fn grouped_by_sum(
    sets: &[Mask],
    values: &[i64],
    is_set: &[Lit],
    encoder: &mut Encoder<'_>,
) -> Vec<(i64, Lit)> {
    let mut by_sum: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
    for (&set, &is_set) in sets.iter().zip(is_set) {
        by_sum.entry(sum_of(set, values)).or_default().push(is_set);
    }
    by_sum.into_iter().map(|(sum, sets)| (sum, encoder.union(&sets))).collect()
}

/// "One of the numbers has this value."
fn has_value(part: &Part, value: i64, encoder: &mut Encoder<'_>) -> Lit {
    let with =
        |number: &Number| number.0.iter().find(|(other, _)| *other == value).map(|&(_, lit)| lit);
    let lits: Vec<Lit> = part.numbers.iter().filter_map(with).collect();
    encoder.union(&lits)
}
