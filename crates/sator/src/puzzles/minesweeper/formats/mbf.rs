//! `.mbf` files: bytes for the columns, the rows and, in two, the number of mines, then the column
//! and the row of each mine, from 0. As text, the same in hexadecimal digits.

use sator_sat::TextError;

use super::super::Minesweeper;
use super::layout::opened;
use super::rows::Size;
use crate::kind::{Confidence, Format};
use crate::text::{Span, counted, lines};

pub(super) static FORMAT: Format<Minesweeper> = Format::new(
    "mbf",
    "bytes: width, height, mines (two), then column and row of each mine, from 0; also as hexadecimal \
     digits",
    |_| Confidence::No,
    |text, _| read(text),
)
.binary(fits);

/// Whether these bytes may be such a file. Very short files are excluded.
fn fits(bytes: &[u8]) -> bool {
    bytes.len() > 4 && decode(bytes).is_ok()
}

fn read(text: &str) -> Result<Minesweeper, TextError> {
    match digits(text) {
        Err(_) if fits(text.as_bytes()) => decode(text.as_bytes()),
        digits => decode(&digits?),
    }
}

fn digits(text: &str) -> Result<Vec<u8>, TextError> {
    let mut digits = Vec::new();
    for symbol in lines(text).flat_map(Span::symbols) {
        let digit = u8::from_str_radix(symbol.text, 16);
        digits.push(digit.map_err(|_| symbol.unexpected("a hexadecimal digit"))?);
    }
    if !digits.len().is_multiple_of(2) {
        let message = format!("expected two digits for each byte, found {}", digits.len());
        return Err(TextError::whole(message));
    }
    Ok(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

fn decode(bytes: &[u8]) -> Result<Minesweeper, TextError> {
    let [columns, rows, high, low, mines @ ..] = bytes else {
        let found = bytes.len();
        return Err(TextError::whole(format!("expected at least 4 bytes, found {found}")));
    };
    let (rows, columns) = (usize::from(*rows), usize::from(*columns));
    if rows == 0 || columns == 0 {
        return Err(TextError::whole(format!("expected rows and columns, found {rows}×{columns}")));
    }
    let count = usize::from(u16::from_be_bytes([*high, *low]));
    if mines.len() != 2 * count {
        let (expected, found) = (4 + 2 * count, bytes.len());
        let mines = counted(count, "mine");
        let message = format!("expected {expected} bytes for {mines}, found {found}");
        return Err(TextError::whole(message));
    }
    let mut is_mine = vec![false; rows * columns];
    for place in mines.chunks(2) {
        let (column, row) = (usize::from(place[0]), usize::from(place[1]));
        if row >= rows || column >= columns {
            let found = format!("found one at column {column}, row {row}, from 0");
            return Err(TextError::whole(format!("expected mines on {rows}×{columns}, {found}")));
        }
        if std::mem::replace(&mut is_mine[row * columns + column], true) {
            let message = format!("column {column}, row {row}, from 0, has two mines");
            return Err(TextError::whole(message));
        }
    }
    Ok(opened(Size { rows, columns }, &is_mine))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, parsed};
    use super::*;

    #[test]
    fn bytes_that_happen_to_be_text_are_read_as_they_are() {
        let text = String::from_utf8([&[3, 2, 0, 1][..], b"\x01\x01"].concat()).unwrap();
        assert_eq!(parsed("mbf", &text).squares, board(&["111", "1?1"]).squares);
    }

    #[test]
    fn other_bytes_do_not_fit() {
        assert!(fits(&[3, 2, 0, 1, 2, 1]));
        for bytes in [&b""[..], b"3 2\n???\n???\n", &[3, 2, 0, 1, 2], &[0; 9], b"\xff\xfe\0\0"] {
            assert!(!fits(bytes), "{bytes:?}");
        }
    }
}
