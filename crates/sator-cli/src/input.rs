//! Where puzzles come from: files, standard input, or the argument itself.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use sator::TextError;
use sator::puzzle::{Kind, Puzzle};
use sator::puzzles;
use sator_sat::text::shown;
use serde_json::{Map, Value};

use crate::args::Input;
use crate::failure::Failure;

/// A puzzle, or why there is none.
pub(crate) struct Entry {
    /// What it is, if that was said.
    pub(crate) kind: Option<&'static Kind>,
    /// The file it came from, if it was one.
    pub(crate) file: Option<PathBuf>,
    pub(crate) puzzle: Result<Box<dyn Puzzle>, Failure>,
}

/// Reads everything that the arguments name.
pub(crate) fn puzzles(input: &Input) -> Vec<Entry> {
    let (kind, items) = kind_and_items(input);
    let reader = Reader { kind, format: input.format.as_deref() };
    if items.is_empty() {
        return reader.entries(OsStr::new("-"));
    }
    items.iter().flat_map(|item| reader.entries(item)).collect()
}

/// The word for the kind, if there is one, and what follows it.
fn kind_and_items(input: &Input) -> (Option<&'static Kind>, &[OsString]) {
    let word = input.items.first().and_then(|word| word.to_str());
    let kind = word.and_then(|word| puzzles::by_word(&word.to_lowercase()));
    (kind, &input.items[usize::from(kind.is_some())..])
}

/// The one puzzle that the arguments name, where another file is read as well.
pub(crate) fn puzzle(input: &Input, other: &Path) -> Result<Box<dyn Puzzle>, Failure> {
    let (_, items) = kind_and_items(input);
    let from_standard_input = items.is_empty() || items.iter().any(|item| item == "-");
    if from_standard_input && other == Path::new("-") {
        return Err(Failure::plain("standard input can be read only once: name a file"));
    }
    let mut entries = puzzles(input);
    match (entries.pop(), entries.len()) {
        (Some(entry), 0) => entry.puzzle,
        (_, more) => Err(Failure::plain(format!("expected one puzzle, found {}", more + 1))),
    }
}

struct Reader<'a> {
    kind: Option<&'static Kind>,
    format: Option<&'a str>,
}

impl Reader<'_> {
    fn entries(&self, item: &OsStr) -> Vec<Entry> {
        let path = Path::new(item);
        match item.to_str() {
            Some(text) if text != "-" && !names_a_file(path) => {
                let puzzle = self.read(text).map_err(|error| neither(text, &error));
                vec![Entry { kind: self.kind, file: None, puzzle }]
            }
            _ => self.entries_in(path),
        }
    }

    fn entries_in(&self, path: &Path) -> Vec<Entry> {
        let file = (path != Path::new("-")).then(|| path.to_owned());
        let text = match text(path) {
            Ok(text) => text,
            Err(failure) => return vec![Entry { kind: self.kind, file, puzzle: Err(failure) }],
        };
        let entry = |part: Part<'_>| {
            let fail = |error| Failure::at(place(path), part.locate(error));
            let puzzle = self.read(part.text).map_err(fail);
            Entry { kind: self.kind, file: file.clone(), puzzle }
        };
        split(&text).into_iter().map(entry).collect()
    }

    fn read(&self, text: &str) -> Result<Box<dyn Puzzle>, TextError> {
        match self.kind {
            Some(kind) => kind.read(text, self.format),
            None => puzzles::recognise(text, self.format),
        }
    }
}

/// A path that exists is a file. What cannot be looked at is a file too, so that the error says
/// why; what cannot be a path at all is not.
fn names_a_file(path: &Path) -> bool {
    match path.symlink_metadata() {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::PermissionDenied,
    }
}

/// The argument is no file, and no puzzle either.
fn neither(item: &str, error: &TextError) -> Failure {
    let name = shown(item);
    let as_puzzle = match (error.line, error.column) {
        (0 | 1, 0) => error.message.clone(),
        (0 | 1, column) => format!("at character {column}: {}", error.message),
        _ => error.to_string(),
    };
    let message = format!("there is no file {name}; read as a puzzle: {as_puzzle}");
    Failure::at("argument", TextError { message, ..error.clone() })
}

/// What an input is called in errors.
pub(crate) fn place(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The text of a file, or of standard input if the name is `-`.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let bytes = read(path, LARGEST_TEXT)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let bad = error.as_bytes()[good.len()];
        not_text(path, good, bad)
    })?;
    match text.bytes().position(|byte| byte == 0) {
        Some(at) => Err(not_text(path, &text.as_bytes()[..at], 0)),
        None => Ok(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
    }
}

fn not_text(path: &Path, before: &[u8], found: u8) -> Failure {
    let before = String::from_utf8_lossy(before);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    let message = format!("expected text, found the byte 0x{found:02x}");
    Failure::at(place(path), TextError::at(line, column, message))
}

/// No puzzle is that long; an endless stream is.
const LARGEST_TEXT: u64 = 1 << 30;

/// The bytes of a file, or of standard input if the name is `-`, decompressed if need be.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path, u64::MAX)
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let fail = |error: io::Error| Failure::io(place(path), &error);
    let mut raw = Vec::new();
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            crate::output::tell("Reading from standard input; end with Ctrl-D.");
        }
        io::stdin().take(limit).read_to_end(&mut raw).map_err(fail)?;
    } else {
        let file = File::open(path).map_err(fail)?;
        file.take(limit).read_to_end(&mut raw).map_err(fail)?;
    }
    if raw.len() as u64 == limit {
        let message = format!("expected a puzzle, found more than {} MB", limit >> 20);
        return Err(Failure::at(place(path), TextError::whole(message)));
    }
    decompress(raw).map_err(|error| {
        Failure::at(place(path), TextError::whole(format!("cannot be decompressed: {error}")))
    })
}

/// Gzip, bzip2 and xz are known by their first bytes, whatever the file is called.
fn decompress(raw: Vec<u8>) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    if raw.starts_with(b"\x1f\x8b") {
        flate2::read::MultiGzDecoder::new(raw.as_slice()).read_to_end(&mut plain)?;
    } else if raw.starts_with(b"BZh") {
        bzip2::read::MultiBzDecoder::new(raw.as_slice()).read_to_end(&mut plain)?;
    } else if raw.starts_with(b"\xfd7zXZ\0") {
        lzma_rs::xz_decompress(&mut raw.as_slice(), &mut plain).map_err(io::Error::other)?;
    } else {
        return Ok(raw);
    }
    Ok(plain)
}

/// One puzzle's part of a text.
struct Part<'t> {
    text: &'t str,
    /// The line that it is, if it is one of many.
    line: Option<usize>,
}

impl Part<'_> {
    /// Where in the whole text an error in this part is.
    fn locate(&self, error: TextError) -> TextError {
        TextError { line: self.line.unwrap_or(error.line), ..error }
    }
}

fn is_object(line: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(line).is_ok()
}

/// The puzzles in a text. Where the first line is a JSON object each line is a puzzle; anything
/// else is one puzzle.
fn split(text: &str) -> Vec<Part<'_>> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines: Vec<_> =
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    if lines.len() > 1 && lines.first().is_some_and(|(_, line)| is_object(line)) {
        lines.into_iter().map(|(line, text)| Part { text, line: Some(line) }).collect()
    } else {
        vec![Part { text, line: None }]
    }
}
