//! The registry of solvers: their abilities, and how to create one by its name.

use std::str::FromStr;
use std::sync::Arc;

use super::exec::{self, Program, ProgramError};
use super::{Backend, Config};
use crate::smt;

/// An ability of a solver, apart from solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// It keeps learnt clauses from one solve to the next.
    Incremental,
    /// It returns the assumptions that were needed; others return all of them.
    Cores,
    /// It can write proofs of unsatisfiability.
    Proofs,
    /// It stops in time when interrupted, as all solvers must.
    Interrupt,
    /// It keeps its learnt clauses after an interrupt; others start again.
    Resume,
    /// [`Config::seed`] has an effect.
    Seed,
    /// It uses several threads.
    Threads,
}

impl Ability {
    /// The name in listings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Incremental => "incremental",
            Self::Cores => "cores",
            Self::Proofs => "proofs",
            Self::Interrupt => "interrupt",
            Self::Resume => "resume",
            Self::Seed => "seed",
            Self::Threads => "threads",
        }
    }
}

/// An entry of the registry.
#[derive(Debug)]
pub struct Entry {
    /// The name for `--backend`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The version of the embedded solver.
    pub version: fn() -> String,
    /// The abilities.
    pub abilities: &'static [Ability],
    /// Creates a solver.
    pub create: Create,
}

/// Creates a solver.
pub type Create = fn(&Config) -> Box<dyn Backend>;

/// Every solver of this build, the default first. The tests run on all entries.
pub static BACKENDS: &[Entry] = &[
    super::auto::ENTRY,
    super::batsat::ENTRY,
    #[cfg(feature = "cadical")]
    super::cadical::ENTRY,
    #[cfg(feature = "glucose")]
    super::glucose::ENTRY,
    #[cfg(feature = "minisat")]
    super::minisat::ENTRY,
    super::varisat::ENTRY,
    super::portfolio::ENTRY,
];

/// A solver that this build does not contain.
#[derive(Debug)]
pub struct Absent {
    /// The name for `--backend`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// How to get it.
    pub install: &'static str,
}

/// The solvers that this build does not contain.
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

/// A chosen solver.
#[derive(Debug, Clone)]
pub enum Solver {
    /// An embedded solver.
    Embedded(&'static Entry),
    /// An external program.
    Program(Arc<Program>),
}

impl Solver {
    /// The name for `--backend`.
    pub fn name(&self) -> &str {
        match self {
            Self::Embedded(entry) => entry.name,
            Self::Program(program) => program.name(),
        }
    }

    /// The abilities.
    pub fn abilities(&self) -> &[Ability] {
        match self {
            Self::Embedded(entry) => entry.abilities,
            Self::Program(program) => program.abilities(),
        }
    }

    /// Creates a solver.
    pub fn create(&self, config: &Config) -> Box<dyn Backend> {
        match self {
            Self::Embedded(entry) => (entry.create)(config),
            Self::Program(program) => program.create(config),
        }
    }

    /// The same program with more arguments; see [`Program::with_args`].
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

/// Why a solver cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// No solver has that name.
    #[error(transparent)]
    Unknown(#[from] UnknownBackend),
    /// A program cannot be used.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// An embedded solver takes no arguments.
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

/// An unknown name of a solver.
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
