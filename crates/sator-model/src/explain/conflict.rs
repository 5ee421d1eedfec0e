//! Few rules and clues that contradict each other.

use sator_sat::backend::StopReason;

use super::Search;
use super::cores::Stoppable;
use super::hitting::{Hitting, HittingSets};
use super::switches::{Answer, LARGEST, Statement, Switched};
use crate::cell::Solution;
use crate::engine::{EngineError, Instance, Options};

/// Rules and clues that contradict each other. That each cell has one value is not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsatCore {
    /// The clues, then the rules.
    pub statements: Vec<Statement>,
    /// Whether no set is smaller, or no proper subset is contradictory, or neither is known.
    pub search: Search,
    /// Why the search for a smaller set ended early, if the budget ended.
    pub stopped: Option<StopReason>,
}

/// The result of a search for rules and clues that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoreSearch {
    /// These do.
    Found(UnsatCore),
    /// There is a solution.
    HasSolution,
    /// The budget ended before any were found.
    Stopped(StopReason),
    /// The instance has more variables than this maximum: there was no search.
    TooLarge {
        /// The most variables.
        most: u32,
    },
}

impl CoreSearch {
    /// The rules and clues, if any were found.
    pub fn found(self) -> Option<UnsatCore> {
        match self {
            Self::Found(core) => Some(core),
            _ => None,
        }
    }
}

/// The number of minimal sets of which the smallest is taken, where it is not known which set is the
/// smallest of all.
const TRIES: usize = 4;

/// The conflict limit beyond which there are no more tries.
const CONFLICTS_FOR_TRIES: u64 = 2_000;

/// The conflict limit of the search for the smallest set.
const MAX_CONFLICTS: u64 = 15_000;

/// The conflict limit of the attempt to satisfy one more statement.
const CONFLICTS_FOR_ONE: u64 = 50;

/// The most searches for the smallest set.
const MAX_SEARCHES: usize = 3_000;

/// Rules and clues of an instance without a solution that contradict each other: the fewest, if they
/// are found within a fixed number of conflicts.
pub fn conflict(instance: &Instance, options: &Options) -> Result<CoreSearch, EngineError> {
    if instance.cells().variables() > LARGEST {
        return Ok(CoreSearch::TooLarge { most: LARGEST });
    }
    let options = &options.begun();
    let solver = match Switched::all(instance, &options.budget) {
        Ok(solver) => solver,
        Err(reason) => return Ok(CoreSearch::Stopped(reason)),
    };
    let mut searcher = Searcher { solver, searches: 0 };
    let all: Vec<usize> = (0..searcher.solver.len()).collect();
    let core = match searcher.solver.solve(&all, &[])? {
        Ok(Answer::Core(core)) => core,
        Ok(Answer::Solution(_)) => return Ok(CoreSearch::HasSolution),
        Err(reason) => return Ok(CoreSearch::Stopped(reason)),
    };
    let (mut core, search) = match searcher.minimal(&core)? {
        Err(_) => (core, Search::CutShort),
        Ok(core) => searcher.smallest(core)?,
    };
    let stopped = options.budget.exhausted().filter(|_| search != Search::Smallest);
    core.sort_unstable();
    let statements = core.into_iter().map(|index| searcher.solver.statement(index)).collect();
    Ok(CoreSearch::Found(UnsatCore { statements, search, stopped }))
}

struct Searcher {
    solver: Switched,
    searches: usize,
}

impl Searcher {
    /// The smallest of a few minimal sets.
    fn minimal(&mut self, core: &[usize]) -> Stoppable<Vec<usize>> {
        let mut best: Option<Vec<usize>> = None;
        for attempt in 0..TRIES {
            if best.is_some() && self.solver.conflicts() >= CONFLICTS_FOR_TRIES {
                break;
            }
            let mut order = core.to_vec();
            order.rotate_left(core.len() * attempt / TRIES);
            if attempt % 2 == 1 {
                order.reverse();
            }
            match self.solver.minimal(order, None)? {
                Ok(found) => {
                    if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                        best = Some(found);
                    }
                }
                Err(reason) => return Ok(best.ok_or(reason)),
            }
        }
        Ok(best.ok_or(StopReason::GaveUp))
    }

    fn is_exhausted(&self) -> bool {
        self.solver.conflicts() >= MAX_CONFLICTS || self.searches >= MAX_SEARCHES
    }

    /// The smallest set, by implicit hitting sets: a set is contradictory if and only if it has a
    /// statement of each correction set, the complement of a maximal satisfiable set.
    ///
    /// Alexey Ignatiev, Alessandro Previti, Mark Liffiton, Joao Marques-Silva, "Smallest MUS
    /// Extraction with Minimal Hitting Set Dualization", 2015.
    fn smallest(&mut self, mut best: Vec<usize>) -> Result<(Vec<usize>, Search), EngineError> {
        let mut corrections = HittingSets::new(self.solver.len());
        loop {
            let mut on = match corrections.smallest(best.len().saturating_sub(1)) {
                Hitting::None => return Ok((best, Search::Smallest)),
                Hitting::Stopped => return Ok((best, Search::Minimal)),
                Hitting::Found(on) => on,
            };
            let mut is_first = true;
            // Correction sets that are disjoint raise the lower bound quickly.
            loop {
                self.searches += 1;
                if self.is_exhausted() {
                    return Ok((best, Search::Minimal));
                }
                match self.solver.solve(&on, &[])? {
                    Err(_) => return Ok((best, Search::Minimal)),
                    Ok(Answer::Core(_)) if is_first => return Ok((on, Search::Smallest)),
                    Ok(Answer::Core(core)) => {
                        if core.len() <= best.len() + 2
                            && let Ok(found) = self.solver.minimal(core, None)?
                            && found.len() < best.len()
                        {
                            best = found;
                        }
                        break;
                    }
                    Ok(Answer::Solution(solution)) => {
                        let Ok(correction) = self.correction(&solution)? else {
                            return Ok((best, Search::Minimal));
                        };
                        on.extend(&correction);
                        corrections.add(&correction);
                    }
                }
                is_first = false;
            }
        }
    }

    /// Statements without which there is a solution. Those that hardly hold with the others are among
    /// them, even if they could.
    fn correction(&mut self, solution: &Solution) -> Stoppable<Vec<usize>> {
        let mut holds = self.solver.holding(solution);
        let mut correction = Vec::new();
        for index in 0..self.solver.len() {
            if holds[index] {
                continue;
            }
            let mut on: Vec<usize> = (0..self.solver.len()).filter(|&it| holds[it]).collect();
            on.push(index);
            self.searches += 1;
            match self.solver.solve_within(&on, &[], Some(CONFLICTS_FOR_ONE))? {
                Ok(Answer::Core(_)) | Err(StopReason::Conflicts) => correction.push(index),
                Err(reason) => return Ok(Err(reason)),
                Ok(Answer::Solution(solution)) => holds = self.solver.holding(&solution),
            }
        }
        Ok(Ok(correction))
    }
}
