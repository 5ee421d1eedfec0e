//! Questions about puzzles: one request, one answer, for every surface.
//!
//! A question is plain data (its options), and so is its answer. The command line prints answers, and
//! everything else gets the same ones as JSON. [`Context`] carries what is known before the answer.

pub mod analyze;
mod check;
pub mod conflict;
mod context;
mod convert;
mod count;
pub mod cross_check;
mod error;
pub mod explain;
pub mod options;
mod rate;
pub mod request;
pub mod statistics;
mod status;

use std::time::Duration;

use sator_sat::backend::StopReason;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::analyze::{Analyze, Analyzed};
pub use self::check::{Check, Checked};
pub use self::conflict::Explanation;
pub use self::context::{Context, Event, Surface};
pub use self::convert::{Convert, Converted};
pub use self::count::{Count, Counted};
pub use self::error::{AskError, Code, Suggestion, TextName};
pub use self::explain::{Explain, Explained, Hint};
pub use self::rate::{Rate, Rated};
pub use self::statistics::Statistics;
pub use self::status::Status;

use crate::engine::Report;
use crate::puzzle::AnyPuzzle;
use crate::puzzles::queens;
use crate::render::Look;

/// A puzzle that is asked about, with the other texts of the request.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// The time it took to read.
    pub parse_time: Duration,
    /// A partly filled board: a player's entries.
    pub progress: Option<String>,
    /// A filled board.
    pub solution: Option<String>,
}

impl Asked {
    /// A puzzle without other texts.
    pub fn new(puzzle: AnyPuzzle) -> Self {
        Self { puzzle, parse_time: Duration::ZERO, progress: None, solution: None }
    }
}

/// A question about one puzzle. Its fields are the options of a request; they are also those of the
/// command line, so that a name, its help and its meaning stand in one place.
pub trait Question: Serialize + DeserializeOwned + Default + Sync {
    /// The verb.
    const VERB: &'static str;
    /// What is going on, before the title of the puzzle, if people are told: "Counting solutions for".
    const MESSAGE: Option<&'static str>;
    /// The activity, and the things that it counts, where progress is shown.
    const PROGRESS: [&'static str; 2];

    /// The answer.
    type Answer: Answer;

    /// Why the question cannot be asked about this puzzle, if it cannot.
    fn refuse(&self, _: &AnyPuzzle) -> Option<AskError> {
        None
    }

    /// Answers the question, which [`Question::refuse`] does not refuse.
    fn ask(&self, asked: &Asked, context: &mut Context<'_>) -> Result<Self::Answer, AskError>;
}

/// An answer: the same for every surface.
pub trait Answer {
    /// Whether it is yes, no, or not known.
    fn status(&self) -> Status;

    /// The text for people, without the last line feed.
    fn to_text(&self, look: Look) -> String;

    /// The text in a line, where many puzzles are answered by a line each.
    fn to_line(&self) -> String {
        self.to_text(Look::default())
    }

    /// The object that `--json` prints.
    fn to_json(&self) -> Value;

    /// Sentences that stand beside the text.
    fn remarks(&self, _: Surface) -> Vec<String> {
        Vec::new()
    }

    /// The result of a second search, if there was one. Its failure leaves the answer as it is.
    fn cross_check(&self) -> Option<&cross_check::CrossCheck> {
        None
    }

    /// The word that the summary of many answers counts.
    fn class(&self) -> &'static str;

    /// The figures, if they were asked for.
    fn statistics(&self) -> Option<&Statistics> {
        None
    }

    /// The report of the search, if there was one.
    fn report(&self) -> Option<&Report> {
        None
    }
}

/// Why a search stopped, in words.
pub fn because(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "the time is up",
        StopReason::Interrupted => "interrupted",
        // No option limits the conflicts.
        StopReason::Conflicts | StopReason::GaveUp => "the solver gave up",
    }
}

/// Whether a puzzle is of a kind whose puzzles are meant to have exactly one solution.
pub fn expects_one_solution(puzzle: &AnyPuzzle) -> bool {
    puzzle.truth_words().is_none() && puzzle.kind().name != queens::KIND.name
}
