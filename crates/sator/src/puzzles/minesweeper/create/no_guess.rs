//! Boards that can be won from the first click without a guess.
//!
//! A random board is played with the engine's analysis, which finds all squares that are certainly
//! safe. Where there is none, a mine moves between the squares beside the numbers and the rest of the
//! board. Such a move changes numbers that earlier steps relied on, so the board is played again from
//! the first click, until no mine has to move.

use std::sync::Arc;

use super::super::Square;
use super::layout::Layout;
use super::random::Game;
use crate::create::{Refusal, certain_cells};
use crate::dice::Dice;
use crate::text::counted;

/// The most squares of a board.
const MAX_SQUARES: usize = 10_000;

/// The most layouts that are drawn.
const MAX_LAYOUTS: usize = 100;

/// The most games on a layout.
const MAX_GAMES: usize = 20;

/// The most moves that are tried where no square is safe.
const MAX_MOVES: usize = 40;

/// The most squares of all analysed positions together: a few seconds.
const MAX_WORK: usize = 50_000_000;

/// The position after the first click.
pub(super) fn layout(game: &Game, dice: &mut Dice) -> Result<Layout, Refusal> {
    let (mines, size) = (game.mines, game.size);
    if size.rows * size.columns > MAX_SQUARES {
        return Err(Refusal(format!(
            "expected at most {MAX_SQUARES} squares for a board that needs no guess, found {size}"
        )));
    }
    let mut work = 0;
    for _ in 0..MAX_LAYOUTS {
        if work > MAX_WORK {
            break;
        }
        let layout = game.layout(dice);
        let start = game.start(&layout);
        let mut player = Player { layout, mines: game.mines, start, work };
        for _ in 0..MAX_GAMES {
            match player.play(dice) {
                None => break,
                Some(0) => {
                    player.begin();
                    return Ok(player.layout);
                }
                Some(_) => {}
            }
        }
        work = player.work;
    }
    let mines = counted(mines, "mine");
    Err(Refusal(format!(
        "found no board of {size} squares with {mines} that needs no guess: use fewer mines, or \
        another first click"
    )))
}

/// A game in progress: known mines are marked on the board.
struct Player {
    layout: Layout,
    mines: usize,
    /// The first click, and its neighbours if they are kept free of mines.
    start: Vec<usize>,
    /// The squares of all analysed positions.
    work: usize,
}

impl Player {
    /// Plays from the first click to the end. Returns the number of moved mines; `None` if no move
    /// helps.
    fn play(&mut self, dice: &mut Dice) -> Option<usize> {
        let mut moves = 0;
        self.begin();
        while !self.is_won() {
            if self.step() {
                continue;
            }
            moves += 1;
            if self.work > MAX_WORK || !self.move_mine(dice) {
                return None;
            }
        }
        Some(moves)
    }

    /// Hides the board, and opens the first click.
    fn begin(&mut self) {
        self.layout.board.squares.fill(Square::Hidden);
        self.layout.open(self.start[0]);
    }

    fn is_won(&self) -> bool {
        let squares = &self.layout.board.squares;
        let open = squares.iter().filter(|square| matches!(square, Square::Number(_))).count();
        open + self.mines == squares.len()
    }

    /// Opens all squares that are certainly safe, and marks certain mines. Returns whether there was
    /// a safe square.
    fn step(&mut self) -> bool {
        // Most steps do not need the total, which makes all squares depend on each other.
        self.step_with(None) || self.step_with(Some(self.mines))
    }

    fn step_with(&mut self, total: Option<usize>) -> bool {
        self.work += self.layout.is_mine.len();
        let mut board = self.layout.board.clone();
        board.mines = total;
        let cells = (0..).zip(board.is_restricted()).filter(|(_, is_cell)| *is_cell);
        let cells: Vec<usize> = cells.map(|(index, _)| index).collect();
        let Some(certain) = certain_cells(&(Arc::new(board) as _)) else { return false };
        let mut is_progress = false;
        for (index, is_mine) in cells.into_iter().zip(certain) {
            match is_mine {
                Some(false) => {
                    self.layout.open(index);
                    is_progress = true;
                }
                Some(true) => self.layout.board.squares[index] = Square::Mine,
                None => {}
            }
        }
        is_progress
    }

    /// Exchanges the contents of a square beside the numbers and of another, so that a step is
    /// possible. Returns whether such squares were found.
    fn move_mine(&mut self, dice: &mut Dice) -> bool {
        let (near, far) = self.closed();
        for _ in 0..MAX_MOVES {
            let one = near[dice.below(near.len())];
            let is_other = |it: &usize| self.layout.is_mine[*it] != self.layout.is_mine[one];
            let mut others: Vec<usize> = far.iter().copied().filter(is_other).collect();
            if others.is_empty() {
                let all = 0..self.layout.is_mine.len();
                others = all.filter(is_other).filter(|it| !self.start.contains(it)).collect();
            }
            if others.is_empty() {
                continue;
            }
            let other = others[dice.below(others.len())];
            let before = self.layout.clone();
            self.layout.exchange(one, other);
            if self.step() {
                return true;
            }
            self.layout = before;
        }
        false
    }

    /// The closed squares beside a number, and those that no number touches. Known mines are among the
    /// former only if nothing else is: they separate the open part from the rest.
    fn closed(&self) -> (Vec<usize>, Vec<usize>) {
        let board = &self.layout.board;
        let is_number = |index: usize| matches!(board.squares[index], Square::Number(_));
        let is_near = |&index: &usize| board.around(index).any(is_number);
        let closed = (0..board.squares.len()).filter(|&index| !is_number(index));
        let (near, far): (Vec<_>, Vec<_>) = closed.partition(is_near);
        let is_undecided = |index: &usize| self.layout.is_hidden(*index);
        let undecided: Vec<usize> = near.iter().copied().filter(is_undecided).collect();
        (if undecided.is_empty() { near } else { undecided }, far)
    }
}
