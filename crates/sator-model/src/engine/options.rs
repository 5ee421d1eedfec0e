//! How to solve: the method, the encoding, and the budget.

use std::num::NonZero;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator_sat::backend::{Ability, Budget, Config, Interrupt, Solver, SolverError};
use sator_sat::smt;

use crate::lower::cnf::Lowering;
use crate::model::Scope;

/// The solver, and with it the form in which it gets the constraints.
#[derive(Debug, Clone, Default)]
pub enum Method {
    /// The planner's choice.
    #[default]
    Auto,
    /// Clauses, by a SAT solver.
    Sat(Solver),
    /// Integers, by an SMT solver.
    Smt(&'static smt::Entry),
    /// The constraints themselves, by the native search.
    Search,
}

/// The name of the planner's choice.
const AUTO: &str = "auto";

/// The name of the native search.
pub(crate) const SEARCH: &str = "search";

impl Method {
    /// Whether the planner chooses.
    pub fn is_auto(&self) -> bool {
        matches!(self, Self::Auto)
    }

    /// Whether a program of its own solves, whose work has no limit but time.
    pub(crate) fn is_program(&self) -> bool {
        matches!(self, Self::Smt(_) | Self::Sat(Solver::Program(_)))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Auto => AUTO,
            Self::Sat(solver) => solver.name(),
            Self::Smt(entry) => entry.name,
            Self::Search => SEARCH,
        }
    }

    /// Its abilities.
    pub fn abilities(&self) -> Vec<Ability> {
        match self {
            Self::Auto => Solver::default().abilities().to_vec(),
            Self::Sat(solver) => solver.abilities().to_vec(),
            Self::Smt(_) => vec![Ability::Incremental, Ability::Interrupt, Ability::Seed],
            Self::Search => vec![Ability::Incremental, Ability::Interrupt],
        }
    }

    /// A program with more arguments; see [`Solver::with_args`].
    pub fn with_args(self, line: &str) -> Result<Self, SolverError> {
        match self {
            Self::Sat(solver) => solver.with_args(line).map(Self::Sat),
            Self::Auto => Solver::default().with_args(line).map(Self::Sat),
            Self::Smt(entry) => Err(SolverError::TakesNoArgs(entry.name)),
            Self::Search => Err(SolverError::TakesNoArgs(SEARCH)),
        }
    }

    /// The SAT solver, if it is one.
    pub fn solver(&self) -> Option<Solver> {
        match self {
            Self::Auto => Some(Solver::default()),
            Self::Sat(solver) => Some(solver.clone()),
            Self::Smt(_) | Self::Search => None,
        }
    }
}

impl From<Solver> for Method {
    fn from(solver: Solver) -> Self {
        Self::Sat(solver)
    }
}

impl FromStr for Method {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Self, SolverError> {
        match smt::by_name(name) {
            _ if name == AUTO => Ok(Self::Auto),
            _ if name == SEARCH => Ok(Self::Search),
            Some(entry) => Ok(Self::Smt(entry)),
            None => name.parse().map(Self::Sat),
        }
    }
}

/// How to solve.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// With which solver.
    pub backend: Method,
    /// Which constraints it gets, and how they are encoded.
    pub lowering: Lowering,
    /// Whether what follows from the clues at once is left out. If not set, the planner and the
    /// native search do so, and a named solver gets the formula in full.
    pub eliminate: Option<bool>,
    /// The seed of solvers that use randomness.
    pub seed: Option<u64>,
    /// The number of threads; all processors if not set.
    pub threads: Option<usize>,
    /// The limits of all that is done with these options together: a deadline, conflicts, an interrupt.
    pub budget: Budget,
    /// The limit of each solve, count or analysis.
    pub time_limit: Option<Duration>,
    /// Whether no other instance with the same rules will be solved: then nothing is prepared that
    /// only pays for several.
    pub is_single: bool,
    /// Whether the time of loading a solver is measured apart from encoding, which costs some.
    pub measure: bool,
}

impl Options {
    /// The defaults: the planner chooses, all processors, no limit.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops each solve, count or analysis after this time, counted from its begin.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.time_limit = Some(time);
        self
    }

    /// The options of a solve that begins now: the time limit becomes a deadline.
    pub(crate) fn begun(&self) -> Self {
        let mut options = self.clone();
        if let Some(end) = options.time_limit.take().and_then(|it| Instant::now().checked_add(it)) {
            let deadline = options.budget.deadline.map_or(end, |deadline| deadline.min(end));
            options.budget.deadline = Some(deadline);
        }
        options
    }

    /// Uses at most this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Uses this solver.
    #[must_use]
    pub fn backend(mut self, method: Method) -> Self {
        self.backend = method;
        self
    }

    /// Sets the seed of solvers that use randomness.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Stops when this flag is raised, from any thread.
    #[must_use]
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.budget.interrupt = interrupt;
        self
    }

    /// The set-up of a solver.
    pub(crate) fn config(&self) -> Config {
        Config { seed: self.seed, threads: self.threads, proof: None }
    }

    /// The constraints that are solved: a named solver gets those that a formula has, the native
    /// engines also those that only help.
    pub(crate) fn scope(&self) -> Scope {
        let usual = if self.names_solver() { Scope::Stated } else { Scope::Extended };
        self.lowering.scope.unwrap_or(usual)
    }

    /// Whether a solver was named, which then always runs.
    pub(crate) fn names_solver(&self) -> bool {
        matches!(self.backend, Method::Sat(_) | Method::Smt(_))
    }

    /// Whether what follows from the clues at once is left out.
    pub(crate) fn eliminates(&self) -> bool {
        self.eliminate.unwrap_or(!self.names_solver())
    }

    /// Whether the planner may do anything that is right: no solver and no encoding was chosen.
    pub(crate) fn is_free(&self) -> bool {
        self.backend.is_auto() && self.lowering == Lowering::default() && self.eliminates()
    }

    /// The number of threads to use.
    pub(crate) fn thread_count(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(all)
    }
}
