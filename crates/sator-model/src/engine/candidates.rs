//! The candidates of each cell: the values that it has in some answer.
//!
//! Every answer found decides one value of every cell, so few answers are needed. Each search
//! requires at least one value that no answer has had so far, and as many as possible; when no such
//! answer exists, all remaining values are impossible.

use std::mem;
use std::sync::Arc;

use sator_sat::backend::StopReason;

use super::plan::plan_candidates;
use super::{EngineError, Report, Solutions, Step};
use crate::cell::{CellId, Cells, Solution, Value};
use crate::model::Scope;
use crate::propagate::Network;

/// The candidates of all cells of a puzzle.
#[derive(Debug, Clone)]
pub struct Candidates {
    /// Whether there is an answer; `None` if the search stopped before that was decided.
    pub has_answer: Option<bool>,
    /// The candidates of each cell, in the order of the model.
    pub cells: Vec<Possible>,
    /// Why some values are undecided, if any are.
    pub stopped: Option<StopReason>,
    /// Statistics of the search.
    pub report: Report,
}

/// The candidates of a cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Possible {
    /// The values that it has in some answer, ascending.
    pub values: Vec<Value>,
    /// The undecided values, ascending.
    pub undecided: Vec<Value>,
}

impl Possible {
    /// The value that it has in every answer, if there are answers at all.
    pub fn settled(&self) -> Option<Value> {
        match self.values[..] {
            [value] if self.undecided.is_empty() => Some(value),
            _ => None,
        }
    }
}

/// The conflict limit of a search for any of many values; beyond it, the next search is for fewer.
const CONFLICTS_FOR_ANY: u64 = 20_000;

/// The maximum number of values in one search: each search adds a clause of that length.
const MAX_VALUES: usize = 4096;

/// The conflict limit of a search for several new values at once; beyond it, fewer are required.
const CONFLICTS_FOR_ALL: u64 = 100;

/// Computes the candidates of a puzzle. `progress` is called now and then with the number of
/// decided values.
pub fn candidates(
    search: Solutions,
    mut progress: impl FnMut(u64),
) -> Result<Candidates, EngineError> {
    // From the beginning: solutions that were taken out before are candidates too.
    let plan = plan_candidates(search.instance(), search.options());
    let mut search = search.restarted_by(plan);
    search.load_solver();
    let mut values = Classification::new(&search);
    let first = search.step()?;
    let has_answer = match &first {
        Step::Solution(_) => Some(true),
        Step::Exhausted => Some(false),
        Step::Stopped(_) => None,
    };
    let stopped = match first {
        Step::Solution(answer) => {
            values.add_answer(&answer);
            values.decide_all(&mut search, &mut progress)?
        }
        Step::Exhausted => {
            values.open.clear();
            None
        }
        Step::Stopped(reason) => Some(reason),
    };
    let cells = values.cells();
    Ok(Candidates { has_answer, cells, stopped, report: search.report() })
}

/// The values of all cells, open and decided.
struct Classification {
    /// The undecided values, in the order of cells and values.
    open: Vec<(CellId, Value)>,
    /// For each cell, which values occurred in an answer, up to its largest.
    found: Vec<Vec<bool>>,
    /// The smallest value of each cell.
    least: Vec<Value>,
    decided: u64,
}

impl Classification {
    fn new(search: &Solutions) -> Self {
        let cells = search.instance().cells();
        let is_open = |&(cell, value): &(CellId, Value)| !search.is_excluded(cell, value);
        let open: Vec<_> = atoms(cells).filter(is_open).collect();
        let bounds = || cells.iter().map(|(_, _, domain)| domain.bounds());
        let found =
            bounds().map(|(least, most)| vec![false; (most - least + 1) as usize]).collect();
        Self { open, found, least: bounds().map(|(least, _)| least).collect(), decided: 0 }
    }

    /// Marks the values of an answer as possible.
    fn add_answer(&mut self, answer: &Solution) {
        let before = self.open.len();
        for ((found, least), value) in self.found.iter_mut().zip(&self.least).zip(&answer.values) {
            found[(value - least) as usize] = true;
        }
        let is_found = |(cell, value)| answer.values[CellId::index(cell)] == value;
        self.open.retain(|&atom| !is_found(atom));
        self.decided += (before - self.open.len()) as u64;
    }

    /// Removes the first open values, which are in no answer.
    fn rule_out(&mut self, number: usize) {
        self.open.drain(..number);
        self.decided += number as u64;
    }

    /// Searches for answers with open values until all are decided. Returns the reason if the
    /// search stops before that.
    fn decide_all(
        &mut self,
        search: &mut Solutions,
        progress: &mut impl FnMut(u64),
    ) -> Result<Option<StopReason>, EngineError> {
        let mut rivals = None;
        let mut at_once = MAX_VALUES;
        // Most puzzles have one answer only, so the first search is for any open value.
        let (mut together, mut next) = (1, self.found.len() / 4);
        while !self.open.is_empty() {
            progress(self.decided);
            if together > 1 {
                let rivals = rivals.get_or_insert_with(|| Rivals::new(search));
                let wish = rivals.compatible(&self.open, together, search.instance().cells());
                match search.solve_with_all(&wish, CONFLICTS_FOR_ALL)? {
                    Some(Step::Solution(answer)) => {
                        self.add_answer(&answer);
                        together = 2 * wish.len();
                        continue;
                    }
                    Some(Step::Exhausted | Step::Stopped(StopReason::Conflicts)) => {
                        together = wish.len() / 2;
                        continue;
                    }
                    Some(Step::Stopped(reason)) => return Ok(Some(reason)),
                    None => {}
                }
            }
            if let Err(reason) = self.search_any(search, &mut at_once)? {
                return Ok(Some(reason));
            }
            together = mem::replace(&mut next, 2);
        }
        Ok(None)
    }

    /// Searches for an answer with any of the open values. If the conflict limit is reached first,
    /// the next search is for fewer values.
    fn search_any(
        &mut self,
        search: &mut Solutions,
        at_once: &mut usize,
    ) -> Result<Result<(), StopReason>, EngineError> {
        let number = self.open.len().min(*at_once);
        let is_many = number > 1;
        match search.solve_with_any(&self.open[..number], is_many.then_some(CONFLICTS_FOR_ANY))? {
            Step::Solution(answer) => self.add_answer(&answer),
            Step::Exhausted => {
                self.rule_out(number);
                *at_once = MAX_VALUES.min(2 * number);
            }
            Step::Stopped(StopReason::Conflicts) if is_many => *at_once = number / 2,
            Step::Stopped(reason) => return Ok(Err(reason)),
        }
        Ok(Ok(()))
    }

    fn cells(&self) -> Vec<Possible> {
        let decided = self.found.iter().zip(&self.least).map(|(found, &least)| {
            let values =
                (least..).zip(found).filter(|(_, is_found)| **is_found).map(|(value, _)| value);
            Possible { values: values.collect(), undecided: Vec::new() }
        });
        let mut cells: Vec<_> = decided.collect();
        for &(cell, value) in &self.open {
            cells[cell.index()].undecided.push(value);
        }
        cells
    }
}

/// Every value of every cell.
fn atoms(cells: &Cells) -> impl Iterator<Item = (CellId, Value)> {
    cells.iter().flat_map(|(cell, _, domain)| domain.values().map(move |value| (cell, value)))
}

/// The pairs of values that exclude each other, by the groups of which at most one literal is true.
struct Rivals {
    network: Arc<Network>,
}

impl Rivals {
    fn new(search: &Solutions) -> Self {
        let layout = search.instance().compiled().layout(Scope::Stated);
        Self { network: Arc::clone(&layout.network) }
    }

    /// Selects up to `number` open values, spread over the board, no two of which exclude each
    /// other.
    fn compatible(
        &self,
        open: &[(CellId, Value)],
        number: usize,
        cells: &Cells,
    ) -> Vec<(CellId, Value)> {
        let mut is_taken = vec![false; self.network.groups()];
        let mut wish = Vec::new();
        // Steps by the golden ratio spread the selection evenly.
        let step = (open.len() as f64 * 0.618) as usize | 1;
        let mut at = 0;
        for _ in 0..open.len() {
            if wish.len() >= number {
                break;
            }
            at = (at + step) % open.len();
            let (cell, value) = open[at];
            let lit = cells.is(cell, value);
            let groups = || {
                let all = self.network.occurrences(lit).iter().map(|&group| group as usize);
                all.filter(|&group| self.network.bounds(group).1 == 1)
            };
            if groups().all(|group| !is_taken[group]) {
                groups().for_each(|group| is_taken[group] = true);
                wish.push((cell, value));
            }
        }
        wish
    }
}
