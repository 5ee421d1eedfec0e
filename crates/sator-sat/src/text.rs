//! Shared by all readers of text: an error with its position, and the wording of messages.

use std::fmt;

/// An error in a text. Lines and columns count from 1; columns are characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The line, or 0 if the error concerns the whole text.
    pub line: usize,
    /// The column, or 0 if the error concerns the whole line.
    pub column: usize,
    /// The message: what was expected and what was found.
    pub message: String,
}

impl TextError {
    /// An error that concerns the whole text.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { line: 0, column: 0, message: message.into() }
    }

    /// An error that concerns a line.
    pub fn line(line: usize, message: impl Into<String>) -> Self {
        Self { line, column: 0, message: message.into() }
    }

    /// An error at a column of a line.
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into() }
    }
}

/// `4:7: message`, `4: message` or `message`.
impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => write!(f, "{}", self.message),
            (line, 0) => write!(f, "{line}: {}", self.message),
            (line, column) => write!(f, "{line}:{column}: {}", self.message),
        }
    }
}

impl std::error::Error for TextError {}

/// A piece of text as an error message shows it: quoted, with control characters escaped, and cut
/// if it is long.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 24;
    let visible: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("'{visible}{rest}'")
}

/// A number with its noun: `3 rows`, `1 row`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Several things in a sentence: `a, b and c` with the word `and`.
pub fn listed(items: &[impl ToString], word: &str) -> String {
    let items: Vec<_> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
