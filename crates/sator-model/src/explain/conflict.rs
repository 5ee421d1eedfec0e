//! Few clues, or rules and clues, that contradict each other.

use sator_sat::backend::StopReason;

use super::Search;
use super::cores::Stoppable;
use super::halves::{self, Halved};
use super::hitting::{Hitting, HittingSets};
use super::switches::{Answer, LARGEST, Statement, Switched};
use crate::cell::{CellId, Solution, Value};
use crate::engine::{EngineError, Instance, Options};

/// The statements of which a conflict consists (soft constraints). All others always hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Soft {
    /// Clues, while the rules hold.
    Clues,
    /// Rules and clues. That each cell has one value always holds.
    RulesAndClues,
}

impl Soft {
    /// The statements, each with all of its parts: clues, then rules.
    pub(super) fn statements(self, instance: &Instance) -> Vec<Vec<Statement>> {
        let mut statements = Statement::clues(instance);
        if self == Self::RulesAndClues {
            statements.extend(Statement::rules(instance));
        }
        statements
    }
}

/// Statements that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The clues, then the rules.
    pub statements: Vec<Statement>,
    /// Whether no set is smaller, or no proper subset is contradictory, or neither is known.
    pub search: Search,
    /// Why the search for a smaller set ended early, if the budget ended.
    pub stopped: Option<StopReason>,
}

impl Conflict {
    /// The sentence of each statement.
    pub fn texts(&self, instance: &Instance) -> Vec<String> {
        self.statements.iter().map(|statement| statement.text(instance)).collect()
    }

    /// The cells and values that the statements are about.
    pub fn choices(&self, instance: &Instance) -> Vec<(CellId, Value)> {
        self.statements.iter().flat_map(|statement| statement.choices(instance)).collect()
    }
}

/// The result of a search for statements that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConflictSearch {
    /// These do.
    Found(Conflict),
    /// There is a solution.
    HasSolution,
    /// Without any clue there is no solution either, and only clues were asked for.
    RulesContradict,
    /// The budget ended before any were found.
    Stopped(StopReason),
    /// The instance has more variables than this maximum: there was no search.
    TooLarge {
        /// The most variables.
        most: u32,
    },
}

impl ConflictSearch {
    /// The conflict, if one was found.
    pub fn found(self) -> Option<Conflict> {
        match self {
            Self::Found(conflict) => Some(conflict),
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

/// No smaller set is searched for if a minimal set has more clues: the search takes long, and a reader gains
/// little.
const MAX_CLUES: usize = 40;

/// The conflict limit of the attempt to satisfy one more statement.
const CONFLICTS_FOR_ONE: u64 = 50;

/// The most searches for the smallest set.
const MAX_SEARCHES: usize = 3_000;

/// Statements of an instance without a solution that contradict each other: the fewest, if they are
/// found within a fixed number of conflicts. First a minimal set is found; then a smaller one is sought.
pub fn conflict(
    instance: &Instance,
    soft: Soft,
    options: &Options,
) -> Result<ConflictSearch, EngineError> {
    if instance.cells().variables() > LARGEST {
        return Ok(ConflictSearch::TooLarge { most: LARGEST });
    }
    let options = &options.begun();
    let found = match soft {
        Soft::Clues => conflict_of_clues(instance, options)?,
        Soft::RulesAndClues => conflict_of_all(instance, options)?,
    };
    let (mut core, search) = match found {
        Ok(found) => found,
        Err(end) => return Ok(end),
    };
    core.sort_unstable();
    let all = soft.statements(instance);
    let statements = core.into_iter().map(|place| all[place][0]).collect();
    let stopped = options.budget.exhausted().filter(|_| search != Search::Smallest);
    Ok(ConflictSearch::Found(Conflict { statements, search, stopped }))
}

/// The places of statements in conflict, or why there are none.
type Found = Result<Result<(Vec<usize>, Search), ConflictSearch>, EngineError>;

/// The planner's engines find a minimal set, also where switches keep a solver from it.
fn conflict_of_clues(instance: &Instance, options: &Options) -> Found {
    let (core, search) = match halves::minimal(instance, options)? {
        Ok(Halved::Found(core, search)) => (core, search),
        Ok(Halved::HasSolution) => return Ok(Err(ConflictSearch::HasSolution)),
        Ok(Halved::RulesContradict) => return Ok(Err(ConflictSearch::RulesContradict)),
        Err(reason) => return Ok(Err(ConflictSearch::Stopped(reason))),
    };
    if search == Search::CutShort || core.len() > MAX_CLUES {
        return Ok(Ok((core, search)));
    }
    Ok(Ok(match Switched::soft(instance, Soft::Clues, &options.budget) {
        Ok(solver) => Searcher { solver, searches: 0 }.smallest(core)?,
        Err(_) => (core, search),
    }))
}

fn conflict_of_all(instance: &Instance, options: &Options) -> Found {
    let solver = match Switched::soft(instance, Soft::RulesAndClues, &options.budget) {
        Ok(solver) => solver,
        Err(reason) => return Ok(Err(ConflictSearch::Stopped(reason))),
    };
    let mut searcher = Searcher { solver, searches: 0 };
    let all: Vec<usize> = (0..searcher.solver.len()).collect();
    let core = match searcher.solver.solve(&all, &[])? {
        Ok(Answer::Core(core)) => core,
        Ok(Answer::Solution(_)) => return Ok(Err(ConflictSearch::HasSolution)),
        Err(reason) => return Ok(Err(ConflictSearch::Stopped(reason))),
    };
    Ok(Ok(match searcher.minimal(&core)? {
        (core, Search::CutShort) => (core, Search::CutShort),
        (core, _) => searcher.smallest(core)?,
    }))
}

struct Searcher {
    solver: Switched,
    searches: usize,
}

impl Searcher {
    /// The smallest of a few minimal sets; if the budget ends before the first, what is left of it.
    fn minimal(&mut self, core: &[usize]) -> Result<(Vec<usize>, Search), EngineError> {
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
            let is_stopped = self.solver.minimize(&mut order, None)?.is_err();
            match best {
                None if is_stopped => return Ok((order, Search::CutShort)),
                Some(best) if is_stopped => return Ok((best, Search::Minimal)),
                Some(smaller) if smaller.len() <= order.len() => best = Some(smaller),
                _ => best = Some(order),
            }
        }
        Ok((best.unwrap_or_default(), Search::Minimal))
    }

    /// The conflicts that are left of the limit.
    fn conflicts_left(&self) -> u64 {
        MAX_CONFLICTS.saturating_sub(self.solver.conflicts())
    }

    fn is_exhausted(&self) -> bool {
        self.conflicts_left() == 0 || self.searches >= MAX_SEARCHES
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
                match self.solver.solve_within(&on, &[], Some(self.conflicts_left()))? {
                    Err(_) => return Ok((best, Search::Minimal)),
                    Ok(Answer::Core(_)) if is_first => return Ok((on, Search::Smallest)),
                    Ok(Answer::Core(mut core)) => {
                        if core.len() <= best.len() + 2
                            && self.solver.minimize(&mut core, None)?.is_ok()
                            && core.len() < best.len()
                        {
                            best = core;
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
