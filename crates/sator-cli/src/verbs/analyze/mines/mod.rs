//! The certain cells of a minesweeper board, and the odds of the others.

mod json;
#[cfg(test)]
mod tests;
mod text;

use std::cmp::Ordering;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{self, CellOdds, CellState, EngineError, Fraction, Odds, Options, Report};
use sator::model::CellName;
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use sator_sat::backend::{Stats, StopReason};
use serde::Serialize;

use super::{Analysis, Shared};
use crate::report::Statistics;
use crate::status::Status;

/// The analysis of a board.
pub(super) struct Mines {
    /// The hidden cells, row by row; empty if there is no layout.
    cells: Vec<Cell>,
    /// Whether there is a layout, if known.
    has_layout: Option<bool>,
    /// The number of layouts, if they were counted.
    layouts: Option<String>,
    uncounted: Vec<Stretch>,
    stopped: Option<StopReason>,
    /// The number of all mines, if it was given.
    total: Option<usize>,
    times: [(&'static str, Duration); 2],
    /// The statistics of a solver, if there was one.
    report: Option<Report>,
}

/// A hidden cell.
struct Cell {
    place: Place,
    chance: CellOdds,
    /// Whether a number or the total constrains it.
    is_touched: bool,
}

/// Row and column, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Place {
    row: usize,
    column: usize,
}

/// Cells that depend on each other and were not counted.
#[derive(Serialize)]
struct Stretch {
    #[serde(flatten)]
    first: Place,
    cells: usize,
    reason: String,
}

/// The cell to open next.
struct Best<'a> {
    cell: &'a Cell,
    /// The number of cells with the same odds, itself included.
    equal: usize,
}

impl From<CellName> for Place {
    fn from(name: CellName) -> Self {
        match name {
            CellName::Square { row, column } | CellName::GridSquare { row, column, .. } => {
                Self { row, column }
            }
            CellName::Row(row) | CellName::Number(row) | CellName::Auxiliary(row) => {
                Self { row, column: 1 }
            }
        }
    }
}

impl Cell {
    /// The probability of a mine, if known.
    fn odds(&self) -> Option<Fraction> {
        match self.chance.state {
            CellState::AlwaysFalse => Some(Fraction::zero()),
            CellState::AlwaysTrue => Some(Fraction::one()),
            CellState::Open | CellState::Unknown => self.chance.probability.clone(),
        }
    }
}

impl Mines {
    pub(super) fn examine(
        puzzle: &AnyPuzzle,
        options: &Options,
        parse_time: Duration,
    ) -> Result<Self, EngineError> {
        let started = Instant::now();
        let odds = engine::odds(puzzle, options)?;
        let times = [("parse", parse_time), ("analyze", started.elapsed())];
        Ok(Self::new(odds, puzzle, times))
    }

    fn new(odds: Option<Odds>, puzzle: &AnyPuzzle, times: [(&'static str, Duration); 2]) -> Self {
        let total = puzzle.total();
        let places: Vec<Place> =
            puzzle.rules().cells().iter().map(|(_, name, _)| name.into()).collect();
        let Some(odds) = odds else {
            let layouts = Some("0".to_owned());
            let (cells, uncounted) = (Vec::new(), Vec::new());
            let has_layout = Some(false);
            let (stopped, report) = (None, None);
            return Self { cells, has_layout, layouts, uncounted, stopped, total, times, report };
        };
        let Odds { has_answer, cells: chances, layouts, uncounted, stopped, report } = odds;
        let stretch = |of: engine::Uncounted| Stretch {
            cells: of.cells,
            first: places[of.first],
            reason: of.reason,
        };
        Self {
            cells: merge_cells(chances, &places, puzzle),
            has_layout: has_answer.then_some(true),
            layouts: layouts.map(|number| number.to_string()),
            uncounted: uncounted.into_iter().map(stretch).collect(),
            stopped,
            total,
            times,
            report,
        }
    }

    fn number_of(&self, state: CellState) -> usize {
        self.cells.iter().filter(|cell| cell.chance.state == state).count()
    }

    /// The cell where a mine is least likely, the first of those: a safe one, if there is any.
    fn best(&self) -> Option<Best<'_>> {
        let is_safe = |cell: &&Cell| cell.chance.state == CellState::AlwaysFalse;
        if let Some(cell) = self.cells.iter().find(is_safe) {
            return Some(Best { cell, equal: self.number_of(CellState::AlwaysFalse) });
        }
        let known = self.cells.iter().filter(|cell| cell.chance.state == CellState::Open);
        let known = known.filter_map(|cell| Some((cell, cell.chance.probability.as_ref()?)));
        let mut best: Option<(&Cell, &Fraction, usize)> = None;
        for (cell, odds) in known {
            match best.as_mut().map(|(_, least, equal)| (odds.cmp(&**least), equal)) {
                Some((Ordering::Greater, _)) => {}
                Some((Ordering::Equal, equal)) => *equal += 1,
                Some((Ordering::Less, _)) | None => best = Some((cell, odds, 1)),
            }
        }
        best.map(|(cell, _, equal)| Best { cell, equal })
    }

    /// Whether some cell is safe to open, if known.
    fn has_progress(&self) -> Option<bool> {
        match self.has_layout {
            Some(false) => None,
            _ if self.number_of(CellState::AlwaysFalse) > 0 => Some(true),
            Some(true) if self.number_of(CellState::Unknown) == 0 => Some(false),
            _ => None,
        }
    }
}

/// Both kinds of cells, row by row. Half of all layouts have a mine in an unconstrained cell.
fn merge_cells(chances: Vec<CellOdds>, places: &[Place], puzzle: &AnyPuzzle) -> Vec<Cell> {
    let touched = places.iter().zip(chances);
    let touched = touched.map(|(&place, chance)| Cell { place, chance, is_touched: true });
    let half = CellOdds::exactly(Fraction::new(1_u32, 2_u32));
    let free = puzzle.unconstrained().into_iter().map(Place::from);
    let free = free.map(|place| Cell { place, chance: half.clone(), is_touched: false });
    let mut cells: Vec<_> = touched.chain(free).collect();
    cells.sort_by_key(|cell| cell.place);
    cells
}

impl Analysis for Mines {
    fn has_answer(&self) -> Option<bool> {
        self.has_layout
    }

    fn status(&self) -> Status {
        match self.has_layout {
            Some(false) => Status::No,
            Some(true) if self.number_of(CellState::Unknown) == 0 => Status::Yes,
            _ => Status::Stopped,
        }
    }

    fn text(&self, puzzle: &AnyPuzzle, look: Look, odds: bool) -> String {
        text::text(self, puzzle, look, odds)
    }

    fn json(&self, _: &AnyPuzzle, shared: Shared<'_>) -> serde_json::Result<String> {
        json::text(self, shared)
    }

    fn statistics(&self, _: bool) -> Statistics {
        let statistics = self.report.as_ref().map(|report| Statistics::of_one(report, true));
        let statistics = statistics.unwrap_or_default();
        statistics.with_effort(&Stats::default(), self.times).with_memory()
    }
}
