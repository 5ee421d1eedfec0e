//! The registry of puzzles. A new one is a folder here and a line in [`KINDS`].

pub mod futoshiki;
pub mod kakuro;
pub mod killer;
pub mod minesweeper;
pub mod queens;
pub mod sudoku;
pub mod template;

use std::collections::BTreeSet;

use sator_sat::TextError;
use sator_sat::text::shown;
use serde_json::{Map, Value};

use crate::kind::{Confidence, Kind, ParseOptions};
use crate::puzzle::AnyPuzzle;
pub use crate::text::decoded;
use crate::text::{lines, own_output, unmarked};

/// Every kind of puzzle. All commands and tests cover the listed kinds.
pub static KINDS: &[&Kind] = &[
    &queens::KIND,
    &sudoku::KIND,
    &killer::KIND,
    &minesweeper::KIND,
    &futoshiki::KIND,
    &kakuro::KIND,
];

/// The pattern for new puzzles: it compiles and passes the tests of the other kinds, but is not
/// listed.
pub static TEMPLATE: &Kind = &template::KIND;

/// Finds a kind by one of its names.
pub fn by_word(word: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().chain([TEMPLATE]).find(|kind| kind.is_called(word))
}

/// The kind named in the first line of a text written by `sator create`: a comment with the command
/// that makes it again.
fn named(text: &str) -> Option<&'static Kind> {
    let command = unmarked(text).lines().next()?.strip_prefix("# sator create ")?;
    by_word(command.split_whitespace().next()?)
}

/// Reads a puzzle of an unknown kind: of the kind with the highest confidence that can read it. Of
/// several kinds with the same confidence exactly one must be able to.
pub fn recognise(text: &str, options: &ParseOptions<'_>) -> Result<AnyPuzzle, TextError> {
    if let Some(kind) = named(text) {
        return kind.read(text, options);
    }
    let own = own_output(text).transpose()?;
    let text = own.as_deref().unwrap_or(text);
    let options = &ParseOptions { is_guess: true, ..*options };
    let kinds = kinds_for(options)?;
    if let [kind] = kinds[..] {
        return kind.read(text, options);
    }
    let sniffed: Vec<_> = kinds.iter().map(|kind| (*kind, kind.formats.sniff(text))).collect();
    let mut likely_errors = Vec::new();
    for level in [Confidence::Certain, Confidence::Likely, Confidence::Possible] {
        let meant: Vec<_> = sniffed.iter().filter(|(_, confidence)| *confidence == level).collect();
        let mut fits = Vec::new();
        for (kind, _) in &meant {
            match kind.read(text, options) {
                Ok(puzzle) => fits.push(puzzle),
                Err(error) if level == Confidence::Certain && meant.len() == 1 => {
                    return Err(error);
                }
                Err(error) if level >= Confidence::Likely => likely_errors.push((kind.name, error)),
                Err(_) => {}
            }
        }
        if fits.len() > 1 {
            let kinds: Vec<_> = fits.iter().map(|puzzle| puzzle.kind().name).collect();
            let kinds = kinds.join(" or ");
            return Err(TextError::whole(format!("this could be {kinds}: say which, before it")));
        }
        if let Some(puzzle) = fits.pop() {
            return Ok(puzzle);
        }
    }
    if let Some(error) = foreign(text) {
        return Err(error);
    }
    // Words without a digit are nothing that a kind can be sure of.
    let is_prose = |text: &str| {
        let mut symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
        lines(text).nth(1).is_none() && symbols.all(char::is_alphabetic)
    };
    match likely_errors.len() {
        _ if is_prose(text) => Err(unrecognised(text, &kinds)),
        0 => Err(unrecognised(text, &kinds)),
        1 => Err(likely_errors.remove(0).1),
        _ => Err(doubtful(&likely_errors)),
    }
}

/// Reads a puzzle of that kind, or of any, from the bytes of a file: text, unless a kind has binary
/// files.
pub fn read_file(
    bytes: &[u8],
    kind: Option<&'static Kind>,
    options: &ParseOptions<'_>,
) -> Result<AnyPuzzle, TextError> {
    let text = match decoded(bytes) {
        // There may be millions of blank lines at the end, and each format would look at them.
        Ok(text) => text.trim_end_matches(['\r', '\n']),
        Err(error) => return read_binary(bytes, kind, options).unwrap_or(Err(error)),
    };
    match kind {
        Some(kind) => kind.read(text, options),
        None => recognise(text, options),
    }
}

/// Reads a puzzle of that kind, or of any, from a binary file; `None` if it is not one.
fn read_binary(
    bytes: &[u8],
    kind: Option<&'static Kind>,
    options: &ParseOptions<'_>,
) -> Option<Result<AnyPuzzle, TextError>> {
    let is_meant = |it: &&&Kind| kind.is_none_or(|kind| kind.name == it.name);
    let formats = KINDS.iter().filter(is_meant);
    let mut formats =
        formats.flat_map(|kind| kind.formats.list().into_iter().map(move |format| (kind, format)));
    let (kind, format) = formats.find(|(_, format)| {
        format.fits_bytes.is_some_and(|fits| match options.format {
            Some(name) => name == format.name,
            None => fits(bytes),
        })
    })?;
    let digit = |bits: u8| char::from_digit(u32::from(bits), 16).unwrap_or_default();
    let digits: String = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect();
    Some(kind.read(&digits, &ParseOptions { format: Some(format.name), ..*options }))
}

/// The error for a text that may be of several kinds.
fn doubtful(errors: &[(&str, TextError)]) -> TextError {
    let read_as = |(kind, error): &(&str, TextError)| format!("as {kind}: {error}");
    let readings: Vec<_> = errors.iter().map(read_as).collect();
    TextError::whole(format!("this is no puzzle ({})", readings.join("; ")))
}

/// The kinds that have the format and the options.
fn kinds_for(options: &ParseOptions<'_>) -> Result<Vec<&'static Kind>, TextError> {
    let has = |kind: &&&Kind| options.format.is_none_or(|name| kind.has_format(name));
    let takes = |kind: &&&Kind| kind.has_options(options);
    let kinds: Vec<_> = KINDS.iter().filter(has).filter(takes).copied().collect();
    match options.format {
        Some(name) if kinds.is_empty() => {
            let formats = KINDS.iter().flat_map(|kind| kind.formats.list());
            let known = formats.map(|format| format.name);
            let known: Vec<_> = known.collect::<BTreeSet<_>>().into_iter().collect();
            let known = known.join(", ");
            let message = format!("no puzzle has a format '{name}'; the formats are {known}");
            Err(TextError::whole(message))
        }
        _ => Ok(kinds),
    }
}

/// The contents of a text.
#[derive(Debug, Clone, Copy)]
pub enum Contents {
    /// One puzzle, or none.
    One,
    /// Puzzles of this kind, one per line. There is no kind if no line is a puzzle.
    Lines(Option<&'static Kind>),
}

/// Whether a text holds many puzzles, one per line: JSON objects, or lines in a format of the kind.
/// The beginning of a long text is enough.
pub fn contents(text: &str, kind: Option<&'static Kind>, options: &ParseOptions<'_>) -> Contents {
    let kind = kind.or_else(|| named(text));
    let options = ParseOptions { is_guess: kind.is_none(), ..*options };
    if are_objects(text) {
        let read = |line: &str| recognise(line, &options).ok();
        let first = || text.lines().find_map(read).map(|puzzle| puzzle.kind());
        return Contents::Lines(kind.or_else(first));
    }
    let mut kinds = KINDS.iter().copied().filter(|it| kind.is_none_or(|kind| kind.name == it.name));
    let found = kinds.find(|kind| kind.formats.is_list(text, &options));
    found.map_or(Contents::One, |kind| Contents::Lines(Some(kind)))
}

/// Whether there are several lines, and the first line or half of the first lines are objects.
fn are_objects(text: &str) -> bool {
    const EXAMINED_LINES: usize = 8;
    let objects: Vec<_> =
        lines(text).take(EXAMINED_LINES).map(|line| is_object(line.text)).collect();
    let count = objects.iter().filter(|&&is_object| is_object).count();
    objects.len() > 1 && count > 0 && (objects[0] || 2 * count >= objects.len())
}

fn is_object(line: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(line).is_ok()
}

/// The error for a text of none of these kinds.
fn unrecognised(text: &str, kinds: &[&Kind]) -> TextError {
    let names: Vec<_> = kinds.iter().map(|kind| kind.name).collect();
    let names = names.join(", ");
    TextError::whole(if text.trim().is_empty() {
        format!("expected a puzzle ({names}), found nothing")
    } else if kinds.len() < KINDS.len() {
        format!("this is no puzzle of the kinds that have this option or format ({names})")
    } else {
        CANNOT_TELL.to_owned()
    })
}

/// The error for a text that no kind recognises.
pub const CANNOT_TELL: &str = "I cannot tell which puzzle this is. Name its kind before it, as in `sator solve killer FILE`; \
     `sator puzzles` lists the kinds and their formats";

/// The error for a text that is certainly no puzzle: a formula, or a link to an unknown site.
pub(crate) fn foreign(text: &str) -> Option<TextError> {
    let text = unmarked(text).trim_start();
    let is_comment = |line: &&str| line.starts_with("c ") || line.trim() == "c";
    if text.lines().find(|line| !is_comment(line))?.starts_with("p cnf") {
        return Some(TextError::whole("this is a formula in DIMACS CNF: use `sator sat`"));
    }
    let address = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let site = address.split(['/', '?', '#']).next()?.trim_end();
    if site == "puzz.link" {
        let word = address.split(['?', '/']).nth(2).unwrap_or_default().trim_end();
        return Some(TextError::whole(format!(
            "links to puzz.link are read for 'sudoku' and 'mines', found {}",
            shown(word)
        )));
    }
    Some(TextError::whole(format!(
        "links to {site} are not read; paste the puzzle itself instead, as rows of symbols or in \
         another format of `sator puzzles`, or a link of f-puzzles, SudokuPad, Penpa, sudokuwiki \
         or puzz.link"
    )))
}
