//! What puzzles of one frame share: the rules, laid out once for all of them.

use std::cell::OnceCell;
use std::mem;
use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sator_model::equations::{self, Algebra};
use sator_model::propagate::Contradiction;
use sator_model::search::Searcher;
use sator_sat::Lit;

use super::derive::{Deriver, Extent};
use super::odds::Equations;
use super::reduction::{Propagator, Reduction, fact_of};
use super::report::Measure;
use super::road::Road;
use super::search::{Options, Search};
use super::walk::{self, Meanings, Walker};
use crate::model::{Model, Scope};
use crate::puzzle::{FrameKey, Puzzle};

/// Searches puzzle after puzzle, and states the rules anew only where they are others than before.
#[derive(Default)]
pub struct Series {
    /// The last used comes first.
    frames: Vec<Frame>,
}

/// Above so many variables, a thousand queens', the layout for elimination takes more time and
/// memory than it saves, and cannot be interrupted.
const LARGEST_REDUCTION: u32 = 1_000_000;

/// Puzzles of so many sizes may take turns.
const FRAMES: usize = 8;

impl Series {
    /// A search for the answers of the next puzzle; see [`Search::open`].
    pub fn open<'s>(&'s mut self, puzzle: &'s dyn Puzzle, options: &Options) -> Search<'s> {
        let started = Instant::now();
        let scope = options.scope();
        let known = self.frames.iter().position(|frame| frame.fits(puzzle, scope));
        let index = known.unwrap_or_else(|| {
            self.frames.truncate(FRAMES - 1);
            self.frames.push(Frame::of(puzzle, scope));
            self.frames.len() - 1
        });
        self.frames[..=index].rotate_right(1);
        let frame = &mut self.frames[0];
        if let Some(walker) = frame.walker(puzzle, options) {
            let stating = started.elapsed();
            return Search::walking(Held::Shared(frame), puzzle, options, walker, stating);
        }
        frame.take_clues_of(puzzle);
        let stating = started.elapsed();
        let prepared = frame.prepare(options);
        Search::within(Held::Shared(frame), puzzle, options, prepared.after(stating))
    }
}

/// A frame of one's own, or one of a series.
pub(super) enum Held<'s> {
    Own(Box<Frame>),
    Shared(&'s Frame),
}

impl Deref for Held<'_> {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        match self {
            Self::Own(frame) => frame,
            Self::Shared(frame) => frame,
        }
    }
}

/// What is known before a solver is asked.
#[derive(Default)]
pub(super) struct Prepared {
    /// What follows from the clues, if that was wanted.
    pub(super) reduction: Option<Result<Reduction, Contradiction>>,
    /// How long that took.
    pub(super) eliminating: Option<Duration>,
    /// How long it took to state the rules and to draw conclusions.
    pub(super) deriving: Duration,
}

impl Prepared {
    /// The same, with what came before.
    pub(super) fn after(self, stating: Duration) -> Self {
        Self { deriving: self.deriving + stating, ..self }
    }

    fn eliminate(&mut self, reduce: impl FnOnce() -> Result<Reduction, Contradiction>) {
        let eliminating = self.eliminating.get_or_insert_default();
        self.reduction = Some(eliminating.measure(reduce));
    }

    /// Whether a search or a solver is needed.
    pub(super) fn has_open_questions(&self) -> bool {
        match &self.reduction {
            None => true,
            Some(Ok(reduction)) => reduction.live() > 0,
            Some(Err(_)) => false,
        }
    }
}

/// The rules of a puzzle, and of all others that differ from it in clues only.
pub(super) struct Frame {
    kind: &'static str,
    /// What the rules depend on; in a series, to tell frames apart.
    key: FrameKey,
    scope: Scope,
    model: Model,
    /// Whether the clues of the puzzle that comes next were stated while it was looked at.
    has_clues: bool,
    propagator: OnceCell<Propagator>,
    /// The rules laid out for a search in bits, if they are of that kind.
    searcher: OnceCell<Option<Arc<Searcher>>>,
    meanings: OnceCell<Meanings>,
}

impl Frame {
    /// The rules of a puzzle within the scope, without its clues.
    pub(super) fn of(puzzle: &dyn Puzzle, scope: Scope) -> Self {
        Self {
            kind: puzzle.kind().name,
            key: puzzle.frame_key(),
            scope,
            model: puzzle.rules(),
            has_clues: false,
            propagator: OnceCell::new(),
            searcher: OnceCell::new(),
            meanings: OnceCell::new(),
        }
    }

    fn fits(&self, puzzle: &dyn Puzzle, scope: Scope) -> bool {
        self.kind == puzzle.kind().name && self.scope == scope && self.key == puzzle.frame_key()
    }

    /// Replaces whatever clues there are. Clues that the network can do without leave the
    /// propagator as it is.
    pub(super) fn take_clues_of(&mut self, puzzle: &dyn Puzzle) {
        if mem::take(&mut self.has_clues) {
            return;
        }
        let had_others = !Propagator::does_without_clues(&self.model);
        self.model.forget_clues();
        puzzle.state_clues(&mut self.model);
        if had_others || !Propagator::does_without_clues(&self.model) {
            self.propagator = OnceCell::new();
        }
    }

    /// Draws conclusions, as far as they are wanted, and works out what follows from the clues.
    pub(super) fn prepare(&mut self, options: &Options) -> Prepared {
        let at_once = self.eliminate(options);
        self.conclude(at_once, options)
    }

    /// Works out what follows from the clues at once, where that is wanted.
    pub(super) fn eliminate(&self, options: &Options) -> Prepared {
        let mut prepared = Prepared::default();
        if self.is_reduced(options) {
            let stop = || options.budget.exhausted().is_some();
            prepared.eliminate(|| self.propagator().reduce(&self.model, &stop));
        }
        prepared
    }

    fn is_reduced(&self, options: &Options) -> bool {
        let are_integers = matches!(options.backend, Road::Integers(_));
        let is_small = self.model.variables() <= LARGEST_REDUCTION;
        options.eliminate && !are_integers && is_small && !self.model.clues().is_empty()
    }

    /// Draws conclusions, as far as they are wanted, and works out what follows from them.
    pub(super) fn conclude(&mut self, mut prepared: Prepared, options: &Options) -> Prepared {
        if matches!(options.backend, Road::Integers(_)) {
            return prepared;
        }
        let stop = || options.budget.exhausted().is_some();
        let (is_extended, eliminate) = (self.scope == Scope::Extended, self.is_reduced(options));
        // Easy puzzles are solved by now, and further conclusions would take longer than they did.
        let deriver = OnceCell::new();
        for extent in [Extent::Houses, Extent::Unions] {
            // Where nothing is eliminated, the first would be replaced unused.
            let is_wanted = eliminate || extent == Extent::Unions;
            if is_extended && is_wanted && prepared.has_open_questions() {
                self.add_sums(&deriver, &mut prepared, extent, &stop);
            }
        }
        // These say nothing new to whoever eliminates.
        if is_extended && prepared.has_open_questions() {
            prepared.deriving.measure(|| {
                let deriver = deriver.get_or_init(|| Deriver::new(&self.model));
                deriver.add_splits(&mut self.model);
            });
        }
        if is_extended && eliminate && prepared.has_open_questions() {
            self.add_and_subtract(&mut prepared, &stop);
        }
        prepared
    }

    /// Concludes sums, and works out what follows from them.
    fn add_sums(
        &mut self,
        deriver: &OnceCell<Deriver>,
        prepared: &mut Prepared,
        extent: Extent,
        stop: &dyn Fn() -> bool,
    ) {
        prepared.deriving.measure(|| {
            let deriver = deriver.get_or_init(|| Deriver::new(&self.model));
            deriver.add_sums(&mut self.model, extent, stop);
        });
        let has_more = self.model.conclusions(self.scope).next().is_some();
        if let Some(Ok(reduction)) = prepared.reduction.take_if(|_| has_more) {
            prepared.eliminate(|| self.propagator().reduce_further(&self.model, reduction, stop));
        }
    }

    /// Where the rules are nothing but equations, works out what follows from their sums and
    /// differences.
    fn add_and_subtract(&self, prepared: &mut Prepared, stop: &dyn Fn() -> bool) {
        let Some(Equations { system, .. }) = Equations::of(&self.model) else { return };
        let Some(Ok(reduction)) = prepared.reduction.take() else { return };
        prepared.eliminate(|| {
            let mut known = equations::Knowledge::new(&system);
            for &fact in reduction.facts() {
                known.learn(&system, fact.vidx32(), fact.is_pos())?;
            }
            equations::eliminate(&system, &mut known, Algebra::default(), stop)?;
            let facts = (0..self.model.variables())
                .filter_map(|it| Some(Lit::new(it, !known.value(it)?)))
                .filter(|&fact| reduction.value(fact).is_none())
                .collect::<Vec<_>>();
            self.propagator().reduce_with(&self.model, reduction, facts, stop)
        });
    }

    /// A search in bits, where rules and clues are of that kind and nobody asks for a solver.
    fn walker(&mut self, puzzle: &dyn Puzzle, options: &Options) -> Option<Walker> {
        let facts = self.facts_for_search(puzzle, options)?;
        self.walker_from(&facts, options)
    }

    /// What a search in bits would begin with, if clues are of that kind and nobody asks for a
    /// solver.
    pub(super) fn facts_for_search(
        &mut self,
        puzzle: &dyn Puzzle,
        options: &Options,
    ) -> Option<Vec<Lit>> {
        self.has_clues = false;
        walk::is_wanted(options).then(|| self.facts_of(puzzle))?
    }

    /// A search in bits, where rules are of that kind.
    pub(super) fn walker_from(&self, facts: &[Lit], options: &Options) -> Option<Walker> {
        Some(Walker::in_bits(self.searcher()?, facts, self.meanings(), options))
    }

    /// The rules laid out for a search in bits, if they are of that kind.
    pub(super) fn searcher(&self) -> Option<&Arc<Searcher>> {
        let lay_out = || {
            let counts = self.model.counts_without_clues(self.scope);
            Searcher::of_counts(self.model.variables(), counts).map(Arc::new)
        };
        self.searcher.get_or_init(lay_out).as_ref()
    }

    /// What the clues of a puzzle give, if they give nothing but facts. The model has no clues then,
    /// or those of this puzzle.
    pub(super) fn facts_of(&mut self, puzzle: &dyn Puzzle) -> Option<Vec<Lit>> {
        self.forget_clues();
        // As a rule a third of the cells is given.
        let mut facts = Vec::with_capacity(self.model.cells().len() / 2);
        if puzzle.givens(&mut |cell, value| facts.push(self.model.is(cell, value))) {
            return Some(facts);
        }
        self.take_clues_of(puzzle);
        self.has_clues = true;
        self.model.clues().iter().map(fact_of).collect()
    }

    fn forget_clues(&mut self) {
        if !self.model.clues().is_empty() {
            if !Propagator::does_without_clues(&self.model) {
                self.propagator = OnceCell::new();
            }
            self.model.forget_clues();
        }
    }

    /// Which cell has which value if a variable is true.
    pub(super) fn meanings(&self) -> Meanings {
        let all = || {
            let atoms = (0..self.model.variables()).map(Lit::positive);
            atoms.map(|atom| self.model.cell_of(atom)).collect()
        };
        Arc::clone(self.meanings.get_or_init(all))
    }

    /// Which rules are meant.
    pub(super) fn scope(&self) -> Scope {
        self.scope
    }

    /// The rules, and the clues of the last puzzle.
    pub(super) fn model(&self) -> &Model {
        &self.model
    }

    /// The rules, laid out to find what follows from clues.
    pub(super) fn propagator(&self) -> &Propagator {
        self.propagator.get_or_init(|| Propagator::new(&self.model, self.scope))
    }
}
