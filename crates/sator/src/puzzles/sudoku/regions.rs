//! The regions of a grid, and the values of its cells.

use std::fmt;

use crate::boxes::BoxShape;
use crate::model::Value;

/// The parts of a grid in which no value occurs twice, beside rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::puzzles) enum Regions {
    /// Boxes of one shape. Boxes of one row are rows: then rows and columns are all.
    Boxes(BoxShape),
    /// Regions of any shape.
    Irregular {
        /// The number of each cell's region, row by row; a cell may be in none.
        of: Vec<Option<usize>>,
        /// Rows and columns.
        n: usize,
    },
}

impl Regions {
    /// No regions: rows and columns are all. There are at most `LARGEST` of them.
    pub(in crate::puzzles) fn none(n: usize) -> Self {
        BoxShape::new(1, n).map_or(Self::Irregular { of: vec![None; n * n], n }, Self::Boxes)
    }

    /// Boxes with more or fewer cells than the grid has rows. The error says why there are none.
    pub(in crate::puzzles) fn of_boxes(
        n: usize,
        [height, width]: [usize; 2],
        values: usize,
    ) -> Result<Self, String> {
        if height == 0 || width == 0 || !n.is_multiple_of(height) || !n.is_multiple_of(width) {
            return Err(format!("a grid of {n}×{n} cannot be cut into boxes of {height}x{width}"));
        }
        let number = |cell: usize| (cell / n / height * n + cell % n / width) as i64;
        let numbers: Vec<_> = (0..n * n).map(|cell| Some(number(cell))).collect();
        Self::irregular(n, &numbers, values)
    }

    /// Rows and columns of the grid.
    pub(in crate::puzzles) fn n(&self) -> usize {
        match self {
            Self::Boxes(shape) => shape.n(),
            Self::Irregular { n, .. } => *n,
        }
    }

    /// The shape of the boxes, if the regions are boxes.
    pub(in crate::puzzles) fn boxes(&self) -> Option<BoxShape> {
        match self {
            Self::Boxes(shape) => Some(*shape),
            Self::Irregular { .. } => None,
        }
    }

    /// The number of a cell's region, from 0. Boxes are numbered row by row.
    pub(in crate::puzzles) fn of(&self, cell: usize) -> Option<usize> {
        match self {
            Self::Boxes(shape) => {
                let (n, rows, columns) = (shape.n(), shape.rows(), shape.columns());
                Some(cell / n / rows * rows + cell % n / columns)
            }
            Self::Irregular { of, .. } => of[cell],
        }
    }

    /// The cells of each region, row by row; none of a region that is a row or a column.
    pub(in crate::puzzles) fn list(&self) -> Vec<Vec<usize>> {
        if let Self::Boxes(shape) = self
            && (shape.rows() == 1 || shape.columns() == 1)
        {
            return Vec::new();
        }
        let n = self.n();
        let mut regions: Vec<Vec<usize>> = Vec::new();
        for cell in 0..n * n {
            let Some(region) = self.of(cell) else { continue };
            if regions.len() <= region {
                regions.resize(region + 1, Vec::new());
            }
            regions[region].push(cell);
        }
        regions
    }

    /// Numbers regions by their first cells. The error is a region with more cells than there are
    /// values.
    pub(in crate::puzzles) fn irregular(
        n: usize,
        numbers: &[Option<i64>],
        values: usize,
    ) -> Result<Self, String> {
        let mut known = Vec::new();
        let mut of = Vec::with_capacity(numbers.len());
        for number in numbers {
            of.push(number.map(|number| {
                known.iter().position(|it| *it == number).unwrap_or_else(|| {
                    known.push(number);
                    known.len() - 1
                })
            }));
        }
        for (region, number) in known.iter().enumerate() {
            let cells = of.iter().filter(|it| **it == Some(region)).count();
            if cells > values {
                let message = format!("region {number} has {cells} cells");
                return Err(format!("expected at most {values} cells in a region, but {message}"));
            }
        }
        Ok(Self::Irregular { of, n })
    }

    /// Refuses regions that differ from those that something else says, if it says any.
    pub(in crate::puzzles) fn expect_same_as(&self, said: Option<&Self>) -> Result<(), String> {
        match said {
            Some(said) if said.clone().simplified() != self.clone().simplified() => {
                Err(format!("expected {said} as said, found {}", self.clone().simplified()))
            }
            _ => Ok(()),
        }
    }

    /// The same as boxes, if they are boxes or if no cell is in a region.
    pub(in crate::puzzles) fn simplified(self) -> Self {
        let Self::Irregular { of, n } = &self else { return self };
        if of.iter().all(Option::is_none) {
            return Self::none(*n);
        }
        let is_same = |shape: &BoxShape| {
            let boxes = Self::Boxes(*shape);
            let mut regions = vec![None; *n];
            let mut cells = of.iter().enumerate();
            cells.all(|(cell, region)| {
                let of_box = boxes.of(cell).unwrap_or_default();
                region.is_some() && *regions[of_box].get_or_insert(*region) == *region
            })
        };
        let is_even = |rows: &usize| n.is_multiple_of(*rows);
        let shapes = (1..=*n).filter(is_even).filter_map(|rows| BoxShape::new(rows, n / rows));
        // Regions are numbered without gaps: two boxes of one region leave fewer.
        let is_complete = of.iter().flatten().max() == Some(&(n - 1));
        let mut shapes = shapes.filter(|_| is_complete);
        shapes.find(is_same).map_or(self.clone(), Self::Boxes)
    }
}

/// `2x3 boxes`, `irregular regions`, or `no boxes`.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boxes(shape) if shape.rows() == 1 && shape.n() > 2 => f.write_str("no boxes"),
            Self::Boxes(shape) => write!(f, "{shape} boxes"),
            Self::Irregular { .. } => f.write_str("irregular regions"),
        }
    }
}

/// The values that the cells of a grid can take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::puzzles) struct Values(Vec<Value>);

impl Values {
    /// From 1 to `n`.
    pub(in crate::puzzles) fn usual(n: usize) -> Self {
        Self((1..=n as Value).collect())
    }

    /// These values in ascending order, if there are at least `n` of them.
    pub(in crate::puzzles) fn new(mut values: Vec<Value>, n: usize) -> Result<Self, String> {
        const LARGEST: Value = 63;
        values.sort_unstable();
        values.dedup();
        match (values.first(), values.last()) {
            (Some(0..), Some(..=LARGEST)) if values.len() >= n => Ok(Self(values)),
            (Some(0..), Some(..=LARGEST)) => {
                Err(format!("expected at least {n} values, found {}", values.len()))
            }
            _ => Err(format!("expected values from 0 to {LARGEST}")),
        }
    }

    /// All values, ascending.
    pub(in crate::puzzles) fn list(&self) -> &[Value] {
        &self.0
    }

    pub(in crate::puzzles) fn smallest(&self) -> Value {
        self.0[0]
    }

    pub(in crate::puzzles) fn largest(&self) -> Value {
        self.0[self.0.len() - 1]
    }

    pub(in crate::puzzles) fn contains(&self, value: Value) -> bool {
        self.0.binary_search(&value).is_ok()
    }

    /// The third of the values that a value is in: 0 for low, 1 for middle, 2 for high. Nine values
    /// have thirds of three; of other numbers the middle third may have more.
    pub(in crate::puzzles) fn third(&self, value: Value) -> usize {
        let (count, place) = (self.0.len(), self.0.partition_point(|it| *it < value));
        let size = count / 3;
        if place < size {
            0
        } else if place >= count - size {
            2
        } else {
            1
        }
    }
}

/// `0-8`, or `1 2 3 5` where some between are missing.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.smallest(), self.largest());
        if (last - first) as usize + 1 == self.0.len() {
            return write!(f, "{first}-{last}");
        }
        let values: Vec<_> = self.0.iter().map(Value::to_string).collect();
        f.write_str(&values.join(" "))
    }
}
