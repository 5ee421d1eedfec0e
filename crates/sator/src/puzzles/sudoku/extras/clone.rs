//! Groups of cells have the same values, place by place.

use sator_model::{CellId, Compare, Label};

use super::super::name;
use super::{Arguments, Drawing, ExtraRule, Places, sentence};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "clone",
    words: &[("clone", None)],
    title: "clones",
    arguments: Arguments::of(Places::Groups(true)),
    sentence: sentence!("the clones of the group at", " have the same values, place by place"),
    state: |extra, statement| {
        let n = statement.n();
        for group in &extra.groups[1..] {
            for (&a, &b) in extra.groups[0].iter().zip(group) {
                let label = Label::sentence([n, a, b], |[n, a, b, _]| {
                    format!("{} and {} are equal: they are clones", name(n, a), name(n, b))
                });
                statement.add(Compare::equal(CellId::nth(a), CellId::nth(b))).named(label);
            }
        }
    },
    drawing: Drawing::Shade,
    fpuzzles: Some("clone"),
    examples: &["clone r1c1 r1c2: r3c3 r3c4", "clone r1c1: r2c3: r3c4"],
};
