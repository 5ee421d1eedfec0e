//! The values of some cells differ.

use sator_model::CellId;

use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "all_different",
    words: &[("different", None)],
    title: "different cells",
    arguments: Arguments::of(Places::Different),
    sentence: sentence!("the group at", " has no value twice"),
    state: |extra, statement| {
        statement.differ(&extra.cells, ("the group at", CellId::nth(extra.cells[0])));
    },
    drawing: Drawing::Outline,
    fpuzzles: None,
    examples: &["different r1c1 r2c3 r4c4", "different r1c2 r2c3 r3c1 r4c4"],
};
