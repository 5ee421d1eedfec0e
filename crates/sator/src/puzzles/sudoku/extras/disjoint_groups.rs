//! Cells with the same place in their boxes have different values.

use super::super::Sudoku;
use super::{Arguments, Drawing, ExtraRule, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "disjoint_groups",
    words: &[("disjoint-groups", None)],
    title: "disjoint groups",
    arguments: Arguments::of(Places::None),
    sentence: |_, _| "cells with the same place in their boxes differ".to_owned(),
    state: |_, statement| {
        for (number, cells) in (1..).zip(groups(statement.sudoku)) {
            statement.differ(&cells, ("place", number));
        }
    },
    drawing: Drawing::Listed,
    fpuzzles: Some("disjointgroups"),
    examples: &["disjoint-groups"],
};

/// The cells of each place, row by row.
fn groups(sudoku: &Sudoku) -> Vec<Vec<usize>> {
    let regions = sudoku.regions.list();
    let places = regions.iter().map(Vec::len).max().unwrap_or(0);
    // Regions may have different numbers of cells.
    let group = |place: usize| regions.iter().filter_map(move |cells| cells.get(place).copied());
    (0..places).map(|place| group(place).collect()).collect()
}
