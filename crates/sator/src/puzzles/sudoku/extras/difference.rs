//! Two cells differ by a number: a white dot stands for 1.

use sator_model::Value;

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, NumberField, PairSign, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "difference",
    words: &[("difference", None), ("dot white", Some(1)), ("white", Some(1))],
    title: "differences",
    arguments: Arguments::of(Places::Pair).number(NumberField::Default("value", 1)),
    sentence: |extra, sudoku| {
        say([sudoku.n(), extra.cells[0], extra.cells[1], extra.number() as usize])
    },
    state: |extra, statement| {
        let number = extra.number();
        let fits = |a, b| fits(a, b, number);
        statement.pair([extra.cells[0], extra.cells[1]], number, fits, say);
    },
    drawing: Drawing::Between(PairSign::WhiteDot),
    fpuzzles: Some("difference"),
    examples: &["dot white r1c1 r1c2", "difference 2 r1c1 r2c1"],
};

/// Whether two values have the relation.
pub(in crate::puzzles) fn fits(a: Value, b: Value, number: i64) -> bool {
    i64::from(a.abs_diff(b)) == number
}

fn say([n, a, b, number]: [usize; 4]) -> String {
    format!("{} and {} differ by {number}", name(n, a), name(n, b))
}
