//! Explains why there is no answer, by a minimal set of contradictory clues.

use std::ops::Range;
use std::sync::Arc;

use super::{EngineError, Instance, Options, Solutions, Step, Verifier};
use crate::cell::{CellId, Solution, Value};
use crate::constraint::Constraint;
use crate::explain::Statement;
use crate::model::Clues;

/// Clues that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// Descriptions of the clues.
    pub clues: Vec<String>,
    /// The cells and values that the clues are about.
    pub choices: Vec<(CellId, Value)>,
    /// Whether every proper subset can hold. If false, the budget ended before the set was minimal.
    pub is_minimal: bool,
    /// Whether all of the clues are given values, and none is a total.
    pub are_values: bool,
}

/// The maximum number of variables: the repeated searches take too long for larger puzzles.
const LARGEST: u32 = 100_000;

/// The conflict within an instance that has no solution. `None` if the rules alone have none, or if
/// the budget ends before a conflict is found.
pub fn conflict(instance: &Instance, options: &Options) -> Result<Option<Conflict>, EngineError> {
    if instance.cells().variables() > LARGEST {
        return Ok(None);
    }
    let options = &options.begun();
    let clues = Statement::clues(instance);
    let mut search = QuickXplain { instance, options, clues, is_minimal: true };
    if search.is_impossible(&[])? != Some(false) {
        return Ok(None);
    }
    let found = search.reduce(&[], false, 0..search.clues.len())?;
    let parts = |&clue: &usize| &search.clues[clue];
    let is_value = |part: &Statement| match part.rule(instance).map(|rule| &rule.constraint) {
        None => true,
        Some(Constraint::Clause(clause)) => clause.conditions().len() == 1,
        Some(_) => false,
    };
    Ok(Some(Conflict {
        clues: found.iter().map(|clue| parts(clue)[0].text(instance)).collect(),
        choices: found.iter().flat_map(|clue| parts(clue)[0].choices(instance)).collect(),
        is_minimal: search.is_minimal,
        are_values: found.iter().flat_map(parts).all(is_value),
    }))
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
    is_minimal: bool,
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
        if has_news && self.is_minimal && self.is_impossible(kept)? == Some(true) {
            return Ok(Vec::new());
        }
        // When the budget ends, all clues that were not removed so far stay.
        if range.len() <= 1 || !self.is_minimal {
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

    /// Whether these clues contradict each other; `None` if the budget ends first.
    fn is_impossible(&mut self, kept: &[usize]) -> Result<Option<bool>, EngineError> {
        let mut clues = Clues::default();
        for part in kept.iter().flat_map(|&clue| &self.clues[clue]) {
            clues.facts.extend(part.fact(self.instance));
            clues.rules.extend(part.rule(self.instance).cloned());
        }
        let relaxed = Instance::new(Arc::clone(self.instance.compiled()), clues);
        let step = Solutions::new(relaxed, Arc::new(AcceptAll), self.options).step()?;
        Ok(match step {
            Step::Solution(_) => Some(false),
            Step::Exhausted => Some(true),
            Step::Stopped(_) => {
                self.is_minimal = false;
                None
            }
        })
    }
}
