//! The rules of minesweeper, plainly: mines are counted, and no model is asked.

use super::board::symbol;
use super::{Minesweeper, Square};
use crate::pieces::counted;
use crate::puzzle::Broken;

/// Whether all numbers and the total of a board are right of these squares.
pub(super) fn check(board: &Minesweeper, filled: &[Square]) -> Result<(), Broken> {
    let numbers =
        board.numbers().find_map(|(index, number)| wrong_number(board, filled, index, number));
    match numbers.or_else(|| wrong_total(board, filled)) {
        Some(broken) => Err(broken),
        None => Ok(()),
    }
}

/// What is known breaks by itself.
pub(super) fn contradiction(board: &Minesweeper) -> Option<Broken> {
    check(board, &board.squares).err()
}

/// How many squares have a mine, and how many may have one.
#[derive(Default)]
struct Mines {
    known: usize,
    hidden: usize,
}

impl Mines {
    fn among(squares: impl Iterator<Item = Square>) -> Self {
        squares.fold(Self::default(), |mines, square| match square {
            Square::Mine => Self { known: mines.known + 1, ..mines },
            Square::Hidden => Self { hidden: mines.hidden + 1, ..mines },
            Square::Number(_) | Square::Safe => mines,
        })
    }

    /// How many there are, where a number asks for more or for fewer.
    fn unless(&self, number: usize) -> Option<String> {
        let Self { known, hidden } = *self;
        if (known..=known + hidden).contains(&number) {
            return None;
        }
        Some(match (known, hidden) {
            (known, 0) => known.to_string(),
            (known, _) if number < known => format!("{known} already"),
            (0, hidden) => format!("only {}", counted(hidden, "hidden square")),
            (known, hidden) => format!("only {known} and {}", counted(hidden, "hidden square")),
        })
    }
}

fn wrong_number(
    board: &Minesweeper,
    filled: &[Square],
    index: usize,
    number: usize,
) -> Option<Broken> {
    let around = Mines::among(board.around(index).map(|other| filled[other]));
    let found = around.unless(number)?;
    let (name, number) = (board.name(index), counted(number, "mine"));
    Some(Broken(format!("{name} should touch {number}, but touches {found}")))
}

fn wrong_total(board: &Minesweeper, filled: &[Square]) -> Option<Broken> {
    let total = board.mines?;
    let found = Mines::among(filled.iter().copied()).unless(total)?;
    let total = counted(total, "mine");
    Some(Broken(format!("the board should have {total}, but has {found}")))
}

/// Judges a board that somebody filled: which squares that clues speak of have a mine.
pub(super) fn judge(board: &Minesweeper, filled: &[Square]) -> Result<Vec<bool>, Broken> {
    let asked = board.is_asked();
    for (index, (&given, &found)) in board.squares.iter().zip(filled).enumerate() {
        let name = board.name(index);
        match (given, found) {
            (Square::Hidden, Square::Hidden) if asked[index] => {
                return Err(Broken(format!("{name} is still hidden")));
            }
            (Square::Hidden, _) | (Square::Safe, Square::Safe | Square::Number(_)) => {}
            _ if given == found => {}
            _ => {
                let (given, found) = (symbol(given), symbol(found));
                return Err(Broken(format!("{name} is given as '{given}', not as '{found}'")));
            }
        }
    }
    let shown = filled.iter().enumerate().filter_map(|(index, square)| match square {
        Square::Number(number) => Some((index, usize::from(*number))),
        _ => None,
    });
    let mut wrong = shown.filter_map(|(index, number)| wrong_number(board, filled, index, number));
    if let Some(broken) = wrong.next().or_else(|| wrong_total(board, filled)) {
        return Err(broken);
    }
    let values = filled.iter().zip(asked).filter(|(_, is_asked)| *is_asked);
    Ok(values.map(|(square, _)| *square == Square::Mine).collect())
}
