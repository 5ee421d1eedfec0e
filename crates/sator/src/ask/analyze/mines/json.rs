//! The analysis of a minesweeper board as JSON.

use crate::SquareOdds;
use crate::engine::Fraction;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Cell, Mines, Shared, Stretch};

pub(super) fn value(mines: &Mines, shared: Shared<'_>) -> Value {
    json!(Object {
        puzzle: shared.puzzle,
        status: shared.status,
        cells: mines.cells.iter().map(Cell::square).collect(),
        configurations: mines.layouts.as_deref(),
        total_used: mines.total.is_some(),
        best: mines.best().map(|best| BestObject {
            cell: best.cell.square(),
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
    cells: Vec<SquareOdds>,
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
    cell: SquareOdds,
    equal: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<f64>,
}
