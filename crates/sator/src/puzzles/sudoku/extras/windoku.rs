//! Extra boxes, a cell apart from each other and from the edge, have no value twice.

use super::{Arguments, Check, Drawing, ExtraRule, Places};
use crate::check::twice;

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "windoku",
    words: &[("windoku", None)],
    title: "windows",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "no window has a value twice".to_owned(),
    state: |_, statement| {
        for (number, cells) in (1..).zip(windows(statement.n())) {
            statement.differ(&cells, ("window", number));
        }
    },
    check: Check::Grid(|_, sudoku, value| {
        (1..).zip(windows(sudoku.n())).find_map(|(number, cells)| {
            twice(sudoku, format_args!("window {number}"), &cells.into_iter(), value).map(|it| it.0)
        })
    }),
    drawing: Drawing::Shade,
    fpuzzles: None,
    examples: &["windoku"],
};

/// The cells of each window. Their side is the root of the size.
pub(in crate::puzzles) fn windows(n: usize) -> Vec<Vec<usize>> {
    let side = n.isqrt();
    let starts: Vec<_> = (1..).step_by(side + 1).take_while(|start| start + side <= n).collect();
    let window = |top: usize, left: usize| -> Vec<usize> {
        (0..side * side).map(|i| (top + i / side) * n + left + i % side).collect()
    };
    starts.iter().flat_map(|&top| starts.iter().map(move |&left| window(top, left))).collect()
}
