//! A framed grid with the possible values of each cell, as `sator analyze` and other programs draw it:
//! a cell with one value is given, and one with several is empty.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::options::GridOptions;
use super::grid;
use crate::boxes::LARGEST;
use crate::kind::{Confidence, Format};
use crate::text::{Span, lines};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "candidates",
    "a framed grid with the possible values of each cell: │ 12 3 │ 4 123 │",
    |text| Confidence::Certain.only_if(is_candidate_grid(text)),
    |text, options| {
        let n = lines(text).filter(|line| line.text.contains(['│', '|'])).count();
        if !(1..=LARGEST).contains(&n) {
            let message = format!("expected 1 to {LARGEST} framed rows, found {n}");
            return Err(TextError::whole(message));
        }
        let lines: Vec<_> = text.lines().map(|line| settled(line, n)).collect();
        let spans = (1..).zip(&lines).map(|(line, text)| Span { line, column: 0, text });
        let spans: Vec<_> = spans.filter(|line| !line.text.trim().is_empty()).collect();
        let mut sudoku = grid::of_lines(&spans, false, &GridOptions::of(options)?)?;
        sudoku.notes.push("cells with several values are read as empty".to_owned());
        Ok(sudoku)
    },
);

/// Whether rows have as many words as there are rows, and some have several values.
fn is_candidate_grid(text: &str) -> bool {
    let rows = lines(text).filter(|line| line.text.contains(['│', '|']));
    let rows: Vec<Vec<_>> = rows.map(|line| words(line.text).collect()).collect();
    let n = rows.len();
    let has_several = |row: &Vec<&str>| row.iter().any(|word| has_several(word, n));
    rows.iter().all(|row| row.len() == n) && rows.iter().any(has_several)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t', '│', '|']).filter(|word| !word.is_empty())
}

/// Whether a word lists several values: one digit each, or numbers with commas in large grids.
fn has_several(word: &str, n: usize) -> bool {
    let digits: Vec<_> = word.bytes().filter(u8::is_ascii_digit).collect();
    match n {
        ..=9 => digits.len() > 1 && word.bytes().all(|byte| b"0123456789()".contains(&byte)),
        _ => word.contains(',') && !digits.is_empty(),
    }
}

/// A line with a point instead of each word that lists several values; widths stay.
fn settled(line: &str, n: usize) -> String {
    words(line).filter(|word| has_several(word, n)).fold(line.to_owned(), |line, word| {
        let point = " ".repeat(word.len() - 1) + ".";
        line.replacen(word, &point, 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_with_several_values_becomes_a_point() {
        assert_eq!(settled("│ 12 2 │ 4 1(23) │", 4), "│  . 2 │ 4     . │");
        assert_eq!(settled("│ 12 3,12 │", 12), "│ 12    . │");
    }
}
