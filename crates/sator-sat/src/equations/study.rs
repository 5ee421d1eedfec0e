//! Cuts a system into parts and counts them; where a part is too wide, finds out what is certain.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::component::{Component, components, components_of};
use super::elimination::Elimination;
use super::frontier::{self, Counted, Effort, TooWide};
use super::natural::Natural;
use super::odds::{Options, Why};
use super::wide::{self, Certainty, Findings, Look};
use super::{Contradiction, Fraction, Knowledge, System, Variable, parallel};
use crate::backend::BackendError;

/// Numbers that counting a component may hold at once.
const MOST_NUMBERS: usize = 12_000_000;

/// Coefficients that linear algebra may compute in wide components.
const ALGEBRA: usize = 30_000_000;

/// Components of so many variables together are worth threads.
const WORTH_THREADS: usize = 3_000;

/// What is found out of a system.
pub(super) struct Study<'s> {
    pub(super) system: &'s System,
    pub(super) options: &'s Options,
    by_truths: bool,
    /// What has one value in all solutions.
    pub(super) known: Knowledge,
    /// The components of the rest.
    pub(super) parts: Vec<Part>,
    /// What is known of the variables of components that were too wide.
    pub(super) near: HashMap<Variable, Near>,
}

/// A component, and how far it is counted.
pub(super) struct Part {
    pub(super) component: Component,
    pub(super) tally: Tally,
}

/// How far a component is counted.
pub(super) enum Tally {
    /// How many solutions there are, and the odds of each group.
    Plain(BigUint, Vec<Fraction>),
    /// The same by the number of truths.
    ByTruths(Counted<BigUint>),
    /// Not at all.
    Not(Why),
}

/// A variable in a solution of a wide component.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    /// Its value there.
    pub(super) value: bool,
    /// It has the other value in a solution with so many more truths, if one is known.
    pub(super) growth: Option<i64>,
}

impl Part {
    fn has_solution(&self) -> bool {
        match &self.tally {
            Tally::Plain(solutions, _) => *solutions != BigUint::ZERO,
            Tally::ByTruths(counted) => !counted.all.ways.is_empty(),
            Tally::Not(_) => true,
        }
    }

    fn is_uncounted(&self) -> bool {
        matches!(self.tally, Tally::Not(_))
    }

    /// Its solutions by the number of truths, if they were counted.
    pub(super) fn spectra(&self) -> Option<&Counted<BigUint>> {
        match &self.tally {
            Tally::ByTruths(counted) => Some(counted),
            Tally::Plain(..) | Tally::Not(_) => None,
        }
    }
}

impl<'s> Study<'s> {
    /// Finds out what there is to know; by the number of truths, if that matters. None if there is
    /// no solution.
    pub(super) fn of(
        system: &'s System,
        by_truths: bool,
        options: &'s Options,
    ) -> Result<Option<Self>, BackendError> {
        let known = Knowledge::new(system);
        let (parts, near) = (Vec::new(), HashMap::new());
        let mut study = Self { system, options, by_truths, known, parts, near };
        let has_solution = study.begin().is_ok() && study.look_at_wide()?.is_ok();
        Ok(has_solution.then_some(study))
    }

    /// Whether a part is of a component that was too wide, so that a solution of it is known.
    pub(super) fn is_near(&self, part: &Part) -> bool {
        part.component.variables().next().is_some_and(|it| self.near.contains_key(&it))
    }

    /// Whether every part has a solution for sure.
    pub(super) fn has_samples(&self) -> bool {
        self.parts.iter().all(|part| !part.is_uncounted() || self.is_near(part))
    }

    fn is_stopped(&self) -> bool {
        self.options.budget.exhausted().is_some()
    }

    fn begin(&mut self) -> Result<(), Contradiction> {
        self.known.settle(self.system, &|| self.options.budget.exhausted().is_some())?;
        self.parts = self.count(components(self.system, &self.known))?;
        Ok(())
    }

    fn count(&self, components: Vec<Component>) -> Result<Vec<Part>, Contradiction> {
        let variables: usize = components.iter().map(|it| it.size).sum();
        let threads = if variables < WORTH_THREADS { 1 } else { self.options.threads };
        let tallies = parallel::map(&components, threads, || (), |(), it| self.tally(it));
        let parts = components.into_iter().zip(tallies);
        let parts: Vec<_> =
            parts.map(|(component, tally)| Part { component, tally }).collect();
        if parts.iter().all(Part::has_solution) { Ok(parts) } else { Err(Contradiction) }
    }

    /// Counts with the smallest numbers that are sure to suffice: there are at most two to the
    /// power of the variables.
    fn tally(&self, component: &Component) -> Tally {
        let tally = match component.size {
            0..64 => self.tally_with::<u64>(component),
            64..128 => self.tally_with::<u128>(component),
            _ => self.tally_with::<BigUint>(component),
        };
        let why = || if self.is_stopped() { Why::Stopped } else { Why::TooWide };
        tally.unwrap_or_else(|TooWide| Tally::Not(why()))
    }

    fn tally_with<N: Natural>(&self, component: &Component) -> Result<Tally, TooWide> {
        let stop = || self.is_stopped();
        let effort = Effort { states: self.options.most_states, numbers: MOST_NUMBERS };
        let counted = frontier::count::<N>(component, self.by_truths, effort, &stop)?;
        if self.by_truths {
            return Ok(Tally::ByTruths(counted.into_big()));
        }
        let Some(all) = counted.all.ways.first() else {
            return Ok(Tally::Plain(BigUint::ZERO, Vec::new()));
        };
        let odds = counted.with.iter().map(|with| N::fraction(&with.ways[0], all)).collect();
        Ok(Tally::Plain(all.clone().into_big(), odds))
    }

    /// Finds out what is certain where counting failed, and counts what falls apart by that.
    fn look_at_wide(&mut self) -> Result<Result<(), Contradiction>, BackendError> {
        let (wide, counted): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.parts).into_iter().partition(Part::is_uncounted);
        self.parts = counted;
        if wide.is_empty() || self.is_stopped() {
            self.parts.extend(wide);
            return Ok(Ok(()));
        }
        let parts = match self.eliminate(&wide) {
            Ok(()) => self.count(components_of(self.system, &self.known, variables(&wide))),
            Err(contradiction) => Err(contradiction),
        };
        let (wide, counted): (Vec<_>, Vec<_>) = match parts {
            Ok(parts) => parts.into_iter().partition(Part::is_uncounted),
            Err(contradiction) => return Ok(Err(contradiction)),
        };
        self.parts.extend(counted);
        for part in wide {
            match wide::look(&part.component, self.options)? {
                Look::Found(findings) => self.take_in(part, &findings),
                Look::Nothing => return Ok(Err(Contradiction)),
                Look::Stopped => {
                    self.parts.push(Part { tally: Tally::Not(Why::Stopped), ..part });
                }
            }
        }
        Ok(Ok(()))
    }

    /// Learns what linear algebra says about components.
    fn eliminate(&mut self, wide: &[Part]) -> Result<(), Contradiction> {
        let stop = || self.options.budget.exhausted().is_some();
        let mut work = ALGEBRA;
        for Part { component, .. } in wide {
            for (group, value) in Elimination::new(component).run(&mut work, &stop)? {
                for &variable in &component.groups[group as usize].variables {
                    self.known.learn(self.system, variable, value > 0)?;
                }
            }
        }
        self.known.settle(self.system, &stop)
    }

    /// Notes what was found of a wide component, and counts what is left where that can be done
    /// now.
    fn take_in(&mut self, wide: Part, findings: &Findings) {
        let mut is_smaller = false;
        for (number, group) in wide.component.groups.iter().enumerate() {
            let (truths, certainty) = (findings.solution[number], findings.groups[number]);
            let growth = match certainty {
                Certainty::Open(growth) => Some(growth),
                Certainty::Fixed | Certainty::Unknown => None,
            };
            for (place, &variable) in (0..).zip(&group.variables) {
                let value = place < truths;
                self.near.insert(variable, Near { value, growth });
                if certainty == Certainty::Fixed {
                    is_smaller = true;
                    // The solution has all these values, so that they contradict nothing.
                    let _ = self.known.learn(self.system, variable, value);
                }
            }
        }
        let left = components_of(self.system, &self.known, wide.component.variables());
        // There is a solution: it was found.
        match if is_smaller { self.count(left) } else { Err(Contradiction) } {
            Ok(parts) => self.parts.extend(parts),
            Err(Contradiction) => self.parts.push(wide),
        }
    }
}

fn variables(parts: &[Part]) -> impl Iterator<Item = Variable> {
    parts.iter().flat_map(|part| part.component.variables())
}
