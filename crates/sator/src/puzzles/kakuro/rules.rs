//! The rules of kakuro: a cell for each white square. Everything else is a clue.

use super::Kakuro;
use crate::grid::GridPuzzle;
use crate::model::{CellId, Clues, Linear, Model};

pub(super) fn rules(kakuro: &Kakuro) -> Model {
    let mut model = Model::new();
    for cell in 0..kakuro.white.len() {
        model.cell(kakuro.cell_name(cell), 1..=9);
    }
    model
}

pub(super) fn add_runs(kakuro: &Kakuro, clues: &mut Clues) {
    for run in &kakuro.runs {
        let cells: Vec<_> = kakuro.cells_of(run).into_iter().map(CellId::nth).collect();
        let first = cells[0];
        let sum = Linear::sum_distinct(cells).equals(i64::from(run.sum));
        clues.add(sum).named((run.noun(), first)).family("runs");
    }
}
