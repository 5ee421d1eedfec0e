//! An extra region has no value twice; one with as many cells as values has each.

use sator_model::CellId;

use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "extra_region",
    words: &[("extra-region", None)],
    title: "extra regions",
    arguments: Arguments::of(Places::Different),
    sentence: sentence!("the extra region at", " has no value twice"),
    state: |extra, statement| {
        statement.differ(&extra.cells, ("the extra region at", CellId::nth(extra.cells[0])));
    },
    drawing: Drawing::Shade,
    fpuzzles: Some("extraregion"),
    examples: &["extra-region r1c1 r2c3 r4c4", "extra-region r1c2 r2c3 r3c1 r4c4"],
};
