//! Runs Sator as users of the library do, with the default options.

use std::sync::Arc;
use std::time::Duration;

use sator::engine::{self, Count, Instance, Options, Solutions, Step};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, Kind, ParseOptions};
use sator::puzzles::sudoku;
use sator_model::engine::{CompiledRules, Verifier};

use crate::shared::{SIZE, Verdict};

/// The question about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    FirstAnswer,
    /// The first, and whether it is the only one.
    OnlyAnswer,
}

/// The result of a search.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// At most two; see [`Goal`].
    pub(crate) number: usize,
    pub(crate) first: Option<Solution>,
    /// Whether the question was answered in time.
    pub(crate) is_over: bool,
}

/// Options with a time limit that begins now.
pub(crate) fn within(limit: Duration, threads: usize) -> Options {
    Options::new().timeout(limit).threads(threads)
}

pub(crate) fn read(kind: &Kind, text: &str) -> AnyPuzzle {
    kind.read(text, &ParseOptions::default()).expect("the text is a puzzle")
}

/// The plain rules of a puzzle verify its solutions, as they do in the library.
struct PlainRules(AnyPuzzle);

impl Verifier for PlainRules {
    fn verify(&self, solution: &Solution) -> Result<(), String> {
        self.0.check(solution).map_err(|violation| violation.0)
    }
}

/// The solutions of a puzzle with rules that are compiled anew: the library's cache would hide that
/// cost.
pub(crate) fn compiled_anew(puzzle: &AnyPuzzle, options: &Options) -> Solutions {
    let rules = Arc::new(CompiledRules::new(puzzle.rules()));
    let verifier = Arc::new(PlainRules(Arc::clone(puzzle)));
    Solutions::new(Instance::new(rules, puzzle.clues()), verifier, options)
}

/// Solves a 9×9 sudoku from its text, up to two answers, with cached rules.
pub(crate) fn solve_line(line: &str) -> Verdict {
    let puzzle = read(&sudoku::KIND, line);
    let found = search(engine::solutions(&puzzle, &Options::default()), Goal::OnlyAnswer);
    let first = found.first.map(|first| std::array::from_fn(|cell| first.values[cell] as u8));
    Verdict { number: found.number, first: first.unwrap_or([0; SIZE * SIZE]) }
}

/// Takes as many solutions as the goal needs.
pub(crate) fn search(mut solutions: Solutions, goal: Goal) -> Found {
    let mut found = Found { number: 0, first: None, is_over: true };
    let wanted = if goal == Goal::FirstAnswer { 1 } else { 2 };
    while found.number < wanted {
        match solutions.step().expect("no solver fails") {
            Step::Solution(solution) => {
                found.number += 1;
                found.first.get_or_insert(solution);
            }
            Step::Exhausted => break,
            Step::Stopped(_) => {
                found.is_over = false;
                break;
            }
        }
    }
    found
}

/// Counts the answers of a puzzle from its text.
pub(crate) fn count(kind: &Kind, text: &str, options: &Options) -> Count {
    let puzzle = read(kind, text);
    let count = engine::count(&puzzle, options, false, &mut |_, _| {}).expect("no solver fails");
    count.unwrap_or_else(|| {
        engine::count_visiting(&puzzle, options, false, None, |_| {}).expect("no solver fails")
    })
}
