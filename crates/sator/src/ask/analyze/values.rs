//! The possible values of each cell, as a board and as JSON.

use std::time::Duration;

use crate::engine::{self, Candidates, EngineError, Options, Possible, Report};
use crate::model::{CellName, Value};
use crate::puzzle::AnyPuzzle;
use crate::render::{Board, Look, Role};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::super::{Statistics, Status, because};
use super::{Analysis, Shared};

/// The possible values of the cells of a puzzle.
pub(super) struct Values {
    found: Candidates,
    names: Vec<CellName>,
}

impl Values {
    pub(super) fn examine(
        puzzle: &AnyPuzzle,
        options: &Options,
        parse_time: Duration,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, EngineError> {
        let search = engine::solutions(puzzle, options);
        let names = search.instance().cells().iter().map(|(_, name, _)| name).collect();
        let mut found = engine::candidates(search, progress)?;
        found.report.times.parse = Some(parse_time);
        Ok(Self { found, names })
    }

    fn cells(&self) -> impl Iterator<Item = (CellName, &Possible)> {
        self.names.iter().copied().zip(&self.found.cells)
    }

    fn heading(&self, puzzle: &AnyPuzzle) -> String {
        let title = puzzle.title();
        // Auxiliary cells follow from those that are on the board.
        let on_board = || self.cells().filter(|(name, _)| !matches!(name, CellName::Auxiliary(_)));
        let number = on_board().count();
        let settled = on_board().filter(|(_, cell)| cell.settled().is_some()).count();
        let things = match self.names.first() {
            Some(CellName::Row(_)) => "rows",
            _ => "cells",
        };
        match self.found.stopped.map(because) {
            None if settled == number => {
                format!("{title}: all {number} {things} are settled, so there is one answer only")
            }
            None => format!("{title}: {settled} of {number} {things} are settled"),
            Some(why) => {
                format!(
                    "{title}: at least {settled} of {number} {things} are settled (stopped, {why})"
                )
            }
        }
    }

    /// The board with the possible values of each cell, or the possible squares of each queen.
    fn board(&self, puzzle: &AnyPuzzle) -> Board {
        let mut board = puzzle.board(None);
        for (name, cell) in self.cells() {
            match name {
                CellName::Square { row, column } => {
                    let tile = &mut board.rows[row - 1][column - 1];
                    tile.text = written(puzzle, cell);
                    if tile.role != Role::Given {
                        let is_settled = cell.settled().is_some();
                        tile.role = if is_settled { Role::Found } else { Role::Open };
                    }
                }
                CellName::Row(row) => {
                    for (tile, value) in board.rows[row - 1].iter_mut().zip(1..) {
                        let (mark, role) = mark(cell, value);
                        mark.clone_into(&mut tile.text);
                        if tile.role != Role::Given {
                            tile.role = role;
                        }
                    }
                }
                CellName::GridSquare { .. } | CellName::Number(_) | CellName::Auxiliary(_) => {}
            }
        }
        board
    }

    /// A list for each square of the board, empty where it is no cell; where a cell is a whole row, a
    /// list for each row.
    fn lists(&self, (rows, columns): (usize, usize), list: fn(&Possible) -> &Vec<Value>) -> Json {
        if let Some(CellName::Row(_)) = self.names.first() {
            return self.found.cells.iter().map(|cell| json!(list(cell))).collect();
        }
        let mut squares: Vec<Vec<&[Value]>> = vec![vec![&[]; columns]; rows];
        for (name, cell) in self.cells() {
            if let CellName::Square { row, column } = name {
                squares[row - 1][column - 1] = list(cell);
            }
        }
        json!(squares)
    }

    fn legend(&self) -> &'static str {
        let is_complete = self.found.stopped.is_none();
        match self.names.first() {
            Some(CellName::Row(_)) if is_complete => "Q in all answers, ? in some, . in none",
            Some(CellName::Row(_)) => "Q in all answers, ? in some, . in none, ! not found out",
            _ if is_complete => "",
            _ => "In brackets: values of which it was not found out whether they are possible",
        }
    }
}

/// The values of a cell, undecided ones in brackets.
fn written(puzzle: &AnyPuzzle, cell: &Possible) -> String {
    let all = || cell.values.iter().chain(&cell.undecided);
    let is_short = all().all(|&value| puzzle.symbol(value).chars().count() == 1);
    let gap = if is_short { "" } else { "," };
    let list = |values: &[Value]| {
        let symbols: Vec<_> = values.iter().map(|&value| puzzle.symbol(value)).collect();
        symbols.join(gap)
    };
    if cell.undecided.is_empty() {
        list(&cell.values)
    } else {
        format!("{}({})", list(&cell.values), list(&cell.undecided))
    }
}

/// The text and role of a square, given the possible values of its row.
fn mark(row: &Possible, value: Value) -> (&'static str, Role) {
    if row.settled() == Some(value) {
        ("Q", Role::Found)
    } else if row.values.contains(&value) {
        ("?", Role::Open)
    } else if row.undecided.contains(&value) {
        ("!", Role::Empty)
    } else {
        (".", Role::Empty)
    }
}

impl Analysis for Values {
    fn has_answer(&self) -> Option<bool> {
        self.found.has_answer
    }

    fn status(&self) -> Status {
        match (self.found.has_answer, self.found.stopped) {
            (_, Some(_)) | (None, _) => Status::Stopped,
            (Some(false), None) => Status::No,
            (Some(true), None) => Status::Yes,
        }
    }

    fn text(&self, puzzle: &AnyPuzzle, look: Look, _: bool) -> String {
        let drawn =
            || (self.board(puzzle).to_text(look) + self.legend()).trim_end_matches('\n').to_owned();
        match (self.found.has_answer, self.found.stopped) {
            (Some(false), _) => "Unsatisfiable".to_owned(),
            (Some(true), _) => format!("{}\n\n{}", self.heading(puzzle), drawn()),
            (None, reason) => {
                let why = reason.map_or("", because);
                let unknown = format!("Unknown: stopped, {why}");
                let excludes = puzzle.rules().cells().iter().zip(&self.found.cells).any(
                    |((_, _, domain), cell)| {
                        let (least, most) = domain.bounds();
                        cell.undecided.len() <= (most - least) as usize
                    },
                );
                if excludes { format!("{unknown}\n\n{}", drawn()) } else { unknown }
            }
        }
    }

    fn json(&self, puzzle: &AnyPuzzle, shared: Shared<'_>) -> Json {
        let complete = self.found.stopped.is_none();
        let board = puzzle.board(None);
        let size = (board.rows.len(), board.rows.first().map_or(0, Vec::len));
        json!(Object {
            puzzle: shared.puzzle,
            status: shared.status,
            candidates: self.lists(size, |cell| &cell.values),
            complete,
            unknown: (!complete).then(|| self.lists(size, |cell| &cell.undecided)),
            shared,
        })
    }

    fn statistics(&self, is_one_of_many: bool) -> Statistics {
        Statistics::of_one(&self.found.report, is_one_of_many)
    }

    fn report(&self) -> Option<&Report> {
        Some(&self.found.report)
    }
}

#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'static str,
    status: &'static str,
    candidates: Json,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<Json>,
    #[serde(flatten)]
    shared: Shared<'a>,
}
