//! Queens: N of them on N×N squares, one in each row and column, none attacking another.
//!
//! Queens may stand already and squares may be blocked. With regions the diagonals are free, but
//! each region has one queen, and no two queens touch.

mod board;
mod check;
mod formats;
mod rules;
mod symmetry;

use sator_sat::TextError;

use crate::kind::Kind;
use crate::puzzle::{Puzzle, Symmetry, Violation};
use crate::render::Board;
use sator_model::{Clues, Model, Solution};

/// The registry's entry.
pub static KIND: Kind = Kind {
    name: "queens",
    aliases: &["n-queens", "nqueens"],
    summary: "N queens that do not attack each other; also with placed queens, blocked squares, regions",
    formats: &formats::FORMATS,
    options: &[],
    answers_in_lines: false,
    creation: None,
    example: "6",
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

/// An instance.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Queens {
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

impl Queens {
    /// The squares on which an answer puts queens: its values are the columns, from 1, of each row.
    fn squares(solution: &Solution) -> Vec<Square> {
        let squares = solution.values.iter().enumerate();
        squares.map(|(row, &column)| Square { row, column: column as usize - 1 }).collect()
    }

    fn region(&self, square: Square) -> Option<usize> {
        self.regions.as_ref().map(|regions| regions[square.row * self.n + square.column])
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

    fn print_in(&self, format: &str) -> Result<String, String> {
        formats::FORMATS.print_in(self, format)
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

    fn contradiction(&self) -> Option<Violation> {
        check::contradiction(self)
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        let squares = formats::solution(text, self.n)?;
        // Right queens stand one in each row, and were read row by row.
        let columns = || squares.iter().map(|square| square.column as i32 + 1).collect();
        Ok(check::check(self, &squares).map(|()| Solution { values: columns() }))
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        board::board(self, solution)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        serde_json::json!({ "columns": solution.values })
    }

    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        Some(symmetry::symmetries(self))
    }
}
