//! `sator count`: counts the answers.

use std::path::Path;
use std::time::Duration;

use sator::engine::{self, Options};
use sator::puzzle::AnyPuzzle;
use serde_json::{Value, json};

use super::batch::{self, Batch, LineAnswer, LineError, LineTask};
use super::{Flow, Item, Outcome, PuzzleVerb, Run, announce_totals, for_each};
use crate::args::Count;
use crate::crosscheck::CrossCheck;
use crate::failure::Failure;
use crate::input::Many;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::Statistics;
use crate::status::Status;

pub(crate) fn run(args: &Count) -> Status {
    for_each(&args.input, &args.show, &mut Counting { args, output: Output::standard() })
}

struct Counting<'a> {
    args: &'a Count,
    output: Output,
}

impl PuzzleVerb for Counting<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let (args, puzzle) = (self.args, item.puzzle);
        if let Some(failure) = asymmetric(args, puzzle) {
            Err(failure)?;
        }
        args.show.note(&format!("Counting solutions for {}...", puzzle.title()));
        let options = args.solver.options(item.interrupt, &args.stats, &args.show);
        announce_totals(options.lowering, puzzle, true, &args.show)?;
        let mut progress = Progress::start(&args.show, "Counting", "solutions");
        let mut advance = |number| progress.advance(number, number);
        let result = count(args, puzzle, item.parse_time, &options, &mut advance)?;
        drop(progress);
        self.output.print_now(&(result.line(args, puzzle, item.is_one_of_many) + "\n"))?;
        result.explain(args, puzzle);
        Ok(result.status())
    }

    fn many(&mut self, many: Many, _file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        let args = self.args;
        let threads = args.solver.threads();
        let batch = Batch { many, partner: None, threads, stats: args.stats.stats };
        let answer = |task: LineTask<'_>| count_line(args, &task);
        let outcome = batch::run(batch, run, &mut self.output, &answer);
        run.conclude(outcome)
    }

    fn output(&mut self) -> Option<&mut Output> {
        Some(&mut self.output)
    }
}

/// Counts the answers; visits each only if another option needs that.
fn count(
    args: &Count,
    puzzle: &AnyPuzzle,
    parse_time: Duration,
    options: &Options,
    progress: &mut dyn FnMut(u64),
) -> Result<CountResult, Failure> {
    let second = args.solver.second_options(options);
    let mut counted = None;
    if args.max.is_none() && second.is_none() {
        counted = engine::count(puzzle, options, args.up_to_symmetry, progress)?;
    }
    let mut count = if let Some(count) = counted {
        count
    } else {
        engine::count_visiting(puzzle, options, args.up_to_symmetry, args.max, progress)?
    };
    count.report.times.parse = Some(parse_time);
    let cross_check = CrossCheck::run(puzzle, &count.report, options, second)?;
    Ok(CountResult { count, cross_check })
}

/// The refusal of a count up to symmetry for a puzzle without symmetries.
fn asymmetric(args: &Count, puzzle: &AnyPuzzle) -> Option<Failure> {
    let is_refused = args.up_to_symmetry && puzzle.symmetries().is_none();
    let kind = puzzle.kind().name;
    is_refused.then(|| Failure::plain(format!("{kind} is not counted up to symmetry")))
}

/// The count of a puzzle of a batch.
fn count_line(args: &Count, task: &LineTask<'_>) -> Result<LineAnswer, LineError> {
    let puzzle = &task.puzzle;
    if let Some(failure) = asymmetric(args, puzzle) {
        return Err(LineError::Invalid(failure));
    }
    let options = task.limit(args.solver.options(task.interrupt, &args.stats, &args.show));
    let result = count(args, puzzle, task.parse_time, &options, &mut |_| ())?;
    Ok(LineAnswer {
        text: result.line(args, puzzle, true),
        status: result.status(),
        report: args.stats.stats.then_some(result.count.report),
    })
}

struct CountResult {
    count: engine::Count,
    cross_check: Option<CrossCheck>,
}

impl CountResult {
    fn line(&self, args: &Count, puzzle: &AnyPuzzle, is_one_of_many: bool) -> String {
        let (number, exact) = (&self.count.number, self.count.stopped.is_none());
        if args.show.json {
            self.json(args, puzzle, is_one_of_many).to_string()
        } else if exact {
            number.to_string()
        } else {
            format!("at least {number} (stopped)")
        }
    }

    fn json(&self, args: &Count, puzzle: &AnyPuzzle, is_one_of_many: bool) -> Value {
        let Self { count, cross_check } = self;
        let mut object = json!({
            "puzzle": puzzle.kind().name,
            "count": count.number.to_string(),
            "exact": count.stopped.is_none(),
            "up_to_symmetry": args.up_to_symmetry,
            "backend": count.report.backend,
            "stats": Statistics::of_one(&count.report, is_one_of_many).json(),
        });
        if let Some(cross_check) = cross_check {
            object["cross_check"] = cross_check.json();
        }
        object
    }

    /// Prints explanations and statistics to standard error.
    fn explain(&self, args: &Count, puzzle: &AnyPuzzle) {
        if self.count.is_zero()
            && let Some(broken) = puzzle.contradiction()
        {
            args.show.note(&broken.to_string());
        }
        if let Some(cross_check) = &self.cross_check {
            cross_check.print(&args.show);
        }
        if args.stats.stats {
            args.show.note(Statistics::of_one(&self.count.report, false).text().trim_end());
        }
    }

    fn status(&self) -> Status {
        let counted = match self.count.stopped {
            None if self.count.is_zero() => Status::No,
            None | Some(engine::Unfinished::Enough) => Status::Yes,
            Some(engine::Unfinished::Stopped(_)) => Status::Stopped,
        };
        counted.max(self.cross_check.as_ref().map_or(Status::Yes, CrossCheck::status))
    }
}
