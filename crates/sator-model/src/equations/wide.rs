//! What is certain in a component that is too wide to be counted.

use super::component::Component;
use super::flips::{Flips, Moved};
use super::odds::Options;
use super::witness::{Said, Witness};
use crate::parallel;
use sator_sat::backend::{BackendError, Budget, Config};

/// Values that are tried near the solution before a solver is asked.
const PATIENCE: u32 = 300;

/// Conflicts that a solver is given for a group, and for all of them.
#[derive(Debug, Clone, Copy)]
struct Conflicts {
    each: u64,
    all: u64,
}

/// Before all means are tried, and after.
const FEW: Conflicts = Conflicts { each: 300, all: 30_000 };
const MANY: Conflicts = Conflicts { each: 20_000, all: 300_000 };

/// What is known of a wide component.
#[derive(Debug, Clone)]
pub(super) struct Findings {
    /// A solution: how many variables of each group are true.
    pub(super) solution: Vec<u32>,
    /// Of each group, what is certain.
    pub(super) groups: Vec<Certainty>,
}

/// What is certain of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    /// Its value is that of the solution, all or nothing.
    Fixed,
    /// There is another solution, with so many more truths, in which each of its variables has
    /// another value.
    Open(i64),
    /// That was not found out.
    Unknown,
}

/// What a look at a wide component brings.
pub(super) enum Look {
    /// It has solutions.
    Found(Findings),
    /// It has none.
    Nothing,
    /// There was no time to find one.
    Stopped,
}

/// Finds a solution, and of each group whether there are others, unless that is hard to tell.
pub(super) fn look(component: &Component, options: &Options) -> Result<Look, BackendError> {
    let Some(mut witness) = load(component, options) else { return Ok(Look::Stopped) };
    let solution = match witness.solve(&options.budget)? {
        Said::Solution(solution) => solution,
        Said::Nothing => return Ok(Look::Nothing),
        Said::Stopped => return Ok(Look::Stopped),
    };
    let mut findings = Findings::new(component, solution);
    findings.move_nearby(component, options);
    findings.ask(&mut witness, FEW, &options.budget)?;
    Ok(Look::Found(findings))
}

/// Asks a solver with more patience about groups of which nothing is known yet.
pub(super) fn look_again(
    component: &Component,
    findings: &mut Findings,
    options: &Options,
) -> Result<(), BackendError> {
    if findings.unknown().next().is_some()
        && let Some(mut witness) = load(component, options)
    {
        findings.ask(&mut witness, MANY, &options.budget)?;
    }
    Ok(())
}

/// A solver with the equations, unless there is no time.
fn load<'c>(component: &'c Component, options: &Options) -> Option<Witness<'c>> {
    let Options { solver, threads, seed, budget, .. } = options;
    let config = Config { seed: *seed, threads: Some(*threads), proof: None };
    Witness::new(component, solver, &config, budget).ok()
}

impl Findings {
    /// Variables of a group are alike: where some are true and some false, each is open.
    fn new(component: &Component, solution: Vec<u32>) -> Self {
        let groups = component.groups.iter().zip(&solution).map(|(group, &truths)| {
            let is_mixed = truths > 0 && truths < group.variables.len() as u32;
            if is_mixed { Certainty::Open(0) } else { Certainty::Unknown }
        });
        Self { groups: groups.collect(), solution }
    }

    fn unknown(&self) -> impl Iterator<Item = u32> {
        let is_unknown = |&(_, &it): &(u32, &Certainty)| it == Certainty::Unknown;
        (0..).zip(&self.groups).filter(is_unknown).map(|(group, _)| group)
    }

    /// Looks for other solutions near by.
    fn move_nearby(&mut self, component: &Component, options: &Options) {
        let unknown: Vec<u32> = self.unknown().collect();
        let flips = Flips::new(component, self.solution.clone());
        // A thread knows from what it has found itself which groups it need not try.
        let start = || (flips.clone(), self.groups.clone());
        let stop = || options.budget.exhausted().is_some();
        let moved = parallel::map(&unknown, options.threads, start, |(flips, groups), &group| {
            let at = group as usize;
            if groups[at] == Certainty::Unknown && flips.is_fixed(group) {
                groups[at] = Certainty::Fixed;
            }
            if groups[at] != Certainty::Unknown || stop() {
                return vec![(group, groups[at])];
            }
            let found = match flips.move_off(group, PATIENCE) {
                Moved::Open(others, growth) => {
                    others.into_iter().map(|other| (other, Certainty::Open(growth))).collect()
                }
                Moved::Fixed => vec![(group, Certainty::Fixed)],
                Moved::Unknown => Vec::new(),
            };
            for &(group, certainty) in &found {
                groups[group as usize] = certainty;
            }
            found
        });
        for (group, certainty) in moved.into_iter().flatten() {
            self.note(group, certainty);
        }
    }

    /// Of several solutions the one with the most similar number of truths is kept.
    fn note(&mut self, group: u32, certainty: Certainty) {
        let known = &mut self.groups[group as usize];
        let is_better = match (*known, certainty) {
            (Certainty::Unknown, _) => true,
            (Certainty::Open(known), Certainty::Open(new)) => new.abs() < known.abs(),
            _ => false,
        };
        if is_better {
            *known = certainty;
        }
    }

    /// Asks a solver about the rest, one after another; each solution tells of many.
    fn ask(
        &mut self,
        witness: &mut Witness<'_>,
        conflicts: Conflicts,
        budget: &Budget,
    ) -> Result<(), BackendError> {
        let last = witness.conflicts() + conflicts.all;
        let each = Budget { conflicts: Some(conflicts.each), ..budget.clone() };
        for group in self.unknown().collect::<Vec<_>>() {
            if self.groups[group as usize] != Certainty::Unknown {
                continue;
            }
            if budget.exhausted().is_some() || witness.conflicts() > last {
                break;
            }
            let value = self.solution[group as usize];
            match witness.move_off(group, value, &each)? {
                Said::Solution(other) => self.compare(&other),
                Said::Nothing => {
                    witness.fix(group, value);
                    self.note(group, Certainty::Fixed);
                }
                Said::Stopped => {}
            }
        }
        Ok(())
    }

    fn compare(&mut self, other: &[u32]) {
        let truths = |solution: &[u32]| solution.iter().map(|&it| i64::from(it)).sum::<i64>();
        let growth = truths(other) - truths(&self.solution);
        for group in 0..other.len() as u32 {
            if other[group as usize] != self.solution[group as usize] {
                self.note(group, Certainty::Open(growth));
            }
        }
    }
}
