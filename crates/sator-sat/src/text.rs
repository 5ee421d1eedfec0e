//! What every reader of text shares: an error that names its place, and how things are said in it.

use std::fmt;

/// Something in a text is not as expected. Lines and columns count from 1; columns are characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// Where: the line, or 0 if the text as a whole is meant.
    pub line: usize,
    /// Where in the line, or 0 if the line as a whole is meant.
    pub column: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl TextError {
    /// The text as a whole is wrong.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { line: 0, column: 0, message: message.into() }
    }

    /// A line is wrong.
    pub fn line(line: usize, message: impl Into<String>) -> Self {
        Self { line, column: 0, message: message.into() }
    }

    /// One place is wrong.
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

/// How a piece of text is shown in an error: quoted, control characters made visible, and cut
/// where it is long.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 24;
    let visible: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("'{visible}{rest}'")
}

/// So many of something: `3 rows`, `1 row`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
