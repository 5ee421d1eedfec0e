//! Futoshiki: a Latin square with signs that compare cells, most of them neighbours.

mod board;
mod check;
mod create;
mod formats;

use sator_sat::TextError;

use crate::grid::{GridPuzzle, Square, check_squares, latin_square};
use crate::kind::Kind;
use crate::model::{CellId, Clues, Compare, Model, Value};
use crate::puzzle::{Allows, Violation};
use crate::render::Board;
use crate::text::grid_of_numbers;
use crate::typed::{typed_candidates, typed_puzzle};

/// The registry's entry.
pub static KIND: Kind = Kind {
    aliases: &["unequal"],
    creation: Some(&create::CREATION),
    ..Kind::new(
        "futoshiki",
        "a Latin square whose cells are compared by signs between them; any size up to 25×25",
        &formats::FORMATS,
        ". < . < .\n    v\n.   2   .\n^\n.   .   .",
    )
};

/// The most rows.
pub const LARGEST: usize = 25;

/// A futoshiki.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Futoshiki {
    n: usize,
    /// Row by row.
    given: Vec<Option<Value>>,
    /// Pairs of different squares, the smaller value first; ascending, each once.
    less: Vec<[Square; 2]>,
    /// How the text was understood.
    notes: Vec<String>,
}

impl Futoshiki {
    /// A futoshiki of given values, 0 for an empty cell, and pairs of which the first has the smaller
    /// value.
    pub fn new(grid: &[Vec<Value>], less: Vec<[Square; 2]>) -> Result<Self, TextError> {
        let n = size(grid.len())?;
        Self::of_cells(grid_of_numbers(grid, [n, n], n)?, less)
    }

    /// A futoshiki of as many cells as a grid of a valid size has.
    fn of_cells(given: Vec<Option<Value>>, mut less: Vec<[Square; 2]>) -> Result<Self, TextError> {
        let n = given.len().isqrt();
        for (number, pair) in (1..).zip(&less) {
            check_squares(&format!("pair {number}"), pair, [n, n])?;
        }
        less.sort_unstable();
        less.dedup();
        Ok(Self { n, given, less, notes: Vec::new() })
    }

    /// The pairs of squares that are compared, the smaller first.
    pub fn less(&self) -> &[[Square; 2]] {
        &self.less
    }
}

/// Returns `n`, unless there is no such grid.
fn size(n: usize) -> Result<usize, TextError> {
    let error = || TextError::whole(format!("expected 1 to {LARGEST} rows, found {n}"));
    (1..=LARGEST).contains(&n).then_some(n).ok_or_else(error)
}

typed_puzzle!(Futoshiki, formats::FORMATS);
typed_candidates!(Futoshiki);

impl GridPuzzle for Futoshiki {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn title(&self) -> String {
        format!("{0}×{0} Futoshiki", self.n)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn dimensions(&self) -> [usize; 2] {
        [self.n, self.n]
    }

    fn givens(&self) -> &[Option<Value>] {
        &self.given
    }

    fn rules_key(&self) -> Option<[usize; 3]> {
        Some([self.n, 0, 0])
    }

    fn rules(&self) -> Model {
        latin_square(self.n, 1..=self.n as Value)
    }

    fn add_clues(&self, clues: &mut Clues) {
        for pair in &self.less {
            let [smaller, larger] = pair.map(|[row, column]| CellId::nth(row * self.n + column));
            clues.add(Compare::less(smaller, larger)).family("signs");
        }
    }

    fn violation(&self, value: &dyn Fn(usize) -> Option<Value>) -> Option<Violation> {
        check::violation(self, value)
    }

    fn allows_at(&self) -> Allows<'_> {
        check::allows(self)
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Option<Value>>, TextError> {
        self.read_object_or(text, |text| Ok(formats::text::read(text)?.given_rows()))
    }

    fn complete_board(&self, board: &mut Board) {
        board::add_signs(self, board);
    }
}
