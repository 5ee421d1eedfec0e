//! The value in the circle at the beginning of the line is the average of the others on it.

use sator_model::{CellId, Differ, Linear, LinearPart};

use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "average",
    words: &[("average", None)],
    title: "average lines",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the line from", " has its average in the circle"),
    state: |extra, statement| {
        let (circle, others) = (CellId::nth(extra.cells[0]), &extra.cells[1..]);
        let mut parts = statement.parts(-1, others);
        parts.push(LinearPart::new(others.len() as i64, [circle], Differ::No));
        statement.whole(extra, Linear::new(parts));
    },
    drawing: Drawing::Line(LineStyle::Circles),
    fpuzzles: None,
    examples: &["average r1c1 r1c2 r2c3", "average r2c2 r1c3 r2c4 r3c4"],
};
