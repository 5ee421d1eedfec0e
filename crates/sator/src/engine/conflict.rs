//! Why there is no answer: a few clues that cannot all hold, such that without any one of them they
//! could.

use std::ops::Range;

use sator_sat::{Constraint, TextError};

use super::search::{Options, Step};
use super::{EngineError, Series};
use crate::model::{Model, Solution};
use crate::puzzle::{Kind, Puzzle, Violation};
use crate::render::Board;

/// Clues that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// What they say.
    pub clues: Vec<String>,
    /// Whether without any one of them the others could hold. If not, there was no time to find out.
    pub is_minimal: bool,
    /// Whether all of them give values, and none is a total.
    pub are_values: bool,
}

/// Puzzles with more variables take too long to be asked about over and over.
const LARGEST: u32 = 100_000;

/// The conflict within a puzzle that has no answer. Nothing if the rules alone leave no answer, or
/// if the budget ends before anything is known.
pub fn conflict(puzzle: &dyn Puzzle, options: &Options) -> Result<Option<Conflict>, EngineError> {
    let model = puzzle.model();
    if model.variables() > LARGEST {
        return Ok(None);
    }
    let units = model.clue_units();
    let clues = model.clues().len();
    let places: Vec<_> = units.iter().map(|(range, _)| range.clone()).collect();
    let mut hunt =
        Hunt { puzzle, options, series: Series::default(), clues, places, is_minimal: true };
    if hunt.is_impossible(&[])? != Some(false) {
        return Ok(None);
    }
    let found = hunt.reduce(&[], false, 0..units.len())?;
    let is_value = |&unit: &usize| {
        let mut rules = model.clues()[units[unit].0.clone()].iter();
        rules.all(|rule| matches!(&rule.constraint, Constraint::Clause(lits) if lits.len() == 1))
    };
    Ok(Some(Conflict {
        clues: found.iter().map(|&unit| units[unit].1.to_string()).collect(),
        is_minimal: hunt.is_minimal,
        are_values: found.iter().all(is_value),
    }))
}

/// Halves are tried before single clues, so that few questions do.
///
/// Ulrich Junker, "`QuickXplain`: preferred explanations and relaxations for over-constrained
/// problems", 2004.
struct Hunt<'p> {
    puzzle: &'p dyn Puzzle,
    options: &'p Options,
    series: Series,
    /// How many clues there are, and which of them go together.
    clues: usize,
    places: Vec<Range<usize>>,
    is_minimal: bool,
}

impl Hunt<'_> {
    /// The clues of a range that are needed for a conflict beside those that are kept anyhow.
    fn reduce(
        &mut self,
        kept: &[usize],
        has_news: bool,
        range: Range<usize>,
    ) -> Result<Vec<usize>, EngineError> {
        if has_news && self.is_minimal && self.is_impossible(kept)? == Some(true) {
            return Ok(Vec::new());
        }
        // When time is up, whatever has not been left out so far stays.
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

    /// Whether these clues cannot hold together; nothing if that is not known in time.
    fn is_impossible(&mut self, kept: &[usize]) -> Result<Option<bool>, EngineError> {
        let mut keep = vec![false; self.clues];
        for &unit in kept {
            keep[self.places[unit].clone()].fill(true);
        }
        let relaxed = Relaxed { puzzle: self.puzzle, keep };
        let step = self.series.open(&relaxed, self.options).next_answer()?;
        Ok(match step {
            Step::Answer(_) => Some(false),
            Step::Done => Some(true),
            Step::Stopped(_) => {
                self.is_minimal = false;
                None
            }
        })
    }
}

/// A puzzle without some of its clues. Its answers are not shown to anybody.
struct Relaxed<'p> {
    puzzle: &'p dyn Puzzle,
    keep: Vec<bool>,
}

impl Puzzle for Relaxed<'_> {
    fn kind(&self) -> &'static Kind {
        self.puzzle.kind()
    }

    fn title(&self) -> String {
        self.puzzle.title()
    }

    fn subject(&self) -> String {
        self.puzzle.subject()
    }

    fn print(&self) -> String {
        self.puzzle.print()
    }

    fn frame(&self) -> String {
        self.puzzle.frame()
    }

    fn rules(&self) -> Model {
        self.puzzle.rules()
    }

    fn state_clues(&self, model: &mut Model) {
        self.puzzle.state_clues(model);
        for (index, _) in self.keep.iter().enumerate().filter(|(_, keep)| !**keep) {
            model.drop_clue(index);
        }
    }

    /// Answers of fewer clues may break the others.
    fn check(&self, _: &Solution) -> Result<(), Violation> {
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        None
    }

    fn check_text(&self, text: &str) -> Result<Result<Solution, Violation>, TextError> {
        self.puzzle.check_text(text)
    }

    fn board(&self, solution: Option<&Solution>) -> Board {
        self.puzzle.board(solution)
    }

    fn answer_json(&self, solution: &Solution) -> serde_json::Value {
        self.puzzle.answer_json(solution)
    }
}
