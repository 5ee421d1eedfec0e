//! `sator rate`: rates how difficult a puzzle is.

use sator::engine::explain::{Extent, Level, Word};
use sator::engine::{self, Rating};
use sator::puzzle::AnyPuzzle;
use sator::questions::Difficulty;
use sator::render::Look;
use sator_sat::text::counted;

use super::conflict::{self, Explanation};
use super::query::{Answer, Query};
use super::{Item, because};
use crate::args::{Rate, Task};
use crate::failure::Failure;
use crate::status::Status;

impl Query for Rate {
    const MESSAGE: &'static str = "Rating";
    const PROGRESS: [&'static str; 2] = ["Rating", "rounds"];
    const DONE: &'static str = "rated";

    fn task(&self) -> &Task {
        &self.task
    }

    fn refuse(&self, _: &AnyPuzzle) -> Option<Failure> {
        None
    }

    fn answer(
        &self,
        item: &Item<'_>,
        _: Look,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Result<Answer, Failure> {
        let (puzzle, show) = (item.puzzle, &self.task.show);
        let options = item.options(&self.task, false);
        let rating = engine::rate(puzzle, &options, &mut |rounds| progress(rounds as u64, None))?;
        let mut why = Explanation::default();
        let status = match rating.extent {
            Extent::All | Extent::Part => Status::Yes,
            Extent::Stopped(_) => Status::Stopped,
            Extent::NoSolution => {
                why = Explanation::new(puzzle);
                // In a batch the search for a conflict would take too long.
                if conflict::confirm(puzzle, &options)? && item.batch_threads.is_none() {
                    why = why.with_conflict(puzzle, &options, show)?;
                }
                Status::No
            }
        };
        let text = if show.json {
            serde_json::to_string(&Difficulty::new(puzzle, &rating))?
        } else if item.is_one_of_many || item.batch_threads.is_some() {
            line(&rating)
        } else {
            text(&rating)
        };
        Ok(Answer { text, status, why, cross_check: None, statistics: None, report: None })
    }

    fn answers_in_lines(&self) -> bool {
        true
    }
}

/// The rating with one decimal, and its word.
fn figures(rating: &Rating) -> (String, Word) {
    let (tenths, word) = rating.tenths();
    (format!("{}.{}", tenths / 10, tenths % 10), word)
}

/// The rating of one of many puzzles.
fn line(rating: &Rating) -> String {
    let (number, word) = figures(rating);
    match rating.extent {
        Extent::Part if rating.rounds.is_empty() => "none (not unique)".to_owned(),
        Extent::All => format!("{number} {word}"),
        Extent::Part => format!("{number} {word} (not unique)"),
        Extent::NoSolution => "no solution".to_owned(),
        Extent::Stopped(_) if rating.rounds.is_empty() => "unknown".to_owned(),
        Extent::Stopped(_) => format!("at least {number} (stopped)"),
    }
}

/// The rating with its reasons.
fn text(rating: &Rating) -> String {
    let (number, word) = figures(rating);
    let Some(largest) = rating.largest() else {
        return match rating.extent {
            Extent::NoSolution => "Unsatisfiable".to_owned(),
            Extent::Stopped(reason) => format!("Difficulty: unknown ({})", because(reason)),
            Extent::All => format!("Difficulty: {number} ({word})\nNothing is left to find."),
            Extent::Part => {
                "Difficulty: none\nThere are several solutions, and they share nothing \
                             that is not given."
                    .to_owned()
            }
        };
    };
    let difficulty = match rating.extent {
        Extent::Stopped(reason) => format!("at least {number} (stopped: {})", because(reason)),
        _ => format!("{number} ({word})"),
    };
    let shared = match rating.extent {
        Extent::Part => "\nThere are several solutions: the rating is about what they share.",
        _ => "",
    };
    format!("Difficulty: {difficulty}{shared}\n{}", why(rating, largest))
}

/// The largest step, and the number of rounds of each kind, in a sentence each.
fn why(rating: &Rating, largest: Level) -> String {
    let sentence = match largest {
        Level::Single => "Every step takes a single rule.".to_owned(),
        Level::Set(size) => format!("The largest step takes {size} rules at once."),
        Level::Chain(links) => {
            format!("The largest step is a chain: {links} links refute the opposite.")
        }
        Level::Net(_) => {
            "The largest step is a net: chains within chains refute the opposite.".to_owned()
        }
        Level::Search => "The largest step is a search: neither chains nor nets go on.".to_owned(),
    };
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for (level, rounds) in rating.levels() {
        let kind = match level {
            Level::Single => "with single rules",
            Level::Set(_) => "with several rules at once",
            Level::Chain(_) => "with chains",
            Level::Net(_) => "with nets",
            Level::Search => "with search",
        };
        match kinds.last_mut() {
            Some((last, number)) if *last == kind => *number += rounds,
            _ => kinds.push((kind, rounds)),
        }
    }
    let kinds: Vec<String> =
        kinds.into_iter().map(|(kind, rounds)| format!("{rounds} {kind}")).collect();
    let rounds = counted(rating.rounds.len(), "round");
    format!("{sentence}\n{rounds}: {}.", kinds.join(", "))
}
