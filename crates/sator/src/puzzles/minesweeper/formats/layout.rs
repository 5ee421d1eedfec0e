//! A layout of all mines, without the player's view. It is read as the board on which every square
//! without a mine is open.

use super::super::{Minesweeper, Square};
use super::rows::Size;

/// A note for the user.
pub(super) const NOTE: &str =
    "the file tells where the mines are: these squares are hidden, and all others are open";

/// The board of that size with mines on these squares.
pub(super) fn opened(size: Size, is_mine: &[bool]) -> Minesweeper {
    let mut board = size.board(vec![Square::Hidden; is_mine.len()]);
    for index in (0..is_mine.len()).filter(|&index| !is_mine[index]) {
        let mines = board.around(index).filter(|&other| is_mine[other]).count();
        board.squares[index] = Square::Number(mines as u8);
    }
    board.mines = Some(is_mine.iter().filter(|&&is_mine| is_mine).count());
    board.notes.push(NOTE.to_owned());
    board
}
