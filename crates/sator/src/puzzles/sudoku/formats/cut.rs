//! Splits a row of text into cells: symbols, numbers between spaces, or pairs of digits.

use std::collections::BTreeMap;

use crate::text::Span;

/// How a row is split into cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// `53..7....`, with spaces or without.
    Symbols,
    /// `16 . 3 12`.
    Numbers,
    /// `16000312`.
    Pairs,
}

impl Cut {
    /// Detects the format of these rows; one of them may be wrong.
    pub(super) fn of(rows: &[Span<'_>], are_numbers: bool) -> Self {
        if are_pairs(rows) {
            Self::Pairs
        } else if are_numbers || has_numbers(rows) {
            Self::Numbers
        } else {
            Self::Symbols
        }
    }

    /// The cells of a row.
    pub(super) fn cells(self, row: Span<'_>) -> Vec<Span<'_>> {
        match self {
            Self::Symbols => row.symbols().filter(|cell| !cell.text.starts_with(is_bar)).collect(),
            Self::Numbers => words(row).collect(),
            Self::Pairs => {
                let spans = row.split(is_digit);
                spans.filter(|span| !span.text.starts_with(is_bar)).flat_map(pairs).collect()
            }
        }
    }
}

/// Splits digits into pairs. The last may be single.
pub(super) fn pairs(digits: Span<'_>) -> impl Iterator<Item = Span<'_>> {
    (0..digits.text.len()).step_by(2).map(move |at| {
        let end = digits.text.len().min(at + 2);
        Span { column: digits.column + at, text: &digits.text[at..end], ..digits }
    })
}

pub(super) fn is_digit(symbol: char) -> bool {
    symbol.is_ascii_digit()
}

/// Whether a symbol is drawn between boxes.
pub(super) fn is_bar(symbol: char) -> bool {
    matches!(symbol, '|' | '!' | ':' | '\u{2500}'..='\u{257f}')
}

fn words(row: Span<'_>) -> impl Iterator<Item = Span<'_>> {
    let words = row.split(|symbol| !symbol.is_whitespace() && !is_bar(symbol));
    words.filter(|word| !word.text.starts_with(is_bar))
}

/// Whether cells are numbers. More than nine words in a row are cells, and so are as many as there
/// are rows. If some have two digits, and no more have letters, they are numbers.
fn has_numbers(rows: &[Span<'_>]) -> bool {
    let is_number = |word: &Span<'_>| word.text.len() > 1 && word.text.chars().all(is_digit);
    let is_letter = |symbol: char| symbol.is_alphabetic() && !matches!(symbol, 'x' | 'X');
    let all = || rows.iter().flat_map(|&row| words(row));
    let numbers = all().filter(is_number).count();
    let letters = all().filter(|word| word.text.contains(is_letter)).count();
    let width = most_common(rows.iter().map(|&row| words(row).count()));
    (width > 9 || width == rows.len()) && numbers > letters
}

/// Whether rows consist of digits and are about twice as long as there are rows.
fn are_pairs(rows: &[Span<'_>]) -> bool {
    let is_digits = |row: &Span<'_>| row.text.trim().chars().all(is_digit);
    let width = most_common(rows.iter().map(|row| row.text.trim().len()));
    let is_nearer_to_half = rows.len().abs_diff(width / 2) < rows.len().abs_diff(width);
    width >= 20 && is_nearer_to_half && rows.iter().all(is_digits)
}

/// The most frequent number, the larger of two; 0 if there is none.
pub(super) fn most_common(numbers: impl Iterator<Item = usize>) -> usize {
    let mut counts = BTreeMap::new();
    for number in numbers {
        *counts.entry(number).or_insert(0) += 1;
    }
    counts.into_iter().max_by_key(|&(_, count)| count).map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lines: &[String]) -> Vec<Span<'_>> {
        lines.iter().map(|text| Span { line: 1, column: 0, text }).collect()
    }

    fn cut(lines: &[String]) -> Cut {
        Cut::of(&rows(lines), false)
    }

    /// `rows` equal rows.
    fn grid(row: &str, rows: usize) -> Vec<String> {
        vec![row.to_owned(); rows]
    }

    #[test]
    fn symbols_may_stand_in_groups() {
        for row in
            ["53..7....", "5 3 . . 7 . . . .", "53. .7. ...", "|53.|.7.|...|", "5 3 .|.7.|..."]
        {
            assert_eq!(cut(&grid(row, 9)), Cut::Symbols, "{row}");
            let row = row.to_owned();
            let cells = Cut::Symbols.cells(rows(std::slice::from_ref(&row))[0]);
            let cells: Vec<_> = cells.iter().map(|cell| cell.text).collect();
            assert_eq!(cells.concat(), "53..7....");
        }
        assert_eq!(cut(&grid("1234 5678 9ABC DEFG", 16)), Cut::Symbols);
        assert_eq!(cut(&grid("1 2 3 4 5 6 7 8 9 A B C", 12)), Cut::Symbols);
        assert_eq!(cut(&grid("1 2 3 4 5 6 7 8 9 A B CA C", 12)), Cut::Symbols, "a lost space");
    }

    #[test]
    fn numbers_stand_between_spaces_or_bars() {
        let row = "1 2 3 4 | 5 6 7 8 │ 9 10 . x";
        assert_eq!(cut(&grid(row, 12)), Cut::Numbers);
        let cells = Cut::Numbers.cells(Span { line: 4, column: 0, text: row });
        let ten = Span { line: 4, column: 23, text: "10" };
        assert_eq!((cells.len(), cells[9]), (12, ten));
    }

    #[test]
    fn a_slip_does_not_hide_numbers() {
        let mut lines = grid("11 2 3 4 5 6 7 8 9 10 . .", 12);
        lines[3] = "11 2 3 4 5".to_owned();
        lines[4] = "11 2 3 4 5 6 7 8 9 1O . .".to_owned();
        assert_eq!(cut(&lines), Cut::Numbers);
    }

    #[test]
    fn two_digits_are_a_cell_where_rows_are_twice_as_long_as_there_are_rows() {
        let row = "010203040506070809100000";
        let mut lines = grid(row, 12);
        assert_eq!(cut(&lines), Cut::Pairs);
        lines[3].pop();
        assert_eq!(cut(&lines), Cut::Pairs, "although one is short");
        assert_eq!(cut(&grid(row, 24)), Cut::Symbols);
        for (text, second) in [("\t0102 ", 4), ("│01│02│", 5)] {
            let cells = Cut::Pairs.cells(Span { line: 2, column: 0, text });
            let cells: Vec<_> = cells.iter().map(|cell| (cell.column, cell.text)).collect();
            assert_eq!(cells, [(2, "01"), (second, "02")], "{text}");
        }
    }
}
