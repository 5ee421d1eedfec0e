//! Cells with the same place in their boxes have different values.

use super::super::Sudoku;
use super::{Arguments, Check, Drawing, ExtraRule, Places};
use crate::check::twice;

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
    check: Check::Grid(|_, sudoku, value| {
        (1..).zip(groups(sudoku)).find_map(|(number, cells)| {
            let house = format_args!("place {number} of the boxes");
            twice(sudoku, house, &cells.into_iter(), value).map(|it| it.0)
        })
    }),
    drawing: Drawing::Listed,
    fpuzzles: Some("disjointgroups"),
    examples: &["disjoint-groups"],
};

/// The cells of each place, row by row.
fn groups(sudoku: &Sudoku) -> Vec<Vec<usize>> {
    let regions = sudoku.regions.list();
    let places = regions.iter().map(Vec::len).min().unwrap_or(0);
    (0..places).map(|place| regions.iter().map(|cells| cells[place]).collect()).collect()
}
