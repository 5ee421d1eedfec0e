//! Analysis with a total where not everything can be counted: which numbers of true variables the
//! parts can have.

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::analysis::{Analysis, CellOdds, UncountedReason};
use super::component_analysis::{ComponentAnalysis, Part, PartCount};
use super::frontier::{Counted, Histogram};

/// Finds out what is certain although the solutions with this total cannot be counted. Returns `None`
/// if there is no solution.
pub(super) fn analyze(components: &ComponentAnalysis<'_>, total: usize) -> Option<Analysis> {
    let mut analysis = Analysis::of_certain(components);
    for part in &components.parts {
        let reason = match part.count {
            PartCount::Uncounted(reason) => reason,
            PartCount::Total(..) | PartCount::ByTruths(_) => UncountedReason::Total,
        };
        analysis.leave_out(part, reason);
    }
    if !components.has_samples() {
        analysis.has_solution = false;
        return Some(analysis);
    }
    let rest = Rest::new(components, total);
    let allowed = rest.allows(0);
    if allowed == Some(false) {
        return None;
    }
    analysis.has_solution = allowed == Some(true);
    for part in &components.parts {
        if components.is_sampled(part) {
            if analysis.has_solution {
                let growth = |it| components.growth(it);
                let is_open =
                    |&it: &u32| growth(it).is_some_and(|it| rest.allows(it) == Some(true));
                analysis.set(part.component.variables().filter(is_open), &CellOdds::OPEN);
            }
        } else if let Some(counted) = part.histograms() {
            rest.record(part, counted, &mut analysis);
        }
    }
    analysis.set(components.free(), &odds(rest.free()));
    Some(analysis)
}

/// The possible totals, if they are certain.
pub(super) fn total_range(components: &ComponentAnalysis<'_>) -> Option<RangeInclusive<usize>> {
    let known = components.truths().count();
    let mut reach = Reach::of_free(components.free().count());
    for part in &components.parts {
        reach.add(&part.histograms()?.all);
    }
    Some(known + reach.least..=known + reach.most)
}

/// The counted parts and the free variables, where the other parts have the values of the samples.
struct Rest {
    reach: Reach,
    /// The number of true variables that they must have.
    left: i64,
    /// Whether there are no other parts.
    is_all: bool,
}

impl Rest {
    fn new(components: &ComponentAnalysis<'_>, total: usize) -> Self {
        let mut reach = Reach::of_free(components.free().count());
        for part in components.parts.iter().filter(|part| !components.is_sampled(part)) {
            if let Some(counted) = part.histograms() {
                reach.add(&counted.all);
            }
        }
        let samples = &components.samples;
        let in_samples = samples.values().filter(|sample| sample.value).count();
        let known = components.truths().filter(|it| !samples.contains_key(it)).count();
        let left = total as i64 - known as i64 - in_samples as i64;
        Self { reach, left, is_all: samples.is_empty() }
    }

    /// Whether there is a solution with `growth` more true variables in the samples, if that is
    /// certain.
    fn allows(&self, growth: i64) -> Option<bool> {
        self.certainly(self.reach.allows(self.left - growth))
    }

    /// Other solutions of the uncounted parts may allow what the samples do not.
    fn certainly(&self, allowed: Option<bool>) -> Option<bool> {
        allowed.filter(|&it| it || self.is_all)
    }

    /// Records the odds of the variables of a counted part.
    fn record(&self, part: &Part, counted: &Counted<BigUint>, analysis: &mut Analysis) {
        let Counted { all, with } = counted;
        let others = self.reach.without(all);
        for (group, with) in part.component.groups.iter().zip(with) {
            let truths = with.counts.iter().map(|with| *with != BigUint::ZERO);
            let falses = all.counts.iter().zip(&with.counts).map(|(all, with)| all != with);
            let truths = self.any(&others, all.least, truths);
            let falses = self.any(&others, all.least, falses);
            analysis.set(group.variables.iter().copied(), &odds([truths, falses]));
        }
    }

    /// Whether the others allow one of the possible numbers of true variables, if that is certain.
    fn any(
        &self,
        others: &Reach,
        least: usize,
        is_possible: impl Iterator<Item = bool>,
    ) -> Option<bool> {
        let mut result = Some(false);
        for (truths, is_possible) in (least as i64..).zip(is_possible) {
            let allowed = others.allows(self.left - truths);
            match if is_possible { self.certainly(allowed) } else { Some(false) } {
                Some(true) => return Some(true),
                Some(false) => {}
                None => result = None,
            }
        }
        result
    }

    /// Whether a free variable can be true, and can be false.
    fn free(&self) -> [Option<bool>; 2] {
        let others = self.reach.with_fewer_free();
        [self.left - 1, self.left].map(|left| self.certainly(others.allows(left)))
    }
}

/// The odds of a variable from whether it can be true and can be false, where that is certain.
fn odds(values: [Option<bool>; 2]) -> CellOdds {
    match values {
        [Some(true), Some(true)] => CellOdds::OPEN,
        [Some(false), Some(true)] => CellOdds::certain(false),
        [Some(true), Some(false)] => CellOdds::certain(true),
        _ => CellOdds::UNKNOWN,
    }
}

/// The numbers of true variables that several parts can have together.
#[derive(Debug, Clone, Copy)]
struct Reach {
    least: usize,
    most: usize,
    /// The width of the range of the parts without gaps together.
    even: usize,
    /// The largest step from a possible number to the next one in any part.
    step: usize,
}

impl Reach {
    /// Of variables that may all be true or false.
    fn of_free(variables: usize) -> Self {
        Self { least: 0, most: variables, even: variables, step: 1 }
    }

    /// Adds a part.
    fn add(&mut self, part: &Histogram<BigUint>) {
        let [width, step] = measure(part);
        self.least += part.least;
        self.most += part.least + width;
        self.even += if step == 1 { width } else { 0 };
        self.step = self.step.max(step);
    }

    /// The same without a part that was added.
    fn without(&self, part: &Histogram<BigUint>) -> Self {
        let [width, step] = measure(part);
        Self {
            least: self.least - part.least,
            most: self.most - part.least - width,
            even: self.even - if step == 1 { width } else { 0 },
            step: self.step,
        }
    }

    /// The same with one free variable less.
    fn with_fewer_free(&self) -> Self {
        Self { most: self.most.saturating_sub(1), even: self.even.saturating_sub(1), ..*self }
    }

    /// Whether so many true variables are possible, if that is certain.
    fn allows(&self, truths: i64) -> Option<bool> {
        if truths < self.least as i64 || truths > self.most as i64 {
            return Some(false);
        }
        // Steps that are no longer than the range without gaps leave no number out.
        (self.step <= self.even + 1).then_some(true)
    }
}

/// The width of a histogram, and the largest step between its possible numbers, at least 1.
fn measure(part: &Histogram<BigUint>) -> [usize; 2] {
    let possible = part.counts.iter().enumerate().filter(|(_, count)| **count != BigUint::ZERO);
    let possible: Vec<_> = possible.map(|(index, _)| index).collect();
    let step = possible.windows(2).map(|pair| pair[1] - pair[0]).max();
    [part.counts.len().saturating_sub(1), step.unwrap_or(1)]
}
