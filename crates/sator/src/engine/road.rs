//! With what a puzzle is solved: its rules as clauses, by a SAT solver, or as they are, by an SMT
//! solver or by our own search.

use std::str::FromStr;

use sator_sat::backend::{Ability, Budget, Solver, SolverError, Stats, StopReason};
use sator_sat::smt::{self, Session, Verdict};
use sator_sat::{TextError, answer};

use super::EngineError;
use super::smtlib::SmtLib;
use crate::model::{CellId, Solution, Value};

/// A solver, and with it the form in which it gets the rules.
#[derive(Debug, Clone)]
pub enum Road {
    /// As clauses.
    Clauses(Solver),
    /// As whole numbers.
    Integers(&'static smt::Entry),
    /// As they are, by our own search, which is no solver.
    Search,
}

/// What `--backend` calls our own search.
pub(super) const SEARCH: &str = "search";

impl Road {
    /// Whether it is the one that nobody has to ask for.
    pub fn is_default(&self) -> bool {
        self.name() == Self::default().name()
    }

    /// What `--backend` calls the solver.
    pub fn name(&self) -> &str {
        match self {
            Self::Clauses(solver) => solver.name(),
            Self::Integers(entry) => entry.name,
            Self::Search => SEARCH,
        }
    }

    /// What the solver can do.
    pub fn abilities(&self) -> &[Ability] {
        match self {
            Self::Clauses(solver) => solver.abilities(),
            Self::Integers(_) => &[Ability::Incremental, Ability::Interrupt, Ability::Seed],
            Self::Search => &[Ability::Incremental, Ability::Interrupt],
        }
    }
}

impl Road {
    /// A program that is told more; see [`Solver::with_args`].
    pub fn with_args(self, line: &str) -> Result<Self, SolverError> {
        match self {
            Self::Clauses(solver) => solver.with_args(line).map(Self::Clauses),
            Self::Integers(entry) => Err(SolverError::TakesNoArgs(entry.name)),
            Self::Search => Err(SolverError::TakesNoArgs(SEARCH)),
        }
    }

    /// The solver, if it takes clauses.
    pub fn solver(&self) -> Option<&Solver> {
        match self {
            Self::Clauses(solver) => Some(solver),
            Self::Integers(_) | Self::Search => None,
        }
    }
}

impl Default for Road {
    fn default() -> Self {
        Self::Clauses(Solver::default())
    }
}

impl From<Solver> for Road {
    fn from(solver: Solver) -> Self {
        Self::Clauses(solver)
    }
}

impl FromStr for Road {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Self, SolverError> {
        match smt::by_name(name) {
            _ if name == SEARCH => Ok(Self::Search),
            Some(entry) => Ok(Self::Integers(entry)),
            None => name.parse().map(Self::Clauses),
        }
    }
}

/// An SMT solver that was told the rules.
pub(super) struct Integers {
    session: Session,
    rules: SmtLib,
    stats: Stats,
}

/// What the solver says.
pub(super) enum Reply {
    /// An answer, in its words: [`Integers::solution`] reads them.
    Values(String),
    NoMore,
    Stopped(StopReason),
}

impl Integers {
    /// Starts a solver and tells it the rules, which are this text; or why there was no time for
    /// that.
    pub(super) fn open(
        entry: &'static smt::Entry,
        rules: SmtLib,
        text: &[u8],
        seed: Option<u64>,
        budget: &Budget,
    ) -> Result<Result<Self, StopReason>, EngineError> {
        let mut session = Session::start(entry, seed)?;
        let told = session.tell(text, budget)?;
        Ok(told.map(|()| Self { session, rules, stats: Stats::default() }))
    }

    /// Looks for an answer that is not the last one.
    pub(super) fn next(
        &mut self,
        last: Option<&Solution>,
        budget: &Budget,
    ) -> Result<Reply, EngineError> {
        if let Some(last) = last {
            let other = self.rules.block_text(last);
            if let Err(reason) = self.session.tell(other.as_bytes(), budget)? {
                return Ok(Reply::Stopped(reason));
            }
        }
        let verdict = self.session.check(budget)?;
        if let Verdict::Stopped(reason) = verdict {
            return Ok(Reply::Stopped(reason));
        }
        let reply = match self.rules.values_text() {
            _ if verdict == Verdict::Unsat => Reply::NoMore,
            None => Reply::Values(String::new()),
            Some(question) => {
                let values = self.session.ask(question.trim_end(), budget)?;
                values.map_or_else(Reply::Stopped, Reply::Values)
            }
        };
        // Last, so that no answer is lost if there is no time for this.
        self.stats = self.session.stats(budget);
        Ok(reply)
    }

    /// Lets only answers count that have one of these values, until [`Integers::take_back`].
    pub(super) fn suppose(
        &mut self,
        some: &[(CellId, Value)],
        budget: &Budget,
    ) -> Result<Result<(), StopReason>, EngineError> {
        let text = format!("(push 1)\n{}", self.rules.some_text(some));
        Ok(self.session.tell(text.as_bytes(), budget)?)
    }

    /// Forgets what was supposed.
    pub(super) fn take_back(
        &mut self,
        budget: &Budget,
    ) -> Result<Result<(), StopReason>, EngineError> {
        Ok(self.session.tell(b"(pop 1)\n", budget)?)
    }

    /// The answer that a reply means.
    pub(super) fn solution(&self, values: &str) -> Result<Solution, EngineError> {
        let wrong = |error: TextError| EngineError::WrongAnswer {
            backend: self.session.name().to_owned(),
            reason: error.to_string(),
        };
        let values = answer::read_bindings(values.as_bytes()).map_err(wrong)?;
        self.rules.solution(&values).map_err(wrong)
    }

    /// What the solver counted.
    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// The rules that it was told.
    pub(super) fn rules(&self) -> &SmtLib {
        &self.rules
    }
}
