//! Minesweeper as people write it down: a file for each format, and what they share.

mod solution;
mod text;

use sator_sat::TextError;

use super::{LARGEST, Minesweeper, Square};
use crate::pieces::Piece;
use crate::puzzle::{Format, Reading};

pub(super) use solution::solution;

/// The ways to write a board down.
pub(super) const FORMATS: &[Format] = &[Format {
    name: "text",
    shape: "rows, columns and perhaps mines; then rows of ? hidden, 0-8, * or F a mine, s safe",
}];

/// Reads an instance as it is to be understood.
pub(super) fn parse(text: &str, reading: &Reading<'_>) -> Result<Minesweeper, TextError> {
    let mut board = text::read(text, reading)?;
    if let Some(mines) = reading.mines {
        if let Some(other) = board.mines.filter(|&other| other != mines) {
            board
                .notes
                .push(format!("the text has {other} as the total, and --mines {mines} counts"));
        }
        board.mines = Some(mines);
    }
    Ok(board)
}

/// Whether a text seems to be meant as a board of mines, rightly written or not.
pub(super) fn looks_like(text: &str) -> bool {
    text::looks_like(text)
}

/// The square that a symbol means.
fn square(symbol: Piece<'_>) -> Result<Square, TextError> {
    match symbol.text.as_bytes() {
        b"?" => Ok(Square::Hidden),
        b"*" | b"F" | b"f" => Ok(Square::Mine),
        b"s" | b"S" => Ok(Square::Safe),
        [digit @ b'0'..=b'8'] => Ok(Square::Number(digit - b'0')),
        _ => Err(symbol.unexpected("'?', a digit 0-8, '*', 'F' or 's'")),
    }
}

/// A board of these squares.
fn of_squares(rows: usize, columns: usize, squares: Vec<Square>) -> Minesweeper {
    Minesweeper { rows, columns, squares, mines: None, notes: Vec::new() }
}

/// Refuses more squares than memory should hold.
fn not_too_large(rows: usize, columns: usize, place: Piece<'_>) -> Result<(), TextError> {
    match rows.checked_mul(columns) {
        Some(squares) if squares <= LARGEST => Ok(()),
        _ => {
            let millions = LARGEST / 1_000_000;
            let message =
                format!("expected at most {millions} million squares, found {rows}×{columns}");
            Err(place.error(message))
        }
    }
}
