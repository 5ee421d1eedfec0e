//! The rules of sudoku: a cell for each square, and each value once in every row, column and region.

use sator_model::{AllDifferent, CellId, Model};

use super::regions::Regions;
use super::{Sudoku, extras};
use crate::grid::latin_square;

/// The rules that puzzles with the same regions, values and rules of the whole grid share. All other
/// extras are clues.
pub(super) fn rules(sudoku: &Sudoku) -> Model {
    let (n, values) = (sudoku.n(), &sudoku.values);
    let mut model = latin_square(n, values.smallest()..=values.largest());
    if values.list().len() == n {
        // N cells of a row with a value each, and N values with at most one place: no cell has a
        // second value.
        model = model.where_one_value_follows();
    }
    let (noun, family) = match sudoku.regions {
        Regions::Boxes(_) => ("box", "boxes"),
        Regions::Irregular { .. } => ("region", "regions"),
    };
    for (number, cells) in (1..).zip(sudoku.regions.list()) {
        let cells = cells.into_iter().map(CellId::nth);
        model.add(AllDifferent::new(cells)).named((noun, number)).family(family);
    }
    extras::add_rules(sudoku, &mut model);
    model
}

#[cfg(test)]
mod tests {
    use sator_model::Scope;

    use super::super::Notation;
    use super::*;
    use crate::boxes::BoxShape;

    fn rules(shape: BoxShape) -> Model {
        let cells = vec![None; shape.n() * shape.n()];
        super::rules(&Sudoku::plain(shape, cells, Notation::FromOne))
    }

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
        for (height, width) in [(1, 1), (1, 5), (5, 1)] {
            let model = rules(BoxShape::new(height, width).unwrap());
            assert!(model.rules().iter().all(|rule| rule.family != "boxes"), "{height}x{width}");
        }
    }

    #[test]
    fn diagonals_are_numbered_from_the_left_at_the_top() {
        let cells = vec![None; 16];
        let plain = Sudoku::plain(BoxShape::new(2, 2).unwrap(), cells, Notation::FromOne);
        let extras = extras::DIAGONALS.map(extras::Extra::new).to_vec();
        let with = super::rules(&Sudoku { extras, ..plain.clone() });
        let without = super::rules(&plain);
        let texts = with.texts(Scope::Minimal).split_off(without.texts(Scope::Minimal).len());
        assert_eq!(texts.len(), 8);
        assert_eq!(
            [&*texts[0], &*texts[7]],
            ["diagonal 1 has only one 1", "diagonal 2 has only one 4"]
        );
    }
}
