//! The cells of a position that are certain, for games without guesses.

use crate::engine::{CellState, Options, odds};
use crate::puzzle::AnyPuzzle;

/// For each cell that is true or false, whether it is so in all solutions; `None` if there is no
/// solution.
pub(crate) fn certain_cells(puzzle: &AnyPuzzle) -> Option<Vec<Option<bool>>> {
    let found = odds(puzzle, &Options::new().threads(1)).ok()??;
    let certain = |state| match state {
        CellState::AlwaysTrue => Some(true),
        CellState::AlwaysFalse => Some(false),
        CellState::Open | CellState::Unknown => None,
    };
    Some(found.cells.iter().map(|cell| certain(cell.state)).collect())
}
