//! What sums rule out before anybody searches: different numbers with a given total can only take
//! certain sets of values, and each candidate narrows the sets as each set narrows the candidates.

pub(crate) mod reach;
pub(crate) mod sets;

use std::mem;
use std::ops::Range;

use self::reach::{Reached, WIDEST};
pub use self::sets::ones;
use self::sets::{ANY, MOST_SETS, Mask, sets, share_out, sum_of, values_of};
use crate::Lit;
use crate::constraint::{Constraint, Number, Part, Sum};
use crate::propagate::{Contradiction, Knowledge, Network};

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

    /// Takes what follows from sums and counts together, until nothing more does, or until `stop`
    /// says so.
    pub fn settle(
        &mut self,
        network: &Network,
        known: &mut Knowledge,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        loop {
            self.narrow_all(network, known, stop)?;
            let before = known.facts().len();
            known.intersect(network)?;
            if known.facts().len() == before || stop() {
                return Ok(());
            }
        }
    }

    fn narrow_all(
        &mut self,
        network: &Network,
        known: &mut Knowledge,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        let mut is_quiet = false;
        while !is_quiet {
            is_quiet = true;
            for index in 0..self.narrowed.len() {
                self.hear(known);
                if mem::take(&mut self.waiting[index]) {
                    if stop() {
                        return Ok(());
                    }
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
    /// Nothing, if there are too many values for masks, or they lie too far apart.
    fn of(sum: &'c Sum, splits: &[(&'c [Lit], &'c [Lit])]) -> Option<Self> {
        let total = (sum.parts.len() == 1).then_some(sum.total);
        let mut place = 0;
        let part = |part: &'c Part| {
            place += part.numbers.len();
            NarrowedPart::of(part, place - part.numbers.len(), total, splits)
        };
        let parts = sum.parts.iter().map(part).collect::<Option<Vec<_>>>()?;
        let width: i64 = parts.iter().map(NarrowedPart::width).sum();
        (width <= WIDEST).then_some(Self { total: sum.total, parts })
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

    /// How far apart its sums can be.
    fn width(&self) -> i64 {
        let (first, last) = (self.values.first(), self.values.last());
        let apart = first.zip(last).map_or(0, |(first, last)| last.saturating_sub(*first));
        apart.saturating_mul(self.numbers.len() as i64).min(WIDEST + 1)
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
