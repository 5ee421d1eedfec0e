//! Each of some cells is odd.

use sator_model::{CellId, Clause, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places, Sign, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "odd",
    words: &[("odd", None)],
    title: "odd cells",
    arguments: Arguments::of(Places::Cells(1)),
    sentence: sentence!("every marked cell from", " on is odd"),
    state: |extra, statement| {
        let n = statement.n();
        for &cell in &extra.cells {
            let values = statement.values().iter().filter(|value| **value % 2 == 1);
            let conditions: Vec<_> = values.map(|&value| CellId::nth(cell).is(value)).collect();
            let say = |[n, cell, ..]: [usize; 4]| format!("{} is odd", name(n, cell));
            statement.add(Clause::new(conditions)).named(Label::sentence([n, cell], say));
        }
    },
    drawing: Drawing::CellSign(Sign::Disc),
    fpuzzles: Some("odd"),
    examples: &["odd r1c1", "odd r1c1 r2c3 r4c4"],
};
