//! How many answers there are: at once where the rules are nothing but equations, and elsewhere by
//! meeting each of them once.

use std::time::Instant;

use num_bigint::BigUint;
use sator_sat::backend::{Stats, StopReason};
use sator_sat::equations;

use super::odds::Equations;
use super::{EngineError, FormulaSize, Lowering, Met, Options, Report, Road, Search, Step, Times};
use crate::model::Filling;
use crate::puzzle::{Puzzle, Symmetry};

/// How many answers there are.
#[derive(Debug, Clone)]
pub struct Count {
    /// The number.
    pub number: BigUint,
    /// Why it is only a lower bound, if it is.
    pub stopped: Option<Unfinished>,
    /// What the search was like.
    pub report: Report,
}

impl Count {
    /// Whether no answer was found.
    pub fn is_zero(&self) -> bool {
        self.number == BigUint::ZERO
    }
}

/// Why a count ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// As many as wanted were found, and there may be more.
    Enough,
    /// The solver was stopped.
    Stopped(StopReason),
}

/// Counts the answers without meeting them, where that can be done and nobody asks for a solver or
/// an encoding.
pub fn count_at_once(puzzle: &dyn Puzzle, options: &Options) -> Result<Option<Count>, EngineError> {
    let is_free = options.backend.is_default() && options.lowering == Lowering::default();
    if !is_free || puzzle.truth_words().is_none() {
        return Ok(None);
    }
    let started = Instant::now();
    let model = puzzle.model();
    let Some(Equations { system, total }) = Equations::of(&model) else { return Ok(None) };
    let number = match equations::odds(&system, total, &options.for_equations())? {
        Some(odds) => odds.solutions,
        None => Some(BigUint::ZERO),
    };
    let times = Times { solve: started.elapsed(), ..Times::default() };
    let report = Report {
        backend: Road::default().name().to_owned(),
        lowering: options.lowering,
        known: 0,
        size: Some(FormulaSize::default()),
        assertions: None,
        used_solver: false,
        solver: Stats::default(),
        times,
        met: Met::default(),
        is_complete: true,
    };
    Ok(number.map(|number| Count { number, stopped: None, report }))
}

/// Counts the answers that a search finds, or with `up_to_symmetry` those that no symmetry of the
/// instance makes equal (all of them, where the puzzle knows none); up to `max`, if given. `progress`
/// hears the number after every answer.
pub fn count(
    mut search: Search<'_>,
    up_to_symmetry: bool,
    max: Option<u64>,
    mut progress: impl FnMut(u64),
) -> Result<Count, EngineError> {
    let symmetries = search.puzzle().symmetries().filter(|_| up_to_symmetry).unwrap_or_default();
    let mut number = 0_u64;
    let stopped = loop {
        match search.next_answer()? {
            Step::Answer(answer) => {
                number += u64::from(is_first_of_its_kind(&answer, &symmetries));
                progress(number);
                if Some(number) == max {
                    break Some(Unfinished::Enough);
                }
            }
            Step::Done => break None,
            Step::Stopped(reason) => break Some(Unfinished::Stopped(reason)),
        }
    };
    Ok(Count { number: number.into(), stopped, report: search.report() })
}

/// Of all answers that symmetries make of one another, the smallest stands for them.
fn is_first_of_its_kind(answer: &Filling, symmetries: &[Symmetry]) -> bool {
    symmetries.iter().all(|symmetry| *answer <= symmetry(answer))
}
