//! Runs Sator as users of the library do, with the default options.

use std::time::{Duration, Instant};

use sator::engine::{self, Count, Options, Road, Search, Series, Step};
use sator::model::Solution;
use sator::puzzle::{Kind, ParseOptions, Puzzle};
use sator::puzzles::sudoku;
use sator_sat::backend::Budget;

use crate::shared::{SIZE, Verdict};

/// What is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    FirstAnswer,
    /// The first, and whether it is the only one.
    OnlyAnswer,
}

/// What was found out about a puzzle.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// At most two; see [`Goal`].
    pub(crate) number: usize,
    pub(crate) first: Option<Solution>,
    /// Whether the question was answered in time.
    pub(crate) is_over: bool,
}

/// One thread, and a time that begins now.
pub(crate) fn within(limit: Duration, threads: usize) -> Options {
    let budget = Budget { deadline: Instant::now().checked_add(limit), ..Budget::default() };
    Options { threads: Some(threads), budget, ..Options::default() }
}

/// The same with a solver that is named, if there is one of that name.
pub(crate) fn by(backend: &str) -> Option<Road> {
    backend.parse().ok()
}

pub(crate) fn read(kind: &Kind, text: &str) -> Box<dyn Puzzle> {
    kind.read(text, &ParseOptions::default()).expect("the files hold puzzles")
}

/// From the text of a 9×9 sudoku to at most two answers, as a batch does it.
pub(crate) fn solve_line(series: &mut Series, line: &str) -> Verdict {
    let puzzle = read(&sudoku::KIND, line);
    let mut search = series.open(puzzle.as_ref(), &Options::default());
    let mut verdict = Verdict { number: 0, first: [0; SIZE * SIZE] };
    while verdict.number < 2
        && let Step::Answer(answer) = search.next_answer().expect("no solver fails")
    {
        if verdict.number == 0 {
            verdict.first = std::array::from_fn(|cell| answer.values[cell] as u8);
        }
        verdict.number += 1;
    }
    verdict
}

/// From the text of a puzzle to its answers, with nothing kept from others.
pub(crate) fn solve(kind: &Kind, text: &str, goal: Goal, options: &Options) -> Found {
    let puzzle = read(kind, text);
    answers(Search::open(puzzle.as_ref(), options), goal)
}

/// The same with the rules that puzzles of the same frame left, as a batch does it.
pub(crate) fn solve_in(
    series: &mut Series,
    kind: &Kind,
    text: &str,
    goal: Goal,
    options: &Options,
) -> Found {
    let puzzle = read(kind, text);
    answers(series.open(puzzle.as_ref(), options), goal)
}

fn answers(mut search: Search<'_>, goal: Goal) -> Found {
    let mut found = Found { number: 0, first: None, is_over: true };
    let wanted = if goal == Goal::FirstAnswer { 1 } else { 2 };
    while found.number < wanted {
        match search.next_answer().expect("no solver fails") {
            Step::Answer(answer) => {
                found.number += 1;
                found.first.get_or_insert(answer);
            }
            Step::Done => break,
            Step::Stopped(_) => {
                found.is_over = false;
                break;
            }
        }
    }
    found
}

/// How many answers a puzzle has, from its text.
pub(crate) fn count(kind: &Kind, text: &str, options: &Options) -> Count {
    let puzzle = read(kind, text);
    let at_once = engine::count_at_once(puzzle.as_ref(), options, false, &mut |_| {});
    if let Some(count) = at_once.expect("no solver fails") {
        return count;
    }
    let search = Search::open(puzzle.as_ref(), options);
    engine::count(search, false, None, |_| {}).expect("no solver fails")
}
