//! Solutions by the native search, until it hands over.

use std::mem;
use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::backend::{Budget, Stats};

use super::carry::Carry;
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
    /// `None` if the search never hands over.
    node_budget: Option<NodeBudget>,
    carry: Carry,
    /// The number of solutions by earlier stages, the first of the carry.
    earlier: usize,
}

enum Search {
    Bits(BitSearch),
    Trail(Box<TrailSearch>),
}

/// How far to search for one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NodeBudget {
    nodes: u64,
    backtracks: u64,
}

impl NodeBudget {
    const UNLIMITED: Self = Self { nodes: u64::MAX, backtracks: u64::MAX };

    /// `None` if there is no limit.
    fn limited(self) -> Option<Self> {
        (self != Self::UNLIMITED).then_some(self)
    }
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
        carry: Carry,
    ) -> Self {
        let search = model.search(facts, InstructionSet::best());
        let search = search.expect("the facts are about cells of the model");
        Self {
            search: Search::Bits(search),
            meanings,
            may_be_decided: !facts.is_empty(),
            node_budget: NodeBudget { nodes, backtracks: u64::MAX }.limited(),
            earlier: carry.found.len(),
            carry,
        }
    }

    pub(super) fn trail(
        search: TrailSearch,
        meanings: Meanings,
        budget: TrailBudget,
        carry: Carry,
    ) -> Self {
        let node_budget = match budget {
            TrailBudget::Unlimited => NodeBudget::UNLIMITED,
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
            node_budget: node_budget.limited(),
            earlier: carry.found.len(),
            carry,
        }
    }

    /// Looks for the next solution.
    pub(super) fn next(&mut self, budget: &Budget) -> Found {
        self.next_within(self.node_budget, budget)
    }

    /// Looks for the next solution through few nodes.
    pub(super) fn probe(&mut self, budget: &Budget) -> Found {
        let usual = self.node_budget.unwrap_or(NodeBudget::UNLIMITED);
        let most = match &self.search {
            Search::Bits(_) => PROBE_BIT_NODES,
            Search::Trail(_) => PROBE_TRAIL_NODES,
        };
        let few = NodeBudget { nodes: usual.nodes.min(most), ..usual };
        self.next_within(Some(few), budget)
    }

    fn next_within(&mut self, node_budget: Option<NodeBudget>, budget: &Budget) -> Found {
        let stop = || budget.exhausted().is_some();
        // Consequences that need no decision are found even when the time is over, and so is a proof
        // that there is no other solution.
        if !self.may_be_decided && stop() {
            return Found::Stopped;
        }
        let before = (self.nodes(), self.backtracks());
        loop {
            let is_first = mem::take(&mut self.may_be_decided);
            let nodes = if is_first { 1 } else { self.pace(node_budget, before.0) };
            let progress = match &mut self.search {
                Search::Bits(search) => search.next(nodes, &stop),
                Search::Trail(search) => search.next(nodes, &stop),
            };
            match progress {
                Progress::Paused if stop() => return Found::Stopped,
                Progress::Paused if is_first => {}
                Progress::Solution => {
                    self.may_be_decided = is_first && before.0 == 0;
                    if let Some(solution) = self.solution() {
                        return Found::Solution(solution);
                    }
                }
                Progress::Exhausted => return Found::Exhausted,
                Progress::Stopped => return Found::Stopped,
                Progress::Paused if node_budget.is_some_and(|it| self.is_used_up(it, before)) => {
                    return Found::HandOver;
                }
                Progress::Paused => {}
            }
        }
    }

    /// The solution that the search is at, unless an earlier stage found it.
    fn solution(&mut self) -> Option<Solution> {
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
        if self.carry.found[..self.earlier].contains(&solution) {
            return None;
        }
        if self.node_budget.is_some() {
            if self.carry.found.len() < MAX_FOUND {
                self.carry.found.push(solution.clone());
            } else {
                self.node_budget = None;
                self.carry.found.truncate(self.earlier);
            }
        }
        Some(solution)
    }

    /// The carry for the next stage. It has the solutions only of a search that hands over.
    pub(super) fn into_carry(self) -> Carry {
        let mut carry = self.carry;
        if let Search::Trail(search) = &self.search {
            carry.certain = search.certain().to_vec();
        }
        carry
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
    fn pace(&self, node_budget: Option<NodeBudget>, began: u64) -> u64 {
        let Some(NodeBudget { nodes, backtracks }) = node_budget else { return u64::MAX };
        let left = nodes.saturating_sub(self.nodes() - began);
        if backtracks == u64::MAX { left } else { left.min(PACE) }
    }

    fn is_used_up(&self, budget: NodeBudget, (nodes, backtracks): (u64, u64)) -> bool {
        self.nodes() - nodes >= budget.nodes || self.backtracks() - backtracks >= budget.backtracks
    }

    /// The statistics: all nodes but the first are decisions.
    pub(super) fn stats(&self) -> Stats {
        let decisions = Some(self.nodes().saturating_sub(1));
        Stats { decisions, solved_by: Some(SEARCH), ..Stats::default() }
    }
}
