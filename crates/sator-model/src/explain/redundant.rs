//! Clues that can go: without them a puzzle still has exactly one solution.

use std::sync::Arc;

use sator_sat::backend::StopReason;

use super::switches::Statement;
use crate::cell::Solution;
use crate::constraint::{AllDifferent, Constraint, Differ};
use crate::engine::{EngineError, Instance, Options, Solutions, Step, Verifier};
use crate::model::Clues;

/// Which clues of an instance with one solution can go. The cells of a sum differ also without its
/// total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redundancy {
    /// How many solutions there are: none, one, or 2 for more; `None` if the budget ended before.
    pub solutions: Option<usize>,
    /// The first solution.
    pub first: Option<Solution>,
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
    let options = &options.begun();
    let mut search = RedundancySearch {
        instance,
        options,
        clues: Statement::clues(instance),
        found: Redundancy {
            solutions: None,
            first: None,
            clues: Vec::new(),
            removable: Vec::new(),
            stopped: None,
        },
    };
    search.run(progress)?;
    Ok(search.found)
}

struct RedundancySearch<'i> {
    instance: &'i Instance,
    options: &'i Options,
    /// The clues, each with all of its parts. The first part stands for the clue.
    clues: Vec<Vec<Statement>>,
    found: Redundancy,
}

impl RedundancySearch<'_> {
    fn run(&mut self, progress: &mut dyn FnMut(u64)) -> Result<(), EngineError> {
        let mut solutions = self.solutions(&[]);
        self.found.first = match self.next(&mut solutions)? {
            Next::Solution(solution) => Some(solution),
            next => {
                self.found.solutions = matches!(next, Next::None).then_some(0);
                return Ok(());
            }
        };
        match self.next(&mut solutions)? {
            Next::None => self.found.solutions = Some(1),
            Next::Solution(_) => {
                self.found.solutions = Some(2);
                return Ok(());
            }
            Next::Stopped => return Ok(()),
        }
        let clues: Vec<Statement> = self.clues.iter().map(|parts| parts[0]).collect();
        for (clue, number) in clues.into_iter().zip(0..) {
            progress(number);
            let role = match self.second(&[clue])? {
                Next::Solution(second) => ClueRole::Needed(second),
                Next::None => ClueRole::CanGo,
                Next::Stopped => ClueRole::Unknown,
            };
            self.found.clues.push((clue, role));
        }
        self.remove_together()
    }

    /// Removes clues one after the other, as long as there is no second solution.
    fn remove_together(&mut self) -> Result<(), EngineError> {
        let can_go =
            |(clue, role): &(Statement, ClueRole)| matches!(role, ClueRole::CanGo).then_some(*clue);
        let clues: Vec<_> = self.found.clues.iter().filter_map(can_go).collect();
        let mut removed = Vec::new();
        for clue in clues {
            removed.push(clue);
            // The first is known to be removable alone.
            if removed.len() > 1 && !matches!(self.second(&removed)?, Next::None) {
                removed.pop();
            }
        }
        self.found.removable = removed;
        Ok(())
    }

    /// A second solution without these clues.
    fn second(&mut self, removed: &[Statement]) -> Result<Next, EngineError> {
        let mut solutions = self.solutions(removed);
        match self.next(&mut solutions)? {
            Next::Solution(first) if Some(&first) == self.found.first.as_ref() => {
                self.next(&mut solutions)
            }
            next => Ok(next),
        }
    }

    fn next(&mut self, solutions: &mut Solutions) -> Result<Next, EngineError> {
        Ok(match solutions.step()? {
            Step::Solution(solution) => Next::Solution(solution),
            Step::Exhausted => Next::None,
            Step::Stopped(reason) => {
                self.found.stopped = Some(reason);
                Next::Stopped
            }
        })
    }

    fn solutions(&self, removed: &[Statement]) -> Solutions {
        let instance = self.without(removed);
        let verifier = Arc::new(ByMeaning(instance.clone()));
        Solutions::new(instance, verifier, self.options)
    }

    /// The instance without some clues. The cells of a sum still differ.
    fn without(&self, removed: &[Statement]) -> Instance {
        let mut clues = Clues::default();
        for parts in &self.clues {
            let is_removed = removed.contains(&parts[0]);
            for part in parts {
                clues.facts.extend(part.fact(self.instance).filter(|_| !is_removed));
                let Some(rule) = part.rule(self.instance) else { continue };
                if !is_removed {
                    clues.rules.push(rule.clone());
                } else if let Constraint::Linear(sum) = &rule.constraint {
                    for part in sum.summands().iter().filter(|part| part.differ == Differ::Stated) {
                        clues
                            .add(AllDifferent::new(part.cells.iter().copied()).without_existence());
                    }
                }
            }
        }
        Instance::new(Arc::clone(self.instance.compiled()), clues)
    }
}

enum Next {
    Solution(Solution),
    None,
    Stopped,
}

/// Checks solutions by the meaning of the rules and clues.
struct ByMeaning(Instance);

impl Verifier for ByMeaning {
    fn verify(&self, solution: &Solution) -> Result<(), String> {
        let value_of = |cell| solution[cell];
        let Self(instance) = self;
        let broken = instance.clues().facts.iter().find(|fact| !fact.is_true(&value_of));
        if let Some(&fact) = broken {
            return Err(Clues::fact_text(fact, instance.cells()));
        }
        let mut rules = instance.rules().iter().chain(&instance.clues().rules);
        let broken = rules.find(|rule| !rule.constraint.holds(&value_of));
        broken.map_or(Ok(()), |rule| Err(rule.text(instance.cells())))
    }
}
