//! Whether a solution can be changed in one place: a search that stays near it.
//!
//! A group of variables is moved off its value in a known solution, and whatever equation that
//! breaks is mended by moving another of its groups, as near as possible. When none is broken any
//! more, both solutions stand, and all groups in which they differ are open. When no way of mending
//! is left, no solution at all has another value there: everything else was free to move, only
//! nothing else ever had to.

use super::Contradiction;
use super::component::Component;

/// What became of a group that was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Moved {
    /// There is a solution in which these groups have other values; by how much the number of
    /// truths grows.
    Open(Vec<u32>, i64),
    /// There is none.
    Fixed,
    /// The search was given up.
    Unknown,
}

/// A solution, and what is known of others.
#[derive(Debug, Clone)]
pub(super) struct Flips<'c> {
    component: &'c Component,
    /// How many variables of each group are true in the solution.
    solution: Vec<u32>,
    groups: Vec<Bounds>,
    equations: Vec<Sums>,
    /// What the groups were before.
    trail: Vec<(u32, Bounds)>,
    /// Equations whose sums have changed.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// Equations that may be broken.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// How many more values may be tried.
    patience: u32,
}

/// How many variables of a group may be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    least: u32,
    most: u32,
}

/// The members of an equation together.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    least: i32,
    most: i32,
    /// With each group as near to the solution as it may be.
    nearest: i32,
}

impl<'c> Flips<'c> {
    /// Begins with a solution: how many variables of each group are true.
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
            patience: 0,
        }
    }

    /// Looks for a solution in which a group has another value than in the known one, where it is
    /// all or nothing; tries so many values at most. What is found fixed stays so.
    pub(super) fn move_off(&mut self, group: u32, patience: u32) -> Moved {
        self.patience = patience;
        let value = self.solution[group as usize];
        let others = match value {
            0 => Bounds { least: 1, most: u32::MAX },
            value => Bounds { least: 0, most: value - 1 },
        };
        let found = self.narrow(group, others).and_then(|()| self.propagate());
        let outcome = match found {
            Ok(()) => self.mend(),
            Err(Contradiction) => Mended::Never,
        };
        let moved = match outcome {
            Mended::Done => self.differences(),
            Mended::Never => Moved::Fixed,
            Mended::GaveUp => Moved::Unknown,
        };
        self.undo(0);
        for equation in self.touched.drain(..) {
            self.is_touched[equation as usize] = false;
        }
        if moved == Moved::Fixed {
            self.fix(group);
        }
        moved
    }

    /// Where the nearest values are others than the solution's.
    fn differences(&self) -> Moved {
        let mut groups: Vec<u32> = self.trail.iter().map(|&(group, _)| group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.retain(|&group| self.nearest(group) != self.solution[group as usize]);
        let change = |&group: &u32| {
            i64::from(self.nearest(group)) - i64::from(self.solution[group as usize])
        };
        let growth = groups.iter().map(change).sum();
        Moved::Open(groups, growth)
    }

    /// The group has its value for good, and others follow.
    fn fix(&mut self, group: u32) {
        let value = self.solution[group as usize];
        // The solution itself keeps these bounds and all that follows from them.
        let _ = self.narrow(group, Bounds { least: value, most: value });
        let _ = self.propagate();
        self.trail.clear();
        for equation in self.touched.drain(..) {
            self.is_touched[equation as usize] = false;
        }
    }

    /// Whether a group is known to have its value in all solutions.
    pub(super) fn is_fixed(&self, group: u32) -> bool {
        let Bounds { least, most } = self.groups[group as usize];
        least == most
    }

    fn nearest(&self, group: u32) -> u32 {
        let Bounds { least, most } = self.groups[group as usize];
        self.solution[group as usize].clamp(least, most)
    }

    /// Moves groups of broken equations until none is broken.
    fn mend(&mut self) -> Mended {
        let Some(equation) = self.most_pressing() else { return Mended::Done };
        if self.patience == 0 {
            return Mended::GaveUp;
        }
        self.patience -= 1;
        let (group, [first, second]) = self.choices(equation);
        let mark = self.trail.len();
        for choice in [first, second] {
            if self.narrow(group, choice).and_then(|()| self.propagate()).is_ok() {
                match self.mend() {
                    Mended::Never => {}
                    decided => return decided,
                }
            }
            self.undo(mark);
        }
        Mended::Never
    }

    /// The broken equation with the least room.
    fn most_pressing(&self) -> Option<u32> {
        let sums = |equation: &u32| self.equations[*equation as usize];
        let needed = |equation: &u32| self.component.equations[*equation as usize].needed as i32;
        let broken = self.touched.iter().filter(|it| sums(it).nearest != needed(it)).copied();
        broken.min_by_key(|it| sums(it).most - sums(it).least)
    }

    /// A group of a broken equation that can be moved the right way: one step at least, or not at
    /// all.
    fn choices(&self, equation: u32) -> (u32, [Bounds; 2]) {
        let at = equation as usize;
        let needs_more = self.equations[at].nearest < self.component.equations[at].needed as i32;
        let can_move = |&&group: &&u32| {
            let Bounds { least, most } = self.groups[group as usize];
            if needs_more { self.nearest(group) < most } else { self.nearest(group) > least }
        };
        // Those in few equations break the fewest.
        let few = |&&group: &&u32| self.component.groups[group as usize].equations.len();
        let groups = &self.component.equations[at].groups;
        let &group = groups.iter().filter(can_move).min_by_key(few).unwrap_or(&groups[0]);
        let Bounds { least, most } = self.groups[group as usize];
        let nearest = self.nearest(group);
        let stay_or_move = if needs_more {
            [Bounds { least: nearest + 1, most }, Bounds { least, most: nearest }]
        } else {
            [Bounds { least, most: nearest - 1 }, Bounds { least: nearest, most }]
        };
        (group, stay_or_move)
    }

    /// Narrows the bounds of a group.
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

    /// Narrows groups as far as their equations demand.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        let mut result = Ok(());
        while let Some(equation) = self.queue.pop() {
            self.is_queued[equation as usize] = false;
            if result.is_ok() {
                result = self.follow(equation);
            }
        }
        result
    }

    fn follow(&mut self, equation: u32) -> Result<(), Contradiction> {
        let component = self.component;
        let needed = component.equations[equation as usize].needed as i32;
        let Sums { least, most, .. } = self.equations[equation as usize];
        if needed < least || needed > most {
            return Err(Contradiction);
        }
        // How far each group may be above its least, or below its most.
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

enum Mended {
    Done,
    Never,
    GaveUp,
}
