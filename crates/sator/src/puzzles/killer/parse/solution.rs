//! A filled board that somebody wrote, or that we printed, with cages or without.

use sator_sat::TextError;

use super::super::super::sudoku::{Sudoku, parse};
use crate::model::Value;
use crate::pieces::only_answer;

/// The cells of a board, row by row. Whether they are right is for others to say.
pub(in super::super) fn solution(
    text: &str,
    grid: &Sudoku,
) -> Result<Vec<Option<Value>>, TextError> {
    parse::solution(&without_cages(&only_answer(text)?), grid)
}

/// A drawing without the lines of cages, which totals stand in; any other text as it is. Lines stay
/// in their places.
fn without_cages(text: &str) -> String {
    if !text.lines().any(is_across) {
        return text.to_owned();
    }
    let row = |line: &str| {
        if is_across(line) { String::new() } else { line.replace(is_down, " ") }
    };
    text.lines().map(row).collect::<Vec<_>>().join("\n")
}

/// Whether a line goes from the left to the right.
fn is_across(line: &str) -> bool {
    let is_drawn = |sign: char| matches!(sign, '\u{2500}'..='\u{257f}');
    line.trim_start().starts_with('+') || line.contains(|sign| is_drawn(sign) && !is_down(sign))
}

/// What is drawn between values.
fn is_down(sign: char) -> bool {
    matches!(sign, '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' | '|' | ':' | '#' | '!')
}
