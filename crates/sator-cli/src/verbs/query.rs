//! Verbs that compute one answer for each puzzle: it is printed alone, or as a line of a batch.

use std::path::Path;

use sator::engine::Report;
use sator::puzzle::AnyPuzzle;
use sator::render::Look;

use super::batch::{self, Batch, LineAnswer, LineError};
use super::conflict::Explanation;
use super::{Flow, Item, Outcome, PuzzleVerb, Run, announce_totals, for_each, watch_for_interrupt};
use crate::args::Task;
use crate::crosscheck::CrossCheck;
use crate::failure::Failure;
use crate::input::Many;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::Statistics;
use crate::status::Status;

/// A verb that computes an answer.
pub(super) trait Query: Sync {
    /// The message before a puzzle is this and its title.
    const MESSAGE: &'static str;
    /// The activity, and the things that it counts, in the line that shows the progress.
    const PROGRESS: [&'static str; 2];

    /// The word for an answered puzzle in the summary of a batch.
    const DONE: &'static str;

    fn task(&self) -> &Task;

    /// Why the verb cannot answer this puzzle, if it cannot.
    fn refuse(&self, puzzle: &AnyPuzzle) -> Option<Failure>;

    fn answer(
        &self,
        item: &Item<'_>,
        look: Look,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<Answer, Failure>;

    /// Whether an answer is a single line.
    fn answers_in_lines(&self) -> bool;
}

/// The answer to a query.
pub(super) struct Answer {
    /// Without the last line feed.
    pub(super) text: String,
    pub(super) status: Status,
    /// Why there is no answer.
    pub(super) why: Explanation,
    pub(super) cross_check: Option<CrossCheck>,
    /// The report of the search, if there was one.
    pub(super) report: Option<Report>,
    /// Present if they are printed.
    pub(super) statistics: Option<Statistics>,
}

/// Answers a query for all puzzles that the arguments name.
pub(super) fn run(query: &impl Query) -> Status {
    let task = query.task();
    let mut answering = Answering { query, output: Output::standard() };
    for_each(&task.input, &task.show, task.timeout(), &watch_for_interrupt(), &mut answering)
}

struct Answering<'a, Q> {
    query: &'a Q,
    output: Output,
}

impl<Q: Query> PuzzleVerb for Answering<'_, Q> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let (puzzle, show) = (item.puzzle, &self.query.task().show);
        self.query.refuse(puzzle).map_or(Ok(()), Err)?;
        show.note(&format!("{} {}...", Q::MESSAGE, puzzle.title()));
        let encoding = &self.query.task().encoding;
        announce_totals(encoding.encoding, puzzle, (true, encoding.large), show)?;
        let [activity, things] = Q::PROGRESS;
        let mut progress = Progress::start(show, activity, things);
        let mut advance = |number, share| progress.search(number, share);
        let answer = self.query.answer(item, self.output.look(show), &mut advance)?;
        drop(progress);
        let gap = if self.prints_boards() { self.output.gap() } else { "" };
        self.output.print_now(&format!("{gap}{}\n", answer.text))?;
        answer.why.print(show);
        if let Some(cross_check) = &answer.cross_check {
            cross_check.print(show);
        }
        if let Some(statistics) = &answer.statistics {
            show.note(statistics.text().trim_end());
        }
        Ok(answer.status)
    }

    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        if !self.query.answers_in_lines() {
            return run.one_by_one(many, file, self);
        }
        let task = self.query.task();
        let (threads, stats) = (task.puzzles_at_once(), task.stats.stats);
        let batch = Batch { many, partner: None, threads, stats };
        batch::run(batch, run, &mut self.output, &|item, _| {
            if let Some(failure) = self.query.refuse(item.puzzle) {
                return Err(LineError::Invalid(failure));
            }
            let answer = self.query.answer(item, Look::default(), &mut |_, _| ())?;
            let Answer { text, status, cross_check, report, .. } = answer;
            let class = match status {
                Status::Yes => Q::DONE,
                Status::No => "no solution",
                Status::Stopped | Status::Bad => "unknown",
            };
            Ok(LineAnswer { text, status, class, remarks: Vec::new(), cross_check, report })
        })
    }

    fn output(&mut self) -> Option<&mut Output> {
        Some(&mut self.output)
    }

    fn prints_boards(&self) -> bool {
        !self.query.answers_in_lines()
    }
}
