//! Promises that embedded solvers and solver programs have in common.

use std::time::Duration;

use proptest::prelude::*;
use sator_sat::backend::{Assignment, Backend, Budget, Config, Outcome, StopReason};
use sator_sat::clock::Instant;
use sator_sat::{ClauseSink, Clauses, Lit};
use sator_testing::SharedData;

pub(crate) use super::pigeons::pigeons;
use super::published::published;

/// A way to create a solver, with its name.
pub(crate) struct Candidate<'a> {
    pub(crate) name: &'a str,
    pub(crate) create: &'a dyn Fn(&Config) -> Box<dyn Backend>,
}

impl Candidate<'_> {
    pub(crate) fn loaded(&self, clauses: &Clauses) -> Box<dyn Backend> {
        let mut solver = (self.create)(&Config::default());
        clauses.pour(solver.as_mut());
        solver
    }
}

pub(crate) fn lit(number: i32) -> Lit {
    Lit::from_ipasir(number).unwrap()
}

pub(crate) fn clauses_of(list: &[&[i32]]) -> Clauses {
    let mut clauses = Clauses::default();
    for clause in list {
        clauses.add_clause(&clause.iter().map(|&number| lit(number)).collect::<Vec<_>>());
    }
    clauses
}

pub(crate) fn milliseconds(time: u64) -> Budget {
    let deadline = Some(Instant::now() + Duration::from_millis(time));
    Budget { deadline, ..Budget::default() }
}

const VARIABLES: u32 = 8;

pub(crate) fn any_lit() -> impl Strategy<Value = Lit> {
    (0..VARIABLES, any::<bool>()).prop_map(|(var, negated)| Lit::new(var, negated))
}

pub(crate) fn any_formula() -> impl Strategy<Value = Clauses> {
    let clause = prop::collection::vec(any_lit(), 1..4);
    prop::collection::vec(clause, 0..40).prop_map(|list| {
        let mut clauses = Clauses::default();
        for clause in &list {
            clauses.add_clause(clause);
        }
        clauses
    })
}

/// Whether some assignment satisfies the clauses, by trying all.
fn is_satisfiable(clauses: &Clauses) -> bool {
    let assignment =
        |bits: u32| Assignment::new((0..VARIABLES).map(|i| bits >> i & 1 == 1).collect());
    let mut assignments = (0..1_u32 << VARIABLES).map(assignment);
    assignments.any(|it| clauses.first_false(|lit| it.is_true(lit)).is_none())
}

fn with_units(clauses: &Clauses, units: &[Lit]) -> Clauses {
    let mut all = clauses.clone();
    for &unit in units {
        all.add_clause(&[unit]);
    }
    all
}

/// The assignment satisfies everything; or the core is among the assumptions and is enough.
fn agrees(name: &str, outcome: &Outcome, clauses: &Clauses, assumptions: &[Lit]) {
    match outcome {
        Outcome::Sat(assignment) => {
            let all = with_units(clauses, assumptions);
            assert_eq!(all.first_false(|lit| assignment.is_true(lit)), None, "{name}");
        }
        Outcome::Unsat(core) => {
            assert!(core.iter().all(|lit| assumptions.contains(lit)), "{name}: {core:?}");
            assert!(!is_satisfiable(&with_units(clauses, core)), "{name}: {core:?} is no core");
        }
        Outcome::Stopped(reason) => panic!("{name}: stopped, {reason:?}"),
    }
}

/// Assumptions last for one solve, and clauses for ever.
pub(crate) fn agrees_with_brute_force(
    candidate: &Candidate,
    config: &Config,
    [first, second]: [&Clauses; 2],
    assumptions: &[Lit],
) {
    let mut solver = (candidate.create)(config);
    let mut solve = |more: Option<&Clauses>, assumptions: &[Lit]| {
        if let Some(more) = more {
            more.pour(solver.as_mut());
        }
        solver.solve(assumptions, &Budget::default()).unwrap()
    };
    let name = candidate.name;
    agrees(name, &solve(Some(first), assumptions), first, assumptions);
    agrees(name, &solve(None, &[]), first, &[]);
    let mut both = first.clone();
    second.pour(&mut both);
    agrees(name, &solve(Some(second), &[]), &both, &[]);
}

pub(crate) fn solves_the_empty_formula_and_the_empty_clause(candidate: &Candidate) {
    let mut solver = candidate.loaded(&Clauses::default());
    let name = candidate.name;
    for variables in [0, 5] {
        solver.reserve(variables);
        let outcome = solver.solve(&[], &Budget::default());
        let Ok(Outcome::Sat(assignment)) = outcome else { panic!("{name}: {outcome:?}") };
        // MiniSat and Glucose have a variable of their own in an empty formula.
        assert!(assignment.lits().count() >= variables as usize, "{name}");
    }
    solver.add_clause(&[]);
    assert_eq!(solver.solve(&[], &Budget::default()), Ok(Outcome::Unsat(vec![])), "{name}");
}

pub(crate) fn stops_at_the_deadline(candidate: &Candidate) {
    // Solvers treat large formulas differently.
    for holes in [14, 42] {
        let mut solver = candidate.loaded(&pigeons(holes));
        let outcome = solver.solve(&[], &milliseconds(100));
        assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Time)), "{}", candidate.name);
        // Pigeon 0 sits nowhere: now it is easy.
        let nowhere: Vec<_> = (0..holes).map(Lit::negative).collect();
        let Ok(Outcome::Unsat(mut core)) = solver.solve(&nowhere, &Budget::default()) else {
            panic!("{}: pigeon 0 must sit somewhere", candidate.name)
        };
        core.sort_unstable();
        assert_eq!(core, nowhere, "{}", candidate.name);
    }
}

pub(crate) fn agrees_with_the_published_verdicts(
    candidate: &Candidate,
    data: &SharedData,
    most_clauses: usize,
) {
    let small = |formula: &Clauses| formula.len() <= most_clauses;
    for (entry, formula) in published(data).filter(|(_, it)| small(&it.clauses)) {
        let case = format!("{} on {}", candidate.name, entry["file"]);
        let outcome = candidate.loaded(&formula.clauses).solve(&[], &Budget::default()).unwrap();
        let verdict = match &outcome {
            Outcome::Sat(assignment) => {
                let wrong = formula.clauses.first_false(|lit| assignment.is_true(lit));
                assert_eq!(wrong, None, "{case}");
                "SAT"
            }
            Outcome::Unsat(_) => "UNSAT",
            Outcome::Stopped(reason) => panic!("{case}: {reason:?}"),
        };
        assert_eq!(verdict, entry["status"], "{case}");
    }
}
