//! Two cells are in a ratio: a black dot stands for 2.

use sator_model::Value;

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, NumberField, PairSign, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "ratio",
    words: &[("ratio", None), ("dot black", Some(2)), ("black", Some(2))],
    title: "ratios",
    arguments: Arguments::of(Places::Pair).number(NumberField::Default("value", 2)),
    sentence: |extra, sudoku| {
        say([sudoku.n(), extra.cells[0], extra.cells[1], extra.number() as usize])
    },
    state: |extra, statement| {
        let number = extra.number();
        let fits = |a, b| fits(a, b, number);
        statement.pair([extra.cells[0], extra.cells[1]], number, fits, say);
    },
    drawing: Drawing::Between(PairSign::BlackDot),
    fpuzzles: Some("ratio"),
    examples: &["dot black r1c1 r1c2", "ratio 3 r1c1 r2c1"],
};

/// Whether two values have the relation.
pub(in crate::puzzles) fn fits(a: Value, b: Value, number: i64) -> bool {
    i64::from(a) == number * i64::from(b) || i64::from(b) == number * i64::from(a)
}

fn say([n, a, b, number]: [usize; 4]) -> String {
    format!("{} and {} are in the ratio {number}:1", name(n, a), name(n, b))
}
