//! `sator analyze`: what is certain, and how likely the rest is.

mod figures;
mod mines;
mod values;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use sator::engine::{self, Conflict, EngineError, Options, Report, Solutions};
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use serde::Serialize;
use serde_json::Value;

use self::mines::Mines;
use self::values::Values;
use super::batch::{self, Batch, Done, Task};
use super::{Flow, Item, Outcome, Run, Trouble, Work, announce_totals, conflict, for_each};
use crate::args::{Analyze, Show};
use crate::failure::Failure;
use crate::input::Many;
use crate::output::Output;
use crate::progress::Progress;
use crate::status::Status;

pub(crate) fn run(args: &Analyze) -> Status {
    for_each(&args.input, &args.show, &mut Analyzing { args, output: Output::standard() })
}

struct Analyzing<'a> {
    args: &'a Analyze,
    output: Output,
}

impl Work for Analyzing<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let outcome = analyze(self.args, item, &mut self.output);
        if let Some(line) = item.line_of_failure(&outcome, &self.args.show) {
            self.output.print(&line)?;
        }
        self.output.flush_now()?;
        outcome
    }

    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        let args = self.args;
        if !args.show.json {
            return run.one_by_one(many, file, self);
        }
        let threads = args.threads();
        let batch = Batch { many, beside: None, threads, stats: args.stats.stats };
        let answer = |task: Task<'_, '_>| {
            let options = batch::beside_others(args.options(task.interrupt), threads);
            analyze_line(args, task, &options)
        };
        let outcome = batch::run(batch, run, &mut self.output, &answer);
        run.conclude(outcome)
    }
}

/// What was found out about a puzzle.
trait Finding {
    /// Whether it is known that there is no answer.
    fn has_no_answer(&self) -> bool;

    fn status(&self) -> Status;

    /// For people.
    fn text(&self, puzzle: &AnyPuzzle, look: Look, odds: bool) -> String;

    /// As an object in JSON, without a line feed.
    fn write_json(&self, puzzle: &AnyPuzzle, beside: Beside, out: &mut dyn Write)
    -> io::Result<()>;

    /// What it took, as an aligned table.
    fn stats_text(&self) -> String;

    fn stats_json(&self, is_one_of_many: bool) -> Value;

    /// What a solver did, if one was asked.
    fn report(&self) -> Option<&Report>;
}

/// What stands in an object beside what was found.
#[derive(Default, Serialize)]
struct Beside {
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict_is_minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Value>,
}

impl Beside {
    fn new(puzzle: &AnyPuzzle, finding: &dyn Finding, conflict: Option<&Conflict>) -> Self {
        let reason = puzzle.contradiction().filter(|_| finding.has_no_answer());
        Self {
            reason: reason.map(|broken| broken.to_string()),
            conflict: conflict.map(|conflict| conflict.clues.clone()),
            conflict_is_minimal: conflict.map(|conflict| conflict.is_minimal),
            stats: None,
        }
    }
}

/// Finds out what there is to know. `open` opens a search, where that is the way.
fn examine<'p>(
    puzzle: &'p AnyPuzzle,
    options: &Options,
    parse_time: Duration,
    open: impl FnOnce() -> Solutions,
    progress: impl FnMut(u64),
) -> Result<Box<dyn Finding>, EngineError> {
    if puzzle.truth_words().is_some() {
        Ok(Box::new(Mines::examine(puzzle, options, parse_time)?))
    } else {
        Ok(Box::new(Values::examine(open(), parse_time, progress)?))
    }
}

fn analyze(args: &Analyze, item: &Item<'_>, output: &mut Output) -> Outcome {
    let puzzle = match item.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) => {
            let gap = if output.is_begun() && !args.show.json { "\n" } else { "" };
            output.print(&(gap.to_owned() + &item.refusal(failure, &args.show)))?;
            return Ok(Status::Bad);
        }
    };
    if let Some(failure) = without_odds(args, puzzle) {
        Err(failure)?;
    }
    args.show.note(&format!("Analyzing {}...", puzzle.title()));
    let options = args.options(item.interrupt);
    announce_totals(options.lowering, puzzle, true, &args.show)?;
    let mut progress = Progress::start(&args.show, "Analyzing");
    let open = || engine::solutions(puzzle, &options);
    let finding = examine(puzzle, &options, item.parse_time, open, |number| {
        progress.found(number, "values");
    })?;
    let is_to_be_told = args.show.json || !args.show.quiet;
    let mut conflict = None;
    if finding.has_no_answer() && is_to_be_told {
        conflict = conflict::telling(puzzle, &options)?;
    }
    drop(progress);
    let mut beside = Beside::new(puzzle, finding.as_ref(), conflict.as_ref());
    if args.show.json {
        beside.stats = args.stats.stats.then(|| finding.stats_json(item.is_one_of_many));
        write_line(finding.as_ref(), puzzle, beside, output)?;
    } else {
        let gap = if output.is_begun() { "\n" } else { "" };
        let text = finding.text(puzzle, output.look(&args.show), args.odds);
        output.print(&(gap.to_owned() + &text))?;
        output.flush_now()?;
        tell(&args.show, &beside, conflict.as_ref());
        if args.stats.stats {
            args.show.note(finding.stats_text().trim_end());
        }
    }
    Ok(finding.status())
}

/// Why odds cannot be shown, if they should be.
fn without_odds(args: &Analyze, puzzle: &AnyPuzzle) -> Option<Failure> {
    let is_asked_in_vain = args.odds && puzzle.truth_words().is_none();
    let kind = puzzle.kind().name;
    let message = || format!("{kind} has no odds to show: --odds is for mines");
    is_asked_in_vain.then(|| Failure::plain(message()))
}

/// A million cells are written as they come.
fn write_line(
    finding: &dyn Finding,
    puzzle: &AnyPuzzle,
    beside: Beside,
    output: &mut Output,
) -> Result<(), Trouble> {
    let mut out = BufWriter::with_capacity(1 << 16, &mut *output);
    let written = finding
        .write_json(puzzle, beside, &mut out)
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    drop(out);
    written.map_err(|error| output.error(&error).into())
}

/// Why there is no answer.
fn tell(show: &Show, beside: &Beside, conflict: Option<&Conflict>) {
    if let Some(reason) = &beside.reason {
        show.note(reason);
    }
    if let Some(conflict) = conflict {
        show.note(&conflict::told(conflict));
    }
}

/// A puzzle that is one of many, as a line of JSON.
fn analyze_line(args: &Analyze, task: Task<'_, '_>, options: &Options) -> Result<Done, Failure> {
    let Task { parsed, kind, .. } = task;
    let puzzle = match parsed.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) => return Ok(Done::invalid(kind, failure, args.show.json)),
    };
    let puzzle = &puzzle;
    if let Some(failure) = without_odds(args, puzzle) {
        return Ok(Done::invalid(kind, failure, args.show.json));
    }
    let finding =
        examine(puzzle, options, parsed.time, || engine::solutions(puzzle, options), |_| ())?;
    let mut beside = Beside::new(puzzle, finding.as_ref(), None);
    beside.stats = args.stats.stats.then(|| finding.stats_json(true));
    let mut line = Vec::new();
    let written = finding.write_json(puzzle, beside, &mut line);
    written.map_err(|error| Failure::plain(error.to_string()))?;
    Ok(Done {
        text: String::from_utf8_lossy(&line).into_owned(),
        status: finding.status(),
        report: finding.report().cloned(),
        ..Done::of(puzzle)
    })
}
