//! Kakuro: runs of cells whose values from 1 to 9 differ and add up to a total.
//!
//! A run is named by its direction and its first cell. Squares in no run are black.

mod board;
mod check;
mod formats;
mod rules;

use sator_sat::TextError;
use serde::{Deserialize, Serialize};

use crate::kind::Kind;
use crate::model::{CellId, CellName, Clues, Model, Solution, Value};
use crate::puzzle::{Puzzle, Violation};
use crate::render::Board;
use crate::typed::{OnGrid, typed_candidates, typed_puzzle};

/// The registry's entry.
pub static KIND: Kind = Kind {
    name: "kakuro",
    aliases: &[],
    summary: "runs of cells whose values from 1 to 9 differ and add up to a total",
    formats: &formats::FORMATS,
    options: &[],
    answers_in_lines: false,
    creation: None,
    example: "#  4\\ 3\\\n\\3 .  .\n\\4 .  .",
};

/// The most rows, and the most columns.
pub const LARGEST: usize = 100;

/// A square in a row and a column, both counted from 0.
pub type Square = [usize; 2];

/// Cells whose values differ and add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a run: an object with a sum and cells")]
pub struct Run {
    /// The total, which may be out of reach.
    pub sum: u32,
    /// At least one.
    pub cells: Vec<Square>,
}

impl Run {
    /// The noun before its first cell in its name: two runs may begin in one cell.
    fn noun(&self) -> &'static str {
        let is_along = |way: usize| self.cells.iter().all(|it| it[way] == self.cells[0][way]);
        match [is_along(0), is_along(1)] {
            [true, false] => "the run across at",
            [false, true] => "the run down at",
            _ => "the run at",
        }
    }
}

/// A kakuro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kakuro {
    rows: usize,
    columns: usize,
    /// In the order of their cells, which ascend, and of their sums.
    runs: Vec<Run>,
    /// The squares of runs with the values that are given, row by row.
    white: Vec<(Square, Option<Value>)>,
    /// How the text was understood.
    notes: Vec<String>,
}

impl Kakuro {
    /// A kakuro without given values.
    pub fn new(rows: usize, columns: usize, mut runs: Vec<Run>) -> Result<Self, TextError> {
        let error = |message: String| Err(TextError::whole(message));
        if !(1..=LARGEST).contains(&rows.min(columns)) || rows.max(columns) > LARGEST {
            return error(format!(
                "expected 1 to {LARGEST} rows and columns, found {rows} and {columns}"
            ));
        }
        if runs.is_empty() {
            return error("expected a run, found none".to_owned());
        }
        for (number, run) in (1..).zip(&mut runs) {
            let is_outside = |square: &&Square| square[0] >= rows || square[1] >= columns;
            if let Some(square) = run.cells.iter().find(is_outside) {
                let last = [rows - 1, columns - 1];
                return error(format!(
                    "run {number}: expected cells from [0, 0] to {last:?}, found {square:?}"
                ));
            }
            run.cells.sort_unstable();
            if run.cells.is_empty() || run.cells.windows(2).any(|pair| pair[0] == pair[1]) {
                return error(format!("run {number}: expected one or more different cells"));
            }
        }
        runs.sort_unstable_by(|a, b| (&a.cells, a.sum).cmp(&(&b.cells, b.sum)));
        let mut white: Vec<_> =
            runs.iter().flat_map(|run| &run.cells).map(|&at| (at, None)).collect();
        white.sort_unstable();
        white.dedup();
        Ok(Self { rows, columns, runs, white, notes: Vec::new() })
    }

    /// The same with the value of a cell given.
    pub fn with_given(mut self, square: Square, value: Value) -> Result<Self, TextError> {
        match self.index(square) {
            Some(index) if (1..=9).contains(&value) => self.white[index].1 = Some(value),
            None => return Err(TextError::whole(format!("{} is in no run", name(square)))),
            _ => {
                let message = format!("expected a value from 1 to 9, found {value}");
                return Err(TextError::whole(message));
            }
        }
        Ok(self)
    }

    /// Rows and columns, with black squares.
    pub fn size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// The runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The squares of runs with the values that are given, row by row: the cells of a solution.
    pub fn white(&self) -> &[(Square, Option<Value>)] {
        &self.white
    }

    /// The number of a white square.
    fn index(&self, square: Square) -> Option<usize> {
        self.white.binary_search_by(|(white, _)| white.cmp(&square)).ok()
    }

    /// The white squares that follow a square: 0 down, 1 across.
    fn after(&self, square: Square, way: usize) -> Vec<Square> {
        after(square, way, self.size(), |square| self.index(square).is_some())
    }

    /// Maps the squares to rows; `black` for black ones.
    fn grid<T: Clone>(&self, black: &T, white: impl Fn(usize) -> T) -> Vec<Vec<T>> {
        let mut grid = vec![vec![black.clone(); self.columns]; self.rows];
        for (index, &([row, column], _)) in self.white.iter().enumerate() {
            grid[row][column] = white(index);
        }
        grid
    }

    fn is_same(&self, other: &Self) -> bool {
        let all = |it: &Self| (it.size(), it.runs.clone(), it.white.clone());
        all(self) == all(other)
    }
}

fn name([row, column]: Square) -> CellName {
    CellName::Square { row: row + 1, column: column + 1 }
}

/// The white squares that follow a square in a grid of that size: 0 down, 1 across.
fn after(
    mut square: Square,
    way: usize,
    size: [usize; 2],
    is_white: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let next = || {
        square[way] += 1;
        (square[way] < size[way] && is_white(square)).then_some(square)
    };
    std::iter::from_fn(next).collect()
}

typed_puzzle!(Kakuro, formats::FORMATS);
typed_candidates!(Kakuro);

impl OnGrid for Kakuro {
    fn cell_at(&self, row: usize, column: usize) -> Option<CellId> {
        self.index([row, column]).map(CellId::nth)
    }
}

impl Puzzle for Kakuro {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{}×{} Kakuro", self.rows, self.columns)
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

    fn rules(&self) -> Model {
        rules::rules(self)
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
        let values = formats::solution(text, self)?;
        Ok(check::filled(self, &values).map(|values| Solution { values }))
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        board::board(self, solution)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        serde_json::json!({ "grid": self.grid(&0, |index| solution.values[index]) })
    }
}
