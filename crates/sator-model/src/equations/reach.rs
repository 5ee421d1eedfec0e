//! What a total of truths allows where it cannot be counted: how many truths parts may have.

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::frontier::{Counted, Spectrum};
use super::odds::{Chance, Odds, Why};
use super::study::{Part, Study, Tally};

/// What is certain where parts, or how they make up the total, were not counted. None if there is
/// no solution.
pub(super) fn odds(study: &Study<'_>, total: usize) -> Option<Odds> {
    let mut odds = study.start();
    for part in &study.parts {
        odds.leave_out(part, if let Tally::Not(why) = part.tally { why } else { Why::Total });
    }
    if !study.has_samples() {
        odds.has_solution = false;
        return Some(odds);
    }
    let outside = Outside::of(study, total);
    let allowed = outside.allows(0);
    if allowed == Some(false) {
        return None;
    }
    odds.has_solution = allowed == Some(true);
    for part in &study.parts {
        if study.is_near(part) {
            outside.note_near(study, part, &mut odds);
        } else if let Some(counted) = part.spectra() {
            outside.note_part(part, counted, &mut odds);
        }
    }
    let free = possible(outside.free());
    for variable in study.free() {
        odds.chances[variable as usize] = free.clone();
    }
    Some(odds)
}

/// How many truths there can be in all, if that is known for sure.
pub(super) fn range(study: &Study<'_>) -> Option<RangeInclusive<usize>> {
    let known = study.truths().count();
    let mut reach = Reach::of_free(study.free().count());
    for part in &study.parts {
        reach.add(&part.spectra()?.all);
    }
    Some(known + reach.least..=known + reach.most)
}

/// The parts that were counted and the free variables, around solutions of those that were not.
struct Outside {
    reach: Reach,
    /// How many truths are left for them.
    left: i64,
    /// Whether there are no others.
    is_all: bool,
}

impl Outside {
    fn of(study: &Study<'_>, total: usize) -> Self {
        let mut reach = Reach::of_free(study.free().count());
        for part in study.parts.iter().filter(|part| !study.is_near(part)) {
            if let Some(counted) = part.spectra() {
                reach.add(&counted.all);
            }
        }
        let near = study.near.values().filter(|near| near.value).count();
        let known = study.truths().filter(|it| !study.near.contains_key(it)).count();
        let left = total as i64 - known as i64 - near as i64;
        Self { reach, left, is_all: study.near.is_empty() }
    }

    /// Whether they can make up for so many truths elsewhere, if that is certain.
    fn allows(&self, elsewhere: i64) -> Option<bool> {
        self.certainly(self.reach.allows(self.left - elsewhere))
    }

    /// With other solutions of the parts that were not counted everything may be different.
    fn certainly(&self, allowed: Option<bool>) -> Option<bool> {
        allowed.filter(|&it| it || self.is_all)
    }

    fn note_near(&self, study: &Study<'_>, part: &Part, odds: &mut Odds) {
        for variable in part.component.variables() {
            let growth = study.near.get(&variable).and_then(|near| near.growth);
            let is_open = growth.is_some_and(|growth| self.allows(growth) == Some(true));
            if is_open && self.allows(0) == Some(true) {
                odds.chances[variable as usize] = Chance::OPEN;
            }
        }
    }

    fn note_part(&self, part: &Part, counted: &Counted<BigUint>, odds: &mut Odds) {
        let Counted { all, with } = counted;
        let rest = self.reach.without(all);
        for (group, with) in part.component.groups.iter().zip(with) {
            let falses = all.ways.iter().zip(&with.ways).map(|(all, with)| all != with);
            let truths = with.ways.iter().map(|with| *with != BigUint::ZERO);
            let chance =
                possible([self.any(&rest, all.least, truths), self.any(&rest, all.least, falses)]);
            for &variable in &group.variables {
                odds.chances[variable as usize] = chance.clone();
            }
        }
    }

    /// Whether the rest allows one of some numbers of truths, if that is certain.
    fn any(
        &self,
        rest: &Reach,
        least: usize,
        possible: impl Iterator<Item = bool>,
    ) -> Option<bool> {
        let mut result = Some(false);
        for (truths, is_possible) in (least as i64..).zip(possible) {
            let allowed = rest.allows(self.left - truths);
            match if is_possible { self.certainly(allowed) } else { Some(false) } {
                Some(true) => return Some(true),
                Some(false) => {}
                None => result = None,
            }
        }
        result
    }

    /// Whether a free variable may be true, and may be false.
    fn free(&self) -> [Option<bool>; 2] {
        let rest = self.reach.with_fewer_free();
        [self.left - 1, self.left].map(|left| self.certainly(rest.allows(left)))
    }
}

/// From whether something may be true and may be false, as far as is known.
fn possible(values: [Option<bool>; 2]) -> Chance {
    match values {
        [Some(true), Some(true)] => Chance::OPEN,
        [Some(false), Some(true)] => Chance::certain(false),
        [Some(true), Some(false)] => Chance::certain(true),
        _ => Chance::UNKNOWN,
    }
}

/// How many truths several parts may have together, without the ways.
#[derive(Debug, Clone, Copy)]
struct Reach {
    least: usize,
    most: usize,
    /// The parts that may have every number in their range may have, together, a range of this
    /// width.
    even: usize,
    /// The largest step from a possible number to the next in any part.
    step: usize,
}

impl Reach {
    /// Of variables that may all be true or false.
    fn of_free(variables: usize) -> Self {
        Self { least: 0, most: variables, even: variables, step: 1 }
    }

    /// Adds a part.
    fn add(&mut self, part: &Spectrum<BigUint>) {
        let [width, step] = measure(part);
        self.least += part.least;
        self.most += part.least + width;
        self.even += if step == 1 { width } else { 0 };
        self.step = self.step.max(step);
    }

    /// The same without a part that was added.
    #[must_use]
    fn without(&self, part: &Spectrum<BigUint>) -> Self {
        let [width, step] = measure(part);
        Self {
            least: self.least - part.least,
            most: self.most - part.least - width,
            even: self.even - if step == 1 { width } else { 0 },
            step: self.step,
        }
    }

    /// The same with a free variable less.
    #[must_use]
    fn with_fewer_free(&self) -> Self {
        Self { most: self.most.saturating_sub(1), even: self.even.saturating_sub(1), ..*self }
    }

    /// Whether so many truths are possible, if that is certain.
    fn allows(&self, truths: i64) -> Option<bool> {
        if truths < self.least as i64 || truths > self.most as i64 {
            return Some(false);
        }
        // Steps that are no longer than an even range leave no number out.
        (self.step <= self.even + 1).then_some(true)
    }
}

/// The width of a spectrum, and the largest step between its possible numbers, at least 1.
fn measure(part: &Spectrum<BigUint>) -> [usize; 2] {
    let possible = part.ways.iter().enumerate().filter(|(_, ways)| **ways != BigUint::ZERO);
    let possible: Vec<_> = possible.map(|(index, _)| index).collect();
    let step = possible.windows(2).map(|pair| pair[1] - pair[0]).max();
    [part.ways.len().saturating_sub(1), step.unwrap_or(1)]
}
