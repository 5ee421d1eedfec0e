//! Pieces in squares: queens, mines, flags, and marks for safe and blocked squares.

use crate::render::{Role, Tile};

/// The drawing of a piece around a point.
type Drawing = fn([usize; 2]) -> String;

/// All pieces: the name, the class of the group that contains it, and the drawing.
pub(super) const PIECES: [(&str, &str, Drawing); 5] = [
    ("queen", "", queen),
    ("mine", "mine", mine),
    ("flag", "", flag),
    ("safe", "safe line", tick),
    ("blocked", "line", cross),
];

/// The piece that a text stands for, drawn around the middle of its square.
pub(super) fn piece(tile: &Tile, middle: [usize; 2]) -> Option<String> {
    let draw = match (&*tile.text, tile.role) {
        ("Q", _) => queen,
        ("*", Role::Given) => flag,
        ("*", _) => mine,
        ("s", _) => tick,
        ("x", _) => cross,
        _ => return None,
    };
    Some(draw(middle))
}

/// A crown with five points, a pearl on each, and a foot.
fn queen([x, y]: [usize; 2]) -> String {
    format!(
        "<path d=\"M{} {}l-4-13 5.5 5 1-9 4.5 8 2-10 2 10 4.5-8 1 9 5.5-5-4 13z\"/>\
        <path class=\"ornament\" d=\"M{} {}h.01m6.5-4h.01m6.5-2h.01m6.5 2h.01m6.5 4h.01M{} {}h16\"/>",
        x - 9,
        y + 8,
        x - 13,
        y - 6,
        x - 8,
        y + 12
    )
}

/// A ball with spikes and a gleam.
fn mine([x, y]: [usize; 2]) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\"/>\
        <path d=\"M{} {y}h26m-13-13v26m-9-22l18 18m0-18l-18 18\"/>\
        <circle class=\"shine\" cx=\"{}\" cy=\"{}\" r=\"2\"/>",
        x - 13,
        x - 3,
        y - 3
    )
}

/// A red flag on a pole.
fn flag([x, y]: [usize; 2]) -> String {
    format!(
        "<path class=\"cloth\" d=\"M{} {}l14 6-14 7z\"/>\
        <path class=\"pole\" d=\"M{} {}v-23m-6 23h14\"/>",
        x - 4,
        y - 12,
        x - 4,
        y + 11
    )
}

fn tick([x, y]: [usize; 2]) -> String {
    format!("<path d=\"M{} {}l6 7 12-15\"/>", x - 9, y + 1)
}

fn cross([x, y]: [usize; 2]) -> String {
    format!("<path d=\"M{} {}l12 12m0-12l-12 12\"/>", x - 6, y - 6)
}
