//! Why a puzzle has no answer: a few clues that cannot all hold, in words.

use std::time::{Duration, Instant};

use sator::engine::{self, Conflict, EngineError, Options};
use sator::puzzle::Puzzle;

/// How long to look for the clues that leave no answer.
const HUNT: Duration = Duration::from_secs(2);

/// Which clues of a puzzle leave no answer, where that says more than is plain to see: a rule that
/// values break by themselves, and a total that is out of reach, are named anyhow.
pub(super) fn telling(
    puzzle: &dyn Puzzle,
    options: &Options,
) -> Result<Option<Conflict>, EngineError> {
    let is_told = puzzle.contradiction().is_some();
    let is_plain = |Conflict { clues, are_values, .. }: &Conflict| {
        is_told && (clues.len() == 1 || (*are_values && clues.len() == 2))
    };
    Ok(engine::conflict(puzzle, &hunt(options))?.filter(|found| !is_plain(found)))
}

/// The default solver, within what is left of the time and not for long.
fn hunt(options: &Options) -> Options {
    let mut budget = options.budget.clone();
    let enough = Instant::now() + HUNT;
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
