//! In which part of all solutions each variable is true, and what is certain.

use std::ops::RangeInclusive;

use num_bigint::BigUint;

use super::frontier::Spectrum;
use super::reach;
use super::study::{Part, Study, Tally};
use super::weights::{Made, Weights, dot, make_up, product_of};
use super::{Fraction, System, Variable};
use sator_sat::backend::{BackendError, Budget, Solver, StopReason};

/// How to go about it.
#[derive(Debug, Clone)]
pub struct Options {
    /// Who is asked about what is too wide to be counted.
    pub solver: Solver,
    /// How many threads may work.
    pub threads: usize,
    /// What is too wide to be counted: what would need more states than this at once.
    pub most_states: usize,
    /// Where chance begins, for solvers that use it.
    pub seed: Option<u64>,
    /// How long.
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

/// What is known of the variables of a system. It has a solution, unless that is not known either.
#[derive(Debug, Clone)]
pub struct Odds {
    /// Of each variable.
    pub chances: Vec<Chance>,
    /// How many solutions there are, if all could be counted.
    pub solutions: Option<BigUint>,
    /// Variables that depend on each other and were not counted.
    pub uncounted: Vec<Uncounted>,
    /// Whether it is certain that there is a solution.
    pub has_solution: bool,
    /// Why the work ended early, if it did.
    pub stopped: Option<StopReason>,
}

/// What is known of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// What is certain.
    pub fate: Fate,
    /// In which part of all solutions it is true; not known where these were not counted.
    pub odds: Option<Fraction>,
}

/// What is certain of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is false in all solutions.
    Never,
    /// It is true in all solutions.
    Always,
    /// It is true in some solutions and false in others.
    Open,
    /// That was not found out.
    Unknown,
}

/// Variables that were not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncounted {
    /// The variables, ascending.
    pub variables: Vec<Variable>,
    /// Why not.
    pub why: Why,
}

/// Why variables were not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Too many equations are under way at once, whatever the order.
    TooWide,
    /// Each part could be counted, but not how they make up the total together.
    Total,
    /// There was no time.
    Stopped,
}

impl Chance {
    pub(super) const UNKNOWN: Self = Self { fate: Fate::Unknown, odds: None };
    pub(super) const OPEN: Self = Self { fate: Fate::Open, odds: None };

    /// It has this value in all solutions.
    pub fn certain(value: bool) -> Self {
        Self::exactly(if value { Fraction::one() } else { Fraction::zero() })
    }

    fn exactly(odds: Fraction) -> Self {
        let fate = match () {
            () if odds.is_zero() => Fate::Never,
            () if odds.is_one() => Fate::Always,
            () => Fate::Open,
        };
        Self { fate, odds: Some(odds) }
    }
}

/// Works out the odds of each variable, in all solutions or in those with a total of truths. None
/// if there is no solution.
pub fn odds(
    system: &System,
    total: Option<usize>,
    options: &Options,
) -> Result<Option<Odds>, BackendError> {
    let Some(study) = Study::of(system, total.is_some(), false, options)? else { return Ok(None) };
    Ok(match total {
        None => Some(without_total(&study)),
        Some(total) => with_total(&study, total),
    })
}

/// The fewest and the most truths that a solution can have. None if that is not known, or if there
/// is no solution.
pub fn truths(
    system: &System,
    options: &Options,
) -> Result<Option<RangeInclusive<usize>>, BackendError> {
    let study = Study::of(system, true, true, options)?;
    Ok(study.and_then(|study| reach::range(&study)))
}

/// Products of spectra of so many numbers, of so many bits, take seconds.
const MOST_PRODUCTS: usize = 1_500_000_000;

fn with_total(study: &Study<'_>, total: usize) -> Option<Odds> {
    let spectra = study.parts.iter().map(|part| Some(&part.spectra()?.all));
    let Some(spectra) = spectra.collect::<Option<Vec<_>>>() else {
        return reach::odds(study, total);
    };
    let numbers: usize = spectra.iter().map(|spectrum| spectrum.ways.len()).sum();
    let limbs = study.system.variables() / 64 + 1;
    if numbers.saturating_mul(numbers).saturating_mul(limbs) > MOST_PRODUCTS {
        return reach::odds(study, total);
    }
    let left = total.checked_sub(study.truths().count())?;
    let spectra: Vec<Spectrum<BigUint>> = spectra.into_iter().cloned().collect();
    let stop = || study.options.budget.exhausted().is_some();
    match make_up(&spectra, study.free().count(), left, &stop) {
        Made::Up(weights) => Some(weighed(study, &weights)),
        Made::Never => None,
        Made::Stopped => reach::odds(study, total),
    }
}

impl Odds {
    /// Notes that a part was not counted.
    pub(super) fn leave_out(&mut self, part: &Part, why: Why) {
        let mut variables: Vec<_> = part.component.variables().collect();
        variables.sort_unstable();
        self.uncounted.push(Uncounted { variables, why });
    }
}

impl Study<'_> {
    /// The variables that are known to be true.
    pub(super) fn truths(&self) -> impl Iterator<Item = Variable> {
        let variables = 0..self.system.variables() as Variable;
        variables.filter(|&it| self.known.value(it) == Some(true))
    }

    /// The variables of no equation.
    pub(super) fn free(&self) -> impl Iterator<Item = Variable> {
        let variables = 0..self.system.variables() as Variable;
        variables.filter(|&it| self.system.occurrences(it).is_empty())
    }

    /// Begins with what is certain.
    pub(super) fn start(&self) -> Odds {
        let variables = 0..self.system.variables() as Variable;
        let chance = |it| self.known.value(it).map_or(Chance::UNKNOWN, Chance::certain);
        Odds {
            chances: variables.map(chance).collect(),
            solutions: None,
            uncounted: Vec::new(),
            has_solution: true,
            stopped: self.options.budget.exhausted(),
        }
    }
}

fn without_total(study: &Study<'_>) -> Odds {
    let mut odds = study.start();
    let mut solutions = BigUint::from(1_u32);
    let mut factors = Vec::new();
    for part in &study.parts {
        match &part.tally {
            Tally::Plain(solutions, fractions) => {
                factors.push(solutions.clone());
                for (group, fraction) in part.component.groups.iter().zip(fractions) {
                    for &variable in &group.variables {
                        odds.chances[variable as usize] = Chance::exactly(fraction.clone());
                    }
                }
            }
            Tally::ByTruths(_) => {}
            Tally::Not(why) => {
                odds.leave_out(part, *why);
                for variable in part.component.variables() {
                    let is_open = study.near.get(&variable).is_some_and(|it| it.growth.is_some());
                    if is_open {
                        odds.chances[variable as usize] = Chance::OPEN;
                    }
                }
            }
        }
    }
    // Where nothing is near, nothing is known of solutions.
    odds.has_solution = study.has_samples();
    for variable in study.free() {
        solutions <<= 1;
        let half = Fraction::new(1_u32, 2_u32);
        odds.chances[variable as usize] = Chance::exactly(half);
    }
    if odds.uncounted.is_empty() {
        let stop = || study.options.budget.exhausted().is_some();
        odds.solutions = product_of(factors, &stop).map(|product| product * solutions);
    }
    odds
}

/// The odds where all parts and the total were counted.
fn weighed(study: &Study<'_>, weights: &Weights) -> Odds {
    let mut odds = study.start();
    for (part, weights_of) in study.parts.iter().zip(&weights.of) {
        let Some(counted) = part.spectra() else { continue };
        for (group, with) in part.component.groups.iter().zip(&counted.with) {
            let chance =
                Chance::exactly(Fraction::new(dot(&with.ways, weights_of), weights.sum.clone()));
            for &variable in &group.variables {
                odds.chances[variable as usize] = chance.clone();
            }
        }
    }
    // Each of the free is true as often as any other.
    let free: Vec<Variable> = study.free().collect();
    let whole = &weights.sum * free.len().max(1);
    let chance = Chance::exactly(Fraction::new(weights.free_truths.clone(), whole));
    for variable in free {
        odds.chances[variable as usize] = chance.clone();
    }
    odds.solutions.clone_from(&weights.ways);
    odds
}
