//! Extra boxes, as wide as the root of the size, a cell apart from each other and from the edge, have
//! no value twice.

use super::{Arguments, Drawing, ExtraRule, Places};

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
    drawing: Drawing::Shade,
    fpuzzles: None,
    examples: &["windoku"],
};

/// The cells of each window. Their side is the root of the size, rounded down.
pub(in crate::puzzles) fn windows(n: usize) -> Vec<Vec<usize>> {
    let side = n.isqrt();
    let starts: Vec<_> = (1..).step_by(side + 1).take_while(|start| start + side < n).collect();
    let window = |top: usize, left: usize| -> Vec<usize> {
        (0..side * side).map(|i| (top + i / side) * n + left + i % side).collect()
    };
    starts.iter().flat_map(|&top| starts.iter().map(move |&left| window(top, left))).collect()
}
