//! Decides whether a group has another value in some solution, by a search near a known solution. The
//! method is ours.
//!
//! The group gets another value, and each equation that this breaks is repaired by moving another of
//! its groups, as little as possible. When no equation is broken any more, there is a second solution,
//! and all groups in which the two differ are open. When all repairs have failed, no solution has
//! another value there: the search branches on moving a group or not, so that it is complete.

use super::component::Component;
use super::{Answer, Contradiction};

/// The result for a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Repair {
    /// There is a solution in which these groups have other values; and the number of its additional
    /// true variables.
    Open(Vec<u32>, i64),
    /// There is no such solution.
    Fixed,
    /// The node budget is used up.
    Unknown,
}

/// A search near a solution.
#[derive(Debug, Clone)]
pub(super) struct RepairSearch<'c> {
    component: &'c Component,
    /// The number of true variables of each group in the solution.
    solution: Vec<u32>,
    groups: Vec<Bounds>,
    equations: Vec<Sums>,
    /// Groups with their previous bounds, to be undone.
    trail: Vec<(u32, Bounds)>,
    /// Equations to propagate.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// Equations whose sums have changed, which may be broken.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// The number of choices left.
    node_budget: u32,
}

/// Bounds on the number of true variables of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    least: u32,
    most: u32,
}

/// Sums over the groups of an equation.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    least: i32,
    most: i32,
    /// With each group at the value nearest to the solution within its bounds.
    nearest: i32,
}

impl<'c> RepairSearch<'c> {
    /// Starts from a solution: the number of true variables of each group.
    pub(super) fn new(component: &'c Component, solution: Vec<u32>) -> Self {
        let sizes = component.groups.iter().map(|group| group.variables.len() as u32);
        let equations = component.equations.iter().map(|equation| Sums {
            least: 0,
            most: equation.open as i32,
            nearest: equation.needed as i32,
        });
        Self {
            component,
            solution,
            groups: sizes.map(|most| Bounds { least: 0, most }).collect(),
            equations: equations.collect(),
            trail: Vec::new(),
            queue: Vec::new(),
            is_queued: vec![false; component.equations.len()],
            touched: Vec::new(),
            is_touched: vec![false; component.equations.len()],
            node_budget: 0,
        }
    }

    /// Looks for a solution in which a group has another value than in the known one, where all or none
    /// of its variables are true. A group that is found fixed stays fixed.
    pub(super) fn repair(&mut self, group: u32, node_budget: u32) -> Repair {
        self.node_budget = node_budget;
        let value = self.solution[group as usize];
        let others = match value {
            0 => Bounds { least: 1, most: u32::MAX },
            value => Bounds { least: 0, most: value - 1 },
        };
        let found = self.narrow(group, others).and_then(|()| self.propagate());
        let result = match found.map_or(Answer::Impossible, |()| self.repair_all()) {
            Answer::Found(()) => self.differences(),
            Answer::Impossible => Repair::Fixed,
            Answer::Unknown => Repair::Unknown,
        };
        self.undo(0);
        self.forget_touched();
        if result == Repair::Fixed {
            self.fix(group);
        }
        result
    }

    /// The groups whose nearest values differ from the solution.
    fn differences(&self) -> Repair {
        let mut groups: Vec<u32> = self.trail.iter().map(|&(group, _)| group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.retain(|&group| self.nearest(group) != self.solution[group as usize]);
        let change = |&group: &u32| {
            i64::from(self.nearest(group)) - i64::from(self.solution[group as usize])
        };
        let growth = groups.iter().map(change).sum();
        Repair::Open(groups, growth)
    }

    /// Fixes the value of a group permanently, and propagates.
    fn fix(&mut self, group: u32) {
        let value = self.solution[group as usize];
        // The solution is within these bounds, so that there is no contradiction.
        let _ = self.narrow(group, Bounds { least: value, most: value });
        let _ = self.propagate();
        self.trail.clear();
        self.forget_touched();
    }

    fn forget_touched(&mut self) {
        for equation in self.touched.drain(..) {
            self.is_touched[equation as usize] = false;
        }
    }

    /// Whether a group has one value in all solutions.
    pub(super) fn is_fixed(&self, group: u32) -> bool {
        let Bounds { least, most } = self.groups[group as usize];
        least == most
    }

    fn nearest(&self, group: u32) -> u32 {
        let Bounds { least, most } = self.groups[group as usize];
        self.solution[group as usize].clamp(least, most)
    }

    /// Repairs broken equations until none is left.
    fn repair_all(&mut self) -> Answer<()> {
        let Some(equation) = self.tightest_broken() else { return Answer::Found(()) };
        if self.node_budget == 0 {
            return Answer::Unknown;
        }
        self.node_budget -= 1;
        let (group, [first, second]) = self.choices(equation);
        let mark = self.trail.len();
        for choice in [first, second] {
            if self.narrow(group, choice).and_then(|()| self.propagate()).is_ok() {
                match self.repair_all() {
                    Answer::Impossible => {}
                    decided => return decided,
                }
            }
            self.undo(mark);
        }
        Answer::Impossible
    }

    /// The broken equation with the least slack.
    fn tightest_broken(&self) -> Option<u32> {
        let sums = |equation: &u32| self.equations[*equation as usize];
        let needed = |equation: &u32| self.component.equations[*equation as usize].needed as i32;
        let broken = self.touched.iter().filter(|it| sums(it).nearest != needed(it)).copied();
        broken.min_by_key(|it| sums(it).most - sums(it).least)
    }

    /// A group of a broken equation that can move in the right direction, and its two branches: at
    /// least one step, or none.
    fn choices(&self, equation: u32) -> (u32, [Bounds; 2]) {
        let at = equation as usize;
        let needs_more = self.equations[at].nearest < self.component.equations[at].needed as i32;
        let can_move = |&&group: &&u32| {
            let Bounds { least, most } = self.groups[group as usize];
            if needs_more { self.nearest(group) < most } else { self.nearest(group) > least }
        };
        // Groups in few equations break the fewest.
        let few = |&&group: &&u32| self.component.groups[group as usize].equations.len();
        let groups = &self.component.equations[at].groups;
        let &group = groups.iter().filter(can_move).min_by_key(few).unwrap_or(&groups[0]);
        let Bounds { least, most } = self.groups[group as usize];
        let nearest = self.nearest(group);
        let branches = if needs_more {
            [Bounds { least: nearest + 1, most }, Bounds { least, most: nearest }]
        } else {
            [Bounds { least, most: nearest - 1 }, Bounds { least: nearest, most }]
        };
        (group, branches)
    }

    /// Intersects the bounds of a group.
    fn narrow(&mut self, group: u32, to: Bounds) -> Result<(), Contradiction> {
        let before = self.groups[group as usize];
        let after = Bounds { least: before.least.max(to.least), most: before.most.min(to.most) };
        if after.least > after.most {
            return Err(Contradiction);
        }
        if after != before {
            self.trail.push((group, before));
            self.replace(group, after);
        }
        Ok(())
    }

    fn replace(&mut self, group: u32, bounds: Bounds) {
        let (before, nearest_before) = (self.groups[group as usize], self.nearest(group));
        self.groups[group as usize] = bounds;
        let grown = |after: u32, before: u32| after as i32 - before as i32;
        let nearest = grown(self.nearest(group), nearest_before);
        for &equation in &self.component.groups[group as usize].equations {
            let at = equation as usize;
            let sums = &mut self.equations[at];
            sums.least += grown(bounds.least, before.least);
            sums.most += grown(bounds.most, before.most);
            sums.nearest += nearest;
            if !self.is_queued[at] {
                self.is_queued[at] = true;
                self.queue.push(equation);
            }
            if !self.is_touched[at] {
                self.is_touched[at] = true;
                self.touched.push(equation);
            }
        }
    }

    /// Bounds propagation to a fixpoint.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        let mut result = Ok(());
        while let Some(equation) = self.queue.pop() {
            self.is_queued[equation as usize] = false;
            if result.is_ok() {
                result = self.propagate_equation(equation);
            }
        }
        result
    }

    fn propagate_equation(&mut self, equation: u32) -> Result<(), Contradiction> {
        let component = self.component;
        let needed = component.equations[equation as usize].needed as i32;
        let Sums { least, most, .. } = self.equations[equation as usize];
        if needed < least || needed > most {
            return Err(Contradiction);
        }
        // How far a group can be above its lower bound, and below its upper bound.
        let (above, below) = (needed - least, most - needed);
        if least == most {
            return Ok(());
        }
        for &group in &component.equations[equation as usize].groups {
            let Bounds { least, most } = self.groups[group as usize];
            let room = (most - least) as i32;
            if room > above.min(below) {
                let least = least.max((most as i32 - below).max(0) as u32);
                let most = most.min((self.groups[group as usize].least as i32 + above) as u32);
                self.narrow(group, Bounds { least, most })?;
            }
        }
        Ok(())
    }

    fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((group, before)) = self.trail.pop() {
                self.replace(group, before);
            }
        }
        for equation in self.queue.drain(..) {
            self.is_queued[equation as usize] = false;
        }
    }
}
