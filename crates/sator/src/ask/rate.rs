//! `rate`: rates how difficult a puzzle is.

use sator_sat::text::counted;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::conflict::{self, Explanation};
use super::options::Solving;
use super::{Answer, AskError, Asked, Context, Question, Status, Surface, because};
use crate::engine::explain::{Extent, Level, Word};
use crate::engine::{self, Rating};
use crate::puzzle::AnyPuzzle;
use crate::questions::Difficulty;
use crate::render::Look;

/// How difficult is it?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Rate {
    /// How to solve.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub solving: Solving,
}

/// A rating.
#[derive(Debug)]
pub struct Rated {
    puzzle: AnyPuzzle,
    rating: Rating,
    /// Why there is no solution.
    why: Explanation,
    is_one_of_many: bool,
}

impl Question for Rate {
    const VERB: &'static str = "rate";
    const MESSAGE: Option<&'static str> = Some("Rating");
    const PROGRESS: [&'static str; 2] = ["Rating", "rounds"];

    type Answer = Rated;

    fn ask(&self, asked: &Asked, context: &mut Context<'_>) -> Result<Rated, AskError> {
        let puzzle = &asked.puzzle;
        self.solving.encoding.announce(puzzle, context)?;
        let options = self.solving.engine(context, false);
        let mut progress = |rounds| context.progress(Self::PROGRESS, rounds as u64, None);
        let rating = engine::rate(puzzle, &options, &mut progress)?;
        let mut why = Explanation::default();
        if matches!(rating.extent, Extent::NoSolution) {
            why = Explanation::new(puzzle);
            if conflict::confirm(puzzle, &options)? && context.wants_conflict() {
                why = why.with_conflict(puzzle, &options)?;
            }
        }
        let is_one_of_many = context.is_one_of_many || context.batch_threads.is_some();
        Ok(Rated { puzzle: puzzle.clone(), rating, why, is_one_of_many })
    }
}

impl Rated {
    /// The rating in numbers and words.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::new(&self.puzzle, &self.rating)
    }
}

impl Answer for Rated {
    fn status(&self) -> Status {
        match self.rating.extent {
            Extent::All | Extent::Part => Status::Yes,
            Extent::Stopped(_) => Status::Stopped,
            Extent::NoSolution => Status::No,
        }
    }

    fn class(&self) -> &'static str {
        match self.status() {
            Status::Yes => "rated",
            Status::No => "no solution",
            Status::Stopped | Status::Bad => "unknown",
        }
    }

    fn to_text(&self, _: Look) -> String {
        if self.is_one_of_many { line(&self.rating) } else { text(&self.rating) }
    }

    fn to_json(&self) -> Value {
        json!(self.difficulty())
    }

    fn remarks(&self, surface: Surface) -> Vec<String> {
        self.why.remarks(surface)
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
