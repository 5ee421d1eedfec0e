//! Rows of letters, a letter for each region, perhaps followed by a board.

use std::collections::HashMap;
use std::hash::Hash;

use sator_sat::TextError;

use super::super::Queens;
use super::{bare, board, content, is_grid, letters_prevail, rows, width};
use crate::kind::{Confidence, Format};
use crate::text::{Span, counted, lines};

pub(super) static FORMAT: Format<Queens> = Format::new(
    "regions",
    "N rows of N letters, one for each region; a board may follow",
    sniff,
    |text, _| read(text),
)
.printed(print);

fn sniff(text: &str) -> Confidence {
    let is_meant = is_nearly_square(text) && !is_of_another(&content(text));
    let confidence = if is_meant { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(is_grid(text) && letters_prevail(text))
}

/// Whether a text has nearly as many rows as columns, or twice as many with a board: other letters
/// in lines may be prose.
fn is_nearly_square(text: &str) -> bool {
    let (rows, columns) = (lines(text).count(), width(text));
    rows.abs_diff(columns) <= 1 || rows.abs_diff(2 * columns) <= 1
}

/// Whether there are fields, or a size before the rows, as in other formats.
fn is_of_another(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let is_number = |word: &str| word.parse::<usize>().is_ok();
    text.contains([':', '[']) || first.split_once('x').is_some_and(|(one, _)| is_number(one))
}

fn print(queens: &Queens) -> Result<String, String> {
    let Some(regions) = &queens.regions else { return Err("it has no regions".to_owned()) };
    let letter = |region: usize| ('A'..='Z').chain('a'..='z').nth(region);
    if letter(queens.n - 1).is_none() {
        return Err("it has more regions than there are letters".to_owned());
    }
    let letters = rows(queens, " ", |square| {
        letter(regions[square.row * queens.n + square.column]).unwrap_or_default()
    });
    let has_clues = !queens.placed.is_empty() || !queens.blocked.is_empty();
    let board = if has_clues { format!("\n{}", board::print(queens)?) } else { String::new() };
    Ok(letters.join("\n") + &board)
}

fn read(text: &str) -> Result<Queens, TextError> {
    let lines: Vec<_> = lines(text).collect();
    let (Some(&first), Some(&last)) = (lines.first(), lines.last()) else {
        return Err(TextError::whole("expected rows of letters, found nothing"));
    };
    let n = board::width(first)?;
    let (letters, clues) = lines.split_at(n.min(lines.len()));
    let regions = letters.iter().map(|line| row(*line, n)).collect::<Result<Vec<_>, _>>()?;
    if letters.len() < n {
        let expected = counted(n, "row");
        return Err(last.error(format!("expected {expected} of letters, found {}", lines.len())));
    }
    let queens = if clues.is_empty() { bare(n) } else { board::from_rows(clues, Some(n))? };
    Ok(Queens { regions: Some(numbered(regions.concat(), n)?), ..queens })
}

fn row<'t>(line: Span<'t>, n: usize) -> Result<Vec<&'t str>, TextError> {
    let letter = |symbol: Span<'t>| match symbol.text.as_bytes() {
        [byte] if byte.is_ascii_alphabetic() => Ok(symbol.text),
        _ => Err(symbol.unexpected("the letter of a region")),
    };
    line.row(n)?.map(letter).collect()
}

/// Regions as numbers from 0, in the order of their first squares. There must be `n`.
pub(super) fn numbered<L: Eq + Hash>(
    labels: impl IntoIterator<Item = L>,
    n: usize,
) -> Result<Vec<usize>, TextError> {
    let mut numbers = HashMap::new();
    let number = |label| {
        let next = numbers.len();
        *numbers.entry(label).or_insert(next)
    };
    let regions = labels.into_iter().map(number).collect();
    if numbers.len() != n {
        let expected = counted(n, "region");
        let found = numbers.len();
        return Err(TextError::whole(format!("expected {expected}, found {found}")));
    }
    Ok(regions)
}
