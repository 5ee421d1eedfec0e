//! Rows of symbols, separated or not, the common part of most formats.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::board::symbol;
use super::super::{LARGEST, Minesweeper, Square};
use super::MINES;
use super::text::is_header;
use crate::kind::{Confidence, Format, ParseOptions};
use crate::text::{Span, all_lines, counted, lines, refuse_if};

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "rows",
    "rows of these symbols, without their number",
    |text| {
        let first = lines(text).next();
        Confidence::Possible.only_if(first.is_some_and(|first| !is_header(first)))
    },
    |text, options| {
        let board = read(text)?;
        if options.is_guess && !is_meant(&board, text, options) {
            let expected = "a board of mines, whose rows and columns come first (R C)";
            let found = shown(lines(text).next().map_or("", |first| first.text));
            let message = format!("expected {expected}, found {found}: {SAY_THE_KIND}");
            return Err(TextError::whole(message));
        }
        Ok(board)
    },
)
.printed(|board| {
    refuse_if(&[(board.mines.is_some(), "the number of its mines is known")])?;
    Ok(printed_rows(board, " ").join("\n"))
});

/// Whether rows can only be meant as a board of mines: they have `?` and numbers, and a row has 0 or a
/// number twice, unless they are no square, or longer than a board is likely to be; or the number of mines is
/// given.
fn is_meant(board: &Minesweeper, text: &str, options: &ParseOptions<'_>) -> bool {
    let is_repeated = |row: &[Square]| {
        let count = |number| row.iter().filter(|&&it| it == Square::Number(number)).count();
        count(0) > 0 || (1..=8).any(|number| count(number) > 1)
    };
    // A whole sudoku may stand in a line: of any size if it is alone, and of 9×9 in a list.
    let is_line = || {
        let is_size = board.columns == 81
            || board.rows == 1
                && board.columns >= 16
                && board.columns.isqrt().pow(2) == board.columns;
        is_size && !board.squares.contains(&Square::Number(0))
    };
    let is_grid =
        || board.rows == board.columns && !board.squares.chunks(board.columns).any(is_repeated);
    let may_be_sudoku = || is_grid() || is_line();
    let has_numbers = board.squares.iter().any(|it| matches!(it, Square::Number(_)));
    let has_hidden = board.squares.contains(&Square::Hidden);
    let is_sure = || text.contains('?') && board.squares.len() > 2 && !may_be_sudoku();
    has_numbers && has_hidden && (options.value(&MINES).is_some() || is_sure())
}

/// The advice for an ambiguous text.
pub(super) const SAY_THE_KIND: &str = "say minesweeper before it, if it is one";

/// Rows of Sator's own symbols.
pub(super) fn printed_rows(board: &Minesweeper, gap: &str) -> Vec<String> {
    printed(board, gap, symbol)
}

/// Rows of any symbols.
pub(super) fn printed(
    board: &Minesweeper,
    gap: &str,
    symbol: fn(Square) -> &'static str,
) -> Vec<String> {
    let row = |row: &[Square]| row.iter().map(|&it| symbol(it)).collect::<Vec<_>>().join(gap);
    board.squares.chunks(board.columns).map(row).collect()
}

/// A parser of symbols.
pub(super) type Symbol = fn(Span<'_>) -> Result<Square, TextError>;

/// Parses one of Sator's own symbols.
pub(super) fn square(symbol: Span<'_>) -> Result<Square, TextError> {
    match symbol.text.as_bytes() {
        b"?" | b"." | b"-" | b"_" => Ok(Square::Hidden),
        b"*" | b"F" | b"f" => Ok(Square::Mine),
        // A wall has no mine, and no number.
        b"s" | b"S" | b"#" => Ok(Square::Safe),
        _ => number(symbol).ok_or_else(|| symbol.unexpected("'?', a digit 0-8, '*', 'F' or 's'")),
    }
}

/// The symbols of hidden squares. A board has only one of them: where `?` is hidden, `.` may be 0.
const HIDDEN: [&str; 4] = ["?", ".", "-", "_"];

/// Refuses a second symbol for hidden squares.
pub(super) fn expect_one_hidden_symbol(rows: &[Span<'_>]) -> Result<(), TextError> {
    let hidden = || rows.iter().flat_map(|row| row.symbols());
    let mut hidden = hidden().filter(|symbol| HIDDEN.contains(&symbol.text));
    let Some(first) = hidden.next() else { return Ok(()) };
    match hidden.find(|symbol| symbol.text != first.text) {
        Some(other) => Err(other.unexpected(&format!(
            "one symbol for hidden squares, and '{}' is one (write 0 for an open square without \
             mines around it)",
            first.text
        ))),
        None => Ok(()),
    }
}

/// The rows of a board without its rulers: the lines with the numbers of columns, and the number and
/// bar before each row.
pub(super) fn unruled<'t>(lines: impl Iterator<Item = Span<'t>>) -> impl Iterator<Item = Span<'t>> {
    lines.filter_map(|line| match line.text.split_once(['│', '|']) {
        Some((number, _)) if number.trim().is_empty() => None,
        Some((number, row)) if number.trim().bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Span { column: number.chars().count() + 2, text: row, ..line })
        }
        _ => Some(line),
    })
}

/// Parses an open square, whose number all formats write in the same way.
pub(super) fn number(symbol: Span<'_>) -> Option<Square> {
    match symbol.text.as_bytes() {
        [digit @ b'0'..=b'8'] => Some(Square::Number(digit - b'0')),
        _ => None,
    }
}

/// The size of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Size {
    /// Parses the size from two words; an error about too large a board names their line.
    pub(super) fn read(
        rows: Span<'_>,
        columns: Span<'_>,
        line: Span<'_>,
    ) -> Result<Self, TextError> {
        let rows = rows.number("a number of rows", 1..=LARGEST)?;
        let columns = columns.number("a number of columns", 1..=LARGEST)?;
        Self { rows, columns }.unless_too_large(line)
    }

    /// Refuses a board with too many squares for memory.
    pub(super) fn unless_too_large(self, place: Span<'_>) -> Result<Self, TextError> {
        let Self { rows, columns } = self;
        if rows.saturating_mul(columns) <= LARGEST {
            return Ok(self);
        }
        let millions = LARGEST / 1_000_000;
        let found = format!("found {rows}×{columns}");
        Err(place.error(format!("expected at most {millions} million squares, {found}")))
    }

    /// A board of these squares without a total.
    pub(super) fn board(self, squares: Vec<Square>) -> Minesweeper {
        let Self { rows, columns } = self;
        Minesweeper { rows, columns, squares, mines: None, notes: Vec::new() }
    }

    /// Parses the squares of the required number of lines. If there is none, the error names
    /// `before`.
    pub(super) fn squares<'t>(
        self,
        before: Span<'t>,
        lines: impl Iterator<Item = Span<'t>>,
        symbol: Symbol,
    ) -> Result<Vec<Square>, TextError> {
        let (mut squares, mut found, mut last) = (Vec::new(), 0, before);
        for row in lines {
            (found, last) = (found + 1, row);
            if found <= self.rows {
                for span in row.row(self.columns)? {
                    squares.push(symbol(span)?);
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

/// Parses the number of mines. Any number is accepted, because it may be wrong.
pub(super) fn mines(word: Span<'_>) -> Result<usize, TextError> {
    word.text.parse().map_err(|_| word.unexpected("a number of mines"))
}

/// The lines that are neither blank nor comments, and comments with as many symbols as a row: a row
/// may begin with a wall.
pub(super) fn lines_or_walls(text: &str, columns: usize) -> impl Iterator<Item = Span<'_>> {
    all_lines(text).filter(move |line| {
        let is_row = || {
            let symbols = || line.symbols().map(square);
            symbols().count() == columns && symbols().all(|square| square.is_ok())
        };
        !begins_with_wall(*line) || is_row()
    })
}

fn begins_with_wall(line: Span<'_>) -> bool {
    line.text.trim_start().starts_with('#')
}

/// A board without a header, as wide as its first row. A line that begins with a wall may be a row or
/// a comment, and is refused.
pub(super) fn read(text: &str) -> Result<Minesweeper, TextError> {
    let rows: Vec<_> = unruled(lines(text)).collect();
    let Some(&first) = rows.first() else {
        return Err(TextError::whole("expected rows of '?' and digits 0-8, found nothing"));
    };
    expect_one_hidden_symbol(&rows)?;
    let size = Size { rows: rows.len(), columns: first.symbols().count() };
    let size = size.unless_too_large(first)?;
    let mut doubtful = lines_or_walls(text, size.columns).filter(|line| begins_with_wall(*line));
    if let Some(line) = doubtful.next() {
        let expected = "a row or a comment, and this may be either: write '?' for a hidden square, \
                        's' for a wall, or a size (R C) first";
        return Err(line.unexpected(expected));
    }
    Ok(size.board(size.squares(first, rows.into_iter(), square)?))
}
