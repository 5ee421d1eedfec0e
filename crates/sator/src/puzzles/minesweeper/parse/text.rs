//! `R C` or `R C M`, then rows of symbols, separated or not: `?` hidden, 0 to 8 open, `*` or `F` a
//! mine, `s` safe.

use sator_sat::TextError;

use super::super::{Minesweeper, Square};
use super::rows::{Size, mines, square};
use crate::pieces::{Piece, lines};

pub(super) fn read(text: &str) -> Result<Minesweeper, TextError> {
    let mut rows = lines(text);
    let expected = "a number of rows and one of columns";
    let first = rows.next();
    let first =
        first.ok_or_else(|| TextError::whole(format!("expected {expected}, found nothing")))?;
    if !is_header(first) {
        return Err(first.unexpected(expected));
    }
    let (size, mines) = header(first)?;
    Ok(Minesweeper { mines, ..size.board(size.squares(first, rows, square)?) })
}

/// Two or three integers; one may be negative by mistake.
pub(super) fn is_header(line: Piece<'_>) -> bool {
    let words: Vec<_> = line.text.split_whitespace().take(4).collect();
    let is_integer = |word: &&str| {
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    (2..=3).contains(&words.len()) && words.iter().all(is_integer)
}

/// What the first line says, which has two words or three.
fn header(line: Piece<'_>) -> Result<(Size, Option<usize>), TextError> {
    let words: Vec<_> = line.split(|symbol| !symbol.is_whitespace()).collect();
    let size = Size::read(words[0], words[1], line)?;
    Ok((size, words.get(2).copied().map(mines).transpose()?))
}

/// The rows of a filled board of this size; its header may come first.
pub(super) fn filled(size: Size, text: &str) -> Result<Vec<Square>, TextError> {
    let mut rows: Vec<_> = lines(text).collect();
    let Some(&first) = rows.first() else {
        return Err(TextError::whole("expected a filled board, found nothing"));
    };
    if is_header(first) && rows.len() != size.rows {
        let (found, _) = header(first)?;
        if found != size {
            let Size { rows, columns } = size;
            return Err(first.unexpected(&format!("the size {rows} {columns}")));
        }
        rows.remove(0);
    }
    size.squares(first, rows.into_iter(), square)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, error, read_as};
    use super::*;

    #[test]
    fn symbols_may_be_separated_and_small_or_large() {
        let expected = board(&["?1F", "s2?"]);
        for text in ["2 3\n? 1 *\ns 2 ?", "2 3\n?1F\nS2?\n", "2\t3\r\n ?1 f\r\n\r\n# s\r\ns 2\t?"] {
            assert_eq!(read_as("text", text), expected, "{text}");
        }
    }

    #[test]
    fn a_third_number_is_the_total() {
        let expected = Minesweeper { mines: Some(7), ..board(&["?1"]) };
        assert_eq!(read_as("text", "1 2 7\n?1"), expected);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        assert_eq!(
            error("text", "2 2\n? ?\n# two\n? ? ?"),
            "4: expected a row of 2 squares, found 3"
        );
        assert_eq!(error("text", "3 2\n? ?\n? 1\n"), "3: expected 3 rows, found 2");
        assert_eq!(error("text", "1 2\n? ?\n? 1\n"), "3: expected 1 row, found 2");
        assert_eq!(error("text", "1 2"), "1: expected 1 row, found 0");
        let symbols = "expected '?', a digit 0-8, '*', 'F' or 's', found";
        assert_eq!(error("text", "2 2\n1 ?\n9 ?"), format!("3:1: {symbols} '9'"));
        assert_eq!(error("text", "2 2\n1?\n?é"), format!("3:2: {symbols} 'é'"));
        let rows = "expected a number of rows from 1 to 25000000, found";
        assert_eq!(error("text", "-2 2\n? ?"), format!("1:1: {rows} '-2'"));
        assert_eq!(error("text", "0 0\n"), format!("1:1: {rows} '0'"));
        let columns = "expected a number of columns from 1 to 25000000, found";
        assert_eq!(error("text", "2 0\n"), format!("1:3: {columns} '0'"));
        assert_eq!(error("text", "1 1 -1\n?"), "1:5: expected a number of mines, found '-1'");
        let large = "1: expected at most 25 million squares, found 100000×100000";
        assert_eq!(error("text", "100000 100000\n? ?"), large);
        let none = "expected a number of rows and one of columns, found";
        assert_eq!(error("text", "? ?"), format!("1: {none} '? ?'"));
        assert_eq!(error("text", "# 1 1"), format!("{none} nothing"));
    }
}
