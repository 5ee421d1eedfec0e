//! Draws a board of queens.

use super::{Queens, Square};
use crate::model::Solution;
use crate::render::{Board, Ground, Role, Tile};

pub(super) fn board(queens: &Queens, solution: Option<&Solution>) -> Board {
    let answer = solution.map(Queens::squares).unwrap_or_default();
    let tile = |square: Square| {
        let role = role(queens, &answer, square);
        let text = match role {
            Role::Given | Role::Found => "Q",
            // Blocked squares are omitted from an answer.
            Role::Blocked if solution.is_none() => "x",
            _ => ".",
        };
        Tile { text: text.to_owned(), role, ground: ground(queens, square) }
    };
    let row = |row| (0..queens.n).map(|column| tile(Square { row, column })).collect();
    Board { rows: (0..queens.n).map(row).collect(), ..Board::default() }
}

fn role(queens: &Queens, answer: &[Square], square: Square) -> Role {
    if queens.placed.binary_search(&square).is_ok() {
        Role::Given
    } else if answer.get(square.row) == Some(&square) {
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
