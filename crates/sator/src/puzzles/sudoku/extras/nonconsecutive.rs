//! Neighbours never differ by 1, except where a mark shows a difference.

use super::super::Sudoku;
use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places, difference, neighbour_pairs};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "nonconsecutive",
    words: &[("non-consecutive", None)],
    title: "non-consecutive neighbours",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "neighbours are not consecutive".to_owned(),
    state: |_, statement| {
        for pair in pairs(statement.sudoku) {
            statement.pair(pair, 0, |a, b| a.abs_diff(b) != 1, |[n, a, b, _]| {
                format!("{} and {} are not consecutive: they are neighbours", name(n, a), name(n, b))
            });
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: Some("nonconsecutive"),
    examples: &["non-consecutive"],
};

/// The neighbours without a mark of a difference.
fn pairs(sudoku: &Sudoku) -> Vec<[usize; 2]> {
    let is_marked = |pair: &[usize; 2]| {
        let mut marks = sudoku.extras.iter().filter(|extra| extra.is(&difference::RULE));
        marks.any(|mark| pair.iter().all(|cell| mark.cells.contains(cell)))
    };
    neighbour_pairs(sudoku.n()).filter(|pair| !is_marked(pair)).collect()
}
