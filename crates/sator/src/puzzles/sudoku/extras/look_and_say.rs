//! A cage has the listed values exactly as often as listed; others are free.

use sator_model::{CellId, Count};

use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "look_and_say",
    words: &[("look-and-say", None)],
    title: "look-and-say cages",
    arguments: Arguments::of(Places::Cells(1)).counts(),
    sentence: sentence!("the cage at", " has its listed values as often as listed"),
    state: |extra, statement| {
        for &(count, value) in &extra.counts {
            let conditions = extra.cells.iter().map(|&cell| CellId::nth(cell).is(value));
            statement.whole(extra, Count::exactly(count, conditions));
        }
    },
    drawing: Drawing::Outline,
    fpuzzles: None,
    examples: &["look-and-say 1x2 r1c1 r1c2", "look-and-say 2x3 0x1 r1c1 r2c2 r3c3"],
};
