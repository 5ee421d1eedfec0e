//! Queens: N of them on N×N squares, one in each row and column, none attacking another.
//!
//! Queens may be given and squares may be blocked. With regions, diagonals are not restricted, but
//! each region has one queen, and no two queens touch.

mod board;
mod check;
mod create;
mod formats;
mod rules;
mod symmetry;

use std::ops::RangeInclusive;

use sator_sat::TextError;

use crate::ParseError;
use crate::kind::Kind;
use crate::puzzle::{Allows, Puzzle, Symmetry, Violation};
use crate::render::Board;
use crate::typed::{typed_candidates, typed_puzzle};
use sator_model::{CellId, Clues, Condition, Model, Solution, Value};

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["n-queens", "nqueens"],
    creation: Some(&create::CREATION),
    ..Kind::new(
        "queens",
        "N queens that do not attack each other; also with placed queens, blocked squares, regions",
        &formats::FORMATS,
        "6",
    )
};

/// The largest board: its formula has N² variables, 16 million, and about 200 million clauses.
pub const LARGEST: usize = 4000;

/// A square; row and column count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Square {
    row: usize,
    column: usize,
}

/// `r3c7`, from 1.
impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// N queens on a board, with placed queens, blocked squares and regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queens {
    /// Rows, columns and queens; from 1 to [`LARGEST`].
    n: usize,
    /// Squares with a queen, in order, each once.
    placed: Vec<Square>,
    /// Squares without a queen, in order, each once.
    blocked: Vec<Square>,
    /// With regions: the number of each square's region, row by row.
    regions: Option<Vec<usize>>,
    /// How the text was understood.
    notes: Vec<String>,
}

typed_puzzle!(Queens, formats::FORMATS);
typed_candidates!(Queens);

impl Queens {
    /// N queens on an empty board of N×N squares, for N from 1 to [`LARGEST`].
    pub fn new(n: usize) -> Result<Self, ParseError> {
        if !(1..=LARGEST).contains(&n) {
            return Err(ParseError::whole(format!("expected 1 to {LARGEST} queens, found {n}")));
        }
        let (placed, blocked) = (Vec::new(), Vec::new());
        Ok(Self { n, placed, blocked, regions: None, notes: Vec::new() })
    }

    /// Adds a queen on a square, by row and column from 0.
    pub fn place(mut self, row: usize, column: usize) -> Result<Self, ParseError> {
        let square = self.square(row, column)?;
        insert(&mut self.placed, square);
        Ok(self)
    }

    /// Blocks a square, by row and column from 0.
    pub fn block(mut self, row: usize, column: usize) -> Result<Self, ParseError> {
        let square = self.square(row, column)?;
        insert(&mut self.blocked, square);
        Ok(self)
    }

    /// The number of queens, rows and columns.
    pub fn size(&self) -> usize {
        self.n
    }

    fn square(&self, row: usize, column: usize) -> Result<Square, ParseError> {
        let n = self.n;
        if row < n && column < n {
            return Ok(Square { row, column });
        }
        let message = format!("row {row}, column {column} lies outside a board of {n}");
        Err(ParseError::whole(message))
    }

    /// The squares of the queens in an answer, whose values are the columns, from 1, of each row.
    fn squares(solution: &Solution) -> Vec<Square> {
        let squares = solution.values.iter().enumerate();
        squares.map(|(row, &column)| Square { row, column: column as usize - 1 }).collect()
    }

    fn region(&self, square: Square) -> Option<usize> {
        self.regions.as_ref().map(|regions| regions[square.row * self.n + square.column])
    }
}

/// Inserts a square in order, unless it is there.
fn insert(squares: &mut Vec<Square>, square: Square) {
    if let Err(place) = squares.binary_search(&square) {
        squares.insert(place, square);
    }
}

impl crate::Solution<Queens> {
    /// The column of the queen in each row, counted from 1.
    pub fn columns(&self) -> &[sator_model::Value] {
        self.values()
    }
}

impl Puzzle for Queens {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{}-Queens", self.n)
    }

    fn subject(&self) -> String {
        format!("N={}", self.n)
    }

    fn file_stem(&self) -> Option<String> {
        Some(format!("{}-queens", self.n))
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn print(&self) -> String {
        formats::print(self)
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        self.regions.is_none().then_some([self.n, 0, 0])
    }

    fn rules(&self) -> Model {
        rules::rules(self)
    }

    fn clues(&self) -> Clues {
        rules::clues(self)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check::check(self, &Self::squares(solution))
    }

    fn choices(&self) -> Vec<RangeInclusive<Value>> {
        vec![1..=self.n as Value; self.n]
    }

    fn allows(&self) -> Allows<'_> {
        check::allows(self)
    }

    fn contradiction(&self) -> Option<Violation> {
        check::contradiction(self)
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        let squares = formats::solution(text, self.n)?;
        // A correct board has one queen in each row, and was read row by row.
        let columns = || squares.iter().map(|square| square.column as i32 + 1).collect();
        Ok(check::check(self, &squares).map(|()| Solution { values: columns() }))
    }

    fn check_partial(&self, text: &str) -> Result<(Option<Violation>, usize), TextError> {
        let squares = formats::solution(text, self.n)?;
        let missing = self.n.saturating_sub(squares.len());
        Ok((check::mistake(self, &squares), missing))
    }

    fn entries(&self, text: &str) -> Result<Vec<Condition>, TextError> {
        let squares = formats::solution(text, self.n)?;
        let new = squares.iter().filter(|square| !self.placed.contains(square));
        Ok(new.map(|square| CellId::nth(square.row).is(square.column as i32 + 1)).collect())
    }

    fn board_size(&self) -> [usize; 2] {
        [self.size(); 2]
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        board::board(self, solution)
    }

    fn partial_board(&self, value: &dyn Fn(CellId) -> Option<Value>) -> Board {
        board::partial_board(self, value)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        serde_json::json!({ "columns": solution.values })
    }

    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        Some(symmetry::symmetries(self))
    }
}
