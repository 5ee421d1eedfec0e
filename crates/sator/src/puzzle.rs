//! What every puzzle offers; all verbs are written against this.

use std::fmt;
use std::sync::Arc;

use sator_sat::TextError;

use crate::boxes::BoxShape;
use crate::create::Creation;
use crate::model::{CellId, CellName, Clues, Model, Solution, Value};
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
    /// Which of these formats are of files that are no text.
    pub binary: &'static [Binary],
    /// What else can be said about a text of this kind.
    pub settings: &'static [Setting],
    /// Whether a text looks as if it were meant as this kind, rightly written or not.
    pub looks_like: fn(&str) -> bool,
    /// Whether a text may hold many puzzles, one a line.
    pub layout: fn(&str, &ParseOptions<'_>) -> Layout,
    /// What many puzzles in lines have in common, where one line alone may tell too little.
    pub common: fn(&str, &ParseOptions<'_>) -> Option<Common>,
    /// Reads a puzzle as it is to be understood.
    pub parse: Parse,
    /// Whether the answers of many puzzles in one text are a line each, by [`Puzzle::answer_line`],
    /// or a board each.
    pub answers_in_lines: bool,
    /// How new ones are made, if that is offered.
    pub creation: Option<&'static Creation>,
    /// A small instance for tests and help, as [`Kind::parse`] takes it.
    pub example: &'static str,
}

/// Reads a puzzle as it is to be understood; the format is one of the kind's.
pub type Parse = fn(&str, &ParseOptions<'_>) -> Result<AnyPuzzle, TextError>;

/// How to understand a text, where looking is not enough.
#[derive(Debug, Clone, Copy, Default)]
pub struct ParseOptions<'a> {
    /// The name of its format.
    pub format: Option<&'a str>,
    /// The shape of a box.
    pub box_shape: Option<BoxShape>,
    /// Which symbols are which values.
    pub alphabet: Option<&'a str>,
    /// Which symbols are which values in most puzzles of a text, where that fits this one.
    pub likely_alphabet: Option<&'a str>,
    /// How many mines there are.
    pub mines: Option<usize>,
    /// Nobody said which kind it is: a text that may as well be another's is refused.
    pub is_guess: bool,
}

impl<'a> ParseOptions<'a> {
    /// A text in the format of that name.
    pub fn in_format(name: &'a str) -> Self {
        Self { format: Some(name), ..Self::default() }
    }

    /// What is said, apart from the format.
    pub(crate) fn settings(&self) -> impl Iterator<Item = Setting> {
        let box_shape = self.box_shape.map(|_| Setting::BoxShape);
        let alphabet = self.alphabet.map(|_| Setting::Alphabet);
        let mines = self.mines.map(|_| Setting::Mines);
        box_shape.into_iter().chain(alphabet).chain(mines)
    }
}

/// What can be said about a text, apart from its format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// [`ParseOptions::box_shape`].
    BoxShape,
    /// [`ParseOptions::alphabet`].
    Alphabet,
    /// [`ParseOptions::mines`].
    Mines,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BoxShape => "boxes",
            Self::Alphabet => "alphabets",
            Self::Mines => "number of mines",
        })
    }
}

/// What puzzles in one text have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common {
    /// Which symbols are which values: [`ParseOptions::likely_alphabet`].
    pub alphabet: String,
    /// What the reader should know about it.
    pub note: String,
}

/// How puzzles are laid out in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// The whole text is one puzzle.
    Whole,
    /// Each line is a puzzle by itself.
    Lines,
}

impl Kind {
    /// Whether `word` means this kind.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.aliases.contains(&word)
    }

    /// Whether it can be written in a format of that name.
    pub fn has_format(&self, name: &str) -> bool {
        self.formats.iter().any(|format| format.name == name)
    }

    /// Reads a puzzle as it is to be understood.
    pub fn read(&self, text: &str, reading: &ParseOptions<'_>) -> Result<AnyPuzzle, TextError> {
        let kind = self.name;
        if let Some(name) = reading.format
            && !self.has_format(name)
        {
            let known: Vec<_> = self.formats.iter().map(|format| format.name).collect();
            let known = known.join(", ");
            let message = format!("{kind} has no format '{name}'; its formats are {known}");
            return Err(TextError::whole(message));
        }
        if let Some(alien) = reading.settings().find(|said| !self.settings.contains(said)) {
            return Err(TextError::whole(format!("{kind} has no {alien} to choose")));
        }
        (self.parse)(text, reading)
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

/// A format of files that are no text. Its reader takes the bytes in hexadecimal digits.
#[derive(Debug, Clone, Copy)]
pub struct Binary {
    /// What `--format` calls it.
    pub name: &'static str,
    /// Whether bytes can be such a file.
    pub fits: fn(&[u8]) -> bool,
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

    /// Numbers that tell the rules of this kind apart: puzzles with equal keys have equal
    /// [`Puzzle::rules`], which are then compiled once. `None` where rules are seldom shared.
    fn rules_key(&self) -> Option<[usize; 3]> {
        None
    }

    /// The rules without the clues.
    fn rules(&self) -> Model;

    /// What this instance adds to the rules.
    fn clues(&self) -> Clues;

    /// The rules of the game, plainly, without the model: the witness for every answer.
    fn check(&self, solution: &Solution) -> Result<(), Violation>;

    /// Clues that break a rule by themselves, so that there can be no answer.
    fn contradiction(&self) -> Option<Violation>;

    /// Reads a filled board that somebody wrote, or [`Puzzle::answer_json`], and judges it by the
    /// plain rules. A text that is
    /// no filled board at all is an error; a wrong one is broken; a right one is an answer.
    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError>;

    /// The board, empty or with an answer.
    fn board(&self, solution: Option<&Solution>) -> Board;

    /// An answer in JSON.
    fn answer_json(&self, solution: &Solution) -> serde_json::Value;

    /// An answer in one line: JSON, unless people have a plainer way.
    fn answer_line(&self, solution: &Solution) -> String {
        self.answer_json(solution).to_string()
    }

    /// How a value is written.
    fn symbol(&self, value: Value) -> String {
        value.to_string()
    }

    /// The symmetries of this instance, apart from identity: each turns answers into answers. None
    /// where the kind has no answer to that question.
    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        None
    }

    /// The cells that are open and that no clue speaks of: they are not in the model, and may be
    /// anything.
    fn unconstrained(&self) -> Vec<CellName> {
        Vec::new()
    }

    /// What a cell that is true or false is called when it is false, and when it is true; nothing
    /// where cells have other values.
    fn truth_words(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// How many cells are true in all, those included that are known, if that was said.
    fn total(&self) -> Option<usize> {
        None
    }
}

/// A rule that does not hold, in a player's words, with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// A symmetry of an instance: maps each (cell, value) to its image.
pub type Symmetry = Box<dyn Fn(CellId, Value) -> (CellId, Value) + Send + Sync>;

/// A puzzle of any kind.
pub type AnyPuzzle = Arc<dyn Puzzle>;
