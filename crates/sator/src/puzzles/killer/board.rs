//! Draws a grid with cages.

use super::{Killer, sudoku};
use crate::model::Solution;
use crate::render::{Areas, Board};

pub(super) fn board(killer: &Killer, solution: Option<&Solution>) -> Board {
    let mut of = vec![None; killer.n() * killer.n()];
    for (number, cage) in killer.cages.iter().enumerate() {
        for &cell in &cage.cells {
            of[cell] = Some(number);
        }
    }
    let labels = killer.cages.iter().map(|cage| cage.total.to_string()).collect();
    let areas = Some(Areas { of, labels });
    Board { areas, ..sudoku::board::board(&killer.grid, solution) }
}
