//! The registry of puzzles. A new one is a folder here and a line in [`KINDS`].

pub mod killer;
pub mod minesweeper;
pub mod queens;
pub mod sudoku;
pub mod template;

use std::collections::BTreeSet;

use sator_sat::TextError;
use serde_json::{Map, Value};

use crate::pieces::{lines, unmarked};
use crate::puzzle::{AnyPuzzle, Kind, Layout, ParseOptions};

/// Every kind of puzzle. Being listed here is being tested, and gets every verb.
pub static KINDS: &[&Kind] = &[&queens::KIND, &sudoku::KIND, &killer::KIND, &minesweeper::KIND];

/// The pattern for new puzzles: it compiles and passes the tests of the real ones, and stays out
/// of lists.
pub static TEMPLATE: &Kind = &template::KIND;

/// The kind that a word means.
pub fn by_word(word: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().chain([TEMPLATE]).find(|kind| kind.is_called(word))
}

/// The kind that a text names in its first line, which `sator create` has written: a comment with
/// the command that makes it again.
fn named(text: &str) -> Option<&'static Kind> {
    let command = unmarked(text).lines().next()?.strip_prefix("# sator create ")?;
    by_word(command.split_whitespace().next()?)
}

/// Reads a puzzle of any kind, by looking.
pub fn recognise(text: &str, reading: &ParseOptions<'_>) -> Result<AnyPuzzle, TextError> {
    if let Some(kind) = named(text) {
        return kind.read(text, reading);
    }
    let reading = &ParseOptions { is_guess: true, ..*reading };
    let mut fits = Vec::new();
    let mut likely_errors = Vec::new();
    let kinds = kinds_for(reading)?;
    for kind in &kinds {
        match kind.read(text, reading) {
            Ok(puzzle) => fits.push(puzzle),
            Err(error) if kinds.len() == 1 || (kind.looks_like)(text) => {
                likely_errors.push((kind.name, error));
            }
            Err(_) => {}
        }
    }
    if fits.len() > 1 {
        let kinds: Vec<_> = fits.iter().map(|puzzle| puzzle.kind().name).collect();
        let kinds = kinds.join(" or ");
        return Err(TextError::whole(format!("this could be {kinds}: say which, before it")));
    }
    match (fits.pop(), likely_errors.len()) {
        (Some(puzzle), _) => Ok(puzzle),
        (None, 0) => Err(unrecognised(text, &kinds)),
        (None, 1) => Err(likely_errors.remove(0).1),
        (None, _) => Err(doubtful(&likely_errors)),
    }
}

/// Reads a puzzle of that kind, or of any, from a file that is no text; nothing if it is none.
pub fn read_bytes(
    bytes: &[u8],
    kind: Option<&'static Kind>,
    reading: &ParseOptions<'_>,
) -> Option<Result<AnyPuzzle, TextError>> {
    let is_meant = |it: &&Kind| kind.is_none_or(|kind| kind.name == it.name);
    let formats = KINDS
        .iter()
        .filter(|it| is_meant(it))
        .flat_map(|kind| kind.binary.iter().map(move |format| (kind, format)));
    let mut formats = formats.filter(|(_, format)| match reading.format {
        Some(said) => said == format.name,
        None => (format.fits)(bytes),
    });
    let (kind, format) = formats.next()?;
    let digit = |bits: u8| char::from_digit(u32::from(bits), 16).unwrap_or_default();
    let digits: String = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect();
    Some(kind.read(&digits, &ParseOptions { format: Some(format.name), ..*reading }))
}

/// What is wrong with a text that may have been meant as several kinds.
fn doubtful(errors: &[(&str, TextError)]) -> TextError {
    let read_as = |(kind, error): &(&str, TextError)| format!("as {kind}: {error}");
    let readings: Vec<_> = errors.iter().map(read_as).collect();
    TextError::whole(format!("this is no puzzle ({})", readings.join("; ")))
}

/// The kinds for which what is said of a text makes sense.
fn kinds_for(reading: &ParseOptions<'_>) -> Result<Vec<&'static Kind>, TextError> {
    let has = |kind: &&&Kind| reading.format.is_none_or(|name| kind.has_format(name));
    let takes = |kind: &&&Kind| reading.settings().all(|said| kind.settings.contains(&said));
    let kinds: Vec<_> = KINDS.iter().filter(has).filter(takes).copied().collect();
    match reading.format {
        Some(name) if kinds.is_empty() => {
            let known = KINDS.iter().flat_map(|kind| kind.formats).map(|format| format.name);
            let known: Vec<_> = known.collect::<BTreeSet<_>>().into_iter().collect();
            let known = known.join(", ");
            let message = format!("no puzzle has a format '{name}'; the formats are {known}");
            Err(TextError::whole(message))
        }
        _ => Ok(kinds),
    }
}

/// What a text holds.
#[derive(Debug, Clone, Copy)]
pub enum Contents {
    /// One puzzle, or none.
    One,
    /// Puzzles of this kind, one a line. There is no kind if no line is a puzzle.
    Lines(Option<&'static Kind>),
}

/// Whether a text holds many puzzles, one a line: JSON objects, or whatever the kind has for it.
/// The beginning of a long text is enough.
pub fn contents(text: &str, kind: Option<&'static Kind>, reading: &ParseOptions<'_>) -> Contents {
    let kind = kind.or_else(|| named(text));
    let reading = ParseOptions { is_guess: kind.is_none(), ..*reading };
    if are_objects(text) {
        let read = |line: &str| recognise(line, &reading).ok();
        let first = || text.lines().find_map(read).map(|puzzle| puzzle.kind());
        return Contents::Lines(kind.or_else(first));
    }
    let in_lines = |kind: &&Kind| (kind.layout)(text, &reading) == Layout::Lines;
    match kind {
        Some(kind) if in_lines(&kind) => Contents::Lines(Some(kind)),
        Some(_) => Contents::One,
        None => KINDS
            .iter()
            .copied()
            .find(in_lines)
            .map_or(Contents::One, |kind| Contents::Lines(Some(kind))),
    }
}

/// Whether there are several lines, and the first or half of those at the beginning are objects.
fn are_objects(text: &str) -> bool {
    const ENOUGH: usize = 8;
    let objects: Vec<_> = lines(text).take(ENOUGH).map(|line| is_object(line.text)).collect();
    let count = objects.iter().filter(|&&is_object| is_object).count();
    objects.len() > 1 && count > 0 && (objects[0] || 2 * count >= objects.len())
}

fn is_object(line: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(line).is_ok()
}

/// None of these kinds is a text.
fn unrecognised(text: &str, kinds: &[&Kind]) -> TextError {
    let kinds: Vec<_> = kinds.iter().map(|kind| kind.name).collect();
    let kinds = kinds.join(", ");
    let found = if text.trim().is_empty() { "nothing" } else { "none that this could be" };
    TextError::whole(format!("expected a puzzle ({kinds}), found {found}"))
}
