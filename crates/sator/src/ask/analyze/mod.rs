//! `analyze`: finds the certain cells, and how likely the others are.

mod figures;
pub mod mines;
mod redundant;
mod values;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::mines::Mines;
use self::redundant::Clues;
use self::values::Values;
use super::conflict::{self, Explanation};
use super::options::Solving;
use super::{
    Answer, AskError, Asked, Code, Context, Question, Statistics, Status, Suggestion, Surface,
};
use crate::engine::Report;
use crate::puzzle::AnyPuzzle;
use crate::render::Look;

/// What is certain, and how likely is the rest?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Analyze {
    /// How to solve.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub solving: Solving,
    /// Show how likely a mine is in each cell of the board, in percent (minesweeper).
    #[cfg_attr(feature = "clap", arg(long))]
    pub odds: bool,
    /// Show which clues can go without a second answer, and the second answers without the others;
    /// of a puzzle with several answers, which cells determine each other.
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "odds"))]
    pub redundant: bool,
}

/// What is certain about a puzzle.
pub struct Analyzed {
    puzzle: AnyPuzzle,
    analysis: Box<dyn Analysis>,
    why: Explanation,
    /// The figures, if they were asked for.
    statistics: Option<Statistics>,
    shows_odds: bool,
}

impl fmt::Debug for Analyzed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyzed")
            .field("puzzle", &self.puzzle)
            .field("has_answer", &self.analysis.has_answer())
            .finish_non_exhaustive()
    }
}

impl Question for Analyze {
    const VERB: &'static str = "analyze";
    const MESSAGE: Option<&'static str> = Some("Analyzing");
    const PROGRESS: [&'static str; 2] = ["Analyzing", "values"];

    type Answer = Analyzed;

    fn refuse(&self, puzzle: &AnyPuzzle) -> Option<AskError> {
        let is_refused = self.odds && puzzle.truth_words().is_none();
        let message = || format!("{} has no odds to show", puzzle.kind().name);
        let error = || AskError::new(Code::Unsupported, message());
        is_refused.then(|| error().suggest(Suggestion::Option("odds", "is for mines")))
    }

    fn ask(&self, asked: &Asked, context: &mut Context<'_>) -> Result<Analyzed, AskError> {
        let puzzle = &asked.puzzle;
        self.solving.encoding.announce(puzzle, context)?;
        let options = self.solving.engine(context, false);
        let mut progress = |number| context.progress(Self::PROGRESS, number, None);
        let analysis: Box<dyn Analysis> = if self.redundant {
            Box::new(Clues::examine(puzzle, &options, &mut progress)?)
        } else if puzzle.truth_words().is_some() {
            let mines = Mines::examine(puzzle, &options, asked.parse_time)?;
            Box::new(mines.with_openings(puzzle, &options)?)
        } else {
            Box::new(Values::examine(puzzle, &options, asked.parse_time, &mut progress)?)
        };
        let mut why = Explanation::default();
        if analysis.has_answer() == Some(false) {
            why = Explanation::new(puzzle);
            if conflict::confirm(puzzle, &options)? && context.wants_conflict() {
                why = why.with_conflict(puzzle, &options)?;
            }
        }
        let is_wanted = self.solving.stats.stats;
        let statistics = is_wanted.then(|| analysis.statistics(context.is_one_of_many));
        let (puzzle, shows_odds) = (puzzle.clone(), self.odds);
        Ok(Analyzed { puzzle, analysis, why, statistics, shows_odds })
    }
}

impl Analyzed {
    /// The same with the odds on the board.
    #[must_use]
    pub fn with_odds(self) -> Self {
        Self { shows_odds: true, ..self }
    }
}

impl Answer for Analyzed {
    fn status(&self) -> Status {
        self.analysis.status()
    }

    fn class(&self) -> &'static str {
        match self.status() {
            Status::Yes => "analyzed",
            Status::No => "no solution",
            Status::Stopped | Status::Bad => "unknown",
        }
    }

    fn to_text(&self, look: Look) -> String {
        self.analysis.text(&self.puzzle, look, self.shows_odds)
    }

    fn to_json(&self) -> Value {
        let stats = self.statistics.as_ref().map(Statistics::json);
        let shared = Shared::new(&self.puzzle, self.analysis.has_answer(), &self.why);
        self.analysis.json(&self.puzzle, Shared { stats, ..shared })
    }

    fn remarks(&self, surface: Surface) -> Vec<String> {
        self.why.remarks(surface)
    }

    fn statistics(&self) -> Option<&Statistics> {
        self.statistics.as_ref()
    }

    fn report(&self) -> Option<&Report> {
        self.analysis.report()
    }
}

/// The analysis of a puzzle.
trait Analysis {
    /// Whether there is an answer, if known.
    fn has_answer(&self) -> Option<bool>;

    fn status(&self) -> Status;

    /// For people, without the last line feed.
    fn text(&self, puzzle: &AnyPuzzle, look: Look, odds: bool) -> String;

    /// As an object, with the fields that all analyses share.
    fn json(&self, puzzle: &AnyPuzzle, shared: Shared<'_>) -> Value;

    fn statistics(&self, is_one_of_many: bool) -> Statistics;

    /// The report of the search, if there was one.
    fn report(&self) -> Option<&Report> {
        None
    }
}

/// The fields of an object that all analyses share; the first two begin it.
#[derive(Serialize)]
struct Shared<'a> {
    #[serde(skip)]
    puzzle: &'static str,
    #[serde(skip)]
    status: &'static str,
    #[serde(flatten)]
    why: &'a Explanation,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Value>,
}

impl<'a> Shared<'a> {
    fn new(puzzle: &AnyPuzzle, has_answer: Option<bool>, why: &'a Explanation) -> Self {
        let status = match has_answer {
            Some(true) => "sat",
            Some(false) => "unsat",
            None => "unknown",
        };
        Self { puzzle: puzzle.kind().name, status, why, stats: None }
    }
}
