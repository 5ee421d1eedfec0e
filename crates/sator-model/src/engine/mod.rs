//! Compile, plan, run: everything that can be asked of an instance.
//!
//! An [`Instance`] is [`CompiledRules`] with clues. [`plan()`] decides which engine runs with which
//! budget; [`Solutions`] runs the stages and verifies every solution.

mod agreement;
mod candidates;
mod carry;
mod compiled;
mod count;
mod eliminate;
mod equations;
mod instance;
mod native;
mod odds;
mod of_model;
mod options;
mod plan;
mod prove;
mod random;
mod report;
mod sat;
mod smt;
mod solutions;

pub use agreement::{Agreement, SolutionDigest, compare, retrace};
pub use candidates::{Candidates, Possible, candidates};
pub use compiled::CompiledRules;
pub(crate) use count::tally;
pub use count::{Count, Permutations, Unfinished, count, count_visiting};
pub use instance::{Instance, Reduction};
pub use odds::{CellOdds, CellState, Fraction, Odds, TotalRange, Uncounted, odds, total_range};
pub use options::{Method, Options};
pub(crate) use plan::fits_bits;
pub use plan::{Plan, Stage, TrailBudget, plan};
pub use prove::{CannotProve, CubeProved, Proved, prove, prove_cube, prover};
pub use random::random_solution;
pub use report::{Report, Times};
pub use solutions::{ByMeaning, Solutions, Step, Verifier};

use sator_sat::backend::{BackendError, StopReason};

/// A failure that is not the puzzle's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The solver misbehaved.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The formula would take more memory than most machines have.
    #[error(
        "the encoding {encoding} needs up to {clauses} clauses here, too many to be loaded: expected \
         {most} at most; they can be written to a file, and other encodings need fewer"
    )]
    TooLarge {
        /// The encoding.
        encoding: String,
        /// The number of clauses.
        clauses: u128,
        /// The most that can be loaded.
        most: u128,
    },
    /// A solution failed verification, and is not shown.
    #[error("{backend} gave a wrong answer ({reason}): this is a bug in sator or in the solver")]
    WrongAnswer {
        /// The solver.
        backend: String,
        /// The violated rule.
        reason: String,
    },
    /// The budget ended before the answer was known.
    #[error("stopped before the answer was known ({})", stop_text(*.0))]
    Stopped(StopReason),
}

fn stop_text(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "out of time",
        StopReason::Conflicts => "out of conflicts",
        StopReason::Interrupted => "interrupted",
        StopReason::GaveUp => "the solver gave up",
    }
}
