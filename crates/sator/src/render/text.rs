//! Boards for the terminal: symbols with spaces between, and colour where it is wanted.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use super::{Board, Ground, Role, Tile};

/// Whether to draw with colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Symbols alone.
    Plain,
    /// Shaded squares; what was given is bold.
    Color,
}

impl Board {
    /// The board as lines of text, each ended by a line feed.
    pub fn to_text(&self, paint: Paint) -> String {
        let width = self.rows.iter().flatten().map(|tile| tile.text.chars().count()).max();
        let width = width.unwrap_or(0);
        let mut text = String::new();
        for row in &self.rows {
            match paint {
                Paint::Plain => plain(row, width, &mut text),
                Paint::Color => painted(row, width, &mut text),
            }
            text.push('\n');
        }
        text
    }
}

fn plain(row: &[Tile], width: usize, text: &mut String) {
    for (i, tile) in row.iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        let _ = write!(text, "{gap}{:>width$}", tile.text);
    }
}

/// The gap belongs to the square, so that squares are about as wide as they are high.
fn painted(row: &[Tile], width: usize, text: &mut String) {
    for tile in row {
        let style = style(tile);
        let _ = write!(text, "{style}{:>width$} {style:#}", tile.text);
    }
}

fn style(tile: &Tile) -> Style {
    let ground = Style::new().bg_color(Some(background(tile.ground).into()));
    let ink = |color: u8| ground.fg_color(Some(Ansi256Color(color).into()));
    match tile.role {
        Role::Empty => ink(243),
        Role::Blocked => ink(88),
        Role::Given => ink(16).bold(),
        Role::Found => ink(19).bold(),
    }
}

fn background(ground: Ground) -> Ansi256Color {
    /// Pale colours that neighbouring regions can be told apart by.
    const REGIONS: [u8; 12] = [223, 152, 193, 217, 189, 229, 159, 224, 187, 183, 252, 180];
    Ansi256Color(match ground {
        Ground::Light => 230,
        Ground::Dark => 180,
        Ground::Region(number) => REGIONS[number % REGIONS.len()],
    })
}
