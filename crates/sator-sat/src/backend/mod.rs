//! Solvers behind one object-safe trait, and the registry of those in this build.
//!
//! RustSAT's own `Solve` cannot be boxed (it inherits `Extend`), and a solver chosen by name must
//! be. Here the assignment and the core ride inside the result, so that there is no wrong time to
//! ask for them.

mod auto;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub mod exec;
#[cfg(feature = "glucose")]
mod glucose;
#[cfg(feature = "minisat")]
mod minisat;
mod portfolio;
#[cfg(any(feature = "glucose", feature = "minisat"))]
mod rustsat;
mod varisat;

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::clauses::Stoppable;
use crate::proof::{Format, Writer};
use crate::smt;
use crate::{ClauseSink, Clauses, Lit};
use exec::{Program, ProgramError};

/// An incremental SAT solver.
///
/// Clauses may be added at any time, also after a solve that was stopped.
pub trait Backend: ClauseSink {
    /// Makes sure that variables up to this number exist; the assignment then covers them.
    fn reserve(&mut self, variables: u32);

    /// Looks for an assignment that satisfies all clauses and the assumptions.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError>;

    /// What the solver has done so far.
    fn stats(&self) -> Stats;

    /// Completes the proof that [`Config::proof`] asked for. It is one only if there is no answer
    /// without assumptions.
    fn finish_proof(&mut self) -> Result<(), BackendError> {
        Ok(())
    }
}

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

/// Why a solver stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The deadline passed.
    Time,
    /// The conflicts were used up.
    Conflicts,
    /// Somebody asked it to.
    Interrupted,
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

/// How long a solver may work. Clones share the interrupt.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// After how many conflicts to stop, roughly, counted for each solve. Varisat forgets what it
    /// has learnt when it is stopped, so that trying again needs a higher limit there; programs heed
    /// it only if they are known and have such a limit.
    pub conflicts: Option<u64>,
    /// The flag that stops it from another thread.
    pub interrupt: Interrupt,
}

impl Budget {
    /// Why to stop now, conflicts aside.
    pub fn exhausted(&self) -> Option<StopReason> {
        if self.interrupt.is_raised() {
            Some(StopReason::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// A flag that any thread may raise and every solver heeds within a tenth of a second.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// Also stops who watches this one.
    above: Option<Arc<Interrupt>>,
}

impl Interrupt {
    /// A flag of its own below this one: raising it stops only those who watch it, and raising
    /// this one stops them too.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { flag: Arc::default(), above: Some(Arc::new(self.clone())) }
    }

    /// Asks all who watch this flag to stop.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|it| it.is_raised())
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
        BackendError { backend: backend.to_owned(), message }
    }
}

/// What a solver can do, apart from solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// It keeps what it has learnt from one solve to the next.
    Incremental,
    /// It tells which assumptions were to blame; others blame all of them.
    Cores,
    /// It can write a proof that there is no answer.
    Proofs,
    /// It can be stopped and asked again; others are ended, and begin anew.
    Interrupt,
    /// [`Config::seed`] changes something.
    Seed,
    /// It uses several threads by itself.
    Threads,
}

impl Ability {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Incremental, Self::Cores, Self::Proofs, Self::Interrupt, Self::Seed, Self::Threads];

    /// Its name in listings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Incremental => "incremental",
            Self::Cores => "cores",
            Self::Proofs => "proofs",
            Self::Interrupt => "interrupt",
            Self::Seed => "seed",
            Self::Threads => "threads",
        }
    }
}

/// An entry of the registry.
#[derive(Debug)]
pub struct Entry {
    /// What `--backend` calls it.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Version of the program inside.
    pub version: fn() -> String,
    /// What it can do.
    pub abilities: &'static [Ability],
    /// Makes a fresh solver.
    pub create: Create,
}

/// Makes a fresh solver.
pub type Create = fn(&Config) -> Box<dyn Backend>;

/// Every solver of this build, the default first. Being listed here is being tested.
pub static BACKENDS: &[Entry] = &[
    auto::ENTRY,
    batsat::ENTRY,
    #[cfg(feature = "cadical")]
    cadical::ENTRY,
    #[cfg(feature = "glucose")]
    glucose::ENTRY,
    #[cfg(feature = "minisat")]
    minisat::ENTRY,
    varisat::ENTRY,
    portfolio::ENTRY,
];

/// A solver that another build has.
#[derive(Debug)]
pub struct Absent {
    /// What `--backend` would call it.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// How to get it.
    pub install: &'static str,
}

/// The solvers that this build leaves out.
pub static ABSENT: &[Absent] = &[
    #[cfg(not(feature = "cadical"))]
    Absent {
        name: "cadical",
        summary: "CaDiCaL, for hard formulas",
        install: "cargo build --features cadical (needs a C++ compiler)",
    },
    #[cfg(not(feature = "glucose"))]
    Absent {
        name: "glucose",
        summary: "Glucose, a MiniSat that keeps its best clauses",
        install: "cargo build --features glucose (needs cmake and libclang)",
    },
    #[cfg(not(feature = "minisat"))]
    Absent {
        name: "minisat",
        summary: "MiniSat, which many solvers come from",
        install: "cargo build --features minisat (needs cmake and libclang)",
    },
];

/// A solver to work with.
#[derive(Debug, Clone)]
pub enum Solver {
    /// One of this build.
    Embedded(&'static Entry),
    /// A program of its own.
    Program(Arc<Program>),
}

impl Solver {
    /// What `--backend` calls it.
    pub fn name(&self) -> &str {
        match self {
            Self::Embedded(entry) => entry.name,
            Self::Program(program) => program.name(),
        }
    }

    /// What it can do.
    pub fn abilities(&self) -> &[Ability] {
        match self {
            Self::Embedded(entry) => entry.abilities,
            Self::Program(program) => program.abilities(),
        }
    }

    /// Makes a fresh solver.
    pub fn create(&self, config: &Config) -> Box<dyn Backend> {
        match self {
            Self::Embedded(entry) => (entry.create)(config),
            Self::Program(program) => program.create(config),
        }
    }

    /// A program that is told more; see [`Program::with_args`].
    pub fn with_args(self, line: &str) -> Result<Self, SolverError> {
        match self {
            Self::Embedded(entry) => Err(SolverError::TakesNoArgs(entry.name)),
            Self::Program(program) => {
                let program = Program::clone(&program).with_args(line)?;
                Ok(Self::Program(Arc::new(program)))
            }
        }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::Embedded(&BACKENDS[0])
    }
}

impl FromStr for Solver {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Self, SolverError> {
        match name.strip_prefix(exec::PREFIX) {
            Some(program) => Ok(Self::Program(Arc::new(Program::find(program)?))),
            None => Ok(Self::Embedded(by_name(name)?)),
        }
    }
}

/// A solver that cannot be had as wished.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// No solver has that name.
    #[error(transparent)]
    Unknown(#[from] UnknownBackend),
    /// A program cannot be used.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A solver of this build is no program.
    #[error("the backend {0} takes no arguments; programs do, as exec:PROGRAM")]
    TakesNoArgs(&'static str),
}

/// The embedded solver of that name.
pub fn by_name(name: &str) -> Result<&'static Entry, UnknownBackend> {
    BACKENDS
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| UnknownBackend { name: name.to_owned() })
}

/// A name that is no solver of this build.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", unknown(name))]
pub struct UnknownBackend {
    name: String,
}

fn unknown(name: &str) -> String {
    if let Some(absent) = ABSENT.iter().find(|absent| absent.name == name) {
        return format!("this build has no '{name}'; to get it: {}", absent.install);
    }
    let embedded = BACKENDS.iter().map(|entry| entry.name);
    let known: Vec<_> = embedded.chain(smt::SOLVERS.iter().map(|entry| entry.name)).collect();
    format!("unknown backend '{name}'; there are {}, and exec:PROGRAM", known.join(", "))
}
