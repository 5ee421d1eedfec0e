//! Minesweeper: a number is the count of mines on the up to eight squares around it.
//!
//! Some squares are open, others hidden; some are known to have a mine, or to have none. The number
//! of all mines may be given.

mod board;
mod check;
mod create;
mod formats;
mod game;
mod rules;

pub use game::{Game, GameState, Layout, Seen};

use std::ops::RangeInclusive;

use sator_sat::TextError;

use crate::ParseError;
use crate::kind::Kind;
use crate::puzzle::{Allows, AnyPuzzle, Puzzle, Violation};
use crate::render::Board;
use crate::typed::typed_puzzle;
use sator_model::{CellId, CellName, Clues, Condition, Model, Solution, Value};

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["mines"],
    options: &[&formats::MINES],
    creation: Some(&create::CREATION),
    ..Kind::new(
        "minesweeper",
        "where the mines are, from the numbers beside them; any rectangle, with or without their total",
        &formats::FORMATS,
        "3 4\n? 2 ? ?\n? ? 1 ?\n1 ? ? ?",
    )
};

/// The most squares: a board of 5000×5000.
pub const LARGEST: usize = 25_000_000;

/// A board with open and hidden squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minesweeper {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Row by row; from 1 to [`LARGEST`].
    pub(super) squares: Vec<Square>,
    /// The number of mines on the whole board, if given; it may be impossible.
    pub(super) mines: Option<usize>,
    /// How the text was understood.
    pub(super) notes: Vec<String>,
}

/// The known content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Square {
    /// The content is unknown.
    Hidden,
    /// It has no mine, and this many mines are around it: at most 8.
    Number(u8),
    /// It has a mine.
    Mine,
    /// It has no mine; the number of mines around it is unknown.
    Safe,
}

typed_puzzle!(Minesweeper, formats::FORMATS);

impl Minesweeper {
    /// Creates a board from its rows.
    pub fn from_rows<R: AsRef<[Square]>>(rows: &[R]) -> Result<Self, ParseError> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        let size = rows.len().saturating_mul(columns);
        if !(1..=LARGEST).contains(&size) {
            return Err(ParseError::whole(format!(
                "expected 1 to {LARGEST} squares, found {size}"
            )));
        }
        let mut squares = Vec::with_capacity(size);
        for (number, row) in (1..).zip(rows) {
            let row = row.as_ref();
            if row.len() != columns {
                let message = format!("expected {columns} squares, found {}", row.len());
                return Err(ParseError::line(number, message));
            }
            squares.extend_from_slice(row);
        }
        Ok(Self { rows: rows.len(), columns, squares, mines: None, notes: Vec::new() })
    }

    /// Sets the number of all mines.
    #[must_use]
    pub fn with_mines(self, mines: usize) -> Self {
        Self { mines: Some(mines), ..self }
    }

    /// The number of rows and of columns.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The square in a row and a column, counted from 0.
    pub fn square(&self, row: usize, column: usize) -> Option<Square> {
        (row < self.rows && column < self.columns)
            .then(|| self.squares[row * self.columns + column])
    }

    /// The certain squares among the hidden ones, and the odds of the others; `None` if there is no
    /// solution.
    pub fn analyze(&self) -> Result<Option<crate::Odds>, crate::Error> {
        self.analyze_with(&crate::Options::new())
    }

    /// Like [`Self::analyze`], with options.
    pub fn analyze_with(
        &self,
        options: &crate::Options,
    ) -> Result<Option<crate::Odds>, crate::Error> {
        crate::questions::odds(&crate::typed::any(self), options)
    }

    /// `r3c7`, from 1.
    fn name(&self, index: usize) -> CellName {
        CellName::Square { row: index / self.columns + 1, column: index % self.columns + 1 }
    }

    /// The squares around one, row by row.
    fn around(&self, index: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        around([self.rows, self.columns], index)
    }

    /// The numbers and where they are.
    fn numbers(&self) -> impl Iterator<Item = (usize, usize)> {
        self.squares.iter().enumerate().filter_map(|(index, square)| match square {
            Square::Number(number) => Some((index, usize::from(*number))),
            _ => None,
        })
    }

    /// Whether each square is hidden and restricted by some clue: a number beside it, or the total.
    fn is_restricted(&self) -> Vec<bool> {
        let is_hidden = |index: usize| self.squares[index] == Square::Hidden;
        if self.mines.is_some() {
            return (0..self.squares.len()).map(is_hidden).collect();
        }
        let mut restricted = vec![false; self.squares.len()];
        for (index, _) in self.numbers() {
            for other in self.around(index) {
                restricted[other] = is_hidden(other);
            }
        }
        restricted
    }

    /// Each square with the content of an answer; hidden if no clue restricts it.
    fn filled(&self, solution: &Solution) -> Vec<Square> {
        self.partly_filled(&|cell| Some(solution[cell]))
    }

    /// Each square with what is known about it.
    fn partly_filled(&self, value: &dyn Fn(CellId) -> Option<Value>) -> Vec<Square> {
        let mut cells = (0..).map(CellId::nth);
        let fill = |(&square, is_restricted): (&Square, bool)| match is_restricted
            .then(|| cells.next())
            .flatten()
            .and_then(value)
        {
            Some(1) => Square::Mine,
            Some(_) => Square::Safe,
            None => square,
        };
        self.squares.iter().zip(self.is_restricted()).map(fill).collect()
    }
}

/// The squares around one on a board with this many rows and columns, row by row.
fn around(
    [rows, columns]: [usize; 2],
    index: usize,
) -> impl Iterator<Item = usize> + Clone + use<> {
    let (row, column) = (index / columns, index % columns);
    let rows = row.saturating_sub(1)..(row + 2).min(rows);
    let range = column.saturating_sub(1)..(column + 2).min(columns);
    let squares = rows.flat_map(move |row| range.clone().map(move |column| row * columns + column));
    squares.filter(move |&other| other != index)
}

impl Puzzle for Minesweeper {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{}×{} Minesweeper", self.rows, self.columns)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn print(&self) -> String {
        board::text(self)
    }

    fn rules(&self) -> Model {
        rules::rules(self)
    }

    fn clues(&self) -> Clues {
        rules::clues(self)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check::answer(self, &solution.values)
    }

    fn choices(&self) -> Vec<RangeInclusive<Value>> {
        let hidden = self.is_restricted().into_iter().filter(|is_cell| *is_cell);
        hidden.map(|_| 0..=1).collect()
    }

    fn allows(&self) -> Allows<'_> {
        check::allows(self)
    }

    fn contradiction(&self) -> Option<Violation> {
        check::contradiction(self)
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        let squares = formats::solution(text, self)?;
        let solution =
            |mines: Vec<bool>| Solution { values: mines.into_iter().map(i32::from).collect() };
        Ok(check::check_text(self, &squares).map(solution))
    }

    fn check_partial(&self, text: &str) -> Result<(Option<Violation>, usize), TextError> {
        let squares = formats::solution(text, self)?;
        Ok(check::check_partial(self, &squares))
    }

    fn entries(&self, text: &str) -> Result<Vec<Condition>, TextError> {
        let squares = formats::solution(text, self)?;
        let cells = squares.iter().zip(self.is_restricted()).filter(|(_, is_cell)| *is_cell);
        let entry = |(at, (square, _)): (usize, (&Square, bool))| match square {
            Square::Mine => Some(CellId::nth(at).is(1)),
            Square::Safe | Square::Number(_) => Some(CellId::nth(at).is(0)),
            Square::Hidden => None,
        };
        Ok(cells.enumerate().filter_map(entry).collect())
    }

    fn board_size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        board::board(self, solution)
    }

    fn partial_board(&self, value: &dyn Fn(CellId) -> Option<Value>) -> Board {
        board::partial_board(self, value)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        let symbols: Vec<_> = self.filled(solution).into_iter().map(board::symbol).collect();
        serde_json::json!({ "grid": symbols.chunks(self.columns).collect::<Vec<_>>() })
    }

    fn unconstrained(&self) -> Vec<CellName> {
        let squares = self.squares.iter().zip(self.is_restricted()).enumerate();
        let open = squares
            .filter(|(_, (square, is_restricted))| **square == Square::Hidden && !is_restricted);
        open.map(|(index, _)| self.name(index)).collect()
    }

    fn truth_words(&self) -> Option<[&'static str; 2]> {
        Some(["safe", "mine"])
    }

    fn flags(&self) -> Vec<CellName> {
        let squares = self.squares.iter().enumerate();
        let flags = squares.filter(|(_, square)| **square == Square::Mine);
        flags.map(|(index, _)| self.name(index)).collect()
    }

    fn assuming(&self, cells: &[(CellName, Option<bool>)]) -> Option<AnyPuzzle> {
        let mut board = Self { notes: Vec::new(), ..self.clone() };
        for (name, content) in cells {
            let CellName::Square { row, column } = *name else { return None };
            *board.squares.get_mut((row - 1) * self.columns + column - 1)? = match content {
                None => Square::Hidden,
                Some(true) => Square::Mine,
                Some(false) => Square::Safe,
            };
        }
        Some(std::sync::Arc::new(board))
    }

    fn total(&self) -> Option<usize> {
        self.mines
    }
}
