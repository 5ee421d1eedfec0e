//! The probability of each cell of a puzzle of counts being true: certain cells, and exact
//! fractions.

use std::ops::RangeInclusive;
use std::sync::Arc;

use num_bigint::BigUint;
use sator_sat::backend::{Budget, StopReason};

use super::candidates::{Possible, candidates};
use super::equations::Equations;
use super::{EngineError, Instance, Options, Report, Solutions, Verifier};
use crate::equations::{self, UncountedReason};
pub use crate::equations::{CellOdds, CellState, Fraction};

/// The analysis of a puzzle, unless it has no answer.
#[derive(Debug, Clone)]
pub struct Odds {
    /// Whether it is certain that there is an answer.
    pub has_answer: bool,
    /// The odds of each cell, in the order of the model.
    pub cells: Vec<CellOdds>,
    /// The number of answers, if all components were counted.
    pub layouts: Option<BigUint>,
    /// The components of dependent cells that were not counted.
    pub uncounted: Vec<Uncounted>,
    /// Why the work ended early, if it did.
    pub stopped: Option<StopReason>,
    /// The statistics of a solver, if one was needed or named.
    pub report: Option<Report>,
}

/// A component of dependent cells that was not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncounted {
    /// The number of cells.
    pub cells: usize,
    /// The index of one of the cells, in the order of the model.
    pub first: usize,
    /// Why the component was not counted, as part of a sentence.
    pub reason: String,
}

/// Computes the certain cells and the odds of the others; `None` if there is no answer. A named
/// solver finds out what is certain; the odds are counted in any case, and both must agree.
pub fn odds(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
) -> Result<Option<Odds>, EngineError> {
    let options = &options.begun();
    let Some(Equations { system, total }) = Equations::of(instance) else {
        return by_answers(instance, verifier, options);
    };
    let found = equations::analyze(&system, total, &options.for_equations())?.map(Odds::from);
    if options.names_solver() {
        let answers = by_answers(instance, verifier, options)?;
        return agreed(found, answers, options, instance);
    }
    let Some(odds) = found else { return Ok(None) };
    // Uncounted components were examined one by one, and a total connects them.
    if total.is_some() && odds.has_gaps() && odds.cells.len() <= LARGEST_SEARCH {
        let answers = by_answers(instance, verifier, options)?;
        return Ok(answers.map(|answers| odds.completed_by(answers)));
    }
    Ok(Some(odds))
}

/// The maximum number of cells for a search: a larger total is too large for a solver.
const LARGEST_SEARCH: usize = 20_000;

/// The conflict limit of a search.
const MAX_CONFLICTS: u64 = 50_000;

/// Finds the certain cells by searching for answers; computes no odds.
fn by_answers(
    instance: &Instance,
    verifier: &Arc<dyn Verifier>,
    options: &Options,
) -> Result<Option<Odds>, EngineError> {
    let limit = (!options.names_solver()).then_some(MAX_CONFLICTS);
    let conflicts = options.budget.conflicts.or(limit);
    let budget = Budget { conflicts, ..options.budget.clone() };
    let options = Options { budget, ..options.clone() };
    let search = Solutions::new(instance.clone(), Arc::clone(verifier), &options);
    let found = candidates(search, |_| {})?;
    if found.has_answer == Some(false) {
        return Ok(None);
    }
    Ok(Some(Odds {
        has_answer: found.has_answer.is_some(),
        cells: found.cells.iter().map(chance).collect(),
        layouts: None,
        uncounted: Vec::new(),
        stopped: found.stopped,
        report: Some(found.report),
    }))
}

fn chance(possible: &Possible) -> CellOdds {
    match (&possible.values[..], &possible.undecided[..]) {
        ([value], []) => CellOdds::certain(*value > 0),
        ([_, _], []) => CellOdds::OPEN,
        _ => CellOdds::UNKNOWN,
    }
}

impl From<equations::Analysis> for Odds {
    fn from(odds: equations::Analysis) -> Self {
        let uncounted = odds.uncounted.iter().map(|it| Uncounted {
            cells: it.variables.len(),
            first: it.variables[0] as usize,
            reason: reason(it.reason).to_owned(),
        });
        Self {
            has_answer: odds.has_solution,
            uncounted: uncounted.collect(),
            cells: odds.cells,
            layouts: odds.solutions,
            stopped: odds.stopped,
            report: None,
        }
    }
}

/// What a named solver found, with the odds that were counted.
fn agreed(
    counted: Option<Odds>,
    answers: Option<Odds>,
    options: &Options,
    instance: &Instance,
) -> Result<Option<Odds>, EngineError> {
    let wrong = |reason| {
        let backend = options.backend.name().to_owned();
        Err(EngineError::WrongAnswer { backend, reason })
    };
    let (counted, answers) = match (counted, answers) {
        (Some(counted), Some(answers)) => (counted, answers),
        (None, Some(answers)) if answers.has_answer => {
            return wrong("it has an answer, and the count has none".to_owned());
        }
        (Some(counted), None) if counted.has_answer => {
            return wrong("it has no answer, and the count has some".to_owned());
        }
        _ => return Ok(None),
    };
    let is_decided = |chance: &CellOdds| chance.state != CellState::Unknown;
    let pairs = || counted.cells.iter().zip(&answers.cells);
    let differs = |(one, other): (&CellOdds, &CellOdds)| {
        is_decided(one) && is_decided(other) && one.state != other.state
    };
    if let Some(cell) = pairs().position(differs) {
        let name = instance.cells().iter().nth(cell).map(|(_, name, _)| name.to_string());
        let name = name.unwrap_or_default();
        return wrong(format!("the count of all answers says otherwise of {name}"));
    }
    Ok(Some(counted.completed_by(answers)))
}

impl Odds {
    /// Whether some results are missing although the budget did not end.
    fn has_gaps(&self) -> bool {
        self.stopped.is_none() && self.is_incomplete()
    }

    fn is_incomplete(&self) -> bool {
        let is_unknown = |chance: &CellOdds| chance.state == CellState::Unknown;
        !self.has_answer || self.cells.iter().any(is_unknown)
    }

    /// Fills missing results with those of another analysis.
    fn completed_by(mut self, other: Self) -> Self {
        for (chance, other) in self.cells.iter_mut().zip(other.cells) {
            if chance.state == CellState::Unknown {
                *chance = other;
            }
        }
        self.has_answer |= other.has_answer;
        self.report = other.report;
        self.stopped = self.stopped.or(other.stopped).filter(|_| self.is_incomplete());
        self
    }
}

/// The number of true cells that all clues but the total allow, and the total itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TotalRange {
    /// The range that the other clues allow.
    pub possible: RangeInclusive<usize>,
    /// The given total.
    pub total: usize,
}

/// The range of totals that the other clues allow. `None` if there is no total, if the range is
/// unknown, or if the other clues contradict each other.
pub fn total_range(
    instance: &Instance,
    options: &Options,
) -> Result<Option<TotalRange>, EngineError> {
    let equations = Equations::of(instance);
    let Some(Equations { system, total: Some(total) }) = equations else { return Ok(None) };
    let possible = equations::total_range(&system, &options.for_equations())?;
    Ok(possible.map(|possible| TotalRange { possible, total }))
}

fn reason(why: UncountedReason) -> &'static str {
    match why {
        UncountedReason::TooWide => "too many numbers depend on each other there",
        UncountedReason::Total => "there are too many cells to weigh with the total",
        UncountedReason::Stopped => "there was no time",
    }
}
