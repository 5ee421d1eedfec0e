//! `.mine` files of `JSMinesweeper`: `30x16x99`, columns, rows and all mines, then rows of 0 to 8, `H`
//! hidden, `F` a flag and `?` a mine that exploded.

use sator_sat::TextError;

use super::super::board::symbol;
use super::super::{Minesweeper, Square};
use super::rows::{Size, mines, number, printed};
use crate::kind::{Confidence, Format};
use crate::text::{Span, first_line, lines, refuse_if};

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "mine",
    "WIDTHxHEIGHTxMINES, then rows of 0-8, H hidden, F a flag, ? an exploded mine, as JSMinesweeper writes",
    |text| Confidence::Likely.only_if(begins(text)),
    |text, _| read(text),
)
.printed(print);

fn print(board: &Minesweeper) -> Result<String, String> {
    let mines = board.mines.ok_or("the number of its mines is not known")?;
    refuse_if(&[(board.squares.contains(&Square::Safe), "it has safe squares without a number")])?;
    let rows = printed(board, "", |square| match square {
        Square::Hidden => "H",
        Square::Mine => "F",
        other => symbol(other),
    });
    Ok(format!("{}x{}x{mines}\n{}", board.columns, board.rows, rows.join("\n")))
}

const HEADER: &str = "COLUMNSxROWSxMINES, such as 30x16x99";

fn read(text: &str) -> Result<Minesweeper, TextError> {
    let first = first_line(text, HEADER)?;
    let words: Vec<_> = first.split(|symbol| symbol.is_ascii_digit() || symbol == '-').collect();
    let [columns, by, height, times, total] = words[..] else {
        return Err(first.unexpected(HEADER));
    };
    if by.text != "x" || times.text != "x" {
        return Err(first.unexpected(HEADER));
    }
    let size = Size::read(height, columns, first)?;
    let mines = Some(mines(total)?);
    Ok(Minesweeper { mines, ..size.board(size.squares(first, lines(text).skip(1), square)?) })
}

/// Whether a text is meant as such a file: it begins with three numbers separated by `x`, or with
/// two of them before rows that only this format has.
fn begins(text: &str) -> bool {
    let mut lines = lines(text);
    let Some(first) = lines.next() else { return false };
    let parts: Vec<_> = first.text.trim().splitn(4, 'x').collect();
    let is_number = |part: &&str| part.parse::<i64>().is_ok();
    let is_symbol = |symbol: char| "HhFf?".contains(symbol) || symbol.is_ascii_digit();
    let is_row = |line: &str| line.trim().chars().all(is_symbol);
    let is_typical = |line: Option<Span<'_>>| {
        line.is_some_and(|line| line.text.contains(['H', 'h']) && is_row(line.text))
    };
    parts.iter().all(is_number)
        && (parts.len() == 3 || (parts.len() == 2 && is_typical(lines.next())))
}

fn square(symbol: Span<'_>) -> Result<Square, TextError> {
    match symbol.text {
        "H" | "h" => Ok(Square::Hidden),
        // A flag, or a mine that exploded or is shown after the end of the game.
        "F" | "f" | "?" => Ok(Square::Mine),
        _ => number(symbol).ok_or_else(|| symbol.unexpected("a digit 0-8, 'H', 'F' or '?'")),
    }
}
