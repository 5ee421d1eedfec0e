//! `R C` or `R C M`, then rows of symbols, separated or not: `?`, `.`, `-` or `_` hidden, 0 to 8 open,
//! `*` or `F` a mine, `s` safe. Some boards have walls, `#`, which are safe as well. Rows may be
//! numbered, as on a terminal.

use sator_sat::TextError;

use super::super::{Minesweeper, Square, board};
use super::rows::{
    self, SAY_THE_KIND, Size, expect_one_hidden_symbol, lines_or_walls, mines, square, unruled,
};
use crate::kind::{Confidence, Format, ParseOptions};
use crate::text::{Span, first_line, lines};

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "text",
    "R C or R C MINES, then R rows of C symbols: ? or . or - or _ hidden, 0-8, * or F a mine, s safe",
    sniff,
    read_or_refuse,
)
.printed(|minesweeper| Ok(board::text(minesweeper).trim_end().to_owned()));

fn sniff(text: &str) -> Confidence {
    let mut lines = lines(text);
    let is_headed = lines.next().is_some_and(is_header);
    let is_likely = lines.any(|row| row.text.contains(['?', '*']));
    (if is_likely { Confidence::Likely } else { Confidence::Possible }).only_if(is_headed)
}

fn read_or_refuse(text: &str, options: &ParseOptions<'_>) -> Result<Minesweeper, TextError> {
    let board = match options.format {
        Some(_) => read(text)?,
        None => read_or_rows(text, options.is_guess)?,
    };
    let is_number = |square: &Square| matches!(square, Square::Number(_));
    if options.is_guess && board.squares.iter().all(is_number) {
        let message = format!("expected a board of mines, found numbers alone: {SAY_THE_KIND}");
        return Err(TextError::whole(message));
    }
    Ok(board)
}

pub(super) fn read(text: &str) -> Result<Minesweeper, TextError> {
    let expected = "a number of rows and one of columns";
    let first = first_line(text, expected)?;
    if !is_header(first) {
        return Err(first.unexpected(expected));
    }
    let (size, mines) = header(first)?;
    let rows = rows_after(first, text, size);
    expect_one_hidden_symbol(&rows)?;
    Ok(Minesweeper { mines, ..size.board(size.squares(first, rows.into_iter(), square)?) })
}

/// Like `read`, if the format is not given: a first row of two or three numbers looks like a
/// header. It is a row if it fits as no size, in either order, and all lines together are a board;
/// if it may be either, the error explains how to choose.
fn read_or_rows(text: &str, is_guess: bool) -> Result<Minesweeper, TextError> {
    let error = match read(text) {
        Ok(board) => return Ok(board),
        Err(error) => error,
    };
    let is_likely = |board: &Minesweeper| !is_guess && board.rows > 1;
    let Some(rows) = rows::read(text).ok().filter(is_likely) else { return Err(error) };
    let height = rows.rows - 1;
    let sizes = lines(text).next().and_then(|first| header(first).ok());
    let is_slip = sizes.is_none_or(|(size, _)| {
        size.columns == rows.columns || (size.columns, size.rows) == (height, rows.columns)
    });
    if is_slip {
        let hint = "the format rows takes the first line for a row";
        return Err(TextError { message: format!("{}; {hint}", error.message), ..error });
    }
    let note = "the first line was read as a row: as a size it does not fit the others";
    Ok(Minesweeper { notes: vec![note.to_owned()], ..rows })
}

/// The significant lines after the header. A row may begin with a wall, which is also the sign of a
/// comment: such a line is a comment only if there are enough rows without it.
fn rows_after<'t>(header: Span<'t>, text: &'t str, size: Size) -> Vec<Span<'t>> {
    let rows: Vec<_> = unruled(lines(text).skip(1)).collect();
    if rows.len() >= size.rows {
        return rows;
    }
    let all = lines_or_walls(text, size.columns).filter(|line| line.line > header.line);
    let with_walls: Vec<_> = all.collect();
    if with_walls.len() == size.rows { with_walls } else { rows }
}

/// Whether a line consists of two or three integers; one may be negative by mistake.
pub(super) fn is_header(line: Span<'_>) -> bool {
    let words: Vec<_> = line.text.split_whitespace().take(4).collect();
    let is_integer = |word: &&str| {
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    (2..=3).contains(&words.len()) && words.iter().all(is_integer)
}

/// Parses the first line, which has two or three words.
fn header(line: Span<'_>) -> Result<(Size, Option<usize>), TextError> {
    let words: Vec<_> = line.spaced().collect();
    let size = Size::read(words[0], words[1], line)?;
    Ok((size, words.get(2).copied().map(mines).transpose()?))
}

/// The rows of a filled board of this size; its header may come first, and must be that of the
/// puzzle.
pub(super) fn filled(
    size: Size,
    total: Option<usize>,
    text: &str,
) -> Result<Vec<Square>, TextError> {
    let mut rows: Vec<_> = unruled(lines(text)).collect();
    let Some(&first) = rows.first() else {
        return Err(TextError::whole("expected a filled board, found nothing"));
    };
    if is_header(first) && rows.len() != size.rows {
        let (found, mines) = header(first)?;
        let Size { rows: height, columns } = size;
        if found != size {
            return Err(first.unexpected(&format!("the size {height} {columns}")));
        }
        if let (Some(total), Some(_)) = (total, mines.filter(|&mines| Some(mines) != total)) {
            let expected = format!("the size and total {height} {columns} {total}");
            return Err(first.unexpected(&expected));
        }
        rows.remove(0);
    }
    size.squares(first, rows.into_iter(), square)
}
