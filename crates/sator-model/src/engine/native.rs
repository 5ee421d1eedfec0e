//! Solutions by the native search, until it hands over to a SAT solver.

use std::mem;
use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::backend::{Budget, Stats};

use super::options::SEARCH;
use super::plan::{PROBE_BIT_NODES, PROBE_TRAIL_NODES, TrailBudget};
use crate::cell::{CellId, Solution, Value};
use crate::search::{BitModel, BitSearch, InstructionSet, Progress, TrailSearch};

/// A search under way.
pub(super) struct NativeSearch {
    search: Search,
    meanings: Meanings,
    /// Whether the clues may decide everything without a decision.
    may_be_decided: bool,
    node_budget: NodeBudget,
    /// The solutions so far, for a solver that takes over; `None` if they are too many to forbid.
    found: Option<Vec<Solution>>,
}

enum Search {
    Bits(BitSearch),
    Trail(Box<TrailSearch>),
}

/// How far to search for one solution.
#[derive(Debug, Clone, Copy)]
struct NodeBudget {
    nodes: u64,
    backtracks: u64,
}

/// The cell and the value that each variable stands for.
type Meanings = Arc<[(CellId, Value)]>;

/// The result of one search for a solution.
pub(super) enum Found {
    Solution(Solution),
    Exhausted,
    Stopped,
    /// The node budget is used up.
    HandOver,
}

/// The trail search looks at its backtracks after so many nodes.
const PACE: u64 = 16;

/// More solutions than this are not handed over: a search that found so many goes on.
const MAX_FOUND: usize = 1_000;

/// What ran, for statistics.
pub(super) fn native_text(nodes: u64) -> String {
    format!("native search, {nodes} node{}", if nodes == 1 { "" } else { "s" })
}

impl NativeSearch {
    pub(super) fn bits(
        model: &Arc<BitModel>,
        facts: &[Lit],
        meanings: Meanings,
        nodes: u64,
    ) -> Self {
        let search = model.search(facts, InstructionSet::best());
        let search = search.expect("the facts are about cells of the model");
        Self {
            search: Search::Bits(search),
            meanings,
            may_be_decided: !facts.is_empty(),
            node_budget: NodeBudget { nodes, backtracks: u64::MAX },
            found: Some(Vec::new()),
        }
    }

    pub(super) fn trail(search: TrailSearch, meanings: Meanings, budget: TrailBudget) -> Self {
        let node_budget = match budget {
            TrailBudget::Unlimited => NodeBudget { nodes: u64::MAX, backtracks: u64::MAX },
            TrailBudget::Nodes(nodes) => NodeBudget { nodes, backtracks: u64::MAX },
            TrailBudget::Passes { nodes, passes, backtracks } => NodeBudget {
                nodes: nodes + passes * search.breadth(),
                backtracks: nodes + backtracks * search.breadth(),
            },
        };
        Self {
            search: Search::Trail(Box::new(search)),
            meanings,
            // Propagation came before, and did not decide everything.
            may_be_decided: false,
            node_budget,
            found: Some(Vec::new()),
        }
    }

    /// Looks for the next solution.
    pub(super) fn next(&mut self, budget: &Budget) -> Found {
        let stop = || budget.exhausted().is_some();
        // Consequences that need no decision are found even when the time is over, and so is a proof
        // that there is no other solution.
        if !self.may_be_decided && stop() {
            return Found::Stopped;
        }
        let before = (self.nodes(), self.backtracks());
        loop {
            let is_first = mem::take(&mut self.may_be_decided);
            let nodes = if is_first { 1 } else { self.pace(before.0) };
            let progress = match &mut self.search {
                Search::Bits(search) => search.next(nodes, &stop),
                Search::Trail(search) => search.next(nodes, &stop),
            };
            match progress {
                Progress::Paused if stop() => return Found::Stopped,
                Progress::Paused if is_first => {}
                Progress::Solution => {
                    self.may_be_decided = is_first && before.0 == 0;
                    return Found::Solution(self.solution());
                }
                Progress::Exhausted => return Found::Exhausted,
                Progress::Stopped => return Found::Stopped,
                Progress::Paused if self.found.is_none() || !self.is_used_up(before) => {}
                Progress::Paused => return Found::HandOver,
            }
        }
    }

    /// Looks for the next solution through few nodes.
    pub(super) fn probe(&mut self, budget: &Budget) -> Found {
        let usual = self.node_budget;
        let most = match &self.search {
            Search::Bits(_) => PROBE_BIT_NODES,
            Search::Trail(_) => PROBE_TRAIL_NODES,
        };
        self.node_budget.nodes = usual.nodes.min(most);
        let found = self.next(budget);
        self.node_budget = usual;
        found
    }

    fn solution(&mut self) -> Solution {
        let cells = self.meanings.last().map_or(0, |(cell, _)| cell.index() + 1);
        let mut values = vec![0; cells];
        let mut take = |variable: u32| {
            let (cell, value) = self.meanings[variable as usize];
            values[cell.index()] = value;
        };
        match &self.search {
            Search::Bits(search) => search.truths(take),
            Search::Trail(search) => {
                let truths = search.solution().iter().filter(|lit| lit.is_pos());
                truths.for_each(|lit| take(lit.vidx32()));
            }
        }
        let solution = Solution { values };
        if let Some(mut found) = self.found.take().filter(|found| found.len() < MAX_FOUND) {
            found.push(solution.clone());
            self.found = Some(found);
        }
        solution
    }

    /// The solutions so far, and the literals that hold in all others.
    pub(super) fn leave(self) -> (Vec<Solution>, Vec<Lit>) {
        let certain = match &self.search {
            Search::Bits(_) => Vec::new(),
            Search::Trail(search) => search.certain().to_vec(),
        };
        (self.found.unwrap_or_default(), certain)
    }

    pub(super) fn nodes(&self) -> u64 {
        match &self.search {
            Search::Bits(search) => search.nodes(),
            Search::Trail(search) => search.nodes(),
        }
    }

    fn backtracks(&self) -> u64 {
        match &self.search {
            Search::Bits(_) => 0,
            Search::Trail(search) => search.backtracks(),
        }
    }

    /// How many nodes to go through next, if it began after so many.
    fn pace(&self, began: u64) -> u64 {
        let NodeBudget { nodes, backtracks } = self.node_budget;
        if self.found.is_none() {
            return nodes;
        }
        let left = nodes.saturating_sub(self.nodes() - began);
        if backtracks == u64::MAX { left } else { left.min(PACE) }
    }

    fn is_used_up(&self, (nodes, backtracks): (u64, u64)) -> bool {
        self.nodes() - nodes >= self.node_budget.nodes
            || self.backtracks() - backtracks >= self.node_budget.backtracks
    }

    /// The statistics: all nodes but the first are decisions.
    pub(super) fn stats(&self) -> Stats {
        let decisions = Some(self.nodes().saturating_sub(1));
        Stats { decisions, solved_by: Some(SEARCH), ..Stats::default() }
    }
}
