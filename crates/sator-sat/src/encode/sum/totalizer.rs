//! Generalised totalizer: a tree of adders. Each node has a literal for every sum of its numbers
//! with which the others can still reach the total. Two true sums imply their sum, and sums that
//! cannot reach the total together exclude each other, which gives both bounds at once.
//!
//! RustSAT's generalised totalizer has upper bounds only and treats every value as a number of its
//! own, because it does not use that a number has one value. For four numbers of sixteen values it
//! needs 2,299 clauses and 474 variables for one bound; this tree needs 1,442 and 62 for both.
//!
//! Saurabh Joshi, Ruben Martins and Vasco Manquinho, "Generalized totalizer encoding for
//! pseudo-Boolean constraints", 2015.

use std::collections::BTreeSet;

use super::Encoding;
use super::reach::{Rest, Terms, added};
use crate::Lit;
use crate::constraint::Sum;
use crate::encode::Encoder;

/// The registry's entry.
pub const ENCODING: Encoding = Encoding {
    name: "totalizer",
    summary: "sums: a tree of adders with a variable for each sum",
    encode,
    most_clauses: None,
};

fn encode(sum: &Sum, encoder: &mut Encoder<'_>) {
    let Rest { numbers, total } = Rest::of(sum, encoder);
    if numbers.is_empty() {
        return;
    }
    let [left, right] = children(&numbers, &BTreeSet::from([total]), encoder);
    for (sum, lit) in left {
        if encoder.is_closed() {
            return;
        }
        let wrong = right.iter().filter(|(other, _)| sum + other != total);
        let wrong: Vec<Lit> = wrong.map(|&(_, other)| other).collect();
        encoder.exclude(lit, &wrong);
    }
}

/// The sums of the numbers that are among the allowed ones. A single number has only allowed
/// values.
fn node(numbers: &[Terms], allowed: &BTreeSet<i64>, encoder: &mut Encoder<'_>) -> Terms {
    if let [number] = numbers {
        return number.clone();
    }
    let [left, right] = children(numbers, allowed, encoder);
    let sums: Terms = allowed.iter().map(|&sum| (sum, encoder.fresh())).collect();
    for &(sum, lit) in &left {
        if encoder.is_closed() {
            break;
        }
        for &(other, other_lit) in &right {
            match sums.binary_search_by_key(&(sum + other), |&(sum, _)| sum) {
                Ok(index) => encoder.clause(&[!lit, !other_lit, sums[index].1]),
                Err(_) => encoder.clause(&[!lit, !other_lit]),
            }
        }
    }
    sums
}

/// The sums of each half that the other half can complete to an allowed one.
fn children(numbers: &[Terms], allowed: &BTreeSet<i64>, encoder: &mut Encoder<'_>) -> [Terms; 2] {
    let (left, right) = numbers.split_at(numbers.len() / 2);
    let [left_sums, right_sums] = [left, right].map(sums);
    let useful = |sums: &BTreeSet<i64>, others: &BTreeSet<i64>| -> BTreeSet<i64> {
        let reaches = |sum: &i64| others.iter().any(|other| allowed.contains(&(sum + other)));
        sums.iter().copied().filter(reaches).collect()
    };
    let left = node(left, &useful(&left_sums, &right_sums), encoder);
    let right = node(right, &useful(&right_sums, &left_sums), encoder);
    [left, right]
}

fn sums(numbers: &[Terms]) -> BTreeSet<i64> {
    numbers.iter().fold(BTreeSet::from([0]), |sums, number| added(&sums, number))
}
