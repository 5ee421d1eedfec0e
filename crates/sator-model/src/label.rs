//! Names of constraints. Text is composed when it is read: a puzzle has thousands of constraints,
//! and most of them are never shown.

use std::fmt::Write;
use std::sync::Arc;

use crate::cell::{CellId, Cells};

/// The name of a constraint: a subject ("row 3"), from which the constraint composes its sentences,
/// or a whole sentence.
#[derive(Clone, Default)]
pub enum Label {
    /// No name: the constraint describes itself by its cells.
    #[default]
    Unnamed,
    /// A noun: "the main diagonal".
    Noun(&'static str),
    /// A noun that is composed when the constraint is stated.
    Name(Arc<str>),
    /// A noun and a number: "row 3".
    Numbered(&'static str, usize),
    /// A noun and a cell: "the cage at r1c1".
    At(&'static str, CellId),
    /// A sentence about up to four numbers.
    Sentence {
        /// Composes the sentence.
        say: fn([usize; 4]) -> String,
        /// The numbers.
        about: [usize; 4],
    },
    /// A sentence.
    Text(Arc<str>),
}

impl Label {
    /// The sentence that `say` composes of up to four numbers.
    pub fn sentence<const N: usize>(about: [usize; N], say: fn([usize; 4]) -> String) -> Self {
        const { assert!(N <= 4, "a sentence is about four numbers at most") };
        let mut numbers = [0; 4];
        numbers[..N].copy_from_slice(&about);
        Self::Sentence { say, about: numbers }
    }

    /// The subject, if the label is one.
    pub(crate) fn subject(&self, cells: &Cells) -> Option<String> {
        match self {
            Self::Noun(noun) => Some((*noun).to_owned()),
            Self::Name(noun) => Some(noun.to_string()),
            Self::Numbered(noun, number) => Some(format!("{noun} {number}")),
            Self::At(noun, cell) => Some(format!("{noun} {}", cells.name(*cell))),
            Self::Unnamed | Self::Sentence { .. } | Self::Text(_) => None,
        }
    }

    /// The sentence, if the label is one.
    pub(crate) fn whole(&self) -> Option<String> {
        match self {
            Self::Sentence { say, about } => Some(say(*about)),
            Self::Text(text) => Some(text.to_string()),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unnamed => f.write_str("unnamed"),
            Self::Noun(noun) => f.write_str(noun),
            Self::Name(noun) => f.write_str(noun),
            Self::Numbered(noun, number) => write!(f, "{noun} {number}"),
            Self::At(noun, cell) => write!(f, "{noun} {cell:?}"),
            Self::Sentence { say, about } => f.write_str(&say(*about)),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<&'static str> for Label {
    fn from(noun: &'static str) -> Self {
        Self::Noun(noun)
    }
}

impl From<(&'static str, usize)> for Label {
    fn from((noun, number): (&'static str, usize)) -> Self {
        Self::Numbered(noun, number)
    }
}

impl From<(&'static str, CellId)> for Label {
    fn from((noun, cell): (&'static str, CellId)) -> Self {
        Self::At(noun, cell)
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// "r1c1, r1c2".
pub(crate) fn names(cells: &Cells, ids: impl IntoIterator<Item = CellId>) -> String {
    let mut text = String::new();
    for (index, id) in ids.into_iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{}", cells.name(id));
    }
    text
}
