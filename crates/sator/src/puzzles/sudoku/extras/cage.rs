//! The values of a cage differ; they add up to its total, if it has one.

use sator_model::{CellId, Linear};

use super::super::{Cage, Sudoku};
use super::statement::ids;
use super::{Arguments, Drawing, Extra, ExtraRule, NumberField, Places, Statement, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "cage",
    words: &[("cage", None)],
    title: "cages",
    arguments: Arguments::of(Places::Different).number(NumberField::Optional("sum")),
    sentence: sentence!("the cage at", " has different values that add up to its total"),
    state,
    drawing: Drawing::Outline,
    fpuzzles: Some("killercage"),
    examples: &["cage 5 r1c1 r1c2", "cage r1c1 r2c2 r3c3", "cage 7 r1c1 r2c1 r2c2"],
};

/// The rule of a cage with a total.
pub(in crate::puzzles) fn of(cage: Cage) -> Extra {
    Extra { cells: cage.cells, number: Some(cage.total.into()), ..Extra::new(&RULE) }
}

/// The cage of a rule, if it has a total.
pub(in crate::puzzles) fn with_total(extra: &Extra) -> Option<Cage> {
    let total = extra.number.filter(|_| extra.is(&RULE))?;
    Some(Cage { cells: extra.cells.clone(), total: total as u32 })
}

fn state(extra: &Extra, statement: &mut Statement<'_>) {
    let at = ("the cage at", CellId::nth(extra.cells[0]));
    let Some(total) = extra.number else {
        return statement.differ(&extra.cells, at);
    };
    let sum = Linear::sum_distinct(ids(&extra.cells)).equals(total);
    let is_in_house = lies_in_a_house(statement.sudoku, &extra.cells);
    let sum = if is_in_house { sum.differing_elsewhere() } else { sum };
    statement.add(sum).named(at).family("cages");
}

/// Whether cells differ already because they lie in one row, column or region.
pub(in crate::puzzles) fn lies_in_a_house(sudoku: &Sudoku, cells: &[usize]) -> bool {
    let n = sudoku.n();
    let is_one = |house: &dyn Fn(usize) -> Option<usize>| {
        let mut houses = cells.iter().map(|&cell| house(cell));
        let first = houses.next().flatten();
        first.is_some() && houses.all(|house| house == first)
    };
    is_one(&|cell| Some(cell / n))
        || is_one(&|cell| Some(cell % n))
        || is_one(&|cell| sudoku.regions.of(cell))
}
