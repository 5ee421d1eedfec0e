//! Which values each cell can still take: those that it has in some answer.
//!
//! Every answer that is found settles one value of every cell, so that few are needed. Each is asked
//! to have something new; when none has, all that was not met is impossible.

use sator_sat::backend::StopReason;

use super::{EngineError, Report, Search, Step};
use crate::model::{CellId, Filling, Model, Value};

/// What the cells of a puzzle can hold.
#[derive(Debug, Clone)]
pub struct Candidates {
    /// Whether there is an answer; nothing if that was not found out.
    pub has_answer: Option<bool>,
    /// What each cell can hold, in the order of the model.
    pub cells: Vec<Possible>,
    /// Why some values were not decided, if so.
    pub stopped: Option<StopReason>,
    /// What the search was like.
    pub report: Report,
}

/// What a cell can hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Possible {
    /// The values that it has in some answer, in order.
    pub values: Vec<Value>,
    /// The values of which that is not known, in order.
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

/// So many conflicts may be spent on many values at once; then fewer are asked about.
const PATIENCE: u64 = 20_000;

/// So many values are asked about at once: each question is a clause of that length.
const MOST_AT_ONCE: usize = 4096;

/// Works out the candidates of the puzzle that is searched. `progress` hears now and then how many
/// values are decided.
pub fn candidates(
    mut search: Search<'_>,
    mut progress: impl FnMut(u64),
) -> Result<Candidates, EngineError> {
    let mut sorting = Sorting::new(&search);
    let first = search.next_answer()?;
    let has_answer = match &first {
        Step::Answer(_) => Some(true),
        Step::Done => Some(false),
        Step::Stopped(_) => None,
    };
    let stopped = match first {
        Step::Answer(answer) => {
            sorting.meet(&answer);
            sorting.ask_for_the_rest(&mut search, &mut progress)?
        }
        Step::Done => {
            sorting.open.clear();
            None
        }
        Step::Stopped(reason) => Some(reason),
    };
    let cells = sorting.cells();
    Ok(Candidates { has_answer, cells, stopped, report: search.report() })
}

/// Values on their way from open to decided.
struct Sorting {
    /// Those that nothing is known of yet, in the order of cells and values.
    open: Vec<(CellId, Value)>,
    /// For each cell which values were met, as far as its largest.
    met: Vec<Vec<bool>>,
    /// The smallest value of each cell.
    least: Vec<Value>,
    decided: u64,
}

impl Sorting {
    fn new(search: &Search<'_>) -> Self {
        let model = search.model();
        let is_open = |&(cell, value): &(CellId, Value)| !search.is_excluded(cell, value);
        let open: Vec<_> = atoms(model).filter(is_open).collect();
        let bounds = || model.cells().map(|(_, _, domain)| domain.bounds());
        let met = bounds().map(|(least, most)| vec![false; (most - least + 1) as usize]).collect();
        Self { open, met, least: bounds().map(|(least, _)| least).collect(), decided: 0 }
    }

    /// An answer shows what is possible.
    fn meet(&mut self, answer: &Filling) {
        let before = self.open.len();
        for ((met, least), value) in self.met.iter_mut().zip(&self.least).zip(&answer.values) {
            met[(value - least) as usize] = true;
        }
        let is_met = |(cell, value)| answer.values[CellId::index(cell)] == value;
        self.open.retain(|&atom| !is_met(atom));
        self.decided += (before - self.open.len()) as u64;
    }

    /// The first of the open values are in no answer.
    fn rule_out(&mut self, number: usize) {
        self.open.drain(..number);
        self.decided += number as u64;
    }

    /// Asks for answers with a value that was not met, until all are decided. Where the solver finds
    /// none and cannot tell soon that there is none, it is asked about fewer. Says why not all were
    /// decided, if so.
    fn ask_for_the_rest(
        &mut self,
        search: &mut Search<'_>,
        progress: &mut impl FnMut(u64),
    ) -> Result<Option<StopReason>, EngineError> {
        let mut at_once = MOST_AT_ONCE;
        while !self.open.is_empty() {
            progress(self.decided);
            let number = at_once.min(self.open.len());
            let is_many = number > 1;
            let conflicts = is_many.then_some(PATIENCE);
            match search.answer_with(&self.open[..number], conflicts)? {
                Step::Answer(answer) => self.meet(&answer),
                Step::Done => {
                    self.rule_out(number);
                    at_once = MOST_AT_ONCE.min(2 * number);
                }
                Step::Stopped(StopReason::Conflicts) if is_many => at_once = number / 2,
                Step::Stopped(reason) => return Ok(Some(reason)),
            }
        }
        Ok(None)
    }

    fn cells(&self) -> Vec<Possible> {
        let met = self.met.iter().zip(&self.least).map(|(met, &least)| {
            let values = (least..).zip(met).filter(|(_, is_met)| **is_met).map(|(value, _)| value);
            Possible { values: values.collect(), undecided: Vec::new() }
        });
        let mut cells: Vec<_> = met.collect();
        for &(cell, value) in &self.open {
            cells[cell.index()].undecided.push(value);
        }
        cells
    }
}

/// Every value of every cell.
fn atoms(model: &Model) -> impl Iterator<Item = (CellId, Value)> {
    model.cells().flat_map(|(cell, _, domain)| {
        let (least, most) = domain.bounds();
        (least..=most).map(move |value| (cell, value))
    })
}
