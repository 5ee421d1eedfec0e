//! The number in the circle is the sum of the values along the arrow, which may be equal. A circle of
//! two or three cells is read as a number.

use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "arrow",
    words: &[("arrow", None)],
    title: "arrows",
    arguments: Arguments::of(Places::Circle),
    sentence: sentence!("the arrow from", " adds up to its circle"),
    state: |extra, statement| {
        let circle = &extra.groups[0];
        let digits = weights(circle.len()).into_iter().zip(circle.chunks(1));
        let lists: Vec<_> = digits.chain([(-1, &extra.cells[..])]).collect();
        statement.whole(extra, statement.sum(&lists));
    },
    drawing: Drawing::Arrow,
    fpuzzles: Some("arrow"),
    examples: &["arrow r1c1: r1c2 r1c3", "arrow r1c1 r1c2: r2c3 r3c4 r3c3 r4c4"],
};

/// The weights of the digits of a number.
fn weights(digits: usize) -> Vec<i64> {
    (0..digits as u32).rev().map(|place| 10_i64.pow(place)).collect()
}
