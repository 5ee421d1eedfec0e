//! Draws a board of queens.

use super::{Queens, Square};
use crate::model::{CellId, Solution, Value};
use crate::render::{Board, Ground, Role, Tile};

pub(super) fn board(queens: &Queens, solution: Option<&Solution>) -> Board {
    let mut board = partial_board(queens, &|row| solution.map(|solution| solution[row]));
    if solution.is_some() {
        // Blocked squares are omitted from an answer.
        let tiles = board.rows.iter_mut().flatten();
        for tile in tiles.filter(|tile| tile.role == Role::Blocked) {
            ".".clone_into(&mut tile.text);
        }
    }
    board
}

/// The values are the columns of the queens, from 1.
pub(super) fn partial_board(queens: &Queens, value: &dyn Fn(CellId) -> Option<Value>) -> Board {
    let row = |row| {
        let found = value(CellId::nth(row)).map(|column| column as usize - 1);
        let tile = |column| {
            let square = Square { row, column };
            let role = role(queens, found == Some(column), square);
            let text = match role {
                Role::Given | Role::Found => "Q",
                Role::Blocked => "x",
                _ => ".",
            };
            Tile { text: text.to_owned(), role, ground: ground(queens, square) }
        };
        (0..queens.n).map(tile).collect()
    };
    Board { rows: (0..queens.n).map(row).collect(), pieces: true, ..Board::default() }
}

fn role(queens: &Queens, is_found: bool, square: Square) -> Role {
    if queens.placed.binary_search(&square).is_ok() {
        Role::Given
    } else if is_found {
        Role::Found
    } else if queens.blocked.binary_search(&square).is_ok() {
        Role::Blocked
    } else {
        Role::Empty
    }
}

fn ground(queens: &Queens, square: Square) -> Ground {
    match queens.region(square) {
        Some(region) => Ground::Region(region),
        None if (square.row + square.column).is_multiple_of(2) => Ground::Light,
        None => Ground::Dark,
    }
}
