//! What sums rule out before anybody searches, and while somebody does: different numbers with a
//! given total can only take certain sets of values, and each candidate narrows the sets as each
//! set narrows the candidates.

mod layout;
mod narrow;
mod window;

use std::sync::Arc;

use self::layout::Layout;
use self::narrow::Scratch;
use crate::propagate::{Contradiction, Knowledge, Network};
use sator_sat::Lit;
use sator_sat::constraint::{Constraint, Sum};
use sator_sat::encode::sum::value_sets::Mask;
pub use sator_sat::encode::sum::value_sets::ones;

/// Sums at work beside a network of counts.
#[derive(Debug, Clone, Default)]
pub struct Sums {
    layout: Arc<Layout>,
    left: Left,
    /// The sets of all parts. Those of a part that are left come first among its own, so that going
    /// back to more of them is to remember their number.
    sets: Vec<(Mask, i64)>,
    /// A bit for each sum that waits to be looked at, and how much of what is known they have been
    /// told.
    waiting: Vec<u64>,
    told: usize,
    scratch: Scratch,
}

/// What is left of all sums.
#[derive(Debug, Clone, Default)]
pub(crate) struct Left {
    /// The values that each number can still have.
    candidates: Vec<Mask>,
    /// The values that must be in each part, as they have no place elsewhere.
    needed: Vec<Mask>,
    /// The values that are in all sets of each part, as far as it was said elsewhere.
    claimed: Vec<Mask>,
    /// How many sets of each part are left.
    sets: Vec<u32>,
}

impl Left {
    /// Copies another one, into the memory that is there.
    fn copy(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.needed.clone_from(&other.needed);
        self.claimed.clone_from(&other.claimed);
        self.sets.clone_from(&other.sets);
    }
}

impl Sums {
    /// Gets the sums among some constraints ready, to work beside a network.
    pub fn new<'c>(network: &Network, constraints: impl Iterator<Item = &'c Constraint>) -> Self {
        Self::with_rest(network, constraints).0
    }

    /// The same, with the sums that are left alone: they have too many values for masks, or values
    /// too far apart.
    pub(crate) fn with_rest<'c>(
        network: &Network,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> (Self, Vec<&'c Sum>) {
        let mut sums = Self::default();
        let rest = sums.take(network, constraints);
        (sums, rest)
    }

    /// Adds the sums among more constraints. What was found about the others remains.
    pub fn add<'c>(
        &mut self,
        network: &Network,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) {
        self.take(network, constraints);
    }

    fn take<'c>(
        &mut self,
        network: &Network,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) -> Vec<&'c Sum> {
        let sums = constraints.filter_map(|constraint| match constraint {
            Constraint::Sum(sum) => Some(sum),
            _ => None,
        });
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
        self.waiting.resize(layout.sums.len().div_ceil(64), 0);
        for sum in sums_before..layout.sums.len() {
            self.waiting[sum / 64] |= 1 << (sum % 64);
        }
        // The new ones have heard nothing yet.
        self.told = 0;
        rest
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.layout.sums.is_empty()
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
            known.intersect(network)?;
            let facts = known.facts().len();
            let is_all = facts == network.variables() as usize;
            if stop() || facts == self.told && (is_all || !self.hear_of_needs(network, known)) {
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
        loop {
            self.hear(known);
            // Those with few sets come first, and speak first.
            let Some(word) = self.waiting.iter().position(|&word| word != 0) else { return Ok(()) };
            if stop() {
                return Ok(());
            }
            let index = word * 64 + self.waiting[word].trailing_zeros() as usize;
            self.waiting[word] &= self.waiting[word] - 1;
            self.narrow(network, index, known)?;
        }
    }

    /// Takes what became false from the candidates, and notes which sums did not expect it.
    fn hear(&mut self, known: &Knowledge) {
        let news = if self.is_empty() { &[] } else { &known.facts()[self.told..] };
        for &fact in news {
            for user in self.layout.users_of(fact) {
                let candidates = &mut self.left.candidates[user.number as usize];
                let gone = *candidates & u64::from(user.lit == !fact) << user.bit;
                *candidates &= !gone;
                self.waiting[user.sum as usize / 64] |= u64::from(gone != 0) << (user.sum % 64);
            }
        }
        self.told = known.facts().len();
    }

    /// Notes which values have no place outside a part any more; says whether that is news.
    fn hear_of_needs(&mut self, network: &Network, known: &Knowledge) -> bool {
        let mut is_news = false;
        for (index, part) in self.layout.parts.iter().enumerate() {
            let needed = &mut self.left.needed[index];
            for beside in &self.layout.besides[part.besides.clone()] {
                if *needed >> beside.bit & 1 == 1 {
                    continue;
                }
                let places = known.not_false(network, beside.group as usize);
                if places as usize > part.numbers.len() {
                    continue;
                }
                let candidates = &self.left.candidates[part.numbers.clone()];
                let inside: u32 = candidates.iter().map(|it| (it >> beside.bit & 1) as u32).sum();
                if inside == places {
                    *needed |= 1 << beside.bit;
                    self.waiting[part.sum as usize / 64] |= 1 << (part.sum % 64);
                    is_news = true;
                }
            }
        }
        is_news
    }

    /// Keeps what is left of the sums for later. They are settled.
    pub(crate) fn save(&self, saved: &mut Left) {
        saved.copy(&self.left);
    }

    /// Goes back to what was left when it was saved, together with what was known. What was saved
    /// is used up.
    pub(crate) fn restore(&mut self, saved: &mut Left, known: &Knowledge) {
        std::mem::swap(&mut self.left, saved);
        self.waiting.fill(0);
        self.told = known.facts().len();
    }

    /// How much the sums that speak of the variable of a literal have to tell: the most, where two
    /// sets are left.
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
