//! The values in both circles add up to the sum of the values between them.

use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "double_arrow",
    words: &[("double-arrow", None)],
    title: "double arrows",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the double arrow from", " adds up to its two circles"),
    state: |extra, statement| {
        let last = extra.cells.len() - 1;
        let circles = [extra.cells[0], extra.cells[last]];
        let lists = [(1, &circles[..]), (-1, &extra.cells[1..last])];
        statement.whole(extra, statement.sum(&lists));
    },
    drawing: Drawing::Line(LineStyle::Circles),
    fpuzzles: Some("doublearrow"),
    examples: &["double-arrow r1c1 r1c2 r2c3 r3c4", "double-arrow r1c1 r2c2 r2c3 r3c4 r4c4"],
};
