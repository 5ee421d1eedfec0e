//! The solvers of this build, what each can do, and how one is had by its name.

use std::str::FromStr;
use std::sync::Arc;

use super::exec::{self, Program, ProgramError};
use super::{Backend, Config};
use crate::smt;

/// What a solver can do, apart from solving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// It keeps what it has learnt from one solve to the next.
    Incremental,
    /// It tells which assumptions were to blame; others blame all of them.
    Cores,
    /// It can write a proof that there is no answer.
    Proofs,
    /// It stops in time when it is asked to, as all of them must.
    Interrupt,
    /// It goes on after that with what it has learnt; others begin anew.
    Resume,
    /// [`Config::seed`] changes something.
    Seed,
    /// It uses several threads by itself.
    Threads,
}

impl Ability {
    /// Its name in listings.
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
