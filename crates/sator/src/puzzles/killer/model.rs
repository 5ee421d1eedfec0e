//! The rules of killer sudoku as logic: those of sudoku, and what cages and diagonals add.

use super::Killer;
use super::sudoku::model::{self as sudoku, House};
use crate::boxes::BoxShape;
use crate::model::Model;

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
        sudoku::state(&mut model, n, 2, &DIAGONAL, |number, i| match number {
            0 => (i, i),
            _ => (i, n - 1 - i),
        });
    }
    model
}

pub(super) fn clues(killer: &Killer, model: &mut Model) {
    sudoku::clues(&killer.grid, model);
    // CAGES: that the values of each of `killer.cages` differ and add up belongs here.
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
