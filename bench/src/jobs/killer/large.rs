//! Large killers without givens, some beyond every known solver: how many of each group are solved
//! within a limit, one after the other, with all processors.

use std::time::Duration;

use sator::engine::Options;

use super::{Found, Known, groups, rows, shared, solve};
use crate::ours::Goal;
use crate::report::{Report, Times};

/// The groups that are solved soon.
pub(crate) fn brief(report: &mut Report) {
    let groups = ["k16_one30", "k16_small", "k16_tiny", "k16_uniq"];
    measure(report, |group| groups.contains(&group), Duration::from_secs(5));
}

/// Every group of 16×16.
pub(crate) fn of_16(report: &mut Report) {
    measure(report, |group| group.starts_with("k16_"), MINUTE);
}

/// Every group of 25×25.
pub(crate) fn of_25(report: &mut Report) {
    measure(report, |group| group.starts_with("k25_"), MINUTE);
}

const MINUTE: Duration = Duration::from_secs(60);

fn measure(report: &mut Report, is_included: impl Fn(&str) -> bool, limit: Duration) {
    let mut puzzles = shared(report, "killer_large.jsonl");
    puzzles.retain(|puzzle| is_included(&puzzle.group));
    if puzzles.is_empty() {
        return;
    }
    report.note(format!("at most {} s each", limit.as_secs()));
    for group in groups(&puzzles) {
        let of_group: Vec<_> = puzzles.iter().filter(|puzzle| puzzle.group == group).collect();
        measure_group(report, group, &of_group, limit);
    }
}

fn measure_group(report: &mut Report, group: &str, puzzles: &[&Known], limit: Duration) {
    let found: Vec<_> = puzzles.iter().map(|puzzle| attempt(puzzle, limit)).collect();
    let first = Times::new(found.iter().map(|found| found.first), limit);
    rows(report, &format!("{group}, first answer"), &first);
    if puzzles.iter().all(|puzzle| goal(puzzle) == Goal::OnlyAnswer) {
        let proofs = Times::new(found.iter().map(proof), limit);
        rows(report, &format!("{group}, then the proof"), &proofs);
    }
    let left: Vec<_> = puzzles.iter().zip(&found).filter(|(_, it)| it.first.is_none()).collect();
    if !left.is_empty() {
        let names: Vec<_> = left.iter().map(|(puzzle, _)| puzzle.name.as_str()).collect();
        report.note(format!("not solved: {}", names.join(", ")));
    }
}

/// The time of the proof after the answer.
fn proof(found: &Found) -> Option<Duration> {
    found.whole?.checked_sub(found.first?)
}

fn attempt(puzzle: &Known, limit: Duration) -> Found {
    let found = solve(&puzzle.text, goal(puzzle), limit, Options::default());
    puzzle.confirm(&found);
    found
}

/// Uniqueness is proved only where it is known to hold.
fn goal(puzzle: &Known) -> Goal {
    if puzzle.is_unique == Some(true) { Goal::OnlyAnswer } else { Goal::FirstAnswer }
}
