//! Cells that touch at a corner have different values.

use sator_model::{CellId, Compare, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places, pairs_apart};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "antiking",
    words: &[("anti-king", None)],
    title: "anti-king",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "cells a king's move apart differ".to_owned(),
    state: |_, statement| {
        let n = statement.n();
        for [a, b] in pairs_apart(n, &MOVES) {
            let label = Label::sentence([n, a, b], |[n, a, b, _]| {
                format!("{} and {} differ: they are a king's move apart", name(n, a), name(n, b))
            });
            statement.add(Compare::not_equal(CellId::nth(a), CellId::nth(b))).named(label);
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: Some("antiking"),
    examples: &["anti-king"],
};

/// Rows and columns from one cell to the other.
const MOVES: [[isize; 2]; 2] = [[1, -1], [1, 1]];
