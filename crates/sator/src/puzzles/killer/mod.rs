//! Killer sudoku: a sudoku with cages. The values of a cage differ and add up to its total. Cages
//! need not cover the grid and may overlap, values may be given, and both main diagonals may have
//! each value once.
//!
//! A cage is named by its first cell, row by row, where its total is drawn.

mod board;
mod check;
mod create;
mod formats;
mod rules;

use sator_sat::TextError;

use super::sudoku::{self, Sudoku};
use crate::ParseError;
use crate::grid::GridPuzzle;
use crate::kind::Kind;
use crate::puzzle::Violation;
use crate::render::Board;
use crate::typed::{typed_candidates, typed_puzzle};
use sator_model::{Clues, Model, Solution, Value};

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["killer-sudoku", "killersudoku"],
    options: &[&sudoku::options::BOX, &sudoku::options::ALPHABET],
    answers_in_lines: true,
    creation: Some(&create::CREATION),
    ..Kind::new(
        "killer",
        "a sudoku with cages, whose values differ and add up to a total; any size up to 36×36",
        &formats::FORMATS,
        "AAB.\nCCB.\nDEEF\nDEFF\n\nA 3, B 4, C 7, D 6, E 8, F 6\n\ngivens\n12.4\n34..\n2..3\n4.21",
    )
};

/// A killer sudoku: a sudoku with cages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Killer {
    /// The sudoku without cages: the boxes, the given values, the notation, and the notes.
    grid: Sudoku,
    /// In the order of their cells. A cell may be in several of them.
    cages: Vec<Cage>,
    /// Whether both main diagonals have each value once.
    diagonals: bool,
}

/// Cells whose values differ and add up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cage {
    /// At least one and at most as many as there are values; row by row, ascending.
    cells: Vec<usize>,
    /// The total, which may be out of reach.
    total: u32,
}

typed_puzzle!(Killer, formats::FORMATS);
typed_candidates!(Killer);

impl Cage {
    /// Creates a cage of cells with a row and a column each, counted from 0, in a grid of size `n`.
    pub fn new(
        n: usize,
        total: u32,
        cells: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, ParseError> {
        let mut indices = Vec::new();
        for (row, column) in cells {
            if row >= n || column >= n {
                let message = format!("a cage has a cell in row {row}, column {column}");
                return Err(ParseError::whole(format!("{message}, outside a grid of {n}")));
            }
            indices.push(row * n + column);
        }
        indices.sort_unstable();
        indices.dedup();
        if indices.is_empty() || indices.len() > n {
            let found = indices.len();
            return Err(ParseError::whole(format!(
                "expected 1 to {n} cells in a cage, found {found}"
            )));
        }
        Ok(Self { total, cells: indices })
    }

    /// The sum of its values.
    pub fn total(&self) -> u32 {
        self.total
    }
}

impl Killer {
    /// A sudoku with cages, which may overlap.
    pub fn new(grid: Sudoku, mut cages: Vec<Cage>) -> Result<Self, ParseError> {
        cages.sort_unstable();
        let n = grid.n();
        let mut cells = cages.iter().flat_map(|cage| &cage.cells);
        if let Some(cell) = cells.find(|cell| **cell >= n * n) {
            let (row, column) = (cell / n + 1, cell % n + 1);
            return Err(ParseError::whole(format!("r{row}c{column} lies outside the grid")));
        }
        Ok(Self { grid, cages, diagonals: false })
    }

    /// The sudoku without cages.
    pub fn grid(&self) -> &Sudoku {
        &self.grid
    }

    /// The cages.
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// Rows, columns and values.
    fn n(&self) -> usize {
        self.grid.n()
    }

    /// The number of each cell's cage, if it is in one. A cage that overlaps an earlier one is left
    /// out.
    fn cage_of_each_cell(&self) -> Vec<Option<usize>> {
        let mut cages = vec![None; self.grid.given.len()];
        for (number, cage) in self.cages.iter().enumerate() {
            if cage.cells.iter().all(|&cell| cages[cell].is_none()) {
                for &cell in &cage.cells {
                    cages[cell] = Some(number);
                }
            }
        }
        cages
    }

    /// Whether a cell is in two cages.
    fn has_overlaps(&self) -> bool {
        let mut is_taken = vec![false; self.grid.given.len()];
        let mut cells = self.cages.iter().flat_map(|cage| &cage.cells);
        cells.any(|&cell| std::mem::replace(&mut is_taken[cell], true))
    }
}

impl GridPuzzle for Killer {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        let diagonals = if self.diagonals { " with diagonals" } else { "" };
        self.grid.title().replacen("Sudoku", "Killer Sudoku", 1) + diagonals
    }

    fn notes(&self) -> &[String] {
        &self.grid.notes
    }

    fn dimensions(&self) -> [usize; 2] {
        self.grid.dimensions()
    }

    fn givens(&self) -> &[Option<Value>] {
        &self.grid.given
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        Some([self.grid.shape.rows(), self.grid.shape.columns(), usize::from(self.diagonals)])
    }

    fn rules(&self) -> Model {
        rules::rules(self.grid.shape, self.diagonals)
    }

    fn add_clues(&self, clues: &mut Clues) {
        rules::add_cages(self, clues);
    }

    fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
        check::violation(self, value)
    }

    fn is_quickly_accepted(&self, values: &[Value]) -> bool {
        self.grid.is_quickly_accepted(values)
            && check::of_cages(self, &|cell| Some(values[cell])).is_none()
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, TextError> {
        formats::solution(text, &self.grid)
    }

    fn complete_board(&self, board: &mut Board) {
        board::add_cages(self, board);
    }

    fn print(&self) -> String {
        formats::print(self)
    }

    fn answer_line(&self, solution: &Solution) -> String {
        self.grid.answer_line(solution)
    }

    fn symbol(&self, value: Value) -> String {
        self.grid.symbol(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{KIND, Solution};
    use crate::puzzle::{AnyPuzzle, ParseOptions};
    use crate::render::{Look, Paint};

    fn read(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::default()).unwrap()
    }

    /// The example, and an answer of it.
    fn solved() -> (AnyPuzzle, Solution) {
        let values = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        (read(KIND.example), Solution { values })
    }

    #[test]
    fn a_title_tells_the_size_and_what_is_unusual() {
        assert_eq!(read(KIND.example).title(), "4×4 Killer Sudoku");
        let unusual = read("box 1x2\ndiagonals\nA.\n..\nA 1");
        assert_eq!(unusual.title(), "2×2 Killer Sudoku with 1x2 boxes with diagonals");
        assert_ne!(unusual.rules_key(), read("box 1x2\nA.\n..\nA 1").rules_key());
    }

    #[test]
    fn an_answer_is_a_board_an_object_and_a_line() {
        let (killer, answer) = solved();
        assert_eq!(killer.check(&answer), Ok(()));
        let grid = killer.answer_json(&answer).to_string();
        assert_eq!(grid, r#"{"grid":[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]}"#);
        assert_eq!(killer.answer_line(&answer), "1234341221434321");
        let board = killer.board(Some(&answer)).to_text(Look::default());
        for text in [board, grid, killer.answer_line(&answer)] {
            assert_eq!(killer.check_text(&text), Ok(Ok(answer.clone())), "{text}");
        }
    }

    #[test]
    fn cages_have_lines_around_and_their_totals_in_them() {
        let (killer, answer) = solved();
        let drawn =
            |paint, ascii| killer.board(Some(&answer)).to_text(Look { paint, ascii, width: None });
        let expected = "\
┏3━━━━━━┳4━━┯━━━┓
┃ 1   2 ┃ 3 │ 4 ┃
┠7──────┨   │   ┃
┃ 3   4 ┃ 1 │ 2 ┃
┣6━━┯8━━╋━━━┿6━━┫
┃ 2 │ 1 ╏ 4 │ 3 ┃
┃   │   ┠───┘   ┃
┃ 4 │ 3 ┃ 2   1 ┃
┗━━━┷━━━┻━━━━━━━┛
";
        assert_eq!(drawn(Paint::Plain, false), expected);
        let expected = "\
+3======+4==+===+
| 1'  2'# 3 | 4'|
+7------+   |   +
| 3'  4'# 1 | 2 |
+6==+8==+===+6==+
| 2'| 1 : 4 | 3'|
+   |   +---+   +
| 4'| 3 # 2'  1'|
+===+===+=======+
";
        assert_eq!(drawn(Paint::Marked, true), expected);
    }

    #[test]
    fn a_wrong_board_is_broken_where_it_is_wrong() {
        let killer = read(KIND.example);
        let broken = |text: &str| killer.check_text(text).unwrap().unwrap_err().to_string();
        assert_eq!(broken("12.4\n34..\n2..3\n4.21"), "r1c3 is empty");
        let wrong = read("AAB.\nCCB.\n....\n....\nA 3, B 5, C 7");
        let expected = "the cage at r1c3 (r1c3, r2c3) adds up to 4, not 5";
        assert_eq!(
            wrong.check_text("1234341221434321").unwrap().unwrap_err().to_string(),
            expected
        );
    }
}
