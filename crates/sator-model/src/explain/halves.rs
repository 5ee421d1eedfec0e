//! A minimal set of contradictory clues by the engines of the planner, which decide also what takes a
//! SAT solver too long.

use std::ops::Range;
use std::sync::Arc;

use sator_sat::backend::StopReason;

use super::Search;
use super::cores::Stoppable;
use super::switches::Statement;
use crate::cell::Solution;
use crate::engine::{EngineError, Instance, Options, Solutions, Step, Verifier};
use crate::model::Clues;

/// The result of a search for a minimal set.
pub(super) enum Halved {
    /// Places of clues that contradict each other, and whether the set is minimal.
    Found(Vec<usize>, Search),
    HasSolution,
    RulesContradict,
}

/// Looks for clues that contradict each other. Places are those of [`Statement::clues`].
pub(super) fn minimal(instance: &Instance, options: &Options) -> Stoppable<Halved> {
    let clues = Statement::clues(instance);
    let mut search =
        QuickXplain { instance, options, clues, stopped: None, is_contradictory: false };
    match search.is_impossible(&[])? {
        Ok(true) => return Ok(Ok(Halved::RulesContradict)),
        Ok(false) => {}
        Err(reason) => return Ok(Err(reason)),
    }
    let found = search.reduce(&[], false, 0..search.clues.len())?;
    // If no part of the clues was contradictory, all of them may have a solution.
    if !search.is_contradictory {
        if let Some(reason) = search.stopped {
            return Ok(Err(reason));
        }
        match search.is_impossible(&found)? {
            Ok(true) => {}
            Ok(false) => return Ok(Ok(Halved::HasSolution)),
            Err(reason) => return Ok(Err(reason)),
        }
    }
    let is_minimal = search.stopped.is_none();
    let end = if is_minimal { Search::Minimal } else { Search::CutShort };
    Ok(Ok(Halved::Found(found, end)))
}

/// Splits the clues into halves before single clues, so that few searches are enough.
///
/// Ulrich Junker, "`QuickXplain`: preferred explanations and relaxations for over-constrained
/// problems", 2004.
struct QuickXplain<'i> {
    instance: &'i Instance,
    options: &'i Options,
    /// The clues, each with all of its parts.
    clues: Vec<Vec<Statement>>,
    /// Why the search ended early, if the budget ended.
    stopped: Option<StopReason>,
    /// Whether a set was found to be contradictory.
    is_contradictory: bool,
}

/// Accepts every solution: solutions of fewer clues may violate the others, and are not shown.
struct AcceptAll;

impl Verifier for AcceptAll {
    fn verify(&self, _: &Solution) -> Result<(), String> {
        Ok(())
    }
}

impl QuickXplain<'_> {
    /// The clues of a range that the conflict needs in addition to the kept ones.
    fn reduce(
        &mut self,
        kept: &[usize],
        has_news: bool,
        range: Range<usize>,
    ) -> Result<Vec<usize>, EngineError> {
        if has_news && self.stopped.is_none() && self.is_impossible(kept)? == Ok(true) {
            return Ok(Vec::new());
        }
        // When the budget ends, all clues that were not removed so far stay.
        if range.len() <= 1 || self.stopped.is_some() {
            return Ok(range.collect());
        }
        let middle = range.start + range.len() / 2;
        let (first, second) = (range.start..middle, middle..range.end);
        let with_first: Vec<usize> = kept.iter().copied().chain(first.clone()).collect();
        let of_second = self.reduce(&with_first, !first.is_empty(), second)?;
        let with_second: Vec<usize> = kept.iter().chain(&of_second).copied().collect();
        let mut of_first = self.reduce(&with_second, !of_second.is_empty(), first)?;
        of_first.extend(of_second);
        Ok(of_first)
    }

    /// Whether these clues contradict each other.
    fn is_impossible(&mut self, kept: &[usize]) -> Stoppable<bool> {
        let mut clues = Clues::default();
        for part in kept.iter().flat_map(|&clue| &self.clues[clue]) {
            clues.facts.extend(part.fact(self.instance));
            clues.rules.extend(part.rule(self.instance).cloned());
        }
        let relaxed = Instance::new(Arc::clone(self.instance.compiled()), clues);
        let step = Solutions::new(relaxed, Arc::new(AcceptAll), self.options).step()?;
        Ok(match step {
            Step::Solution(_) => Ok(false),
            Step::Exhausted => {
                self.is_contradictory = true;
                Ok(true)
            }
            Step::Stopped(reason) => {
                self.stopped = Some(reason);
                Err(reason)
            }
        })
    }
}
