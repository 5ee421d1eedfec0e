//! `sator bench`: compares backends and encodings on puzzles, and checks that all agree.

mod contest;
mod rows;

use std::path::PathBuf;

use anstyle::Style;
use sator::ask::options::budget;
use sator::engine::{self, EngineError, LargeFormula, Options, Step};
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::{Ability, Interrupt, StopReason};
use sator_sat::encode::Encodings;

use self::contest::{Contest, Solved, Way};
use super::figures::{self, open_plot};
use super::gather::{Named, gather};
use super::{Outcome, watch_for_interrupt};
use crate::args::{Bench, PlotAxis, Show};
use crate::output::unless_closed;
use crate::progress::Progress;
use crate::table::TableForm;
use sator::ask::Status;

pub(crate) fn run(args: &Bench) -> Outcome {
    let interrupt = watch_for_interrupt();
    let plot = open_plot(&args.table)?;
    let (puzzles, status) = gather(&args.input, &args.family, &args.show, &interrupt)?;
    if puzzles.is_empty() || interrupt.is_raised() {
        return Ok(status);
    }
    if !args.large {
        for (puzzle, way) in
            puzzles.iter().flat_map(|it| ways(args).into_iter().map(move |way| (it, way)))
        {
            let announced = LargeFormula::refuse_announced(&puzzle.puzzle, way.lowering);
            announced.map_err(|refusal| {
                let name = way.lowering;
                puzzle.failure(format!(
                    "--encoding {name}: {refusal}: choose others with --encoding, or allow them with --large"
                ))
            })?;
        }
    }
    let mut contest = Contest::new(&puzzles, ways(args), PathBuf::from("."), args.flags());
    let held = hold(&mut contest, args, &interrupt);
    let figures = rows::figures(&contest);
    let fastest = rows::fastest_rows(&figures);
    let is_compared = contest.tracks.len() > 1;
    unless_closed(figures.print(&args.table, &args.show, &|row| is_compared && fastest[row]))?;
    summarise(&contest, &args.show);
    if let Some(plot) = plot {
        let title = figures::title(&puzzles);
        unless_closed(figures.draw(plot, &title, &args.table, PlotAxis::Time, &args.show))?;
    }
    Ok(status.max(held))
}

/// Prints the summary over all puzzles.
fn summarise(contest: &Contest<'_>, show: &Show) {
    let plain = Style::new();
    if contest.puzzles.len() > 1 {
        let table = rows::summary(contest).print(TableForm::Text, plain, &|_| plain);
        show.note(&format!(
            "\nSummary over {} puzzles:\n{}",
            contest.puzzles.len(),
            table.trim_end()
        ));
    }
    let verdict = match contest.tracks.len() {
        _ if contest.is_disputed() => "Some disagree.",
        1 => return,
        _ if contest.went_wrong() || contest.was_stopped() => "No two disagree.",
        _ => "All agree.",
    };
    show.note(verdict);
}

/// Every backend with every encoding. A backend that takes no clauses has only the choice of rules.
fn ways(args: &Bench) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for backend in args.backends() {
        let before = ways.len();
        for mut lowering in args.encodings() {
            if backend.solver().is_none() {
                lowering.encodings = Encodings::default();
            }
            if ways[before..].iter().all(|way| way.lowering != lowering) {
                ways.push(Way { backend: backend.clone(), lowering });
            }
        }
    }
    ways
}

/// Runs the contest and prints failures.
fn hold(contest: &mut Contest<'_>, args: &Bench, interrupt: &Interrupt) -> Status {
    let show = &args.show;
    show.note(&announcement(contest, args));
    let mut turns = 0;
    let mut progress = Progress::over_turns(show, contest.turns(args.runs), "solves");
    let solve = |puzzle: &AnyPuzzle, way: &Way| solve(puzzle, way, args, interrupt);
    contest.run(args.runs, interrupt, &solve, &mut |failure| {
        turns += 1;
        progress.advance(turns, turns);
        if let Some(failure) = failure {
            progress.suspend(|| show.complain(&failure));
        }
    });
    drop(progress);
    close(contest, show, interrupt)
}

fn announcement(contest: &Contest<'_>, args: &Bench) -> String {
    let (ways, runs) = (contest.tracks.len(), args.runs);
    let ways = if ways == 1 { "1 way".to_owned() } else { format!("{ways} ways") };
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("best of {runs} runs") };
    match contest.puzzles {
        [Named { puzzle, .. }] => {
            format!("Measuring {ways} to solve {}, {runs}...", puzzle.title())
        }
        many => {
            let number = many.len();
            format!("Measuring {ways} to solve {number} puzzles, {runs}...")
        }
    }
}

/// The status of the whole contest.
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

/// Solves a puzzle once: for one answer or, to know whether it is unique, for two.
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
    let uses_all = way.backend.abilities().contains(&Ability::Threads);
    Options {
        backend: way.backend.clone(),
        lowering: way.lowering,
        eliminate: args.reduced.then_some(true),
        seed: args.family.seed,
        // One, unless the backend uses several.
        threads: if uses_all { args.threads.map(usize::from) } else { Some(1) },
        budget: budget(args.timeout, interrupt),
        ..Options::default()
    }
}
