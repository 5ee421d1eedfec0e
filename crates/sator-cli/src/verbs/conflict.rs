//! Why a puzzle has no answer: a few clues that cannot all hold, in words.

use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{self, Conflict, EngineError, Options, TotalRange};
use sator::puzzle::AnyPuzzle;

/// How long to look for the clues that leave no answer.
const HUNT: Duration = Duration::from_secs(2);

/// Which clues of a puzzle leave no answer, where that says more than is plain to see: a rule that
/// values break by themselves, and a total that is out of reach, are named anyhow.
pub(super) fn telling(
    puzzle: &AnyPuzzle,
    options: &Options,
) -> Result<Option<Conflict>, EngineError> {
    let is_told = puzzle.contradiction().is_some();
    let is_plain = |Conflict { clues, are_values, .. }: &Conflict| {
        is_told && (clues.len() == 1 || (*are_values && clues.len() == 2))
    };
    let out_of_range = total_out_of_range(puzzle, &hunt(options, HUNT))?;
    let time = if out_of_range.is_some() { GLANCE } else { HUNT };
    let found = engine::conflict(puzzle, &hunt(options, time))?.filter(|found| !is_plain(found));
    let is_short = |found: &Conflict| found.is_minimal && found.clues.len() <= FEW;
    Ok(match out_of_range {
        Some(total) if !found.as_ref().is_some_and(is_short) => Some(total),
        _ => found,
    })
}

/// So many clues say more than a range.
const FEW: usize = 6;

/// How long to look for a few clues that contradict a total, where its range is known.
const GLANCE: Duration = Duration::from_millis(300);

/// A total that all other clues together do not allow, as one clue. Often it is a slip, and hardly
/// any number on the board could be left out of the contradiction.
fn total_out_of_range(
    puzzle: &AnyPuzzle,
    options: &Options,
) -> Result<Option<Conflict>, EngineError> {
    let Some(TotalRange { possible, total }) = engine::total_range(puzzle, options)? else {
        return Ok(None);
    };
    if possible.contains(&total) {
        return Ok(None);
    }
    let said = puzzle.total().unwrap_or(total);
    let [least, most] = [possible.start(), possible.end()].map(|it| it + said - total);
    let allowed = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let clue = format!("a total of {said}, where all others together allow {allowed}");
    Ok(Some(Conflict { clues: vec![clue], is_minimal: true, are_values: false }))
}

/// The default solver, within what is left of the time and not for long.
fn hunt(options: &Options, time: Duration) -> Options {
    let mut budget = options.budget.clone();
    let enough = Instant::now() + time;
    budget.deadline = Some(budget.deadline.map_or(enough, |deadline| deadline.min(enough)));
    Options { budget, seed: options.seed, threads: options.threads, ..Options::default() }
}

/// So many clues are told one by one: nobody reads more. `--json` has them all.
const MOST_TOLD: usize = 20;

/// A conflict in words, a clue in each line.
pub(super) fn told(Conflict { clues, is_minimal, .. }: &Conflict) -> String {
    let heading = match (clues.len(), is_minimal) {
        (1, _) => "No answer has this clue:",
        (_, true) => {
            "No answer has all of these clues, though without any one of them there are some:"
        }
        (_, false) => "No answer has all of these clues:",
    };
    let told = clues.iter().take(MOST_TOLD);
    let text = told.fold(heading.to_owned(), |text, clue| text + "\n  " + clue);
    match clues.len().saturating_sub(MOST_TOLD) {
        0 => text,
        more => format!("{text}\n  and {more} more, which --json names"),
    }
}
