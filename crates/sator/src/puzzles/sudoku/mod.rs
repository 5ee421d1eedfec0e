//! Sudoku: each value once in every row, column and box. Grids of any size up to 36×36, with boxes
//! of any shape that they can be cut into.
//!
//! A killer is a sudoku with cages, and takes from here whatever they have in common.

pub(super) mod board;
pub(super) mod check;
mod notation;
pub(super) mod parse;
pub(super) mod rules;

use sator_sat::TextError;
use serde_json::json;

pub(super) use self::notation::Notation;
use crate::boxes::BoxShape;
use crate::puzzle::{Kind, Puzzle, Setting, Violation};
use crate::render::Board;
use sator_model::{Clues, Model, Solution, Value};

/// The registry's entry.
pub static KIND: Kind = Kind {
    name: "sudoku",
    aliases: &["su-doku"],
    summary: "each value once in every row, column and box; any size up to 36×36",
    formats: parse::FORMATS,
    binary: &[],
    settings: &[Setting::BoxShape, Setting::Alphabet],
    looks_like: parse::looks_like,
    layout: parse::layout,
    common: parse::common,
    parse: |text, reading| Ok(std::sync::Arc::new(parse::parse(text, reading)?)),
    answers_in_lines: true,
    creation: None,
    example: "1..4\n.23.\n.41.\n3..2",
};

/// An instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sudoku {
    /// The shape of a box, which also tells the size of the grid.
    pub(super) shape: BoxShape,
    /// The given values from 1, row by row.
    pub(super) given: Vec<Option<Value>>,
    /// How values are written.
    pub(super) notation: Notation,
    /// How the text was understood.
    pub(super) notes: Vec<String>,
}

impl Sudoku {
    /// Rows, columns and values.
    pub(super) fn n(&self) -> usize {
        self.shape.n()
    }

    /// A value as the puzzle's author would write it.
    pub(super) fn written(&self, value: Value) -> String {
        self.notation.text(value)
    }
}

impl Puzzle for Sudoku {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        let (n, shape) = (self.n(), self.shape);
        let is_usual = BoxShape::usual(n) == Some(shape);
        let boxes = if is_usual { String::new() } else { format!(" with {shape} boxes") };
        format!("{n}×{n} Sudoku{boxes}")
    }

    fn subject(&self) -> String {
        self.title()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn print(&self) -> String {
        parse::print(self)
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        Some([self.shape.rows(), self.shape.columns(), 0])
    }

    fn rules(&self) -> Model {
        rules::rules(self.shape)
    }

    fn clues(&self) -> Clues {
        rules::clues(self)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check::check(self, &solution.values)
    }

    fn contradiction(&self) -> Option<Violation> {
        check::contradiction(self)
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        let cells = parse::solution(text, self)?;
        Ok(check::filled(self, &cells).and_then(|values| {
            check::check(self, &values)?;
            Ok(Solution { values })
        }))
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        board::board(self, solution)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        json!({ "grid": solution.values.chunks(self.n()).collect::<Vec<_>>() })
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
    use super::*;
    use crate::puzzle::ParseOptions;
    use crate::render::{Look, Paint};

    fn read(text: &str) -> Sudoku {
        parse::parse(text, &ParseOptions::default()).unwrap()
    }

    /// The example, and its only answer.
    fn solved() -> (Sudoku, Solution) {
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
        let board = sudoku.board(Some(&answer)).to_text(Look { paint: Paint::Plain, ascii: true });
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
                let text = board.to_text(Look { paint, ascii });
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
