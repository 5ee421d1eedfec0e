//! No two cells on the line have equal or consecutive values.

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "nabner",
    words: &[("nabner", None)],
    title: "nabner lines",
    arguments: Arguments::of(Places::Visited(1)),
    sentence: sentence!("the nabner line at", " has no equal or consecutive values"),
    state: |extra, statement| {
        for (at, &a) in extra.cells.iter().enumerate() {
            for &b in &extra.cells[at + 1..] {
                statement.pair([a, b], 2, |a, b| a.abs_diff(b) >= 2, |[n, a, b, _]| {
                    let [a, b] = [a, b].map(|cell| name(n, cell));
                    format!("{a} and {b} are neither equal nor consecutive on a nabner line")
                });
            }
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(2)),
    fpuzzles: Some("nabner"),
    examples: &["nabner r1c1 r1c2", "nabner r1c1 r2c2"],
};
