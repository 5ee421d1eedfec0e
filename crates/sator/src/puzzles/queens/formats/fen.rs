//! `1Q2/3Q/Q3/2Q1`: rows as chess players write them, a number for each run of empty squares.

use sator_sat::TextError;

use super::super::{Queens, Square};
use super::{bare, content, number, refuse_unless_plain, symbol_rows};
use crate::kind::{Confidence, Format};
use crate::text::{Span, counted, lines};

pub(super) static FORMAT: Format<Queens> = Format::new(
    "fen",
    "1Q2/3Q/Q3/2Q1, a number for each run of empty squares",
    sniff,
    |text, _| read(text, None),
)
.printed(print);

fn sniff(text: &str) -> Confidence {
    let text = content(text);
    let others = text.starts_with(['{', '[']) || text.contains(['(', '=']);
    let confidence = if text.contains('Q') { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(text.contains('/') && !others)
}

fn print(queens: &Queens) -> Result<String, String> {
    refuse_unless_plain(queens)?;
    let row = |row: &String| {
        let runs = row.split_inclusive(['Q', 'x']);
        let part = |run: &str| {
            let empty = run.bytes().filter(|&symbol| symbol == b'.').count();
            let number = if empty > 0 { empty.to_string() } else { String::new() };
            number + run.trim_start_matches('.')
        };
        runs.map(part).collect::<String>()
    };
    Ok(symbol_rows(queens, "").iter().map(row).collect::<Vec<_>>().join("/"))
}

/// Reads a board of that size, or of any.
pub(super) fn read(text: &str, size: Option<usize>) -> Result<Queens, TextError> {
    let is_digit = |symbol: char| symbol.is_ascii_digit();
    let spans: Vec<_> = lines(text).flat_map(|line| line.split(is_digit)).collect();
    let Some(first) = spans.first() else {
        return Err(TextError::whole("expected rows such as '1Q2', found nothing"));
    };
    let rows: Vec<_> = spans.split(|span| span.text == "/").collect();
    let mut queens = bare(height(rows.len(), size)?);
    for (row, spans) in rows.into_iter().enumerate() {
        let width = place(&mut queens, row, spans)?;
        if width != queens.n {
            let expected = counted(queens.n, "square");
            let place = spans.first().unwrap_or(first);
            let row = row + 1;
            return Err(place.error(format!("expected {expected} in row {row}, found {width}")));
        }
    }
    Ok(queens)
}

fn height(rows: usize, size: Option<usize>) -> Result<usize, TextError> {
    match size.filter(|&size| size != rows) {
        Some(size) => {
            let expected = counted(size, "row");
            Err(TextError::whole(format!("expected {expected}, found {rows}")))
        }
        None => number::at_most_largest(rows, &counted(rows, "row")).map_err(TextError::whole),
    }
}

/// Puts a row's queens on the board and returns its width.
fn place(queens: &mut Queens, row: usize, spans: &[Span]) -> Result<usize, TextError> {
    let mut column = 0;
    for span in spans {
        let square = Square { row, column };
        column += 1;
        match span.text {
            "Q" | "q" => queens.placed.push(square),
            "x" => queens.blocked.push(square),
            run if run.starts_with(|digit: char| digit.is_ascii_digit()) => {
                column += span.number("a run of empty squares", 1..=queens.n)? - 1;
            }
            _ => return Err(span.unexpected("a number, 'Q' or 'x'")),
        }
    }
    Ok(column)
}
