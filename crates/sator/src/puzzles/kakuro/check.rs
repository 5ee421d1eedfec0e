//! Checks the rules of kakuro, independently of the model.

use super::{Kakuro, Run};
use crate::check::Sum;
use crate::grid::GridPuzzle;
use crate::puzzle::{Allows, Known, Violation};

pub(super) fn violation(
    kakuro: &Kakuro,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    kakuro.runs.iter().find_map(|run| wrong_run(kakuro, run, &numbers_of_cells(kakuro, run), value))
}

/// The rules about one cell: its runs.
pub(super) fn allows(kakuro: &Kakuro) -> Allows<'_> {
    let mut runs = vec![Vec::new(); kakuro.given.len()];
    let cells: Vec<_> = kakuro.runs.iter().map(|run| numbers_of_cells(kakuro, run)).collect();
    for (run, cells) in cells.iter().enumerate() {
        for &cell in cells {
            runs[cell].push(run);
        }
    }
    Box::new(move |cell: usize, value: Known<'_>| {
        runs[cell]
            .iter()
            .all(|&run| wrong_run(kakuro, &kakuro.runs[run], &cells[run], value).is_none())
    })
}

fn wrong_run(kakuro: &Kakuro, run: &Run, cells: &[usize], value: Known<'_>) -> Option<Violation> {
    const VALUES: [i32; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    Sum { puzzle: kakuro, noun: run.noun(), cells, total: run.sum, values: &VALUES }
        .violation(value)
}

/// The numbers of the cells of a run.
fn numbers_of_cells(kakuro: &Kakuro, run: &Run) -> Vec<usize> {
    run.cells.iter().filter_map(|&square| kakuro.cell(square)).collect()
}
