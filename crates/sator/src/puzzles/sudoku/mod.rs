//! Sudoku: each value once in every row, column and box. Grids of any size up to 36×36, with boxes
//! of any shape that they can be cut into.
//!
//! Killer is sudoku with cages, and shares the code of this module.

pub(super) mod check;
pub(super) mod create;
pub(super) mod formats;
mod notation;
pub(super) mod options;
pub(super) mod rules;

use sator_sat::TextError;

pub(super) use self::notation::Notation;
use crate::ParseError;
use crate::boxes::BoxShape;
use crate::grid::GridPuzzle;
use crate::kind::Kind;
use crate::puzzle::Violation;
use crate::render::Board;
use crate::text::grid_of_numbers;
use crate::typed::{typed_candidates, typed_puzzle};
use sator_model::{Model, Solution, Value};

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["su-doku"],
    options: &[&options::BOX, &options::ALPHABET],
    answers_in_lines: true,
    creation: Some(&create::CREATION),
    ..Kind::new(
        "sudoku",
        "each value once in every row, column and box; any size up to 36×36",
        &formats::FORMATS,
        "1..4\n.23.\n.41.\n3..2",
    )
};

/// A sudoku of any size, with rectangular boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sudoku {
    /// The shape of a box, which determines the size of the grid.
    pub(super) shape: BoxShape,
    /// The given values from 1, row by row.
    pub(super) given: Vec<Option<Value>>,
    /// How values are written.
    pub(super) notation: Notation,
    /// How the text was understood.
    pub(super) notes: Vec<String>,
}

typed_puzzle!(Sudoku, formats::FORMATS);
typed_candidates!(Sudoku);

impl Sudoku {
    /// A sudoku from its rows, with the usual boxes for its size; 0 stands for an empty cell.
    pub fn from_rows<R: AsRef<[Value]>>(rows: &[R]) -> Result<Self, ParseError> {
        let n = rows.len();
        let shape = BoxShape::usual(n)
            .ok_or_else(|| ParseError::whole(format!("a grid of {n} rows has no usual boxes")))?;
        Self::with_boxes(shape, rows)
    }

    /// A sudoku from its rows, with boxes of this shape; 0 stands for an empty cell.
    pub fn with_boxes<R: AsRef<[Value]>>(shape: BoxShape, rows: &[R]) -> Result<Self, ParseError> {
        let n = shape.n();
        let given = grid_of_numbers(rows, [n, n], n)?;
        Ok(Self { shape, given, notation: Notation::usual(n), notes: Vec::new() })
    }

    /// The number of rows, columns and values.
    pub fn size(&self) -> usize {
        self.n()
    }

    /// The shape of a box.
    pub fn box_shape(&self) -> BoxShape {
        self.shape
    }

    /// The given value in a row and a column, counted from 0.
    pub fn given(&self, row: usize, column: usize) -> Option<Value> {
        self.given[self.cell([row, column])?]
    }

    /// Rows, columns and values.
    pub(super) fn n(&self) -> usize {
        self.shape.n()
    }
}

impl GridPuzzle for Sudoku {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        let (n, shape) = (self.n(), self.shape);
        let is_usual = BoxShape::usual(n) == Some(shape);
        let boxes = if is_usual { String::new() } else { format!(" with {shape} boxes") };
        format!("{n}×{n} Sudoku{boxes}")
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn dimensions(&self) -> [usize; 2] {
        [self.n(), self.n()]
    }

    fn givens(&self) -> &[Option<Value>] {
        &self.given
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        Some([self.shape.rows(), self.shape.columns(), 0])
    }

    fn rules(&self) -> Model {
        rules::rules(self.shape)
    }

    fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
        check::violation(self, value)
    }

    fn is_quickly_accepted(&self, values: &[Value]) -> bool {
        check::is_right(self, values)
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, TextError> {
        formats::solution(text, self)
    }

    fn complete_board(&self, board: &mut Board) {
        board.boxes = Some(self.shape);
    }

    fn print(&self) -> String {
        formats::print(self)
    }

    fn answer_line(&self, solution: &Solution) -> String {
        self.notation.line(&solution.values)
    }

    fn symbol(&self, value: Value) -> String {
        self.notation.text(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{KIND, Solution, Violation};
    use crate::puzzle::{AnyPuzzle, ParseOptions};
    use crate::render::{Look, Paint};

    fn read(text: &str) -> AnyPuzzle {
        KIND.read(text, &ParseOptions::default()).unwrap()
    }

    /// The example, and its only answer.
    fn solved() -> (AnyPuzzle, Solution) {
        let values = vec![1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2];
        (read(KIND.example), Solution { values })
    }

    #[test]
    fn a_title_tells_the_size_and_what_is_unusual_about_the_boxes() {
        assert_eq!(read(KIND.example).title(), "4×4 Sudoku");
        let text = r#"{"box_h":1,"box_w":2,"grid":[[1,0],[0,0]]}"#;
        assert_eq!(read(text).title(), "2×2 Sudoku with 1x2 boxes");
        assert_eq!(read(text).rules_key(), Some([1, 2, 0]));
    }

    #[test]
    fn an_answer_is_a_board_an_object_and_a_line() {
        let (sudoku, answer) = solved();
        assert_eq!(sudoku.check(&answer), Ok(()));
        let board = sudoku.board(Some(&answer)).to_text(Look { ascii: true, ..Look::default() });
        let rule = "+-----+-----+\n";
        let (above, below) = ("|13|24|\n|42|31|\n", "|24|13|\n|31|42|\n");
        assert_eq!(board.replace(' ', ""), [rule, above, rule, below, rule].concat());
        let grid = sudoku.answer_json(&answer).to_string();
        assert_eq!(grid, r#"{"grid":[[1,3,2,4],[4,2,3,1],[2,4,1,3],[3,1,4,2]]}"#);
        assert_eq!(sudoku.answer_line(&answer), "1324423124133142");
    }

    #[test]
    fn a_board_is_accepted_however_it_is_drawn() {
        let (sudoku, answer) = solved();
        let board = sudoku.board(Some(&answer));
        for paint in [Paint::Plain, Paint::Marked] {
            for ascii in [false, true] {
                let text = board.to_text(Look { paint, ascii, width: None });
                assert_eq!(sudoku.check_text(&text), Ok(Ok(answer.clone())), "{text}");
            }
        }
        assert_eq!(sudoku.check_text(&sudoku.answer_line(&answer)), Ok(Ok(answer.clone())));
        assert_eq!(sudoku.check_text(&sudoku.answer_json(&answer).to_string()), Ok(Ok(answer)));
    }

    #[test]
    fn an_unfinished_board_is_broken_where_it_is_empty() {
        let sudoku = read(KIND.example);
        let broken = Violation("r1c2 is empty".to_owned());
        assert_eq!(sudoku.check_text(KIND.example), Ok(Err(broken)));
    }
}
