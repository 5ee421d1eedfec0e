//! `sator analyze`: finds the certain cells, and how likely the others are.

mod figures;
mod mines;
mod values;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use sator::engine::{self, Conflict, EngineError, Options, Report};
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use serde::Serialize;
use serde_json::Value;

use self::mines::Mines;
use self::values::Values;
use super::batch::{self, Batch, LineAnswer, LineError, LineTask};
use super::{Flow, Item, Outcome, PuzzleVerb, Run, VerbError, announce_totals, conflict, for_each};
use crate::args::{Analyze, Show};
use crate::failure::Failure;
use crate::input::Many;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::Statistics;
use crate::status::Status;

pub(crate) fn run(args: &Analyze) -> Status {
    for_each(&args.input, &args.show, &mut Analyzing { args, output: Output::standard() })
}

struct Analyzing<'a> {
    args: &'a Analyze,
    output: Output,
}

impl PuzzleVerb for Analyzing<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        analyze(self.args, item, &mut self.output)
    }

    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        let args = self.args;
        if !args.show.json {
            return run.one_by_one(many, file, self);
        }
        let threads = args.threads();
        let batch = Batch { many, partner: None, threads, stats: args.stats.stats };
        let answer = |task: LineTask<'_>| analyze_line(args, &task);
        let outcome = batch::run(batch, run, &mut self.output, &answer);
        run.conclude(outcome)
    }

    fn output(&mut self) -> Option<&mut Output> {
        Some(&mut self.output)
    }

    fn prints_boards(&self) -> bool {
        true
    }
}

/// The result of an analysis.
trait Analysis {
    /// Whether there is provably no answer.
    fn has_no_answer(&self) -> bool;

    fn status(&self) -> Status;

    /// For people.
    fn text(&self, puzzle: &AnyPuzzle, look: Look, odds: bool) -> String;

    /// As an object in JSON, without a line feed.
    fn write_json(&self, puzzle: &AnyPuzzle, extras: Extras, out: &mut dyn Write)
    -> io::Result<()>;

    fn statistics(&self, is_one_of_many: bool) -> Statistics;

    /// The report of the search, if there was one.
    fn report(&self) -> Option<&Report>;
}

/// The fields of an object that all analyses share.
#[derive(Default, Serialize)]
struct Extras {
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict_is_minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Value>,
}

impl Extras {
    fn new(puzzle: &AnyPuzzle, analysis: &dyn Analysis, conflict: Option<&Conflict>) -> Self {
        let reason = puzzle.contradiction().filter(|_| analysis.has_no_answer());
        Self {
            reason: reason.map(|broken| broken.to_string()),
            conflict: conflict.map(|conflict| conflict.clues.clone()),
            conflict_is_minimal: conflict.map(|conflict| conflict.is_minimal),
            stats: None,
        }
    }
}

/// Analyzes a puzzle.
fn examine(
    puzzle: &AnyPuzzle,
    options: &Options,
    parse_time: Duration,
    progress: impl FnMut(u64),
) -> Result<Box<dyn Analysis>, EngineError> {
    if puzzle.truth_words().is_some() {
        Ok(Box::new(Mines::examine(puzzle, options, parse_time)?))
    } else {
        Ok(Box::new(Values::examine(engine::solutions(puzzle, options), parse_time, progress)?))
    }
}

fn analyze(args: &Analyze, item: &Item<'_>, output: &mut Output) -> Outcome {
    let puzzle = item.puzzle;
    if let Some(failure) = without_odds(args, puzzle) {
        Err(failure)?;
    }
    args.show.note(&format!("Analyzing {}...", puzzle.title()));
    let options = args.options(item.interrupt);
    announce_totals(options.lowering, puzzle, true, &args.show)?;
    let mut progress = Progress::start(&args.show, "Analyzing", "values");
    let advance = |number| progress.advance(number, number);
    let analysis = examine(puzzle, &options, item.parse_time, advance)?;
    let mut conflict = None;
    if analysis.has_no_answer() && (args.show.json || !args.show.quiet) {
        conflict = conflict::find(puzzle, &options)?;
    }
    drop(progress);
    let mut extras = Extras::new(puzzle, analysis.as_ref(), conflict.as_ref());
    if args.show.json {
        let stats = || analysis.statistics(item.is_one_of_many).json();
        extras.stats = args.stats.stats.then(stats);
        write_line(analysis.as_ref(), puzzle, extras, output)?;
        output.flush_now()?;
    } else {
        let text = analysis.text(puzzle, output.look(&args.show), args.odds);
        output.print_now(&(output.gap().to_owned() + &text))?;
        explain(&args.show, &extras, conflict.as_ref());
        if args.stats.stats {
            args.show.note(analysis.statistics(false).text().trim_end());
        }
    }
    Ok(analysis.status())
}

/// The refusal of odds for a puzzle without mines.
fn without_odds(args: &Analyze, puzzle: &AnyPuzzle) -> Option<Failure> {
    let is_refused = args.odds && puzzle.truth_words().is_none();
    let kind = puzzle.kind().name;
    let message = || format!("{kind} has no odds to show: --odds is for mines");
    is_refused.then(|| Failure::plain(message()))
}

/// Writes the object cell by cell: there may be a million.
fn write_line(
    analysis: &dyn Analysis,
    puzzle: &AnyPuzzle,
    extras: Extras,
    output: &mut Output,
) -> Result<(), VerbError> {
    let mut out = BufWriter::with_capacity(1 << 16, &mut *output);
    let written = analysis
        .write_json(puzzle, extras, &mut out)
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    drop(out);
    written.map_err(|error| output.error(&error).into())
}

/// Prints why there is no answer.
fn explain(show: &Show, extras: &Extras, conflict: Option<&Conflict>) {
    if let Some(reason) = &extras.reason {
        show.note(reason);
    }
    if let Some(conflict) = conflict {
        show.note(&conflict::describe(conflict));
    }
}

/// The analysis of a puzzle of a batch, as a line of JSON.
fn analyze_line(args: &Analyze, task: &LineTask<'_>) -> Result<LineAnswer, LineError> {
    let puzzle = &task.puzzle;
    if let Some(failure) = without_odds(args, puzzle) {
        return Err(LineError::Invalid(failure));
    }
    let options = task.limit(args.options(task.interrupt));
    let analysis = examine(puzzle, &options, task.parse_time, |_| ())?;
    let mut extras = Extras::new(puzzle, analysis.as_ref(), None);
    extras.stats = args.stats.stats.then(|| analysis.statistics(true).json());
    let mut line = Vec::new();
    let written = analysis.write_json(puzzle, extras, &mut line);
    written.map_err(|error| Failure::plain(error.to_string()))?;
    let text = String::from_utf8_lossy(&line).into_owned();
    Ok(LineAnswer { text, status: analysis.status(), report: analysis.report().cloned() })
}
