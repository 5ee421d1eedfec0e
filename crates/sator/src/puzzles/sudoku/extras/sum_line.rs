//! The line can be cut into parts that each add up to a number.

use sator_model::Value;

use super::{Arguments, Drawing, ExtraRule, LineStyle, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "sum_line",
    words: &[("sum-line", None), ("ten-line", Some(10))],
    title: "sum lines",
    arguments: Arguments::of(Places::Line(1)).number(NumberField::Default("sum", 10)),
    sentence: |extra, sudoku| {
        let first = super::first_cell(extra, sudoku);
        format!("the line from {first} can be cut into parts that add up to {}", extra.number())
    },
    state: |extra, statement| {
        let sum = extra.number();
        let next = |&part: &i64, value: Value| {
            // A full part is cut off when the next value is read, so that zeros may follow it.
            let part = if part == sum && value > 0 { 0 } else { part };
            let part = part + i64::from(value);
            (part <= sum).then_some(part)
        };
        let accepts = |&part: &i64| part == sum;
        let automaton = statement.automaton(extra.cells.iter().copied(), 0, next, accepts);
        statement.whole(extra, automaton);
    },
    drawing: Drawing::Line(LineStyle::Plain(9)),
    fpuzzles: None,
    examples: &["sum-line 4 r1c1 r1c2 r2c3 r3c4", "sum-line 5 r1c1 r1c2", "sum-line 3 r1c1 r2c2 r3c3"],
};
