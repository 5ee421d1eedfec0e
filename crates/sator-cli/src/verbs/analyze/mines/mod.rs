//! What is certain on a board of mines, and how likely the rest is.

mod json;
#[cfg(test)]
mod tests;
mod text;

use std::cmp::Ordering;
use std::io::{self, Write};
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{self, CellOdds, CellState, EngineError, Fraction, Odds, Options, Report};
use sator::model::CellName;
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use sator_sat::backend::{Stats, StopReason};
use serde_json::Value;

use super::{Beside, Finding};
use crate::report::Effort;
use crate::status::Status;

/// What is known of a board.
pub(super) struct Mines {
    /// The hidden cells, row by row; none where no layout is right.
    cells: Vec<Cell>,
    /// Whether any layout is right; nothing if that was not found out.
    has_layout: Option<bool>,
    /// How many are, in digits, if they were counted.
    layouts: Option<String>,
    uncounted: Vec<Stretch>,
    stopped: Option<StopReason>,
    /// The number of all mines, if it was given.
    total: Option<usize>,
    times: [(&'static str, Duration); 2],
}

/// A hidden cell.
struct Cell {
    place: Place,
    chance: CellOdds,
    /// Whether a number or the total speaks of it.
    is_touched: bool,
}

/// Row and column, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    row: usize,
    column: usize,
}

/// Cells that depend on each other and were not counted.
struct Stretch {
    cells: usize,
    first: Place,
    reason: String,
}

/// The cell to open next.
struct Best<'a> {
    cell: &'a Cell,
    /// How many cells are as good, itself included.
    equal: usize,
}

impl From<CellName> for Place {
    fn from(name: CellName) -> Self {
        match name {
            CellName::Square { row, column } => Self { row, column },
            CellName::Row(row) | CellName::Number(row) | CellName::Auxiliary(row) => {
                Self { row, column: 1 }
            }
        }
    }
}

impl Cell {
    /// How likely a mine is, as far as that is known.
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
        let places: Vec<Place> =
            puzzle.rules().cells().iter().map(|(_, name, _)| name.into()).collect();
        let free = puzzle.unconstrained().into_iter().map(Place::from);
        Ok(Self::new(odds, &places, free, puzzle.total(), times))
    }

    /// From what was found out of the cells at these places, and others that are free.
    fn new(
        odds: Option<Odds>,
        places: &[Place],
        free: impl Iterator<Item = Place>,
        total: Option<usize>,
        times: [(&'static str, Duration); 2],
    ) -> Self {
        let Some(odds) = odds else {
            let layouts = Some("0".to_owned());
            let (cells, uncounted) = (Vec::new(), Vec::new());
            let has_layout = Some(false);
            return Self { cells, has_layout, layouts, uncounted, stopped: None, total, times };
        };
        let Odds { has_answer, cells: chances, layouts, uncounted, stopped } = odds;
        let stretch = |of: engine::Uncounted| Stretch {
            cells: of.cells,
            first: places[of.first],
            reason: of.reason,
        };
        Self {
            cells: side_by_side(chances, places, free),
            has_layout: has_answer.then_some(true),
            layouts: layouts.map(|number| number.to_string()),
            uncounted: uncounted.into_iter().map(stretch).collect(),
            stopped,
            total,
            times,
        }
    }

    fn number_of(&self, fate: CellState) -> usize {
        self.cells.iter().filter(|cell| cell.chance.state == fate).count()
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

    /// Whether some cell can be opened without a risk.
    fn has_progress(&self) -> Option<bool> {
        match self.has_layout {
            Some(false) => None,
            _ if self.number_of(CellState::AlwaysFalse) > 0 => Some(true),
            Some(true) if self.number_of(CellState::Unknown) == 0 => Some(false),
            _ => None,
        }
    }

    fn effort(&self) -> Effort {
        Effort { solver: Stats::default(), times: self.times.to_vec() }
    }
}

/// Both kinds of cells, row by row. Where no clue speaks of a cell, half of all layouts have a mine
/// there.
fn side_by_side(
    chances: Vec<CellOdds>,
    places: &[Place],
    free: impl Iterator<Item = Place>,
) -> Vec<Cell> {
    let touched = places.iter().zip(chances);
    let touched = touched.map(|(&place, chance)| Cell { place, chance, is_touched: true });
    let half = Fraction::new(1_u32, 2_u32);
    let half = CellOdds::exactly(half);
    let free = free.map(|place| Cell { place, chance: half.clone(), is_touched: false });
    let mut cells: Vec<_> = touched.chain(free).collect();
    cells.sort_by_key(|cell| cell.place);
    cells
}

impl Finding for Mines {
    fn has_no_answer(&self) -> bool {
        self.has_layout == Some(false)
    }

    fn status(&self) -> Status {
        if self.has_no_answer() {
            Status::No
        } else if self.has_layout.is_none() || self.number_of(CellState::Unknown) > 0 {
            Status::Stopped
        } else {
            Status::Yes
        }
    }

    fn text(&self, puzzle: &AnyPuzzle, look: Look, odds: bool) -> String {
        text::text(self, puzzle, look, odds)
    }

    fn write_json(
        &self,
        puzzle: &AnyPuzzle,
        beside: Beside,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        json::write(self, puzzle, beside, out)
    }

    fn stats_text(&self) -> String {
        self.effort().table()
    }

    fn stats_json(&self, _: bool) -> Value {
        self.effort().json()
    }

    fn report(&self) -> Option<&Report> {
        None
    }
}
