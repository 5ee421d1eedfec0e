//! Draws the signs. Pairs of squares that are not neighbours are listed below the grid.

use super::Futoshiki;
use crate::grid::{GridPuzzle, name};
use crate::render::{Board, Marks};

pub(super) fn add_signs(futoshiki: &Futoshiki, board: &mut Board) {
    let mut marks = Marks::none(futoshiki.dimensions());
    for &[smaller, larger] in &futoshiki.less {
        // Two squares may be compared in both directions, although there is no answer then.
        if !marks.compare(smaller, larger) {
            board.footer.push(format!("{} < {}", name(smaller), name(larger)));
        }
    }
    board.marks = Some(marks);
}
