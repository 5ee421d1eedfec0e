//! Sudoku as an exact cover, by the crate `dlx`: Knuth's dancing links, the item with the fewest
//! options first.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Solver, Uint, x};

use crate::shared::{SIZE, Verdict};

/// An item for each cell, and for each value in each row, column and box.
const ITEMS: usize = 4 * SIZE * SIZE;

/// From the text of a puzzle to at most two answers.
pub(crate) fn solve(line: &str) -> Verdict {
    let places = candidates(line);
    let options: Vec<_> = places.iter().map(|&(cell, value)| items(cell, value)).collect();
    let mut problem = x::make_problem(ITEMS as Uint, 0, &options, OptOrder::Seq);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = Solver::new(&mut problem);
    let mut verdict = Verdict { number: 0, first: [0; SIZE * SIZE] };
    while verdict.number < 2 && solver.next_solution(&mut chooser) {
        verdict.number += 1;
        if verdict.number == 1 {
            for &option in solver.fmt_solution() {
                let (cell, value) = places[option as usize];
                verdict.first[cell] = value as u8 + 1;
            }
        }
    }
    verdict
}

/// A given cell has one candidate; the others have those that no given value excludes.
fn candidates(line: &str) -> Vec<(usize, usize)> {
    let given = |cell: usize| match line.as_bytes()[cell] {
        digit @ b'1'..=b'9' => Some(usize::from(digit - b'1')),
        _ => None,
    };
    let mut taken = [false; ITEMS];
    for cell in 0..SIZE * SIZE {
        for item in given(cell).into_iter().flat_map(|value| items(cell, value)) {
            taken[item as usize] = true;
        }
    }
    let is_open = |cell, value| match given(cell) {
        Some(known) => known == value,
        None => items(cell, value).iter().all(|&item| !taken[item as usize]),
    };
    let all = (0..SIZE * SIZE).flat_map(|cell| (0..SIZE).map(move |value| (cell, value)));
    all.filter(|&(cell, value)| is_open(cell, value)).collect()
}

/// The items of a value in a cell.
fn items(cell: usize, value: usize) -> Vec<Uint> {
    let (row, column) = (cell / SIZE, cell % SIZE);
    let square = row / 3 * 3 + column / 3;
    let lines =
        [row, SIZE + column, 2 * SIZE + square].map(|line| SIZE * SIZE + line * SIZE + value);
    [cell].into_iter().chain(lines).map(|item| item as Uint).collect()
}
