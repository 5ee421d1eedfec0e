//! Large killers without givens, up to where nobody gets: how many of each group are solved within
//! a limit, one after the other, with all processors.

use std::time::Duration;

use sator::engine::Options;

use super::{Found, Goal, Known, groups, shared, solve};
use crate::times::Times;

/// What is soon over.
pub(crate) fn brief(name: &str) {
    let groups = ["k16_one30", "k16_small", "k16_tiny", "k16_uniq"];
    measure(name, |group| groups.contains(&group), Duration::from_secs(5));
}

/// Every group of 16×16.
pub(crate) fn of_16(name: &str) {
    measure(name, |group| group.starts_with("k16_"), MINUTE);
}

/// Every group of 25×25.
pub(crate) fn of_25(name: &str) {
    measure(name, |group| group.starts_with("k25_"), MINUTE);
}

const MINUTE: Duration = Duration::from_secs(60);

fn measure(name: &str, is_meant: impl Fn(&str) -> bool, limit: Duration) {
    let mut puzzles = shared("killer_large.jsonl");
    puzzles.retain(|puzzle| is_meant(&puzzle.group));
    if puzzles.is_empty() {
        return;
    }
    println!("{name}, at most {} s each, first answer, median", limit.as_secs());
    for group in groups(&puzzles) {
        let of_group: Vec<_> = puzzles.iter().filter(|puzzle| puzzle.group == group).collect();
        row(group, &of_group, limit);
    }
}

fn row(group: &str, puzzles: &[&Known], limit: Duration) {
    let found: Vec<_> = puzzles.iter().map(|puzzle| attempt(puzzle, limit)).collect();
    let first = Times::new(found.iter().map(|found| found.first), limit);
    let what = format!("{group}, {} of {}", first.solved(), puzzles.len());
    println!("  {what:<28} {:>26}", first.median_and_worst());
    if puzzles.iter().all(|puzzle| goal(puzzle) == Goal::OnlyAnswer) {
        let proofs = Times::new(found.iter().map(proof), limit);
        let what = format!("  then the proof, {} of {}", proofs.solved(), puzzles.len());
        println!("  {what:<28} {:>26}", proofs.median_and_worst());
    }
    let left: Vec<_> = puzzles.iter().zip(&found).filter(|(_, it)| it.first.is_none()).collect();
    if !left.is_empty() {
        let names: Vec<_> = left.iter().map(|(puzzle, _)| puzzle.name.as_str()).collect();
        println!("    not solved: {}", names.join(", "));
    }
}

/// How long the proof took after the answer.
fn proof(found: &Found) -> Option<Duration> {
    found.whole?.checked_sub(found.first?)
}

fn attempt(puzzle: &Known, limit: Duration) -> Found {
    let found = solve(&puzzle.text, goal(puzzle), limit, Options::default());
    puzzle.confirm(&found);
    found
}

/// Most of them are not known to have one answer only, and are not asked for it.
fn goal(puzzle: &Known) -> Goal {
    if puzzle.is_unique == Some(true) { Goal::OnlyAnswer } else { Goal::FirstAnswer }
}
