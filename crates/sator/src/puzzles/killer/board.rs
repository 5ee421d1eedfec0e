//! Draws cages.

use super::Killer;
use crate::render::{Areas, Board};

pub(super) fn add_cages(killer: &Killer, board: &mut Board) {
    board.boxes = Some(killer.grid.shape);
    let labels = killer.cages.iter().map(|cage| cage.total.to_string()).collect();
    board.areas = Some(Areas { of: killer.cage_of_each_cell(), labels });
}
