//! The differences that a step needs and that its rules do not say.
//!
//! A sum takes for granted that cells of one row differ, which makes fewer combinations: with
//! r4c7 + r4c9 = 10 neither of them is 5. The sum alone does not say so, row 4 does.

use sator_sat::Lit;
use sator_sat::backend::Budget;

use super::Difference;
use super::cores::{Cores, Stoppable};
use super::units::{Body, UnitId, Units};
use crate::engine::EngineError;

/// Sums over more variables than this are not examined: all their differences are named.
const MAX_VARIABLES: usize = 200;

/// The conflict limit of each question; beyond it a difference is named.
const MAX_CONFLICTS: u64 = 500;

/// The differences without which these units and facts do not force the targets.
pub(super) fn needed(
    units: &Units,
    ids: &[UnitId],
    because: &[Lit],
    targets: &[Lit],
    budget: &Budget,
) -> Stoppable<Vec<Difference>> {
    let mut differences: Vec<Difference> = Vec::new();
    let mut is_large = false;
    for &id in ids {
        let more = units.taken_to_differ(id);
        is_large |= !more.is_empty() && units.variables(id).len() > MAX_VARIABLES;
        for difference in more {
            if !differences.contains(&difference) {
                differences.push(difference);
            }
        }
    }
    if differences.is_empty() || is_large {
        return Ok(Ok(differences));
    }
    let mut cores = loaded(units, ids, &differences, budget);
    let first = units.len() as UnitId;
    let all: Vec<UnitId> = (first..).take(differences.len()).collect();
    let needed = cores.needed_besides(ids, all, because, targets)?;
    Ok(needed.map(|needed| {
        let is_needed = |at: usize| needed.contains(&(first + at as UnitId));
        let kept = differences.into_iter().enumerate().filter(|(at, _)| is_needed(*at));
        kept.map(|(_, difference)| difference).collect()
    }))
}

/// Which of the targets follow from these units, differences and facts; of hard ones none.
pub(super) fn forced(
    units: &Units,
    (ids, differences): (&[UnitId], &[Difference]),
    facts: &[Lit],
    targets: Vec<Lit>,
    budget: &Budget,
) -> Result<Vec<Lit>, EngineError> {
    if targets.is_empty() {
        return Ok(targets);
    }
    let first = units.len() as UnitId;
    let stated = (first..).take(differences.len());
    let on: Vec<UnitId> = ids.iter().copied().chain(stated).collect();
    let found = loaded(units, ids, differences, budget).forced(&on, facts, targets)?;
    Ok(found.unwrap_or_default())
}

/// The units, with no differences but those that they say, and these differences, numbered after all
/// units.
fn loaded(units: &Units, ids: &[UnitId], differences: &[Difference], budget: &Budget) -> Cores {
    let loose = |&id: &UnitId| match units.taken_to_differ(id)[..] {
        [] => None,
        _ => units.without_differences(id),
    };
    let loose: Vec<Option<Body>> = ids.iter().map(loose).collect();
    let stated: Vec<Body> = differences.iter().map(|it| units.difference(&it.cells)).collect();
    let first = units.len() as UnitId;
    let mut bodies: Vec<(UnitId, &Body)> = Vec::with_capacity(ids.len() + stated.len());
    for (&id, loose) in ids.iter().zip(&loose) {
        bodies.push((id, loose.as_ref().unwrap_or(&units.unit(id).body)));
    }
    bodies.extend((first..).zip(&stated));
    let budget = Budget { conflicts: Some(MAX_CONFLICTS), ..budget.clone() };
    Cores::of_bodies(units, ids, &bodies, &budget)
}
