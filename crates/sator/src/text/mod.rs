//! Text: spans with places, JSON, and filled boards, shared by the formats of every kind.

#[cfg(test)]
pub(crate) mod cases;
mod json;
mod span;

pub(crate) use self::json::{decode, is_label, only_solution, remarks, short};
pub(crate) use self::span::{Cursor, Span, counted, lines, only_answer, unmarked};

/// The first reason that holds against writing a puzzle in a format, if any does.
pub(crate) fn refuse_if(reasons: &[(bool, &str)]) -> Result<(), String> {
    let reason = reasons.iter().find(|(holds, _)| *holds);
    reason.map_or(Ok(()), |(_, reason)| Err((*reason).to_owned()))
}

/// Empty cells as letters: each run of at most `longest` is the letter so many places after
/// `before`.
pub(crate) fn run_of_letters(mut length: usize, before: char, longest: usize) -> String {
    let mut letters = String::new();
    while length > 0 {
        let run = length.min(longest);
        letters.push(char::from(before as u8 + run as u8));
        length -= run;
    }
    letters
}
