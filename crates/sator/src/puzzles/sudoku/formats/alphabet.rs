//! Detects the alphabet of a grid with more than nine values from its symbols.
//!
//! Values of 16×16 may be `1-9A-G`, `0-9A-F` or `A-P`, and `0` may be an empty cell. In this order:
//!
//! 1. Each symbol must be a value or an empty cell. This excludes alphabets: `G` excludes `0-9A-F`,
//!    `H` to `P` leave only `A-P`, and any digit from 1 excludes `A-P`.
//! 2. If another sign is used for empty cells, `0` is a value, and the alphabet is `0-9A-F`. If `G`
//!    excludes that, two alphabets are mixed.
//! 3. Letters without any digit from 1 are `A-P`.
//! 4. `0` is a value if it occurs at most as often as a value in a full grid: `0-9A-F`. If it
//!    occurs more often, and no alphabet without `0` has enough symbols, they are numbers.
//! 5. Otherwise the alphabet is `1-9A-G`.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::notation::Notation;
use super::super::options::ALPHABET;
use super::cut::{is_digit, most_common};
use crate::boxes::LARGEST;
use crate::kind::{Common, ParseOptions};
use crate::text::{Span, lines};

/// The alphabet of a list of large puzzles. A single line without some value may fit several.
pub(super) fn common(text: &str, options: &ParseOptions<'_>) -> Option<Common> {
    const EXAMINED_LINES: usize = 100;
    let words = lines(text).take(EXAMINED_LINES).filter_map(|line| {
        let uncommented = line.text.split([',', ';', '#']).next()?;
        Span { text: uncommented, ..line }.spaced().next()
    });
    let mut words: Vec<_> = words.collect();
    let length = most_common(words.iter().map(|word| word.text.chars().count()));
    let n = length.isqrt();
    if options.value(&ALPHABET).is_some() || n <= 9 || n > LARGEST || n * n != length {
        return None;
    }
    words.retain(|word| word.text.chars().count() == length);
    let cells = || words.iter().flat_map(|word| word.symbols());
    let (notation, note) = detect(n, cells).ok()?;
    Some(Common { hint: notation.name(n), note })
}

/// The detected notation of the symbols, and a note about it.
pub(super) fn detect<'t, C: Iterator<Item = Span<'t>>>(
    n: usize,
    cells: impl Fn() -> C,
) -> Result<(Notation, String), TextError> {
    let mut left: Vec<_> = candidates(n).collect();
    let mut signs = Signs::default();
    for cell in cells() {
        let reads = |notation: &Notation| notation.read(n, cell.text).is_ok();
        if !left.iter().any(reads) {
            return Err(misfit(n, cell, &left, cells()));
        }
        left.retain(reads);
        signs.count(n, cell.text);
    }
    let notation = signs.choose(n, &left);
    let has_zeros_and_blanks = signs.zeros > 0 && signs.blanks > 0;
    if notation == Notation::FromOne && has_zeros_and_blanks {
        let beyond = |cell: &Span<'_>| Notation::FromZero.read(n, cell.text).is_err();
        if let Some((zero, other)) = cells().find(|cell| cell.text == "0").zip(cells().find(beyond))
        {
            return Err(mixed(n, zero, &[Notation::FromZero], other, &[Notation::FromOne]));
        }
    }
    Ok((notation, note(n, notation, &left)))
}

/// The notations that have a symbol for each value.
fn candidates(n: usize) -> impl Iterator<Item = Notation> {
    Notation::possible(n).filter(|&notation| notation != Notation::Numbers)
}

/// Counts of symbols that are evidence for a notation.
#[derive(Default)]
struct Signs {
    digits: usize,
    letters: usize,
    zeros: usize,
    /// Signs of an empty cell even where `0` is a value.
    blanks: usize,
}

impl Signs {
    fn count(&mut self, n: usize, text: &str) {
        match text {
            "0" => self.zeros += 1,
            _ if text.starts_with(is_digit) => self.digits += 1,
            _ if Notation::FromZero.read(n, text) == Ok(None) => self.blanks += 1,
            _ => self.letters += 1,
        }
    }

    /// Chooses one of the remaining notations.
    fn choose(&self, n: usize, left: &[Notation]) -> Notation {
        let is_left = |notation: &Notation| left.contains(notation);
        let has_zeros = self.zeros > 0;
        // The cells may be those of several puzzles.
        let cells = self.digits + self.letters + self.zeros + self.blanks;
        let puzzles = (cells / (n * n)).max(1);
        let likely = if has_zeros && self.blanks > 0 && is_left(&Notation::FromZero) {
            Notation::FromZero
        } else if self.letters > 0 && self.digits == 0 {
            Notation::Letters
        } else if has_zeros && self.zeros <= n * puzzles {
            Notation::FromZero
        } else if has_zeros && self.letters == 0 && !is_left(&Notation::FromOne) {
            return Notation::Numbers;
        } else {
            Notation::FromOne
        };
        if is_left(&likely) { likely } else { left[0] }
    }
}

fn note(n: usize, taken: Notation, left: &[Notation]) -> String {
    let others = left.iter().filter(|&&notation| notation != taken);
    let others: Vec<_> = others.map(|notation| notation.name(n)).collect();
    let taken = taken.name(n);
    if others.is_empty() {
        return format!("the symbols are read as {taken}");
    }
    let others = others.join(" or ");
    format!("the symbols are read as {taken}; the alphabet {others} reads them otherwise")
}

/// The error for a cell that none of the notations that fit all earlier cells can read.
fn misfit<'t>(
    n: usize,
    cell: Span<'t>,
    left: &[Notation],
    mut cells: impl Iterator<Item = Span<'t>>,
) -> TextError {
    let readers = |cell: Span<'_>| -> Vec<_> {
        candidates(n).filter(|notation| notation.read(n, cell.text).is_ok()).collect()
    };
    let own = readers(cell);
    let is_at_odds = |other: &Span<'_>| readers(*other).iter().all(|reader| !own.contains(reader));
    match cells.find(is_at_odds) {
        Some(other) if !own.is_empty() => mixed(n, cell, &own, other, &readers(other)),
        _ => cell.unexpected(&format!("a symbol of {} or '.'", names(n, left))),
    }
}

/// Two cells that no single alphabet contains.
fn mixed(
    n: usize,
    cell: Span<'_>,
    own: &[Notation],
    other: Span<'_>,
    others: &[Notation],
) -> TextError {
    cell.error(format!(
        "mixed alphabet: {} is of {}, but {} at {}:{} is of {}",
        shown(cell.text),
        names(n, own),
        shown(other.text),
        other.line,
        other.column,
        names(n, others),
    ))
}

fn names(n: usize, notations: &[Notation]) -> String {
    notations.iter().map(|notation| notation.name(n)).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(n: usize, text: &str) -> Result<(Notation, String), TextError> {
        detect(n, || Span { line: 1, column: 1, text }.symbols())
    }

    #[test]
    fn the_alphabet_is_detected_from_the_symbols() {
        let zeros = |count: usize| "123F".to_owned() + &"0".repeat(count);
        let mut cases = vec![
            // A symbol that only one alphabet has decides.
            (16, "12G....".to_owned(), Notation::FromOne),
            (16, "12g0000".to_owned(), Notation::FromOne),
            (16, "H......".to_owned(), Notation::Letters),
            (16, "P00.G..".to_owned(), Notation::Letters),
            // There are not enough letters; all symbols are needed.
            (30, "A......".to_owned(), Notation::FromOne),
            (36, "1......".to_owned(), Notation::FromZero),
            // Letters alone are letters, unless 0 is no empty cell.
            (16, "A..BF..".to_owned(), Notation::Letters),
            (16, "a00xG..".to_owned(), Notation::Letters),
            (16, "A..0.B.".to_owned(), Notation::FromZero),
            (25, "1A..x..".to_owned(), Notation::FromOne),
            // A zero alone is a value if a value can occur so often.
            (16, zeros(16), Notation::FromZero),
            (16, zeros(17), Notation::FromOne),
            (16, zeros(3) + "G", Notation::FromOne),
            // Without evidence values begin with 1.
            (16, "1..9..F".to_owned(), Notation::FromOne),
            (16, ".......".to_owned(), Notation::FromOne),
            (16, "0".repeat(256), Notation::FromOne),
            (36, "0".repeat(1296), Notation::Numbers),
        ];
        // A zero beside another sign of an empty cell is a value.
        for sign in [".", "_", "*", "-", "x"] {
            cases.push((16, format!("0123F{sign}"), Notation::FromZero));
            cases.push((16, format!("{}F{sign}1", "0".repeat(17)), Notation::FromZero));
        }
        for (n, text, expected) in cases {
            assert_eq!(detected(n, &text).unwrap().0, expected, "{text}");
        }
    }

    #[test]
    fn the_note_names_what_else_would_fit() {
        let note = |text| detected(16, text).unwrap().1;
        assert_eq!(note("12G"), "the symbols are read as 1-9A-G");
        let expected = "the symbols are read as 1-9A-G; the alphabet 0-9A-F reads them otherwise";
        assert_eq!(note("1.F"), expected);
        let expected =
            "the symbols are read as A-P; the alphabet 1-9A-G or 0-9A-F reads them otherwise";
        assert_eq!(note("A.F"), expected);
    }

    #[test]
    fn a_symbol_that_fits_no_alphabet_together_with_the_others_is_named() {
        let error = |n, text| detected(n, text).unwrap_err().to_string();
        let expected = "1:5: mixed alphabet: 'P' is of A-P, but '3' at 1:3 is of 1-9A-G or 0-9A-F";
        assert_eq!(error(16, "..3.P"), expected);
        let expected = "1:4: mixed alphabet: '0' is of 0-9A-F, but 'G' at 1:2 is of 1-9A-G";
        assert_eq!(error(16, "1G.0"), expected);
        let expected = "1:3: mixed alphabet: '7' is of 1-9A-G or 0-9A-F, but 'h' at 1:2 is of A-P";
        assert_eq!(error(16, "Ah7"), expected);
        let expected = "1:2: expected a symbol of 1-9A-G or 0-9A-F or '.', found '%'";
        assert_eq!(error(16, "1%"), expected);
        assert_eq!(error(16, "1GZ"), "1:3: expected a symbol of 1-9A-G or '.', found 'Z'");
        assert_eq!(error(36, "1é"), "1:2: expected a symbol of 0-9A-Z or '.', found 'é'");
    }
}
