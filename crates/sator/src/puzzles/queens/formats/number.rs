//! `8`: the number of queens, and the limit that holds in every format.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::{LARGEST, Queens};
use super::{bare, content, is_small_grid};
use crate::kind::{Confidence, Format};
use crate::text::{lines, refuse_if};

pub(super) static FORMAT: Format<Queens> = Format::new("number", "8", sniff, |text, _| read(text))
    .printed(|queens| {
        refuse_if(&[
            (queens.regions.is_some(), "it has regions"),
            (!queens.placed.is_empty(), "it has queens on the board"),
            (!queens.blocked.is_empty(), "it has blocked squares"),
        ])?;
        Ok(queens.n.to_string())
    });

fn sniff(text: &str) -> Confidence {
    let text = &content(text);
    let confidence =
        if is_nearly_a_number(text) { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(!text.contains([' ', '\t', '\n']) && !is_small_grid(text))
}

/// The maximum number of digits; more are likely another puzzle, written in one line.
const LONGEST_NUMBER: usize = 40;

/// A few letters may be a number in words, or one with a unit.
fn is_nearly_a_number(word: &str) -> bool {
    let length = word.chars().count();
    let is_short = length <= 24;
    let is_wordlike = !word.contains(|symbol: char| !symbol.is_alphanumeric() && symbol != '-');
    let has_letter = word.contains(char::is_alphabetic);
    (length <= LONGEST_NUMBER && word.parse::<f64>().is_ok())
        || (is_short && is_wordlike && has_letter)
}

fn read(text: &str) -> Result<Queens, TextError> {
    let mut lines = lines(text);
    let word = lines.next().map_or("", |line| line.text.trim());
    if let Some(second) = lines.next() {
        return Err(second.unexpected("nothing after the number of queens"));
    }
    let mut queens = size(word).map(bare).map_err(TextError::whole)?;
    if is_permutation(word) {
        let note = format!("{word} is read as a number of queens; {AS_COLUMNS}");
        queens.notes.push(note);
    }
    Ok(queens)
}

const AS_COLUMNS: &str = "the format permutation reads it as columns";

/// Whether each digit up to the length occurs once; `1`, `12` and `21` count as numbers.
fn is_permutation(word: &str) -> bool {
    let mut digits: Vec<u8> = word.bytes().collect();
    digits.sort_unstable();
    digits.len() > 2 && digits.into_iter().eq((b'1'..=b'9').take(word.len()))
}

/// Parses the size of a board, for all formats.
pub(super) fn size(word: &str) -> Result<usize, String> {
    let found = if word.is_empty() { "nothing".to_owned() } else { shown(word) };
    let is_digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        // A number that overflows is too many queens as well.
        parsed if is_digits && parsed != Ok(0) => {
            at_most_largest(parsed.unwrap_or(usize::MAX), &(found + &hint(word)))
        }
        _ => Err(format!("expected a number of queens from 1 to {LARGEST}, found {found}")),
    }
}

/// Returns `n`, unless it is too large for a board.
pub(super) fn at_most_largest(n: usize, found: &str) -> Result<usize, String> {
    if n <= LARGEST {
        return Ok(n);
    }
    let millions = LARGEST * LARGEST / 1_000_000;
    Err(format!(
        "expected at most {LARGEST} queens ({millions} million variables; \
         more would not fit in memory), found {found}"
    ))
}

/// A hint for a number that is too large: it may be meant as a column for each row.
fn hint(word: &str) -> String {
    let is_column = |digit: u8| (1..=word.len()).contains(&usize::from(digit - b'0'));
    if word.len() <= 9 && word.bytes().all(is_column) {
        format!("; {AS_COLUMNS}")
    } else {
        String::new()
    }
}
