//! A search through any model: counts, sums and splits, whatever their sizes.
//!
//! It chooses a literal, sees what follows by propagation alone, and goes on until all is known;
//! then it comes back and takes the opposite. What lies on the two sides has nothing in common, so
//! every solution is met once, in the same order every time, and none has to be remembered. Nothing
//! is learnt from failures but what follows at the root: where that is too little, a solver that
//! learns clauses is the better one, and gets what was found ([`General::certain`]).

pub(super) mod choice;
mod count;
pub(super) mod sides;

use std::sync::Arc;

use self::choice::Choices;
use self::sides::Sides;
use crate::propagate::{Contradiction, Knowledge, Network};
use crate::sums::{Left, Sums};
use sator_sat::Lit;
use sator_sat::constraint::{Constraint, Sum};

/// A search under way. It can be left at any time and gone on with later, also in another thread.
#[derive(Debug, Clone)]
pub struct General {
    model: Arc<Fixed>,
    known: Knowledge,
    sums: Sums,
    sides: Sides,
    /// The choices that led here. Those behind the depth are memory to be used again.
    levels: Vec<Level>,
    depth: usize,
    state: State,
    nodes: u64,
    setbacks: u64,
    /// How large the part of the whole is that lies here, if every choice halves it.
    share: f64,
}

/// What all parts of a search share.
#[derive(Debug)]
struct Fixed {
    network: Arc<Network>,
    choices: Choices,
    /// Sums that are only looked at when all is known.
    unsettled: Vec<Sum>,
}

/// A choice, and what was known before it.
#[derive(Debug, Clone)]
struct Level {
    choice: Lit,
    /// How many facts there were.
    facts: usize,
    left: Left,
    share: f64,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Something was learnt, and it is not known yet what follows.
    Settle,
    /// There is nothing more to conclude.
    Choose,
    /// There is nothing more in here.
    GoBack,
}

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A solution that was not met before: [`General::solution`].
    Solution,
    /// There are no more.
    Exhausted,
    /// It went through as many nodes as it was given, and goes on when it is asked again.
    Paused,
    /// It was stopped, and goes on when it is asked again.
    Stopped,
}

impl General {
    /// A search for all assignments that satisfy the constraints of a network, from what is known
    /// about them, and these others: sums, splits, and counts that are not in the network.
    pub fn new<'c>(
        network: Arc<Network>,
        known: Knowledge,
        others: impl Iterator<Item = &'c Constraint> + Clone,
    ) -> Self {
        let (sums, unsettled) = Sums::with_rest(&network, others.clone());
        let unsettled = unsettled.into_iter().cloned().collect();
        let sides = Sides::new(&network, others);
        let choices = Choices::of(&network);
        let model = Arc::new(Fixed { network, choices, unsettled });
        Self::from(model, known, sums, sides)
    }

    fn from(model: Arc<Fixed>, known: Knowledge, sums: Sums, sides: Sides) -> Self {
        let (levels, state) = (Vec::new(), State::Settle);
        Self {
            model,
            known,
            sums,
            sides,
            levels,
            depth: 0,
            state,
            nodes: 0,
            setbacks: 0,
            share: 1.0,
        }
    }

    /// Goes on to the next solution, through at most so many nodes, and until `stop` says so.
    pub fn next(&mut self, nodes: u64, stop: &dyn Fn() -> bool) -> Step {
        let last = self.nodes.saturating_add(nodes);
        loop {
            if stop() {
                return Step::Stopped;
            }
            match self.state {
                State::Settle => {
                    if self.settle(stop).is_err() {
                        self.state = State::GoBack;
                    } else if stop() {
                        return Step::Stopped;
                    } else {
                        self.state = State::Choose;
                    }
                }
                State::GoBack if self.depth == 0 => return Step::Exhausted,
                State::GoBack if self.nodes >= last => return Step::Paused,
                State::GoBack => self.go_back(),
                State::Choose => match self.choose() {
                    Some(_) if self.nodes >= last => return Step::Paused,
                    Some(choice) => self.descend(choice),
                    None if self.is_solution() => {
                        self.state = State::GoBack;
                        return Step::Solution;
                    }
                    None => self.state = State::GoBack,
                },
            }
        }
    }

    /// The literals that are true in the solution that was met last, one of each variable.
    pub fn solution(&self) -> &[Lit] {
        self.known.facts()
    }

    /// Whether a literal is true in the solution that was met last.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.known.value(lit) == Some(true)
    }

    /// How many branches it went into so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How often it had to take back a choice so far.
    pub fn setbacks(&self) -> u64 {
        self.setbacks
    }

    /// How many literals are counted for each of the groups that choices are made from: in so many
    /// nodes, looking for the best group takes about as long as reading the whole model once.
    pub fn breadth(&self) -> u64 {
        self.model.choices.breadth(self.network())
    }

    /// How much of the search is behind it, from 0 to 1, as if every choice halved what is left:
    /// after a few hundred nodes it tells roughly how many there will be.
    pub fn progress(&self) -> f64 {
        let here = if self.state == State::GoBack { 0.0 } else { self.share };
        let later: f64 = self.levels[..self.depth].iter().map(|level| level.share / 2.0).sum();
        1.0 - here - later
    }

    /// The literals that are true in every solution that was not met yet. Whoever takes over from
    /// here need not look elsewhere, and may meet some of the solutions again that were met.
    pub fn certain(&self) -> &[Lit] {
        let facts = self.known.facts();
        if self.depth == 0 { facts } else { &facts[..self.levels[0].facts] }
    }

    /// Cuts what is left into parts, at least as many as are wanted, if there is enough of it; none
    /// if nothing is left. One after the other they meet the solutions that are left, in the same
    /// order.
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
            let largest = open.min_by_key(|(_, (part, _))| part.known.facts().len());
            let Some((index, _)) = largest else { break };
            let (part, _) = parts.remove(index);
            let (halves, entered) = part.halved();
            parts.splice(index..index, halves);
            nodes += entered;
        }
        (parts.into_iter().map(|(part, _)| part).collect(), nodes)
    }

    fn network(&self) -> &Network {
        &self.model.network
    }

    /// Takes what follows from what is known.
    fn settle(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Contradiction> {
        let Self { model, known, sums, sides, .. } = self;
        loop {
            sums.settle(&model.network, known, stop)?;
            if !sides.settle(&model.network, known)? || stop() {
                return Ok(());
            }
        }
    }

    fn choose(&self) -> Option<Lit> {
        self.model.choices.next(self.network(), &self.known, &self.sums)
    }

    /// Whether what could not be watched holds as well.
    fn is_solution(&self) -> bool {
        let holds = |sum: &Sum| {
            let truths = sum.terms().filter(|&(_, lit)| self.is_true(lit));
            truths.map(|(weight, _)| i128::from(weight)).sum::<i128>() == i128::from(sum.total)
        };
        self.model.unsettled.iter().all(holds)
    }

    fn descend(&mut self, choice: Lit) {
        if self.depth == self.levels.len() {
            self.levels.push(Level { choice, facts: 0, left: Left::default(), share: 0.0 });
        }
        let level = &mut self.levels[self.depth];
        level.choice = choice;
        level.share = self.share;
        self.share /= 2.0;
        level.facts = self.known.facts().len();
        self.sums.save(&mut level.left);
        self.depth += 1;
        self.learn(choice);
    }

    /// Back to the last choice, and on with its opposite, which needs no level of its own.
    fn go_back(&mut self) {
        self.setbacks += 1;
        self.depth -= 1;
        let level = &mut self.levels[self.depth];
        self.known.forget(&self.model.network, level.facts);
        self.sums.restore(&mut level.left, &self.known);
        self.sides.restore(&self.known);
        self.share = level.share / 2.0;
        let opposite = !level.choice;
        self.learn(opposite);
    }

    fn learn(&mut self, lit: Lit) {
        self.nodes += 1;
        let learnt = self.known.learn(&self.model.network, lit);
        self.state = if learnt.is_ok() { State::Settle } else { State::GoBack };
    }

    /// What is left, as parts that have no choices behind them, in the order in which they would
    /// have been met; and how many nodes lie between them.
    fn unstack(mut self) -> (Vec<Self>, u64) {
        let before = self.nodes;
        let mut parts = Vec::new();
        loop {
            if self.state != State::GoBack {
                parts.push(self.rooted());
            }
            if self.depth == 0 {
                return (parts, self.nodes - before);
            }
            self.go_back();
        }
    }

    /// The same without what lies behind.
    fn rooted(&self) -> Self {
        let Self { model, known, sums, sides, state, .. } = self;
        let part = Self::from(model.clone(), known.clone(), sums.clone(), sides.clone());
        Self { state: *state, ..part }
    }

    /// Both sides of the next choice, as far as there is anything in them; or itself, which cannot
    /// be cut. And how many nodes that took.
    fn halved(mut self) -> (Vec<(Self, bool)>, u64) {
        if self.settle(&|| false).is_err() {
            return (Vec::new(), 0);
        }
        self.state = State::Choose;
        let Some(choice) = self.choose() else { return (vec![(self, false)], 0) };
        let mut other = self.clone();
        self.learn(choice);
        other.learn(!choice);
        let halves = [self, other].into_iter();
        let left = halves.filter(|half| half.state != State::GoBack).map(|half| (half, true));
        (left.collect(), 2)
    }
}
