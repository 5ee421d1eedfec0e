//! What a text is, told from its shape alone: which format it has, and whether it is meant as a
//! board of mines at all.

use super::super::{Minesweeper, Square};
use super::{mine, puzzlink, text, toollib};
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
        Some(first) if mine::is_header(first.text) => "mine",
        Some(first) if puzzlink::is_in(first.text) => "puzzlink",
        Some(first) if !text::is_header(first) => "rows",
        _ => "text",
    }
}

/// What a text rather is, where it could be read as a board of mines but hardly is.
pub(super) fn doubt(format: &str, board: &Minesweeper) -> Option<&'static str> {
    let is_number = |square: &Square| matches!(square, Square::Number(_));
    match format {
        "rows" => Some("rows without their number"),
        "text" if board.squares.iter().all(is_number) => Some("numbers alone"),
        _ => None,
    }
}

/// Whether a text seems to be meant as a board of mines, rightly written or not.
pub(in super::super) fn looks_like(text: &str) -> bool {
    match format(text) {
        "json" => text.contains("\"board\""),
        "text" => lines(text).skip(1).any(|row| row.text.contains(['?', '*'])),
        "rows" => false,
        _ => true,
    }
}
