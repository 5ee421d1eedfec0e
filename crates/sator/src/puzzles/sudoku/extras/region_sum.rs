//! The parts of the line in each region it passes have equal sums. A region that it enters again has
//! another part; cells in no region are in no part.

use super::{Arguments, Drawing, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "region_sum",
    words: &[("region-sum", None)],
    title: "region sum lines",
    arguments: Arguments::of(Places::Line(1)),
    sentence: sentence!("the region sum line from", " has the same sum in each region"),
    state: |extra, statement| {
        let regions = &statement.sudoku.regions;
        if regions.list().is_empty() {
            return;
        }
        let is_one = |a: &usize, b: &usize| regions.of(*a) == regions.of(*b);
        let all = extra.cells.chunk_by(is_one);
        let mut parts = all.filter(|part| regions.of(part[0]).is_some());
        let Some(first) = parts.next() else { return };
        for part in parts {
            statement.whole(extra, statement.sum(&[(1, first), (-1, part)]));
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(4)),
    fpuzzles: Some("regionsumline"),
    examples: &["region-sum r1c2 r2c3", "region-sum r1c1 r2c2 r2c3 r3c3 r3c4"],
};
