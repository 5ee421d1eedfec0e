//! A random solution of an instance, for new puzzles.

use sator_sat::backend::{Budget, StopReason};

use super::Instance;
use crate::cell::Solution;
use crate::model::Scope;
use crate::search::{Progress, TrailSearch};

/// A descent that takes more nodes than this for each cell is given up, and another begins: a bad
/// first choice is more expensive to refute than to avoid.
const NODES_PER_CELL: u64 = 4;

/// Instances with at most so many variables may have few solutions, of which each is as likely as the
/// others.
const MAX_LISTED_VARIABLES: u32 = 100;

/// The most solutions that are listed.
const MAX_LISTED: usize = 1_000;

/// A random solution; `None` if there is none. `random` returns random numbers.
///
/// Where a small instance has few solutions, each is equally likely. Otherwise the cell with the fewest
/// values left takes one of them at random, each equally likely, and so on. A solution that is met on
/// a path with fewer alternatives is then more likely than others; single values and pairs of values
/// show no bias.
pub fn random_solution(
    instance: &Instance,
    budget: &Budget,
    random: &mut dyn FnMut() -> u64,
) -> Result<Option<Solution>, StopReason> {
    let Ok(start) = instance.kernel(Scope::Extended) else { return Ok(None) };
    let search = TrailSearch::new(start.kernel, start.trail);
    let stop = || budget.exhausted().is_some();
    let decoded = |search: &TrailSearch| instance.cells().decode(|lit| search.is_true(lit)).ok();
    if instance.cells().variables() <= MAX_LISTED_VARIABLES {
        let mut all = search.clone();
        let mut listed = Vec::new();
        while listed.len() <= MAX_LISTED {
            match all.next(u64::MAX, &stop) {
                Progress::Solution => listed.extend(decoded(&all)),
                Progress::Exhausted if listed.is_empty() => return Ok(None),
                Progress::Exhausted => {
                    let chosen = (random() % listed.len() as u64) as usize;
                    return Ok(Some(listed.swap_remove(chosen)));
                }
                Progress::Paused => {}
                Progress::Stopped => break,
            }
        }
    }
    let nodes = NODES_PER_CELL * instance.cells().len() as u64;
    loop {
        let mut descent = search.clone().salted(random());
        match descent.next(nodes, &stop) {
            Progress::Solution => return Ok(decoded(&descent)),
            Progress::Exhausted => return Ok(None),
            Progress::Paused => {}
            Progress::Stopped => {
                return Err(budget.exhausted().unwrap_or(StopReason::Interrupted));
            }
        }
    }
}
