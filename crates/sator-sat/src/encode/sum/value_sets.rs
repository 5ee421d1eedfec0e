//! The sets of values that different numbers can take, and the ways to distribute them.

#[cfg(test)]
#[path = "value_sets_tests.rs"]
mod tests;

use std::sync::OnceLock;

use crate::constraint::Number;

/// Values as bits: the lowest bit is the smallest value that a part can take.
pub type Mask = u64;

/// The maximum number of listed sets; with more, only bounds are used.
pub const MOST_SETS: usize = 4_000;

/// The maximum number of numbers for the exact distribution of a set: their subsets fit the bits of
/// a mask. More numbers are examined one by one.
const SHARED_OUT_UP_TO: usize = 6;

/// The values that occur in a part, ascending; `None` if they are too many for a mask.
pub fn values_of(numbers: &[Number]) -> Option<Vec<i64>> {
    let Some((first, others)) = numbers.split_first() else { return Some(Vec::new()) };
    let mut values: Vec<i64> = first.0.iter().map(|&(value, _)| value).collect();
    for number in others {
        let is_same = number.0.len() == values.len()
            && number.0.iter().zip(&values).all(|((value, _), known)| value == known);
        if !is_same {
            values.extend(number.0.iter().map(|&(value, _)| value));
            values.sort_unstable();
            values.dedup();
        }
    }
    (values.len() <= Mask::BITS as usize).then_some(values)
}

/// The sum of the values of a set.
pub fn sum_of(set: Mask, values: &[i64]) -> i64 {
    ones(set).map(|bit| values[bit]).sum()
}

/// The indices of the set bits of a mask.
pub fn ones(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// All sets of `size` of the ascending values with sums from `least` to `most`; `None` if there are
/// more than the limit.
pub fn sets(values: &[i64], size: usize, least: i64, most: i64, limit: usize) -> Option<Vec<Mask>> {
    let mut found = Found { sets: Vec::new(), limit, tries: TRIES_A_SET * (limit + 1) };
    extend(values, size, (least, most), 0, 0, &mut found).then_some(found.sets)
}

/// Visits the same sets, up to [`MOST_SETS`]. They come from a table if the values are few and
/// consecutive, as in most puzzles. Returns false, without a visit, if there are more.
pub fn for_each_set(
    values: &[i64],
    size: usize,
    least: i64,
    most: i64,
    mut take: impl FnMut(Mask),
) -> bool {
    match values.first() {
        Some(&first) if is_tabulated(values) && size <= values.len() => {
            let table = TABLES[values.len()].get_or_init(|| Table::of(values.len()));
            let shift = first * size as i64;
            table.sets(size, least - shift, most - shift).iter().for_each(|&set| take(set));
            true
        }
        _ => match sets(values, size, least, most, MOST_SETS) {
            Some(sets) => {
                sets.into_iter().for_each(take);
                true
            }
            None => false,
        },
    }
}

/// The maximum number of values of a table: more are rare, and make large tables.
const TABULATED: usize = 9;

static TABLES: [OnceLock<Table>; TABULATED + 1] = [const { OnceLock::new() }; TABULATED + 1];

fn is_tabulated(values: &[i64]) -> bool {
    values.len() <= TABULATED && values.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// All sets of consecutive values from 0, by size and sum.
struct Table {
    sets: Vec<Mask>,
    /// The index of the first set of each size and sum, and the end of the last.
    begins: Vec<Vec<usize>>,
}

impl Table {
    fn of(values: usize) -> Self {
        let sum = |set: Mask| ones(set).sum::<usize>();
        let mut sets: Vec<Mask> = (0..1 << values).collect();
        sets.sort_by_key(|&set| (set.count_ones(), sum(set)));
        let begin = |size, least| {
            let is_before = |&set: &Mask| (set.count_ones() as usize, sum(set)) < (size, least);
            sets.partition_point(is_before)
        };
        let most = values * values.saturating_sub(1) / 2;
        let of_size = |size| (0..=most + 1).map(|least| begin(size, least)).collect();
        Self { begins: (0..=values).map(of_size).collect(), sets }
    }

    fn sets(&self, size: usize, least: i64, most: i64) -> &[Mask] {
        let begins = &self.begins[size];
        let at = |sum: i64| begins[sum.clamp(0, begins.len() as i64 - 1) as usize];
        let (begin, end) = (at(least), at(most.saturating_add(1)));
        self.sets.get(begin..end).unwrap_or_default()
    }
}

/// The maximum number of partial sets per possible set: values far apart can have many partial sets
/// and few sets.
const TRIES_A_SET: usize = 64;

/// Collector of sets.
struct Found {
    sets: Vec<Mask>,
    limit: usize,
    tries: usize,
}

impl Found {
    /// Adds a set; returns whether there is room for more.
    fn take(&mut self, set: Mask) -> bool {
        self.sets.push(set);
        self.sets.len() <= self.limit
    }
}

/// Chooses `size` of the values from index `from` on, in every way within the bounds, until a limit
/// is reached. The sums of the smallest and of the largest remaining values prune early.
fn extend(
    values: &[i64],
    size: usize,
    (least, most): (i64, i64),
    from: usize,
    chosen: Mask,
    found: &mut Found,
) -> bool {
    if size == 0 {
        return least > 0 || most < 0 || found.take(chosen);
    }
    for at in from..(values.len() + 1).saturating_sub(size) {
        let smallest: i64 = values[at..at + size].iter().sum();
        if smallest > most {
            break;
        }
        let largest = values[at] + values[values.len() - (size - 1)..].iter().sum::<i64>();
        if largest < least {
            continue;
        }
        found.tries = found.tries.saturating_sub(1);
        let rest = (least - values[at], most - values[at]);
        if found.tries == 0 || !extend(values, size - 1, rest, at + 1, chosen | 1 << at, found) {
            return false;
        }
    }
    true
}

/// Whether a set can be distributed among numbers with these candidates, one value each. Adds the
/// values that each number can get to `supported`.
pub fn share_out(set: Mask, candidates: &[Mask], supported: &mut [Mask]) -> bool {
    if candidates.iter().any(|candidate| candidate & set == 0) {
        return false;
    }
    if candidates.iter().all(|candidate| candidate & set == set) {
        // Any number can get any value.
        for supported in supported {
            *supported |= set;
        }
        return true;
    }
    match *candidates {
        [first, second] => share_out_two(set, [first, second], supported),
        _ if candidates.len() <= SHARED_OUT_UP_TO => share_out_few(set, candidates, supported),
        _ if candidates.iter().fold(0, |all, candidate| all | candidate) & set != set => false,
        _ => {
            for (supported, candidate) in supported.iter_mut().zip(candidates) {
                *supported |= candidate & set;
            }
            true
        }
    }
}

fn share_out_two(set: Mask, candidates: [Mask; 2], supported: &mut [Mask]) -> bool {
    let low = set & set.wrapping_neg();
    let high = set & !low;
    let mut fits = false;
    for (one, other) in [(low, high), (high, low)] {
        if candidates[0] & one != 0 && candidates[1] & other != 0 {
            supported[0] |= one;
            supported[1] |= other;
            fits = true;
        }
    }
    fits
}

/// A subset of the set is an integer of a few bits, and a collection of subsets is a mask in which
/// the bit with that index is set. So one shift adds a value to all subsets of a collection, or
/// removes it.
fn share_out_few(set: Mask, candidates: &[Mask], supported: &mut [Mask]) -> bool {
    let mut places = [0_u32; SHARED_OUT_UP_TO];
    let mut locals = [0_u32; SHARED_OUT_UP_TO];
    let mut left = set;
    for (bit, place) in places.iter_mut().enumerate().take(candidates.len()) {
        *place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        for (local, candidate) in locals.iter_mut().zip(candidates) {
            *local |= ((candidate >> *place & 1) as u32) << bit;
        }
    }
    let locals = &locals[..candidates.len()];
    // The subsets that the numbers from each index on can take together.
    let mut taken_after = [0_u64; SHARED_OUT_UP_TO + 1];
    taken_after[locals.len()] = 1;
    for (index, &local) in locals.iter().enumerate().rev() {
        let rests = taken_after[index + 1];
        let with = |taken: u64, bit: usize| taken | (rests & !WITH[bit]) << (1 << bit);
        taken_after[index] = few_ones(local).fold(0, with);
    }
    let full = (1_u32 << locals.len()) - 1;
    if taken_after[0] >> full & 1 == 0 {
        return false;
    }
    let mut left = 1_u64 << full;
    for (index, &local) in locals.iter().enumerate() {
        let mut next = 0;
        for bit in few_ones(local) {
            let rests = (left & WITH[bit]) >> (1 << bit) & taken_after[index + 1];
            next |= rests;
            supported[index] |= Mask::from(rests != 0) << places[bit];
        }
        left = next;
    }
    true
}

/// For each bit the collection of all subsets that have it.
const WITH: [u64; SHARED_OUT_UP_TO] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

fn few_ones(mask: u32) -> impl Iterator<Item = usize> {
    ones(Mask::from(mask))
}

/// An unbounded range of sums. Adding to these bounds cannot overflow.
pub const ANY: (i64, i64) = (i64::MIN / 2, i64::MAX / 2);
