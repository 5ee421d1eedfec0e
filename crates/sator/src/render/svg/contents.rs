//! The contents of squares as SVG: values, totals of black squares, pieces, small notes, and frames
//! around the best choices.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Drawing, Emphasis, SIDE, TOTAL, VALUE, baseline, group, paths, pieces, text};
use crate::render::{Ground, Role, Square, Tile};

impl Drawing<'_> {
    /// The contents of all squares, or only of those that cannot be filled in.
    pub(super) fn values(&self, has_contents: bool, svg: &mut String) {
        let mut groups: BTreeMap<(String, usize), String> = BTreeMap::new();
        for (square, tile) in self.tiles() {
            let is_fixed = tile.ground == Ground::Black;
            if tile.role == Role::Empty || !(has_contents || is_fixed) {
                continue;
            }
            let content = match tile.ground {
                Ground::Black => self.totals(square, tile),
                _ => self.content(square, tile),
            };
            *groups.entry((self.class(tile), self.font_size(tile))).or_default() += &content;
        }
        for ((class, size), content) in groups {
            if size == VALUE || content.is_empty() {
                group(&class, &content, svg);
            } else {
                let _ = write!(svg, "<g class=\"{class}\" font-size=\"{size}\">{content}</g>");
            }
        }
        if has_contents {
            self.frames(svg);
        }
    }

    /// Frames around the best choices.
    fn frames(&self, svg: &mut String) {
        let best = self.tiles().filter(|(_, tile)| tile.role == Role::Best);
        let corners = best.map(|(square, _)| self.corner(square));
        let side = SIDE - 6;
        let frame = |[x, y]: [usize; 2]| format!("M{} {}h{side}v{side}h-{side}z", x + 3, y + 3);
        paths([("frame".to_owned(), corners.map(frame).collect())], svg);
    }

    /// The class of a content.
    fn class(&self, tile: &Tile) -> String {
        let word = match tile.role {
            _ if tile.ground == Ground::Black => "totals",
            Role::Number(number) => return format!("number{number}"),
            role => role.word(),
        };
        // Marks are lines, and queens and mines are filled.
        match &*tile.text {
            "s" if self.board.pieces && tile.role == Role::Best => "safe line".to_owned(),
            "s" | "x" if self.board.pieces => format!("{word} line"),
            _ => word.to_owned(),
        }
    }

    /// The font size of a content: long ones are smaller, and all values have the same size.
    fn font_size(&self, tile: &Tile) -> usize {
        let length = match value_length(tile) {
            0 => tile.text.chars().count(),
            _ => self.longest_value,
        };
        match length {
            _ if tile.ground == Ground::Black => VALUE,
            ..=1 => VALUE,
            // A percent sign is wider than a digit.
            3.. if tile.text.ends_with('%') => 13,
            2 => 20,
            3 => 16,
            _ => 12,
        }
    }

    fn content(&self, square: Square, tile: &Tile) -> String {
        if self.board.pieces
            && let Some(piece) = pieces::piece(tile, self.centre(square))
        {
            return piece;
        }
        let [x, y] = self.centre(square);
        // The label of a cage is above the value. Figures have the value in their middle.
        let is_lowered = self.board.areas.is_some() && self.board.figures.is_empty();
        let down = if is_lowered { 3 } else { 0 };
        let mut content = String::new();
        text([x, baseline(y + down, self.font_size(tile))], &tile.text, &mut content);
        content
    }

    /// The totals of a black square below and above a diagonal.
    fn totals(&self, square: Square, tile: &Tile) -> String {
        let Some((down, right)) = tile.text.split_once('\\') else { return String::new() };
        let [x, y] = self.corner(square);
        let mut content = format!("<path d=\"M{x} {y}l{SIDE} {SIDE}\"/>");
        for (total, [x, y]) in [(down, [x + 12, y + 29]), (right, [x + 28, y + 12])] {
            if !total.is_empty() {
                text([x, baseline(y, TOTAL)], total, &mut content);
            }
        }
        content
    }

    pub(super) fn notes(&self, svg: &mut String) {
        let columns = self.overlay.note_columns.max(1);
        // The label of a cage is above the notes.
        let [top, bottom] = if self.board.areas.is_some() { [13, 3] } else { [2, 2] };
        let (width, height) = ((SIDE - 4) / columns, (SIDE - top - bottom) / columns);
        let longest = self.overlay.notes.values().flatten().map(|note| note.text.chars().count());
        let longest = longest.max().unwrap_or(1).max(1);
        let size = (height * 9).div_ceil(10).min(width * 3 / 2 / longest).min(VALUE);
        let mut groups: BTreeMap<&str, String> = BTreeMap::new();
        for (&square, notes) in &self.overlay.notes {
            let [x, y] = self.corner(square);
            for note in notes {
                let class = match note.emphasis {
                    Emphasis::Plain => "plain",
                    Emphasis::Weak => "weak",
                    Emphasis::Strong => "strong",
                    Emphasis::Struck => "strong struck",
                };
                let x = x + 2 + note.place % columns * width + width / 2;
                let middle = y + top + note.place / columns * height + height / 2;
                text([x, baseline(middle, size)], &note.text, groups.entry(class).or_default());
            }
        }
        for (class, content) in groups {
            let _ = write!(svg, "<g class=\"{class}\" font-size=\"{size}\">{content}</g>");
        }
    }
}

/// The number of characters of a value, if the content is one.
pub(super) fn value_length(tile: &Tile) -> usize {
    let is_value = matches!(tile.role, Role::Given | Role::Found) && tile.ground != Ground::Black;
    if is_value { tile.text.chars().count() } else { 0 }
}
