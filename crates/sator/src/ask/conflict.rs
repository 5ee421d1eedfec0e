//! Explains why a puzzle has no answer: a few clues that cannot all hold.

use std::collections::BTreeSet;
use std::time::Duration;

use sator_sat::clock::Instant;

use super::{Suggestion, Surface};
use crate::engine::explain::Search;
use crate::engine::{self, CellState, EngineError, Method, Options, Soft, Step, TotalRange};
use crate::explain::{conflict_squares, named_squares};
use crate::model::{CellId, CellName, Value};
use crate::puzzle::AnyPuzzle;
use crate::render::name_of;
use sator_sat::backend::Solver;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// Why a puzzle has no answer.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Explanation {
    /// The rule that the clues break by themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Clues that cannot all hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict_is: Option<&'static str>,
    /// The squares that these clues, or the broken rule, are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflict_cells: Vec<String>,
    /// Flags without which there is an answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrong_flags: Vec<String>,
    /// Whether each of these flags is wrong by itself.
    #[serde(skip)]
    is_each_wrong: bool,
}

impl Explanation {
    /// The puzzle's own contradiction, if there is one.
    pub fn new(puzzle: &AnyPuzzle) -> Self {
        let reason = puzzle.contradiction().map(|broken| broken.to_string());
        let named = reason.iter().flat_map(|reason| named_squares(reason));
        let conflict_cells = named.collect::<BTreeSet<_>>().into_iter().map(name_of).collect();
        Self { reason, conflict_cells, ..Self::default() }
    }

    /// Adds clues that leave no answer, unless they add nothing to the reason.
    pub fn with_conflict(self, puzzle: &AnyPuzzle, options: &Options) -> Result<Self, EngineError> {
        let found = find(puzzle, options, self.reason.is_some())?;
        let texts = self.reason.iter().chain(found.iter().flat_map(|found| &found.clues));
        let choices = found.iter().flat_map(|found| found.choices.iter().copied());
        let conflict_cells = cells(puzzle, choices, texts.map(String::as_str));
        let conflict_is = found.as_ref().map(|found| found.search.word());
        let (wrong_flags, is_each_wrong) = wrong_flags(puzzle, &limited(options, TIME_LIMIT))?;
        let wrong_flags = wrong_flags.iter().map(ToString::to_string).collect();
        let conflict = found.map(|found| found.clues);
        Ok(Self { conflict, conflict_is, conflict_cells, wrong_flags, is_each_wrong, ..self })
    }

    /// It in words, and what to do.
    pub fn remarks(&self, surface: Surface) -> Vec<String> {
        let mut remarks = self.texts();
        if !remarks.is_empty() {
            let repair = "finds which clues to change";
            let suggestion = Suggestion::Verb("explain", Some("repair"), repair);
            remarks.push(suggestion.to_words(surface) + ".");
        }
        remarks
    }

    /// Adds its fields to an object.
    pub fn extend(&self, object: &mut Json) {
        if let (Json::Object(object), Json::Object(own)) = (object, json!(self)) {
            object.extend(own);
        }
    }

    /// It in words.
    pub fn texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.reason.iter().cloned().collect();
        if let Some(clues) = &self.conflict {
            texts.push(describe(clues, self.conflict_is != Some(Search::CutShort.word())));
        }
        let flags = self.wrong_flags.join(", ");
        texts.extend(match &self.wrong_flags[..] {
            [] => None,
            [flag] => Some(format!("Your flag on {flag} contradicts the numbers.")),
            _ if self.is_each_wrong => {
                Some(format!("Your flags on {flags} contradict the numbers."))
            }
            _ => Some(format!("Your flags on {flags} cannot all be right.")),
        });
        texts
    }
}

/// The names of the squares that clues are about, and of those that sentences name.
fn cells<'t>(
    puzzle: &AnyPuzzle,
    choices: impl IntoIterator<Item = (CellId, Value)>,
    texts: impl IntoIterator<Item = &'t str>,
) -> Vec<String> {
    let squares = conflict_squares(engine::instance(puzzle).cells(), choices, texts);
    squares.into_iter().map(name_of).collect()
}

/// Whether a puzzle has no answer, as another program says: an embedded solver searches as well, for
/// a short time. An answer is an error of the program.
pub fn confirm(puzzle: &AnyPuzzle, options: &Options) -> Result<bool, EngineError> {
    if !matches!(options.backend, Method::Sat(Solver::Program(_)) | Method::Smt(_)) {
        return Ok(true);
    }
    match engine::solutions(puzzle, &limited(options, TIME_LIMIT)).step()? {
        Step::Exhausted => Ok(true),
        Step::Stopped(_) => Ok(false),
        Step::Solution(_) => Err(EngineError::WrongAnswer {
            backend: options.backend.name().to_owned(),
            reason: "it says that there is no answer, but there is one".to_owned(),
        }),
    }
}

/// With more flags than this it would take too long to find the wrong ones.
const MAX_FLAGS: usize = 500;

/// The flags that contradict the numbers, and whether each does so by itself; otherwise they do so
/// together, and none of them can be left out. There are none if the numbers contradict each other.
fn wrong_flags(
    puzzle: &AnyPuzzle,
    options: &Options,
) -> Result<(Vec<CellName>, bool), EngineError> {
    let mut flags = puzzle.flags();
    let without = |cells: &[CellName]| {
        let cells: Vec<_> = cells.iter().map(|&cell| (cell, None)).collect();
        puzzle.assuming(&cells)
    };
    let none = (Vec::new(), false);
    let Some(bare) = without(&flags).filter(|_| (1..=MAX_FLAGS).contains(&flags.len())) else {
        return Ok(none);
    };
    let Some(odds) = engine::odds(&bare, options)? else { return Ok(none) };
    let rules = bare.rules();
    let cells = rules.cells().iter().zip(&odds.cells);
    let safe = cells.filter(|(_, chance)| chance.state == CellState::AlwaysFalse);
    let wrong = safe.map(|((_, name, _), _)| name).filter(|name| flags.contains(name));
    let wrong: Vec<_> = wrong.collect();
    if !wrong.is_empty() {
        return Ok((wrong, true));
    }
    let mut dropped: Vec<CellName> = Vec::new();
    for flag in flags.clone() {
        dropped.push(flag);
        let Some(rest) = without(&dropped) else { break };
        match engine::odds(&rest, options)? {
            // The others contradict each other without it.
            None => flags.retain(|it| *it != flag),
            Some(_) => drop(dropped.pop()),
        }
    }
    Ok((flags, false))
}

/// The time limit of the search for contradictory clues.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Clues that contradict each other.
struct ClueConflict {
    /// Their sentences.
    clues: Vec<String>,
    /// The cells and values that they are about.
    choices: Vec<(CellId, Value)>,
    search: Search,
    /// Whether all of them are given values.
    are_values: bool,
}

fn of_clues(puzzle: &AnyPuzzle, options: &Options) -> Result<Option<ClueConflict>, EngineError> {
    let instance = engine::instance(puzzle);
    let found = engine::conflict(puzzle, Soft::Clues, options)?;
    Ok(found.map(|found| ClueConflict {
        clues: found.texts(&instance),
        choices: found.choices(&instance),
        search: found.search,
        are_values: found.statements.iter().all(|clue| clue.is_value(&instance)),
    }))
}

fn find(
    puzzle: &AnyPuzzle,
    options: &Options,
    has_reason: bool,
) -> Result<Option<ClueConflict>, EngineError> {
    let is_redundant = |ClueConflict { clues, are_values, .. }: &ClueConflict| {
        has_reason && (clues.len() == 1 || (*are_values && clues.len() == 2))
    };
    let out_of_range = total_out_of_range(puzzle, &limited(options, TIME_LIMIT))?;
    let time = if out_of_range.is_some() { SHORT_TIME_LIMIT } else { TIME_LIMIT };
    let found = of_clues(puzzle, &limited(options, time))?.filter(|found| !is_redundant(found));
    let is_short =
        |found: &ClueConflict| found.search != Search::CutShort && found.clues.len() <= FEW_CLUES;
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
) -> Result<Option<ClueConflict>, EngineError> {
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
    Ok(Some(ClueConflict {
        clues: vec![clue],
        choices: Vec::new(),
        search: Search::Minimal,
        are_values: false,
    }))
}

/// Options for the default solver within a time limit and the rest of the puzzle's time.
pub fn limited(options: &Options, time: Duration) -> Options {
    let mut budget = options.budget.clone();
    let enough = Instant::now() + time;
    budget.deadline = Some(budget.deadline.map_or(enough, |deadline| deadline.min(enough)));
    Options { budget, seed: options.seed, threads: options.threads, ..Options::default() }
}

/// The number of clues that are printed; `--json` has them all.
const MAX_PRINTED: usize = 20;

/// A conflict in words, with a clue in each line.
fn describe(clues: &[String], is_minimal: bool) -> String {
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
