//! Errors that the program reports, with their place in the input.

use std::fmt;
use std::io;

use sator::ParseError;
use sator::engine::EngineError;
use sator_sat::backend::BackendError;
use serde_json::{Value, json};

/// An error with, where there is one, its place.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The file, `standard input` or `argument`.
    place: Option<String>,
    error: ParseError,
    /// Whether the message names the place already.
    names_place: bool,
}

impl Failure {
    /// An error without a place in a text.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self { place: None, error: ParseError::whole(message), names_place: false }
    }

    /// An error in a text that has no name.
    pub(crate) fn unplaced(error: ParseError) -> Self {
        Self { place: None, error, names_place: false }
    }

    /// An error in a text, or about a file.
    pub(crate) fn at(place: impl Into<String>, error: ParseError) -> Self {
        Self { place: Some(place.into()), error, names_place: false }
    }

    /// An input file that does not exist.
    pub(crate) fn no_such_file(name: &str) -> Self {
        let error = ParseError::whole(format!("No such file: {name}"));
        Self { names_place: true, ..Self::at(name, error) }
    }

    /// An error of input or output with a file.
    pub(crate) fn io(place: impl Into<String>, error: &io::Error) -> Self {
        Self::at(place, ParseError::whole(describe(error)))
    }

    /// Adds a line of a text as the place, unless there is a place already.
    pub(crate) fn in_line(self, place: &str, line: usize) -> Self {
        match self.place {
            Some(_) => self,
            None => Self::at(place, ParseError { line, ..self.error }),
        }
    }

    /// The object that `--json` prints.
    pub(crate) fn json(&self) -> Value {
        let ParseError { line, column, message, .. } = &self.error;
        let mut object = json!({ "error": message });
        if let Some(place) = &self.place {
            object["input"] = json!(place);
        }
        for (name, number) in [("line", *line), ("column", *column)] {
            if number > 0 {
                object[name] = json!(number);
            }
        }
        object
    }
}

/// The description of an error, without the system's error number.
fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "expected a file, found a directory".to_owned(),
        io::ErrorKind::NotADirectory => "expected a directory, found a file".to_owned(),
        io::ErrorKind::FileTooLarge => "the file may not be larger (ulimit -f)".to_owned(),
        io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
        _ => error.to_string(),
    }
}

/// `board.txt:4:7: expected …, found …`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_ref().filter(|_| !self.names_place) {
            Some(place) if self.error.line > 0 => write!(f, "{place}:{}", self.error),
            Some(place) => write!(f, "{place}: {}", self.error),
            None => write!(f, "{}", self.error),
        }
    }
}

/// The failure of a thread that the system refused.
pub(crate) fn no_thread(error: &io::Error) -> Failure {
    Failure::plain(format!("no thread can be started: {error}"))
}

impl From<BackendError> for Failure {
    fn from(error: BackendError) -> Self {
        Self::plain(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::plain(error.to_string())
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::plain(error.to_string())
    }
}
