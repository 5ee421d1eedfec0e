//! How a board of mines is drawn.

use super::{Minesweeper, Square};
use crate::model::Filling;
use crate::render::{Board, Ground, Look, Role, Tile};

/// The size and the squares, as in [`super::parse`]; an answer shows what was hidden.
pub(super) fn board(board: &Minesweeper, filling: Option<&Filling>) -> Board {
    let filled = filling.map(|filling| board.filled(filling));
    let tile = |index: usize| {
        let given = board.squares[index];
        let shown = filled.as_ref().map_or(given, |filled| filled[index]);
        let role = match (given, shown) {
            (Square::Hidden, Square::Hidden) => Role::Empty,
            (Square::Hidden, _) => Role::Found,
            _ => Role::Given,
        };
        Tile { text: symbol(shown).to_owned(), role, ground: Ground::Light }
    };
    let row = |row: usize| (row * board.columns..(row + 1) * board.columns).map(tile).collect();
    Board {
        heading: Some(heading(board)),
        rows: (0..board.rows).map(row).collect(),
        boxes: None,
        areas: None,
    }
}

/// The plainest text that reads back as the same instance.
pub(super) fn text(minesweeper: &Minesweeper) -> String {
    board(minesweeper, None).to_text(Look::default())
}

fn heading(board: &Minesweeper) -> String {
    let mines = board.mines.map(|mines| format!(" {mines}")).unwrap_or_default();
    format!("{} {}{mines}", board.rows, board.columns)
}

/// How a square is written.
pub(super) fn symbol(square: Square) -> &'static str {
    const NUMBERS: [&str; 9] = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
    match square {
        Square::Hidden => "?",
        Square::Number(number) => NUMBERS[usize::from(number)],
        Square::Mine => "*",
        Square::Safe => "s",
    }
}
