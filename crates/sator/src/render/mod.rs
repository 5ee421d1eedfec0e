//! A board as a neutral picture: the content and the role of each square. Each output format is a
//! file here.

mod areas;
mod figures;
mod json;
mod picture;
mod signs;
pub mod svg;
mod text;
mod theme;

pub use areas::{joint, labels, tints};
pub use figures::{Figure, LineStyle, PairSign, Place, Shape, Sign, Square, name_of};
pub use picture::{Panel, Picture};
pub use text::{Look, Paint, inked, shaded};
pub use theme::Theme;

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
    /// Regions that lines are drawn around as around boxes, if there are any: the number of each
    /// square's region, row by row. Such a board has no boxes.
    pub regions: Option<Vec<Option<usize>>>,
    /// The areas that lines are drawn around as well, if there are any.
    pub areas: Option<Areas>,
    /// Lines, signs and numbers on the board and next to it.
    pub figures: Vec<Figure>,
    /// Whether the rows and columns of a large board are numbered. Such a board has neither boxes nor
    /// areas nor marks.
    pub ruled: bool,
    /// The signs between its squares, if there are any. Such a board has neither boxes nor areas nor
    /// figures, and gaps between its squares.
    pub marks: Option<Marks>,
    /// Whether its letters stand for pieces, which a picture shows: `Q` a queen, `*` a mine, `s` a safe
    /// square, `x` a blocked one.
    pub pieces: bool,
    /// The names of the rules whose figures can have another meaning, if there are any: a picture
    /// without a title needs them.
    pub legend: Option<String>,
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
    columns: usize,
}

impl Marks {
    /// No signs between the squares of a board with this many rows and columns.
    pub fn none([rows, columns]: [usize; 2]) -> Self {
        let none = vec![None; rows * columns];
        Self { right: none.clone(), below: none, columns }
    }

    /// Puts a sign between two squares, of which the first has the smaller value. Returns whether
    /// they are neighbours without a sign.
    pub fn compare(&mut self, smaller: [usize; 2], larger: [usize; 2]) -> bool {
        let ([row, column], is_less) = (smaller.min(larger), smaller < larger);
        let number = row * self.columns + column;
        let (sign, place) = match smaller.max(larger) {
            it if it == [row, column + 1] => (['>', '<'], &mut self.right[number]),
            it if it == [row + 1, column] => (['v', '^'], &mut self.below[number]),
            _ => return false,
        };
        place.is_none() && place.replace(sign[usize::from(is_less)]).is_none()
    }
}

/// Parts of a board, each with a label in its first square. An area that is not connected has a
/// label with a mark in the first square of each connected stretch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Areas {
    /// The number of each square's area, row by row; a square may be in none.
    pub of: Vec<Option<usize>>,
    /// The label of each area, by its number.
    pub labels: Vec<String>,
}

/// One square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// The content.
    pub text: String,
    /// The role of the content.
    pub role: Role,
    /// The ground that the square is drawn on.
    pub ground: Ground,
}

/// The role of the content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// There is no content.
    Empty,
    /// The puzzle gives it.
    Given,
    /// The solver found it.
    Found,
    /// One of several possible contents, which is not certain.
    Possible,
    /// The square must stay empty.
    Blocked,
    /// A count of things around the square.
    Number(u8),
    /// The square certainly has a mine.
    Danger,
    /// The square certainly has no mine.
    Safe,
    /// The square is undecided, and has odds.
    Open,
    /// The square is undecided, and the best choice.
    Best,
    /// The square is undecided, and nothing is known about it.
    Free,
}

impl Role {
    /// Its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Given => "given",
            Self::Found => "found",
            Self::Possible => "possible",
            Self::Blocked => "blocked",
            Self::Number(_) => "number",
            Self::Danger => "mine",
            Self::Safe => "safe",
            Self::Open => "open",
            Self::Best => "best",
            Self::Free => "free",
        }
    }
}

/// The ground that a square is drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// A light square of a chessboard.
    Light,
    /// A dark square of a chessboard.
    Dark,
    /// A square that has no value. Its text may be two totals, of the squares below it and to its
    /// right, with a backslash between.
    Black,
    /// A square that has been opened.
    Open,
    /// A square that has not been opened.
    Closed,
    /// A square of the region with this number.
    Region(usize),
    /// A square that has not been opened, with the chance of a mine there in percent.
    Odds(u8),
}

impl Ground {
    /// Its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Black => "black",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Region(_) => "region",
            Self::Odds(_) => "odds",
        }
    }
}
