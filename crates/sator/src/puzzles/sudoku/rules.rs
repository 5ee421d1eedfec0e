//! The rules of sudoku: a cell for each square, and each value once in every row, column and box.

use sator_model::{AllDifferent, CellId, Grid, Model};

use crate::boxes::BoxShape;
use crate::grid::latin_square;

pub(in crate::puzzles) fn rules(shape: BoxShape) -> Model {
    let n = shape.n();
    let (model, grid) = latin_square(n);
    // N cells of a row with a value each, and N values with at most one place: no cell has a second
    // value.
    let mut model = model.where_one_value_follows();
    // Boxes of one row or column are rows or columns.
    if shape.rows() > 1 && shape.columns() > 1 {
        for number in 0..n {
            let cells = box_cells(grid, shape, number);
            model.add(AllDifferent::new(cells)).named(("box", number + 1)).family("boxes");
        }
    }
    model
}

/// The cells of a box, row by row. A row of boxes has as many boxes as a box has rows.
fn box_cells(grid: Grid, shape: BoxShape, number: usize) -> Vec<CellId> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let (band, stack) = (number / rows, number % rows);
    let square = |i| grid.at(band * rows + i / columns, stack * columns + i % columns);
    (0..shape.n()).map(square).collect()
}

#[cfg(test)]
mod tests {
    use sator_model::Scope;

    use super::*;

    #[test]
    fn variables_are_numbered_by_row_column_and_value() {
        let model = rules(BoxShape::new(2, 3).unwrap());
        assert_eq!(model.cells().variables(), 6 * 6 * 6);
        let meanings: Vec<_> = model.cells().meanings().map(|(_, fact)| fact).collect();
        assert_eq!(meanings[36 + 6 * 2 + 4], "r2c3 is 5");
    }

    #[test]
    fn rules_are_said_as_a_player_would_say_them() {
        let model = rules(BoxShape::new(2, 2).unwrap());
        let stated = model.texts(Scope::Stated);
        assert_eq!(stated.len(), 2 * 16 + 2 * 3 * 16);
        assert_eq!(stated[..2], ["r1c1 has a value", "r1c2 has a value"]);
        assert_eq!(
            stated[31..34],
            ["r4c4 has only one value", "row 1 has a 1", "row 1 has only one 1"]
        );
        assert_eq!(stated[64..66], ["column 1 has a 1", "column 1 has only one 1"]);
        assert_eq!(stated[126..], ["box 4 has a 4", "box 4 has only one 4"]);
        assert_eq!(model.rules()[11].text(model.cells()), "box 4 has each value once");
        let minimal = model.texts(Scope::Minimal);
        assert_eq!(minimal.len(), 16 + 3 * 16);
        assert_eq!(minimal[15..17], ["r4c4 has a value", "row 1 has only one 1"]);
    }

    #[test]
    fn boxes_that_are_rows_or_columns_are_not_stated_again() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1)] {
            let model = self::rules(BoxShape::new(rows, columns).unwrap());
            assert!(model.rules().iter().all(|rule| rule.family != "boxes"), "{rows}x{columns}");
        }
    }
}
