//! Kinds of puzzles: their names, the options that only they have, and the formats of their texts.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use sator_sat::TextError;
use serde::{Deserialize, Serialize};

use crate::create::Creation;
use crate::puzzle::{AnyPuzzle, Puzzle};
use crate::text::{Span, lines, own_output};

/// A kind of puzzle: an entry of the registry.
#[derive(Debug)]
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// Alternative names.
    pub aliases: &'static [&'static str],
    /// A description in one line.
    pub summary: &'static str,
    /// The formats in which it can be read and printed.
    pub formats: &'static dyn FormatTable,
    /// The options for reading that the kind supports.
    pub options: &'static [&'static OptionSpec],
    /// Whether the answers of a list of puzzles are printed as one line each, by
    /// [`Puzzle::answer_line`], or as boards.
    pub answers_in_lines: bool,
    /// How new puzzles are created, if the kind offers that.
    pub creation: Option<&'static Creation>,
    /// A small instance for tests and help.
    pub example: &'static str,
}

/// An option for reading texts that some kinds support: `--NAME VALUE` on the command line. Code
/// that is independent of kinds passes the value on unchanged.
#[derive(Debug)]
pub struct OptionSpec {
    /// `--NAME`.
    pub name: &'static str,
    /// A placeholder for the value in help texts; empty for a flag, whose value is
    /// [`FLAG_VALUE`].
    pub value_name: &'static str,
    /// A description for help texts.
    pub help: &'static str,
    /// Checks the value independently of any puzzle.
    pub check: fn(&str) -> Result<(), String>,
}

/// The value of a flag.
pub const FLAG_VALUE: &str = "true";

impl OptionSpec {
    /// Whether it is a flag: it is written without a value.
    pub fn is_flag(&self) -> bool {
        self.value_name.is_empty()
    }
}

/// How to read a text.
#[derive(Debug, Clone, Copy, Default)]
pub struct ParseOptions<'a> {
    /// The name of the format; `None` to detect it.
    pub format: Option<&'a str>,
    /// Values of [`Kind::options`] by their names.
    pub values: &'a [(&'a str, &'a str)],
    /// A property shared by the puzzles of a list: [`Common::hint`].
    pub hint: Option<&'a str>,
    /// Whether the kind is a guess: then a text that may be of another kind is refused.
    pub is_guess: bool,
}

impl<'a> ParseOptions<'a> {
    /// Options for a text in the format of that name.
    pub fn in_format(name: &'a str) -> Self {
        Self { format: Some(name), ..Self::default() }
    }

    /// Options with values for some of [`Kind::options`].
    pub fn with(values: &'a [(&'a str, &'a str)]) -> Self {
        Self { values, ..Self::default() }
    }

    /// Options for a text of an unknown kind.
    pub fn guess() -> Self {
        Self { is_guess: true, ..Self::default() }
    }

    /// The value of an option of the kind.
    pub fn value(&self, option: &OptionSpec) -> Option<&'a str> {
        self.values.iter().find(|(name, _)| *name == option.name).map(|(_, value)| *value)
    }
}

/// A property shared by the puzzles of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Common {
    /// The value for [`ParseOptions::hint`].
    pub hint: String,
    /// The same in words for the user.
    pub note: String,
}

/// The confidence that a text is in a format of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The text is not in the format.
    No,
    /// The text has the shape, but other texts may have it too.
    Possible,
    /// The text is meant as a puzzle of this kind, perhaps with a slip.
    Likely,
    /// The text has a unique mark of the format.
    Certain,
}

impl Confidence {
    /// `self` if the condition holds, or else [`Confidence::No`].
    #[must_use]
    pub fn only_if(self, condition: bool) -> Self {
        if condition { self } else { Self::No }
    }
}

/// A text format of puzzles of type `P`.
pub(crate) struct Format<P> {
    pub(crate) name: &'static str,
    summary: &'static str,
    sniff: fn(&str) -> Confidence,
    parse: Parse<P>,
    print: Option<Print<P>>,
    is_list: IsList,
    fits_bytes: Option<fn(&[u8]) -> bool>,
}

/// Parses a text. The text may be anything.
type Parse<P> = fn(&str, &ParseOptions<'_>) -> Result<P, TextError>;

/// Prints a puzzle; the error names the property that the format cannot express.
type Print<P> = fn(&P) -> Result<String, String>;

/// Whether each of several lines is a puzzle.
type IsList = fn(&[Span<'_>], &ParseOptions<'_>) -> bool;

impl<P> PartialEq for Format<P> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl<P> Format<P> {
    /// Creates a format for reading. `name` is for `--format`, and `summary` shows an example.
    pub(crate) const fn new(
        name: &'static str,
        summary: &'static str,
        sniff: fn(&str) -> Confidence,
        parse: Parse<P>,
    ) -> Self {
        let is_list: IsList = |_, _| false;
        Self { name, summary, sniff, parse, print: None, is_list, fits_bytes: None }
    }

    /// Adds printing. The printed text has no final line end.
    pub(crate) const fn printed(self, print: Print<P>) -> Self {
        Self { print: Some(print), ..self }
    }

    /// Adds lists of one puzzle per line.
    pub(crate) const fn listed(self, is_list: IsList) -> Self {
        Self { is_list, ..self }
    }

    /// Adds binary files, which the reader gets as hexadecimal digits.
    pub(crate) const fn binary(self, fits: fn(&[u8]) -> bool) -> Self {
        Self { fits_bytes: Some(fits), ..self }
    }
}

/// The formats of puzzles of type `P`. The first is the fallback; of several that fit equally well
/// the last is taken, so that special formats come after general ones.
pub(crate) struct Formats<P: 'static> {
    list: &'static [&'static Format<P>],
    /// Whether two instances are the same puzzle, ignoring notes and symbols.
    is_same: fn(&P, &P) -> bool,
    /// Reads the simplest texts faster than their format does, with the same result.
    shortcut: fn(&str, &ParseOptions<'_>) -> Option<P>,
    /// Completes each puzzle after reading, or refuses it if the kind is a guess.
    review: Review<P>,
    common: fn(&str, &ParseOptions<'_>) -> Option<Common>,
}

type Review<P> = fn(P, &str, Confidence, &ParseOptions<'_>) -> Result<P, TextError>;

impl<P: Puzzle> Formats<P> {
    pub(crate) const fn new(list: &'static [&'static Format<P>]) -> Self {
        Self {
            list,
            is_same: |one, other| one.print() == other.print(),
            shortcut: |_, _| None,
            review: |puzzle, _, _, _| Ok(puzzle),
            common: |_, _| None,
        }
    }

    pub(crate) const fn with_sameness(self, is_same: fn(&P, &P) -> bool) -> Self {
        Self { is_same, ..self }
    }

    pub(crate) const fn with_review(self, review: Review<P>) -> Self {
        Self { review, ..self }
    }

    pub(crate) const fn with_shortcut(
        self,
        shortcut: fn(&str, &ParseOptions<'_>) -> Option<P>,
        common: fn(&str, &ParseOptions<'_>) -> Option<Common>,
    ) -> Self {
        Self { shortcut, common, ..self }
    }

    fn find(&self, name: &str) -> Option<&'static Format<P>> {
        self.list.iter().copied().find(|format| format.name == name)
    }

    /// The format with the highest confidence.
    fn best(&self, text: &str) -> (&'static Format<P>, Confidence) {
        let mut best = (self.list[0], Confidence::No);
        for &format in self.list.iter().rev() {
            let confidence = (format.sniff)(text);
            if confidence > best.1 {
                best = (format, confidence);
            }
            if confidence == Confidence::Certain {
                break;
            }
        }
        best
    }

    /// The detected format of a text.
    pub(crate) fn recognise(&self, text: &str) -> &'static Format<P> {
        self.best(text).0
    }

    /// Reads a puzzle.
    pub(crate) fn parse(&self, text: &str, options: &ParseOptions<'_>) -> Result<P, TextError> {
        let quick = (self.shortcut)(text, options);
        quick.map_or_else(|| self.parse_by_format(text, options), Ok)
    }

    /// Reads a puzzle without the shortcut.
    pub(crate) fn parse_by_format(
        &self,
        text: &str,
        options: &ParseOptions<'_>,
    ) -> Result<P, TextError> {
        let (format, confidence) = match options.format {
            None => self.best(text),
            Some(name) => {
                let unknown = || TextError::whole(format!("there is no format '{name}'"));
                let format = self.find(name).ok_or_else(unknown)?;
                (format, (format.sniff)(text))
            }
        };
        (self.review)((format.parse)(text, options)?, text, confidence, options)
    }

    /// Prints a puzzle. The text reads back as the same puzzle.
    pub(crate) fn print(&self, puzzle: &P, format: &Format<P>) -> Result<String, String> {
        let text = format.print.ok_or("nothing is written in this format")?(puzzle)?;
        let is_same = |again: P| (self.is_same)(puzzle, &again);
        if self.parse(&text, &ParseOptions::default()).is_ok_and(is_same) {
            return Ok(text);
        }
        Err("it would be read back as another puzzle".to_owned())
    }
}

/// The formats of a kind, independent of the type of its puzzles.
pub trait FormatTable: Sync {
    /// Every format.
    fn list(&self) -> Vec<FormatInfo>;

    /// The highest confidence of all formats.
    fn sniff(&self, text: &str) -> Confidence;

    /// Reads a puzzle.
    fn parse(&self, text: &str, options: &ParseOptions<'_>) -> Result<AnyPuzzle, TextError>;

    /// Prints a puzzle of this kind in the format of that name. The error names the property that
    /// the format cannot express.
    fn print(&self, puzzle: &dyn Puzzle, format: &str) -> Result<String, String>;

    /// Whether a text holds many puzzles, one per line. The beginning of a long text is enough.
    fn is_list(&self, text: &str, options: &ParseOptions<'_>) -> bool;

    /// The property shared by the puzzles of a list, where a single line may be ambiguous.
    fn common(&self, text: &str, options: &ParseOptions<'_>) -> Option<Common>;
}

impl fmt::Debug for dyn FormatTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list()).finish()
    }
}

/// The description of a format, independent of the type of its puzzles.
#[derive(Debug, Clone, Copy)]
pub struct FormatInfo {
    /// Its name for `--format` and `--to`.
    pub name: &'static str,
    /// A short example or description.
    pub summary: &'static str,
    /// Whether puzzles can be printed in it.
    pub prints: bool,
    /// Whether bytes may be a binary file in this format, if it has binary files.
    pub fits_bytes: Option<fn(&[u8]) -> bool>,
}

impl<P: Puzzle> FormatTable for Formats<P> {
    fn list(&self) -> Vec<FormatInfo> {
        let info = |format: &&'static Format<P>| FormatInfo {
            name: format.name,
            summary: format.summary,
            prints: format.print.is_some(),
            fits_bytes: format.fits_bytes,
        };
        self.list.iter().map(info).collect()
    }

    fn sniff(&self, text: &str) -> Confidence {
        self.best(text).1
    }

    fn parse(&self, text: &str, options: &ParseOptions<'_>) -> Result<AnyPuzzle, TextError> {
        Ok(Arc::new(Self::parse(self, text, options)?))
    }

    fn print(&self, puzzle: &dyn Puzzle, format: &str) -> Result<String, String> {
        let format = self.find(format).ok_or_else(|| format!("there is no format '{format}'"))?;
        let puzzle = (puzzle as &dyn Any).downcast_ref();
        Self::print(self, puzzle.ok_or("it is a puzzle of another kind")?, format)
    }

    fn is_list(&self, text: &str, options: &ParseOptions<'_>) -> bool {
        /// The number of lines to examine: more than the largest grid has, with all its frames.
        const EXAMINED_LINES: usize = 100;
        let lines: Vec<_> = lines(text).take(EXAMINED_LINES).collect();
        let mut formats =
            self.list.iter().filter(|it| options.format.is_none_or(|name| name == it.name));
        lines.len() > 1 && formats.any(|format| (format.is_list)(&lines, options))
    }

    fn common(&self, text: &str, options: &ParseOptions<'_>) -> Option<Common> {
        (self.common)(text, options)
    }
}

/// Why a puzzle cannot be printed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// The kind does not print this format.
    #[error("{kind} cannot be written as '{format}'; it can be written as {known}")]
    UnknownFormat {
        /// The kind.
        kind: &'static str,
        /// The requested format.
        format: String,
        /// The formats that it prints.
        known: String,
    },
    /// The format cannot express this puzzle.
    #[error("this {kind} cannot be written as {format}: {reason}")]
    Inexpressible {
        /// The kind.
        kind: &'static str,
        /// The format.
        format: String,
        /// The property that the format cannot express.
        reason: String,
    },
}

impl Kind {
    /// A kind without aliases, options and creation.
    pub(crate) const fn new(
        name: &'static str,
        summary: &'static str,
        formats: &'static dyn FormatTable,
        example: &'static str,
    ) -> Self {
        Self {
            name,
            aliases: &[],
            summary,
            formats,
            options: &[],
            answers_in_lines: false,
            creation: None,
            example,
        }
    }

    /// Whether `word` is a name of this kind.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.aliases.contains(&word)
    }

    /// Whether it has a format of that name.
    pub fn has_format(&self, name: &str) -> bool {
        self.formats.list().iter().any(|format| format.name == name)
    }

    /// Whether the kind supports all given options.
    pub fn has_options(&self, options: &ParseOptions<'_>) -> bool {
        self.missing_option(options).is_none()
    }

    fn missing_option<'a>(&self, options: &ParseOptions<'a>) -> Option<&'a str> {
        let has = |name: &str| self.options.iter().any(|option| option.name == name);
        options.values.iter().map(|(name, _)| *name).find(|name| !has(name))
    }

    /// Reads a puzzle.
    pub fn read(&self, text: &str, options: &ParseOptions<'_>) -> Result<AnyPuzzle, TextError> {
        let kind = self.name;
        if let Some(name) = options.format
            && !self.has_format(name)
        {
            let known: Vec<_> = self.formats.list().iter().map(|format| format.name).collect();
            let known = known.join(", ");
            let message = format!("{kind} has no format '{name}'; its formats are {known}");
            return Err(TextError::whole(message));
        }
        if let Some(name) = self.missing_option(options) {
            return Err(TextError::whole(format!("{kind} has no option {name}")));
        }
        let own = own_output(text).transpose()?;
        let text = own.as_deref().unwrap_or(text);
        let read = self.formats.parse(text, options);
        read.map_err(|error| match self.formats.sniff(text) {
            Confidence::Certain => error,
            _ => crate::puzzles::foreign(text).unwrap_or(error),
        })
    }

    /// Prints a puzzle of this kind in the format of that name. The text reads back as the same
    /// puzzle, and has no final line end.
    pub fn print(&self, puzzle: &dyn Puzzle, format: &str) -> Result<String, PrintError> {
        let (kind, list) = (self.name, self.formats.list());
        if !list.iter().any(|it| it.prints && it.name == format) {
            let known: Vec<_> = list.iter().filter(|it| it.prints).map(|it| it.name).collect();
            let known = known.join(", ");
            return Err(PrintError::UnknownFormat { kind, format: format.to_owned(), known });
        }
        let printed = self.formats.print(puzzle, format);
        let format = format.to_owned();
        printed.map_err(|reason| PrintError::Inexpressible { kind, format, reason })
    }
}
