//! Value sets: different numbers with a given total can only take certain sets of values, so one
//! literal for each such set says which it is. What a set has must occur, what it lacks must not.
//!
//! Where a sum has several parts, the sets of each are told apart by what they add up to, and the
//! sums of the parts make a smaller sum.

use super::{Method, diagram};
use crate::Lit;
use crate::constraint::{Number, Part, Sum};
use crate::encode::Encoder;
use crate::sums::{MOST_SETS, Mask, sets, share_out, sum_of, values_of};

/// The registry's entry.
pub const METHOD: Method = Method {
    name: "sets",
    summary: "sums: a literal for each set of values that different numbers can take",
    encode,
};

/// Larger parts are not for this method: how sets fit candidates is tried by subsets.
const MOST_NUMBERS: usize = 9;

/// Whether the sets are few enough to be listed.
pub(super) fn are_few(sum: &Sum) -> bool {
    let total = only_total(sum);
    sum.parts.iter().all(|part| sets_of(part, total).is_some())
}

/// What the only part of a sum adds up to.
fn only_total(sum: &Sum) -> Option<i64> {
    match &sum.parts[..] {
        [part] => Some(if part.is_negative { -sum.total } else { sum.total }),
        _ => None,
    }
}

/// The sets of values that the numbers of a part can share out, and the values.
fn sets_of(part: &Part, total: Option<i64>) -> Option<(Vec<Mask>, Vec<i64>)> {
    let values = values_of(&part.numbers).filter(|_| part.numbers.len() <= MOST_NUMBERS)?;
    let (least, most) = total.map_or((i64::MIN / 2, i64::MAX / 2), |total| (total, total));
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
    let is_simple = sum.parts.iter().all(|part| part.numbers.len() == 1)
        || matches!(&sum.parts[..], [part] if part.numbers.len() <= 2);
    if is_simple || !are_few(sum) {
        // With one number or two, one value says the other; and too many sets are no help.
        diagram::METHOD.write(sum, encoder);
        return;
    }
    if let ([part], Some(total)) = (&sum.parts[..], only_total(sum)) {
        choose_set(part, Some(total), encoder);
        return;
    }
    let contribution = |part: &Part| {
        let number = match &part.numbers[..] {
            [number] => number.clone(),
            _ => Number(choose_set(part, None, encoder)),
        };
        Part { is_negative: part.is_negative, numbers: vec![number] }
    };
    let parts = sum.parts.iter().map(contribution).collect();
    diagram::METHOD.write(&Sum { parts, total: sum.total }, encoder);
}

/// Writes that the numbers take one of their sets; gives what they then add up to, and the literals
/// that say so.
fn choose_set(part: &Part, total: Option<i64>, encoder: &mut Encoder<'_>) -> Vec<(i64, Lit)> {
    let (sets, values) = sets_of(part, total).unwrap_or_default();
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
    let mut sums: Vec<i64> = sets.iter().map(|&set| sum_of(set, &values)).collect();
    sums.sort_unstable();
    sums.dedup();
    if total.is_some() {
        return Vec::new();
    }
    let is_sum = |&sum: &i64| {
        let those = sets.iter().zip(&is_set).filter(|(set, _)| sum_of(**set, &values) == sum);
        let those: Vec<Lit> = those.map(|(_, &is_set)| is_set).collect();
        (sum, encoder.union(&those))
    };
    sums.iter().map(is_sum).collect()
}

/// "One of the numbers has this value."
fn has_value(part: &Part, value: i64, encoder: &mut Encoder<'_>) -> Lit {
    let with =
        |number: &Number| number.0.iter().find(|(other, _)| *other == value).map(|&(_, lit)| lit);
    let lits: Vec<Lit> = part.numbers.iter().filter_map(with).collect();
    encoder.union(&lits)
}
