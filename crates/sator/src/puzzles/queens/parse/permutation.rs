//! `2 4 1 3`: the column of each row, from 0 if a 0 occurs, else from 1.

use sator_sat::TextError;

use super::super::{Queens, Square};
use super::{bare, number};
use crate::pieces::{Cursor, Piece, counted, lines};

/// A column for each of so many rows, or of any number of them.
pub(super) fn read(text: &str, size: Option<usize>) -> Result<Queens, TextError> {
    from_columns(&columns(text)?, size)
}

fn columns(text: &str) -> Result<Vec<Piece<'_>>, TextError> {
    let mut cursor = Cursor::over(lines(text).flat_map(Piece::words));
    let bracketed = cursor.accept("[");
    let mut columns = Vec::new();
    while cursor.peek().is_some_and(|piece| piece.text != "]") {
        columns.push(cursor.take("a column")?);
        cursor.accept(",");
    }
    if bracketed {
        cursor.expect("]")?;
    }
    cursor.end()?;
    match columns[..] {
        [digits] if !bracketed => run_together(digits),
        _ => Ok(columns),
    }
}

fn run_together(digits: Piece<'_>) -> Result<Vec<Piece<'_>>, TextError> {
    if digits.text.chars().count() > 9 {
        return Err(digits.unexpected("columns, with spaces between more than 9 of them"));
    }
    Ok(digits.symbols().collect())
}

pub(super) fn from_columns(columns: &[Piece], size: Option<usize>) -> Result<Queens, TextError> {
    let found = counted(columns.len(), "column");
    if columns.is_empty() {
        return Err(TextError::whole("expected the column of each row, found nothing"));
    }
    let n = number::at_most_largest(columns.len(), &found).map_err(TextError::whole)?;
    if let Some(size) = size.filter(|&size| size != n) {
        let expected = counted(size, "column");
        return Err(TextError::whole(format!("expected {expected}, found {n}")));
    }
    let from = usize::from(!columns.iter().any(|column| column.text.parse() == Ok(0)));
    let mut queens = bare(n);
    for (row, column) in columns.iter().enumerate() {
        let column = column.number("a column", from..=from + n - 1)? - from;
        queens.placed.push(Square { row, column });
    }
    queens.notes.push(format!("columns are counted from {from}"));
    Ok(queens)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::tests::{error, queens, read_as};
    use crate::puzzle::ParseOptions;

    const ROWS: [&str; 4] = [".Q..", "...Q", "Q...", "..Q."];

    #[test]
    fn columns_count_from_0_where_a_0_occurs() {
        for (text, note) in [
            ("2 4 1 3", "columns are counted from 1"),
            ("[2, 4,1 ,3]", "columns are counted from 1"),
            ("2,4,1,3", "columns are counted from 1"),
            ("1 3 0 2", "columns are counted from 0"),
        ] {
            let read = parse(text, &ParseOptions::default()).unwrap();
            assert_eq!(read.placed, queens(&ROWS).placed, "{text}");
            assert_eq!(read.notes, [note]);
        }
    }

    #[test]
    fn digits_may_run_together_where_the_format_is_given() {
        assert_eq!(read_as("permutation", "2413"), queens(&ROWS));
        assert_eq!(read_as("permutation", "1302"), queens(&ROWS));
        let expected = "1:1: expected columns, with spaces between more than 9 of them, \
                        found '1234567891'";
        assert_eq!(error("permutation", "1234567891"), expected);
    }

    #[test]
    fn a_number_alone_is_never_a_permutation() {
        assert_eq!(parse("2413", &ParseOptions::default()).unwrap().n, 2413);
    }

    #[test]
    fn two_queens_in_a_column_are_a_puzzle_without_an_answer() {
        assert_eq!(read_as("permutation", "1 1 2"), queens(&["Q..", "Q..", ".Q."]));
    }

    #[test]
    fn a_column_off_the_board_is_named() {
        let from_1 = "1:7: expected a column from 1 to 4, found '5'";
        assert_eq!(error("permutation", "2 4 1 5"), from_1);
        let from_0 = "1:3: expected a column from 0 to 3, found '4'";
        assert_eq!(error("permutation", "0 4 1 3"), from_0);
        assert_eq!(error("permutation", "1 -1"), "1:3: expected a column from 1 to 2, found '-1'");
        assert_eq!(error("permutation", "1,,2"), "1:3: expected a column from 1 to 3, found ','");
    }

    #[test]
    fn a_list_is_closed_and_holds_something() {
        assert_eq!(error("permutation", "[1,2"), "expected ']', found the end of the text");
        assert_eq!(error("permutation", "[1]2"), "1:4: expected the end of the text, found '2'");
        assert_eq!(error("permutation", "[]"), "expected the column of each row, found nothing");
    }
}
