//! Counting the solutions of any model without meeting them: what has nothing in common is counted
//! apart, and what was counted once is remembered.
//!
//! It chooses a literal and sees what follows, as a search does. Then the open variables fall into
//! components: two of them belong together when a constraint that still demands something names
//! both. The solutions of each component are counted on their own, and the numbers are multiplied.
//! The same component is met again and again where choices differ only in what lies elsewhere, so
//! the numbers are kept. All that decides them is in the key: the open variables, and what is left
//! of each constraint that names them. So a number that is found is right, whatever led to it.
//!
//! That pays where a model is loose: blocks side by side, or a long strip through which few
//! constraints pass at any place. A tight one does not fall apart, and is better searched.

mod cache;
mod parts;

use std::mem;
use std::sync::Arc;

use num_bigint::BigUint;

use self::cache::Cache;
use self::parts::{Component, Finder};
use super::general::choice::ways;
use super::general::sides::Sides;
use crate::propagate::{Contradiction, Knowledge, Network};
use crate::sums::{Left, Sums};
use sator_sat::Lit;
use sator_sat::constraint::Constraint;

/// So many bytes at most are spent on the components that led to a place.
const MOST_SAVED: usize = 1 << 28;

/// How many assignments satisfy the constraints of a network and these others (sums, splits, and
/// counts that are not in the network), and have all that is known. A variable that no constraint
/// names doubles the number. Nothing if that takes more than so many nodes, or more memory than a
/// few hundred megabytes, or `stop` says so, which it must not take back.
///
/// A sum holds its open variables together until all are known, however little it demands.
pub fn count<'c>(
    network: Arc<Network>,
    known: Knowledge,
    others: impl Iterator<Item = &'c Constraint> + Clone,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Option<BigUint> {
    Counter::new(network, known, others).run(nodes, stop)
}

/// A count under way.
struct Counter {
    network: Arc<Network>,
    known: Knowledge,
    sums: Sums,
    sides: Sides,
    finder: Finder,
    cache: Cache,
    /// The components that are being counted, each a part of a branch of the one before. The first
    /// is the whole model, in its only branch.
    frames: Vec<Frame>,
    /// How many of them there may be.
    deepest: usize,
    /// Memory to be used again.
    spare: Vec<Before>,
}

/// A component that is being counted.
struct Frame {
    component: Component,
    key: Box<[u32]>,
    before: Before,
    /// The branches that are left. Every solution is in one of all, and in no other.
    choices: Vec<Lit>,
    /// The solutions in the branches behind.
    total: BigUint,
    branch: Branch,
}

/// What was known before a component was entered.
#[derive(Default)]
struct Before {
    /// How many facts there were.
    facts: usize,
    left: Left,
}

/// What became of a component after a choice.
#[derive(Default)]
struct Branch {
    /// The product of the parts that were counted.
    product: BigUint,
    /// Those that were not.
    parts: Vec<Component>,
}

impl Branch {
    /// The next part that is to be counted, unless there is no solution however many it has.
    fn next(&mut self) -> Option<Component> {
        if self.product == BigUint::ZERO {
            self.parts.clear();
        }
        self.parts.pop()
    }
}

impl Counter {
    fn new<'c>(
        network: Arc<Network>,
        known: Knowledge,
        others: impl Iterator<Item = &'c Constraint> + Clone,
    ) -> Self {
        let sums = Sums::new(&network, others.clone());
        let sides = Sides::new(&network, others.clone());
        let finder = Finder::new(&network, others);
        let level = network.variables() as usize + 8 * network.groups() + finder.terms() + 1;
        let (cache, frames, spare) = (Cache::default(), Vec::new(), Vec::new());
        let deepest = MOST_SAVED / level;
        Self { network, known, sums, sides, finder, cache, frames, deepest, spare }
    }

    fn run(mut self, nodes: u64, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        let mut left = nodes;
        self.begin(stop);
        while !stop() {
            let frame = self.frames.last_mut()?;
            if let Some(part) = frame.branch.next() {
                self.meet(part)?;
                continue;
            }
            frame.total += mem::take(&mut frame.branch.product);
            if let Some(choice) = frame.choices.pop() {
                left = left.checked_sub(1)?;
                self.enter_branch(choice, stop);
            } else if let Some(total) = self.leave() {
                return Some(total);
            }
        }
        None
    }

    /// Enters the whole model.
    fn begin(&mut self, stop: &dyn Fn() -> bool) {
        let component = self.finder.whole();
        self.frames.push(Frame {
            component,
            key: Box::default(),
            before: Before::default(),
            choices: Vec::new(),
            total: BigUint::ZERO,
            branch: Branch::default(),
        });
        if self.settle(stop).is_ok() {
            self.fall_apart();
        }
    }

    /// Takes the number of a component from the cache, or enters it. Nothing if it lies too deep.
    fn meet(&mut self, component: Component) -> Option<()> {
        let key = self.finder.key(&component, &self.network, &self.known);
        if let Some(number) = self.cache.get(&key) {
            let frame = self.frames.last_mut()?;
            frame.branch.product *= number;
            return Some(());
        }
        if self.frames.len() >= self.deepest {
            return None;
        }
        let mut before = self.spare.pop().unwrap_or_default();
        before.facts = self.known.facts().len();
        self.sums.save(&mut before.left);
        let choices = self.choices(&component);
        let (total, branch) = (BigUint::ZERO, Branch::default());
        self.frames.push(Frame { component, key, before, choices, total, branch });
        Some(())
    }

    /// Goes back to where the last component was entered, and from there into a branch. When it was
    /// stopped, what it finds is of no use.
    fn enter_branch(&mut self, choice: Lit, stop: &dyn Fn() -> bool) {
        self.go_back();
        if let Some(Frame { before, .. }) = self.frames.last_mut() {
            before.facts = self.known.facts().len();
            self.sums.save(&mut before.left);
        }
        let learnt = self.known.learn(&self.network, choice);
        if learnt.and_then(|()| self.settle(stop)).is_ok() {
            self.fall_apart();
        }
    }

    /// Leaves the last component, which has no more branches, and hands its number on to the branch
    /// that it is a part of; or says it if that was all.
    fn leave(&mut self) -> Option<BigUint> {
        if self.frames.len() > 1 {
            self.go_back();
        }
        let Frame { key, total, before, .. } = self.frames.pop()?;
        let Some(outer) = self.frames.last_mut() else { return Some(total) };
        outer.branch.product *= &total;
        self.cache.insert(key, total);
        self.spare.push(before);
        None
    }

    fn go_back(&mut self) {
        let Self { network, known, sums, sides, frames, .. } = self;
        if let Some(Frame { before, .. }) = frames.last_mut() {
            known.forget(network, before.facts);
            sums.restore(&mut before.left, known);
            sides.restore(known);
        }
    }

    /// Takes what follows from what is known. It never leaves the component where something was
    /// learnt: each conclusion is about the open literals of constraints that demand something.
    fn settle(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Contradiction> {
        let Self { network, known, sums, sides, .. } = self;
        loop {
            sums.settle(network, known, stop)?;
            if !sides.settle(network, known)? || stop() {
                return Ok(());
            }
        }
    }

    /// Finds into what the last component has fallen by what is known now.
    fn fall_apart(&mut self) {
        let Self { network, known, finder, frames, .. } = self;
        let Some(Frame { component, branch, .. }) = frames.last_mut() else { return };
        let Ok(fallen) = finder.fall_apart(component, network, known) else { return };
        branch.product = BigUint::from(1_u8) << fallen.free;
        branch.parts = fallen.components;
        // Small ones come first: they tell soonest if there is nothing in here.
        branch.parts.sort_by_key(|part| std::cmp::Reverse(part.variables.len()));
    }

    /// The branches of a component. Of several groups with as few ways to go on, the first is
    /// taken, so that neighbours in the order of the model follow each other: then few different
    /// components are met.
    fn choices(&self, component: &Component) -> Vec<Lit> {
        let open = |&lit: &Lit| self.known.value(lit).is_none();
        let demands = component
            .groups
            .iter()
            .map(|&group| (group as usize, self.known.demand(&self.network, group as usize)));
        let exact = demands.clone().filter(|(_, demand)| demand.least == demand.most);
        let exact = exact.min_by_key(|&(_, demand)| ways(demand));
        let best = exact.or_else(|| demands.min_by_key(|(_, demand)| demand.open));
        let lits = best.map_or(&[][..], |(group, _)| self.network.literals(group));
        let mut lits = lits.iter().copied().filter(open);
        match best {
            Some((_, demand)) if demand.least == 1 && demand.most == 1 => lits.rev().collect(),
            _ => {
                let first = || component.variables.first().map(|&it| Lit::positive(it));
                let choice = lits.next().or_else(first);
                choice.map_or_else(Vec::new, |lit| vec![!lit, lit])
            }
        }
    }
}
