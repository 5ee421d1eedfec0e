//! One solution of a system, component by component.

use num_bigint::BigUint;

use super::analysis::Options;
use super::component::{Component, components};
use super::component_analysis::{ComponentAnalysis, Part};
use super::component_solver::ComponentSolver;
use super::frontier::{self, Histogram};
use super::{Answer, EliminationLimits, PartialSolution, System, eliminate};
use crate::parallel;
use sator_sat::backend::{BackendError, Config};

/// Finds a solution, with `total` true variables if that is given: the value of each variable.
pub fn solve(
    system: &System,
    total: Option<usize>,
    options: &Options,
) -> Result<Answer<Vec<bool>>, BackendError> {
    let Some(total) = total else {
        return without_total(system, options);
    };
    let Some(analysis) = ComponentAnalysis::new(system, true, true, options)? else {
        return Ok(Answer::Impossible);
    };
    if !analysis.has_samples() {
        return Ok(Answer::Unknown);
    }
    let sample = |it| analysis.samples.get(&it).map(|sample| sample.value);
    let values = analysis.variables().map(|it| sample(it).or(analysis.known.value(it)));
    let mut values: Vec<_> = values.collect();
    let others: Vec<&Part> = analysis.parts.iter().filter(|it| !analysis.is_sampled(it)).collect();
    let Some(totals) = totals(&analysis, &others, total, truths(&values)) else {
        return Ok(Answer::Unknown);
    };
    let tasks: Vec<_> =
        others.iter().zip(totals).map(|(it, total)| (&it.component, Some(total))).collect();
    // Other totals of the components may have a solution, so that a failure is no proof.
    if fill(&tasks, options, &mut values)? != Answer::Found(()) {
        return Ok(Answer::Unknown);
    }
    let left = total.saturating_sub(truths(&values));
    for (place, value) in values.iter_mut().filter(|value| value.is_none()).enumerate() {
        *value = Some(place < left);
    }
    Ok(Answer::Found(values.into_iter().map(|value| value == Some(true)).collect()))
}

fn without_total(system: &System, options: &Options) -> Result<Answer<Vec<bool>>, BackendError> {
    let stop = || options.budget.exhausted().is_some();
    let mut known = PartialSolution::new(system);
    if eliminate(system, &mut known, EliminationLimits::default(), &stop).is_err() {
        return Ok(Answer::Impossible);
    }
    let components = components(system, &known);
    let tasks: Vec<_> = components.iter().map(|component| (component, None)).collect();
    let mut values: Vec<_> = (0..system.variables() as u32).map(|it| known.value(it)).collect();
    Ok(match fill(&tasks, options, &mut values)? {
        Answer::Found(()) => {
            Answer::Found(values.into_iter().map(|value| value == Some(true)).collect())
        }
        Answer::Impossible => Answer::Impossible,
        Answer::Unknown => Answer::Unknown,
    })
}

/// The number of values that are true.
fn truths(values: &[Option<bool>]) -> usize {
    values.iter().filter(|value| **value == Some(true)).count()
}

/// Distributes a total, of which some is taken, over parts and free variables: each part gets as many
/// true variables as possible, one part after another.
fn totals(
    analysis: &ComponentAnalysis<'_>,
    parts: &[&Part],
    total: usize,
    taken: usize,
) -> Option<Vec<usize>> {
    let histograms: Vec<&Histogram<BigUint>> =
        parts.iter().map(|part| part.histograms().map(|it| &it.all)).collect::<Option<_>>()?;
    let least: usize = histograms.iter().map(|histogram| histogram.least).sum();
    let mut left = total.checked_sub(taken + least)?;
    let mut totals = Vec::with_capacity(histograms.len());
    for histogram in histograms {
        let most = left.min(histogram.counts.len() - 1);
        let is_possible = |more: &usize| histogram.counts[*more] != BigUint::ZERO;
        let more = (0..=most).rev().find(is_possible).unwrap_or(0);
        left -= more;
        totals.push(histogram.least + more);
    }
    (left <= analysis.free().count()).then_some(totals)
}

/// Finds a solution of each component, with a number of true variables if that is given.
fn fill(
    tasks: &[(&Component, Option<usize>)],
    options: &Options,
    values: &mut [Option<bool>],
) -> Result<Answer<()>, BackendError> {
    let start = || ();
    let answers = parallel::map(tasks, options.threads, start, |(), (component, truths)| {
        solve_component(component, *truths, options)
    });
    for ((component, _), answer) in tasks.iter().zip(answers) {
        match answer? {
            Answer::Found(solution) => {
                for (group, truths) in component.groups.iter().zip(solution) {
                    for (place, &variable) in (0..).zip(&group.variables) {
                        values[variable as usize] = Some(place < truths);
                    }
                }
            }
            Answer::Impossible => return Ok(Answer::Impossible),
            Answer::Unknown => return Ok(Answer::Unknown),
        }
    }
    Ok(Answer::Found(()))
}

/// The number of true variables of each group in a solution.
fn solve_component(
    component: &Component,
    truths: Option<usize>,
    options: &Options,
) -> Result<Answer<Vec<u32>>, BackendError> {
    let stop = || options.budget.exhausted().is_some();
    if let Some(truths) = truths
        && let Ok(found) = frontier::find(component, truths, options.most_states, &stop)
    {
        return Ok(found.map_or(Answer::Impossible, Answer::Found));
    }
    // Components run in parallel, so each solver has one thread.
    let config = Config { seed: options.seed, threads: Some(1), proof: None };
    let solver = ComponentSolver::new(component, &options.solver, &config, &options.budget);
    let Ok(mut solver) = solver else { return Ok(Answer::Unknown) };
    if let Some(truths) = truths {
        solver.require_total(truths);
    }
    solver.solve(&options.budget)
}
