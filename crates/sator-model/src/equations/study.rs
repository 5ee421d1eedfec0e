//! Cuts a system into parts and counts them; where a part is too wide, finds out what is certain.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::component::{Component, components, components_of};
use super::elimination::{Elimination, eliminate};
use super::frontier::{self, Counted, Task, Uncountable};
use super::natural::Natural;
use super::odds::{Options, Why};
use super::wide::{self, Certainty, Findings, Look};
use super::{Algebra, Contradiction, Fraction, Knowledge, System, Variable};
use crate::parallel;
use sator_sat::backend::BackendError;

/// Label of memory that counting may take for all components together, at first and after a closer
/// look; each is some ten nanoseconds of work.
const AT_FIRST: usize = 1_000_000;
const AT_LAST: usize = 24_000_000;

/// Label that are no matter for any component.
const FEW: usize = 40_000;

/// Coefficients that linear algebra may compute in wide components.
const ALGEBRA: usize = 30_000_000;

/// Systems with no more equations are small.
const FEW_EQUATIONS: usize = 5_000;

/// Components of fewer variables seldom take many words.
const LARGE: usize = 48;

/// Components of so many variables together are worth threads.
const WORTH_THREADS: usize = 3_000;

/// What is found out of a system.
pub(super) struct Study<'s> {
    pub(super) system: &'s System,
    pub(super) options: &'s Options,
    task: Task,
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
    /// Finds out what there is to know; by the number of truths, if that matters, and only which of
    /// these are possible, if that is enough. None if there is no solution.
    pub(super) fn of(
        system: &'s System,
        by_truths: bool,
        is_rough: bool,
        options: &'s Options,
    ) -> Result<Option<Self>, BackendError> {
        let most_states = options.most_states;
        let task = Task { by_truths, is_rough, most_states, words: 0 };
        let known = Knowledge::new(system);
        let (parts, near) = (Vec::new(), HashMap::new());
        let mut study = Self { system, options, task, known, parts, near };
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
        let stop = || self.options.budget.exhausted().is_some();
        self.known.settle(self.system, &stop)?;
        // Where it is cheap, linear algebra comes first: what it refutes may be wide.
        if self.system.equations() <= FEW_EQUATIONS {
            eliminate(self.system, &mut self.known, Algebra::default(), &stop)?;
        }
        self.parts = self.count(components(self.system, &self.known), AT_FIRST)?;
        Ok(())
    }

    /// Counts components with so many words for all together; what takes more is left out.
    fn count(&self, components: Vec<Component>, words: usize) -> Result<Vec<Part>, Contradiction> {
        let variables: usize = components.iter().map(|it| it.size).sum();
        let threads = if variables < WORTH_THREADS { 1 } else { self.options.threads };
        let large = components.iter().filter(|it| it.size >= LARGE).count();
        let share = (words / large.max(1)).max(FEW);
        let tallies = parallel::map(&components, threads, || (), |(), it| self.tally(it, share));
        let parts = components.into_iter().zip(tallies);
        let parts: Vec<_> = parts.map(|(component, tally)| Part { component, tally }).collect();
        if parts.iter().all(Part::has_solution) { Ok(parts) } else { Err(Contradiction) }
    }

    /// Counts with the smallest numbers that suffice: where the number of all solutions is exact, so
    /// is every other that takes part in it.
    fn tally(&self, component: &Component, words: usize) -> Tally {
        let mut tally = Err(Uncountable::TooLarge);
        if component.size < 64 || self.task.is_rough {
            tally = self.tally_with::<u64>(component, words);
        }
        if matches!(tally, Err(Uncountable::TooLarge)) {
            tally = self.tally_with::<u128>(component, words);
        }
        if matches!(tally, Err(Uncountable::TooLarge)) {
            tally = self.tally_with::<BigUint>(component, words);
        }
        let why = || if self.is_stopped() { Why::Stopped } else { Why::TooWide };
        tally.unwrap_or_else(|_| Tally::Not(why()))
    }

    fn tally_with<N: Natural>(
        &self,
        component: &Component,
        words: usize,
    ) -> Result<Tally, Uncountable> {
        let stop = || self.is_stopped();
        let task = Task { words, ..self.task };
        let counted = frontier::count::<N>(component, task, &stop)?;
        if self.task.by_truths {
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
        let variables: Vec<Variable> =
            wide.iter().flat_map(|part| part.component.variables()).collect();
        if self.eliminate(&wide).is_err() {
            return Ok(Err(Contradiction));
        }
        for component in components_of(self.system, &self.known, variables.iter().copied()) {
            match wide::look(&component, self.options)? {
                Look::Found(findings) => self.take_in(&component, &findings),
                Look::Nothing => return Ok(Err(Contradiction)),
                Look::Stopped => {}
            }
        }
        let left = components_of(self.system, &self.known, variables);
        let Ok(parts) = self.count(left, AT_LAST) else { return Ok(Err(Contradiction)) };
        for part in parts {
            if part.is_uncounted() {
                self.look_again(&part.component)?;
            }
            self.parts.push(part);
        }
        Ok(Ok(()))
    }

    /// Asks once more where counting failed again. What is found stays part of the component.
    fn look_again(&mut self, component: &Component) -> Result<(), BackendError> {
        if let Some(mut findings) = self.findings(component) {
            wide::look_again(component, &mut findings, self.options)?;
            self.take_in(component, &findings);
        }
        Ok(())
    }

    /// What was found of a component so far, if a solution was.
    fn findings(&self, component: &Component) -> Option<Findings> {
        let (mut solution, mut groups) = (Vec::new(), Vec::new());
        for group in &component.groups {
            let near = group.variables.iter().map(|variable| self.near.get(variable).copied());
            let near: Vec<Near> = near.collect::<Option<_>>()?;
            solution.push(near.iter().filter(|near| near.value).count() as u32);
            let growth = near.iter().find_map(|near| near.growth);
            groups.push(growth.map_or(Certainty::Unknown, Certainty::Open));
        }
        Some(Findings { solution, groups })
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

    /// Notes what was found of a wide component.
    fn take_in(&mut self, component: &Component, findings: &Findings) {
        let found = findings.solution.iter().zip(&findings.groups);
        for (group, (&truths, &certainty)) in component.groups.iter().zip(found) {
            let growth = match certainty {
                Certainty::Open(growth) => Some(growth),
                Certainty::Fixed | Certainty::Unknown => None,
            };
            for (place, &variable) in (0..).zip(&group.variables) {
                let value = place < truths;
                self.near.insert(variable, Near { value, growth });
                if certainty == Certainty::Fixed {
                    // The solution has all these values, so that they contradict nothing.
                    let _ = self.known.learn(self.system, variable, value);
                }
            }
        }
    }
}
