//! Elimination: what follows from the clues at once, so that only the rest has to be solved.

use std::mem;

use sator_sat::clock::Instant;

use sator_sat::Lit;

use super::carry::Carry;
use super::{Instance, Options, Reduction, Times, equations};
use crate::derive::{Deriver, Extent};
use crate::equations::{EliminationLimits, PartialSolution, eliminate as eliminate_equations};
use crate::model::Scope;
use crate::propagate::Contradiction;

/// Propagates the clues and what is certain.
pub(super) fn propagate(
    instance: &Instance,
    options: &Options,
    carry: &mut Carry,
    times: &mut Times,
) -> Result<Reduction, Contradiction> {
    let started = Instant::now();
    let stop = || options.budget.exhausted().is_some();
    let certain = mem::take(&mut carry.certain);
    let reduced = match carry.reduction.take() {
        Some(known) if certain.is_empty() => Ok(*known),
        Some(known) => known.with_facts(instance, certain, &stop),
        None => {
            let propagation = instance.kernel(options.scope());
            propagation.and_then(|it| it.with_facts(instance, certain, &stop))
        }
    };
    *times.eliminate.get_or_insert_default() += started.elapsed();
    reduced
}

/// Propagates the clues and what is certain; and where something is open and the scope allows, derived sums, and the sums
/// and differences of equations.
pub(super) fn eliminate(
    instance: &Instance,
    options: &Options,
    carry: &mut Carry,
    times: &mut Times,
) -> Result<Reduction, Contradiction> {
    let mut known = propagate(instance, options, carry, times)?;
    if options.scope() != Scope::Extended || known.open() == 0 {
        return Ok(known);
    }
    let stop = || options.budget.exhausted().is_some();
    let started = Instant::now();
    let deriver = Deriver::new(instance.compiled().model(), instance.clues());
    times.model += started.elapsed();
    // Easy puzzles are solved after the first, and the second would take longer than all before.
    for extent in [Extent::Houses, Extent::Unions] {
        let started = Instant::now();
        let sums = deriver.sums(extent, &stop);
        times.model += started.elapsed();
        let has_sums = !sums.is_empty();
        let started = Instant::now();
        known.propagation.add_derived(instance, &sums);
        if has_sums {
            known = known.propagation.reduce(instance, &stop)?;
        }
        if extent == Extent::Unions {
            let splits = deriver.splits(&sums);
            instance.set_derived(sums, splits);
        }
        *times.eliminate.get_or_insert_default() += started.elapsed();
        if known.open() == 0 {
            return Ok(known);
        }
    }
    let started = Instant::now();
    known = add_and_subtract(instance, known, &stop)?;
    *times.eliminate.get_or_insert_default() += started.elapsed();
    Ok(known)
}

/// Where the constraints are nothing but equations, adds what follows from their linear combinations.
fn add_and_subtract(
    instance: &Instance,
    known: Reduction,
    stop: &dyn Fn() -> bool,
) -> Result<Reduction, Contradiction> {
    let Some(equations::Equations { system, .. }) = equations::Equations::of(instance) else {
        return Ok(known);
    };
    let mut values = PartialSolution::new(&system);
    for &fact in known.facts() {
        values.assign(&system, fact.vidx32(), fact.is_pos())?;
    }
    eliminate_equations(&system, &mut values, EliminationLimits::default(), stop)?;
    let facts = (0..instance.cells().variables())
        .filter_map(|it| Some(Lit::new(it, !values.value(it)?)))
        .filter(|&fact| known.value(fact).is_none())
        .collect::<Vec<_>>();
    known.with_facts(instance, facts, stop)
}
