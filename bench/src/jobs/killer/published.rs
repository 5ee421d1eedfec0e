//! Killers that others published: how long the first answer takes, and the proof that it is the
//! only one. Everything that is stored about them must come out.

use std::time::Duration;

use sator::engine::Options;

use super::{Found, Known, groups, shared, solve};
use crate::ours::Goal;
use crate::report::{Report, Row, Times};

/// For each puzzle, proof included.
const LIMIT: Duration = Duration::from_secs(60);

/// What ends sooner than this is solved [`RUNS`] times, and the best counts.
const QUICK: Duration = Duration::from_millis(100);
const RUNS: usize = 5;

pub(crate) fn measure(report: &mut Report) {
    let puzzles = shared(report, "killer.jsonl");
    if !puzzles.is_empty() {
        let found: Vec<_> = puzzles.iter().map(best).collect();
        for group in groups(&puzzles) {
            rows(report, group, &puzzles, &found);
        }
        slowest(report, &puzzles, &found);
    }
    let impossible = shared(report, "killer_unsat.jsonl");
    without_answer(report, &impossible);
}

fn best(puzzle: &Known) -> Found {
    let run = || {
        let found = solve(&puzzle.text, Goal::OnlyAnswer, LIMIT, Options::default());
        puzzle.confirm(&found);
        found
    };
    let mut best = run();
    if last(&best) < QUICK {
        for found in (1..RUNS).map(|_| run()) {
            best = if last(&found) < last(&best) { found } else { best };
        }
    }
    best
}

/// When everything was known.
fn last(found: &Found) -> Duration {
    let end = if found.answer.is_some() { found.whole } else { found.first };
    end.unwrap_or(LIMIT)
}

fn rows(report: &mut Report, group: &str, puzzles: &[Known], found: &[Found]) {
    let of_group = || puzzles.iter().zip(found).filter(|(puzzle, _)| puzzle.group == group);
    let first = Times::new(of_group().map(|(_, found)| found.first), LIMIT);
    let whole = Times::new(of_group().map(|(_, found)| found.whole), LIMIT);
    for (what, times) in [("first answer", &first), ("with the proof", &whole)] {
        let what = format!("{group}, {what}, {} of {}", times.solved(), times.all.len());
        report.row(Row::new(format!("{what}, median"), times.median_figure()));
        report.row(Row::new(format!("{what}, worst"), times.figure(times.worst())));
    }
}

fn slowest(report: &mut Report, puzzles: &[Known], found: &[Found]) {
    let mut order: Vec<_> =
        puzzles.iter().zip(found).map(|(puzzle, found)| (last(found), &puzzle.name)).collect();
    order.sort_unstable();
    let times = Times::new(order.iter().map(|(time, _)| Some(*time)), LIMIT);
    let slowest = order.iter().rev().take(5);
    let slowest: Vec<_> = slowest.map(|(t, name)| format!("{name} {}", times.show(*t))).collect();
    report.note(format!("the slowest: {}", slowest.join(", ")));
}

fn without_answer(report: &mut Report, puzzles: &[Known]) {
    if puzzles.is_empty() {
        return;
    }
    let proofs: Vec<_> = puzzles.iter().map(best).collect();
    let times = Times::new(proofs.iter().map(|found| found.first), LIMIT);
    let what = format!("without an answer, {} of {}", times.solved(), times.all.len());
    report.row(Row::new(format!("{what}, median"), times.median_figure()));
    report.row(Row::new(format!("{what}, worst"), times.figure(times.worst())));
}
