//! Depth-first search through a model in bits, which meets each solution once.
//!
//! The model is an exact cover problem with additional exclusions, and the search is Knuth's
//! Algorithm X ("Dancing Links", 2000) with unit propagation and without links: the branches of a
//! choice are the variables of a group of which exactly one is true, so that they have no solution in
//! common. A state is small enough to be copied at every choice instead of being undone.

use super::Progress;
use super::groups::Variable;
use super::instruction_set::{InstructionSet, Job};
use super::vector::Simd;
use sator_sat::Lit;

/// A fact or a symmetry that does not fit the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ModelMismatch {
    /// A variable that the model does not have.
    #[error("the model has no variable {0}")]
    Variable(u32),
    /// A symmetry of a model with another number of variables.
    #[error("the symmetry is one of {found} variables, but the model has {expected}")]
    Symmetry {
        /// The number of variables of the model.
        expected: usize,
        /// The number of variables that the symmetry maps.
        found: usize,
    },
}

/// No solution has all that a state fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conflict;

/// The result of propagation without a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Propagated {
    Solved,
    Open,
}

/// A group to branch on, and its places that may still be true, as bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) group: u16,
    pub(super) places: u32,
}

impl Choice {
    const NONE: Self = Self { group: 0, places: 0 };
}

/// A model laid out in bits.
pub(super) trait BitLayout: Sync {
    /// The variables that may still be true.
    type State: Copy + Send + Sync;
    /// The data that the choice heuristic keeps from one choice to the next.
    type Memory: Default + Send;

    /// Resets the memory, but may keep its allocation.
    fn forget(memory: &mut Self::Memory) {
        *memory = Self::Memory::default();
    }

    /// The number of variables.
    fn variables(&self) -> usize;

    /// The state in which nothing is fixed.
    fn root(&self) -> Self::State;

    /// Makes variables true. If one cannot be, [`BitLayout::propagate`] finds a conflict.
    fn assign<S: Simd>(
        &self,
        simd: S,
        state: &mut Self::State,
        variables: impl IntoIterator<Item = Variable>,
    );

    /// Makes a variable false.
    fn exclude(&self, state: &mut Self::State, variable: Variable);

    /// Propagates to a fixpoint.
    fn propagate<S: Simd>(&self, simd: S, state: &mut Self::State) -> Result<Propagated, Conflict>;

    /// The group to branch on in an open state.
    fn choose<S: Simd>(&self, simd: S, state: &Self::State, memory: &mut Self::Memory) -> Choice;

    /// The variable at a place of a group.
    fn variable(&self, group: u16, place: u32) -> Variable;

    /// Passes the true variables of a solution to `take`, in the order of groups.
    fn truths(&self, state: &Self::State, take: impl FnMut(Variable));

    /// Whether a variable may still be true.
    fn is_possible(&self, state: &Self::State, variable: Variable) -> bool;

    /// Converts the number of a variable that comes from outside.
    fn checked(&self, variable: u32) -> Result<Variable, ModelMismatch> {
        let narrow = Variable::try_from(variable).ok();
        let inside = narrow.filter(|&it| usize::from(it) < self.variables());
        inside.ok_or(ModelMismatch::Variable(variable))
    }
}

/// A search and its position.
pub(super) struct Cursor<L: BitLayout> {
    instructions: InstructionSet,
    /// The current state at `depth`, and before it the states where a choice was made, each with its
    /// remaining branches. Entries after it are kept to be reused.
    stack: Vec<(L::State, Choice)>,
    depth: usize,
    next: Next,
    memory: L::Memory,
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Visit the current state.
    Visit,
    /// Backtrack to the next branch of the last choice.
    Backtrack,
}

/// The number of nodes between two calls of `stop`: less than a millisecond.
const NODES_PER_STOP_CHECK: u64 = 512;

impl<L: BitLayout> Cursor<L> {
    /// A search below a state.
    pub(super) fn new(instructions: InstructionSet, state: L::State) -> Self {
        let stack = vec![(state, Choice::NONE)];
        let (next, memory) = (Next::Visit, L::Memory::default());
        Self { instructions, stack, depth: 0, next, memory, nodes: 0 }
    }

    /// Restarts the search below the given facts and keeps its allocations.
    pub(super) fn begin(
        &mut self,
        layout: &L,
        facts: &[Lit],
        instructions: InstructionSet,
    ) -> Result<(), ModelMismatch> {
        self.instructions = instructions;
        self.depth = 0;
        self.next = Next::Visit;
        self.nodes = 0;
        L::forget(&mut self.memory);
        instructions.run(Begin { layout, facts, state: &mut self.stack[0].0 })
    }

    /// Continues to the next solution, through at most `nodes` nodes. The layout is always the same.
    pub(super) fn advance(&mut self, layout: &L, nodes: u64, stop: &dyn Fn() -> bool) -> Progress {
        let instructions = self.instructions;
        instructions.run(Advance { cursor: self, layout, nodes, stop })
    }

    /// The current state. After [`Progress::Solution`] it is the solution.
    pub(super) fn state(&self) -> &L::State {
        &self.stack[self.depth].0
    }

    /// The number of nodes visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline(always)]
    fn run<S: Simd>(
        &mut self,
        simd: S,
        layout: &L,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Progress {
        let end = self.nodes.saturating_add(nodes);
        loop {
            if self.next == Next::Backtrack && !self.backtrack(simd, layout) {
                return Progress::Exhausted;
            }
            self.next = Next::Visit;
            if self.nodes >= end {
                return Progress::Paused;
            }
            if self.nodes % NODES_PER_STOP_CHECK == NODES_PER_STOP_CHECK - 1 && stop() {
                return Progress::Stopped;
            }
            self.nodes += 1;
            self.next = Next::Backtrack;
            let (state, choice) = &mut self.stack[self.depth];
            *choice = Choice::NONE;
            match layout.propagate(simd, state) {
                Err(Conflict) => {}
                Ok(Propagated::Solved) => return Progress::Solution,
                Ok(Propagated::Open) => *choice = layout.choose(simd, state, &mut self.memory),
            }
        }
    }

    /// Takes the next branch; returns false if none is left.
    #[inline(always)]
    fn backtrack<S: Simd>(&mut self, simd: S, layout: &L) -> bool {
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
            // The last branch replaces its parent, which is not needed again.
            layout.assign(simd, state, [variable]);
        } else {
            below[0].0 = *state;
            layout.assign(simd, &mut below[0].0, [variable]);
            self.depth += 1;
        }
        true
    }
}

struct Advance<'c, L: BitLayout> {
    cursor: &'c mut Cursor<L>,
    layout: &'c L,
    nodes: u64,
    stop: &'c dyn Fn() -> bool,
}

impl<L: BitLayout> Job for Advance<'_, L> {
    type Output = Progress;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Progress {
        self.cursor.run(simd, self.layout, self.nodes, self.stop)
    }
}

/// The result of splitting a state into its branches.
pub(super) enum Branches<S> {
    /// The state is a solution.
    Solved(S),
    /// The branches after propagation, and the number of others, which had a conflict.
    Open(Vec<S>, u64),
}

/// Splits a state into the branches of its next choice.
pub(super) struct Split<'l, L: BitLayout> {
    pub(super) layout: &'l L,
    pub(super) state: L::State,
}

impl<L: BitLayout> Job for Split<'_, L> {
    type Output = Branches<L::State>;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> Self::Output {
        match self.layout.propagate(simd, &mut self.state) {
            Err(Conflict) => return Branches::Open(Vec::new(), 0),
            Ok(Propagated::Solved) => return Branches::Solved(self.state),
            Ok(Propagated::Open) => {}
        }
        let choice = self.layout.choose(simd, &self.state, &mut L::Memory::default());
        let (mut branches, mut conflicts) = (Vec::new(), 0);
        for place in places(choice) {
            let mut branch = self.state;
            self.layout.assign(simd, &mut branch, [self.layout.variable(choice.group, place)]);
            match self.layout.propagate(simd, &mut branch) {
                Ok(_) => branches.push(branch),
                Err(Conflict) => conflicts += 1,
            }
        }
        Branches::Open(branches, conflicts)
    }
}

/// The places of a choice, ascending.
pub(super) fn places(choice: Choice) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |place| choice.places >> place & 1 == 1)
}

/// Sets a state to the root with some facts.
pub(super) struct Begin<'b, L: BitLayout> {
    pub(super) layout: &'b L,
    pub(super) facts: &'b [Lit],
    pub(super) state: &'b mut L::State,
}

impl<L: BitLayout> Job for Begin<'_, L> {
    type Output = Result<(), ModelMismatch>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let Self { layout, facts, state } = self;
        *state = layout.root();
        for fact in facts {
            let variable = layout.checked(fact.vidx32())?;
            if fact.is_neg() {
                layout.exclude(state, variable);
            }
        }
        let truths = facts.iter().filter(|fact| fact.is_pos());
        layout.assign(simd, state, truths.filter_map(|it| layout.checked(it.vidx32()).ok()));
        Ok(())
    }
}
