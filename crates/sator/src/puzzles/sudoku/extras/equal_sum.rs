//! Groups of cells have equal sums.


use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "equal_sum",
    words: &[("equal-sum", None)],
    title: "equal sums",
    arguments: Arguments::of(Places::Groups(false)),
    sentence: sentence!("the groups with", " have equal sums"),
    state: |extra, statement| {
        for group in &extra.groups[1..] {
            let lists = [(1, &extra.groups[0][..]), (-1, group)];
            statement.whole(extra, statement.sum(&lists));
        }
    },
    drawing: Drawing::Shade,
    fpuzzles: None,
    examples: &["equal-sum r1c1 r1c2: r3c3 r3c4", "equal-sum r1c1: r2c1 r3c1: r4c4"],
};
