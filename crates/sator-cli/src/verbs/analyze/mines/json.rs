//! What is known of mines, in JSON. Cells are written one after the other and never held as text.

use std::io::{self, Write};

use sator::engine::{CellState, Fraction};
use sator::puzzle::AnyPuzzle;
use serde::{Serialize, Serializer};

use super::{Beside, Best, Cell, Mines, Stretch};

pub(super) fn write(
    mines: &Mines,
    puzzle: &AnyPuzzle,
    beside: Beside,
    out: &mut dyn Write,
) -> io::Result<()> {
    let object = Object {
        puzzle: puzzle.kind().name,
        status: match mines.has_layout {
            Some(true) => "sat",
            Some(false) => "unsat",
            None => "unknown",
        },
        cells: Cells(&mines.cells),
        configurations: mines.layouts.as_deref(),
        total_used: mines.total.is_some(),
        best: mines.best().as_ref().map(BestObject::of),
        progress: mines.has_progress(),
        uncounted: mines.uncounted.iter().map(StretchObject::of).collect(),
        beside,
    };
    Ok(serde_json::to_writer(out, &object)?)
}

#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'static str,
    status: &'static str,
    cells: Cells<'a>,
    configurations: Option<&'a str>,
    total_used: bool,
    best: Option<BestObject>,
    progress: Option<bool>,
    uncounted: Vec<StretchObject<'a>>,
    #[serde(flatten)]
    beside: Beside,
}

struct Cells<'a>(&'a [Cell]);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(CellObject::of))
    }
}

#[derive(Serialize)]
struct CellObject {
    row: usize,
    column: usize,
    state: &'static str,
    probability: Option<f64>,
    exact: Option<String>,
}

impl CellObject {
    fn of(cell: &Cell) -> Self {
        let odds = cell.odds();
        Self {
            row: cell.place.row,
            column: cell.place.column,
            state: match cell.chance.state {
                CellState::AlwaysFalse => "safe",
                CellState::AlwaysTrue => "mine",
                CellState::Open => "open",
                CellState::Unknown => "unknown",
            },
            probability: odds.as_ref().map(Fraction::to_f64),
            exact: odds.map(|odds| odds.to_string()),
        }
    }
}

#[derive(Serialize)]
struct BestObject {
    #[serde(flatten)]
    cell: CellObject,
    /// How many cells are as good, itself included.
    equal: usize,
}

impl BestObject {
    fn of(best: &Best<'_>) -> Self {
        Self { cell: CellObject::of(best.cell), equal: best.equal }
    }
}

#[derive(Serialize)]
struct StretchObject<'a> {
    row: usize,
    column: usize,
    cells: usize,
    reason: &'a str,
}

impl<'a> StretchObject<'a> {
    fn of(stretch: &'a Stretch) -> Self {
        let Stretch { cells, first, reason } = stretch;
        Self { row: first.row, column: first.column, cells: *cells, reason }
    }
}
