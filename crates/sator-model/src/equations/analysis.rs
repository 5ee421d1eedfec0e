//! The probability of each variable: the part of all solutions in which it is true.

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::component_analysis::{ComponentAnalysis, Part, PartCount};
use super::frontier::Histogram;
use super::reach;
use super::weights::{Weights, dot, product_of};
use super::{Answer, Fraction, System, Variable};
use sator_sat::backend::{BackendError, Budget, Solver, StopReason};

/// How to analyze or solve a system.
#[derive(Debug, Clone)]
pub struct Options {
    /// The SAT solver for components that are too wide to be counted.
    pub solver: Solver,
    /// The number of threads.
    pub threads: usize,
    /// The largest number of states at one place of the frontier. Components that need more are too
    /// wide to be counted.
    pub most_states: usize,
    /// The random seed of the solver.
    pub seed: Option<u64>,
    /// The limits of the work.
    pub budget: Budget,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            solver: Solver::default(),
            threads: 1,
            most_states: 200_000,
            seed: None,
            budget: Budget::default(),
        }
    }
}

/// The analysis of a system that is not known to have no solution.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The odds of each variable.
    pub cells: Vec<CellOdds>,
    /// The number of solutions, if all could be counted.
    pub solutions: Option<BigUint>,
    /// The components that were not counted.
    pub uncounted: Vec<Uncounted>,
    /// Whether it is certain that there is a solution.
    pub has_solution: bool,
    /// Why the analysis ended early, if it did.
    pub stopped: Option<StopReason>,
}

/// The odds of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellOdds {
    /// The values that it takes in solutions.
    pub state: CellState,
    /// The part of all solutions in which it is true, if they were counted.
    pub probability: Option<Fraction>,
}

/// The values that a variable takes in solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellState {
    /// It is false in all solutions.
    AlwaysFalse,
    /// It is true in all solutions.
    AlwaysTrue,
    /// It is true in some solutions and false in others.
    Open,
    /// The analysis could not tell.
    Unknown,
}

/// The variables of a component that was not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncounted {
    /// The variables, ascending.
    pub variables: Vec<Variable>,
    /// The reason.
    pub reason: UncountedReason,
}

/// Why a component was not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UncountedReason {
    /// Its frontier is too wide in every order that was tried.
    TooWide,
    /// The component was counted, but combining all components to the total is too much work.
    Total,
    /// The budget is used up.
    Stopped,
}

impl CellOdds {
    /// An unknown state.
    pub const UNKNOWN: Self = Self { state: CellState::Unknown, probability: None };
    /// Both values occur, with an unknown probability.
    pub const OPEN: Self = Self { state: CellState::Open, probability: None };

    /// One value in all solutions.
    pub fn certain(value: bool) -> Self {
        Self::exactly(if value { Fraction::one() } else { Fraction::zero() })
    }

    /// A known probability.
    pub fn exactly(probability: Fraction) -> Self {
        let state = match () {
            () if probability.is_zero() => CellState::AlwaysFalse,
            () if probability.is_one() => CellState::AlwaysTrue,
            () => CellState::Open,
        };
        Self { state, probability: Some(probability) }
    }
}

/// Analyzes all solutions, or those with `total` true variables. Returns `None` if there are none.
pub fn analyze(
    system: &System,
    total: Option<usize>,
    options: &Options,
) -> Result<Option<Analysis>, BackendError> {
    let components = ComponentAnalysis::new(system, total.is_some(), false, options)?;
    Ok(components.and_then(|components| match total {
        None => Some(without_total(&components)),
        Some(total) => with_total(&components, total),
    }))
}

/// The fewest and the most true variables of a solution. Returns `None` if that is unknown, or if
/// there is no solution.
pub fn total_range(
    system: &System,
    options: &Options,
) -> Result<Option<RangeInclusive<usize>>, BackendError> {
    let components = ComponentAnalysis::new(system, true, true, options)?;
    Ok(components.and_then(|components| reach::total_range(&components)))
}

/// The largest number of word products for combining all components: they take seconds.
const MOST_PRODUCTS: usize = 1_500_000_000;

fn with_total(components: &ComponentAnalysis<'_>, total: usize) -> Option<Analysis> {
    let histograms = components.parts.iter().map(|part| Some(&part.histograms()?.all));
    let Some(histograms) = histograms.collect::<Option<Vec<_>>>() else {
        return reach::analyze(components, total);
    };
    let numbers: usize = histograms.iter().map(|histogram| histogram.counts.len()).sum();
    let words = components.system.variables() / 64 + 1;
    if numbers.saturating_mul(numbers).saturating_mul(words) > MOST_PRODUCTS {
        return reach::analyze(components, total);
    }
    let left = total.checked_sub(components.truths().count())?;
    let histograms: Vec<Histogram<BigUint>> = histograms.into_iter().cloned().collect();
    let stop = || components.is_stopped();
    match Weights::new(&histograms, components.free().count(), left, &stop) {
        Answer::Found(weights) => Some(weighted(components, &weights)),
        Answer::Impossible => None,
        Answer::Unknown => reach::analyze(components, total),
    }
}

impl Analysis {
    /// The certain variables only.
    pub(super) fn of_certain(components: &ComponentAnalysis<'_>) -> Self {
        let odds = |it| components.known.value(it).map_or(CellOdds::UNKNOWN, CellOdds::certain);
        Self {
            cells: components.variables().map(odds).collect(),
            solutions: None,
            uncounted: Vec::new(),
            has_solution: true,
            stopped: components.options.budget.exhausted(),
        }
    }

    /// Records that a part was not counted.
    pub(super) fn leave_out(&mut self, part: &Part, reason: UncountedReason) {
        let mut variables: Vec<_> = part.component.variables().collect();
        variables.sort_unstable();
        self.uncounted.push(Uncounted { variables, reason });
    }

    /// Sets the odds of several variables.
    pub(super) fn set(&mut self, variables: impl IntoIterator<Item = Variable>, odds: &CellOdds) {
        for variable in variables {
            self.cells[variable as usize].clone_from(odds);
        }
    }
}

fn without_total(components: &ComponentAnalysis<'_>) -> Analysis {
    let mut analysis = Analysis::of_certain(components);
    let mut factors = Vec::new();
    for part in &components.parts {
        match &part.count {
            PartCount::Total(solutions, fractions) => {
                factors.push(solutions.clone());
                for (group, fraction) in part.component.groups.iter().zip(fractions) {
                    let odds = CellOdds::exactly(fraction.clone());
                    analysis.set(group.variables.iter().copied(), &odds);
                }
            }
            PartCount::ByTruths(_) => {}
            PartCount::Uncounted(reason) => {
                analysis.leave_out(part, *reason);
                let is_open = |it: &Variable| components.growth(*it).is_some();
                analysis.set(part.component.variables().filter(is_open), &CellOdds::OPEN);
            }
        }
    }
    analysis.has_solution = components.has_samples();
    analysis.set(components.free(), &CellOdds::exactly(Fraction::new(1_u32, 2_u32)));
    if analysis.uncounted.is_empty() {
        let product = product_of(factors, &|| components.is_stopped());
        analysis.solutions = product.map(|product| product << components.free().count());
    }
    analysis
}

/// The analysis where all parts and the total were counted.
fn weighted(components: &ComponentAnalysis<'_>, weights: &Weights) -> Analysis {
    let mut analysis = Analysis::of_certain(components);
    for (part, weights_of) in components.parts.iter().zip(&weights.of) {
        let Some(counted) = part.histograms() else { continue };
        for (group, with) in part.component.groups.iter().zip(&counted.with) {
            let fraction = Fraction::new(dot(&with.counts, weights_of), weights.sum.clone());
            analysis.set(group.variables.iter().copied(), &CellOdds::exactly(fraction));
        }
    }
    // All free variables have the same probability.
    let whole = &weights.sum * components.free().count().max(1);
    let fraction = Fraction::new(weights.free_truths.clone(), whole);
    analysis.set(components.free(), &CellOdds::exactly(fraction));
    analysis.solutions.clone_from(&weights.solutions);
    analysis
}
