//! One solution, component by component: each is small, however large the whole.

use num_bigint::BigUint;

use super::component::{Component, components};
use super::frontier::{self, Spectrum};
use super::odds::Options;
use super::study::{Part, Study};
use super::witness::{Said, Witness};
use super::{Algebra, Knowledge, System, elimination};
use crate::parallel;
use sator_sat::backend::{BackendError, Config};

/// What looking for a solution came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The value of each variable.
    Solution(Vec<bool>),
    /// There is none.
    Nothing,
    /// That is not known: it was stopped, or it is not a matter of components.
    Unknown,
}

/// Looks for a solution, with a total of truths if that is given.
pub fn solution(
    system: &System,
    total: Option<usize>,
    options: &Options,
) -> Result<Found, BackendError> {
    let Some(total) = total else {
        return without_total(system, options);
    };
    let Some(study) = Study::of(system, true, true, options)? else { return Ok(Found::Nothing) };
    let Some(mut values) = study.samples() else { return Ok(Found::Unknown) };
    let others: Vec<&Part> = study.parts.iter().filter(|part| !study.is_near(part)).collect();
    let taken = values.iter().filter(|value| **value == Some(true)).count();
    let Some(shares) = shares(&study, &others, total, taken) else { return Ok(Found::Unknown) };
    let tasks: Vec<_> =
        others.iter().zip(shares).map(|(it, share)| (&it.component, share)).collect();
    // Other shares might do: that these do not is no proof.
    if fill(&tasks, options, &mut values)?.is_some() {
        return Ok(Found::Unknown);
    }
    let taken = values.iter().filter(|value| **value == Some(true)).count();
    let free = values.iter_mut().filter(|value| value.is_none());
    for (place, value) in free.enumerate() {
        *value = Some(place < total.saturating_sub(taken));
    }
    Ok(Found::Solution(values.into_iter().map(|value| value == Some(true)).collect()))
}

fn without_total(system: &System, options: &Options) -> Result<Found, BackendError> {
    let stop = || options.budget.exhausted().is_some();
    let mut known = Knowledge::new(system);
    let Ok(()) = elimination::eliminate(system, &mut known, Algebra::default(), &stop) else {
        return Ok(Found::Nothing);
    };
    let components = components(system, &known);
    let tasks: Vec<_> = components.iter().map(|component| (component, None)).collect();
    let mut values: Vec<_> = (0..system.variables() as u32).map(|it| known.value(it)).collect();
    if let Some(ended) = fill(&tasks, options, &mut values)? {
        return Ok(ended);
    }
    Ok(Found::Solution(values.into_iter().map(|value| value == Some(true)).collect()))
}

impl Study<'_> {
    /// What is known, and the solutions of parts that were too wide to be counted; none if such a
    /// part has no solution yet.
    fn samples(&self) -> Option<Vec<Option<bool>>> {
        let variables = 0..self.system.variables() as u32;
        let near = |it| self.near.get(&it).map(|near| near.value);
        let values = variables.map(|it| near(it).or(self.known.value(it))).collect();
        self.has_samples().then_some(values)
    }
}

/// How many truths each part is to have, so that together with free variables they make up a total
/// of which some are taken: as many as may be, one after another.
fn shares(
    study: &Study<'_>,
    parts: &[&Part],
    total: usize,
    taken: usize,
) -> Option<Vec<Option<usize>>> {
    let spectra: Vec<&Spectrum<BigUint>> =
        parts.iter().map(|part| part.spectra().map(|it| &it.all)).collect::<Option<_>>()?;
    let least: usize = spectra.iter().map(|spectrum| spectrum.least).sum();
    let mut left = total.checked_sub(taken + least)?;
    let mut shares = Vec::with_capacity(spectra.len());
    for spectrum in spectra {
        let most = left.min(spectrum.ways.len() - 1);
        let is_possible = |more: &usize| spectrum.ways[*more] != BigUint::ZERO;
        let more = (0..=most).rev().find(is_possible).unwrap_or(0);
        left -= more;
        shares.push(Some(spectrum.least + more));
    }
    (left <= study.free().count()).then_some(shares)
}

/// Finds a solution of each component, with so many truths if that is said. Gives the end if there
/// is one.
fn fill(
    tasks: &[(&Component, Option<usize>)],
    options: &Options,
    values: &mut [Option<bool>],
) -> Result<Option<Found>, BackendError> {
    let start = || ();
    let found = parallel::map(tasks, options.threads, start, |(), (component, truths)| {
        solve(component, *truths, options)
    });
    for ((component, _), said) in tasks.iter().zip(found) {
        match said? {
            Said::Solution(solution) => {
                for (group, truths) in component.groups.iter().zip(solution) {
                    for (place, &variable) in (0..).zip(&group.variables) {
                        values[variable as usize] = Some(place < truths);
                    }
                }
            }
            Said::Nothing => return Ok(Some(Found::Nothing)),
            Said::Stopped => return Ok(Some(Found::Unknown)),
        }
    }
    Ok(None)
}

fn solve(
    component: &Component,
    truths: Option<usize>,
    options: &Options,
) -> Result<Said, BackendError> {
    let stop = || options.budget.exhausted().is_some();
    if let Some(truths) = truths
        && let Ok(found) = frontier::find(component, truths, options.most_states, &stop)
    {
        return Ok(found.map_or(Said::Nothing, Said::Solution));
    }
    // Components take turns on the threads, so each has one.
    let config = Config { seed: options.seed, threads: Some(1), proof: None };
    let witness = Witness::new(component, &options.solver, &config, &options.budget);
    let Ok(mut witness) = witness else { return Ok(Said::Stopped) };
    if let Some(truths) = truths {
        witness.demand(truths);
    }
    witness.solve(&options.budget)
}
