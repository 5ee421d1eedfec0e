//! A board as a neutral picture: what stands where, and in which role. Each output format is a
//! file here.

mod areas;
mod text;

pub use text::{Look, Paint};

use crate::boxes::BoxShape;

/// A rectangular board, ready to be drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Board {
    /// A line above it, if there is one.
    pub heading: Option<String>,
    /// The rows from the top, each from the left.
    pub rows: Vec<Vec<Tile>>,
    /// The boxes that lines are drawn around, if there are any.
    pub boxes: Option<BoxShape>,
    /// The areas that lines are drawn around as well, if there are any.
    pub areas: Option<Areas>,
    /// The signs between its squares, if there are any. Such a board has neither boxes nor areas.
    pub marks: Option<Marks>,
    /// Lines below it.
    pub footer: Vec<String>,
}

/// Signs between neighbouring squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    /// The sign between each square and the next in its row, row by row.
    pub right: Vec<Option<char>>,
    /// The sign between each square and the next in its column, row by row.
    pub below: Vec<Option<char>>,
}

/// Parts of a board, each with a label in its first square. An area whose squares do not join has it
/// in the first square of each stretch that does, with a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Areas {
    /// The number of each square's area, row by row; a square may be in none.
    pub of: Vec<Option<usize>>,
    /// What is said of each area, by its number.
    pub labels: Vec<String>,
}

/// One square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// What stands there.
    pub text: String,
    /// Why it stands there.
    pub role: Role,
    /// Which squares it goes together with.
    pub ground: Ground,
}

/// Why something stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing stands there.
    Empty,
    /// The puzzle gave it.
    Given,
    /// It was found.
    Found,
    /// Nothing may stand there.
    Blocked,
    /// The puzzle tells how many things are around.
    Number(u8),
    /// It is certain that something bad is there.
    Danger,
    /// It is certain that nothing bad is there.
    Safe,
    /// It is open, and something is known of it.
    Open,
    /// It is open, and the best choice.
    Best,
    /// It is open, and nothing is known of it.
    Free,
}

/// What a square is drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// A light square of a chessboard.
    Light,
    /// A dark square of a chessboard.
    Dark,
    /// A square that has been opened.
    Open,
    /// A square that has not.
    Closed,
    /// A square of the region with this number.
    Region(usize),
}
