//! Statistics of a solve: numbers and times.

use std::time::Duration;

use sator_sat::backend::Stats;

use super::SolutionDigest;
use crate::lower::ProblemSize;
use crate::lower::cnf::{FormulaSize, Lowering};

/// Statistics of a solve.
#[derive(Debug, Clone)]
pub struct Report {
    /// The solver.
    pub backend: String,
    /// The stages that were planned.
    pub plan: String,
    /// The stages that ran, with the nodes of a search: "propagation; native search, 12 nodes".
    pub ran: String,
    /// The number of variables of cells.
    pub variables: u32,
    /// The encoding that was asked for.
    pub lowering: Lowering,
    /// How many variables of cells followed from the clues, and were left out.
    pub known: u64,
    /// The formula as it was loaded, without blocking clauses; nothing where it was not loaded
    /// whole.
    pub size: Option<FormulaSize>,
    /// The size of the assertions for an SMT solver.
    pub assertions: Option<ProblemSize>,
    /// Whether a solver got a formula; otherwise its size is that of nothing.
    pub used_solver: bool,
    /// The solver's own figures.
    pub solver: Stats,
    /// How long each phase took.
    pub times: Times,
    /// Which answers were found.
    pub digest: SolutionDigest,
    /// Whether it was proved that there are no more.
    pub is_complete: bool,
}

/// How long each phase took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// Reading the puzzle's text, where the reader measures it.
    pub parse: Option<Duration>,
    /// Stating the rules.
    pub model: Duration,
    /// Working out what follows from the clues at once, where that is done.
    pub eliminate: Option<Duration>,
    /// Writing clauses, or the rules as they are.
    pub encode: Duration,
    /// Handing them to the solver. Of clauses it is part of the encoding, unless
    /// [`super::Options::measure`] asks for it.
    pub load: Option<Duration>,
    /// Solving.
    pub solve: Duration,
    /// Reading values off assignments.
    pub decode: Duration,
    /// Checking answers by the plain rules.
    pub check: Duration,
}
