//! Two cells add up to a number: an X stands for 10, a V for 5.

use sator_model::Value;

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, NumberField, PairSign, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "pair_sum",
    words: &[("pair-sum", None), ("x", Some(10)), ("v", Some(5)), ("xv", Some(15))],
    title: "sums of pairs",
    arguments: Arguments::of(Places::Pair).number(NumberField::Default("value", 10)),
    sentence: |extra, sudoku| {
        say([sudoku.n(), extra.cells[0], extra.cells[1], extra.number() as usize])
    },
    state: |extra, statement| {
        let number = extra.number();
        let fits = |a, b| fits(a, b, number);
        statement.pair([extra.cells[0], extra.cells[1]], number, fits, say);
    },
    drawing: Drawing::Between(PairSign::Roman),
    fpuzzles: Some("xv"),
    examples: &["v r1c1 r1c2", "pair-sum 6 r1c1 r2c1"],
};

/// Whether two values have the relation.
pub(in crate::puzzles) fn fits(a: Value, b: Value, number: i64) -> bool {
    i64::from(a) + i64::from(b) == number
}

fn say([n, a, b, number]: [usize; 4]) -> String {
    format!("{} and {} add up to {number}", name(n, a), name(n, b))
}
