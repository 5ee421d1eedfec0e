//! Depth first, branch by branch: all solutions of a model that is laid out in bits, each once.
//!
//! The branches of a choice are the variables of a group of which exactly one is true, so they have
//! no solution in common, and nothing has to be forbidden afterwards. The state is copied at every
//! choice, and never undone.

use super::level::{Job, Level};
use super::vector::Simd;
use super::{Step, groups::Variable};
use sator_sat::Lit;

/// No solution has all that a state says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conflict;

/// What is left to be done when nothing more follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    Solved,
    Open,
}

/// A group to choose from, and the places in it that may still be true, as bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) group: u16,
    pub(super) places: u32,
}

impl Choice {
    const NONE: Self = Self { group: 0, places: 0 };
}

/// A model in bits.
pub(super) trait Layout: Sync {
    /// What is still possible.
    type State: Copy + Send + Sync;
    /// What choices are made by, kept from one to the next.
    type Memory: Default + Send;

    /// Makes the memory what it was at first.
    fn forget(memory: &mut Self::Memory) {
        *memory = Self::Memory::default();
    }

    /// When nothing is known.
    fn root(&self) -> Self::State;

    /// Makes a variable true. If it cannot be, [`Layout::settle`] tells.
    fn assign<S: Simd>(&self, simd: S, state: &mut Self::State, variable: Variable);

    /// Makes all variables true that are so by these facts.
    #[inline(always)]
    fn assign_all<S: Simd>(&self, simd: S, state: &mut Self::State, facts: &[Lit]) {
        for fact in facts {
            if fact.is_pos() {
                self.assign(simd, state, fact.vidx() as Variable);
            }
        }
    }

    /// Makes a variable false.
    fn exclude(&self, state: &mut Self::State, variable: Variable);

    /// What follows.
    fn settle<S: Simd>(&self, simd: S, state: &mut Self::State) -> Result<Settled, Conflict>;

    /// The group to choose from next, in a state that is open.
    fn choose<S: Simd>(&self, simd: S, state: &Self::State, memory: &mut Self::Memory) -> Choice;

    /// The variable at a place of a group.
    fn variable(&self, group: u16, place: u32) -> Variable;

    /// The variables that are true in a solution, in the order of groups.
    fn truths(&self, state: &Self::State, take: impl FnMut(Variable));

    /// Whether a variable may still be true.
    fn is_possible(&self, state: &Self::State, variable: Variable) -> bool;
}

/// Where a search stands.
pub(super) struct Cursor<L: Layout> {
    level: Level,
    /// The state that is looked at, and above it those where a choice was made, with the branches
    /// that are left. What is below was used, and will be again.
    stack: Vec<(L::State, Choice)>,
    depth: usize,
    next: Next,
    memory: L::Memory,
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Look at the state.
    Enter,
    /// Take the next branch of the last choice.
    Back,
}

/// So many nodes are searched before anybody is asked whether to stop: less than a millisecond.
const PATIENCE: u64 = 512;

impl<L: Layout> Cursor<L> {
    /// A search below a state.
    pub(super) fn new(level: Level, state: L::State) -> Self {
        let stack = vec![(state, Choice::NONE)];
        Self { level, stack, depth: 0, next: Next::Enter, memory: L::Memory::default(), nodes: 0 }
    }

    /// Begins anew, where some facts hold, in the memory that it has.
    pub(super) fn begin(&mut self, layout: &L, facts: &[Lit], level: Level) {
        self.level = level;
        self.level.run(Begin { layout, facts, state: &mut self.stack[0].0 });
        self.depth = 0;
        self.next = Next::Enter;
        self.nodes = 0;
        L::forget(&mut self.memory);
    }

    /// Goes on to the next solution, for so many nodes. The layout is always the same.
    pub(super) fn advance(&mut self, layout: &L, nodes: u64, stop: &dyn Fn() -> bool) -> Step {
        let level = self.level;
        level.run(Advance { cursor: self, layout, nodes, stop })
    }

    /// Where it stands. At a solution, that is the solution.
    pub(super) fn state(&self) -> &L::State {
        &self.stack[self.depth].0
    }

    /// How many nodes there were so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Cuts what lies below a state at its next choice.
    pub(super) fn cut(layout: &L, level: Level, state: L::State) -> Cut<L::State> {
        level.run(Cutting { layout, state })
    }

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S, layout: &L, nodes: u64, stop: &dyn Fn() -> bool) -> Step {
        let end = self.nodes.saturating_add(nodes);
        loop {
            if self.next == Next::Back && !self.step_back(simd, layout) {
                return Step::Exhausted;
            }
            self.next = Next::Enter;
            if self.nodes >= end {
                return Step::Paused;
            }
            if self.nodes % PATIENCE == PATIENCE - 1 && stop() {
                return Step::Stopped;
            }
            self.nodes += 1;
            self.next = Next::Back;
            let (state, choice) = &mut self.stack[self.depth];
            *choice = Choice::NONE;
            match layout.settle(simd, state) {
                Err(Conflict) => {}
                Ok(Settled::Solved) => return Step::Solution,
                Ok(Settled::Open) => *choice = layout.choose(simd, state, &mut self.memory),
            }
        }
    }

    /// Takes the next branch; false if there are none left.
    #[inline(always)]
    fn step_back<S: Simd>(&mut self, simd: S, layout: &L) -> bool {
        while self.stack[self.depth].1.places == 0 {
            if self.depth == 0 {
                return false;
            }
            self.depth -= 1;
        }
        if self.depth + 1 == self.stack.len() {
            self.stack.push(self.stack[self.depth]);
        }
        let (above, below) = self.stack.split_at_mut(self.depth + 1);
        let (state, choice) = &mut above[self.depth];
        let place = choice.places.trailing_zeros();
        let variable = layout.variable(choice.group, place);
        choice.places &= choice.places - 1;
        if choice.places == 0 {
            // Nobody comes back to the state of the last branch.
            layout.assign(simd, state, variable);
        } else {
            below[0].0 = *state;
            layout.assign(simd, &mut below[0].0, variable);
            self.depth += 1;
        }
        true
    }
}

struct Advance<'c, L: Layout> {
    cursor: &'c mut Cursor<L>,
    layout: &'c L,
    nodes: u64,
    stop: &'c dyn Fn() -> bool,
}

impl<L: Layout> Job for Advance<'_, L> {
    type Output = Step;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Step {
        self.cursor.run(simd, self.layout, self.nodes, self.stop)
    }
}

/// What became of a state that was to be cut.
pub(super) enum Cut<S> {
    /// A solution is left whole.
    Solved(S),
    /// The branches below it, each settled, and how many others there were, without a solution.
    Open(Vec<S>, u64),
}

struct Cutting<'l, L: Layout> {
    layout: &'l L,
    state: L::State,
}

impl<L: Layout> Job for Cutting<'_, L> {
    type Output = Cut<L::State>;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> Self::Output {
        match self.layout.settle(simd, &mut self.state) {
            Err(Conflict) => return Cut::Open(Vec::new(), 0),
            Ok(Settled::Solved) => return Cut::Solved(self.state),
            Ok(Settled::Open) => {}
        }
        let choice = self.layout.choose(simd, &self.state, &mut L::Memory::default());
        let (mut branches, mut dead) = (Vec::new(), 0);
        for place in 0..u32::BITS {
            if choice.places >> place & 1 == 1 {
                let mut branch = self.state;
                self.layout.assign(simd, &mut branch, self.layout.variable(choice.group, place));
                match self.layout.settle(simd, &mut branch) {
                    Ok(_) => branches.push(branch),
                    Err(Conflict) => dead += 1,
                }
            }
        }
        Cut::Open(branches, dead)
    }
}

/// Makes a state one in which some facts hold.
pub(super) struct Begin<'b, L: Layout> {
    pub(super) layout: &'b L,
    pub(super) facts: &'b [Lit],
    pub(super) state: &'b mut L::State,
}

impl<L: Layout> Job for Begin<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        *self.state = self.layout.root();
        for fact in self.facts.iter().filter(|fact| fact.is_neg()) {
            self.layout.exclude(self.state, fact.vidx() as Variable);
        }
        self.layout.assign_all(simd, self.state, self.facts);
    }
}
