//! Random positions of games: random mines, some open safe squares, and their numbers.

use super::super::{Minesweeper, Square};
use super::{hidden, number};
use crate::create::{Share, Size, Wish};
use crate::dice::Dice;

/// A game, and its progress.
pub(super) struct Game {
    pub(super) size: Size,
    /// Less than the number of squares.
    pub(super) mines: usize,
    pub(super) opening: Opening,
    pub(super) tells_total: bool,
}

/// Which squares are open.
#[derive(Clone, Copy)]
pub(super) enum Opening {
    /// A random selection of this share of the safe squares.
    Share(Share),
    /// This number of clicks on safe squares that are still hidden; a 0 opens its neighbours.
    Clicks(usize),
}

impl Game {
    /// The wish that makes the same board again.
    pub(super) fn wish(&self) -> Wish {
        let (revealed, clicks) = match self.opening {
            Opening::Share(share) => (Some(share), None),
            Opening::Clicks(clicks) => (None, Some(clicks)),
        };
        Wish {
            size: Some(self.size),
            mines: Some(self.mines),
            revealed,
            clicks,
            hides_total: !self.tells_total,
            ..Wish::default()
        }
    }

    /// Draws the mines uniformly. A game that moves a mine away from the first click has the same
    /// distribution, because clicks are drawn from the safe squares.
    pub(super) fn board(&self, dice: &mut Dice) -> Minesweeper {
        let mut board = hidden(self.size);
        board.mines = self.tells_total.then_some(self.mines);
        let mut places: Vec<u32> = (0..board.squares.len() as u32).collect();
        dice.draw(&mut places, self.mines);
        let (mines, safe) = places.split_at_mut(self.mines);
        let mut is_mine = vec![false; board.squares.len()];
        for &mut place in mines {
            is_mine[place as usize] = true;
        }
        match self.opening {
            Opening::Share(share) => {
                let count = share.of(safe.len());
                dice.draw(safe, count);
                for &mut place in &mut safe[..count] {
                    let place = place as usize;
                    board.squares[place] = Square::Number(number(&board, &is_mine, place));
                }
            }
            Opening::Clicks(clicks) => {
                let count = safe.len();
                dice.draw(safe, count);
                click(&mut board, &is_mine, safe, clicks);
            }
        }
        board
    }
}

/// Clicks on the first of these squares that are still hidden.
fn click(board: &mut Minesweeper, is_mine: &[bool], safe: &[u32], clicks: usize) {
    let mut left = clicks;
    for &place in safe {
        if left == 0 {
            return;
        }
        if board.squares[place as usize] == Square::Hidden {
            open(board, is_mine, place as usize);
            left -= 1;
        }
    }
}

/// Opens a safe square, and repeatedly the neighbours of squares without mines around.
fn open(board: &mut Minesweeper, is_mine: &[bool], first: usize) {
    let mut waiting = vec![first];
    while let Some(index) = waiting.pop() {
        if board.squares[index] != Square::Hidden {
            continue;
        }
        let found = number(board, is_mine, index);
        board.squares[index] = Square::Number(found);
        if found == 0 {
            waiting.extend(board.around(index));
        }
    }
}
