//! What can be done with any puzzle: solve, enumerate, count, analyze, write the formula, read answers.

mod agreement;
mod candidates;
mod conflict;
mod count;
mod derive;
mod formula;
mod frame;
mod lowering;
mod odds;
mod parts;
mod prove;
mod pseudo_boolean;
mod reduction;
mod report;
mod road;
mod search;
mod size;
mod smtlib;
mod walk;

pub use agreement::{Agreement, Met, compare, retrace};
pub use candidates::{Candidates, Possible, candidates};
pub use conflict::{Conflict, conflict};
pub use count::{Count, Unfinished, count, count_at_once, count_in_series};
pub use derive::model_of;
pub use formula::{Formula, UnfitAnswer, fit_answer};
pub use frame::Series;
pub use lowering::{FormulaSize, Lowering, UnknownLowering};
pub use odds::{Chance, Fate, Fraction, Odds, TotalRange, Uncounted, odds, total_range};
pub use prove::{CannotProve, Proved, prove, prover};
pub use pseudo_boolean::PseudoBoolean;
pub use report::{Report, Times};
pub use road::Road;
pub use search::{Options, Search, Step};
pub use size::ProblemSize;
pub use smtlib::{SmtLib, fit_values};

use sator_sat::backend::BackendError;

/// Something went wrong that is not the puzzle's fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The solver misbehaved.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The formula would take more memory than most machines have.
    #[error(
        "--encoding {lowering} needs up to {clauses} clauses here, too many to be loaded: expected \
         {most} at most; `generate` writes them, and other encodings need fewer"
    )]
    TooLarge {
        /// What was asked for.
        lowering: Lowering,
        /// How many clauses.
        clauses: u128,
        /// How many can be.
        most: u128,
    },
    /// An answer failed the plain rules, and is not shown.
    #[error("{backend} gave a wrong answer ({reason}): this is a bug in sator or in the solver")]
    WrongAnswer {
        /// Which solver gave it.
        backend: String,
        /// What is wrong with it.
        reason: String,
    },
}
