//! A flat layout of sums: numbers with their literals by the bits of masks, and the watchers of
//! each variable.

use std::ops::Range;
use std::{iter, mem};

use super::super::Network;
use sator_sat::Lit;
use sator_sat::constraint::{Number, Part, Sum};
use sator_sat::encode::sum::reached::WIDEST;
use sator_sat::encode::sum::value_sets::{ANY, Mask, for_each_set, sum_of, values_of};

/// The maximum number of groups searched for a literal.
const MOST_SHARED: usize = 8;

/// The static part of the sums.
#[derive(Debug, Clone, Default)]
pub(super) struct Layout {
    pub(super) sums: Vec<SumAt>,
    pub(super) parts: Vec<PartAt>,
    pub(super) numbers: Vec<NumberAt>,
    /// The literals of the numbers, one for each value of the part. The entry is unused where a
    /// number cannot have the value.
    lits: Vec<Lit>,
    /// The values of the parts, ascending.
    pub(super) values: Vec<i64>,
    pub(super) besides: Vec<Beside>,
    users: Vec<User>,
    /// The last watcher of each variable.
    last_users: Vec<u32>,
    /// The values of the part that was added last. Most parts have the same values.
    last_values: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct SumAt {
    pub(super) total: i64,
    pub(super) parts: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct PartAt {
    /// The index of the sum.
    pub(super) sum: u32,
    pub(super) sign: i64,
    pub(super) numbers: Range<usize>,
    pub(super) values: Range<usize>,
    pub(super) sets: Range<usize>,
    /// Whether there are too many sets to list them.
    pub(super) is_loose: bool,
    pub(super) besides: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct NumberAt {
    /// The index of its first literal.
    lits: u32,
    /// The values that it can have, as indices into the values of the part.
    pub(super) mask: Mask,
}

/// A group of which exactly one literal is true and that contains all of a part's literals for one
/// value: the value is either in the part or beside it.
#[derive(Debug, Clone)]
pub(super) struct Beside {
    pub(super) bit: u32,
    pub(super) group: u32,
}

/// A watcher: a number to update when a literal becomes false.
#[derive(Debug, Clone, Copy)]
pub(super) struct User {
    pub(super) lit: Lit,
    pub(super) sum: u32,
    pub(super) number: u32,
    pub(super) bit: u32,
    /// The previous watcher of the same variable.
    before: u32,
}

/// Marks the end of a list of watchers.
const NONE: u32 = u32::MAX;

impl Layout {
    /// Adds sums, and the sets of their parts. Returns the sums with too many values for masks, or
    /// with values too far apart.
    pub(super) fn add<'c>(
        &mut self,
        network: &Network,
        sums: impl Iterator<Item = &'c Sum>,
        sets: &mut Vec<(Mask, i64)>,
    ) -> Vec<&'c Sum> {
        let mut sums: Vec<&Sum> = sums.collect();
        if !sums.is_empty() {
            self.last_users.resize(network.variables() as usize, NONE);
        }
        self.reserve(&sums);
        // Short sums have few sets, and are processed first.
        sums.sort_by_key(|sum| sum.parts.iter().map(|part| part.numbers.len()).sum::<usize>());
        sums.retain(|sum| !self.add_sum(network, sum, sets));
        sums
    }

    fn reserve(&mut self, sums: &[&Sum]) {
        let parts = || sums.iter().flat_map(|sum| &sum.parts);
        let numbers = || parts().flat_map(|part| &part.numbers);
        self.sums.reserve(sums.len());
        self.parts.reserve(parts().count());
        self.numbers.reserve(numbers().count());
        let lits = numbers().map(|number| number.0.len()).sum();
        self.lits.reserve(lits);
        self.users.reserve(lits);
        self.besides.reserve(lits);
    }

    /// Adds a sum; returns false if its values do not fit.
    fn add_sum(&mut self, network: &Network, sum: &Sum, sets: &mut Vec<(Mask, i64)>) -> bool {
        let mut width = 0_i64;
        let mut ranges = Vec::with_capacity(sum.parts.len());
        for part in &sum.parts {
            let Some(values) = self.add_values(&part.numbers) else { return false };
            width =
                width.saturating_add(width_of(&self.values[values.clone()], part.numbers.len()));
            ranges.push(values);
        }
        if width > WIDEST {
            return false;
        }
        let total = (sum.parts.len() == 1).then_some(sum.total);
        let first = self.parts.len();
        for (part, values) in sum.parts.iter().zip(ranges) {
            self.add_part(network, part, values, total, sets);
        }
        self.sums.push(SumAt { total: sum.total, parts: first..self.parts.len() });
        true
    }

    /// The values that occur in a part, ascending; nothing if they are too many for a mask.
    fn add_values(&mut self, numbers: &[Number]) -> Option<Range<usize>> {
        let known = self.last_values.clone();
        let is_known = |number: &Number| {
            let values = number.0.iter().map(|it| &it.0);
            values.eq(&self.values[known.clone()])
        };
        if !known.is_empty() && numbers.iter().all(is_known) {
            return Some(known);
        }
        let values = values_of(numbers)?;
        let before = self.values.len();
        self.values.extend(values);
        self.last_values = before..self.values.len();
        Some(self.last_values.clone())
    }

    /// Adds a part. `total` is given if the part is the whole sum.
    fn add_part(
        &mut self,
        network: &Network,
        part: &Part,
        values: Range<usize>,
        total: Option<i64>,
        sets: &mut Vec<(Mask, i64)>,
    ) {
        let sign = if part.is_negative { -1 } else { 1 };
        let (least, most) = total.map_or(ANY, |total| (sign * total, sign * total));
        let (size, of_part) = (part.numbers.len(), &self.values[values.clone()]);
        let before = sets.len();
        let is_loose = !for_each_set(of_part, size, least, most, |set| {
            let sum = total.unwrap_or_else(|| sign * sum_of(set, of_part));
            sets.push((set, sum));
        });
        let numbers = self.add_numbers(&part.numbers, values.clone());
        let besides = self.add_besides(network, numbers.clone(), values.len(), is_loose);
        self.parts.push(PartAt {
            sum: self.sums.len() as u32,
            sign,
            numbers,
            values,
            sets: before..sets.len(),
            is_loose,
            besides,
        });
    }

    fn add_numbers(&mut self, numbers: &[Number], values: Range<usize>) -> Range<usize> {
        let before = self.numbers.len();
        for Number(choices) in numbers {
            let lits = self.lits.len() as u32;
            let mut choices = choices.iter().peekable();
            let mut mask = 0;
            for (bit, place) in (0..).zip(values.clone()) {
                let choice = choices.next_if(|it| it.0 == self.values[place]);
                if let Some(&(_, lit)) = choice {
                    mask |= 1 << bit;
                    self.add_user(lit, bit);
                }
                self.lits.push(choice.map_or(Lit::positive(0), |it| it.1));
            }
            self.numbers.push(NumberAt { lits, mask });
        }
        before..self.numbers.len()
    }

    /// Adds a watcher for the number that is added next.
    fn add_user(&mut self, lit: Lit, bit: u32) {
        let (sum, number) = (self.sums.len() as u32, self.numbers.len() as u32);
        let user = self.users.len() as u32;
        let before = mem::replace(&mut self.last_users[lit.vidx()], user);
        self.users.push(User { lit, sum, number, bit, before });
    }

    /// Finds the groups of which exactly one is true and that have all literals of a value.
    fn add_besides(
        &mut self,
        network: &Network,
        numbers: Range<usize>,
        values: usize,
        is_loose: bool,
    ) -> Range<usize> {
        let before = self.besides.len();
        // The places beside a single number, or beside a part without listed sets, add no
        // information.
        if numbers.len() < 2 || is_loose {
            return before..before;
        }
        for bit in 0..values as u32 {
            let mut lits = numbers.clone().filter_map(|number| self.lit(number, bit));
            let Some(first) = lits.next() else { continue };
            let mut shared = [0; MOST_SHARED];
            let mut left = 0;
            for (place, &group) in shared.iter_mut().zip(network.occurrences(first)) {
                *place = group;
                left += 1;
            }
            for lit in lits {
                left = keep_common(&mut shared[..left], network.occurrences(lit));
            }
            for &group in &shared[..left] {
                if network.is_exactly_one(group as usize) && self.are_different(&numbers, bit) {
                    self.besides.push(Beside { bit, group });
                }
            }
        }
        before..self.besides.len()
    }

    /// Whether no two numbers use the same literal for a value.
    fn are_different(&self, numbers: &Range<usize>, bit: u32) -> bool {
        let lits = || numbers.clone().filter_map(|number| self.lit(number, bit));
        lits().enumerate().all(|(index, lit)| !lits().take(index).any(|other| other == lit))
    }

    /// The watchers of the variable of a literal.
    pub(super) fn users_of(&self, lit: Lit) -> impl Iterator<Item = &User> {
        let last = self.last_users.get(lit.vidx()).copied().unwrap_or(NONE);
        let user = |number: u32| self.users.get(number as usize);
        iter::successors(user(last), move |it| user(it.before))
    }

    /// The literal "the number has this value", if it can have it.
    pub(super) fn lit(&self, number: usize, bit: u32) -> Option<Lit> {
        let NumberAt { lits, mask } = self.numbers[number];
        (mask >> bit & 1 == 1).then(|| self.lits[(lits + bit) as usize])
    }
}

/// The width of the range of sums of that many values.
fn width_of(values: &[i64], numbers: usize) -> i64 {
    let ends = values.first().zip(values.last());
    let apart = ends.map_or(0, |(first, last)| last.saturating_sub(*first));
    apart.saturating_mul(numbers as i64)
}

/// Moves the groups that `others` contains to the front and returns their number. Both are
/// ascending.
fn keep_common(groups: &mut [u32], mut others: &[u32]) -> usize {
    let mut kept = 0;
    for index in 0..groups.len() {
        let group = groups[index];
        while let [first, rest @ ..] = others
            && *first < group
        {
            others = rest;
        }
        if others.first() == Some(&group) {
            groups[kept] = group;
            kept += 1;
        }
    }
    kept
}
