//! Futoshiki: a Latin square with signs that compare cells, most of them neighbours.

mod board;
mod check;
mod formats;
mod rules;

use sator_sat::TextError;

use crate::kind::Kind;
use crate::model::{CellId, CellName, Clues, Model, Solution, Value};
use crate::puzzle::{Puzzle, Violation};
use crate::render::Board;
use crate::typed::{OnGrid, typed_candidates, typed_puzzle};

/// The registry's entry.
pub static KIND: Kind = Kind {
    name: "futoshiki",
    aliases: &["unequal"],
    summary: "a Latin square whose cells are compared by signs between them; any size up to 25×25",
    formats: &formats::FORMATS,
    options: &[],
    answers_in_lines: false,
    creation: None,
    example: ". < . < .\n    v\n.   2   .\n^\n.   .   .",
};

/// The most rows.
pub const LARGEST: usize = 25;

/// A square in a row and a column, both counted from 0.
pub type Square = [usize; 2];

/// A futoshiki.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Futoshiki {
    n: usize,
    /// Row by row.
    given: Vec<Option<Value>>,
    /// Pairs of different cells, the smaller value first; ascending, each once.
    less: Vec<[usize; 2]>,
    /// How the text was understood.
    notes: Vec<String>,
}

impl Futoshiki {
    /// A futoshiki of given values, 0 for an empty cell, and pairs of which the first has the smaller
    /// value.
    pub fn new(
        grid: &[Vec<Value>],
        less: impl IntoIterator<Item = [Square; 2]>,
    ) -> Result<Self, TextError> {
        let n = grid.len();
        let error = |message: String| Err(TextError::whole(message));
        if !(1..=LARGEST).contains(&n) {
            return error(format!("expected 1 to {LARGEST} rows, found {n}"));
        }
        if let Some(at) = grid.iter().position(|row| row.len() != n) {
            return error(format!("row {}: expected {n} cells, found {}", at + 1, grid[at].len()));
        }
        let given = grid.concat();
        if let Some(value) = given.iter().find(|value| !(0..=n as Value).contains(value)) {
            return error(format!("expected values from 0 to {n}, found {value}"));
        }
        let mut pairs = Vec::new();
        for pair in less {
            if pair.as_flattened().iter().any(|&it| it >= n) || pair[0] == pair[1] {
                return error(format!(
                    "expected two cells from [0,0] to [{0},{0}] in a pair, found {pair:?}",
                    n - 1
                ));
            }
            pairs.push(pair.map(|[row, column]| row * n + column));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let given = given.into_iter().map(|value| Some(value).filter(|&it| it > 0)).collect();
        Ok(Self { n, given, less: pairs, notes: Vec::new() })
    }

    /// Rows, columns and values.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The given value of a cell.
    pub fn given(&self, [row, column]: Square) -> Option<Value> {
        self.given[row * self.n + column]
    }

    /// The pairs of cells that are compared, the smaller first.
    pub fn less(&self) -> impl Iterator<Item = [Square; 2]> {
        self.less.iter().map(|pair| pair.map(|cell| [cell / self.n, cell % self.n]))
    }

    fn name(&self, cell: usize) -> CellName {
        CellName::Square { row: cell / self.n + 1, column: cell % self.n + 1 }
    }

    fn rows<T: Copy>(&self, cells: &[T]) -> Vec<Vec<T>> {
        cells.chunks(self.n).map(<[T]>::to_vec).collect()
    }

    fn is_same(&self, other: &Self) -> bool {
        self.given == other.given && self.less == other.less
    }
}

typed_puzzle!(Futoshiki, formats::FORMATS);
typed_candidates!(Futoshiki);

impl OnGrid for Futoshiki {
    fn cell_at(&self, row: usize, column: usize) -> Option<CellId> {
        (row < self.n && column < self.n).then(|| CellId::nth(row * self.n + column))
    }
}

impl Puzzle for Futoshiki {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{0}×{0} Futoshiki", self.n)
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
        Some([self.n, 0, 0])
    }

    fn rules(&self) -> Model {
        rules::rules(self.n)
    }

    fn clues(&self) -> Clues {
        rules::clues(self)
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        check::check(self, &solution.values)
    }

    fn contradiction(&self) -> Option<Violation> {
        check::clash(self, &self.given)
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        let cells = formats::solution(text, self.n)?;
        Ok(check::filled(self, &cells).map(|values| Solution { values }))
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        board::board(self, solution)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        serde_json::json!({ "grid": self.rows(&solution.values) })
    }
}
