//! The rules of futoshiki: those of Latin squares. Signs are clues.

use super::Futoshiki;
use crate::model::{AllDifferent, CellId, Clues, Compare, Model, Value};

pub(super) fn rules(n: usize) -> Model {
    let mut model = Model::new();
    let grid = model.grid(n, n, 1..=n as Value);
    for (number, row) in (1..).zip(grid.rows()) {
        model.add(AllDifferent::new(row)).named(("row", number)).family("rows");
    }
    for (number, column) in (1..).zip(grid.columns()) {
        model.add(AllDifferent::new(column)).named(("column", number)).family("columns");
    }
    model
}

pub(super) fn clues(futoshiki: &Futoshiki) -> Clues {
    let mut clues = Clues::default();
    for (cell, value) in futoshiki.given.iter().enumerate() {
        if let Some(value) = *value {
            clues.given(CellId::nth(cell), value);
        }
    }
    for pair in &futoshiki.less {
        let [smaller, larger] = pair.map(CellId::nth);
        clues.add(Compare::less(smaller, larger)).family("signs");
    }
    clues
}
