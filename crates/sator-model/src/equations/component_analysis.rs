//! Splits a system into components and counts each; decides the variables of those that are too wide.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::analysis::{Options, UncountedReason};
use super::component::{Component, components, components_of};
use super::elimination::{Elimination, eliminate};
use super::frontier::{self, Counted, Task, Uncountable};
use super::natural::Natural;
use super::wide::{self, GroupState, WideAnalysis};
use super::{
    Answer, Contradiction, EliminationLimits, Fraction, PartialSolution, System, Variable,
};
use crate::parallel;
use sator_sat::backend::BackendError;

/// Words of memory that counting may take for all components together, before and after wide
/// components are analyzed. Each stands for some ten nanoseconds of work.
const WORDS_AT_FIRST: usize = 1_000_000;
const WORDS_AT_LAST: usize = 24_000_000;

/// Words of memory that each component may take.
const WORDS_PER_COMPONENT: usize = 40_000;

/// Coefficients that linear algebra may compute in wide components.
const MOST_COEFFICIENTS: usize = 30_000_000;

/// The largest number of equations for which linear algebra comes first.
const FEW_EQUATIONS: usize = 5_000;

/// The size from which components may take many words.
const LARGE: usize = 48;

/// The number of variables from which counting is shared among threads.
const WORTH_THREADS: usize = 3_000;

/// The analysis of a system, component by component.
pub(super) struct ComponentAnalysis<'s> {
    pub(super) system: &'s System,
    pub(super) options: &'s Options,
    task: Task,
    /// The variables that have one value in all solutions.
    pub(super) known: PartialSolution,
    /// The components of the other variables.
    pub(super) parts: Vec<Part>,
    /// A solution of the components that were too wide, and for each variable a second one.
    pub(super) samples: HashMap<Variable, Sample>,
}

/// A component and its count.
pub(super) struct Part {
    pub(super) component: Component,
    pub(super) count: PartCount,
}

/// The count of a component.
pub(super) enum PartCount {
    /// The number of solutions, and the probability of each group.
    Total(BigUint, Vec<Fraction>),
    /// The numbers of solutions by the number of true variables.
    ByTruths(Counted<BigUint>),
    Uncounted(UncountedReason),
}

/// A variable in a solution of a wide component.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// Its value.
    pub(super) value: bool,
    /// The number of additional true variables in a known solution where it has the other value.
    pub(super) growth: Option<i64>,
}

/// The end of an analysis.
enum Failure {
    NoSolution,
    Backend(BackendError),
}

impl From<Contradiction> for Failure {
    fn from(_: Contradiction) -> Self {
        Self::NoSolution
    }
}

impl From<BackendError> for Failure {
    fn from(error: BackendError) -> Self {
        Self::Backend(error)
    }
}

impl Part {
    fn has_solution(&self) -> bool {
        match &self.count {
            PartCount::Total(solutions, _) => *solutions != BigUint::ZERO,
            PartCount::ByTruths(counted) => !counted.all.counts.is_empty(),
            PartCount::Uncounted(_) => true,
        }
    }

    fn is_uncounted(&self) -> bool {
        matches!(self.count, PartCount::Uncounted(_))
    }

    /// The numbers of solutions by the number of true variables, if they were counted.
    pub(super) fn histograms(&self) -> Option<&Counted<BigUint>> {
        match &self.count {
            PartCount::ByTruths(counted) => Some(counted),
            PartCount::Total(..) | PartCount::Uncounted(_) => None,
        }
    }
}

impl<'s> ComponentAnalysis<'s> {
    /// Analyzes a system; `by_truths` counts by the number of true variables, and `only_possible` only
    /// finds out which of these numbers are possible. Returns `None` if there is no solution.
    pub(super) fn new(
        system: &'s System,
        by_truths: bool,
        only_possible: bool,
        options: &'s Options,
    ) -> Result<Option<Self>, BackendError> {
        let most_states = options.most_states;
        let task = Task { by_truths, only_possible, most_states, words: 0 };
        let known = PartialSolution::new(system);
        let (parts, samples) = (Vec::new(), HashMap::new());
        let mut analysis = Self { system, options, task, known, parts, samples };
        match analysis.run() {
            Ok(()) => Ok(Some(analysis)),
            Err(Failure::NoSolution) => Ok(None),
            Err(Failure::Backend(error)) => Err(error),
        }
    }

    /// All variables.
    pub(super) fn variables(&self) -> impl Iterator<Item = Variable> + use<> {
        0..self.system.variables() as Variable
    }

    /// The variables that are known to be true.
    pub(super) fn truths(&self) -> impl Iterator<Item = Variable> {
        self.variables().filter(|&it| self.known.value(it) == Some(true))
    }

    /// The variables that are in no equation.
    pub(super) fn free(&self) -> impl Iterator<Item = Variable> {
        self.variables().filter(|&it| self.system.occurrences(it).is_empty())
    }

    /// [`Sample::growth`] of a variable, if there is one.
    pub(super) fn growth(&self, variable: Variable) -> Option<i64> {
        self.samples.get(&variable)?.growth
    }

    /// Whether a part has a solution in the samples.
    pub(super) fn is_sampled(&self, part: &Part) -> bool {
        part.component.variables().next().is_some_and(|it| self.samples.contains_key(&it))
    }

    /// Whether every part is counted or has a solution in the samples.
    pub(super) fn has_samples(&self) -> bool {
        self.parts.iter().all(|part| !part.is_uncounted() || self.is_sampled(part))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.options.budget.exhausted().is_some()
    }

    fn run(&mut self) -> Result<(), Failure> {
        let stop = || self.options.budget.exhausted().is_some();
        self.known.propagate(self.system, &stop)?;
        // Linear algebra comes first where it is cheap: it may refute wide components.
        if self.system.equations() <= FEW_EQUATIONS {
            eliminate(self.system, &mut self.known, EliminationLimits::default(), &stop)?;
        }
        self.parts = self.count(components(self.system, &self.known), WORDS_AT_FIRST)?;
        self.analyze_wide()
    }

    /// Counts components with so many words of memory for all together.
    fn count(&self, components: Vec<Component>, words: usize) -> Result<Vec<Part>, Contradiction> {
        let variables: usize = components.iter().map(|it| it.size).sum();
        let threads = if variables < WORTH_THREADS { 1 } else { self.options.threads };
        let large = components.iter().filter(|it| it.size >= LARGE).count();
        let words = (words / large.max(1)).max(WORDS_PER_COMPONENT);
        let counts =
            parallel::map(&components, threads, || (), |(), it| self.count_component(it, words));
        let parts = components.into_iter().zip(counts);
        let parts: Vec<_> = parts.map(|(component, count)| Part { component, count }).collect();
        if parts.iter().all(Part::has_solution) { Ok(parts) } else { Err(Contradiction) }
    }

    /// Counts with the smallest type of numbers that suffices: if the number of all solutions is
    /// exact, then so are all others, which are parts of it.
    fn count_component(&self, component: &Component, words: usize) -> PartCount {
        let mut count = Err(Uncountable::TooLarge);
        if component.size < 64 || self.task.only_possible {
            count = self.count_with::<u64>(component, words);
        }
        if matches!(count, Err(Uncountable::TooLarge)) {
            count = self.count_with::<u128>(component, words);
        }
        if matches!(count, Err(Uncountable::TooLarge)) {
            count = self.count_with::<BigUint>(component, words);
        }
        count.unwrap_or_else(|_| {
            let is_stopped = self.is_stopped();
            let reason =
                if is_stopped { UncountedReason::Stopped } else { UncountedReason::TooWide };
            PartCount::Uncounted(reason)
        })
    }

    fn count_with<N: Natural>(
        &self,
        component: &Component,
        words: usize,
    ) -> Result<PartCount, Uncountable> {
        let stop = || self.is_stopped();
        let task = Task { words, ..self.task };
        let counted = frontier::count::<N>(component, task, &stop)?;
        if self.task.by_truths {
            return Ok(PartCount::ByTruths(counted.into_big()));
        }
        let Counted { all, with } = counted.into_big();
        let all = all.counts.into_iter().next().unwrap_or_default();
        let fraction =
            |with: Vec<BigUint>| Some(Fraction::new(with.into_iter().next()?, all.clone()));
        let fractions = with.into_iter().filter_map(|with| fraction(with.counts)).collect();
        Ok(PartCount::Total(all, fractions))
    }

    /// Decides variables of components that could not be counted, and counts the smaller components
    /// that are left.
    fn analyze_wide(&mut self) -> Result<(), Failure> {
        let (wide, counted): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.parts).into_iter().partition(Part::is_uncounted);
        self.parts = counted;
        if wide.is_empty() || self.is_stopped() {
            self.parts.extend(wide);
            return Ok(());
        }
        let variables: Vec<Variable> =
            wide.iter().flat_map(|part| part.component.variables()).collect();
        self.eliminate(&wide)?;
        for component in components_of(self.system, &self.known, variables.iter().copied()) {
            match wide::analyze(&component, self.options)? {
                Answer::Found(analysis) => self.record(&component, &analysis),
                Answer::Impossible => return Err(Failure::NoSolution),
                Answer::Unknown => {}
            }
        }
        let left = components_of(self.system, &self.known, variables);
        for part in self.count(left, WORDS_AT_LAST)? {
            if part.is_uncounted()
                && let Some(mut analysis) = self.recorded(&part.component)
            {
                // Variables that are decided now stay in their component.
                wide::refine(&part.component, &mut analysis, self.options)?;
                self.record(&part.component, &analysis);
            }
            self.parts.push(part);
        }
        Ok(())
    }

    /// The recorded analysis of a component, if it has a solution.
    fn recorded(&self, component: &Component) -> Option<WideAnalysis> {
        let (mut solution, mut groups) = (Vec::new(), Vec::new());
        for group in &component.groups {
            let samples =
                group.variables.iter().map(|variable| self.samples.get(variable).copied());
            let samples: Vec<Sample> = samples.collect::<Option<_>>()?;
            solution.push(samples.iter().filter(|sample| sample.value).count() as u32);
            let growth = samples.iter().find_map(|sample| sample.growth);
            groups.push(growth.map_or(GroupState::Unknown, GroupState::Open));
        }
        Some(WideAnalysis { solution, groups })
    }

    /// Fixes variables of wide components by linear algebra.
    fn eliminate(&mut self, wide: &[Part]) -> Result<(), Contradiction> {
        let stop = || self.options.budget.exhausted().is_some();
        let mut work = MOST_COEFFICIENTS;
        for Part { component, .. } in wide {
            for (group, value) in Elimination::new(component).run(&mut work, &stop)? {
                for &variable in &component.groups[group as usize].variables {
                    self.known.assign(self.system, variable, value > 0)?;
                }
            }
        }
        self.known.propagate(self.system, &stop)
    }

    /// Records the analysis of a wide component.
    fn record(&mut self, component: &Component, analysis: &WideAnalysis) {
        let found = analysis.solution.iter().zip(&analysis.groups);
        for (group, (&truths, &state)) in component.groups.iter().zip(found) {
            let growth = match state {
                GroupState::Open(growth) => Some(growth),
                GroupState::Fixed | GroupState::Unknown => None,
            };
            for (place, &variable) in (0..).zip(&group.variables) {
                let value = place < truths;
                self.samples.insert(variable, Sample { value, growth });
                if state == GroupState::Fixed {
                    // The solution has all these values, so that there is no contradiction.
                    let _ = self.known.assign(self.system, variable, value);
                }
            }
        }
    }
}
