//! Draws a grid.

use super::Sudoku;
use crate::model::Solution;
use crate::render::{Board, Ground, Role, Tile};

pub(in crate::puzzles) fn board(sudoku: &Sudoku, solution: Option<&Solution>) -> Board {
    let tile = |index: usize| {
        let found = solution.map(|solution| solution.values[index]);
        let (value, role) = match (sudoku.given[index], found) {
            (Some(value), _) => (Some(value), Role::Given),
            (None, Some(value)) => (Some(value), Role::Found),
            (None, None) => (None, Role::Empty),
        };
        let text = value.map_or_else(|| ".".to_owned(), |value| sudoku.notation.text(value));
        Tile { text, role, ground: Ground::Light }
    };
    let n = sudoku.n();
    let row = |row: usize| (row * n..(row + 1) * n).map(tile).collect();
    Board { rows: (0..n).map(row).collect(), boxes: Some(sudoku.shape), ..Board::default() }
}
