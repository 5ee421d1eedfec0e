//! Draws cages; one that overlaps another stands below the grid.

use super::Killer;
use super::sudoku::check::name;
use crate::render::{Areas, Board};

pub(super) fn add_cages(killer: &Killer, board: &mut Board) {
    board.boxes = Some(killer.grid.shape);
    let labels = killer.cages.iter().map(|cage| cage.total.to_string()).collect();
    let of = killer.cage_of_each_cell();
    for (number, cage) in killer.cages.iter().enumerate() {
        if of[cage.cells[0]] != Some(number) {
            let cells: Vec<_> = cage.cells.iter().map(|&cell| name(killer.n(), cell)).collect();
            board.footer.push(format!("{} = {}", cells.join(" + "), cage.total));
        }
    }
    board.areas = Some(Areas { of, labels });
}
