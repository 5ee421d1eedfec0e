//! Answers by search, without a solver: choose, see what follows, go back.
//!
//! Easy puzzles have few choices, and are solved before a solver would have been set up. What is hard
//! is left to a solver after so many nodes.

use std::mem;
use std::sync::Arc;

use sator_model::search::general::General;
use sator_model::search::{Level, Searcher, Step, Walk};
use sator_sat::Lit;
use sator_sat::backend::{Budget, Stats};

use super::Lowering;
use super::road::{Road, SEARCH};
use super::search::Options;
use crate::model::{CellId, Solution, Value};

/// A search under way.
pub(super) struct Walker {
    way: Way,
    meanings: Meanings,
    /// Whether clues may tell something without a choice.
    may_know: bool,
    patience: Patience,
    /// What was found, for a solver that goes on from there; nothing if that is too much to tell.
    found: Option<Vec<Solution>>,
}

enum Way {
    /// Small models of groups.
    Bits(Walk),
    /// All others.
    General(Box<General>),
}

/// How far it goes for one answer before it is left to a solver.
#[derive(Debug, Clone, Copy)]
struct Patience {
    /// Through so many nodes.
    nodes: u64,
    /// And so often back.
    setbacks: u64,
}

/// Which cell has which value if a variable is true.
pub(super) type Meanings = Arc<[(CellId, Value)]>;

/// What a search came to.
pub(super) enum Found {
    Answer(Solution),
    NoMore,
    /// The budget is used up.
    Stopped,
    /// It has gone through too many nodes.
    TooHard,
}

/// Through so many nodes a search in bits goes for an answer: a tenth of a second. No published 9×9
/// sudoku has needed a thousand.
const PATIENCE_IN_BITS: u64 = 200_000;

/// Through at least so many nodes any other search goes where there are no sums.
const PATIENCE: u64 = 20;

/// And through as many more as cost about as much as reading the rules so often, which is less than
/// loading them into a solver: who goes down without going back comes to an answer.
const READINGS: u64 = 32;

/// But if it goes back in so many of them, a solver is the better one.
const READINGS_GOING_BACK: u64 = 2;

/// So many nodes it goes through before it looks how often it went back.
const PACE: u64 = 16;

/// Through so many nodes it goes where there are sums. Those that are easy by hand need none, or a
/// few dozen.
const PATIENCE_WITH_SUMS: u64 = 300;

/// More answers than this are not told to a solver: who has come that far by search goes on.
const MOST_FOUND: usize = 1_000;

impl Walker {
    /// A search in bits.
    pub(super) fn in_bits(
        searcher: &Arc<Searcher>,
        facts: &[Lit],
        meanings: Meanings,
        options: &Options,
    ) -> Self {
        let usual = Patience { nodes: PATIENCE_IN_BITS, setbacks: u64::MAX };
        let patience = patience(options, usual);
        let way = Way::Bits(searcher.walk(facts, Level::best()));
        let may_know = !facts.is_empty();
        Self { way, meanings, may_know, patience, found: Some(Vec::new()) }
    }

    /// Any other search.
    pub(super) fn general(
        search: General,
        has_sums: bool,
        meanings: Meanings,
        options: &Options,
    ) -> Self {
        let usual = if has_sums {
            Patience { nodes: PATIENCE_WITH_SUMS, setbacks: u64::MAX }
        } else {
            let patience = |readings| PATIENCE + readings * search.breadth();
            Patience { nodes: patience(READINGS), setbacks: patience(READINGS_GOING_BACK) }
        };
        let patience = patience(options, usual);
        let way = Way::General(Box::new(search));
        // What they tell at once is known already, and was not enough.
        Self { way, meanings, may_know: false, patience, found: Some(Vec::new()) }
    }

    /// Looks for the next answer.
    pub(super) fn next(&mut self, budget: &Budget) -> Found {
        let stop = || budget.exhausted().is_some();
        // What follows from clues without a choice is told, however little time there is; and so is
        // that there is nothing else.
        if !self.may_know && stop() {
            return Found::Stopped;
        }
        let before = (self.nodes(), self.setbacks());
        loop {
            let is_first = mem::take(&mut self.may_know);
            let nodes = if is_first { 1 } else { self.pace(before.0) };
            let came_to = match &mut self.way {
                Way::Bits(walk) => walk.next(nodes, &stop),
                Way::General(search) => search.next(nodes, &stop),
            };
            match came_to {
                Step::Paused if stop() => return Found::Stopped,
                Step::Paused if is_first => {}
                Step::Solution => {
                    self.may_know = is_first && before.0 == 0;
                    return Found::Answer(self.answer());
                }
                Step::Exhausted => return Found::NoMore,
                Step::Stopped => return Found::Stopped,
                Step::Paused if self.found.is_none() || !self.is_too_hard(before) => {}
                Step::Paused => return Found::TooHard,
            }
        }
    }

    fn answer(&mut self) -> Solution {
        let cells = self.meanings.last().map_or(0, |(cell, _)| cell.index() + 1);
        let mut values = vec![0; cells];
        let mut take = |variable: u32| {
            let (cell, value) = self.meanings[variable as usize];
            values[cell.index()] = value;
        };
        match &self.way {
            Way::Bits(walk) => walk.truths(take),
            Way::General(search) => {
                let truths = search.solution().iter().filter(|lit| lit.is_pos());
                truths.for_each(|lit| take(lit.vidx32()));
            }
        }
        let answer = Solution { values };
        if let Some(mut found) = self.found.take().filter(|found| found.len() < MOST_FOUND) {
            found.push(answer.clone());
            self.found = Some(found);
        }
        answer
    }

    /// What it has learnt, for whoever goes on: the answers, and what holds in all others.
    pub(super) fn leave(self) -> (Vec<Solution>, Vec<Lit>) {
        let certain = match &self.way {
            Way::Bits(_) => Vec::new(),
            Way::General(search) => search.certain().to_vec(),
        };
        (self.found.unwrap_or_default(), certain)
    }

    fn nodes(&self) -> u64 {
        match &self.way {
            Way::Bits(walk) => walk.nodes(),
            Way::General(search) => search.nodes(),
        }
    }

    fn setbacks(&self) -> u64 {
        match &self.way {
            Way::Bits(_) => 0,
            Way::General(search) => search.setbacks(),
        }
    }

    /// How many nodes to go through next, if it began after so many.
    fn pace(&self, began: u64) -> u64 {
        let Patience { nodes, setbacks } = self.patience;
        if self.found.is_none() {
            return nodes;
        }
        let left = nodes.saturating_sub(self.nodes() - began);
        if setbacks == u64::MAX { left } else { left.min(PACE) }
    }

    fn is_too_hard(&self, (nodes, setbacks): (u64, u64)) -> bool {
        let Patience { nodes: most, setbacks: most_setbacks } = self.patience;
        self.nodes() - nodes >= most || self.setbacks() - setbacks >= most_setbacks
    }

    /// What it counted.
    pub(super) fn stats(&self) -> Stats {
        // All but the first are choices.
        let decisions = Some(self.nodes().saturating_sub(1));
        Stats { decisions, solved_by: Some(SEARCH), ..Stats::default() }
    }
}

/// Whether to search at all: not where a solver or an encoding is asked for.
pub(super) fn is_wanted(options: &Options) -> bool {
    // A limit on conflicts is meant for a solver.
    let has_limit = options.budget.conflicts.is_some();
    let is_plain = options.lowering == Lowering::default() && options.eliminate && !has_limit;
    match &options.backend {
        Road::Search => true,
        road => road.is_default() && is_plain,
    }
}

/// How long to search: until a solver takes over, or for ever.
fn patience(options: &Options, usual: Patience) -> Patience {
    match &options.backend {
        Road::Search => Patience { nodes: u64::MAX, setbacks: u64::MAX },
        _ => usual,
    }
}
