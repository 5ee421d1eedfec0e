//! The rules of kakuro: a cell for each white square. Everything else is a clue.

use super::{Kakuro, name};
use crate::model::{CellId, Clues, Linear, Model};

pub(super) fn rules(kakuro: &Kakuro) -> Model {
    let mut model = Model::new();
    for &(square, _) in &kakuro.white {
        model.cell(name(square), 1..=9);
    }
    model
}

pub(super) fn clues(kakuro: &Kakuro) -> Clues {
    let mut clues = Clues::default();
    for (index, (_, given)) in kakuro.white.iter().enumerate() {
        if let Some(value) = *given {
            clues.given(CellId::nth(index), value);
        }
    }
    for run in &kakuro.runs {
        let cells = run.cells.iter().filter_map(|&square| kakuro.index(square));
        let cells: Vec<_> = cells.map(CellId::nth).collect();
        let first = cells[0];
        let sum = Linear::sum_distinct(cells).equals(i64::from(run.sum));
        clues.add(sum).named((run.noun(), first)).family("runs");
    }
    clues
}
