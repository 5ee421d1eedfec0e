//! Values along a thermometer rise from its bulb.

use sator_model::{CellId, Compare, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "thermo",
    words: &[("thermo", None)],
    title: "thermometers",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the thermometer from", " rises"),
    state: |extra, statement| {
        let (n, bulb) = (statement.n(), extra.cells[0]);
        for pair in extra.cells.windows(2) {
            let label = Label::sentence([n, bulb, pair[0], pair[1]], |[n, bulb, a, b]| {
                let [bulb, a, b] = [bulb, a, b].map(|cell| name(n, cell));
                format!("the thermometer from {bulb} rises: {a} < {b}")
            });
            let [a, b] = [pair[0], pair[1]].map(CellId::nth);
            statement.add(Compare::less(a, b)).named(label);
        }
    },
    drawing: Drawing::Line(LineStyle::Thermometer),
    fpuzzles: Some("thermometer"),
    examples: &["thermo r1c1 r1c2 r1c3", "thermo r2c2 r3c3"],
};
