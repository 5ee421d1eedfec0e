//! Minesweeper: boards made for the occasion, always the same, and what is found out about them.

pub(crate) mod hard;
pub(crate) mod large;
pub(crate) mod peer;
pub(crate) mod tool;

use std::time::{Duration, Instant};

use sator::create::Wish;
use sator::engine::{CellState, Odds, Options, odds};
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::minesweeper::KIND;
use sator_sat::backend::Budget;

/// The text of a new board.
fn create(wish: &Wish, seed: u64) -> String {
    KIND.create(wish, seed).expect("it can be made").puzzle.print()
}

fn read(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &ParseOptions::default()).expect("it was made to be read")
}

/// A budget of so much time, which begins now.
fn within(limit: Duration) -> Budget {
    Budget { deadline: Instant::now().checked_add(limit), ..Budget::default() }
}

/// What is certain and how likely the rest is; nothing if there is no answer.
fn analyse(puzzle: &dyn Puzzle, threads: usize, limit: Duration) -> Option<Odds> {
    let options = Options { threads: Some(threads), budget: within(limit), ..Options::default() };
    odds(puzzle, &options).expect("no solver fails")
}

/// `12.3 % decided, 0 unknown, stretches not counted: 4`; decided is what is certainly a mine or
/// certainly none.
fn findings(odds: &Odds) -> String {
    let count =
        |fates: &[CellState]| odds.cells.iter().filter(|it| fates.contains(&it.state)).count();
    let cells = odds.cells.len().max(1) as f64;
    let decided = 100.0 * count(&[CellState::AlwaysFalse, CellState::AlwaysTrue]) as f64 / cells;
    let unknown = count(&[CellState::Unknown]);
    let uncounted = odds.uncounted.len();
    let stopped = if odds.stopped.is_some() { ", stopped" } else { "" };
    format!(
        "{decided:.1} % decided, {unknown} unknown, stretches not counted: {uncounted}{stopped}"
    )
}
