//! Text: spans with places, JSON, and filled boards, shared by the formats of every kind.

mod bytes;
#[cfg(test)]
pub(crate) mod cases;
mod json;
pub(crate) mod marks;
mod span;

use crate::grid::Square;

pub use self::bytes::decoded;
pub(crate) use self::json::{
    decode, grid_answer, grid_of_numbers, grid_of_values, grid_values, is_label, is_object,
    only_solution, remarks, short, sniff_object,
};
pub(crate) use self::span::{
    Cursor, Span, all_lines, counted, first_line, lines, only_answer, own_output, unmarked,
};

/// Parses the name of a square: `r3c7`, from 1, in upper or lower case.
pub(crate) fn square(name: &str) -> Option<Square> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some([place(row)?, place(column)?])
}

/// Returns the first reason against writing a puzzle in a format, if any holds.
pub(crate) fn refuse_if(reasons: &[(bool, &str)]) -> Result<(), String> {
    let reason = reasons.iter().find(|(holds, _)| *holds);
    reason.map_or(Ok(()), |(_, reason)| Err((*reason).to_owned()))
}

/// Writes cells in a line: `text` writes a cell, and each run of other cells becomes the letter
/// that many places after `before`; runs longer than `longest` are split. `between` separates two
/// texts.
pub(crate) fn with_runs<T>(
    cells: &[T],
    (before, longest): (char, usize),
    between: &str,
    text: impl Fn(&T) -> Option<String>,
) -> String {
    let letters = |mut run: usize| {
        let mut letters = String::new();
        while run > 0 {
            let part = run.min(longest);
            letters.push(char::from(before as u8 + part as u8));
            run -= part;
        }
        letters
    };
    let (mut line, mut run) = (String::new(), 0);
    for cell in cells {
        match text(cell) {
            None => run += 1,
            Some(text) => {
                line += if run == 0 && !line.is_empty() { between } else { "" };
                line += &(letters(std::mem::take(&mut run)) + &text);
            }
        }
    }
    line + &letters(run)
}
