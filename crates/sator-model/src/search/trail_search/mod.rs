//! Depth-first search over any model, with the propagation kernel.
//!
//! It decides a literal, propagates, and goes on until all is known; then it backtracks and takes the
//! opposite. The two branches have nothing in common, so every solution is found once, in the same
//! order every time, and none has to be remembered. Nothing is learnt from failures but what follows
//! at the root: where that is too little, a solver that learns clauses is better, and gets what was
//! found ([`TrailSearch::certain`]).

pub(super) mod choice;
mod count;
mod cubes;

use std::sync::Arc;

use sator_sat::Lit;

use self::choice::Choices;
pub(crate) use self::cubes::Choice;
use crate::propagate::value_sets::Left;
use crate::propagate::{Contradiction, Kernel, Network, Trail};

/// A search under way. It can be left at any time and resumed later, also in another thread.
#[derive(Debug, Clone)]
pub struct TrailSearch {
    choices: Arc<Choices>,
    trail: Trail,
    kernel: Kernel,
    /// The decisions that led here. Levels beyond the depth are memory to be used again.
    levels: Vec<Level>,
    depth: usize,
    state: State,
    nodes: u64,
    backtracks: u64,
    /// The share of the whole search space that lies here, if every decision halves it.
    share: f64,
}

/// A decision, and the state before it.
#[derive(Debug, Clone)]
struct Level {
    decision: Lit,
    /// The length of the trail.
    facts: usize,
    left: Left,
    share: f64,
}

/// The next action of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// A literal was assigned.
    Propagate,
    /// Propagation is at its fixpoint.
    Decide,
    /// There is nothing more in this branch.
    Backtrack,
}

/// The result of a search step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A solution that was not found before.
    Solution,
    /// There are no more.
    Exhausted,
    /// The node budget is used up; the search can be resumed.
    Paused,
    /// It was stopped; the search can be resumed.
    Stopped,
}

impl TrailSearch {
    /// A search for all assignments that satisfy the constraints of a kernel, from the literals that
    /// are known.
    pub fn new(kernel: Kernel, trail: Trail) -> Self {
        let choices = Arc::new(Choices::of(kernel.network()));
        Self::from(choices, trail, kernel)
    }

    /// The same search, which takes values in another order for each salt: its first solution is a
    /// random one.
    #[must_use]
    pub fn salted(self, salt: u64) -> Self {
        let choices = Arc::new(Choices::salted(self.network(), salt));
        Self { choices, ..self }
    }

    fn from(choices: Arc<Choices>, trail: Trail, kernel: Kernel) -> Self {
        Self {
            choices,
            trail,
            kernel,
            levels: Vec::new(),
            depth: 0,
            state: State::Propagate,
            nodes: 0,
            backtracks: 0,
            share: 1.0,
        }
    }

    /// Goes on to the next solution, through at most so many nodes, and until `stop` returns true.
    pub fn next(&mut self, nodes: u64, stop: &dyn Fn() -> bool) -> Progress {
        let last = self.nodes.saturating_add(nodes);
        loop {
            if stop() {
                return Progress::Stopped;
            }
            match self.state {
                State::Propagate => {
                    if self.propagate(stop).is_err() {
                        self.state = State::Backtrack;
                    } else if stop() {
                        return Progress::Stopped;
                    } else {
                        self.state = State::Decide;
                    }
                }
                State::Backtrack if self.depth == 0 => return Progress::Exhausted,
                State::Backtrack if self.nodes >= last => return Progress::Paused,
                State::Backtrack => self.backtrack(),
                State::Decide => match self.choose() {
                    Some(_) if self.nodes >= last => return Progress::Paused,
                    Some(decision) => self.descend(decision),
                    None => {
                        self.state = State::Backtrack;
                        if self.kernel.holds(&self.trail) {
                            return Progress::Solution;
                        }
                    }
                },
            }
        }
    }

    /// The true literals of the last solution, one of each variable.
    pub fn solution(&self) -> &[Lit] {
        self.trail.facts()
    }

    /// Whether a literal is true in the last solution.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.trail.value(lit) == Some(true)
    }

    /// The number of branches entered so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of decisions taken back so far.
    pub fn backtracks(&self) -> u64 {
        self.backtracks
    }

    /// The number of literals per group that decisions are made from: in so many nodes, looking for
    /// the best group takes about as long as one propagation pass over the whole model.
    pub fn breadth(&self) -> u64 {
        self.choices.breadth(self.network())
    }

    /// The share of the search that is done, from 0 to 1, as if every decision halved the rest: after
    /// a few hundred nodes it is a rough estimate of their number.
    pub fn progress(&self) -> f64 {
        let here = if self.state == State::Backtrack { 0.0 } else { self.share };
        let later: f64 = self.levels[..self.depth].iter().map(|level| level.share / 2.0).sum();
        1.0 - here - later
    }

    /// The literals that are true in every solution that was not found yet. A solver that takes over
    /// may find some of the earlier solutions again.
    pub fn certain(&self) -> &[Lit] {
        let facts = self.trail.facts();
        if self.depth == 0 { facts } else { &facts[..self.levels[0].facts] }
    }

    /// Cuts the rest into parts, at least as many as are wanted, if there is enough of it; none if
    /// nothing is left. One after the other they find the remaining solutions in the same order.
    #[must_use]
    pub fn split(self, wanted: usize) -> Vec<Self> {
        self.cut(wanted).0
    }

    /// The same, with the number of nodes that it took.
    fn cut(self, wanted: usize) -> (Vec<Self>, u64) {
        let (parts, mut nodes) = self.unstack();
        let mut parts: Vec<_> = parts.into_iter().map(|part| (part, true)).collect();
        while parts.len() < wanted {
            let open = parts.iter().enumerate().filter(|(_, (_, can_be_cut))| *can_be_cut);
            let largest = open.min_by_key(|(_, (part, _))| part.trail.facts().len());
            let Some((index, _)) = largest else { break };
            let (part, _) = parts.remove(index);
            let (halves, entered) = part.halved();
            parts.splice(index..index, halves);
            nodes += entered;
        }
        (parts.into_iter().map(|(part, _)| part).collect(), nodes)
    }

    fn network(&self) -> &Network {
        self.kernel.network()
    }

    fn propagate(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Contradiction> {
        self.kernel.propagate(&mut self.trail, stop)
    }

    fn choose(&self) -> Option<Lit> {
        self.choices.next(self.network(), &self.trail, self.kernel.sums())
    }

    fn descend(&mut self, decision: Lit) {
        if self.depth == self.levels.len() {
            self.levels.push(Level { decision, facts: 0, left: Left::default(), share: 0.0 });
        }
        let level = &mut self.levels[self.depth];
        level.decision = decision;
        level.share = self.share;
        self.share /= 2.0;
        level.facts = self.trail.facts().len();
        self.kernel.save(&mut level.left);
        self.depth += 1;
        self.assign(decision);
    }

    /// Returns to the last decision and takes its opposite, which needs no level of its own.
    fn backtrack(&mut self) {
        self.backtracks += 1;
        self.depth -= 1;
        let level = &mut self.levels[self.depth];
        self.trail.backtrack(self.kernel.network(), level.facts);
        self.kernel.restore(&mut level.left, &self.trail);
        self.share = level.share / 2.0;
        let opposite = !level.decision;
        self.assign(opposite);
    }

    fn assign(&mut self, lit: Lit) {
        self.nodes += 1;
        let assigned = self.trail.assign(self.kernel.network(), lit);
        self.state = if assigned.is_ok() { State::Propagate } else { State::Backtrack };
    }

    /// The rest as parts without levels, in the order in which they would have been searched; and the
    /// number of nodes between them.
    fn unstack(mut self) -> (Vec<Self>, u64) {
        let before = self.nodes;
        let mut parts = Vec::new();
        loop {
            if self.state != State::Backtrack {
                parts.push(self.rooted());
            }
            if self.depth == 0 {
                return (parts, self.nodes - before);
            }
            self.backtrack();
        }
    }

    /// The same without levels.
    fn rooted(&self) -> Self {
        let part = Self::from(self.choices.clone(), self.trail.clone(), self.kernel.clone());
        Self { state: self.state, ..part }
    }

    /// Both branches of the next decision that are not empty, or itself, which cannot be cut; and the
    /// number of nodes that it took.
    fn halved(mut self) -> (Vec<(Self, bool)>, u64) {
        if self.propagate(&|| false).is_err() {
            return (Vec::new(), 0);
        }
        self.state = State::Decide;
        let Some(decision) = self.choose() else { return (vec![(self, false)], 0) };
        let mut other = self.clone();
        self.assign(decision);
        other.assign(!decision);
        let halves = [self, other].into_iter();
        let left = halves.filter(|half| half.state != State::Backtrack).map(|half| (half, true));
        (left.collect(), 2)
    }
}
