//! Rows of squares: `.` empty, `Q` a queen, `x` blocked.

use sator_sat::TextError;

use super::super::{Queens, Square};
use super::{
    bare, is_grid, is_square, letters_prevail, number, refuse_if_doubly_marked, symbol_rows,
};
use crate::kind::{Confidence, Format};
use crate::text::{Span, counted, lines, refuse_if};

pub(super) static FORMAT: Format<Queens> =
    Format::new("board", "N rows of N squares: . empty, Q queen, x blocked", sniff, |text, _| {
        read(text, None)
    })
    .printed(|queens| {
        refuse_if(&[(queens.regions.is_some(), "it has regions")])?;
        print(queens)
    });

fn sniff(text: &str) -> Confidence {
    let is_likely = text.contains('Q') || is_nearly_a_board(text);
    let confidence = if is_likely { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(is_grid(text) && !letters_prevail(text))
}

/// Whether at most one symbol is wrong, and not a clue of another puzzle.
fn is_nearly_a_board(text: &str) -> bool {
    let symbols = lines(text).flat_map(|line| line.text.chars());
    let mut wrong = symbols.filter(|&symbol| !symbol.is_whitespace() && !is_square(symbol));
    match (wrong.next(), wrong.next()) {
        (None, _) => true,
        (Some(symbol), None) => !symbol.is_ascii_digit(),
        _ => false,
    }
}

/// Rows of squares, without the regions.
pub(super) fn print(queens: &Queens) -> Result<String, String> {
    refuse_if_doubly_marked(queens)?;
    Ok(symbol_rows(queens, " ").join("\n"))
}

/// Reads a board of that size, or of any.
pub(super) fn read(text: &str, size: Option<usize>) -> Result<Queens, TextError> {
    from_rows(&lines(text).collect::<Vec<_>>(), size)
}

/// Without a size, the board is as wide as its first row.
pub(super) fn from_rows(rows: &[Span], size: Option<usize>) -> Result<Queens, TextError> {
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else {
        return Err(TextError::whole("expected rows of '.', 'Q' and 'x', found nothing"));
    };
    let n = size.map_or_else(|| width(first), Ok)?;
    let mut queens = bare(n);
    for (row, squares) in rows.iter().enumerate() {
        for (column, symbol) in squares.row(n)?.enumerate() {
            let square = Square { row, column };
            match symbol.text {
                "." => {}
                "Q" => queens.placed.push(square),
                "x" => queens.blocked.push(square),
                _ => return Err(symbol.unexpected("'.', 'Q' or 'x'")),
            }
        }
    }
    if rows.len() != n {
        let expected = counted(n, "row");
        return Err(last.error(format!("expected {expected}, found {}", rows.len())));
    }
    Ok(queens)
}

/// The size of a board with this row.
pub(super) fn width(row: Span) -> Result<usize, TextError> {
    let squares = row.symbols().count();
    let found = format!("a row of {}", counted(squares, "square"));
    number::at_most_largest(squares, &found).map_err(|message| row.error(message))
}
