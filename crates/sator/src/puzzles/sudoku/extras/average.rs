//! The value in the circle at the beginning of the line is the average of the others on it.

use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "average",
    words: &[("average", None)],
    title: "average lines",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the line from", " has its average in the circle"),
    state: |extra, statement| {
        let (circle, others) = extra.cells.split_at(1);
        let lists = [(-1, others), (others.len() as i64, circle)];
        statement.whole(extra, statement.sum(&lists));
    },
    drawing: Drawing::Line(LineStyle::Circles),
    fpuzzles: None,
    examples: &["average r1c1 r1c2 r2c3", "average r2c2 r1c3 r2c4 r3c4"],
};
