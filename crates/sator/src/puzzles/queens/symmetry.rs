//! The rotations and reflections of the board that map an instance to itself.

use super::{Queens, Square};
use crate::model::{CellId, Value};
use crate::puzzle::Symmetry;

/// One of the eight symmetries of a square.
#[derive(Debug, Clone, Copy)]
struct Turn {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Turn {
    /// All except the identity.
    fn all() -> impl Iterator<Item = Self> {
        (1..8).map(|bits| Self {
            transpose: bits & 1 != 0,
            flip_rows: bits & 2 != 0,
            flip_columns: bits & 4 != 0,
        })
    }

    fn apply(self, n: usize, square: Square) -> Square {
        let Square { row, column } = square;
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        Square {
            row: if self.flip_rows { n - 1 - row } else { row },
            column: if self.flip_columns { n - 1 - column } else { column },
        }
    }

    fn keeps(self, queens: &Queens) -> bool {
        let turned = |squares: &[Square]| {
            let mut turned: Vec<_> =
                squares.iter().map(|&square| self.apply(queens.n, square)).collect();
            turned.sort_unstable();
            turned
        };
        turned(&queens.placed) == queens.placed
            && turned(&queens.blocked) == queens.blocked
            && self.keeps_regions(queens)
    }

    /// Whether regions are mapped to regions, perhaps to other ones.
    fn keeps_regions(self, queens: &Queens) -> bool {
        let Some(regions) = &queens.regions else { return true };
        let mut becomes = vec![None; queens.n];
        (0..queens.n * queens.n).all(|index| {
            let square = Square { row: index / queens.n, column: index % queens.n };
            let target = queens.region(self.apply(queens.n, square));
            *becomes[regions[index]].get_or_insert(target) == target
        })
    }

    fn turn(self, n: usize, row: CellId, column: Value) -> (CellId, Value) {
        let square = Square { row: row.index(), column: column as usize - 1 };
        let Square { row, column } = self.apply(n, square);
        (CellId::nth(row), column as Value + 1)
    }
}

pub(super) fn symmetries(queens: &Queens) -> Vec<Symmetry> {
    let n = queens.n;
    Turn::all()
        .filter(|turn| turn.keeps(queens))
        .map(|turn| Box::new(move |row, column| turn.turn(n, row, column)) as Symmetry)
        .collect()
}
