//! One answer after another, each checked by the plain rules before anyone sees it.

use std::time::{Duration, Instant};

use sator_sat::Lit;
use sator_sat::backend::{self, Backend, Budget, Config, Entry, Outcome, Stats, StopReason};
use sator_sat::encode::Encoding;

use super::EngineError;
use crate::model::{Filling, FormulaSize, Model, Scope};
use crate::puzzle::Puzzle;

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// With which solver.
    pub backend: &'static Entry,
    /// With which encoding.
    pub encoding: Encoding,
    /// Where chance begins.
    pub seed: Option<u64>,
    /// How long.
    pub budget: Budget,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            backend: &backend::BACKENDS[0],
            encoding: Encoding::default(),
            seed: None,
            budget: Budget::default(),
        }
    }
}

/// What the next step of a search brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An answer not seen before.
    Answer(Filling),
    /// Proved: there are no more.
    Done,
    /// The search was stopped; there may be more.
    Stopped(StopReason),
}

/// A search under way.
pub struct Search<'p> {
    puzzle: &'p dyn Puzzle,
    options: Options,
    model: Model,
    backend: Box<dyn Backend>,
    size: FormulaSize,
    /// Why the solver does not hold all the rules, if it was stopped while loading.
    stopped: Option<StopReason>,
    times: Times,
    last: Option<Filling>,
    answers: u64,
}

impl<'p> Search<'p> {
    /// States the rules, encodes them and loads the solver. When the budget runs out on the way,
    /// the first step says so.
    pub fn open(puzzle: &'p dyn Puzzle, options: &Options) -> Result<Self, EngineError> {
        let mut times = Times::default();
        let model = times.model.measure(|| puzzle.model());
        let mut backend = (options.backend.create)(&Config { seed: options.seed });
        let loaded = times.encode.measure(|| {
            backend::load(backend.as_mut(), &options.budget, |sink| {
                model.lower(Scope::WithDerived, &options.encoding, sink)
            })
        });
        let (size, stopped) = match loaded {
            Ok(size) => {
                backend.reserve(model.variables());
                (size, None)
            }
            Err(reason) => (FormulaSize::default(), Some(reason)),
        };
        let options = options.clone();
        Ok(Self { puzzle, options, model, backend, size, stopped, times, last: None, answers: 0 })
    }

    /// The next answer.
    pub fn next_answer(&mut self) -> Result<Step, EngineError> {
        if let Some(reason) = self.stopped {
            return Ok(Step::Stopped(reason));
        }
        if let Some(last) = self.last.take() {
            self.backend.add_clause(&self.model.block(&last));
        }
        let started = Instant::now();
        let outcome = self.backend.solve(&[], &self.options.budget);
        self.times.solve += started.elapsed();
        match outcome? {
            Outcome::Sat(assignment) => {
                let filling = self.accept(|lit| assignment.is_true(lit))?;
                self.last = Some(filling.clone());
                self.answers += 1;
                Ok(Step::Answer(filling))
            }
            Outcome::Unsat(_) => Ok(Step::Done),
            Outcome::Stopped(reason) => Ok(Step::Stopped(reason)),
        }
    }

    /// Decodes and checks. What fails here is our bug or the solver's, never an answer.
    fn accept(&mut self, is_true: impl Fn(Lit) -> bool) -> Result<Filling, EngineError> {
        let wrong = |reason: String| EngineError::WrongAnswer {
            backend: self.options.backend.name,
            reason,
        };
        let (model, puzzle) = (&self.model, self.puzzle);
        let filling = self
            .times
            .decode
            .measure(|| model.decode(is_true))
            .map_err(|unfit| wrong(unfit.to_string()))?;
        self.times
            .check
            .measure(|| puzzle.check(&filling))
            .map_err(|broken| wrong(broken.to_string()))?;
        Ok(filling)
    }

    /// What the search was like so far.
    pub fn report(&self) -> Report {
        Report {
            backend: self.options.backend.name,
            encoding: self.options.encoding,
            size: self.size.clone(),
            solver: self.backend.stats(),
            times: self.times,
            answers: self.answers,
        }
    }
}

/// What a search was like.
#[derive(Debug, Clone)]
pub struct Report {
    /// The solver.
    pub backend: &'static str,
    /// The encoding that was asked for.
    pub encoding: Encoding,
    /// The formula as it was loaded, derived rules included, blocking clauses not.
    pub size: FormulaSize,
    /// What the solver counted.
    pub solver: Stats,
    /// How long each phase took.
    pub times: Times,
    /// How many answers were found.
    pub answers: u64,
}

/// How long each phase took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// Stating the rules.
    pub model: Duration,
    /// Writing clauses and loading them, which go hand in hand.
    pub encode: Duration,
    /// Solving.
    pub solve: Duration,
    /// Reading values off assignments.
    pub decode: Duration,
    /// Checking answers by the plain rules.
    pub check: Duration,
}

trait Measure {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T;
}

impl Measure for Duration {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = work();
        *self += started.elapsed();
        result
    }
}
