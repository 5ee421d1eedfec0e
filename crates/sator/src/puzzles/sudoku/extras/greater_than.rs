//! The first of two cells is larger than the second.

use sator_model::{CellId, Compare, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, PairSign, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "greater_than",
    words: &[("greater", None)],
    title: "greater-than signs",
    arguments: Arguments::of(Places::Pair),
    sentence: |extra, sudoku| say([sudoku.n(), extra.cells[0], extra.cells[1], 0]),
    state: |extra, statement| {
        let (n, [a, b]) = (statement.n(), [extra.cells[0], extra.cells[1]]);
        let less = Compare::less(CellId::nth(b), CellId::nth(a));
        statement.add(less).named(Label::sentence([n, a, b], say));
    },
    drawing: Drawing::Between(PairSign::Greater),
    fpuzzles: None,
    examples: &["greater r1c1 r1c2", "greater r2c1 r1c1"],
};

fn say([n, a, b, _]: [usize; 4]) -> String {
    format!("{} is greater than {}", name(n, a), name(n, b))
}
