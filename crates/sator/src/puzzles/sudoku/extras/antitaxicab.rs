//! Two cells with the same value are never as many steps apart as the value.

use sator_model::{CellId, Clause, Label, Value};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "antitaxicab",
    words: &[("anti-taxicab", None)],
    title: "anti-taxicab",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "equal values are not as many steps apart as the value".to_owned(),
    state: |_, statement| {
        let n = statement.n();
        for [a, b] in pairs(n) {
            let steps = distance(n, [a, b]);
            if !statement.values().contains(&steps) {
                continue;
            }
            let not = [a, b].map(|cell| CellId::nth(cell).is_not(steps));
            let label = Label::sentence([n, a, b, steps as usize], |[n, a, b, steps]| {
                format!("{} and {} are {steps} steps apart, so not both {steps}", name(n, a), name(n, b))
            });
            statement.add(Clause::new(not)).named(label);
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: None,
    examples: &["anti-taxicab"],
};

/// All pairs of cells that are not in one row or column.
fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    let pairs = (0..n * n).flat_map(move |a| (a + 1..n * n).map(move |b| [a, b]));
    pairs.filter(move |[a, b]| a / n != b / n && a % n != b % n)
}

fn distance(n: usize, [a, b]: [usize; 2]) -> Value {
    ((a / n).abs_diff(b / n) + (a % n).abs_diff(b % n)) as Value
}
