//! The analysis of a minesweeper board as JSON.

use sator::engine::{CellState, Fraction};
use serde::Serialize;

use super::{Cell, Mines, Place, Shared, Stretch};

pub(super) fn text(mines: &Mines, shared: Shared<'_>) -> serde_json::Result<String> {
    serde_json::to_string(&Object {
        puzzle: shared.puzzle,
        status: shared.status,
        cells: mines.cells.iter().map(CellObject::from).collect(),
        configurations: mines.layouts.as_deref(),
        total_used: mines.total.is_some(),
        best: mines.best().map(|best| BestObject {
            cell: best.cell.into(),
            equal: best.equal,
            opening: best.opening.map(Fraction::to_f64),
        }),
        progress: mines.has_progress(),
        uncounted: &mines.uncounted,
        shared,
    })
}

#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'static str,
    status: &'static str,
    cells: Vec<CellObject>,
    configurations: Option<&'a str>,
    total_used: bool,
    best: Option<BestObject>,
    progress: Option<bool>,
    uncounted: &'a [Stretch],
    #[serde(flatten)]
    shared: Shared<'a>,
}

#[derive(Serialize)]
struct BestObject {
    #[serde(flatten)]
    cell: CellObject,
    equal: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<f64>,
}

#[derive(Serialize)]
struct CellObject {
    #[serde(flatten)]
    place: Place,
    state: &'static str,
    probability: Option<f64>,
    exact: Option<String>,
}

impl From<&Cell> for CellObject {
    fn from(cell: &Cell) -> Self {
        let odds = cell.odds();
        Self {
            place: cell.place,
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
