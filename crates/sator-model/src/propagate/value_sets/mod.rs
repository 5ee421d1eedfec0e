//! Sums of different numbers, propagated by the sets of values that they can take. A set that
//! cannot be distributed among the candidates is dropped, and a candidate in no set becomes false.
//! A value in all sets is excluded elsewhere in a house that contains the whole part, and a value
//! without a place elsewhere in the house must be in the set.

mod layout;
mod narrow;
mod window;

use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::constraint::Sum;
use sator_sat::encode::sum::value_sets::Mask;
pub(crate) use sator_sat::encode::sum::value_sets::ones;

use self::layout::Layout;
use self::narrow::Scratch;
use super::{Contradiction, Network, Reasons, Trail};

/// The sums of an instance, beside a network of groups.
#[derive(Debug, Clone, Default)]
pub(crate) struct ValueSets {
    layout: Arc<Layout>,
    left: Left,
    /// The sets of all parts with their sums. The remaining sets of a part come first among its
    /// own, so that backtracking only restores their number.
    sets: Vec<(Mask, i64)>,
    /// A bit for each sum to visit.
    queue: Vec<u64>,
    /// The length of the trail that the candidates reflect.
    seen: usize,
    scratch: Scratch,
}

/// The state of all sums.
#[derive(Debug, Clone, Default)]
pub(crate) struct Left {
    /// The values that each number can still have.
    candidates: Vec<Mask>,
    /// The values that each part must have, because they have no place elsewhere in a house.
    needed: Vec<Mask>,
    /// The values in all sets of each part that were excluded elsewhere.
    claimed: Vec<Mask>,
    /// The number of remaining sets of each part.
    sets: Vec<u32>,
}

impl Left {
    /// Copies another state into the buffers of this one.
    fn copy(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.needed.clone_from(&other.needed);
        self.claimed.clone_from(&other.claimed);
        self.sets.clone_from(&other.sets);
    }
}

impl ValueSets {
    /// Adds sums; the state of the others remains. Returns the sums with too many values for masks,
    /// or with values too far apart.
    pub(super) fn add<'s>(
        &mut self,
        network: &Network,
        sums: impl Iterator<Item = &'s Sum>,
    ) -> Vec<&'s Sum> {
        let mut sums = sums.peekable();
        if sums.peek().is_none() {
            return Vec::new();
        }
        let layout = Arc::make_mut(&mut self.layout);
        let [sums_before, parts_before, numbers_before] =
            [layout.sums.len(), layout.parts.len(), layout.numbers.len()];
        let rest = layout.add(network, sums, &mut self.sets);
        let parts = &layout.parts[parts_before..];
        let numbers = &layout.numbers[numbers_before..];
        self.left.candidates.extend(numbers.iter().map(|number| number.mask));
        self.left.needed.resize(layout.parts.len(), 0);
        self.left.claimed.resize(layout.parts.len(), 0);
        self.left.sets.extend(parts.iter().map(|part| part.sets.len() as u32));
        self.queue.resize(layout.sums.len().div_ceil(64), 0);
        for sum in sums_before..layout.sums.len() {
            self.queue[sum / 64] |= 1 << (sum % 64);
        }
        // The new candidates reflect nothing of the trail yet.
        self.seen = 0;
        rest
    }

    /// Whether there are no sums.
    pub(crate) fn is_empty(&self) -> bool {
        self.layout.sums.is_empty()
    }

    /// The literals that a conclusion from a sum can depend on: its own, and those of the houses
    /// that contain its parts.
    pub(super) fn scope(&self, network: &Network, sum: usize) -> Vec<Lit> {
        let mut scope = Vec::new();
        for part in &self.layout.parts[self.layout.sums[sum].parts.clone()] {
            for number in part.numbers.clone() {
                scope.extend((0..64).filter_map(|bit| self.layout.lit(number, bit)));
            }
            for beside in &self.layout.besides[part.besides.clone()] {
                scope.extend(network.literals(beside.group as usize));
            }
        }
        scope
    }

    /// Propagates sums and groups to a fixpoint, or until `stop` returns true.
    pub(super) fn propagate<R: Reasons>(
        &mut self,
        network: &Network,
        trail: &mut Trail<R>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        loop {
            self.narrow_all(network, trail, stop)?;
            trail.intersect(network)?;
            let facts = trail.facts().len();
            let is_all = facts == network.variables() as usize;
            if stop() || facts == self.seen && (is_all || !self.find_needed(network, trail)) {
                return Ok(());
            }
        }
    }

    fn narrow_all<R: Reasons>(
        &mut self,
        network: &Network,
        trail: &mut Trail<R>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Contradiction> {
        loop {
            self.drop_candidates(trail.facts());
            // Sums with few sets come first in the queue.
            let Some(word) = self.queue.iter().position(|&word| word != 0) else { return Ok(()) };
            if stop() {
                return Ok(());
            }
            let index = word * 64 + self.queue[word].trailing_zeros() as usize;
            self.queue[word] &= self.queue[word] - 1;
            self.narrow(network, index, trail)?;
        }
    }

    /// Removes the falsified candidates, and queues the sums that did not cause the change.
    fn drop_candidates(&mut self, facts: &[Lit]) {
        let new = if self.is_empty() { &[] } else { &facts[self.seen..] };
        for &fact in new {
            for user in self.layout.users_of(fact) {
                let candidates = &mut self.left.candidates[user.number as usize];
                let gone = *candidates & u64::from(user.lit == !fact) << user.bit;
                *candidates &= !gone;
                self.queue[user.sum as usize / 64] |= u64::from(gone != 0) << (user.sum % 64);
            }
        }
        self.seen = facts.len();
    }

    /// Finds values that have no place left outside a part; returns whether there are new ones.
    fn find_needed<R: Reasons>(&mut self, network: &Network, trail: &Trail<R>) -> bool {
        let mut is_new = false;
        for (index, part) in self.layout.parts.iter().enumerate() {
            let needed = &mut self.left.needed[index];
            for beside in &self.layout.besides[part.besides.clone()] {
                if *needed >> beside.bit & 1 == 1 {
                    continue;
                }
                let places = trail.not_false(network, beside.group as usize);
                if places as usize > part.numbers.len() {
                    continue;
                }
                let candidates = &self.left.candidates[part.numbers.clone()];
                let inside: u32 = candidates.iter().map(|it| (it >> beside.bit & 1) as u32).sum();
                if inside == places {
                    *needed |= 1 << beside.bit;
                    self.queue[part.sum as usize / 64] |= 1 << (part.sum % 64);
                    is_new = true;
                }
            }
        }
        is_new
    }

    /// Saves the state, which is at a fixpoint.
    pub(super) fn save(&self, saved: &mut Left) {
        saved.copy(&self.left);
    }

    /// Restores a saved state, which is consumed.
    pub(super) fn restore<R: Reasons>(&mut self, saved: &mut Left, trail: &Trail<R>) {
        std::mem::swap(&mut self.left, saved);
        self.queue.fill(0);
        self.seen = trail.facts().len();
    }

    /// The score of a decision on the variable of a literal, by its sums: highest where two sets
    /// remain.
    pub(crate) fn tightness(&self, lit: Lit) -> usize {
        let of_part = |part: usize| match self.left.sets[part] {
            0 | 1 => 1,
            2 => 8,
            3 => 6,
            4 => 4,
            _ => 2,
        };
        let of_sum = |sum: usize| self.layout.sums[sum].parts.clone().map(of_part).max();
        self.layout.users_of(lit).filter_map(|user| of_sum(user.sum as usize)).sum()
    }
}
