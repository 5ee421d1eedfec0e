//! `{"rows":1,"cols":5,"mines":null,"board":["?1?2?"]}`, or the output of `create --json`, whose
//! `text` is the board. All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::{KIND, Minesweeper, Square};
use super::FORMATS;
use super::rows::{Size, printed_rows, square};
use crate::kind::{Confidence, Format, ParseOptions};
use crate::text::{Span, counted, decode, only_solution, remarks, short, unmarked};

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "json",
    r#"{"rows":1,"cols":5,"mines":null,"board":["?1?2?"]}"#,
    sniff,
    |text, options| read(text, options.is_guess),
)
.printed(|board| Ok(print(board)));

fn sniff(text: &str) -> Confidence {
    if !unmarked(text).trim_start().starts_with('{') {
        return Confidence::No;
    }
    let is_named =
        || decode::<Input>(text).is_ok_and(|input| input.is_named() && input.text.is_some());
    let is_meant = text.contains("\"board\"") || is_named();
    if is_meant { Confidence::Certain } else { Confidence::Possible }
}

fn print(board: &Minesweeper) -> String {
    let Minesweeper { rows, columns, mines, .. } = board;
    json!({ "rows": rows, "cols": columns, "mines": mines, "board": printed_rows(board, "") })
        .to_string()
}

#[derive(Deserialize)]
#[serde(expecting = "an object with rows, cols, mines and board")]
struct Input {
    puzzle: Option<Value>,
    rows: Option<Value>,
    #[serde(alias = "columns")]
    cols: Option<Value>,
    mines: Option<Value>,
    board: Option<Value>,
    text: Option<Value>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

impl Input {
    /// Whether the object names the kind minesweeper.
    fn is_named(&self) -> bool {
        self.puzzle.as_ref().and_then(Value::as_str).is_some_and(|word| KIND.is_called(word))
    }
}

/// Where the kind is a guess, a text within an object counts only if the object names the kind.
fn read(text: &str, is_guess: bool) -> Result<Minesweeper, TextError> {
    let input: Input = decode(text)?;
    let mines = input.mines.as_ref().map(|value| number("mines", value)).transpose()?;
    let mut board = match (&input.board, &input.text) {
        (Some(board), _) => of_rows(&input, array("board", board)?)?,
        (None, Some(text)) if !is_guess || input.is_named() => of_text(text)?,
        _ => return Err(TextError::whole("expected rows in board, found no such field")),
    };
    board.mines = mines.or(board.mines);
    board.notes.extend(remarks(&input.others));
    Ok(board)
}

fn of_rows(input: &Input, board: &[Value]) -> Result<Minesweeper, TextError> {
    let whole = Span { line: 0, column: 0, text: "" };
    let said = |name: &str, value: &Option<Value>| {
        value.as_ref().map(|value| number(name, value)).transpose()
    };
    let rows = said("rows", &input.rows)?.unwrap_or(board.len());
    let columns = said("cols", &input.cols)?.unwrap_or_else(|| board.first().map_or(0, width));
    if rows == 0 || columns == 0 {
        let message = format!("expected at least one row and column, found {rows}×{columns}");
        return Err(TextError::whole(message));
    }
    let size = Size { rows, columns }.unless_too_large(whole)?;
    Ok(size.board(squares(size, "board", board)?))
}

/// Parses the board in a text within an object. Errors name the field and the place within it.
fn of_text(text: &Value) -> Result<Minesweeper, TextError> {
    let Some(text) = text.as_str() else {
        return Err(unexpected("a string for text", text));
    };
    let format = FORMATS.recognise(text);
    let board = if *format == FORMAT {
        Err(TextError::whole("expected a board, found an object"))
    } else {
        FORMATS.parse(text, &ParseOptions::in_format(format.name))
    };
    board.map_err(|error| TextError::whole(format!("in text: {error}")))
}

fn number(field: &str, value: &Value) -> Result<usize, TextError> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| unexpected(&format!("a whole number from 0 for {field}"), value))
}

fn array<'v>(field: &str, value: &'v Value) -> Result<&'v [Value], TextError> {
    let rows = value.as_array().map(Vec::as_slice);
    rows.ok_or_else(|| unexpected(&format!("an array of rows for {field}"), value))
}

/// The error has no place: decoding loses it.
fn unexpected(expected: &str, found: &Value) -> TextError {
    TextError::whole(short(&format!("expected {expected}, found {found}")))
}

/// The number of symbols in a row; anything else is reported later.
fn width(row: &Value) -> usize {
    match row {
        Value::String(text) => line(text).symbols().count(),
        Value::Array(symbols) => symbols.len(),
        _ => 1,
    }
}

/// A span without a place: decoding loses it.
fn line(text: &str) -> Span<'_> {
    Span { line: 0, column: 0, text }
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
            unexpected(&format!("a string or an array for a row of {field}"), row)
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

/// The solution in the output of `solve --json`.
pub(super) fn read_answer(text: &str, size: Size) -> Result<Vec<Square>, TextError> {
    let grid: Value = only_solution(text, "grid")?;
    squares(size, "grid", array("grid", &grid)?)
}
