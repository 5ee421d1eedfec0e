//! Draws totals: the black square before a run has its total, the run below first. Runs without
//! such a square are listed below the grid.

use std::collections::BTreeMap;

use super::{Kakuro, Run, after};
use crate::grid::{GridPuzzle, Square, name};
use crate::render::{Board, Role};

pub(super) fn add_totals(kakuro: &Kakuro, board: &mut Board) {
    // The totals of the runs below and to the right of black squares.
    let mut totals: BTreeMap<Square, [String; 2]> = BTreeMap::new();
    for run in &kakuro.runs {
        let total = place(kakuro, run).map(|(at, way)| &mut totals.entry(at).or_default()[way]);
        if let Some(total) = total.filter(|total| total.is_empty()) {
            *total = run.sum.to_string();
        } else {
            let cells: Vec<_> = run.cells.iter().map(|&it| name(it).to_string()).collect();
            board.footer.push(format!("{} = {}", cells.join(" + "), run.sum));
        }
    }
    for ([row, column], totals) in totals {
        let tile = &mut board.rows[row][column];
        (tile.text, tile.role) = (totals.join("\\"), Role::Open);
    }
}

/// The black square before a run, if the run consists of all white squares after it, and its
/// direction: 0 down, 1 across. A run of one cell is across if possible.
fn place(kakuro: &Kakuro, run: &Run) -> Option<(Square, usize)> {
    let is_white = |square| kakuro.cell(square).is_some();
    [1, 0].into_iter().find_map(|way| {
        let mut black = run.cells[0];
        black[way] = black[way].checked_sub(1)?;
        let is_before = !is_white(black) && after(black, way, is_white) == run.cells;
        is_before.then_some((black, way))
    })
}
