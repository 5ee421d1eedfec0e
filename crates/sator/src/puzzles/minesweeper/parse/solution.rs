//! A filled board that somebody wrote, or that we printed.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::Value;

use super::super::{Minesweeper, Square};
use super::{square, text};
use crate::pieces::{Piece, SEVERAL, decode, only_answer, unmarked};

/// The squares, row by row. Whether they are right is for others to say.
pub(in super::super) fn solution(
    text: &str,
    board: &Minesweeper,
) -> Result<Vec<Square>, TextError> {
    let text = &only_answer(text)?;
    if unmarked(text).trim_start().starts_with('{') {
        from_json(text, board)
    } else {
        text::rows_of(board, text)
    }
}

/// What `solve --json` prints: a solution, or all that is said about it.
#[derive(Deserialize)]
#[serde(expecting = "an object with grid or solutions")]
struct Answer {
    grid: Option<Vec<Vec<Value>>>,
    solutions: Option<Vec<Answer>>,
}

fn from_json(text: &str, board: &Minesweeper) -> Result<Vec<Square>, TextError> {
    let answer: Answer = decode(text)?;
    if answer.solutions.as_ref().is_some_and(|solutions| solutions.len() > 1) {
        return Err(TextError::whole(SEVERAL));
    }
    let first = || answer.solutions?.into_iter().next()?.grid;
    let Some(grid) = answer.grid.or_else(first) else {
        return Err(TextError::whole("expected grid or solutions, found neither"));
    };
    let (rows, columns) = (board.rows, board.columns);
    let widths = grid.iter().map(Vec::len);
    if grid.len() != rows || widths.clone().any(|width| width != columns) {
        let found = widths.max().unwrap_or(0);
        let message = format!("expected {rows} rows of {columns}, found {} of {found}", grid.len());
        return Err(TextError::whole(message));
    }
    let symbol = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let symbols: Vec<_> = grid.into_iter().flatten().map(symbol).collect();
    // Their places are lost in decoding.
    symbols.iter().map(|text| square(Piece { line: 0, column: 0, text })).collect()
}
