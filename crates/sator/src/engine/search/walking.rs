//! Answers by search, and what happens where that takes too long.

use std::mem;
use std::time::Duration;

use sator_sat::Constraint;
use sator_sat::backend::StopReason;

use super::super::EngineError;
use super::super::frame::{Frame, Held};
use super::super::report::Measure;
use super::super::walk::{self, Found, Walker};
use super::{Options, Rest, Search, Step};
use crate::model::Rule;
use crate::puzzle::Puzzle;

impl<'p> Search<'p> {
    /// A search that needs nothing but the rules of the frame and facts.
    pub(in crate::engine) fn walking(
        frame: Held<'p>,
        puzzle: &'p dyn Puzzle,
        options: &Options,
        walker: Walker,
        stating: Duration,
    ) -> Self {
        let mut search = Self::new(frame, puzzle, options);
        search.times.model = stating;
        search.rest = Rest::Walk(Box::new(walker));
        search
    }

    /// Searches, unless a solver is asked for.
    pub(super) fn search_or_load(&mut self) {
        match self.general() {
            Some(walker) => self.rest = Rest::Walk(Box::new(walker)),
            None => self.load(),
        }
    }

    fn general(&self) -> Option<Walker> {
        if !walk::is_wanted(&self.options) {
            return None;
        }
        let frame = &self.frame;
        let search = frame.propagator().search(frame.model(), self.reduction.as_ref())?;
        let is_sum = |rule: &Rule| matches!(rule.constraint, Constraint::Sum(_));
        let has_sums = frame.model().clues().iter().any(is_sum);
        Some(Walker::general(search, has_sums, frame.meanings(), &self.options))
    }

    /// The next answer by search, or by a solver if that takes too long.
    pub(super) fn walk_on(&mut self) -> Result<Step, EngineError> {
        let Rest::Walk(walker) = &mut self.rest else { return self.step() };
        let budget = &self.options.budget;
        match self.times.solve.measure(|| walker.next(budget)) {
            Found::Answer(solution) => self.accept_solution(solution),
            Found::NoMore => Ok(Step::Done),
            Found::Stopped => {
                let reason = budget.exhausted().unwrap_or(StopReason::Interrupted);
                Ok(Step::Stopped(reason))
            }
            Found::TooHard => {
                self.hand_over();
                self.step()
            }
        }
    }

    /// Gives a solver what is left to be searched.
    pub(super) fn hand_over(&mut self) {
        let Rest::Walk(walker) = mem::replace(&mut self.rest, Rest::Nothing) else { return };
        self.choices = walker.stats().decisions.unwrap_or(0);
        let (found, certain) = walker.leave();
        let is_open = match self.reduction.take() {
            Some(reduction) => {
                let stop = || self.options.budget.exhausted().is_some();
                let (frame, model) = (&self.frame, self.frame.model());
                let reduced = frame.propagator().reduce_with(model, reduction, certain, &stop);
                self.reduction = reduced.ok();
                self.reduction.is_some()
            }
            None => self.prepare(),
        };
        if is_open {
            self.load();
            self.forbid(&found);
        } else if !found.is_empty() {
            // What is known at once is the only answer, and was found.
            self.rest = Rest::Nothing;
        }
        self.last = None;
    }

    /// What is known before solving, where a search did without; says whether anything is left.
    fn prepare(&mut self) -> bool {
        let mut frame = Frame::of(self.puzzle, self.options.scope());
        frame.take_clues_of(self.puzzle);
        let prepared = frame.prepare(&self.options);
        self.frame = Held::Own(Box::new(frame));
        self.adopt(prepared)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::super::road::Road;
    use super::*;
    use crate::model::Solution;
    use crate::puzzle::{Kind, ParseOptions};
    use crate::puzzles::{killer, minesweeper, queens, sudoku};

    /// Puzzles with a few answers each, for the search in bits and for the other one.
    fn puzzles() -> Vec<Box<dyn Puzzle>> {
        let texts: [(&Kind, &str); 5] = [
            (&sudoku::KIND, "1.........2..4.."),
            (&sudoku::KIND, "1...2........3..........4.....5....6"),
            (&queens::KIND, "6"),
            (&minesweeper::KIND, "1???\n????\n????\n???2"),
            (&killer::KIND, "aabb\nccdd\neeff\ngghh\na=3\nb=7\nc=7\nd=3\ne=5\nf=5\ng=5\nh=5"),
        ];
        let read = |(kind, text): (&Kind, &str)| {
            kind.read(text, &ParseOptions::default())
                .unwrap_or_else(|error| panic!("{text}: {error:?}"))
        };
        texts.into_iter().map(read).collect()
    }

    fn rest(search: &mut Search<'_>) -> Vec<Solution> {
        let mut answers = Vec::new();
        while let Step::Answer(answer) = search.next_answer().unwrap() {
            answers.push(answer);
        }
        answers
    }

    #[test]
    fn a_solver_that_takes_over_finds_what_is_left_and_nothing_twice() {
        for puzzle in puzzles() {
            let by_search = Options { backend: Road::Search, ..Options::default() };
            let all = rest(&mut Search::open(puzzle.as_ref(), &by_search));
            assert!(all.len() > 2, "{} has {} answers", puzzle.title(), all.len());
            for before in [0, 1, 2, all.len() / 2, all.len()] {
                let mut search = Search::open(puzzle.as_ref(), &Options::default());
                let mut met = Vec::new();
                for _ in 0..before {
                    let Ok(Step::Answer(answer)) = search.next_answer() else { break };
                    met.push(answer);
                }
                search.hand_over();
                met.extend(rest(&mut search));
                assert_eq!(met.len(), all.len(), "{} after {before}", puzzle.title());
                let [met, all] = [&met, &all].map(|answers| answers.iter().collect::<HashSet<_>>());
                assert_eq!(met, all, "{} after {before}", puzzle.title());
            }
        }
    }
}
