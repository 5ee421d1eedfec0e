//! What every puzzle offers; all verbs are written against this.

use std::fmt;

use sator_sat::TextError;

use crate::model::{Filling, Model};
use crate::render::Board;

/// A kind of puzzle: an entry of the registry.
#[derive(Debug)]
pub struct Kind {
    /// What the command line calls it.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// What it is, in a line.
    pub summary: &'static str,
    /// The ways to write it down: a name for `--format`, and what it looks like.
    pub formats: &'static [Format],
    /// Whether a text looks as if it were meant as this kind, rightly written or not.
    pub looks_like: fn(&str) -> bool,
    /// Reads a puzzle, in the format of that name or in whichever it is written.
    pub parse: Parse,
    /// A small instance for tests and help, as [`Kind::parse`] takes it.
    pub example: &'static str,
}

/// Reads a puzzle, in the given format or in whichever it is written.
pub type Parse = fn(&str, Option<&Format>) -> Result<Box<dyn Puzzle>, TextError>;

impl Kind {
    /// Whether `word` means this kind.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.aliases.contains(&word)
    }

    /// Reads a puzzle in the format of that name, or in whichever it is written.
    pub fn read(&self, text: &str, format: Option<&str>) -> Result<Box<dyn Puzzle>, TextError> {
        let format = format.map(|name| self.format(name)).transpose()?;
        (self.parse)(text, format)
    }

    fn format(&self, name: &str) -> Result<&'static Format, TextError> {
        self.formats.iter().find(|format| format.name == name).ok_or_else(|| {
            let known: Vec<_> = self.formats.iter().map(|format| format.name).collect();
            let known = known.join(", ");
            let kind = self.name;
            TextError::whole(format!("{kind} has no format '{name}'; its formats are {known}"))
        })
    }
}

/// A way to write a puzzle down.
#[derive(Debug, PartialEq, Eq)]
pub struct Format {
    /// What `--format` calls it.
    pub name: &'static str,
    /// What it looks like.
    pub shape: &'static str,
}

/// One puzzle, read and valid. It may still have no answer.
pub trait Puzzle: Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static Kind;

    /// What it is called in a heading: `8-Queens`.
    fn title(&self) -> String;

    /// What answers are answers for: `N=8`.
    fn subject(&self) -> String;

    /// A name for files about it, if it has one of its own: `8-queens`.
    fn file_stem(&self) -> Option<String> {
        None
    }

    /// What the reader should know about how the text was understood.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// The text that reads back as this puzzle.
    fn print(&self) -> String;

    /// The rules as logic.
    fn model(&self) -> Model;

    /// The rules of the game, plainly, without the model: the witness for every answer.
    fn check(&self, filling: &Filling) -> Result<(), Broken>;

    /// Clues that break a rule by themselves, so that there can be no answer.
    fn contradiction(&self) -> Option<Broken>;

    /// Reads a filled board that somebody wrote and judges it by the plain rules. A text that is
    /// no filled board at all is an error; a wrong one is broken.
    fn judge(&self, text: &str) -> Result<Result<(), Broken>, TextError>;

    /// The board, empty or with an answer.
    fn board(&self, filling: Option<&Filling>) -> Board;

    /// An answer in JSON.
    fn answer_json(&self, filling: &Filling) -> serde_json::Value;

    /// The symmetries of this instance, apart from identity: each turns answers into answers.
    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }
}

/// A rule that does not hold, in a player's words, with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Turns an answer into another answer of the same instance.
pub type Symmetry = Box<dyn Fn(&Filling) -> Filling + Send + Sync>;
