//! The rules of killer sudoku: those of sudoku, with cages and diagonals.

use sator_model::{AllDifferent, CellId, Clues, Linear, Model};

use super::sudoku::rules as sudoku;
use super::{Cage, Killer};
use crate::boxes::BoxShape;

/// The rules that puzzles of one shape share. Cages are clues.
pub(super) fn rules(shape: BoxShape, diagonals: bool) -> Model {
    let mut model = sudoku::rules(shape);
    let n = shape.n();
    if diagonals {
        let falling = (0..n).map(|i| CellId::nth(i * n + i));
        let rising = (0..n).map(|i| CellId::nth(i * n + n - 1 - i));
        for (number, cells) in [(1, falling.collect::<Vec<_>>()), (2, rising.collect())] {
            model.add(AllDifferent::new(cells)).named(("diagonal", number)).family("diagonals");
        }
    }
    model
}

pub(super) fn add_cages(killer: &Killer, clues: &mut Clues) {
    clues.rules.reserve(killer.cages.len());
    for cage in &killer.cages {
        let cells = cage.cells.iter().map(|&cell| CellId::nth(cell));
        let sum = Linear::sum_distinct(cells).equals(i64::from(cage.total));
        let sum = if lies_in_a_house(killer, cage) { sum.differing_elsewhere() } else { sum };
        clues.add(sum).named(("the cage at", CellId::nth(cage.cells[0]))).family("cages");
    }
}

/// Whether the cells of a cage differ already because they lie in one row, column or box.
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

#[cfg(test)]
mod tests {
    use sator_model::Scope;

    use super::*;

    #[test]
    fn diagonals_are_numbered_from_the_left_at_the_top() {
        let shape = BoxShape::new(2, 2).unwrap();
        let (with, without) = (rules(shape, true), rules(shape, false));
        let texts = with.texts(Scope::Minimal).split_off(without.texts(Scope::Minimal).len());
        assert_eq!(texts.len(), 8);
        assert_eq!(
            [&*texts[0], &*texts[7]],
            ["diagonal 1 has only one 1", "diagonal 2 has only one 4"]
        );
    }
}
