//! Figures on a board: lines through squares, signs in and between squares, numbers outside.
//!
//! A figure has shapes, and words for outputs that cannot draw them.

use super::Board;

/// A square: row and column, from 0.
pub type Square = [usize; 2];

/// The name of a square: `r3c7`, from 1.
pub fn name_of([row, column]: Square) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// A place on the board or next to it: row and column, from -1 to the size.
pub type Place = [isize; 2];

/// Shapes that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// A line of text with the same meaning.
    pub words: String,
    /// Whether figures of another meaning look the same. Its words are then written in any case.
    pub is_ambiguous: bool,
}

/// A shape on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// A line through the centres of squares. The label stands in the first square, if it is not
    /// empty.
    Line {
        /// At least one square.
        squares: Vec<Square>,
        /// The look of the line and its ends.
        style: LineStyle,
        /// A number, or nothing.
        label: String,
    },
    /// A circle around squares, and a thin line with a head from there through other squares.
    Arrow {
        /// One square, or a few in a row.
        circle: Vec<Square>,
        /// The squares after the circle.
        squares: Vec<Square>,
    },
    /// A dashed line around squares, which may be those of other outlines or areas too.
    Outline {
        /// The squares, row by row.
        squares: Vec<Square>,
        /// A total, or nothing.
        label: String,
    },
    /// Squares on a ground of their own.
    Shade {
        /// The squares.
        squares: Vec<Square>,
        /// The number of the colour; 0 is grey.
        tint: usize,
    },
    /// A sign in each of some squares.
    Sign {
        /// The squares.
        squares: Vec<Square>,
        /// The sign.
        sign: Sign,
    },
    /// Small values in each of some squares.
    Values {
        /// The squares.
        squares: Vec<Square>,
        /// The values, one after another.
        text: String,
    },
    /// A sign between two neighbours.
    Between {
        /// The neighbours, in a row or in a column.
        squares: [Square; 2],
        /// The sign.
        sign: PairSign,
    },
    /// A circle where four squares meet, with up to four values.
    Corner {
        /// The upper left of the four squares.
        square: Square,
        /// The values.
        values: Vec<String>,
    },
    /// A number next to the board.
    Outside {
        /// Where it stands: one coordinate at least is -1 or the size.
        place: Place,
        /// The direction of its arrow, if it has one: rows and columns in a step.
        step: Option<Place>,
        /// The number.
        text: String,
    },
    /// A line from corner to corner.
    Diagonal {
        /// Whether it goes from the lower left to the upper right.
        is_rising: bool,
    },
}

/// The look of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    /// A thick line that begins with a bulb.
    Thermometer,
    /// A thin line with circles at both ends.
    Circles,
    /// A thin line with diamonds at both ends.
    Diamonds,
    /// A thick line of the colour with this number.
    Plain(usize),
}

/// A sign in a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// A grey disc.
    Disc,
    /// A circle without a filling.
    Circle,
    /// A grey square.
    Square,
    /// Arrowheads at the four sides that point inwards.
    Inwards,
    /// Arrowheads at the four sides that point outwards.
    Outwards,
}

/// A sign between two squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairSign {
    /// A dot with a number, or without one.
    Dot {
        /// Whether it is filled.
        is_black: bool,
        /// The number, or nothing.
        text: String,
    },
    /// A text: `X`, `V`, or a number.
    Text(String),
    /// A sign that opens towards the first square, which has the larger value.
    Greater,
}

impl Board {
    /// The lines below a board on which the figures that fulfil the condition are drawn: the words of
    /// the others and of those that are ambiguous, and the footer.
    pub fn lines_below(&self, is_drawn: impl Fn(&Figure) -> bool) -> Vec<&str> {
        let is_listed = |figure: &&Figure| figure.is_ambiguous || !is_drawn(figure);
        let figures = self.figures.iter().filter(is_listed).map(|figure| figure.words.as_str());
        figures.chain(self.footer.iter().map(String::as_str)).collect()
    }

    /// All shapes.
    pub(super) fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.figures.iter().flat_map(|figure| &figure.shapes)
    }

    /// Whether two neighbours are in different regions.
    pub fn is_region_border(&self, one: Square, other: Square) -> bool {
        let columns = self.rows.first().map_or(0, Vec::len);
        let region = |of: &[Option<usize>], [row, column]: Square| of[row * columns + column];
        self.regions.as_ref().is_some_and(|of| region(of, one) != region(of, other))
    }
}
