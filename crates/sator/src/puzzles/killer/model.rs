//! The rules of killer sudoku as logic: those of sudoku, and what cages and diagonals add.

use sator_sat::Constraint;
use sator_sat::constraint::{Number, Sum};

use super::sudoku::model as sudoku;
use super::{Cage, Killer};
use crate::boxes::BoxShape;
use crate::model::{CellId, House, Label, Model, Relation, Value};

const DIAGONAL: House = House {
    family: "diagonals",
    has: |[number, value, ..]| format!("diagonal {number} has a {value}"),
    has_only_one: |[number, value, ..]| format!("diagonal {number} has only one {value}"),
    has_each: |[number, ..]| format!("diagonal {number} has each value once"),
};

/// The rules that puzzles of one shape share. Cages are clues.
pub(super) fn rules(shape: BoxShape, diagonals: bool) -> Model {
    let mut model = sudoku::rules(shape);
    let n = shape.n();
    if diagonals {
        sudoku::state(&mut model, n, 2, DIAGONAL, |number, i| match number {
            0 => (i, i),
            _ => (i, n - 1 - i),
        });
    }
    model
}

pub(super) fn clues(killer: &Killer, model: &mut Model) {
    sudoku::clues(&killer.grid, model);
    for cage in &killer.cages {
        if !lies_in_a_house(killer, cage) {
            differ(killer, cage, model);
        }
        add_up(killer, cage, model);
    }
}

/// Whether a row, a column or a box says already that the values of a cage differ.
fn lies_in_a_house(killer: &Killer, cage: &Cage) -> bool {
    let (n, shape) = (killer.n(), killer.grid.shape);
    let is_one = |house: &dyn Fn(usize, usize) -> (usize, usize)| {
        let mut houses = cage.cells.iter().map(|cell| house(cell / n, cell % n));
        let first = houses.next();
        houses.all(|house| Some(house) == first)
    };
    is_one(&|row, _| (row, 0))
        || is_one(&|_, column| (0, column))
        || is_one(&|row, column| (row / shape.rows(), column / shape.columns()))
}

/// States that the values of a cage differ.
fn differ(killer: &Killer, cage: &Cage, model: &mut Model) {
    let (row, column) = first(killer, cage);
    let cells: Vec<_> = cage.cells.iter().map(|&cell| CellId::nth(cell)).collect();
    let text = Label::new([row, column], |[row, column, ..]| {
        format!("the values of the cage at r{row}c{column} differ")
    });
    let differ = Relation::distinct("cages", text, cells.iter().copied());
    model.relate_clues(vec![differ], |model| {
        for value in 1..=killer.n() {
            let is_value = |&cell: &CellId| model.is(cell, value as Value);
            let places = cells.iter().map(is_value).collect();
            let text = Label::new([row, column, value], |[row, column, value, _]| {
                format!("the cage at r{row}c{column} has only one {value}")
            });
            model.clue_of("cages", text, Constraint::at_most_one(places));
        }
    });
}

/// States that the values of a cage add up to its total.
fn add_up(killer: &Killer, cage: &Cage, model: &mut Model) {
    let (row, column) = first(killer, cage);
    let total = cage.total as usize;
    let text = Label::new([row, column, total], |[row, column, total, _]| {
        format!("the cage at r{row}c{column} adds up to {total}")
    });
    let number = |&cell: &usize| {
        let value = |value| (i64::from(value), model.is(CellId::nth(cell), value));
        Number((1..=killer.n() as Value).map(value).collect())
    };
    let numbers = cage.cells.iter().map(number).collect();
    model.clue_of("cages", text, Constraint::Sum(Sum::of(numbers, i64::from(cage.total))));
}

/// The row and the column of a cage's first cell, from 1.
fn first(killer: &Killer, cage: &Cage) -> (usize, usize) {
    let (n, cell) = (killer.n(), cage.cells[0]);
    (cell / n + 1, cell % n + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Scope;

    #[test]
    fn diagonals_are_numbered_from_the_left_at_the_top() {
        let shape = BoxShape::new(2, 2).unwrap();
        let model = rules(shape, true);
        let added = model.rules(Scope::Minimal).filter(|rule| rule.family == "diagonals");
        let texts: Vec<_> = added.map(|rule| rule.text.to_string()).collect();
        assert_eq!(texts.len(), 8);
        assert_eq!(
            [&*texts[0], &*texts[7]],
            ["diagonal 1 has only one 1", "diagonal 2 has only one 4"]
        );
        let plain = rules(shape, false);
        assert!(plain.rules(Scope::Extended).all(|rule| rule.family != "diagonals"));
    }
}
