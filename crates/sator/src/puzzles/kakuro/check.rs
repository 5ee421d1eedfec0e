//! Checks the rules of kakuro, independently of the model.

use super::{Kakuro, Run};
use crate::check::Sum;
use crate::puzzle::{Allows, Known, Violation};

pub(super) fn violation(
    kakuro: &Kakuro,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    kakuro.runs.iter().find_map(|run| wrong_run(kakuro, run, &kakuro.cells_of(run), value))
}

/// The rules about one cell: its runs.
pub(super) fn allows(kakuro: &Kakuro) -> Allows<'_> {
    let mut runs = vec![Vec::new(); kakuro.given.len()];
    let cells: Vec<_> = kakuro.runs.iter().map(|run| kakuro.cells_of(run)).collect();
    for (run, cells) in cells.iter().enumerate() {
        cells.iter().for_each(|&cell| runs[cell].push(run));
    }
    Box::new(move |cell: usize, value: Known<'_>| {
        runs[cell]
            .iter()
            .all(|&run| wrong_run(kakuro, &kakuro.runs[run], &cells[run], value).is_none())
    })
}

fn wrong_run(kakuro: &Kakuro, run: &Run, cells: &[usize], value: Known<'_>) -> Option<Violation> {
    Sum { puzzle: kakuro, noun: run.noun(), cells, total: run.sum }.violation(value)
}
