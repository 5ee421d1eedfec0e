//! Values along a slow thermometer never fall from its bulb.

use sator_model::{CellId, Compare, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "slow_thermo",
    words: &[("slow-thermo", None)],
    title: "slow thermometers",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the slow thermometer from", " never falls"),
    state: |extra, statement| {
        let (n, bulb) = (statement.n(), extra.cells[0]);
        for pair in extra.cells.windows(2) {
            let label = Label::sentence([n, bulb, pair[0], pair[1]], |[n, bulb, a, b]| {
                let [bulb, a, b] = [bulb, a, b].map(|cell| name(n, cell));
                format!("the slow thermometer from {bulb} never falls: {a} ≤ {b}")
            });
            let [a, b] = [pair[0], pair[1]].map(CellId::nth);
            statement.add(Compare::at_most(a, b)).named(label);
        }
    },
    drawing: Drawing::Line(LineStyle::Thermometer),
    fpuzzles: Some("slowthermometer"),
    examples: &["slow-thermo r1c1 r1c2 r1c3", "slow-thermo r2c2 r3c3"],
};
