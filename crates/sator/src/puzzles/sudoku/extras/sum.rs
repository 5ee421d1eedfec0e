//! The values of some cells add up to a number, and may be equal.

use super::{Arguments, Drawing, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "sum",
    words: &[("sum", None)],
    title: "sums",
    arguments: Arguments::of(Places::Cells(1)).number(NumberField::Required("sum")),
    sentence: |extra, sudoku| {
        let first = super::first_cell(extra, sudoku);
        format!("the {} cells at {first} add up to {}", extra.cells.len(), extra.number())
    },
    state: |extra, statement| {
        let sum = statement.sum(&[(1, &extra.cells)]).equals(extra.number());
        statement.whole(extra, sum);
    },
    drawing: Drawing::Outline,
    fpuzzles: None,
    examples: &["sum 6 r1c1 r2c2 r3c3", "sum 5 r1c1 r1c2"],
};
