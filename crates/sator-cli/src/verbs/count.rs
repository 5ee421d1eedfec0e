//! `sator count`: how many answers there are.

use sator::engine;
use sator::puzzle::Puzzle;
use serde_json::json;

use super::{Item, Outcome, for_each, invalid};
use crate::args::Count;
use crate::output::print;
use crate::progress::Progress;
use crate::report;
use crate::status::Status;

pub(crate) fn run(args: &Count) -> Status {
    for_each(&args.input, &args.show, |item| count(args, item))
}

fn count(args: &Count, item: &Item<'_>) -> Outcome {
    let puzzle = match item.puzzle {
        Ok(puzzle) => puzzle,
        Err(failure) if args.show.json => {
            print(&invalid(item.kind, failure))?;
            return Ok(Status::Bad);
        }
        Err(_) => return Ok(Status::Bad),
    };
    args.show.note(&format!("Counting solutions for {}...", puzzle.title()));
    let options = args.solver.options(item.interrupt);
    let mut progress = Progress::start(&args.show, "Counting");
    let count = engine::count(puzzle, &options, args.up_to_symmetry, args.max, |number| {
        progress.found(number, "solutions");
    })?;
    drop(progress);
    print(&line(args, puzzle, &count))?;
    if args.stats.stats {
        args.show.note(report::text(&count.report).trim_end());
    }
    Ok(status(&count))
}

fn line(args: &Count, puzzle: &dyn Puzzle, count: &engine::Count) -> String {
    let exact = count.stopped.is_none();
    if args.show.json {
        let object = json!({
            "puzzle": puzzle.kind().name,
            "count": count.number.to_string(),
            "exact": exact,
            "up_to_symmetry": args.up_to_symmetry,
            "backend": count.report.backend,
            "stats": report::json(&count.report),
        });
        format!("{object}\n")
    } else if exact {
        format!("{}\n", count.number)
    } else {
        format!("at least {} (stopped)\n", count.number)
    }
}

fn status(count: &engine::Count) -> Status {
    match count.stopped {
        None if count.number == 0 => Status::No,
        None | Some(engine::Unfinished::Enough) => Status::Yes,
        Some(engine::Unfinished::Stopped(_)) => Status::Stopped,
    }
}
