//! Solver programs that are installed: they agree with the embedded solvers, and end in time.

use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use sator_sat::backend::exec::{KNOWN, Program};
use sator_sat::backend::{Budget, Config, Outcome, StopReason};
use sator_sat::{Clauses, Lit};

use crate::common::{Stage, patience};
use crate::conformance::{self, Candidate, any_formula, any_lit, lit, pigeons};
use crate::exec::proving;

/// The real programs that the test command installs.
const REAL: [&str; 6] = ["minisat", "cadical", "cryptominisat5", "picosat", "clasp", "z3"];

fn reals(stage: &Stage) -> Vec<Arc<Program>> {
    REAL.iter().filter_map(|name| stage.real(name)).map(Arc::new).collect()
}

/// Runs a promise on every program that is installed.
fn each(promise: impl Fn(&Candidate)) {
    let stage = Stage::new();
    for program in reals(&stage) {
        promise(&Candidate { name: program.name(), create: &|config| program.create(config) });
    }
    stage.is_tidy();
}

#[test]
fn real_programs_agree_with_brute_force() {
    let config = ProptestConfig {
        cases: 12,
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let cases = (any_formula(), any_formula(), prop::collection::vec(any_lit(), 0..4));
    each(|it| {
        let seeded = Config { seed: Some(7), ..Config::default() };
        let agrees = |(first, second, assumptions): (Clauses, Clauses, Vec<Lit>)| {
            conformance::agrees_with_brute_force(it, &seeded, [&first, &second], &assumptions);
            Ok(())
        };
        TestRunner::new(config.clone()).run(&cases, agrees).unwrap();
    });
}

#[test]
fn real_programs_solve_the_empty_formula_and_the_empty_clause() {
    each(conformance::solves_the_empty_formula_and_the_empty_clause);
}

#[test]
fn real_programs_are_stopped_at_the_deadline() {
    each(conformance::stops_at_the_deadline);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs ../shared/data")]
fn real_programs_agree_with_the_published_verdicts() {
    each(|it| conformance::agrees_with_the_published_verdicts(it, 1000));
}

/// All answers but one of eight.
#[test]
fn real_programs_enumerate() {
    let stage = Stage::new();
    for program in reals(&stage) {
        let mut solver = program.create(&Config::default());
        solver.reserve(3);
        solver.add_clause(&[lit(1), lit(2), lit(3)]);
        let mut answers = 0;
        while let Outcome::Sat(assignment) = solver.solve(&[], &patience()).unwrap() {
            answers += 1;
            solver.add_clause(&assignment.lits().map(|lit| !lit).collect::<Vec<_>>());
        }
        assert_eq!(answers, 7, "{}", program.name());
    }
}

#[test]
fn real_programs_report_statistics_and_versions_and_obey_a_limit_on_conflicts() {
    let stage = Stage::new();
    for program in reals(&stage) {
        let known = KNOWN.iter().find(|known| program.path().ends_with(known.name)).unwrap();
        let mut solver = program.create(&Config::default());
        pigeons(6).pour(solver.as_mut());
        assert_eq!(solver.solve(&[], &patience()), Ok(Outcome::Unsat(vec![])), "{}", known.name);
        let stats = solver.stats();
        assert!(stats.conflicts.is_some_and(|it| it > 5), "{}: {stats:?}", known.name);
        assert!(stats.decisions.is_some(), "{}: {stats:?}", known.name);
        assert!(stats.propagations.is_some() || known.name == "clasp", "{}", known.name);
        if known.conflicts.is_some() {
            let mut solver = program.create(&Config::default());
            pigeons(8).pour(solver.as_mut());
            let few = Budget { conflicts: Some(20), ..patience() };
            let outcome = solver.solve(&[], &few);
            assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Conflicts)), "{}", known.name);
        }
        let has_version = program.version().is_some_and(|it| it.contains(|c: char| c.is_numeric()));
        // MiniSat has no option that prints it.
        assert!(has_version || known.name == "minisat", "{}", known.name);
    }
}

#[test]
fn cadical_writes_a_proof_to_the_given_file() {
    let stage = Stage::new();
    let Some(program) = stage.real("cadical") else { return };
    let file = stage.path("proof");
    let mut solver = Arc::new(program).create(&proving(&file));
    pigeons(4).pour(solver.as_mut());
    assert_eq!(solver.solve(&[], &patience()), Ok(Outcome::Unsat(vec![])));
    let proof = fs::read_to_string(file).unwrap();
    assert!(proof.lines().any(|line| line == "0"), "no empty clause in {proof}");
}
