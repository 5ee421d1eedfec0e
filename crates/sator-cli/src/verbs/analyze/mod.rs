//! `sator analyze`: finds the certain cells, and how likely the others are.

mod figures;
pub(super) mod interactive;
pub(super) mod mines;
mod redundant;
mod values;

use sator::engine::Report;
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use serde::Serialize;
use serde_json::Value;

use self::mines::Mines;
use self::redundant::Clues;
use self::values::Values;
use super::Item;
use super::conflict::{self, Explanation};
use super::query::{Answer, Query};
use crate::args::{Analyze, Task};
use crate::failure::Failure;
use crate::report::Statistics;
use crate::status::Status;

impl Query for Analyze {
    const MESSAGE: &'static str = "Analyzing";
    const PROGRESS: [&'static str; 2] = ["Analyzing", "values"];
    const DONE: &'static str = "analyzed";

    fn task(&self) -> &Task {
        &self.task
    }

    /// Only mines have odds.
    fn refuse(&self, puzzle: &AnyPuzzle) -> Option<Failure> {
        let is_refused = self.odds && puzzle.truth_words().is_none();
        let kind = puzzle.kind().name;
        let message = || format!("{kind} has no odds to show: --odds is for mines");
        is_refused.then(|| Failure::plain(message()))
    }

    fn answer(
        &self,
        item: &Item<'_>,
        look: Look,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<Answer, Failure> {
        let (puzzle, Task { show, stats, .. }) = (item.puzzle, &self.task);
        let options = item.options(&self.task, false);
        let analysis: Box<dyn Analysis> = if self.redundant {
            Box::new(Clues::examine(puzzle, &options, &mut |number| progress(number, None))?)
        } else if puzzle.truth_words().is_some() {
            let mines = Mines::examine(puzzle, &options, item.parse_time)?;
            Box::new(mines.with_openings(puzzle, &options)?)
        } else {
            Box::new(Values::examine(puzzle, &options, item.parse_time, &mut |number| {
                progress(number, None);
            })?)
        };
        let mut why = Explanation::default();
        if analysis.has_answer() == Some(false) {
            why = Explanation::new(puzzle);
            // In a batch the search for a conflict would take too long.
            if conflict::confirm(puzzle, &options)? && item.batch_threads.is_none() {
                why = why.with_conflict(puzzle, &options, show)?;
            }
        }
        let text = if show.json {
            let stats = stats.stats.then(|| analysis.statistics(item.is_one_of_many).json());
            let shared = Shared::new(puzzle, analysis.has_answer(), &why);
            analysis.json(puzzle, Shared { stats, ..shared })?
        } else {
            analysis.text(puzzle, look, self.odds || self.interactive)
        };
        Ok(Answer {
            text,
            status: analysis.status(),
            why,
            cross_check: None,
            statistics: stats.stats.then(|| analysis.statistics(false)),
            report: analysis.report().cloned(),
        })
    }

    fn answers_in_lines(&self) -> bool {
        self.task.show.json
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
    fn json(&self, puzzle: &AnyPuzzle, shared: Shared<'_>) -> serde_json::Result<String>;

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
