//! The clauses of a formula that exclude an assignment of some of its variables.

use std::collections::HashSet;

use super::{CreateSolver, loaded};
use crate::backend::{BackendError, Budget, Halt, Outcome};
use crate::clauses::FreshVars;
use crate::{ClauseSink, Clauses, Lit};

/// The positions of clauses that no values of the other variables satisfy together with these
/// literals, in order, and none of which can be left out. `None` if there are such values, or if it
/// was stopped before the answer was known; a stop while clauses are left out leaves more of them.
pub fn excluding(
    clauses: &Clauses,
    given: &[Lit],
    create: CreateSolver<'_>,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, BackendError> {
    let known: HashSet<Lit> = given.iter().copied().collect();
    let is_false = |lit: &Lit| known.contains(&!*lit);
    if let Some(at) = clauses.iter().position(|clause| clause.iter().all(is_false)) {
        return Ok(Some(vec![at]));
    }
    match smallest(clauses, given, create, budget) {
        Ok(found) => Ok(found),
        Err(Halt::Stopped(_)) => Ok(None),
        Err(Halt::Failed(error)) => Err(error),
    }
}

fn smallest(
    clauses: &Clauses,
    given: &[Lit],
    create: CreateSolver<'_>,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Halt> {
    // A switch for each clause.
    let largest = given.iter().map(|lit| lit.vidx32() + 1).max().unwrap_or(0);
    let mut vars = FreshVars::after(clauses.variables().max(largest));
    let switches: Vec<Lit> = (0..clauses.len()).map(|_| vars.fresh()).collect();
    let mut guarded = Clauses::default();
    for (clause, &switch) in clauses.iter().zip(&switches) {
        let with: Vec<_> = clause.iter().copied().chain([!switch]).collect();
        guarded.add_clause(&with);
    }
    let mut solver = loaded(&guarded, vars.used(), create, budget)?;
    let first = switches.first().map_or(0, |switch| switch.vidx());
    let positions = |core: &[Lit]| {
        let at = core.iter().filter(|lit| lit.vidx() >= first).map(|lit| lit.vidx() - first);
        let mut at: Vec<_> = at.collect();
        at.sort_unstable();
        at
    };
    let mut ask = |kept: &[usize]| {
        let on = kept.iter().map(|&at| switches[at]);
        let assumptions: Vec<_> = given.iter().copied().chain(on).collect();
        match solver.solve(&assumptions, budget)? {
            Outcome::Sat(_) => Ok(None),
            Outcome::Unsat(core) => Ok(Some(positions(&core))),
            Outcome::Stopped(reason) => Err(Halt::from(reason)),
        }
    };
    let all: Vec<_> = (0..clauses.len()).collect();
    let Some(mut needed) = ask(&all)? else { return Ok(None) };
    let mut at = 0;
    while at < needed.len() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        match ask(&fewer) {
            // Clauses before this position were needed in a larger set, and are in any smaller one.
            Ok(Some(core)) => needed = core,
            Ok(None) => at += 1,
            Err(Halt::Stopped(_)) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(Some(needed))
}
