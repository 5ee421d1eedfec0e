//! Boards that are hard by design. In all of them numbers are on the squares of even row and
//! column, counted from 0, and the rest is hidden: a mine between two numbers counts for both, one
//! between four for all four.

use sator_sat::text::shown;

use super::super::{Minesweeper, Square};
use super::layout::{Layout, hidden};
use super::{exclusive, squares};
use crate::create::{Aspect, Family, Refusal, Size, Wish};
use crate::dice::Dice;

/// The names of the families.
pub(super) const FAMILIES: &[Family] = &[
    Family { name: LATTICE, shape: "numbers on a lattice of MxM squares, half of the rest mines" },
    Family { name: MUTILATED, shape: "the mutilated chessboard of MxM fields, without an answer" },
    Family {
        name: CONSISTENT,
        shape: "one with answers, M even: some mine touches the last corner",
    },
];

const LATTICE: &str = "lattice";
const MUTILATED: &str = "mutilated";
const CONSISTENT: &str = "consistent";

/// The default for M.
const USUAL_LATTICE: usize = 40;
const USUAL_CHESSBOARD: usize = 8;

/// A board of one of the families.
#[derive(Clone, Copy)]
pub(super) enum Hard {
    /// The numbers of a random layout in which half of the other squares are mines.
    Lattice(Size),
    /// A chessboard whose fields are the numbers. A mine covers two or four of them, as a domino or
    /// a square would. Each must be covered once, except two opposite corners. Every piece covers
    /// as many white fields as black ones, and one colour has two fields less, so there is no
    /// answer.
    Mutilated(usize),
    /// The same without a number on the last corner, and on the one above it, which has the other
    /// colour as the side is even. If `a` mines touch the last corner and `b` the other, the colours
    /// come out even only for `a = b + 1`: some mine touches the last corner in every answer.
    Consistent(usize),
}

impl Hard {
    /// Parses `NAME` or `NAME:M`.
    pub(super) fn of(word: &str, wish: &Wish) -> Result<Self, Refusal> {
        let is_excluded = |said: &Aspect| ![Aspect::Hard, Aspect::Size].contains(said);
        if let Some(said) = wish.aspects().find(is_excluded) {
            return Err(exclusive(Aspect::Hard, said));
        }
        let (name, m) = match word.split_once(':') {
            Some((name, m)) => (name, Some(side(word, m)?)),
            None => (word, None),
        };
        match name {
            LATTICE => lattice(wish.size, m).map(Self::Lattice),
            MUTILATED => chessboard(name, wish.size, m).map(Self::Mutilated),
            CONSISTENT => chessboard(name, wish.size, m).and_then(even).map(Self::Consistent),
            _ => Err(unknown(word)),
        }
    }

    /// Whether the board depends on the seed.
    pub(super) fn has_chance(self) -> bool {
        matches!(self, Self::Lattice(_))
    }

    /// The wish that makes the same board again.
    pub(super) fn wish(self) -> Wish {
        let (hard, size) = match self {
            Self::Lattice(size) => (LATTICE.to_owned(), Some(size)),
            Self::Mutilated(m) => (format!("{MUTILATED}:{m}"), None),
            Self::Consistent(m) => (format!("{CONSISTENT}:{m}"), None),
        };
        Wish { hard: Some(hard), size, ..Wish::default() }
    }

    /// The board.
    pub(super) fn board(self, dice: &mut Dice) -> Minesweeper {
        match self {
            Self::Lattice(size) => random_lattice(size, dice),
            Self::Mutilated(m) => ones(m, &[(0, 0), (m - 1, m - 1)], &[]),
            Self::Consistent(m) => ones(m, &[(0, 0)], &[(m - 1, m - 1), (0, m - 1)]),
        }
    }
}

/// Parses the M of a word.
fn side(word: &str, m: &str) -> Result<usize, Refusal> {
    let expected = || Refusal(format!("expected FAMILY or FAMILY:M, found {}", shown(word)));
    m.parse().map_err(|_| expected())
}

fn lattice(size: Option<Size>, m: Option<usize>) -> Result<Size, Refusal> {
    if let (Some(size), Some(m)) = (size, m) {
        return Err(Refusal(format!("{LATTICE}:{m} has a size already, and {size} is another")));
    }
    let m = m.unwrap_or(USUAL_LATTICE);
    let size = size.unwrap_or(Size { rows: m, columns: m });
    squares(size)?;
    Ok(size)
}

/// The number of fields on each side of a chessboard.
fn chessboard(name: &str, size: Option<Size>, m: Option<usize>) -> Result<usize, Refusal> {
    if let Some(size) = size {
        let say = format!("say {name}:M for one of 2M-1 rows and columns");
        return Err(Refusal(format!("the size of {name} is not told by {size}: {say}")));
    }
    let m = m.unwrap_or(USUAL_CHESSBOARD);
    if m < 2 {
        return Err(Refusal(format!("expected {name}:M with an M of 2 at least, found {m}")));
    }
    squares(board_of(m))?;
    Ok(m)
}

/// The size of the board: the numbers of a chessboard and the squares between them.
fn board_of(m: usize) -> Size {
    let side = m.saturating_mul(2) - 1;
    Size { rows: side, columns: side }
}

/// Refuses an odd side, where the dropped corner has the wrong colour.
fn even(m: usize) -> Result<usize, Refusal> {
    if m.is_multiple_of(2) {
        return Ok(m);
    }
    Err(Refusal(format!("expected {CONSISTENT}:M with an even M, found {m}")))
}

fn unknown(word: &str) -> Refusal {
    let names: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
    let names = names.join(", ");
    Refusal(format!("expected a hard family ({names}), found {}", shown(word)))
}

fn random_lattice(size: Size, dice: &mut Dice) -> Minesweeper {
    let is_even = |at: usize| at.is_multiple_of(2);
    let is_number = |index: &usize| is_even(index / size.columns) && is_even(index % size.columns);
    let squares = 0..size.rows * size.columns;
    let (numbers, mut rest): (Vec<_>, Vec<_>) = squares.partition(is_number);
    let mines = rest.len() / 2;
    dice.draw(&mut rest, mines);
    let mut layout = Layout::new(size, rest[..mines].iter().copied());
    for index in numbers {
        layout.show(index);
    }
    layout.board
}

/// A chessboard with a 1 on each field, except a 0 on some and nothing on others.
fn ones(m: usize, zeros: &[(usize, usize)], dropped: &[(usize, usize)]) -> Minesweeper {
    let size = board_of(m);
    let mut board = hidden(size);
    for row in 0..m {
        for column in 0..m {
            let field = (row, column);
            if !dropped.contains(&field) {
                let number = u8::from(!zeros.contains(&field));
                board.squares[2 * row * size.columns + 2 * column] = Square::Number(number);
            }
        }
    }
    board
}
