//! The values of a cage differ; as many are odd as even, and as many low as high. The middle value
//! does not occur.

use sator_model::{AllDifferent, CellId, Count, Value};

use super::super::Sudoku;
use super::statement::ids;
use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "equality_cage",
    words: &[("equality-cage", None)],
    title: "equality cages",
    arguments: Arguments::of(Places::Different),
    sentence: sentence!(
        "the equality cage at",
        " has different values, as many odd as even and as many low as high"
    ),
    state: |extra, statement| {
        let sudoku = statement.sudoku;
        statement.whole(extra, AllDifferent::new(ids(&extra.cells)).without_existence());
        // An odd number of cells cannot be halved: then no count fits.
        let half = if extra.cells.len() % 2 == 0 { extra.cells.len() / 2 } else { usize::MAX };
        let is_odd = |value: Value| value % 2 == 1;
        let is_even = |value: Value| value % 2 == 0;
        let is_low = |value: Value| height(sudoku, value) < 0;
        let is_high = |value: Value| height(sudoku, value) > 0;
        for is_counted in [&is_odd as &dyn Fn(Value) -> bool, &is_even, &is_low, &is_high] {
            let counted = statement.values().iter().filter(|it| is_counted(**it));
            let conditions: Vec<_> = counted
                .flat_map(|&value| ids(&extra.cells).map(move |cell: CellId| cell.is(value)))
                .collect();
            statement.whole(extra, Count::exactly(half, conditions));
        }
    },
    drawing: Drawing::Outline,
    fpuzzles: None,
    examples: &["equality-cage r1c1 r1c2", "equality-cage r1c1 r1c2 r2c3 r3c4"],
};

/// Below 0 for a low value, above 0 for a high one, 0 for the middle.
fn height(sudoku: &Sudoku, value: Value) -> i64 {
    let place = sudoku.values.list().partition_point(|it| *it < value) as i64;
    2 * place + 1 - sudoku.values.list().len() as i64
}
