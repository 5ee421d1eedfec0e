//! Solvers behind one object-safe trait.
//!
//! RustSAT's own `Solve` cannot be boxed (it inherits `Extend`), and a solver chosen by name must
//! be. Here the assignment and the core ride inside the result, so that there is no wrong time to
//! ask for them.

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
mod registry;
#[cfg(any(feature = "glucose", feature = "minisat"))]
mod rustsat;
mod varisat;
pub(crate) mod waiting;
mod workers;

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::clauses::Stoppable;
use crate::clock::Instant;
use crate::proof::{Format, Writer};
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
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError>;

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

/// Fills a solver with what `write` writes, as long as the budget lasts. A solver that was stopped
/// on the way does not hold the whole formula; then the reason is given.
pub fn load<T>(
    backend: &mut dyn Backend,
    budget: &Budget,
    write: impl FnOnce(&mut dyn ClauseSink) -> T,
) -> Result<T, StopReason> {
    fill(backend, budget, write)
}

/// The same, and how long the solver took to take the clauses in. To know that costs some time.
pub fn load_timed<T>(
    backend: &mut dyn Backend,
    budget: &Budget,
    write: impl FnOnce(&mut dyn ClauseSink) -> T,
) -> Result<(T, Duration), StopReason> {
    let mut delivery = Delivery::new(backend);
    let written = fill(&mut delivery, budget, write)?;
    delivery.hand_over();
    Ok((written, delivery.time))
}

fn fill<T>(
    sink: &mut dyn ClauseSink,
    budget: &Budget,
    write: impl FnOnce(&mut dyn ClauseSink) -> T,
) -> Result<T, StopReason> {
    let stop = || budget.exhausted().is_some();
    let mut sink = Stoppable::new(sink, &stop);
    let written = write(&mut sink);
    if sink.is_closed() { Err(budget.exhausted().unwrap_or(StopReason::Time)) } else { Ok(written) }
}

/// Hands clauses on in large lots, so that the time to make them and the time to take them in can
/// be told apart without a look at the clock for each.
struct Delivery<'a> {
    backend: &'a mut dyn Backend,
    lot: Clauses,
    time: Duration,
}

impl<'a> Delivery<'a> {
    fn new(backend: &'a mut dyn Backend) -> Self {
        Self { backend, lot: Clauses::default(), time: Duration::ZERO }
    }

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

/// What a solver says. Stopped is not unsatisfiable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Satisfiable, by this assignment.
    Sat(Assignment),
    /// Unsatisfiable together with these assumptions (none of them: on its own).
    Unsat(Vec<Lit>),
    /// Not known: the solver was stopped.
    Stopped(StopReason),
}

/// A truth value for every variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    values: Vec<bool>,
}

impl Assignment {
    /// From the value of each variable in turn.
    pub fn new(values: Vec<bool>) -> Self {
        Self { values }
    }

    /// Whether the literal is true. Variables beyond the assignment are false.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values.get(lit.vidx()).copied().unwrap_or(false) == lit.is_pos()
    }

    /// The true literal of each variable in turn.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        (0..).zip(&self.values).map(|(index, &value)| Lit::new(index, !value))
    }
}

/// A solver that misbehaved. This is never an answer about the formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the solver {backend} failed: {message}")]
pub struct BackendError {
    /// Which solver.
    pub backend: String,
    /// What it did.
    pub message: String,
}

impl BackendError {
    fn new(backend: &str, message: impl Into<String>) -> Self {
        Self { backend: backend.to_owned(), message: message.into() }
    }
}

/// What a solver counted. What it cannot tell is absent, not zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Dead ends met.
    pub conflicts: Option<u64>,
    /// Values guessed.
    pub decisions: Option<u64>,
    /// Values that followed.
    pub propagations: Option<u64>,
    /// Times that the search began anew.
    pub restarts: Option<u64>,
    /// Which solver gave the last answer, where several are at work.
    pub solved_by: Option<&'static str>,
}

impl Stats {
    /// What two solvers did together, as far as both tell.
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

/// How to set a solver up.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Where chance begins, for solvers that use it.
    pub seed: Option<u64>,
    /// How many threads a solver may have that uses several; all processors if not said.
    pub threads: Option<usize>,
    /// Where to write a proof along the way, for solvers that can.
    pub proof: Option<ProofTo>,
}

/// Where a proof goes.
#[derive(Debug, Clone)]
pub struct ProofTo {
    /// The file.
    pub path: PathBuf,
    /// How it is written.
    pub format: Format,
    /// How many clauses the formula has that it is about.
    pub clauses: usize,
}

impl ProofTo {
    fn open(&self) -> io::Result<Writer<File>> {
        let file = File::create(&self.path)?;
        Ok(Writer::renumbering(file, self.format, self.clauses))
    }

    fn failed(&self, backend: &str, error: &io::Error) -> BackendError {
        let message = format!("the proof cannot be written to '{}': {error}", self.path.display());
        BackendError::new(backend, message)
    }
}
