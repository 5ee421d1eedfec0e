//! A fast reader for the simplest lines: reading a million of them should cost less than solving
//! them.
//!
//! Such a line begins with the cells of a grid of at most nine rows, a symbol each without
//! separators, and is unambiguous. All other texts are left to the other readers, which give the
//! same result for these lines.

use super::super::Sudoku;
use super::super::notation::Notation;
use super::super::options::{ALPHABET, GridOptions};
use super::{line, size};
use crate::boxes::LARGEST;
use crate::kind::ParseOptions;
use crate::model::Value;

/// The largest grid whose values are single digits.
const LARGEST_DIGIT: usize = 9;

/// Reads the instance, if it is in this format.
pub(super) fn read(text: &str, options: &ParseOptions<'_>) -> Option<Sudoku> {
    let is_line = |name| [line::FORMAT.name, line::SDM.name].contains(&name);
    let says_more = options.is_guess || options.value(&ALPHABET).is_some();
    if says_more || !options.format.is_none_or(is_line) {
        return None;
    }
    let symbols = symbols(text)?;
    let n = symbols.len().isqrt();
    let given = cells(symbols, n)?;
    let shape = size::shape(n, GridOptions::of(options).ok()?.box_shape).ok()?;
    Some(Sudoku::plain(shape, given, Notation::FromOne))
}

/// Reads the cells of a filled board, if they are in this format and in the puzzle's notation.
pub(super) fn solution(text: &str, sudoku: &Sudoku) -> Option<Vec<Option<Value>>> {
    let is_usual = sudoku.notation == Notation::FromOne && sudoku.n() <= LARGEST_DIGIT;
    cells(symbols(text).filter(|_| is_usual)?, sudoku.n())
}

/// The symbols at the beginning of a line, if the rest cannot change their meaning.
fn symbols(text: &str) -> Option<&[u8]> {
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|&byte| value(byte) > LARGEST_DIGIT).unwrap_or(bytes.len());
    let (symbols, rest) = bytes.split_at(end);
    // The rows of a grid may be in one line, but none is that long; other formats have their own
    // signs.
    let is_whole = |first: &u8| first.is_ascii_whitespace() || b",;#".contains(first);
    let tells = |byte: &u8| matches!(byte, b'\n' | b':' | b'/' | b'\'' | b'\x1b');
    let is_clear = match rest.first() {
        None => true,
        Some(first) => symbols.len() > LARGEST && is_whole(first) && !rest.iter().any(tells),
    };
    is_clear.then_some(symbols)
}

/// The content of each cell of a grid with `n` rows, if these are its symbols.
fn cells(symbols: &[u8], n: usize) -> Option<Vec<Option<Value>>> {
    let is_grid = n * n == symbols.len() && (2..=LARGEST_DIGIT).contains(&n);
    // The pattern of empty cells is unpredictable, so there is no branch on it.
    let most = symbols.iter().fold(0, |most, &symbol| most.max(value(symbol)));
    (is_grid && most <= n).then(|| {
        let cell = |&symbol: &u8| (value(symbol) > 0).then_some(value(symbol) as Value);
        symbols.iter().map(cell).collect()
    })
}

/// The value of a symbol; 0 for an empty cell, and more than [`LARGEST_DIGIT`] for other symbols.
fn value(symbol: u8) -> usize {
    usize::from(VALUES[usize::from(symbol)])
}

const VALUES: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut digit = 0;
    while digit <= LARGEST_DIGIT {
        values[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let empty = *b"._*-?xX";
    let mut at = 0;
    while at < empty.len() {
        values[empty[at] as usize] = 0;
        at += 1;
    }
    values
};

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::tests::{NINE, sudoku};
    use super::super::{FORMATS, solution as read_solution};
    use super::*;

    #[test]
    fn plain_lines_are_read_here() {
        let line = NINE.concat();
        for rest in ["", " 1 123", ",x", "\t", " # easy"] {
            let found = read(&format!("{line}{rest}"), &ParseOptions::default());
            assert_eq!(found, Some(sudoku(&NINE)), "{rest}");
        }
        assert!(read("1..4.23..41.3..2", &ParseOptions::in_format("sdm")).is_some());
        assert!(solution(&line, &sudoku(&NINE)).is_some());
    }

    #[test]
    fn what_may_be_something_else_is_left_to_others() {
        let line = NINE.concat();
        for text in [
            &format!(" {line}"),
            &format!("{line}\n{line}"),
            &format!("{line} 3x3:a"),
            &format!("{line}é"),
            &line.replace('5', "A"),
            &line[1..],
            "1..4 .23. .41. 3..2",
            "1..4.23..41.3..2 1",
            "1..4.23..51.3..2",
            "",
        ] {
            assert_eq!(read(text, &ParseOptions::default()), None, "{text}");
        }
        let alphabet = ParseOptions::with(&[("alphabet", "A-I")]);
        let other = ParseOptions::with(&[("box", "2x2")]);
        for options in [ParseOptions::guess(), alphabet, other, ParseOptions::in_format("grid")] {
            assert_eq!(read(&line, &options), None, "{options:?}");
        }
    }

    /// Lines of about the right length, with now and then something that readers look for.
    fn lines() -> impl Strategy<Value = String> {
        let length = prop_oneof![6 => Just(81), 3 => Just(16), 1 => Just(64), 1 => 0..90_usize];
        let odd = "A {[,;#:/'\n\r\t\u{1b}\u{feff}é|+0_*-?xX56789";
        let symbol = prop_oneof![
            200 => select(vec!['.', '1', '2', '3', '4']),
            1 => select(odd.chars().collect::<Vec<_>>()),
        ];
        let rest = select(vec![
            "",
            "",
            "",
            " 1",
            " 1234",
            ",5",
            ";",
            "#x",
            " #",
            "\t3x3:a",
            " a/b",
            "'",
            " '",
            "\n",
            "\r",
            "\n1",
            " \u{1b}[0m",
            "é",
            " é",
        ]);
        let line = length.prop_flat_map(move |length| vec(symbol.clone(), length));
        (line, rest).prop_map(|(line, rest)| line.into_iter().collect::<String>() + rest)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn others_say_the_same(text in lines(), format in select(vec![None, Some("line"), Some("sdm")])) {
            for values in [&[][..], &[("box", "3x3")], &[("box", "1x9")], &[("box", "2x2")]] {
                let options = ParseOptions { format, ..ParseOptions::with(values) };
                if let Some(found) = read(&text, &options) {
                    prop_assert_eq!(FORMATS.parse_by_format(&text, &options), Ok(found));
                }
            }
        }

        #[test]
        fn others_say_the_same_of_filled_boards(text in lines()) {
            for puzzle in [sudoku(&NINE), sudoku(&["1..4", ".23.", ".41.", "3..2"])] {
                if let Some(found) = solution(&text, &puzzle) {
                    // A leading line feed changes nothing, but prevents the fast path.
                    prop_assert_eq!(read_solution(&format!("\n{text}"), &puzzle), Ok(found));
                }
            }
        }
    }
}
