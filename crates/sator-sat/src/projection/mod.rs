//! Models over some of the variables: counted, and compared between two formulas.
//!
//! An assignment of these variables is a model if it extends to all variables of the formula. So
//! formulas with different auxiliary variables can be compared.

mod eliminate;

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::backend::{Assignment, Backend, BackendError, Budget, Halt, Outcome, StopReason, load};
use crate::clauses::FreshVars;
use crate::{ClauseSink, Clauses, Lit};

use eliminate::eliminate;

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

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// Both formulas have the same models.
    Equal,
    /// Only the first formula has this model.
    OnlyFirst(Vec<Lit>),
    /// Only the second formula has this model.
    OnlySecond(Vec<Lit>),
    /// Unknown: the solver was stopped.
    Stopped(StopReason),
}

/// Compares the models of two formulas over these variables.
pub fn compare(
    [first, second]: [&Clauses; 2],
    over: &[u32],
    create: CreateSolver<'_>,
    budget: &Budget,
) -> Result<Comparison, BackendError> {
    let compared = difference(first, second, over, create, budget).and_then(|model| {
        if let Some(model) = model {
            return Ok(Comparison::OnlyFirst(model));
        }
        let model = difference(second, first, over, create, budget)?;
        Ok(model.map_or(Comparison::Equal, Comparison::OnlySecond))
    });
    match compared {
        Ok(comparison) => Ok(comparison),
        Err(Halt::Stopped(reason)) => Ok(Comparison::Stopped(reason)),
        Err(Halt::Failed(error)) => Err(error),
    }
}

/// A model over these variables that the first formula has and the second has not.
///
/// Refinement by counterexamples, as for quantified formulas with two levels: a candidate is a model
/// of the first formula. If values of the auxiliary variables extend it to a model of the second
/// formula, then no candidate that the same values extend is tried again: each later candidate
/// makes some clause of the second formula false under these values. Every round excludes at least
/// one assignment, so that the loop ends. Auxiliary variables that are cheap to eliminate by
/// resolution are eliminated first; without any, there is only one round.
fn difference(
    first: &Clauses,
    second: &Clauses,
    over: &[u32],
    create: CreateSolver<'_>,
    budget: &Budget,
) -> Result<Option<Vec<Lit>>, Halt> {
    let variables = over.iter().map(|variable| variable + 1).max().unwrap_or(0);
    let variables = variables.max(first.variables()).max(second.variables());
    let mut is_shared = vec![false; variables as usize];
    for &variable in over {
        is_shared[variable as usize] = true;
    }
    let is_shared = |lit: &Lit| is_shared[lit.vidx()];
    let reduced = eliminate(second, &|variable| !is_shared(&Lit::positive(variable)), budget)?;
    let (plain, mixed): (Vec<_>, Vec<_>) =
        reduced.into_iter().partition(|clause| clause.iter().all(is_shared));

    let mut candidates = loaded(first, variables, create, budget)?;
    let mut extensions = loaded(second, variables, create, budget)?;
    let mut falsified = Falsified { vars: FreshVars::after(variables), known: HashMap::new() };
    // True only if a clause without auxiliary variables is false.
    let is_plain_false = falsified.vars.fresh();
    let mut some = vec![!is_plain_false];
    for clause in &plain {
        some.push(falsified.literal(clause, candidates.as_mut()));
    }
    candidates.add_clause(&some);
    if mixed.is_empty() {
        candidates.add_clause(&[is_plain_false]);
    }
    while let Some(assignment) = solve(candidates.as_mut(), &[], budget)? {
        expect_model(first, &assignment)?;
        let model = restrict(&assignment, over);
        let Some(extension) = solve(extensions.as_mut(), &model, budget)? else {
            return Ok(Some(model));
        };
        expect_model(second, &extension)?;
        let mut some = vec![is_plain_false];
        for clause in &mixed {
            let is_true = |lit: &Lit| !is_shared(lit) && extension.is_true(*lit);
            if !clause.iter().any(is_true) {
                let rest: Vec<_> = clause.iter().copied().filter(is_shared).collect();
                some.push(falsified.literal(&rest, candidates.as_mut()));
            }
        }
        candidates.add_clause(&some);
        // The candidate itself is excluded, also if a solver is wrong: the loop ends.
        candidates.add_clause(&negated(&model));
    }
    Ok(None)
}

/// Literals that are true only if a clause is false.
struct Falsified {
    vars: FreshVars,
    known: HashMap<Vec<Lit>, Lit>,
}

impl Falsified {
    fn literal(&mut self, clause: &[Lit], sink: &mut dyn ClauseSink) -> Lit {
        if let [only] = clause {
            return !*only;
        }
        if let Some(&known) = self.known.get(clause) {
            return known;
        }
        let literal = self.vars.fresh();
        for &lit in clause {
            sink.add_clause(&[!literal, !lit]);
        }
        self.known.insert(clause.to_vec(), literal);
        literal
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Config, Solver};

    fn solver() -> Box<dyn Backend> {
        Solver::default().create(&Config::default())
    }

    fn random(state: &mut u64) -> u64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    /// A random formula over so many variables.
    fn formula(seed: &mut u64, variables: u64, clauses: u64) -> Clauses {
        let mut formula = Clauses::default();
        for _ in 0..clauses {
            let length = 1 + random(seed) % 3;
            let lit = |seed: &mut u64| {
                Lit::new((random(seed) % variables) as u32, random(seed).is_multiple_of(2))
            };
            let clause: Vec<_> = (0..length).map(|_| lit(seed)).collect();
            formula.add_clause(&clause);
        }
        formula
    }

    /// The models over the first variables, as bits.
    fn models(formula: &Clauses, variables: u32, over: u32) -> Vec<u32> {
        let holds = |bits: u32| {
            formula.first_false(|lit| (bits >> lit.vidx32() & 1 == 1) == lit.is_pos()).is_none()
        };
        let mut models: Vec<_> =
            (0..1 << variables).filter(|&bits| holds(bits)).map(|it| it % (1 << over)).collect();
        models.sort_unstable();
        models.dedup();
        models
    }

    #[test]
    fn comparisons_and_counts_are_those_of_all_assignments() {
        let (mut seed, mut equal) = (7, 0);
        let budget = Budget::default();
        for round in 0..600 {
            let clauses = 2 + round % 12;
            let first = formula(&mut seed, 6, clauses);
            // Another random formula, or the same with consequences and definitions.
            let mut second =
                if round % 3 == 0 { formula(&mut seed, 7, clauses) } else { first.clone() };
            if round % 3 == 1 {
                let lits: Vec<_> = (0..3).map(|it| Lit::new(it * 2, round % 2 == 0)).collect();
                let new = Lit::positive(6);
                second.add_clause(&[!new, lits[0], lits[1]]);
                second.add_clause(&[new, !lits[0]]);
                second.add_clause(&[new, lits[2]]);
            }
            let over = [0, 1, 2, 3];
            let (ours, theirs) = (models(&first, 6, 4), models(&second, 7, 4));
            let bits = |model: &[Lit]| {
                model.iter().filter(|lit| lit.is_pos()).map(|lit| 1 << lit.vidx32()).sum::<u32>()
            };
            match compare([&first, &second], &over, &solver, &budget).unwrap() {
                Comparison::Equal => {
                    equal += 1;
                    assert_eq!(ours, theirs, "round {round}");
                }
                Comparison::OnlyFirst(model) => {
                    let bits = bits(&model);
                    assert!(ours.contains(&bits) && !theirs.contains(&bits), "round {round}");
                }
                Comparison::OnlySecond(model) => {
                    let bits = bits(&model);
                    assert!(!ours.contains(&bits) && theirs.contains(&bits), "round {round}");
                }
                Comparison::Stopped(_) => panic!("stopped"),
            }
            let counted = count(&first, &over, &solver, None, &budget, &mut |_| ()).unwrap();
            assert_eq!(counted.number, ours.len().into(), "round {round}");
            assert!(!counted.is_enough && counted.stopped.is_none());
        }
        assert!((100..600).contains(&equal), "{equal} of 600 are equal");
    }

    #[test]
    fn a_count_ends_at_its_limit_and_free_variables_double_it() {
        let mut clauses = Clauses::default();
        clauses.add_clause(&[Lit::positive(0), Lit::positive(1)]);
        let over: Vec<u32> = (0..100).collect();
        let counted =
            |max| count(&clauses, &over, &solver, max, &Budget::default(), &mut |_| ()).unwrap();
        assert_eq!(counted(None).number, BigUint::from(3_u32) << 98_u32);
        let limited = counted(Some(5));
        assert_eq!((limited.number, limited.is_enough), (5_u32.into(), true));
    }
}
