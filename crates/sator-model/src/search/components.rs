//! Counting the solutions of any model without visiting each: independent components are counted
//! apart, and the number of a component is cached. (T. Sang et al., "Combining component caching and
//! clause learning for effective model counting", 2004; here without clause learning.)
//!
//! After a decision and its propagation the open variables fall into components: two variables are
//! connected when an unsatisfied constraint has both. The solutions of the components are counted on
//! their own and multiplied. The cache key holds everything that decides the number of a component:
//! its open variables, and what is left of each of its constraints.
//!
//! That pays where a model is loose: blocks side by side, or a long strip with few constraints
//! across. A tight model does not fall apart, and is better searched.

mod cache;
mod parts;

use std::mem;

use num_bigint::BigUint;
use sator_sat::Lit;

use self::cache::Cache;
use self::parts::{Component, Finder};
use super::trail_search::choice::ways;
use crate::propagate::value_sets::Left;
use crate::propagate::{Contradiction, Kernel, OtherParts, Trail};

/// The most bytes for the saved states of the components that are being counted.
const MAX_SAVED: usize = 1 << 28;

/// The number of assignments that satisfy the constraints of a kernel, which has these parts beside
/// its network, and extend the trail. A variable without constraints doubles the number. `None` if
/// it takes more than so many nodes, or more memory than a few hundred megabytes, or if `stop`
/// returns true, as it must from then on.
///
/// A sum connects its open variables until all are known.
pub fn count(
    kernel: Kernel,
    trail: Trail,
    others: &[&OtherParts],
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Option<BigUint> {
    Counter::new(kernel, trail, others).run(nodes, stop)
}

/// A count under way.
struct Counter {
    kernel: Kernel,
    trail: Trail,
    finder: Finder,
    cache: Cache,
    /// The components that are being counted, each a part of a branch of the one before. The first
    /// is the whole model, in its only branch.
    frames: Vec<Frame>,
    /// The most frames.
    max_depth: usize,
    /// A pool of saved states.
    pool: Vec<Before>,
}

/// A component that is being counted.
struct Frame {
    component: Component,
    key: Box<[u32]>,
    before: Before,
    /// The branches that are left. Every solution is in exactly one of all branches.
    choices: Vec<Lit>,
    /// The solutions in the branches that are done.
    total: BigUint,
    branch: Branch,
}

/// The state before a component was entered.
#[derive(Default)]
struct Before {
    /// The length of the trail.
    facts: usize,
    left: Left,
}

/// The components of one branch of a decision.
#[derive(Default)]
struct Branch {
    /// The product of the parts that were counted.
    product: BigUint,
    /// Those that were not.
    parts: Vec<Component>,
}

impl Branch {
    /// The next part to be counted, unless there is no solution however many it has.
    fn next(&mut self) -> Option<Component> {
        if self.product == BigUint::ZERO {
            self.parts.clear();
        }
        self.parts.pop()
    }
}

impl Counter {
    fn new(kernel: Kernel, trail: Trail, others: &[&OtherParts]) -> Self {
        let finder = Finder::new(kernel.network(), others);
        let network = kernel.network();
        let state = network.variables() as usize + 8 * network.groups() + finder.terms() + 1;
        let (cache, frames, pool) = (Cache::default(), Vec::new(), Vec::new());
        Self { kernel, trail, finder, cache, frames, max_depth: MAX_SAVED / state, pool }
    }

    fn run(mut self, nodes: u64, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        let mut left = nodes;
        self.begin(stop);
        while !stop() {
            let frame = self.frames.last_mut()?;
            if let Some(part) = frame.branch.next() {
                self.count_part(part)?;
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
        if self.kernel.propagate(&mut self.trail, stop).is_ok() {
            self.fall_apart();
        }
    }

    /// Takes the number of a component from the cache, or enters it. `None` if it lies too deep.
    fn count_part(&mut self, component: Component) -> Option<()> {
        let key = self.finder.key(&component, self.kernel.network(), &self.trail);
        if let Some(number) = self.cache.get(&key) {
            let frame = self.frames.last_mut()?;
            frame.branch.product *= number;
            return Some(());
        }
        if self.frames.len() >= self.max_depth {
            return None;
        }
        let mut before = self.pool.pop().unwrap_or_default();
        before.facts = self.trail.facts().len();
        self.kernel.save(&mut before.left);
        let choices = self.choices(&component);
        let (total, branch) = (BigUint::ZERO, Branch::default());
        self.frames.push(Frame { component, key, before, choices, total, branch });
        Some(())
    }

    /// Returns to where the last component was entered, and enters a branch. When it was stopped, the
    /// result is of no use.
    fn enter_branch(&mut self, choice: Lit, stop: &dyn Fn() -> bool) {
        self.backtrack();
        if let Some(Frame { before, .. }) = self.frames.last_mut() {
            before.facts = self.trail.facts().len();
            self.kernel.save(&mut before.left);
        }
        // Propagation never leaves the component: each conclusion is about the open literals of
        // unsatisfied constraints.
        let assigned = self.trail.assign(self.kernel.network(), choice);
        if assigned.and_then(|()| self.kernel.propagate(&mut self.trail, stop)).is_ok() {
            self.fall_apart();
        }
    }

    /// Leaves the last component, which has no more branches, and multiplies its number into the
    /// branch that it is a part of; returns the number if that was all.
    fn leave(&mut self) -> Option<BigUint> {
        if self.frames.len() > 1 {
            self.backtrack();
        }
        let Frame { key, total, before, .. } = self.frames.pop()?;
        let Some(outer) = self.frames.last_mut() else { return Some(total) };
        outer.branch.product *= &total;
        self.cache.insert(key, total);
        self.pool.push(before);
        None
    }

    fn backtrack(&mut self) {
        if let Some(Frame { before, .. }) = self.frames.last_mut() {
            self.trail.backtrack(self.kernel.network(), before.facts);
            self.kernel.restore(&mut before.left, &self.trail);
        }
    }

    /// Finds the components of the last component under the trail.
    fn fall_apart(&mut self) {
        let Some(Frame { component, branch, .. }) = self.frames.last_mut() else { return };
        let found = self.finder.fall_apart(component, self.kernel.network(), &self.trail);
        let Ok(fallen): Result<_, Contradiction> = found else { return };
        branch.product = BigUint::from(1_u8) << fallen.free;
        branch.parts = fallen.components;
        // Small ones come first: they show soonest that there is no solution.
        branch.parts.sort_by_key(|part| std::cmp::Reverse(part.variables.len()));
    }

    /// The branches of a component. Of several groups with the fewest ways to go on, the first is
    /// taken, so that neighbours in the order of the model follow each other: then few different
    /// components occur.
    fn choices(&self, component: &Component) -> Vec<Lit> {
        let network = self.kernel.network();
        let open = |&lit: &Lit| self.trail.value(lit).is_none();
        let residuals = component
            .groups
            .iter()
            .map(|&group| (group as usize, self.trail.residual(network, group as usize)));
        let exact = residuals.clone().filter(|(_, residual)| residual.least == residual.most);
        let exact = exact.min_by_key(|&(_, residual)| ways(residual));
        let best = exact.or_else(|| residuals.min_by_key(|(_, residual)| residual.open));
        let lits = best.map_or(&[][..], |(group, _)| network.literals(group));
        let mut lits = lits.iter().copied().filter(open);
        match best {
            Some((_, residual)) if residual.least == 1 && residual.most == 1 => {
                lits.rev().collect()
            }
            _ => {
                let first = || component.variables.first().map(|&it| Lit::positive(it));
                let choice = lits.next().or_else(first);
                choice.map_or_else(Vec::new, |lit| vec![!lit, lit])
            }
        }
    }
}
