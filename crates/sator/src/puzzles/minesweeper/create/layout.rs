//! A board with all of its mines: opens squares as the game does.

use super::super::{Minesweeper, Square};
use crate::create::Size;
use crate::model::Solution;

/// The open part of a board, and where the mines are. The numbers are always true.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) board: Minesweeper,
    /// Whether each square has a mine, row by row.
    pub(super) is_mine: Vec<bool>,
}

impl Layout {
    /// A hidden board with these mines, of which it does not tell the total.
    pub(super) fn new(size: Size, mines: impl IntoIterator<Item = usize>) -> Self {
        let board = hidden(size);
        let mut is_mine = vec![false; board.squares.len()];
        for mine in mines {
            is_mine[mine] = true;
        }
        Self { board, is_mine }
    }

    /// Opens a safe square.
    pub(super) fn show(&mut self, index: usize) {
        let number = self.board.around(index).map(|other| u8::from(self.is_mine[other])).sum();
        self.board.squares[index] = Square::Number(number);
    }

    /// Opens a safe square, and repeatedly the neighbours of squares without mines around.
    pub(super) fn open(&mut self, first: usize) {
        let mut waiting = vec![first];
        while let Some(index) = waiting.pop() {
            if self.is_hidden(index) {
                self.show(index);
                if self.board.squares[index] == Square::Number(0) {
                    waiting.extend(self.board.around(index));
                }
            }
        }
    }

    /// Whether a square is hidden, without a mark.
    pub(super) fn is_hidden(&self, index: usize) -> bool {
        self.board.squares[index] == Square::Hidden
    }

    /// Exchanges the contents of two squares, of which one has a mine. An open square that gets the
    /// mine becomes a known mine, and a known mine that loses it a hidden square.
    pub(super) fn exchange(&mut self, one: usize, other: usize) {
        self.is_mine.swap(one, other);
        for index in [one, other] {
            self.board.squares[index] = match self.board.squares[index] {
                Square::Number(_) => Square::Mine,
                _ => Square::Hidden,
            };
            for near in self.board.around(index) {
                if let Square::Number(_) = self.board.squares[near] {
                    self.show(near);
                }
            }
        }
    }

    /// The mines of the squares that are cells.
    pub(super) fn solution(&self) -> Solution {
        let squares = self.is_mine.iter().zip(self.board.is_restricted());
        let cells = squares.filter(|(_, is_cell)| *is_cell);
        Solution { values: cells.map(|(&is_mine, _)| i32::from(is_mine)).collect() }
    }
}

/// A board of hidden squares.
pub(super) fn hidden(size: Size) -> Minesweeper {
    let Size { rows, columns } = size;
    let squares = vec![Square::Hidden; rows * columns];
    Minesweeper { rows, columns, squares, mines: None, notes: Vec::new() }
}
