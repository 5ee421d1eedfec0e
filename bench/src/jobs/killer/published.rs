//! Published killers: the time of the first answer, and of the proof that it is unique. Results must
//! agree with the stored ones.

use std::time::Duration;

use sator::engine::Options;

use super::{Found, Known, groups, rows, shared, solve};
use crate::ours::Goal;
use crate::report::{Report, Times};

/// For each puzzle, proof included.
const LIMIT: Duration = Duration::from_secs(60);

/// Puzzles that take less time are solved [`RUNS`] times, and the best counts.
const MAX_REPEATED: Duration = Duration::from_millis(100);
const RUNS: usize = 5;

pub(crate) fn measure(report: &mut Report) {
    let puzzles = shared(report, "killer.jsonl");
    if !puzzles.is_empty() {
        let found: Vec<_> = puzzles.iter().map(best).collect();
        for group in groups(&puzzles) {
            group_rows(report, group, &puzzles, &found);
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
    if last(&best) < MAX_REPEATED {
        for found in (1..RUNS).map(|_| run()) {
            best = if last(&found) < last(&best) { found } else { best };
        }
    }
    best
}

/// The time until the end of the search.
fn last(found: &Found) -> Duration {
    let end = if found.answer.is_some() { found.whole } else { found.first };
    end.unwrap_or(LIMIT)
}

fn group_rows(report: &mut Report, group: &str, puzzles: &[Known], found: &[Found]) {
    let of_group = || puzzles.iter().zip(found).filter(|(puzzle, _)| puzzle.group == group);
    let first = Times::new(of_group().map(|(_, found)| found.first), LIMIT);
    let whole = Times::new(of_group().map(|(_, found)| found.whole), LIMIT);
    for (what, times) in [("first answer", &first), ("with the proof", &whole)] {
        rows(report, &format!("{group}, {what}"), times);
    }
}

fn slowest(report: &mut Report, puzzles: &[Known], found: &[Found]) {
    let mut order: Vec<_> =
        puzzles.iter().zip(found).map(|(puzzle, found)| (last(found), &puzzle.name)).collect();
    order.sort_unstable();
    let times = Times::new(order.iter().map(|(time, _)| Some(*time)), LIMIT);
    let slowest = order.iter().rev().take(5);
    let slowest: Vec<_> =
        slowest.map(|(t, name)| format!("{name} {}", times.figure(*t).show())).collect();
    report.note(format!("the slowest: {}", slowest.join(", ")));
}

fn without_answer(report: &mut Report, puzzles: &[Known]) {
    if puzzles.is_empty() {
        return;
    }
    let proofs: Vec<_> = puzzles.iter().map(best).collect();
    let times = Times::new(proofs.iter().map(|found| found.first), LIMIT);
    rows(report, "without an answer", &times);
}
