//! `sator count`: how many answers there are.

use std::path::Path;

use sator::engine::{self, Options};
use sator::puzzle::AnyPuzzle;
use serde_json::{Value, json};

use super::batch::{self, Batch, Done, Task};
use super::{Flow, Item, Outcome, Run, Work, announce_totals, for_each, invalid};
use crate::args::Count;
use crate::crosscheck::CrossCheck;
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{Output, print};
use crate::progress::Progress;
use crate::report;
use crate::status::Status;

pub(crate) fn run(args: &Count) -> Status {
    for_each(&args.input, &args.show, &mut Counting { args })
}

struct Counting<'a> {
    args: &'a Count,
}

impl Work for Counting<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        let outcome = count(self.args, item);
        if let Some(line) = item.line_of_failure(&outcome, &self.args.show) {
            print(&line)?;
        }
        outcome
    }

    fn many(&mut self, many: Many, _file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        let mut output = Output::standard();
        let args = self.args;
        let threads = args.solver.threads();
        let batch = Batch { many, beside: None, threads, stats: args.stats.stats };
        let answer = |task: Task<'_, '_>| {
            let options = batch::beside_others(args.options(task.interrupt), threads);
            count_line(args, task, &options)
        };
        let done = batch::run(batch, run, &mut output, &answer);
        run.conclude(done.and_then(|status| {
            output.commit()?;
            Ok(status)
        }))
    }
}

fn count(args: &Count, item: &Item<'_>) -> Outcome {
    let puzzle = match item.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) if args.show.json => {
            print(&(invalid(item.kind, failure) + "\n"))?;
            return Ok(Status::Bad);
        }
        Err(_) => return Ok(Status::Bad),
    };
    if let Some(failure) = asymmetric(args, puzzle) {
        Err(failure)?;
    }
    args.show.note(&format!("Counting solutions for {}...", puzzle.title()));
    let options = args.options(item.interrupt);
    announce_totals(options.lowering, puzzle, true, &args.show)?;
    let mut progress = Progress::start(&args.show, "Counting");
    let mut tell = |number| progress.found(number, "solutions");
    let mut count = if let Some(count) = at_once(args, puzzle, &options, &mut tell)? {
        count
    } else {
        engine::count_visiting(puzzle, &options, args.up_to_symmetry, args.max, tell)?
    };
    count.report.times.parse = Some(item.parse_time);
    let second = args.solver.second_options(&options);
    let cross_check = CrossCheck::run(puzzle, &count.report, &options, second)?;
    drop(progress);
    let counted = Counted { count, cross_check, is_one_of_many: item.is_one_of_many };
    print(&(counted.line(args, puzzle) + "\n"))?;
    counted.explain(args, puzzle);
    Ok(counted.status())
}

/// The number without meeting the answers, unless something is asked that only they can tell.
fn at_once(
    args: &Count,
    puzzle: &AnyPuzzle,
    options: &Options,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<engine::Count>, Failure> {
    if !is_plain(args, options) {
        return Ok(None);
    }
    Ok(engine::count(puzzle, options, args.up_to_symmetry, progress)?)
}

/// Whether nothing is asked but the number of all answers.
fn is_plain(args: &Count, options: &Options) -> bool {
    args.max.is_none() && args.solver.second_options(options).is_none()
}

/// Why symmetries cannot be left out of the count, if they should be.
fn asymmetric(args: &Count, puzzle: &AnyPuzzle) -> Option<Failure> {
    let is_asked_in_vain = args.up_to_symmetry && puzzle.symmetries().is_none();
    let kind = puzzle.kind().name;
    is_asked_in_vain.then(|| Failure::plain(format!("{kind} is not counted up to symmetry")))
}

/// The count of a puzzle that is one of many.
fn count_line(args: &Count, task: Task<'_, '_>, options: &Options) -> Result<Done, Failure> {
    let puzzle = match task.parsed.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) => return Ok(Done::invalid(task.kind, failure, args.show.json)),
    };
    if let Some(failure) = asymmetric(args, &puzzle) {
        return Ok(Done::invalid(task.kind, failure, args.show.json));
    }
    let mut count = if let Some(count) = at_once(args, &puzzle, options, &mut |_| ())? {
        count
    } else {
        engine::count_visiting(&puzzle, options, args.up_to_symmetry, args.max, |_| ())?
    };
    count.report.times.parse = Some(task.parsed.time);
    let second = args.solver.second_options(options);
    let cross_check = CrossCheck::run(&puzzle, &count.report, options, second)?;
    let counted = Counted { count, cross_check, is_one_of_many: true };
    Ok(Done {
        text: counted.line(args, &puzzle),
        status: counted.status(),
        report: args.stats.stats.then_some(counted.count.report),
        ..Done::of(&puzzle)
    })
}

/// What counting came to.
struct Counted {
    count: engine::Count,
    cross_check: Option<CrossCheck>,
    is_one_of_many: bool,
}

impl Counted {
    fn line(&self, args: &Count, puzzle: &AnyPuzzle) -> String {
        let (number, exact) = (&self.count.number, self.count.stopped.is_none());
        if args.show.json {
            self.json(args, puzzle).to_string()
        } else if exact {
            number.to_string()
        } else {
            format!("at least {number} (stopped)")
        }
    }

    fn json(&self, args: &Count, puzzle: &AnyPuzzle) -> Value {
        let Self { count, cross_check, is_one_of_many } = self;
        let mut object = json!({
            "puzzle": puzzle.kind().name,
            "count": count.number.to_string(),
            "exact": count.stopped.is_none(),
            "up_to_symmetry": args.up_to_symmetry,
            "backend": count.report.backend,
            "stats": report::json(&count.report, *is_one_of_many),
        });
        if let Some(cross_check) = cross_check {
            object["cross_check"] = cross_check.json();
        }
        object
    }

    /// What goes to standard error: why there is no answer, if it is plain to see, and numbers.
    fn explain(&self, args: &Count, puzzle: &AnyPuzzle) {
        if self.count.is_zero()
            && let Some(broken) = puzzle.contradiction()
        {
            args.show.note(&broken.to_string());
        }
        if let Some(cross_check) = &self.cross_check {
            cross_check.tell(&args.show);
        }
        if args.stats.stats {
            args.show.note(report::text(&self.count.report).trim_end());
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
