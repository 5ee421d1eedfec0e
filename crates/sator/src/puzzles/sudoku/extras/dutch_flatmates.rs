//! Every 5 has a 1 directly above it or a 9 directly below it.

use sator_model::{CellId, Clause, Label, Value};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "dutch_flatmates",
    words: &[("dutch-flatmates", None)],
    title: "Dutch flatmates",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "every 5 has a 1 above it or a 9 below it".to_owned(),
    state: |_, statement| {
        let n = statement.n();
        for cell in 0..n * n {
            let mates = mates(n, cell).map(|(cell, value)| CellId::nth(cell).is(value));
            let not = CellId::nth(cell).is_not(MIDDLE);
            let label = Label::sentence([n, cell], |[n, cell, ..]| {
                format!("if {} is 5, there is a 1 above it or a 9 below it", name(n, cell))
            });
            statement.add(Clause::new([not].into_iter().chain(mates))).named(label);
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: None,
    examples: &["dutch-flatmates"],
};

const MIDDLE: Value = 5;

/// The cells above and below, with the values that they may have.
fn mates(n: usize, cell: usize) -> impl Iterator<Item = (usize, Value)> {
    let above = cell.checked_sub(n).map(|above| (above, 1));
    let below = Some(cell + n).filter(|below| *below < n * n).map(|below| (below, 9));
    above.into_iter().chain(below)
}
