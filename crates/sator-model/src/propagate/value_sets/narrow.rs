//! One propagation step of a sum: drops sets that no longer fit, and candidates in no remaining
//! set.

use sator_sat::Lit;
use sator_sat::encode::sum::reached::Reached;
use sator_sat::encode::sum::value_sets::{Mask, share_out};

use super::window::Window;
use super::{ValueSets, ones};
use crate::propagate::{Cause, Contradiction, Network, Reasons, Trail};

/// Buffers that are reused between steps.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    /// For each number of a sum, the values that are in some set.
    supported: Vec<Mask>,
    windows: Vec<Window>,
    /// The literals "a number of the part has this value".
    inside: Vec<Lit>,
}

impl ValueSets {
    /// Drops the sets of a sum that do not fit, makes candidates without a set false, and propagates.
    pub(super) fn narrow<R: Reasons>(
        &mut self,
        network: &Network,
        index: usize,
        trail: &mut Trail<R>,
    ) -> Result<(), Contradiction> {
        let parts = self.layout.sums[index].parts.clone();
        let at = &self.layout.parts[parts.clone()];
        let first = at.first().map_or(0, |part| part.numbers.start);
        let last = at.last().map_or(0, |part| part.numbers.end);
        let is_by_sets_alone = matches!(at, [part] if !part.is_loose);
        self.scratch.supported.clear();
        self.scratch.supported.resize(last - first, 0);
        for part in parts.clone() {
            self.keep_fitting(part, first)?;
        }
        if !is_by_sets_alone {
            self.keep_to_total(index, first)?;
        }
        for part in parts {
            self.exclude(network, part, first, trail)?;
        }
        trail.propagate(network)
    }

    /// Keeps the sets that can be distributed among the candidates and contain all needed values.
    fn keep_fitting(&mut self, part: usize, first: usize) -> Result<(), Contradiction> {
        let at = &self.layout.parts[part];
        let candidates = &self.left.candidates[at.numbers.clone()];
        let supported = &mut self.scratch.supported[at.numbers.start - first..][..candidates.len()];
        if candidates.contains(&0) {
            return Err(Contradiction);
        }
        if at.is_loose {
            supported.copy_from_slice(candidates);
            return Ok(());
        }
        let needed = self.left.needed[part];
        let sets = &mut self.sets[at.sets.start..];
        let fits = |set: Mask, _| set & needed == needed && share_out(set, candidates, supported);
        keep(sets, &mut self.left.sets[part], fits)
    }

    /// Drops the sets whose sums cannot be part of the total.
    fn keep_to_total(&mut self, index: usize, first: usize) -> Result<(), Contradiction> {
        let sum = &self.layout.sums[index];
        let mut windows = std::mem::take(&mut self.scratch.windows);
        windows.clear();
        windows.extend(sum.parts.clone().map_while(|part| self.window(part)));
        let outcome = if windows.len() == sum.parts.len() && Window::suit(&windows) {
            self.keep_to_windows(index, first, &windows)
        } else {
            self.keep_to_reached(index, first)
        };
        self.scratch.windows = windows;
        outcome
    }

    /// The sums that a part can contribute, if they lie close together.
    fn window(&self, part: usize) -> Option<Window> {
        let at = &self.layout.parts[part];
        if at.is_loose {
            return None;
        }
        let sets = &self.sets[at.sets.start..][..self.left.sets[part] as usize];
        Window::of(sets.iter().map(|&(_, sum)| sum))
    }

    fn keep_to_windows(
        &mut self,
        index: usize,
        first: usize,
        windows: &[Window],
    ) -> Result<(), Contradiction> {
        let sum = &self.layout.sums[index];
        let (total, parts) = (sum.total, sum.parts.clone());
        for (place, part) in parts.enumerate() {
            let others = Window::all_but(windows, place);
            let fits = |sum: i64| others.contains(total - sum);
            let sets = &self.sets[self.layout.parts[part].sets.start..];
            let sets = &sets[..self.left.sets[part] as usize];
            if !sets.iter().all(|&(_, sum)| fits(sum)) {
                self.keep_sums(part, first, fits)?;
            }
        }
        Ok(())
    }

    /// Like [`Self::keep_to_total`], for sums that lie far apart or are too many to list.
    fn keep_to_reached(&mut self, index: usize, first: usize) -> Result<(), Contradiction> {
        let sum = &self.layout.sums[index];
        let (total, parts) = (sum.total, sum.parts.clone());
        let sums: Vec<Vec<i64>> = parts.clone().map(|part| self.sums_of(part)).collect();
        if sums.is_empty() && total != 0 {
            return Err(Contradiction);
        }
        let reached = Reached::by(&sums);
        for (place, part) in parts.enumerate() {
            let fits = |sum: i64| reached.fits(place, sum, total);
            let fitting: Vec<i64> = sums[place].iter().copied().filter(|&sum| fits(sum)).collect();
            if fitting.is_empty() {
                return Err(Contradiction);
            }
            if self.layout.parts[part].is_loose {
                self.keep_loosely(part, first, &fitting);
            } else if fitting.len() < sums[place].len() {
                self.keep_sums(part, first, |sum| fitting.binary_search(&sum).is_ok())?;
            }
        }
        Ok(())
    }

    /// The sums that a part can contribute, ascending.
    fn sums_of(&self, part: usize) -> Vec<i64> {
        let at = &self.layout.parts[part];
        if at.is_loose {
            return Reached::by(&self.spans(part)).all();
        }
        let sets = &self.sets[at.sets.start..][..self.left.sets[part] as usize];
        let mut sums: Vec<i64> = sets.iter().map(|&(_, sum)| sum).collect();
        sums.sort_unstable();
        sums.dedup();
        sums
    }

    /// The values that each number of a part can contribute, ascending.
    fn spans(&self, part: usize) -> Vec<Vec<i64>> {
        let at = &self.layout.parts[part];
        let values = &self.layout.values[at.values.clone()];
        let span = |&candidates: &Mask| {
            let mut span: Vec<_> = ones(candidates).map(|bit| at.sign * values[bit]).collect();
            span.sort_unstable();
            span
        };
        self.left.candidates[at.numbers.clone()].iter().map(span).collect()
    }

    /// Drops the sets with sums that do not fit.
    fn keep_sums(
        &mut self,
        part: usize,
        first: usize,
        fits: impl Fn(i64) -> bool,
    ) -> Result<(), Contradiction> {
        let at = &self.layout.parts[part];
        let candidates = &self.left.candidates[at.numbers.clone()];
        let supported = &mut self.scratch.supported[at.numbers.start - first..][..candidates.len()];
        supported.fill(0);
        let fits = |set: Mask, sum| fits(sum) && share_out(set, candidates, supported);
        keep(&mut self.sets[at.sets.start..], &mut self.left.sets[part], fits)
    }

    /// Like [`Self::keep_sums`], for parts with too many sets: the numbers may be equal.
    fn keep_loosely(&mut self, part: usize, first: usize, fitting: &[i64]) {
        let spans = self.spans(part);
        let reached = Reached::by(&spans);
        let at = &self.layout.parts[part];
        let values = &self.layout.values[at.values.clone()];
        for (place, number) in at.numbers.clone().enumerate() {
            let fits = |value: i64| fitting.iter().any(|&it| reached.fits(place, value, it));
            let candidates = ones(self.left.candidates[number]);
            let fitting = candidates.filter(|&bit| fits(at.sign * values[bit]));
            self.scratch.supported[number - first] = fitting.fold(0, |mask, bit| mask | 1 << bit);
        }
    }

    /// Makes candidates without a set false, and excludes values elsewhere.
    fn exclude<R: Reasons>(
        &mut self,
        network: &Network,
        part: usize,
        first: usize,
        trail: &mut Trail<R>,
    ) -> Result<(), Contradiction> {
        let at = &self.layout.parts[part];
        for number in at.numbers.clone() {
            let gone = self.left.candidates[number] & !self.scratch.supported[number - first];
            for bit in ones(gone) {
                if let Some(lit) = self.layout.lit(number, bit as u32) {
                    trail.enqueue(!lit, Cause::Sum(at.sum))?;
                }
            }
            // Where all sets are listed, another step finds nothing more.
            if !at.is_loose {
                self.left.candidates[number] &= !gone;
            }
        }
        if !at.besides.is_empty() {
            self.claim(network, part, trail)?;
        }
        Ok(())
    }

    /// Excludes the values that are in all sets elsewhere in the houses.
    fn claim<R: Reasons>(
        &mut self,
        network: &Network,
        part: usize,
        trail: &mut Trail<R>,
    ) -> Result<(), Contradiction> {
        let at = &self.layout.parts[part];
        let sets = &self.sets[at.sets.start..][..self.left.sets[part] as usize];
        let in_all = sets.iter().fold(Mask::MAX, |all, (set, _)| all & set);
        let new = in_all & !self.left.claimed[part];
        if new == 0 {
            return Ok(());
        }
        self.left.claimed[part] |= new;
        for beside in &self.layout.besides[at.besides.clone()] {
            if new >> beside.bit & 1 == 1 {
                let lits = at.numbers.clone().filter_map(|it| self.layout.lit(it, beside.bit));
                self.scratch.inside.clear();
                self.scratch.inside.extend(lits);
                let cause = Cause::Sum(at.sum);
                let group = beside.group as usize;
                trail.exclude_others(network, group, &self.scratch.inside, cause)?;
            }
        }
        Ok(())
    }
}

/// Moves the kept sets to the front and returns their number.
fn keep(
    sets: &mut [(Mask, i64)],
    left: &mut u32,
    mut fits: impl FnMut(Mask, i64) -> bool,
) -> Result<(), Contradiction> {
    let mut index = 0;
    while index < *left as usize {
        let (set, sum) = sets[index];
        if fits(set, sum) {
            index += 1;
        } else {
            *left -= 1;
            sets.swap(index, *left as usize);
        }
    }
    if *left == 0 { Err(Contradiction) } else { Ok(()) }
}
