//! Solvers behind one object-safe trait.
//!
//! RustSAT's own `Solve` cannot be boxed, because it inherits `Extend`, but a solver that is chosen
//! by name must be. Here the assignment and the core are part of the result, so they cannot be read
//! at a wrong time.

mod auto;
mod batsat;
mod budget;
#[cfg(feature = "cadical")]
mod cadical;
pub mod exec;
#[cfg(feature = "glucose")]
mod glucose;
#[cfg(feature = "minisat")]
mod minisat;
mod portfolio;
mod proof_file;
mod registry;
#[cfg(any(feature = "glucose", feature = "minisat"))]
mod rustsat;
mod varisat;
pub(crate) mod waiting;
mod workers;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::clauses::Stoppable;
use crate::clock::Instant;
use crate::proof::Format;
use crate::{ClauseSink, Clauses, Lit};
pub use budget::{Budget, Interrupt, StopReason};
pub use registry::{
    ABSENT, Ability, Absent, BACKENDS, Create, Entry, Solver, SolverError, UnknownBackend, by_name,
};

/// An incremental SAT solver that may be bound to the thread on which it was created.
///
/// Clauses may be added at any time, also after a solve that was stopped.
pub trait LocalBackend: ClauseSink {
    /// Makes sure that variables up to this number exist; the assignment then covers them.
    fn reserve(&mut self, variables: u32);

    /// Searches for an assignment that satisfies all clauses and the assumptions.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError> {
        let spent = budget.exhausted().map_or(Ok(()), |reason| Err(reason.into()));
        match spent.and_then(|()| self.search(assumptions, budget)) {
            Ok(outcome) => Ok(outcome),
            Err(Halt::Stopped(reason)) => Ok(Outcome::Stopped(reason)),
            Err(Halt::Failed(error)) => Err(error),
        }
    }

    /// Solves like [`LocalBackend::solve`]; the budget is not spent yet.
    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt>;

    /// The solver's statistics so far.
    fn stats(&self) -> Stats;

    /// Completes the proof that [`Config::proof`] requests. The proof is valid only if the formula
    /// is unsatisfiable without assumptions.
    fn finish_proof(&mut self) -> Result<(), BackendError> {
        Ok(())
    }
}

/// An incremental SAT solver that can be moved to another thread: the trait of all solvers in the
/// registry. A solver that cannot be moved runs on a worker thread behind this trait.
pub trait Backend: LocalBackend + Send {}

impl<B: LocalBackend + Send> Backend for B {}

/// Loads the clauses that `write` writes into a solver, within the budget. If the budget is spent
/// first, returns the reason; the solver then holds only a part of the formula.
pub fn load<T>(
    sink: &mut dyn ClauseSink,
    budget: &Budget,
    write: impl FnOnce(&mut dyn ClauseSink) -> T,
) -> Result<T, StopReason> {
    let stop = || budget.exhausted().is_some();
    let mut sink = Stoppable::new(sink, &stop);
    let written = write(&mut sink);
    if sink.is_closed() { Err(budget.exhausted().unwrap_or(StopReason::Time)) } else { Ok(written) }
}

/// The same, and also measures the time that the solver takes to load the clauses, which costs some
/// time itself. For a solver on a thread of its own this is the time to send the clauses; it loads
/// them in the background.
pub fn load_timed<T>(
    backend: &mut dyn Backend,
    budget: &Budget,
    write: impl FnOnce(&mut dyn ClauseSink) -> T,
) -> Result<(T, Duration), StopReason> {
    let mut delivery = Delivery { backend, lot: Clauses::default(), time: Duration::ZERO };
    let written = load(&mut delivery, budget, write)?;
    delivery.hand_over();
    Ok((written, delivery.time))
}

/// Forwards clauses in large lots, so that loading is timed apart from encoding without reading the
/// clock for each clause.
struct Delivery<'a> {
    backend: &'a mut dyn Backend,
    lot: Clauses,
    time: Duration,
}

impl Delivery<'_> {
    fn hand_over(&mut self) {
        let started = Instant::now();
        self.lot.pour(self.backend);
        self.lot.clear();
        self.time += started.elapsed();
    }
}

impl ClauseSink for Delivery<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        const LOT: usize = 1 << 14;
        self.lot.add_clause(clause);
        if self.lot.len() >= LOT {
            self.hand_over();
        }
    }

    fn is_closed(&self) -> bool {
        self.backend.is_closed()
    }
}

/// The result of a solve. Stopped is not unsatisfiable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Satisfiable, by this assignment.
    Sat(Assignment),
    /// Unsatisfiable together with these assumptions (none of them: on its own).
    Unsat(Vec<Lit>),
    /// Unknown: the solver was stopped.
    Stopped(StopReason),
}

/// Why a solve ends without an answer.
#[derive(Debug)]
pub enum Halt {
    /// The solver was stopped.
    Stopped(StopReason),
    /// The solver has failed.
    Failed(BackendError),
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<BackendError> for Halt {
    fn from(error: BackendError) -> Self {
        Self::Failed(error)
    }
}

/// A truth value for every variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    values: Vec<bool>,
}

impl Assignment {
    /// Creates an assignment from the value of each variable in order.
    pub fn new(values: Vec<bool>) -> Self {
        Self { values }
    }

    /// Whether the literal is true. Variables beyond the assignment are false.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values.get(lit.vidx()).copied().unwrap_or(false) == lit.is_pos()
    }

    /// The true literal of each variable in order.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        (0..).zip(&self.values).map(|(index, &value)| Lit::new(index, !value))
    }
}

/// A failure of a solver. This is never an answer about the formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the solver {backend} failed: {message}")]
pub struct BackendError {
    /// The solver's name.
    pub backend: String,
    /// The failure.
    pub message: String,
}

impl BackendError {
    fn new(backend: &str, message: impl Into<String>) -> Self {
        Self { backend: backend.to_owned(), message: message.into() }
    }
}

/// Statistics of a solver. A number that the solver does not report is absent, not zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of conflicts.
    pub conflicts: Option<u64>,
    /// The number of decisions.
    pub decisions: Option<u64>,
    /// The number of propagations.
    pub propagations: Option<u64>,
    /// The number of restarts.
    pub restarts: Option<u64>,
    /// The solver that gave the last answer, where several race.
    pub solved_by: Option<&'static str>,
}

impl Stats {
    /// The sum of two statistics. A number that one of them lacks is absent.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a + b);
        Self {
            conflicts: sum(self.conflicts, other.conflicts),
            decisions: sum(self.decisions, other.decisions),
            propagations: sum(self.propagations, other.propagations),
            restarts: sum(self.restarts, other.restarts),
            solved_by: other.solved_by,
        }
    }
}

/// The configuration of a solver.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The random seed, for solvers that have one.
    pub seed: Option<u64>,
    /// The number of threads, for solvers that use several; all processors if absent.
    pub threads: Option<usize>,
    /// The proof to write while solving, for solvers that can.
    pub proof: Option<ProofTo>,
}

/// The destination of a proof.
#[derive(Debug, Clone)]
pub struct ProofTo {
    /// The file.
    pub path: PathBuf,
    /// Its format.
    pub format: Format,
    /// The number of clauses of the formula.
    pub clauses: usize,
}

impl ProofTo {
    fn failed(&self, backend: &str, error: &io::Error) -> BackendError {
        let message = format!("the proof cannot be written to '{}': {error}", self.path.display());
        BackendError::new(backend, message)
    }
}
