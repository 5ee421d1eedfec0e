//! Kakuro: runs of cells whose values from 1 to 9 differ and add up to a total.
//!
//! A run is named by its direction and its first cell. Squares in no run are black.

mod board;
mod check;
mod create;
mod formats;
mod rules;

use sator_sat::TextError;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

use crate::grid::{GridPuzzle, Square, check_squares, name};
use crate::kind::Kind;
use crate::model::{Clues, Model, Value};
use crate::puzzle::{Allows, Violation};
use crate::render::Board;
use crate::typed::{typed_candidates, typed_puzzle};

/// The registry's entry.
pub static KIND: Kind = Kind {
    creation: Some(&create::CREATION),
    ..Kind::new(
        "kakuro",
        "runs of cells whose values from 1 to 9 differ and add up to a total",
        &formats::FORMATS,
        "#  4\\ 3\\\n\\3 .  .\n\\4 .  .",
    )
};

/// The most rows, and the most columns.
pub const LARGEST: usize = 100;

/// Cells whose values differ and add up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(expecting = "a run: an object with a sum and cells")]
pub struct Run {
    /// The total, which may be out of reach.
    #[serde(deserialize_with = "sum")]
    pub sum: u32,
    /// At least one.
    pub cells: Vec<Square>,
}

/// A sum in JSON: its error is in a player's words, not in those of Rust's types.
fn sum<'de, D: Deserializer<'de>>(source: D) -> Result<u32, D::Error> {
    let number = Number::deserialize(source)?;
    let sum = number.as_u64().and_then(|sum| u32::try_from(sum).ok());
    sum.ok_or_else(|| {
        D::Error::custom(format!("expected a sum from 0 to {}, found {number}", u32::MAX))
    })
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
    size: [usize; 2],
    /// In the order of their cells, which ascend, and of their sums.
    runs: Vec<Run>,
    /// The numbers of the squares of runs, row by row.
    white: Vec<usize>,
    /// The values that are given in them.
    given: Vec<Option<Value>>,
    /// How the text was understood.
    notes: Vec<String>,
}

impl Kakuro {
    /// A kakuro without given values.
    pub fn new(size: [usize; 2], mut runs: Vec<Run>) -> Result<Self, TextError> {
        let error = |message: String| Err(TextError::whole(message));
        let [rows, columns] = size;
        if !size.iter().all(|it| (1..=LARGEST).contains(it)) {
            let expected = format!("expected 1 to {LARGEST} rows and columns");
            return error(format!("{expected}, found {rows} and {columns}"));
        }
        if runs.is_empty() {
            return error("expected a run, found none".to_owned());
        }
        for (number, run) in (1..).zip(&mut runs) {
            check_squares(&format!("run {number}"), &run.cells, size)?;
            run.cells.sort_unstable();
        }
        runs.sort_unstable_by(|a, b| (&a.cells, a.sum).cmp(&(&b.cells, b.sum)));
        let number = |&[row, column]: &Square| row * columns + column;
        let mut white: Vec<_> = runs.iter().flat_map(|run| &run.cells).map(number).collect();
        white.sort_unstable();
        white.dedup();
        Ok(Self { size, runs, given: vec![None; white.len()], white, notes: Vec::new() })
    }

    /// The same with the value of a cell given.
    pub fn with_given(mut self, square: Square, value: Value) -> Result<Self, TextError> {
        let Some(cell) = self.cell(square) else {
            return Err(TextError::whole(format!("{} is in no run", name(square))));
        };
        if !(1..=9).contains(&value) {
            let message = format!("expected a value from 1 to 9, found {value}");
            return Err(TextError::whole(message));
        }
        self.given[cell] = Some(value);
        Ok(self)
    }

    /// Adds a note about straight runs of white squares that have no total. Such a run is often a
    /// typing error, and nothing is required of it.
    fn noting_missing_totals(mut self) -> Self {
        /// More are counted only.
        const MAX_NAMED: usize = 5;
        let [rows, columns] = self.size;
        let number = |[row, column]: Square| row * columns + column;
        let mut is_white = vec![false; rows * columns];
        self.white.iter().for_each(|&square| is_white[square] = true);
        let is_white =
            |square: Square| square[0] < rows && square[1] < columns && is_white[number(square)];
        let mut missing = Vec::new();
        for (way, word) in [(1, "across"), (0, "down")] {
            // Runs that are not straight count in both directions.
            let mut has_total = vec![false; rows * columns];
            let is_other_way = |run: &Run| run.cells.iter().all(|it| it[way] == run.cells[0][way]);
            let runs = self.runs.iter().filter(|run| !is_other_way(run));
            runs.flat_map(|run| &run.cells).for_each(|&square| has_total[number(square)] = true);
            for &at in &self.white {
                let first = [at / columns, at % columns];
                let mut before = first;
                before[way] = first[way].wrapping_sub(1);
                if is_white(before) {
                    continue;
                }
                let rest = after(first, way, is_white);
                let has_none = |&square: &Square| !has_total[number(square)];
                if !rest.is_empty() && (has_none(&first) || rest.iter().any(has_none)) {
                    missing.push(format!("the run {word} at {}", name(first)));
                }
            }
        }
        let named = missing[..missing.len().min(MAX_NAMED)].join(", ");
        let more = match missing.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match missing.len() {
            0 => {}
            1 => self.notes.push(format!("{named} has no total, so its values may be any")),
            _ => {
                self.notes.push(format!("{named}{more} have no total, so their values may be any"));
            }
        }
        self
    }

    /// The runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The cells of a run, by their numbers.
    fn cells_of(&self, run: &Run) -> Vec<usize> {
        run.cells.iter().filter_map(|&square| self.cell(square)).collect()
    }
}

/// The white squares that follow a square in a direction: 0 down, 1 across.
fn after(mut square: Square, way: usize, is_white: impl Fn(Square) -> bool) -> Vec<Square> {
    let next = || {
        square[way] += 1;
        is_white(square).then_some(square)
    };
    std::iter::from_fn(next).collect()
}

typed_puzzle!(Kakuro, formats::FORMATS);
typed_candidates!(Kakuro);

impl GridPuzzle for Kakuro {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{}×{} Kakuro", self.size[0], self.size[1])
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn dimensions(&self) -> [usize; 2] {
        self.size
    }

    fn largest_value(&self) -> usize {
        9
    }

    fn givens(&self) -> &[Option<Value>] {
        &self.given
    }

    fn white_squares(&self) -> Option<&[usize]> {
        Some(&self.white)
    }

    fn rules(&self) -> Model {
        rules::rules(self)
    }

    fn add_clues(&self, clues: &mut Clues) {
        rules::add_runs(self, clues);
    }

    fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
        check::violation(self, value)
    }

    fn allows_at(&self) -> Allows<'_> {
        check::allows(self)
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, TextError> {
        self.read_object_or(text, formats::text::read_values)
    }

    fn complete_board(&self, board: &mut Board) {
        board::add_totals(self, board);
    }
}
