//! `sator bench`: backends × encodings on puzzles, and whether all agree.

mod contest;
mod gather;
mod rows;
mod table;

use sator_sat::clock::Instant;
use std::path::PathBuf;

use sator::engine::{self, EngineError, Options, Step};
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::{Ability, Budget, Interrupt, StopReason};
use sator_sat::encode::Encoding;

use self::contest::{Contest, Solved, Way};
use self::gather::{Gathered, Named};
use super::{conclude, watch_for_interrupt};
use crate::args::{Bench, Show};
use crate::output::{Output, WriteError};
use crate::progress::Rate;
use crate::status::Status;

pub(crate) fn run(args: &Bench) -> Status {
    let interrupt = watch_for_interrupt();
    let Gathered { puzzles, status } = gather::gather(&args.input, &args.show, &interrupt);
    if puzzles.is_empty() || interrupt.is_raised() {
        return status;
    }
    let mut contest = Contest::new(&puzzles, ways(args), PathBuf::from("."), args.flags());
    let told = hold(&mut contest, args, &interrupt);
    let printed = print(args, &contest).map(|()| Status::Yes);
    status.max(told).max(conclude(&args.show, printed.map_err(Into::into)))
}

/// Every backend with every encoding. Who gets the rules as numbers has only the choice of rules.
fn ways(args: &Bench) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for backend in args.backends() {
        let before = ways.len();
        for mut lowering in args.encodings() {
            if backend.solver().is_none() {
                lowering.methods = Encoding::default();
            }
            if ways[before..].iter().all(|way| way.lowering != lowering) {
                ways.push(Way { backend: backend.clone(), lowering });
            }
        }
    }
    ways
}

/// Lets all ways compete, and says what goes wrong.
fn hold(contest: &mut Contest<'_>, args: &Bench, interrupt: &Interrupt) -> Status {
    let show = &args.show;
    show.note(&announcement(contest, args));
    let mut turns = 0;
    let mut rate = Rate::of_turns(show, contest.turns(args.runs), "solves");
    let solve = |puzzle: &AnyPuzzle, way: &Way| solve(puzzle, way, args, interrupt);
    contest.run(args.runs, interrupt, &solve, &mut |failure| {
        turns += 1;
        rate.advance(turns, turns);
        if let Some(failure) = failure {
            rate.past(|| show.complain(&failure));
        }
    });
    drop(rate);
    close(contest, show, interrupt)
}

fn announcement(contest: &Contest<'_>, args: &Bench) -> String {
    let (ways, runs) = (contest.ways(), args.runs);
    let ways = if ways == 1 { "1 way".to_owned() } else { format!("{ways} ways") };
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("best of {runs} runs") };
    match contest.puzzles() {
        [Named { puzzle, .. }] => {
            format!("Measuring {ways} to solve {}, {runs}...", puzzle.title())
        }
        many => {
            let number = many.len();
            format!("Measuring {ways} to solve {number} puzzles, {runs}, medians over puzzles...")
        }
    }
}

/// The status that it all means.
fn close(contest: &Contest<'_>, show: &Show, interrupt: &Interrupt) -> Status {
    let interrupted = interrupt.is_raised();
    if interrupted {
        show.note("interrupted; this is what was measured before");
    }
    if contest.went_wrong() {
        Status::Bad
    } else if interrupted || contest.was_stopped() {
        Status::Stopped
    } else {
        Status::Yes
    }
}

/// Solves a puzzle once: one answer or, to know whether it is the only one, two.
fn solve(
    puzzle: &AnyPuzzle,
    way: &Way,
    args: &Bench,
    interrupt: &Interrupt,
) -> Result<Solved, EngineError> {
    let mut search = engine::solutions(puzzle, &options(way, args, interrupt));
    let mut stopped = None;
    for _ in 0..if args.unique { 2 } else { 1 } {
        match search.step()? {
            Step::Solution(_) => {}
            Step::Exhausted => break,
            Step::Stopped(reason) => {
                stopped = Some(reason);
                break;
            }
        }
    }
    let report = search.report();
    if stopped == Some(StopReason::Interrupted) {
        search.abandon();
    }
    Ok(Solved { report, stopped })
}

/// The engine's options for one solve; its time begins now.
fn options(way: &Way, args: &Bench, interrupt: &Interrupt) -> Options {
    Options {
        backend: way.backend.clone(),
        lowering: way.lowering,
        eliminate: args.reduced,
        seed: args.seed,
        threads: threads(way, args),
        budget: Budget {
            // A time that no clock can hold is no limit.
            deadline: args.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            conflicts: None,
            interrupt: interrupt.clone(),
        },
        measure: false,
    }
}

/// One, unless it is a way that has use for all.
fn threads(way: &Way, args: &Bench) -> Option<usize> {
    let uses_all = way.backend.abilities().contains(&Ability::Threads);
    if uses_all { args.threads.map(usize::from) } else { Some(1) }
}

fn print(args: &Bench, contest: &Contest<'_>) -> Result<(), WriteError> {
    let mut output = Output::standard();
    let rows = rows::rows(contest);
    let text = if args.show.json {
        table::json(&rows)
    } else if args.csv {
        table::csv(&rows)
    } else {
        table::text(&rows, output.look(&args.show).paint)
    };
    output.print(&text)?;
    output.commit()
}
