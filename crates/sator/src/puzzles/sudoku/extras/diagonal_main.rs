//! The falling diagonal has no value twice.

use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "diagonal_main",
    words: &[("diagonal", None)],
    title: "a diagonal",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "diagonal 1 has no value twice".to_owned(),
    state: |_, statement| statement.differ(&cells(statement.n()), ("diagonal", 1)),
    drawing: Drawing::Diagonal,
    fpuzzles: Some("diagonal-"),
    examples: &["diagonal"],
};

fn cells(n: usize) -> Vec<usize> {
    (0..n).map(|i| i * n + i).collect()
}
