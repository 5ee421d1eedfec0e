//! The registry of puzzles. A new one is a folder here and a line in [`KINDS`].

pub mod queens;
pub mod sudoku;
pub mod template;

use sator_sat::TextError;

use serde_json::{Map, Value};

use crate::pieces::lines;
use crate::puzzle::{Kind, Layout, Puzzle, Reading};

/// Every kind of puzzle. Being listed here is being tested, and gets every verb.
pub static KINDS: &[&Kind] = &[&queens::KIND, &sudoku::KIND];

/// The pattern for new puzzles: it compiles and passes the tests of the real ones, and stays out
/// of lists.
pub static TEMPLATE: &Kind = &template::KIND;

/// The kind that a word means.
pub fn by_word(word: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().chain([TEMPLATE]).find(|kind| kind.is_called(word))
}

/// Reads a puzzle of any kind, by looking.
pub fn recognise(text: &str, reading: &Reading<'_>) -> Result<Box<dyn Puzzle>, TextError> {
    let reading = &Reading { is_guess: true, ..*reading };
    let mut fits = Vec::new();
    let mut likely_errors = Vec::new();
    for kind in KINDS {
        match kind.read(text, reading) {
            Ok(puzzle) => fits.push(puzzle),
            Err(error) if (kind.looks_like)(text) => likely_errors.push(error),
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
        (None, 1) => Err(likely_errors.remove(0)),
        (None, _) => Err(unrecognised(text)),
    }
}

/// Whether a text holds many puzzles, one a line: JSON objects, or whatever the kind has for it.
/// The beginning of a long text is enough.
pub fn layout(text: &str, kind: Option<&'static Kind>, reading: &Reading<'_>) -> Layout {
    let mut lines = lines(text);
    if lines.next().is_some_and(|line| is_object(line.text)) && lines.next().is_some() {
        return Layout::Lines;
    }
    let in_lines = |kind: &Kind| (kind.layout)(text, reading) == Layout::Lines;
    let is_in_lines = kind.map_or_else(|| KINDS.iter().any(|kind| in_lines(kind)), in_lines);
    if is_in_lines { Layout::Lines } else { Layout::Whole }
}

fn is_object(line: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(line).is_ok()
}

fn unrecognised(text: &str) -> TextError {
    let kinds: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
    let kinds = kinds.join(", ");
    let found = if text.trim().is_empty() { "nothing" } else { "none that this could be" };
    TextError::whole(format!("expected a puzzle ({kinds}), found {found}"))
}
