//! The boxes that cut a square grid into parts of equal shape.

use std::fmt;
use std::str::FromStr;

use sator_sat::text::shown;

/// The largest grid: 36×36.
pub const LARGEST: usize = 36;

/// The shape of a box. It has as many cells as the grid has rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoxShape {
    rows: usize,
    columns: usize,
}

impl BoxShape {
    /// Creates the shape, if a grid of up to [`LARGEST`] rows can be cut into such boxes.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        (1..=LARGEST).contains(&cells).then_some(Self { rows, columns })
    }

    /// The usual shape for a grid with `n` rows: as square as possible, and at least as wide as
    /// high. A prime number has none.
    pub fn usual(n: usize) -> Option<Self> {
        let rows =
            (1..=n).take_while(|rows| rows * rows <= n).filter(|&rows| n.is_multiple_of(rows));
        let rows = rows.last()?;
        if rows == 1 && n > 1 { None } else { Self::new(rows, n / rows) }
    }

    /// Rows of a box.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Columns of a box.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// Cells of a box; rows, columns and values of the grid.
    pub fn n(self) -> usize {
        self.rows * self.columns
    }
}

/// `2x3`: rows, then columns.
impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A text that does not describe the shape of a box.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected ROWSxCOLUMNS of a box with at most {LARGEST} cells, such as 2x3, found {}", shown(.0))]
pub struct NotABox(String);

impl FromStr for BoxShape {
    type Err = NotABox;

    fn from_str(text: &str) -> Result<Self, NotABox> {
        let parts = text.split_once(['x', 'X', '×']);
        let number = |part: &str| part.trim().parse().ok();
        let numbers = parts.and_then(|(rows, columns)| number(rows).zip(number(columns)));
        let shape = numbers.and_then(|(rows, columns)| Self::new(rows, columns));
        shape.ok_or_else(|| NotABox(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_boxes_are_as_square_as_can_be_and_rather_wide() {
        let usual = |n| BoxShape::usual(n).map(|shape| shape.to_string());
        for (n, shape) in [(1, "1x1"), (4, "2x2"), (6, "2x3"), (8, "2x4"), (9, "3x3"), (10, "2x5")]
        {
            assert_eq!(usual(n).as_deref(), Some(shape));
        }
        for (n, shape) in [(12, "3x4"), (16, "4x4"), (20, "4x5"), (25, "5x5"), (36, "6x6")] {
            assert_eq!(usual(n).as_deref(), Some(shape));
        }
        for n in [0, 2, 3, 5, 7, 31, 37, 49] {
            assert_eq!(usual(n), None, "{n}");
        }
    }

    #[test]
    fn a_shape_is_read_as_it_is_written() {
        for text in ["1x1", "2x3", "3x2", "1x7", "6x6"] {
            assert_eq!(text.parse::<BoxShape>().unwrap().to_string(), text);
        }
        assert_eq!("2×3".parse(), "2X3".parse::<BoxShape>());
    }

    #[test]
    fn what_is_no_shape_is_refused() {
        for text in ["", "3", "3x", "x3", "0x4", "-2x3", "7x7", "2x3x1", "18446744073709551615x2"] {
            let error = text.parse::<BoxShape>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found {}", shown(text))), "{error}");
        }
    }
}
