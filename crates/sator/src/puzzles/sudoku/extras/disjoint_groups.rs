//! Cells with the same place in their boxes have different values.

use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "disjoint_groups",
    words: &[("disjoint-groups", None)],
    title: "disjoint groups",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "cells with the same place in their boxes differ".to_owned(),
    state: |_, statement| {
        let regions = statement.sudoku.regions.list();
        let places = regions.iter().map(Vec::len).max().unwrap_or(0);
        for place in 0..places {
            // Small regions lack the last places.
            let cells = regions.iter().filter_map(|cells| cells.get(place).copied());
            statement.differ(&cells.collect::<Vec<_>>(), ("place", place + 1));
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: Some("disjointgroups"),
    examples: &["disjoint-groups"],
};
