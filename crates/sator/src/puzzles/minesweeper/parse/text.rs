//! `R C` or `R C M`, then rows of symbols, separated or not: `?` hidden, 0 to 8 open, `*` or `F` a
//! mine, `s` safe. Where somebody said that these are mines, the first line may be missing.

use sator_sat::TextError;

use super::super::{LARGEST, Minesweeper, Square};
use super::{not_too_large, of_squares, square};
use crate::pieces::{Piece, counted, lines};
use crate::puzzle::Reading;

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Result<Minesweeper, TextError> {
    let mut rows = lines(text).peekable();
    let Some(&first) = rows.peek() else {
        return Err(TextError::whole("expected rows of '?' and digits 0-8, found nothing"));
    };
    if !is_header(first) {
        if reading.is_guess {
            return Err(first.unexpected("a number of rows and one of columns"));
        }
        return without_header(&rows.collect::<Vec<_>>());
    }
    rows.next();
    let header = Header::read(first)?;
    let squares = header.squares(first, rows)?;
    if reading.is_guess && !squares.iter().any(|square| !matches!(square, Square::Number(_))) {
        return Err(TextError::whole("expected a hidden square, found digits alone"));
    }
    Ok(Minesweeper { mines: header.mines, ..of_squares(header.rows, header.columns, squares) })
}

/// What the first line says.
struct Header {
    rows: usize,
    columns: usize,
    mines: Option<usize>,
}

/// Two or three integers; one may be negative by mistake.
fn is_header(line: Piece<'_>) -> bool {
    let words: Vec<_> = line.text.split_whitespace().take(4).collect();
    let is_integer = |word: &&str| {
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    (2..=3).contains(&words.len()) && words.iter().all(is_integer)
}

impl Header {
    fn read(line: Piece<'_>) -> Result<Self, TextError> {
        let words: Vec<_> = line.split(|symbol| !symbol.is_whitespace()).collect();
        let rows = words[0].number("a number of rows", 1..=usize::MAX)?;
        let columns = words[1].number("a number of columns", 1..=usize::MAX)?;
        let mines = words.get(2).map(|word| word.number("a number of mines", 0..=LARGEST));
        not_too_large(rows, columns, line)?;
        Ok(Self { rows, columns, mines: mines.transpose()? })
    }

    /// The squares of as many rows as there must be.
    fn squares<'t>(
        &self,
        header: Piece<'t>,
        rows: impl Iterator<Item = Piece<'t>>,
    ) -> Result<Vec<Square>, TextError> {
        let (mut squares, mut found, mut last) = (Vec::new(), 0, header);
        for row in rows {
            (found, last) = (found + 1, row);
            if found <= self.rows {
                for symbol in row.row(self.columns)? {
                    squares.push(square(symbol)?);
                }
            }
        }
        if found == self.rows {
            return Ok(squares);
        }
        let expected = counted(self.rows, "row");
        Err(last.error(format!("expected {expected}, found {found}")))
    }
}

/// Rows alone: the first tells how long they are.
fn without_header(rows: &[Piece<'_>]) -> Result<Minesweeper, TextError> {
    let columns = rows[0].symbols().count();
    not_too_large(rows.len(), columns, rows[0])?;
    let header = Header { rows: rows.len(), columns, mines: None };
    let squares = header.squares(rows[0], rows.iter().copied())?;
    Ok(of_squares(rows.len(), columns, squares))
}

/// A size, and something hidden below it.
pub(super) fn looks_like(text: &str) -> bool {
    let mut rows = lines(text);
    rows.next().is_some_and(is_header) && rows.any(|row| row.text.contains(['?', '*']))
}

/// Rows of a board of this size; its header may come first.
pub(super) fn rows_of(board: &Minesweeper, text: &str) -> Result<Vec<Square>, TextError> {
    let rows: Vec<_> = lines(text).collect();
    let Some(&first) = rows.first() else {
        return Err(TextError::whole("expected a filled board, found nothing"));
    };
    let header = Header { rows: board.rows, columns: board.columns, mines: None };
    let has_header = is_header(first) && rows.len() != board.rows;
    if has_header {
        let found = Header::read(first)?;
        if (found.rows, found.columns) != (board.rows, board.columns) {
            return Err(first.unexpected(&format!("the size {} {}", board.rows, board.columns)));
        }
    }
    header.squares(first, rows[usize::from(has_header)..].iter().copied())
}
