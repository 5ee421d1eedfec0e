//! The certain cells of a minesweeper board, and the odds of the others.

mod json;
#[cfg(test)]
mod tests;
mod text;

use std::cmp::{Ordering, Reverse};
use std::time::Duration;

use sator_sat::clock::Instant;

use crate::SquareOdds;
use crate::engine::{self, CellOdds, CellState, EngineError, Fraction, Odds, Options, Report};
use crate::model::CellName;
use crate::puzzle::AnyPuzzle;
use crate::questions;
use crate::render::{Board, Look, Role};
use sator_sat::backend::{Stats, StopReason};
use serde::Serialize;
use serde_json::Value;

use super::super::{Statistics, Status};
use super::{Analysis, Shared};

/// The analysis of a board.
pub struct Mines {
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
    /// Of several best cells the one that most likely opens others, and how likely.
    opening: Option<(Place, Fraction)>,
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
    /// The probability that it has no mine around it, so that opening it opens others.
    opening: Option<&'a Fraction>,
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

impl From<Place> for CellName {
    fn from(Place { row, column }: Place) -> Self {
        Self::Square { row, column }
    }
}

impl Place {
    /// Whether two places are neighbours or the same.
    fn touches(self, other: Self) -> bool {
        self.row.abs_diff(other.row) <= 1 && self.column.abs_diff(other.column) <= 1
    }
}

impl Cell {
    fn square(&self) -> SquareOdds {
        SquareOdds::new([self.place.row, self.place.column], &self.chance)
    }

    /// The probability of a mine, if known.
    fn odds(&self) -> Option<Fraction> {
        self.square().fraction().cloned()
    }
}

impl Mines {
    /// Finds out which cells are certain, and how likely the others are.
    pub fn examine(
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
            let (stopped, opening, report) = (None, None, None);
            return Self {
                cells,
                has_layout,
                layouts,
                uncounted,
                stopped,
                total,
                opening,
                times,
                report,
            };
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
            opening: None,
            times,
            report,
        }
    }

    /// Weighs the best cells, if there are several: a cell without a mine around it opens others.
    pub fn with_openings(
        mut self,
        puzzle: &AnyPuzzle,
        options: &Options,
    ) -> Result<Self, EngineError> {
        /// More cells would take too long.
        const MAX_CELLS: usize = 2_000;
        const MAX_EQUAL: usize = 50;
        let equal = self.best_cells();
        if !(2..=MAX_EQUAL).contains(&equal.len()) || self.cells.len() > MAX_CELLS {
            return Ok(self);
        }
        let flags: Vec<Place> = puzzle.flags().into_iter().map(Place::from).collect();
        let bounds = equal.iter().map(|cell| (self.opening_bound(cell.place, &flags), cell.place));
        let mut candidates: Vec<_> =
            bounds.map(|((bound, is_exact), place)| (bound, Reverse(place), is_exact)).collect();
        // The largest bounds first, because most of the others need no count then.
        candidates.sort_unstable_by(|one, other| other.cmp(one));
        let count = |puzzle: &AnyPuzzle| -> Result<_, EngineError> {
            let count = engine::count(puzzle, options, false, &mut |_, _| ())?;
            Ok(count.filter(|count| count.stopped.is_none()).map(|count| count.number))
        };
        let mut all = None;
        let mut best: Option<(Fraction, Reverse<Place>)> = None;
        for (bound, place, is_exact) in candidates {
            let bound = (bound, place);
            if bound.0.is_zero() || best.as_ref().is_some_and(|best| *best >= bound) {
                break;
            }
            let chance = if is_exact {
                bound.0
            } else {
                let Some((assumed, free)) = self.assuming_opening(puzzle, place.0) else {
                    continue;
                };
                if all.is_none() {
                    all = count(puzzle)?;
                }
                let (Some(all), Some(number)) = (&all, count(&assumed)?) else { return Ok(self) };
                Fraction::new(number, all << free)
            };
            let chance = (chance, place);
            if !chance.0.is_zero() && best.as_ref().is_none_or(|best| chance > *best) {
                best = Some(chance);
            }
        }
        self.opening = best.map(|(chance, Reverse(place))| (place, chance));
        Ok(self)
    }

    /// The cells that are neighbours of a place, or there.
    fn around(&self, place: Place) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(move |cell| cell.place.touches(place))
    }

    /// An upper bound for the probability that no cell around a place has a mine, and whether it is
    /// exact.
    fn opening_bound(&self, place: Place, flags: &[Place]) -> (Fraction, bool) {
        if flags.iter().any(|flag| flag.touches(place)) {
            return (Fraction::zero(), true);
        }
        let is_uncertain = |cell: &&Cell| cell.chance.state != CellState::AlwaysFalse;
        let uncertain = || self.around(place).filter(is_uncertain).map(Cell::odds);
        let most = uncertain().flatten().max();
        let is_exact = uncertain().nth(usize::from(most.is_some())).is_none();
        (most.map_or_else(Fraction::one, |most| most.complement()), is_exact)
    }

    /// The puzzle where a cell and its neighbours have no mines, and the number of those that no clue
    /// touches.
    fn assuming_opening(&self, puzzle: &AnyPuzzle, place: Place) -> Option<(AnyPuzzle, usize)> {
        let free = self.around(place).filter(|cell| !cell.is_touched).count();
        let safe: Vec<_> =
            self.around(place).map(|cell| (cell.place.into(), Some(false))).collect();
        Some((puzzle.assuming(&safe)?, free))
    }

    /// Gives the certain cells of a board with an answer their colours.
    pub fn mark_certain(&self, board: &mut Board) {
        for cell in &self.cells {
            let tile = &mut board.rows[cell.place.row - 1][cell.place.column - 1];
            match cell.chance.state {
                CellState::AlwaysFalse => tile.role = Role::Safe,
                CellState::AlwaysTrue => tile.role = Role::Danger,
                CellState::Open | CellState::Unknown => {}
            }
        }
    }

    /// Whether there is a layout, if known, and why the search stopped, if it did.
    pub fn end(&self) -> (Option<bool>, Option<StopReason>) {
        let is_open = self.number_of(CellState::Unknown) > 0 || self.has_layout.is_none();
        (self.has_layout, self.stopped.filter(|_| is_open))
    }

    /// The board with the odds of each hidden cell, and with a frame around the best one.
    pub fn heat_map(&self, puzzle: &AnyPuzzle) -> Board {
        let squares: Vec<_> = self.cells.iter().map(Cell::square).collect();
        let best = self.best().map(|best| best.cell.place);
        questions::heat_map(puzzle, &squares, best.map(|place| [place.row - 1, place.column - 1]))
    }

    /// Sentences below a heat map: whether the total was used, the layouts, and the best cell.
    pub fn summary(&self) -> Vec<String> {
        text::summary(self)
    }

    /// How much of an answer is certain, in a line.
    pub fn certainty(&self, advice: &str) -> String {
        text::certainty(self, advice)
    }

    /// How many cells are certain, in words.
    pub fn certain_cells(&self) -> String {
        text::certain_cells(self)
    }

    fn number_of(&self, state: CellState) -> usize {
        self.cells.iter().filter(|cell| cell.chance.state == state).count()
    }

    /// The cells where a mine is least likely: the safe ones, if there are any.
    fn best_cells(&self) -> Vec<&Cell> {
        let is_safe = |cell: &&Cell| cell.chance.state == CellState::AlwaysFalse;
        let safe: Vec<_> = self.cells.iter().filter(is_safe).collect();
        if !safe.is_empty() {
            return safe;
        }
        let known = self.cells.iter().filter(|cell| cell.chance.state == CellState::Open);
        let mut best: Vec<&Cell> = Vec::new();
        for cell in known.filter(|cell| cell.chance.probability.is_some()) {
            let least = best.first().map(|best| &best.chance.probability);
            match least.map(|least| cell.chance.probability.cmp(least)) {
                Some(Ordering::Greater) => {}
                Some(Ordering::Equal) => best.push(cell),
                Some(Ordering::Less) | None => best = vec![cell],
            }
        }
        best
    }

    /// The cell to open: of the best ones the one that most likely opens others, or the first.
    fn best(&self) -> Option<Best<'_>> {
        let cells = self.best_cells();
        let equal = cells.len();
        let opening = self.opening.as_ref();
        let likely = cells.iter().find(|cell| opening.is_some_and(|(it, _)| *it == cell.place));
        match (likely, opening) {
            (Some(cell), Some((_, chance))) => Some(Best { cell, equal, opening: Some(chance) }),
            _ => Some(Best { cell: cells.first()?, equal, opening: None }),
        }
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

    fn json(&self, _: &AnyPuzzle, shared: Shared<'_>) -> Value {
        json::value(self, shared)
    }

    fn statistics(&self, _: bool) -> Statistics {
        let statistics = self.report.as_ref().map(|report| Statistics::of_one(report, true));
        let statistics = statistics.unwrap_or_default();
        statistics.with_effort(&Stats::default(), self.times).with_memory()
    }
}
