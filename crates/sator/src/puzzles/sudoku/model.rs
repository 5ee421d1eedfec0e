//! The rules of sudoku as logic: a cell for each square, with its value.

use sator_sat::Constraint;

use super::Sudoku;
use crate::boxes::BoxShape;
use crate::model::{CellId, CellName, Domain, House, Label, Model, Value, Wording};

const WORDING: Wording = Wording {
    some_value: "has a value",
    one_value: "has only one value",
    fact: |cell, value| format!("{cell} is {value}"),
};

const ROW: House = House {
    family: "rows",
    has: |[row, value, ..]| format!("row {row} has a {value}"),
    has_only_one: |[row, value, ..]| format!("row {row} has only one {value}"),
    has_each: |[row, ..]| format!("row {row} has each value once"),
};

const COLUMN: House = House {
    family: "columns",
    has: |[column, value, ..]| format!("column {column} has a {value}"),
    has_only_one: |[column, value, ..]| format!("column {column} has only one {value}"),
    has_each: |[column, ..]| format!("column {column} has each value once"),
};

const BOX: House = House {
    family: "boxes",
    has: |[number, value, ..]| format!("box {number} has a {value}"),
    has_only_one: |[number, value, ..]| format!("box {number} has only one {value}"),
    has_each: |[number, ..]| format!("box {number} has each value once"),
};

pub(in crate::puzzles) fn rules(shape: BoxShape) -> Model {
    // N cells of a row with a value each, and N values with no two places: no cell has a second.
    let mut model = Model::new(WORDING).where_one_value_follows();
    let n = shape.n();
    for row in 1..=n {
        for column in 1..=n {
            let values = Domain::Range { min: 1, max: n as Value };
            model.cell(CellName::Square { row, column }, values);
        }
    }
    state(&mut model, n, n, ROW, |row, i| (row, i));
    state(&mut model, n, n, COLUMN, |column, i| (i, column));
    // Boxes of one row or column are rows or columns.
    if shape.rows() > 1 && shape.columns() > 1 {
        let (rows, columns) = (shape.rows(), shape.columns());
        state(&mut model, n, n, BOX, |number, i| {
            // As many boxes stand side by side as a box has rows.
            let (band, stack) = (number / rows, number % rows);
            (band * rows + i / columns, stack * columns + i % columns)
        });
    }
    model
}

/// States that each of so many houses has each value once; `square` tells their squares.
pub(in crate::puzzles) fn state(
    model: &mut Model,
    n: usize,
    count: usize,
    house: House,
    square: impl Fn(usize, usize) -> (usize, usize),
) {
    for number in 0..count {
        let cell = |i| {
            let (row, column) = square(number, i);
            CellId::nth(row * n + column)
        };
        let cells: Vec<_> = (0..n).map(cell).collect();
        model.each_once(house, number + 1, &cells);
    }
}

pub(in crate::puzzles) fn clues(sudoku: &Sudoku, model: &mut Model) {
    let n = sudoku.n();
    for (index, given) in sudoku.given.iter().enumerate() {
        if let Some(value) = *given {
            let about = [index / n + 1, index % n + 1, value as usize];
            let text =
                Label::new(about, |[row, column, value, _]| format!("r{row}c{column} is {value}"));
            model.clue(text, Constraint::fact(model.is(CellId::nth(index), value)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Scope;

    fn texts(model: &Model, scope: Scope) -> Vec<String> {
        model.rules_without_clues(scope).map(|rule| rule.text.to_string()).collect()
    }

    #[test]
    fn variables_are_numbered_by_row_column_and_value() {
        let model = rules(BoxShape::new(2, 3).unwrap());
        assert_eq!(model.variables(), 6 * 6 * 6);
        let meanings: Vec<_> = model.meanings().map(|(_, fact)| fact).collect();
        assert_eq!(meanings[36 + 6 * 2 + 4], "r2c3 is 5");
    }

    #[test]
    fn rules_are_said_as_a_player_would_say_them() {
        let model = rules(BoxShape::new(2, 2).unwrap());
        let stated = texts(&model, Scope::Stated);
        assert_eq!(stated.len(), 2 * 16 + 2 * 3 * 16);
        assert_eq!(stated[..2], ["r1c1 has a value", "r1c2 has a value"]);
        assert_eq!(
            stated[31..34],
            ["r4c4 has only one value", "row 1 has a 1", "row 1 has only one 1"]
        );
        assert_eq!(stated[64..66], ["column 1 has a 1", "column 1 has only one 1"]);
        assert_eq!(stated[126..], ["box 4 has a 4", "box 4 has only one 4"]);
    }

    #[test]
    fn few_rules_say_it_all() {
        let texts = texts(&rules(BoxShape::new(2, 2).unwrap()), Scope::Minimal);
        assert_eq!(texts.len(), 16 + 3 * 16);
        assert_eq!(texts[15..17], ["r4c4 has a value", "row 1 has only one 1"]);
    }

    #[test]
    fn boxes_that_are_rows_or_columns_are_not_stated_again() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1)] {
            let model = self::rules(BoxShape::new(rows, columns).unwrap());
            let mut rules = model.rules(Scope::Extended);
            assert!(rules.all(|rule| rule.family != "boxes"), "{rows}x{columns}");
        }
    }
}
