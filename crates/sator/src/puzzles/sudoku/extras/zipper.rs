//! Cells at equal distance from the middle of the line have equal sums; the value in the middle is
//! that sum.

use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "zipper",
    words: &[("zipper", None)],
    title: "zipper lines",
    arguments: Arguments::of(Places::Line(2)),
    sentence: sentence!("the zipper line from", " has equal sums at equal distances from its middle"),
    state: |extra, statement| {
        let cells = &extra.cells;
        let (half, last) = (cells.len() / 2, cells.len() - 1);
        let pair = |at: usize| [cells[at], cells[last - at]];
        // The pair nearest to the middle stands for the sum, unless there is a middle.
        let sum = if cells.len() % 2 == 1 { vec![cells[half]] } else { pair(half - 1).to_vec() };
        for at in 0..cells.len().div_ceil(2) - 1 {
            let lists = [(1, &pair(at)[..]), (-1, &sum)];
            statement.whole(extra, statement.sum(&lists));
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(8)),
    fpuzzles: Some("zipperline"),
    examples: &["zipper r1c1 r1c2 r2c3", "zipper r1c1 r2c2 r2c3 r3c4", "zipper r1c1 r2c2 r2c3 r3c4 r4c3"],
};
