//! The parts of the line in each region it passes have equal sums.

use sator_model::{Differ, Linear, LinearPart};

use super::super::Sudoku;
use super::statement::ids;
use super::{Arguments, Drawing, Extra, ExtraRule, LineStyle, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "region_sum",
    words: &[("region-sum", None)],
    title: "region sum lines",
    arguments: Arguments::of(Places::Line(1)),
    sentence: sentence!("the region sum line from", " has the same sum in each region"),
    state: |extra, statement| {
        let parts = parts(extra, statement.sudoku);
        for part in parts.iter().skip(1) {
            let signed = [(1, &parts[0]), (-1, part)];
            let linear = signed.map(|(sign, cells)| LinearPart::new(sign, ids(cells), Differ::Implied));
            statement.whole(extra, Linear::new(linear));
        }
    },
    drawing: Drawing::Line(LineStyle::Plain(4)),
    fpuzzles: Some("regionsumline"),
    examples: &["region-sum r1c2 r2c3", "region-sum r1c1 r2c2 r2c3 r3c3 r3c4"],
};

/// The line, cut at every change of region.
fn parts(extra: &Extra, sudoku: &Sudoku) -> Vec<Vec<usize>> {
    let is_one = |a: &usize, b: &usize| sudoku.regions.of(*a) == sudoku.regions.of(*b);
    extra.cells.chunk_by(is_one).map(<[usize]>::to_vec).collect()
}
