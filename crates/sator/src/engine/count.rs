//! How many answers there are: at once where the rules are nothing but equations, by classes of
//! symmetric ones where they are small, and elsewhere by meeting each of them once.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use num_bigint::BigUint;
use sator_sat::backend::{Stats, StopReason};
use sator_sat::equations;
use sator_sat::search::{Census, Counted, Level, Permutation};

use super::frame::Frame;
use super::odds::Equations;
use super::road::SEARCH;
use super::walk;
use super::{EngineError, FormulaSize, Lowering, Met, Options, Report, Search, Step, Times};
use crate::model::{CellId, Filling};
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

/// Counts the answers without meeting each of them, where that can be done and nobody asks for a
/// solver or an encoding: by equations, or by our own search, which looks for one of all that are
/// alike only. `progress` hears now and then how many were met.
pub fn count_at_once(
    puzzle: &dyn Puzzle,
    options: &Options,
    up_to_symmetry: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<Count>, EngineError> {
    let started = Instant::now();
    let is_free = options.backend.is_default() && options.lowering == Lowering::default();
    let counted = match puzzle.truth_words() {
        Some(_) if is_free => by_equations(puzzle, options)?.map(|number| (number, None, None)),
        Some(_) => None,
        None => by_search(puzzle, options, up_to_symmetry, progress),
    };
    let Some((number, stopped, decisions)) = counted else { return Ok(None) };
    let solved_by = decisions.map(|_| SEARCH);
    let report = Report {
        backend: options.backend.name().to_owned(),
        lowering: options.lowering,
        known: 0,
        size: Some(FormulaSize::default()),
        assertions: None,
        used_solver: false,
        solver: Stats { decisions, solved_by, ..Stats::default() },
        times: Times { solve: started.elapsed(), ..Times::default() },
        met: Met::default(),
        is_complete: stopped.is_none(),
    };
    Ok(Some(Count { number, stopped, report }))
}

fn by_equations(puzzle: &dyn Puzzle, options: &Options) -> Result<Option<BigUint>, EngineError> {
    let model = puzzle.model();
    let Some(Equations { system, total }) = Equations::of(&model) else { return Ok(None) };
    Ok(match equations::odds(&system, total, &options.for_equations())? {
        Some(odds) => odds.solutions,
        None => Some(BigUint::ZERO),
    })
}

/// The number, why it is not the whole, if so, and how many choices it took; nothing where the
/// search in bits is not for this puzzle.
fn by_search(
    puzzle: &dyn Puzzle,
    options: &Options,
    up_to_symmetry: bool,
    progress: &mut dyn FnMut(u64),
) -> Option<(BigUint, Option<Unfinished>, Option<u64>)> {
    if !walk::is_wanted(options) {
        return None;
    }
    let mut frame = Frame::of(puzzle, options.scope());
    let searcher = Arc::clone(frame.searcher()?);
    let facts = frame.facts_of(puzzle)?;
    let symmetries = puzzle.symmetries().unwrap_or_default();
    let meanings = frame.meanings();
    let permutation = |symmetry: &Symmetry| {
        let images = meanings.iter().map(|&(cell, value)| symmetry(cell, value));
        images.map(|(cell, value)| frame.model().is(cell, value).vidx32()).collect()
    };
    let symmetries: Vec<Permutation> = symmetries.iter().map(permutation).collect();
    let threads =
        options.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
    let census = Census { symmetries: &symmetries, up_to_symmetry, threads, level: Level::best() };
    let stop = || options.budget.exhausted().is_some();
    let counted = if stop() {
        Counted { number: 0, is_complete: false, nodes: 0 }
    } else {
        searcher.count(&facts, &census, &stop, progress)
    };
    let reason = options.budget.exhausted().unwrap_or(StopReason::Interrupted);
    let stopped = (!counted.is_complete).then_some(Unfinished::Stopped(reason));
    Some((counted.number.into(), stopped, Some(counted.nodes)))
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
    symmetries.iter().all(|symmetry| *answer <= image(symmetry, answer))
}

fn image(symmetry: &Symmetry, answer: &Filling) -> Filling {
    let mut values = answer.values.clone();
    for (index, &value) in answer.values.iter().enumerate() {
        let (cell, image) = symmetry(CellId::nth(index), value);
        values[cell.index()] = image;
    }
    Filling { values }
}
