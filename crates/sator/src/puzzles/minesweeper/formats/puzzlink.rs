//! `mines/5/4/…`, as in the addresses of puzz.link: columns, rows, then the squares. A digit is a
//! number, `.` a square without a mine whose number is unknown, and `g` to `z` are runs of 1 to 20
//! hidden squares.

use sator_sat::TextError;

use super::super::board::symbol;
use super::super::{Minesweeper, Square};
use super::rows::{Size, number};
use crate::kind::{Confidence, Format};
use crate::text::{Span, counted, first_line, lines, refuse_if, with_runs};

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "puzzlink",
    "mines/WIDTH/HEIGHT/…, as in addresses of puzz.link",
    |text| {
        let is_named = lines(text).next().is_some_and(|line| begin(line.text).is_some());
        Confidence::Certain.only_if(is_named)
    },
    |text, _| read(text),
)
.printed(print);

fn print(board: &Minesweeper) -> Result<String, String> {
    refuse_if(&[
        (board.mines.is_some(), "the number of its mines is known"),
        (board.squares.contains(&Square::Mine), "it has known mines"),
    ])?;
    let square = |square: &Square| match square {
        Square::Hidden => None,
        Square::Safe => Some(".".to_owned()),
        other => Some(symbol(*other).to_owned()),
    };
    let squares = with_runs(&board.squares, ('f', 20), "", square);
    Ok(format!("{NAME}{}/{}/{squares}", board.columns, board.rows))
}

/// The text before the size in every address.
const NAME: &str = "mines/";

/// The index of the size, in a line that has the name as a separate word.
fn begin(line: &str) -> Option<usize> {
    let at = line.find(NAME)?;
    let is_word = !line[..at].ends_with(|symbol: char| symbol.is_alphanumeric());
    is_word.then_some(at + NAME.len())
}

fn read(text: &str) -> Result<Minesweeper, TextError> {
    let expected = "mines/COLUMNS/ROWS/ and squares";
    let line = first_line(text, expected)?;
    if let Some(other) = lines(text).nth(1) {
        return Err(other.unexpected("the end of the text"));
    }
    let begin = begin(line.text).ok_or_else(|| line.unexpected(expected))?;
    let before = line.text[..begin].chars().count();
    let after = Span { column: before + 1, text: line.text[begin..].trim_end(), ..line };
    let words: Vec<_> = after.split(|symbol| symbol != '/').collect();
    let [columns, "/", rows, "/", ..] = words.iter().map(|word| word.text).collect::<Vec<_>>()[..]
    else {
        return Err(line.unexpected(expected));
    };
    let (columns, rows) = (Span { text: columns, ..words[0] }, Span { text: rows, ..words[2] });
    let size = Size::read(rows, columns, line)?;
    let squares = words.get(4).map(|squares| read_squares(*squares)).transpose()?;
    let squares = squares.unwrap_or_default();
    let (found, all) = (squares.len(), size.rows * size.columns);
    if found != all {
        let expected = counted(all, "square");
        let message =
            format!("expected {expected} for {}×{}, found {found}", size.rows, size.columns);
        return Err(words.get(4).unwrap_or(&line).error(message));
    }
    Ok(size.board(squares))
}

fn read_squares(word: Span<'_>) -> Result<Vec<Square>, TextError> {
    let mut squares = Vec::new();
    for symbol in word.symbols() {
        match symbol.text.as_bytes() {
            [letter @ b'g'..=b'z'] => {
                let run = usize::from(letter - b'g') + 1;
                squares.extend(std::iter::repeat_n(Square::Hidden, run));
            }
            b"." => squares.push(Square::Safe),
            _ => squares
                .push(number(symbol).ok_or_else(|| symbol.unexpected("a digit 0-8, '.' or g-z"))?),
        }
    }
    Ok(squares)
}
