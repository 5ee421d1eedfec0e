//! `{"rows":1,"cols":5,"mines":null,"board":["?1?2?"]}`. All other fields are labels or answers, and
//! answers are never looked up.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::{Minesweeper, Square};
use super::rows::{Size, square};
use crate::pieces::{Piece, SEVERAL, counted, decode, remarks, short};

#[derive(Deserialize)]
#[serde(expecting = "an object with rows, cols, mines and board")]
struct Input {
    rows: Option<usize>,
    #[serde(alias = "columns")]
    cols: Option<usize>,
    mines: Option<usize>,
    board: Vec<Value>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

pub(super) fn read(text: &str) -> Result<Minesweeper, TextError> {
    let input: Input = decode(text)?;
    let whole = Piece { line: 0, column: 0, text: "" };
    let rows = input.rows.unwrap_or(input.board.len());
    let columns = input.cols.unwrap_or_else(|| input.board.first().map_or(0, width));
    if rows == 0 || columns == 0 {
        let message = format!("expected at least one row and column, found {rows}×{columns}");
        return Err(TextError::whole(message));
    }
    let size = Size { rows, columns }.unless_too_large(whole)?;
    let squares = squares(size, "board", &input.board)?;
    Ok(Minesweeper { mines: input.mines, notes: remarks(&input.others), ..size.board(squares) })
}

/// How many symbols a row has. What is no row is for others to complain about.
fn width(row: &Value) -> usize {
    match row {
        Value::String(text) => line(text).symbols().count(),
        Value::Array(symbols) => symbols.len(),
        _ => 1,
    }
}

/// Its place is lost in decoding.
fn line(text: &str) -> Piece<'_> {
    Piece { line: 0, column: 0, text }
}

/// Rows that are strings, or arrays of symbols.
fn squares(size: Size, field: &str, rows: &[Value]) -> Result<Vec<Square>, TextError> {
    if rows.len() != size.rows {
        let (expected, found) = (counted(size.rows, "row"), rows.len());
        return Err(TextError::whole(format!("expected {expected} in {field}, found {found}")));
    }
    let mut squares = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let symbols = symbols(row).ok_or_else(|| {
            let message =
                format!("expected a string or an array for a row of {field}, found {row}");
            TextError::whole(short(&message))
        })?;
        let row = Size { rows: 1, ..size };
        let read = row.squares(line(""), std::iter::once(line(&symbols)), square);
        squares.extend(read.map_err(|error| {
            let row = index + 1;
            TextError::whole(format!("row {row} of {field}: {}", error.message))
        })?);
    }
    Ok(squares)
}

fn symbols(row: &Value) -> Option<String> {
    let symbol = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    match row {
        Value::String(text) => Some(text.clone()),
        Value::Array(symbols) => {
            Some(symbols.iter().map(symbol).collect::<Option<Vec<_>>>()?.join(" "))
        }
        _ => None,
    }
}

/// What `solve --json` prints: a solution, or all that is said about it.
#[derive(Deserialize)]
#[serde(expecting = "an object with grid or solutions")]
struct Answer {
    grid: Option<Vec<Value>>,
    solutions: Option<Vec<Answer>>,
}

/// The solution in our own output.
pub(super) fn read_answer(text: &str, size: Size) -> Result<Vec<Square>, TextError> {
    let answer: Answer = decode(text)?;
    if answer.solutions.as_ref().is_some_and(|solutions| solutions.len() > 1) {
        return Err(TextError::whole(SEVERAL));
    }
    let first = || answer.solutions?.into_iter().next()?.grid;
    let Some(grid) = answer.grid.or_else(first) else {
        return Err(TextError::whole("expected grid or solutions, found neither"));
    };
    squares(size, "grid", &grid)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, error, parsed, read_as};
    use super::*;

    #[test]
    fn rows_are_strings_or_arrays() {
        let expected = Minesweeper { mines: Some(2), ..board(&["?1F", "s2?"]) };
        for text in [
            r#"{"rows":2,"cols":3,"mines":2,"board":["?1*","s2?"]}"#,
            r#"{"rows":2,"columns":3,"mines":2,"board":["? 1 F","s 2 ?"]}"#,
            r#"{"mines":2,"board":[["?",1,"*"],["s","2","?"]]}"#,
        ] {
            assert_eq!(read_as("json", text), expected, "{text}");
        }
        assert_eq!(read_as("json", r#"{"mines":null,"board":["?1"]}"#), board(&["?1"]));
    }

    #[test]
    fn labels_and_answers_are_ignored() {
        let text = r#"{"id":"a","group":"b","source":"c","text":"9 9","note":"d","board":["?1"],
            "no_total":{"status":"UNSAT"},"with_total":{},"true_mines":[[0,1]],
            "brute_force_checked":true,"hidden":1}"#;
        let read = parsed("json", text);
        assert_eq!(read.squares, board(&["?1"]).squares);
        assert_eq!(read.notes, ["the field 'hidden' is not known, and was ignored"]);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = |text: &str| error("json", text);
        let rows = "expected 3 rows in board, found 2";
        assert_eq!(wrong(r#"{"rows":3,"cols":2,"board":["??","??"]}"#), rows);
        let row = "row 2 of board: expected a row of 2 squares, found 3";
        assert_eq!(wrong(r#"{"board":["??","???"]}"#), row);
        let symbol = "row 1 of board: expected '?', a digit 0-8, '*', 'F' or 's', found '9'";
        assert_eq!(wrong(r#"{"board":["?9"]}"#), symbol);
        let none = "expected at least one row and column, found 0×0";
        assert_eq!(wrong(r#"{"board":[]}"#), none);
        let kind = "expected a string or an array for a row of board, found 7";
        assert_eq!(wrong(r#"{"board":[7]}"#), kind);
        let large = "expected at most 25 million squares, found 100000×100000";
        assert_eq!(wrong(r#"{"rows":100000,"cols":100000,"board":["?"]}"#), large);
        assert_eq!(wrong(r#"{"rows":1}"#), "1:10: missing field `board`");
        let negative = wrong(r#"{"board":["?"],"mines":-1}"#);
        assert_eq!(negative, "1:25: invalid value: integer `-1`, expected usize");
    }
}
