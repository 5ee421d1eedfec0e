//! What sums rule out before anybody searches: different numbers with a given total can only take
//! certain sets of values, and each candidate narrows the sets as each set narrows the candidates.

use std::collections::HashMap;

use crate::Lit;
use crate::constraint::{Constraint, Number, Part, Sum};
use crate::propagate::{Contradiction, Knowledge, Network};

/// Values as bits: the lowest bit is the smallest value that a part can take.
pub(crate) type Mask = u64;

/// More sets than this are not listed, and then only bounds are looked at.
pub(crate) const MOST_SETS: usize = 4_000;

/// Parts of more numbers are not listed either: how sets fit candidates is tried by subsets.
const MOST_NUMBERS: usize = 9;

/// The values that occur in a part, ascending; nothing if they are too many for a mask.
pub(crate) fn values_of(numbers: &[Number]) -> Option<Vec<i64>> {
    let mut values: Vec<i64> =
        numbers.iter().flat_map(|number| number.0.iter().map(|&(value, _)| value)).collect();
    values.sort_unstable();
    values.dedup();
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

/// Whether numbers with these candidates can share out a set, a value each, and then which values
/// of it each number can get: these are added to `supported`.
pub(crate) fn share_out(set: Mask, candidates: &[Mask], supported: &mut [Mask]) -> bool {
    if candidates.iter().any(|candidate| candidate & set == 0) {
        return false;
    }
    if let [first, second] = *candidates {
        return share_out_two(set, [first, second], supported);
    }
    // Which subsets of the set the first numbers can take, and what the last ones can.
    let places: Vec<usize> = ones(set).collect();
    let local = |candidate: Mask| {
        (0..)
            .zip(&places)
            .fold(0_usize, |all, (bit, &place)| all | ((candidate >> place & 1) as usize) << bit)
    };
    let locals: Vec<usize> = candidates.iter().map(|&candidate| local(candidate)).collect();
    let full = (1_usize << places.len()) - 1;
    let mut ends = vec![vec![false; full + 1]; locals.len() + 1];
    ends[locals.len()][0] = true;
    for (number, &local) in locals.iter().enumerate().rev() {
        for subset in 1..=full {
            if subset.count_ones() as usize == locals.len() - number {
                let mut can = ones((subset & local) as Mask);
                ends[number][subset] = can.any(|bit| ends[number + 1][subset & !(1 << bit)]);
            }
        }
    }
    if !ends[0][full] {
        return false;
    }
    let mut open = vec![full];
    for (number, &local) in locals.iter().enumerate() {
        let mut next = Vec::new();
        for subset in open {
            for bit in ones((subset & local) as Mask) {
                let rest = subset & !(1 << bit);
                if ends[number + 1][rest] {
                    supported[number] |= 1 << places[bit];
                    if !next.contains(&rest) {
                        next.push(rest);
                    }
                }
            }
        }
        open = next;
    }
    true
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

/// Sums at work beside a network of counts.
#[derive(Debug, Clone)]
pub struct Sums {
    sums: Vec<Narrowed>,
    /// The sums that speak of each variable.
    of_variable: Vec<Vec<u32>>,
    /// Which sums wait to be looked at, and how much of what is known has been told to them.
    waiting: Vec<bool>,
    told: usize,
}

/// A sum, and what is left of it.
#[derive(Debug, Clone)]
struct Narrowed {
    total: i64,
    parts: Vec<NarrowedPart>,
}

#[derive(Debug, Clone)]
struct NarrowedPart {
    sign: i64,
    numbers: Vec<Number>,
    values: Vec<i64>,
    /// The sets that are left, each with its sum; nothing if they are too many to be listed.
    sets: Option<Vec<(Mask, i64)>>,
    /// For each group that the part lies in, the literals elsewhere in it, by value.
    besides: Vec<Vec<(usize, Vec<Lit>)>>,
}

impl Sums {
    /// Gets sums ready, among constraints over so many variables. Splits tell which values go
    /// elsewhere if they are not in a part.
    pub fn new<'c>(variables: u32, constraints: impl Iterator<Item = &'c Constraint>) -> Self {
        let constraints: Vec<_> = constraints.collect();
        let mut besides: HashMap<&[Lit], Vec<&[Lit]>> = HashMap::new();
        for constraint in &constraints {
            if let Constraint::Split { first, others } = constraint {
                besides.entry(first).or_default().push(others);
            }
        }
        let mut sums = Vec::new();
        let mut of_variable = vec![Vec::new(); variables as usize];
        for constraint in constraints {
            if let Constraint::Sum(sum) = constraint {
                for (_, lit) in sum.terms() {
                    let of_variable: &mut Vec<u32> = &mut of_variable[lit.vidx()];
                    if of_variable.last() != Some(&(sums.len() as u32)) {
                        of_variable.push(sums.len() as u32);
                    }
                }
                let narrowed = Narrowed::of(sum, &besides);
                for (_, lits) in
                    narrowed.parts.iter().flat_map(|part| part.besides.iter().flatten())
                {
                    for lit in lits {
                        let of_variable: &mut Vec<u32> = &mut of_variable[lit.vidx()];
                        if of_variable.last() != Some(&(sums.len() as u32)) {
                            of_variable.push(sums.len() as u32);
                        }
                    }
                }
                sums.push(narrowed);
            }
        }
        Self { waiting: vec![true; sums.len()], sums, of_variable, told: 0 }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// Takes what follows from sums and counts together, until nothing more does.
    pub fn settle(
        &mut self,
        network: &Network,
        known: &mut Knowledge,
    ) -> Result<(), Contradiction> {
        let mut false_lits = Vec::new();
        loop {
            self.hear(known);
            let mut is_quiet = true;
            for index in 0..self.sums.len() {
                if !std::mem::take(&mut self.waiting[index]) {
                    continue;
                }
                false_lits.clear();
                self.sums[index].narrow(known, &mut false_lits)?;
                for &lit in &false_lits {
                    if known.value(lit).is_none() {
                        known.learn(network, !lit)?;
                        is_quiet = false;
                    } else if known.value(lit) == Some(true) {
                        return Err(Contradiction);
                    }
                }
                self.hear(known);
            }
            if is_quiet && !self.waiting.contains(&true) {
                let before = known.facts().len();
                known.intersect(network)?;
                if known.facts().len() == before {
                    return Ok(());
                }
            }
        }
    }

    /// Notes which sums have news.
    fn hear(&mut self, known: &Knowledge) {
        for fact in &known.facts()[self.told..] {
            for &index in &self.of_variable[fact.vidx()] {
                self.waiting[index as usize] = true;
            }
        }
        self.told = known.facts().len();
    }
}

impl Narrowed {
    fn of(sum: &Sum, besides: &HashMap<&[Lit], Vec<&[Lit]>>) -> Self {
        let is_alone = sum.parts.len() == 1;
        let part = |part: &Part| NarrowedPart::of(part, is_alone.then_some(sum.total), besides);
        Self { total: sum.total, parts: sum.parts.iter().map(part).collect() }
    }

    /// Narrows the sets, and tells which open literals are false.
    fn narrow(
        &mut self,
        known: &Knowledge,
        false_lits: &mut Vec<Lit>,
    ) -> Result<(), Contradiction> {
        let candidates: Vec<Vec<Mask>> =
            self.parts.iter().map(|part| part.candidates(known)).collect();
        if candidates.iter().flatten().any(|&mask| mask == 0) {
            return Err(Contradiction);
        }
        let mut supported = Vec::with_capacity(self.parts.len());
        for (part, candidates) in self.parts.iter_mut().zip(&candidates) {
            supported.push(part.keep_fitting(candidates, known)?);
        }
        if self.parts.len() > 1 || self.parts.iter().any(|part| part.sets.is_none()) {
            self.keep_to_total(&candidates, &mut supported)?;
        }
        for (part, (candidates, supported)) in
            self.parts.iter().zip(candidates.iter().zip(&supported))
        {
            part.tell(candidates, supported, known, false_lits);
        }
        Ok(())
    }

    /// Drops the sets whose sums cannot be part of the total.
    fn keep_to_total(
        &mut self,
        candidates: &[Vec<Mask>],
        supported: &mut [Vec<Mask>],
    ) -> Result<(), Contradiction> {
        let spans: Vec<Vec<i64>> = self
            .parts
            .iter()
            .zip(candidates)
            .map(|(part, candidates)| part.sums(candidates))
            .collect();
        let (forward, backward) = (reach(spans.iter()), reach(spans.iter().rev()));
        for (index, part) in self.parts.iter_mut().enumerate() {
            let before = &forward[index];
            let after = &backward[spans.len() - 1 - index];
            let total = self.total;
            let fits = |sum: i64| {
                let rest = total - sum;
                before.iter().any(|&it| after.binary_search(&(rest - it)).is_ok())
            };
            part.keep_sums(&candidates[index], &spans[index], fits, &mut supported[index])?;
        }
        Ok(())
    }
}

/// The sums that can come about before each of the parts, ascending.
fn reach<'s>(spans: impl Iterator<Item = &'s Vec<i64>>) -> Vec<Vec<i64>> {
    let mut all = vec![vec![0]];
    for span in spans {
        let last = &all[all.len() - 1];
        let mut next: Vec<i64> =
            last.iter().flat_map(|sum| span.iter().map(move |value| sum + value)).collect();
        next.sort_unstable();
        next.dedup();
        all.push(next);
    }
    all
}

impl NarrowedPart {
    /// With a total, a part that makes up a sum alone.
    fn of(part: &Part, total: Option<i64>, besides: &HashMap<&[Lit], Vec<&[Lit]>>) -> Self {
        let Part { is_negative, numbers } = part;
        let sign = if *is_negative { -1 } else { 1 };
        let (least, most) =
            total.map_or((i64::MIN / 2, i64::MAX / 2), |total| (sign * total, sign * total));
        let values = values_of(numbers);
        let listed = values.as_ref().filter(|_| numbers.len() <= MOST_NUMBERS).and_then(|values| {
            let sets = sets(values, numbers.len(), least, most, MOST_SETS)?;
            Some(sets.into_iter().map(|set| (set, sign * sum_of(set, values))).collect())
        });
        let values = values.unwrap_or_default();
        let besides = besides_of(numbers, &values, besides);
        Self { sign, numbers: numbers.clone(), values, sets: listed, besides }
    }

    fn candidates(&self, known: &Knowledge) -> Vec<Mask> {
        let mask = |number: &Number| {
            let mut place = 0;
            number.0.iter().fold(0, |mask: Mask, &(value, lit)| {
                while self.values.get(place).is_some_and(|&other| other < value) {
                    place += 1;
                }
                let is_open = known.value(lit) != Some(false) && place < Mask::BITS as usize;
                mask | Mask::from(is_open) << place
            })
        };
        self.numbers.iter().map(mask).collect()
    }

    /// Keeps the sets that the candidates can share out, and that have what must be in them.
    fn keep_fitting(
        &mut self,
        candidates: &[Mask],
        known: &Knowledge,
    ) -> Result<Vec<Mask>, Contradiction> {
        let needed = self.needed(known);
        let mut supported = vec![0; candidates.len()];
        let Some(sets) = &mut self.sets else { return Ok(candidates.to_vec()) };
        sets.retain(|&(set, _)| {
            set & needed == needed && share_out(set, candidates, &mut supported)
        });
        if sets.is_empty() { Err(Contradiction) } else { Ok(supported) }
    }

    /// The values that have no place elsewhere.
    fn needed(&self, known: &Knowledge) -> Mask {
        let mut needed = 0;
        for (bit, others) in self.besides.iter().flatten() {
            if others.iter().all(|&lit| known.value(lit) == Some(false)) {
                needed |= 1 << bit;
            }
        }
        needed
    }

    /// The sums that it can contribute, ascending.
    fn sums(&self, candidates: &[Mask]) -> Vec<i64> {
        let mut sums: Vec<i64> = match &self.sets {
            Some(sets) => sets.iter().map(|&(_, sum)| sum).collect(),
            None => self.loose_sums(candidates).pop().unwrap_or_default(),
        };
        sums.sort_unstable();
        sums.dedup();
        sums
    }

    /// What the first numbers can contribute, as if they might be equal.
    fn loose_sums(&self, candidates: &[Mask]) -> Vec<Vec<i64>> {
        let spans: Vec<_> = candidates.iter().map(|&candidate| self.span(candidate)).collect();
        reach(spans.iter())
    }

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

    /// The same where the sets are too many: numbers as if they might be equal.
    fn keep_loosely(&self, candidates: &[Mask], fitting: &[i64], supported: &mut [Mask]) {
        let spans: Vec<_> = candidates.iter().map(|&candidate| self.span(candidate)).collect();
        let (forward, backward) = (reach(spans.iter()), reach(spans.iter().rev()));
        for (index, (supported, &candidate)) in supported.iter_mut().zip(candidates).enumerate() {
            let (before, after) = (&forward[index], &backward[spans.len() - 1 - index]);
            *supported = ones(candidate).fold(0, |mask, bit| {
                let value = self.sign * self.values[bit];
                let fits = fitting.iter().any(|total| {
                    before.iter().any(|it| after.binary_search(&(total - value - it)).is_ok())
                });
                mask | Mask::from(fits) << bit
            });
        }
    }

    /// Tells which candidates are no more, and which values are taken elsewhere.
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
            let gone = candidates & !supported;
            if gone != 0 {
                let is_gone = |value: i64| {
                    self.values.binary_search(&value).is_ok_and(|bit| gone >> bit & 1 == 1)
                };
                let lits = number.0.iter().filter(|&&(value, _)| is_gone(value));
                false_lits.extend(lits.map(|&(_, lit)| lit));
            }
        }
        let Some(sets) = self.sets.as_ref().filter(|_| !self.besides.is_empty()) else { return };
        let in_all = sets.iter().fold(Mask::MAX, |all, (set, _)| all & set);
        for (bit, others) in self.besides.iter().flatten() {
            if in_all >> bit & 1 == 1 {
                let open = others.iter().filter(|&&lit| known.value(lit).is_none());
                false_lits.extend(open);
            }
        }
    }
}

/// For each group that a part lies in, the literals elsewhere, by the place of the value.
fn besides_of(
    numbers: &[Number],
    values: &[i64],
    besides: &HashMap<&[Lit], Vec<&[Lit]>>,
) -> Vec<Vec<(usize, Vec<Lit>)>> {
    if numbers.len() < 2 || besides.is_empty() {
        return Vec::new();
    }
    let mut of_value = Vec::new();
    for (bit, value) in values.iter().enumerate() {
        let with = |number: &Number| {
            number.0.iter().find(|(other, _)| other == value).map(|&(_, lit)| lit)
        };
        let lits: Vec<Lit> = numbers.iter().filter_map(with).collect();
        if let Some(others) = besides.get(lits.as_slice()) {
            of_value.push(others.iter().map(|others| (bit, others.to_vec())).collect());
        }
    }
    of_value
}
