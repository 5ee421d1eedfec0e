//! What sums rule out before anybody searches: different numbers with a given total can only take
//! certain sets of values, and each candidate narrows the sets as each set narrows the candidates.

#[cfg(test)]
mod tests;

use std::mem;
use std::ops::Range;

use crate::Lit;
use crate::constraint::{Constraint, Number, Part, Sum};
use crate::propagate::{Contradiction, Knowledge, Network};

/// Values as bits: the lowest bit is the smallest value that a part can take.
pub(crate) type Mask = u64;

/// More sets than this are not listed, and then only bounds are looked at.
pub(crate) const MOST_SETS: usize = 4_000;

/// So many numbers have as many subsets as a mask has bits, and it can be tried how they share out
/// a set. Of more numbers each is looked at by itself.
const SHARED_OUT_UP_TO: usize = 6;

/// The values that occur in a part, ascending; nothing if they are too many for a mask.
pub(crate) fn values_of(numbers: &[Number]) -> Option<Vec<i64>> {
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
pub(crate) fn sum_of(set: Mask, values: &[i64]) -> i64 {
    ones(set).map(|bit| values[bit]).sum()
}

/// The places of the bits of a mask.
pub(crate) fn ones(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// All sets of `size` of the ascending values with sums from `least` to `most`, unless they are
/// more than the limit.
pub(crate) fn sets(
    values: &[i64],
    size: usize,
    least: i64,
    most: i64,
    limit: usize,
) -> Option<Vec<Mask>> {
    let mut found = Vec::new();
    let is_whole = extend(values, size, (least, most), 0, 0, &mut |set| {
        found.push(set);
        found.len() <= limit
    });
    is_whole.then_some(found)
}

/// Chooses `size` of the values from the place `from` on, in every way that keeps to the bounds.
/// The smallest and the largest that are left tell early where that cannot be.
fn extend(
    values: &[i64],
    size: usize,
    (least, most): (i64, i64),
    from: usize,
    chosen: Mask,
    take: &mut dyn FnMut(Mask) -> bool,
) -> bool {
    if size == 0 {
        return least > 0 || most < 0 || take(chosen);
    }
    for at in from..=values.len().saturating_sub(size) {
        if at + size > values.len() {
            break;
        }
        let smallest: i64 = values[at..at + size].iter().sum();
        if smallest > most {
            break;
        }
        let largest = values[at] + values[values.len() - (size - 1)..].iter().sum::<i64>();
        if largest < least {
            continue;
        }
        let rest = (least - values[at], most - values[at]);
        if !extend(values, size - 1, rest, at + 1, chosen | 1 << at, take) {
            return false;
        }
    }
    true
}

/// Whether numbers with these candidates can share out a set, a value each. Which values of it each
/// number can get is added to `supported`.
pub(crate) fn share_out(set: Mask, candidates: &[Mask], supported: &mut [Mask]) -> bool {
    if candidates.iter().any(|candidate| candidate & set == 0) {
        return false;
    }
    match *candidates {
        [first, second] => share_out_two(set, [first, second], supported),
        _ if candidates.len() <= SHARED_OUT_UP_TO => share_out_few(set, candidates, supported),
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

/// A subset of the set is a number of a few bits, and a collection of subsets is a mask: the bit
/// with that number is set.
fn share_out_few(set: Mask, candidates: &[Mask], supported: &mut [Mask]) -> bool {
    let mut places = [0; SHARED_OUT_UP_TO];
    let mut locals = [0_u32; SHARED_OUT_UP_TO];
    for (bit, place) in ones(set).enumerate() {
        places[bit] = place;
        for (local, candidate) in locals.iter_mut().zip(candidates) {
            *local |= ((candidate >> place & 1) as u32) << bit;
        }
    }
    let locals = &locals[..candidates.len()];
    // What the numbers from each one on can take together.
    let mut taken_after = [0_u64; SHARED_OUT_UP_TO + 1];
    taken_after[locals.len()] = 1;
    for (index, &local) in locals.iter().enumerate().rev() {
        for rest in ones(taken_after[index + 1]) {
            for bit in ones(Mask::from(local & !(rest as u32))) {
                taken_after[index] |= 1 << (rest | 1 << bit);
            }
        }
    }
    let full = (1_usize << locals.len()) - 1;
    if taken_after[0] >> full & 1 == 0 {
        return false;
    }
    let mut left = 1_u64 << full;
    for (index, &local) in locals.iter().enumerate() {
        let mut next = 0;
        for subset in ones(left) {
            for bit in ones(Mask::from(local & subset as u32)) {
                let rest = subset & !(1 << bit);
                if taken_after[index + 1] >> rest & 1 == 1 {
                    supported[index] |= 1 << places[bit];
                    next |= 1 << rest;
                }
            }
        }
        left = next;
    }
    true
}

/// Sums at work beside a network of counts.
#[derive(Debug)]
pub struct Sums<'c> {
    narrowed: Vec<Narrowed<'c>>,
    /// The sums that speak of each variable, and where those of each variable begin.
    users: Vec<u32>,
    begins: Vec<u32>,
    /// Which sums wait to be looked at, and how much of what is known they have been told.
    waiting: Vec<bool>,
    told: usize,
    scratch: Scratch,
}

/// What is reused from one look at a sum to the next.
#[derive(Debug, Default)]
struct Scratch {
    /// Of all numbers of a sum.
    candidates: Vec<Mask>,
    supported: Vec<Mask>,
    false_lits: Vec<Lit>,
}

/// A sum, and what is left of it.
#[derive(Debug)]
struct Narrowed<'c> {
    total: i64,
    parts: Vec<NarrowedPart<'c>>,
}

#[derive(Debug)]
struct NarrowedPart<'c> {
    sign: i64,
    numbers: &'c [Number],
    /// Where its numbers are among those of the sum.
    place: Range<usize>,
    values: Vec<i64>,
    /// The sets that are left, each with its sum; nothing if they are too many to be listed.
    sets: Option<Vec<(Mask, i64)>>,
    /// The place of a value, and where it is if it is not in this part.
    besides: Vec<(usize, &'c [Lit])>,
}

impl<'c> Sums<'c> {
    /// Gets sums ready, among constraints over so many variables. Splits tell where values are if
    /// they are not in a part.
    pub fn new(variables: u32, constraints: impl Iterator<Item = &'c Constraint>) -> Self {
        let mut splits: Vec<(&[Lit], &[Lit])> = Vec::new();
        let mut stated = Vec::new();
        for constraint in constraints {
            match constraint {
                Constraint::Split { first, others } => splits.push((first, others)),
                Constraint::Sum(sum) => stated.push(sum),
                _ => {}
            }
        }
        splits.sort_unstable_by_key(|(first, _)| first.first().map(|lit| lit.lidx()));
        let narrowed: Vec<_> = stated.iter().filter_map(|sum| Narrowed::of(sum, &splits)).collect();
        let (users, begins) = index(variables, &narrowed);
        let waiting = vec![true; narrowed.len()];
        Self { narrowed, users, begins, waiting, told: 0, scratch: Scratch::default() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.narrowed.is_empty()
    }

    /// Takes what follows from sums and counts together, until nothing more does.
    pub fn settle(
        &mut self,
        network: &Network,
        known: &mut Knowledge,
    ) -> Result<(), Contradiction> {
        loop {
            self.narrow_all(network, known)?;
            let before = known.facts().len();
            known.intersect(network)?;
            if known.facts().len() == before {
                return Ok(());
            }
        }
    }

    fn narrow_all(
        &mut self,
        network: &Network,
        known: &mut Knowledge,
    ) -> Result<(), Contradiction> {
        let mut is_quiet = false;
        while !is_quiet {
            is_quiet = true;
            for index in 0..self.narrowed.len() {
                self.hear(known);
                if mem::take(&mut self.waiting[index]) {
                    is_quiet = false;
                    self.narrowed[index].narrow(known, &mut self.scratch)?;
                    for &lit in &self.scratch.false_lits {
                        known.learn(network, !lit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes which sums have news.
    fn hear(&mut self, known: &Knowledge) {
        for fact in &known.facts()[self.told..] {
            let users = self.begins[fact.vidx()] as usize..self.begins[fact.vidx() + 1] as usize;
            for &index in &self.users[users] {
                self.waiting[index as usize] = true;
            }
        }
        self.told = known.facts().len();
    }
}

/// Which sums hear of each variable: those of the variables' numbers, and those that look elsewhere
/// for values.
fn index(variables: u32, sums: &[Narrowed<'_>]) -> (Vec<u32>, Vec<u32>) {
    let mut begins = vec![0; variables as usize + 1];
    for sum in sums {
        sum.for_each_lit(|lit| begins[lit.vidx() + 1] += 1);
    }
    for index in 1..begins.len() {
        begins[index] += begins[index - 1];
    }
    let mut next = begins.clone();
    let mut users = vec![0; begins[begins.len() - 1] as usize];
    for (number, sum) in (0..).zip(sums) {
        sum.for_each_lit(|lit| {
            let slot = &mut next[lit.vidx()];
            users[*slot as usize] = number;
            *slot += 1;
        });
    }
    (users, begins)
}

impl<'c> Narrowed<'c> {
    /// Nothing, if there are too many values for masks.
    fn of(sum: &'c Sum, splits: &[(&'c [Lit], &'c [Lit])]) -> Option<Self> {
        let total = (sum.parts.len() == 1).then_some(sum.total);
        let mut place = 0;
        let part = |part: &'c Part| {
            place += part.numbers.len();
            NarrowedPart::of(part, place - part.numbers.len(), total, splits)
        };
        let parts = sum.parts.iter().map(part).collect::<Option<_>>()?;
        Some(Self { total: sum.total, parts })
    }

    fn for_each_lit(&self, mut take: impl FnMut(Lit)) {
        for part in &self.parts {
            part.numbers.iter().flat_map(|number| &number.0).for_each(|&(_, lit)| take(lit));
            part.besides.iter().flat_map(|(_, lits)| *lits).for_each(|&lit| take(lit));
        }
    }

    /// Narrows the sets, and tells which open literals are false.
    fn narrow(&mut self, known: &Knowledge, scratch: &mut Scratch) -> Result<(), Contradiction> {
        scratch.false_lits.clear();
        scratch.candidates.clear();
        for part in &self.parts {
            scratch.candidates.extend(part.numbers.iter().map(|it| part.candidates(it, known)));
        }
        let Scratch { candidates, supported, false_lits } = scratch;
        if candidates.contains(&0) {
            return Err(Contradiction);
        }
        supported.clear();
        supported.resize(candidates.len(), 0);
        for part in &mut self.parts {
            let place = part.place.clone();
            part.keep_fitting(&candidates[place.clone()], &mut supported[place], known)?;
        }
        if self.parts.len() != 1 || self.parts.iter().any(|part| part.sets.is_none()) {
            self.keep_to_total(candidates, supported)?;
        }
        for part in &self.parts {
            let place = part.place.clone();
            part.tell(&candidates[place.clone()], &supported[place], known, false_lits);
        }
        Ok(())
    }

    /// Drops the sets whose sums cannot be part of the total.
    fn keep_to_total(
        &mut self,
        candidates: &[Mask],
        supported: &mut [Mask],
    ) -> Result<(), Contradiction> {
        let sums = |part: &NarrowedPart<'_>| part.sums(&candidates[part.place.clone()]);
        let sums: Vec<Vec<i64>> = self.parts.iter().map(sums).collect();
        if sums.is_empty() && self.total != 0 {
            return Err(Contradiction);
        }
        let reached = Reached::by(&sums);
        for (index, part) in self.parts.iter_mut().enumerate() {
            let fits = |sum: i64| reached.fits(index, sum, self.total);
            let place = part.place.clone();
            let (candidates, supported) = (&candidates[place.clone()], &mut supported[place]);
            part.keep_sums(candidates, &sums[index], fits, supported)?;
        }
        Ok(())
    }
}

/// What numbers or parts can come to together, of which each has a list of contributions.
pub(crate) struct Reached {
    /// The sums of all before each one, and of none and of all, ascending.
    forward: Vec<Vec<i64>>,
    /// The same from the end.
    backward: Vec<Vec<i64>>,
}

impl Reached {
    pub(crate) fn by(contributions: &[Vec<i64>]) -> Self {
        let (forward, backward) = (contributions.iter(), contributions.iter().rev());
        Self { forward: added_up(forward), backward: added_up(backward) }
    }

    /// The sums of all, ascending.
    fn all(mut self) -> Vec<i64> {
        self.forward.pop().unwrap_or_default()
    }

    /// Whether the others can bring a contribution of this one to the total.
    pub(crate) fn fits(&self, index: usize, contribution: i64, total: i64) -> bool {
        let (before, after) =
            (&self.forward[index], &self.backward[self.backward.len() - 2 - index]);
        let rest = total - contribution;
        before.iter().any(|it| after.binary_search(&(rest - it)).is_ok())
    }
}

fn added_up<'s>(contributions: impl Iterator<Item = &'s Vec<i64>>) -> Vec<Vec<i64>> {
    let mut all = vec![vec![0]];
    for values in contributions {
        let last = &all[all.len() - 1];
        let mut next: Vec<i64> =
            last.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect();
        next.sort_unstable();
        next.dedup();
        all.push(next);
    }
    all
}

impl<'c> NarrowedPart<'c> {
    /// With a total, a part that makes up a sum alone.
    fn of(
        part: &'c Part,
        begin: usize,
        total: Option<i64>,
        splits: &[(&'c [Lit], &'c [Lit])],
    ) -> Option<Self> {
        let Part { is_negative, numbers } = part;
        let sign = if *is_negative { -1 } else { 1 };
        let (least, most) = total.map_or(ANY, |total| (sign * total, sign * total));
        let values = values_of(numbers)?;
        let sets = sets(&values, numbers.len(), least, most, MOST_SETS)
            .map(|sets| sets.into_iter().map(|set| (set, sign * sum_of(set, &values))).collect());
        let besides = besides(numbers, &values, splits);
        let place = begin..begin + numbers.len();
        Some(Self { sign, numbers, place, values, sets, besides })
    }

    fn candidates(&self, number: &Number, known: &Knowledge) -> Mask {
        let mut place = 0;
        number.0.iter().fold(0, |mask, &(value, lit)| {
            while self.values.get(place).is_some_and(|&other| other < value) {
                place += 1;
            }
            mask | Mask::from(known.value(lit) != Some(false)) << place
        })
    }

    /// Keeps the sets that the candidates can share out, and that have what must be in them.
    fn keep_fitting(
        &mut self,
        candidates: &[Mask],
        supported: &mut [Mask],
        known: &Knowledge,
    ) -> Result<(), Contradiction> {
        let needed = self.needed(known);
        let Some(sets) = &mut self.sets else {
            supported.copy_from_slice(candidates);
            return Ok(());
        };
        sets.retain(|&(set, _)| set & needed == needed && share_out(set, candidates, supported));
        if sets.is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// The values that have no place elsewhere.
    fn needed(&self, known: &Knowledge) -> Mask {
        let is_needed = |others: &[Lit]| others.iter().all(|&lit| known.value(lit) == Some(false));
        let needed = self.besides.iter().filter(|(_, others)| is_needed(others));
        needed.fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    /// The sums that it can contribute, ascending.
    fn sums(&self, candidates: &[Mask]) -> Vec<i64> {
        let Some(sets) = &self.sets else {
            let spans: Vec<_> = candidates.iter().map(|&it| self.span(it)).collect();
            return Reached::by(&spans).all();
        };
        let mut sums: Vec<i64> = sets.iter().map(|&(_, sum)| sum).collect();
        sums.sort_unstable();
        sums.dedup();
        sums
    }

    /// What a number can contribute, ascending.
    fn span(&self, candidate: Mask) -> Vec<i64> {
        let mut span: Vec<_> = ones(candidate).map(|bit| self.sign * self.values[bit]).collect();
        span.sort_unstable();
        span
    }

    /// Drops what leads to sums that do not fit.
    fn keep_sums(
        &mut self,
        candidates: &[Mask],
        sums: &[i64],
        fits: impl Fn(i64) -> bool,
        supported: &mut [Mask],
    ) -> Result<(), Contradiction> {
        let fitting: Vec<i64> = sums.iter().copied().filter(|&sum| fits(sum)).collect();
        if fitting.is_empty() {
            return Err(Contradiction);
        }
        let Some(sets) = &mut self.sets else {
            self.keep_loosely(candidates, &fitting, supported);
            return Ok(());
        };
        if fitting.len() == sums.len() {
            return Ok(());
        }
        supported.fill(0);
        sets.retain(|&(set, sum)| {
            fitting.binary_search(&sum).is_ok() && share_out(set, candidates, supported)
        });
        if sets.is_empty() { Err(Contradiction) } else { Ok(()) }
    }

    /// The same where the sets are too many: as if numbers might be equal.
    fn keep_loosely(&self, candidates: &[Mask], fitting: &[i64], supported: &mut [Mask]) {
        let spans: Vec<_> = candidates.iter().map(|&it| self.span(it)).collect();
        let reached = Reached::by(&spans);
        for (index, (supported, &candidate)) in supported.iter_mut().zip(candidates).enumerate() {
            let fits = |value: i64| fitting.iter().any(|&it| reached.fits(index, value, it));
            let fitting = ones(candidate).filter(|&bit| fits(self.sign * self.values[bit]));
            *supported = fitting.fold(0, |mask, bit| mask | 1 << bit);
        }
    }

    /// Tells which candidates are no more, and which values are not elsewhere.
    fn tell(
        &self,
        candidates: &[Mask],
        supported: &[Mask],
        known: &Knowledge,
        false_lits: &mut Vec<Lit>,
    ) {
        for (number, (candidates, supported)) in
            self.numbers.iter().zip(candidates.iter().zip(supported))
        {
            for bit in ones(candidates & !supported) {
                let value = self.values[bit];
                let with = number.0.binary_search_by_key(&value, |&(value, _)| value);
                false_lits.extend(with.ok().map(|at| number.0[at].1));
            }
        }
        let Some(sets) = self.sets.as_ref().filter(|_| !self.besides.is_empty()) else { return };
        let in_all = sets.iter().fold(Mask::MAX, |all, (set, _)| all & set);
        for (_, others) in self.besides.iter().filter(|(bit, _)| in_all >> bit & 1 == 1) {
            false_lits.extend(others.iter().filter(|&&lit| known.value(lit) != Some(false)));
        }
    }
}

/// Sums without bounds. Adding to these cannot overflow.
pub(crate) const ANY: (i64, i64) = (i64::MIN / 2, i64::MAX / 2);

/// The places of values of a part, with where they are if they are not in it. The splits are
/// ordered by their first literals.
fn besides<'c>(
    numbers: &[Number],
    values: &[i64],
    splits: &[(&'c [Lit], &'c [Lit])],
) -> Vec<(usize, &'c [Lit])> {
    let [first, _, ..] = numbers else { return Vec::new() };
    let mut besides = Vec::new();
    for (value, lit) in &first.0 {
        let begin = splits.partition_point(|(lits, _)| lits.first().is_none_or(|it| it < lit));
        for (lits, others) in &splits[begin..] {
            if lits.first() != Some(lit) {
                break;
            }
            let is_same = lits.len() == numbers.len()
                && lits.iter().zip(numbers).all(|(lit, number)| number.0.contains(&(*value, *lit)));
            if is_same && let Ok(bit) = values.binary_search(value) {
                besides.push((bit, *others));
            }
        }
    }
    besides
}
