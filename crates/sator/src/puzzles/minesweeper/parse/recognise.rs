//! What a text is, told from its shape alone: which format it has, and whether it is meant as a
//! board of mines at all.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::{Minesweeper, Square};
use super::{json, mine, puzzlink, text, toollib};
use crate::pieces::{lines, unmarked};

/// The format to read a text in.
///
/// In this order: `{` begins an object, and some formats begin with words of their own; two or three
/// numbers in the first line are a size; rows may come without one.
pub(super) fn format(content: &str) -> &'static str {
    let begin = unmarked(content).trim_start();
    match lines(content).next() {
        _ if begin.starts_with('{') => "json",
        _ if toollib::begins(content) => "toollib",
        Some(_) if mine::begins(content) => "mine",
        Some(first) if puzzlink::is_in(first.text) => "puzzlink",
        Some(first) if !text::is_header(first) => "rows",
        _ => "text",
    }
}

/// What is wrong with a text that could be read as a board of mines, but hardly is one.
pub(super) fn doubt(format: &str, text: &str, board: &Minesweeper) -> Option<TextError> {
    const WORD: &str = "say minesweeper before it, if it is one";
    let is_number = |square: &Square| matches!(square, Square::Number(_));
    match format {
        "rows" => {
            let expected = "a board of mines, whose rows and columns come first (R C)";
            let found = shown(lines(text).next().map_or("", |first| first.text));
            Some(TextError::whole(format!("expected {expected}, found {found}: {WORD}")))
        }
        "text" if board.squares.iter().all(is_number) => {
            let message = format!("expected a board of mines, found numbers alone: {WORD}");
            Some(TextError::whole(message))
        }
        _ => None,
    }
}

/// Whether a text seems to be meant as a board of mines, rightly written or not.
pub(in super::super) fn looks_like(text: &str) -> bool {
    match format(text) {
        "json" => text.contains("\"board\"") || json::is_named(text),
        "text" => lines(text).skip(1).any(|row| row.text.contains(['?', '*'])),
        "rows" => false,
        _ => true,
    }
}
