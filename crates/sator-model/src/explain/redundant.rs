//! Clues that can go: without them a puzzle still has exactly one solution.

use sator_sat::backend::StopReason;

use super::switches::{Answer, LARGEST, Statement, Switched};
use crate::cell::Solution;
use crate::engine::{EngineError, Instance, Options};

/// Which clues of an instance with one solution can go. The cells of a sum differ also without its
/// total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redundancy {
    /// How many solutions there are: none, one, or 2 for more; `None` if the budget ended before.
    pub solutions: Option<usize>,
    /// The role of each clue if there is one solution: facts first.
    pub clues: Vec<(Statement, ClueRole)>,
    /// Clues that can all go together; without any further one there would be a second solution.
    pub removable: Vec<Statement>,
    /// Why something is unknown. `removable` may then be too small.
    pub stopped: Option<StopReason>,
}

/// The role of a clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClueRole {
    /// Without it alone there is still one solution.
    CanGo,
    /// Without it there is this solution as well.
    Needed(Solution),
    /// The budget ended before it was known.
    Unknown,
}

/// Determines which clues can go. `progress` is called with the number of clues so far.
pub fn redundant(
    instance: &Instance,
    options: &Options,
    progress: &mut dyn FnMut(u64),
) -> Result<Redundancy, EngineError> {
    let mut found =
        Redundancy { solutions: None, clues: Vec::new(), removable: Vec::new(), stopped: None };
    let budget = &options.begun().budget;
    let large = instance.cells().variables() > LARGEST;
    let solver = if large { Err(StopReason::GaveUp) } else { Switched::clues(instance, budget) };
    let mut solver = match solver {
        Ok(solver) => solver,
        Err(reason) => return Ok(Redundancy { stopped: Some(reason), ..found }),
    };
    let all = solver.all_but(&[]);
    match solver.solve(&all, &[])? {
        Err(reason) => return Ok(Redundancy { stopped: Some(reason), ..found }),
        Ok(Answer::Core(_)) => return Ok(Redundancy { solutions: Some(0), ..found }),
        Ok(Answer::Solution(solution)) => {
            let clause = instance.cells().block(&solution);
            solver.add_clause(&clause);
        }
    }
    // From here on, each solution is a second one.
    let core = match solver.solve(&all, &[])? {
        Err(reason) => return Ok(Redundancy { stopped: Some(reason), ..found }),
        Ok(Answer::Solution(_)) => return Ok(Redundancy { solutions: Some(2), ..found }),
        Ok(Answer::Core(core)) => core,
    };
    found.solutions = Some(1);
    for index in all.iter().copied() {
        progress(index as u64);
        let role = if core.contains(&index) {
            match solver.solve(&solver.all_but(&[index]), &[])? {
                Ok(Answer::Core(_)) => ClueRole::CanGo,
                Ok(Answer::Solution(second)) => ClueRole::Needed(second),
                Err(reason) => {
                    found.stopped = Some(reason);
                    ClueRole::Unknown
                }
            }
        } else {
            ClueRole::CanGo
        };
        found.clues.push((solver.statement(index), role));
    }
    let needed = match solver.minimal(core.clone(), None)? {
        Ok(needed) => needed,
        Err(reason) => {
            found.stopped = Some(reason);
            core
        }
    };
    let removable = solver.all_but(&needed);
    found.removable = removable.into_iter().map(|index| solver.statement(index)).collect();
    Ok(found)
}
