//! The rising diagonal has no value twice.

use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "diagonal_anti",
    words: &[("anti-diagonal", None)],
    title: "a diagonal",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "diagonal 2 has no value twice".to_owned(),
    state: |_, statement| statement.differ(&cells(statement.n()), ("diagonal", 2)),
    drawing: Drawing::Diagonal,
    fpuzzles: Some("diagonal+"),
    examples: &["anti-diagonal"],
};

fn cells(n: usize) -> Vec<usize> {
    (0..n).map(|i| i * n + n - 1 - i).collect()
}
