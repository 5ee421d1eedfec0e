//! The four cells around a corner have the listed values; one that is listed twice occurs twice.

use sator_model::{CellId, Count, Value};

use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "quadruple",
    words: &[("quadruple", None)],
    title: "quadruples",
    arguments: Arguments::of(Places::Cells(1)).values(),
    sentence: |extra, sudoku| {
        let values: Vec<_> = extra.values.iter().map(Value::to_string).collect();
        format!("the cells around the circle at {} have {}", super::first_cell(extra, sudoku), values.join(", "))
    },
    state: |extra, statement| {
        for (at, &value) in extra.values.iter().enumerate() {
            if extra.values[..at].contains(&value) {
                continue;
            }
            let times = extra.values.iter().filter(|it| **it == value).count();
            let conditions = extra.cells.iter().map(|&cell| CellId::nth(cell).is(value));
            statement.whole(extra, Count::at_least(times, conditions));
        }
    },
    drawing: Drawing::Corner,
    fpuzzles: Some("quadruple"),
    examples: &["quadruple 1 2: r1c2 r1c3 r2c2 r2c3", "quadruple 3 3: r2c2 r2c3 r3c2 r3c3"],
};
