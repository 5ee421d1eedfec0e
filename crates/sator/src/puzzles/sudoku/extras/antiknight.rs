//! Cells a knight's move apart have different values.

use sator_model::{CellId, Compare, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places, pairs_apart};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "antiknight",
    words: &[("anti-knight", None)],
    title: "anti-knight",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "cells a knight's move apart differ".to_owned(),
    state: |_, statement| {
        let n = statement.n();
        for [a, b] in pairs_apart(n, &MOVES) {
            let label = Label::sentence([n, a, b], |[n, a, b, _]| {
                format!("{} and {} differ: they are a knight's move apart", name(n, a), name(n, b))
            });
            statement.add(Compare::not_equal(CellId::nth(a), CellId::nth(b))).named(label);
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: Some("antiknight"),
    examples: &["anti-knight"],
};

/// Rows and columns from one cell to the other.
const MOVES: [[isize; 2]; 4] = [[1, -2], [1, 2], [2, -1], [2, 1]];
