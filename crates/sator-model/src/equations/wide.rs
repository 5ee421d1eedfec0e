//! Decides the groups of a component that is too wide to be counted: a SAT solver finds a solution, and
//! for each group a second solution is sought in which the group has another value, first near the
//! first one ([`super::repair`]) and then by the solver. The latter is the usual computation of a
//! backbone (Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of propositional
//! formulae", 2015).

use super::Answer;
use super::analysis::Options;
use super::component::Component;
use super::component_solver::ComponentSolver;
use super::repair::{Repair, RepairSearch};
use crate::parallel;
use sator_sat::backend::{BackendError, Budget, Config};

/// The node budget of the repair search for one group.
const NODE_BUDGET: u32 = 300;

/// The conflict budgets of a solver, for one group and for all of them.
#[derive(Debug, Clone, Copy)]
struct Conflicts {
    each: u64,
    all: u64,
}

/// The budgets before counting is tried again, and after.
const FEW: Conflicts = Conflicts { each: 300, all: 30_000 };
const MANY: Conflicts = Conflicts { each: 20_000, all: 300_000 };

/// The analysis of a wide component.
#[derive(Debug, Clone)]
pub(super) struct WideAnalysis {
    /// A solution: the number of true variables of each group.
    pub(super) solution: Vec<u32>,
    /// The state of each group.
    pub(super) groups: Vec<GroupState>,
}

/// The values of a group in solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupState {
    /// All its variables are true in all solutions, or all are false.
    Fixed,
    /// There is another solution, with so many more true variables, in which each of its variables
    /// has another value.
    Open(i64),
    /// The analysis could not tell.
    Unknown,
}

/// Finds a solution, and the state of each group as far as that is easy.
pub(super) fn analyze(
    component: &Component,
    options: &Options,
) -> Result<Answer<WideAnalysis>, BackendError> {
    let Some(mut solver) = load(component, options) else { return Ok(Answer::Unknown) };
    let solution = match solver.solve(&options.budget)? {
        Answer::Found(solution) => solution,
        Answer::Impossible => return Ok(Answer::Impossible),
        Answer::Unknown => return Ok(Answer::Unknown),
    };
    let mut analysis = WideAnalysis::new(component, solution);
    analysis.repair_all(component, options);
    analysis.solve_all(&mut solver, FEW, &options.budget)?;
    Ok(Answer::Found(analysis))
}

/// Decides more groups with a larger budget.
pub(super) fn refine(
    component: &Component,
    analysis: &mut WideAnalysis,
    options: &Options,
) -> Result<(), BackendError> {
    if analysis.unknown().next().is_some()
        && let Some(mut solver) = load(component, options)
    {
        analysis.solve_all(&mut solver, MANY, &options.budget)?;
    }
    Ok(())
}

/// A solver with the equations, unless the budget is used up.
fn load<'c>(component: &'c Component, options: &Options) -> Option<ComponentSolver<'c>> {
    let Options { solver, threads, seed, budget, .. } = options;
    let config = Config { seed: *seed, threads: Some(*threads), proof: None };
    ComponentSolver::new(component, solver, &config, budget).ok()
}

impl WideAnalysis {
    /// The variables of a group are interchangeable: if some are true and some false, each is open.
    fn new(component: &Component, solution: Vec<u32>) -> Self {
        let groups = component.groups.iter().zip(&solution).map(|(group, &truths)| {
            let is_mixed = truths > 0 && truths < group.variables.len() as u32;
            if is_mixed { GroupState::Open(0) } else { GroupState::Unknown }
        });
        Self { groups: groups.collect(), solution }
    }

    fn unknown(&self) -> impl Iterator<Item = u32> {
        let is_unknown = |&(_, &it): &(u32, &GroupState)| it == GroupState::Unknown;
        (0..).zip(&self.groups).filter(is_unknown).map(|(group, _)| group)
    }

    /// Looks for other solutions near the known one.
    fn repair_all(&mut self, component: &Component, options: &Options) {
        let unknown: Vec<u32> = self.unknown().collect();
        let search = RepairSearch::new(component, self.solution.clone());
        // Each thread skips the groups that it has decided itself.
        let start = || (search.clone(), self.groups.clone());
        let stop = || options.budget.exhausted().is_some();
        let found = parallel::map(&unknown, options.threads, start, |(search, groups), &group| {
            let at = group as usize;
            if groups[at] == GroupState::Unknown && search.is_fixed(group) {
                groups[at] = GroupState::Fixed;
            }
            if groups[at] != GroupState::Unknown || stop() {
                return vec![(group, groups[at])];
            }
            let found = match search.repair(group, NODE_BUDGET) {
                Repair::Open(others, growth) => {
                    others.into_iter().map(|other| (other, GroupState::Open(growth))).collect()
                }
                Repair::Fixed => vec![(group, GroupState::Fixed)],
                Repair::Unknown => Vec::new(),
            };
            for &(group, state) in &found {
                groups[group as usize] = state;
            }
            found
        });
        for (group, state) in found.into_iter().flatten() {
            self.record(group, state);
        }
    }

    /// Records the state of a group; of several other solutions it keeps the growth nearest to 0.
    fn record(&mut self, group: u32, state: GroupState) {
        let known = &mut self.groups[group as usize];
        let is_better = match (*known, state) {
            (GroupState::Unknown, _) => true,
            (GroupState::Open(known), GroupState::Open(new)) => new.abs() < known.abs(),
            _ => false,
        };
        if is_better {
            *known = state;
        }
    }

    /// Decides the unknown groups by a solver, one after another; each solution opens many of them.
    fn solve_all(
        &mut self,
        solver: &mut ComponentSolver<'_>,
        conflicts: Conflicts,
        budget: &Budget,
    ) -> Result<(), BackendError> {
        let last = solver.conflicts() + conflicts.all;
        let each = Budget { conflicts: Some(conflicts.each), ..budget.clone() };
        for group in self.unknown().collect::<Vec<_>>() {
            if self.groups[group as usize] != GroupState::Unknown {
                continue;
            }
            if budget.exhausted().is_some() || solver.conflicts() > last {
                break;
            }
            let value = self.solution[group as usize];
            match solver.solve_with_other_value(group, value, &each)? {
                Answer::Found(other) => self.compare(&other),
                Answer::Impossible => {
                    solver.fix(group, value);
                    self.record(group, GroupState::Fixed);
                }
                Answer::Unknown => {}
            }
        }
        Ok(())
    }

    /// Opens the groups in which another solution differs.
    fn compare(&mut self, other: &[u32]) {
        let truths = |solution: &[u32]| solution.iter().map(|&it| i64::from(it)).sum::<i64>();
        let growth = truths(other) - truths(&self.solution);
        for group in 0..other.len() as u32 {
            if other[group as usize] != self.solution[group as usize] {
                self.record(group, GroupState::Open(growth));
            }
        }
    }
}
