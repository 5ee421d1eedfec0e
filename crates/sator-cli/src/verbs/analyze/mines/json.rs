//! The analysis of a minesweeper board as JSON. Cells are written one by one: there may be a million.

use std::io::{self, Write};

use sator::engine::{CellState, Fraction};
use sator::puzzle::AnyPuzzle;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{Best, Cell, Extras, Mines, Stretch};

pub(super) fn write(
    mines: &Mines,
    puzzle: &AnyPuzzle,
    extras: Extras,
    out: &mut dyn Write,
) -> io::Result<()> {
    let stretch = |Stretch { cells, first, reason }: &Stretch| json!({ "row": first.row, "column": first.column, "cells": cells, "reason": reason });
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
        best: mines.best().map(|Best { cell, equal }| {
            let mut object = json!(CellObject::of(cell));
            object["equal"] = json!(equal);
            object
        }),
        progress: mines.has_progress(),
        uncounted: mines.uncounted.iter().map(stretch).collect(),
        extras,
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
    best: Option<Value>,
    progress: Option<bool>,
    uncounted: Vec<Value>,
    #[serde(flatten)]
    extras: Extras,
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
