//! Explains why a puzzle has no answer: a few clues that cannot all hold.

use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{self, Conflict, EngineError, Options, TotalRange};
use sator::puzzle::AnyPuzzle;

/// The time limit of the search for contradictory clues.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Finds clues of a puzzle that leave no answer; none if they add nothing to the
/// puzzle's own contradiction.
pub(super) fn find(puzzle: &AnyPuzzle, options: &Options) -> Result<Option<Conflict>, EngineError> {
    let has_reason = puzzle.contradiction().is_some();
    let is_redundant = |Conflict { clues, are_values, .. }: &Conflict| {
        has_reason && (clues.len() == 1 || (*are_values && clues.len() == 2))
    };
    let out_of_range = total_out_of_range(puzzle, &limited(options, TIME_LIMIT))?;
    let time = if out_of_range.is_some() { SHORT_TIME_LIMIT } else { TIME_LIMIT };
    let found =
        engine::conflict(puzzle, &limited(options, time))?.filter(|found| !is_redundant(found));
    let is_short = |found: &Conflict| found.is_minimal && found.clues.len() <= FEW_CLUES;
    Ok(match out_of_range {
        Some(total) if !found.as_ref().is_some_and(is_short) => Some(total),
        _ => found,
    })
}

/// Up to this many clues explain more than the range of a total.
const FEW_CLUES: usize = 6;

/// The time limit of the search for clues that contradict a total, if its range is known.
const SHORT_TIME_LIMIT: Duration = Duration::from_millis(300);

/// A total that all other clues together exclude, as one clue. It is often a typing error, and a
/// minimal conflict would name almost all numbers of the board.
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
    let given = puzzle.total().unwrap_or(total);
    let [least, most] = [possible.start(), possible.end()].map(|it| it + given - total);
    let allowed = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let clue = format!("a total of {given}, where all others together allow {allowed}");
    Ok(Some(Conflict { clues: vec![clue], is_minimal: true, are_values: false }))
}

/// Options for the default solver within a time limit and the rest of the puzzle's time.
fn limited(options: &Options, time: Duration) -> Options {
    let mut budget = options.budget.clone();
    let enough = Instant::now() + time;
    budget.deadline = Some(budget.deadline.map_or(enough, |deadline| deadline.min(enough)));
    Options { budget, seed: options.seed, threads: options.threads, ..Options::default() }
}

/// The number of clues that are printed; `--json` has them all.
const MAX_PRINTED: usize = 20;

/// A conflict in words, with a clue in each line.
pub(super) fn describe(Conflict { clues, is_minimal, .. }: &Conflict) -> String {
    let heading = match (clues.len(), is_minimal) {
        (1, _) => "No answer has this clue:",
        (_, true) => {
            "No answer has all of these clues, though without any one of them there are some:"
        }
        (_, false) => "No answer has all of these clues:",
    };
    let printed = clues.iter().take(MAX_PRINTED);
    let text = printed.fold(heading.to_owned(), |text, clue| text + "\n  " + clue);
    match clues.len().saturating_sub(MAX_PRINTED) {
        0 => text,
        more => format!("{text}\n  and {more} more, which --json names"),
    }
}
