//! Each of some cells is even.

use sator_model::{CellId, Clause, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places, Sign, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "even",
    words: &[("even", None)],
    title: "even cells",
    arguments: Arguments::of(Places::Cells(1)),
    sentence: sentence!("every marked cell from", " on is even"),
    state: |extra, statement| {
        let n = statement.n();
        for &cell in &extra.cells {
            let values = statement.values().iter().filter(|value| **value % 2 == 0);
            let conditions: Vec<_> = values.map(|&value| CellId::nth(cell).is(value)).collect();
            let say = |[n, cell, ..]: [usize; 4]| format!("{} is even", name(n, cell));
            statement.add(Clause::new(conditions)).named(Label::sentence([n, cell], say));
        }
    },
    drawing: Drawing::CellSign(Sign::Square),
    fpuzzles: Some("even"),
    examples: &["even r1c1", "even r1c1 r2c3 r4c4"],
};
