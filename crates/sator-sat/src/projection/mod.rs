//! Models over some of the variables: counted, and compared between two formulas.
//!
//! An assignment of these variables is a model if it extends to all variables of the formula. So
//! formulas with different auxiliary variables can be compared.

mod compare;
mod eliminate;
mod exclude;

use num_bigint::BigUint;

use crate::backend::{Assignment, Backend, BackendError, Budget, Halt, Outcome, StopReason, load};
use crate::{Clauses, Lit};

pub use compare::{Comparison, Questions, compare};
pub use exclude::excluding;

/// Creates a solver.
pub type CreateSolver<'a> = &'a dyn Fn() -> Box<dyn Backend>;

/// A number of models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The number, or a lower bound if the count was stopped.
    pub number: BigUint,
    /// Whether `max` models were found, so that the count ended.
    pub is_enough: bool,
    /// Why it was stopped, if it was.
    pub stopped: Option<StopReason>,
}

/// Counts the models over these variables, by visiting each. `progress` gets the number of visits.
pub fn count(
    clauses: &Clauses,
    over: &[u32],
    create: CreateSolver<'_>,
    max: Option<u64>,
    budget: &Budget,
    progress: &mut dyn FnMut(u64),
) -> Result<Counted, BackendError> {
    let mut occurs = vec![false; clauses.variables() as usize];
    for lit in clauses.iter().flatten() {
        occurs[lit.vidx()] = true;
    }
    let occurs = |variable: u32| occurs.get(variable as usize).copied().unwrap_or(false);
    let (bound, free): (Vec<u32>, Vec<u32>) = over.iter().partition(|&&variable| occurs(variable));
    // A variable without clauses is free: it doubles the number.
    let times_free = |visits: u64| BigUint::from(visits) << free.len();
    let mut visits = 0;
    let stopped = visit(clauses, &bound, create, budget, &mut |_| {
        visits += 1;
        progress(visits);
        max.is_none_or(|max| times_free(visits) < BigUint::from(max))
    });
    let stopped = match stopped {
        Ok(()) => None,
        Err(Halt::Stopped(reason)) => Some(reason),
        Err(Halt::Failed(error)) => return Err(error),
    };
    let number = times_free(visits);
    let is_enough = max.is_some_and(|max| number >= BigUint::from(max));
    let number = if is_enough { number.min(max.unwrap_or(0).into()) } else { number };
    Ok(Counted { number, is_enough, stopped })
}

/// Visits each model over these variables once, until `visit` returns false.
fn visit(
    clauses: &Clauses,
    over: &[u32],
    create: CreateSolver<'_>,
    budget: &Budget,
    visit: &mut dyn FnMut(&[Lit]) -> bool,
) -> Result<(), Halt> {
    let mut solver = loaded(clauses, clauses.variables(), create, budget)?;
    while let Some(assignment) = solve(solver.as_mut(), &[], budget)? {
        expect_model(clauses, &assignment)?;
        let model = restrict(&assignment, over);
        if !visit(&model) {
            break;
        }
        solver.add_clause(&negated(&model));
    }
    Ok(())
}

fn loaded(
    clauses: &Clauses,
    variables: u32,
    create: CreateSolver<'_>,
    budget: &Budget,
) -> Result<Box<dyn Backend>, Halt> {
    let mut solver = create();
    solver.reserve(variables);
    load(solver.as_mut(), budget, |sink| clauses.pour(sink))?;
    Ok(solver)
}

fn solve(
    solver: &mut dyn Backend,
    assumptions: &[Lit],
    budget: &Budget,
) -> Result<Option<Assignment>, Halt> {
    match solver.solve(assumptions, budget)? {
        Outcome::Sat(assignment) => Ok(Some(assignment)),
        Outcome::Unsat(_) => Ok(None),
        Outcome::Stopped(reason) => Err(reason.into()),
    }
}

/// Refuses a wrong answer of a solver.
fn expect_model(clauses: &Clauses, assignment: &Assignment) -> Result<(), Halt> {
    match clauses.first_false(|lit| assignment.is_true(lit)) {
        None => Ok(()),
        Some(clause) => {
            let message = format!("its answer is wrong: it leaves the clause {clause:?} false");
            Err(BackendError { backend: "of the formula".to_owned(), message }.into())
        }
    }
}

fn restrict(assignment: &Assignment, over: &[u32]) -> Vec<Lit> {
    let lits = over.iter().map(|&variable| Lit::positive(variable));
    lits.map(|lit| if assignment.is_true(lit) { lit } else { !lit }).collect()
}

fn negated(model: &[Lit]) -> Vec<Lit> {
    model.iter().map(|&lit| !lit).collect()
}
