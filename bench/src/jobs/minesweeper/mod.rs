//! Minesweeper: boards generated from fixed seeds, and their analysis.

pub(crate) mod hard;
pub(crate) mod large;
pub(crate) mod no_guess;
pub(crate) mod peer;
pub(crate) mod tool;

use std::time::Duration;

use sator::create::Wish;
use sator::engine::{CellState, Odds, odds};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::minesweeper::KIND;

use crate::ours;

/// The text of a new board.
fn create(wish: &Wish, seed: u64) -> String {
    KIND.create(wish, seed).expect("it can be made").puzzle.print()
}

fn read(text: &str) -> AnyPuzzle {
    ours::read(&KIND, text)
}

/// The odds of all cells; `None` if there is no answer.
fn analyse(puzzle: &AnyPuzzle, threads: usize, limit: Duration) -> Option<Odds> {
    odds(puzzle, &ours::within(limit, threads)).expect("no solver fails")
}

/// `12.3 % decided, 0 unknown, stretches not counted: 4`. A decided cell is certainly a mine or
/// certainly none.
fn findings(odds: &Odds) -> String {
    let count =
        |states: &[CellState]| odds.cells.iter().filter(|it| states.contains(&it.state)).count();
    let cells = odds.cells.len().max(1) as f64;
    let decided = 100.0 * count(&[CellState::AlwaysFalse, CellState::AlwaysTrue]) as f64 / cells;
    let unknown = count(&[CellState::Unknown]);
    let uncounted = odds.uncounted.len();
    let stopped = if odds.stopped.is_some() { ", stopped" } else { "" };
    format!(
        "{decided:.1} % decided, {unknown} unknown, stretches not counted: {uncounted}{stopped}"
    )
}
