//! Solver programs that are installed: they agree with the embedded solvers, and end in time.

use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use sator_sat::backend::exec::KNOWN;
use sator_sat::backend::{Budget, Config, Outcome, StopReason};
use sator_sat::{Clauses, Lit};
use sator_testing::{SharedData, needs, with_programs};

use super::common::{Stage, patience};
use super::exec::proving;
use crate::common::conformance::{self, Candidate, any_formula, any_lit, lit, pigeons};

/// Tests a promise of the programs that the test command installs.
macro_rules! with_sat_solvers {
    ($($promise:ident $(, $data:ident)?;)*) => {
        $(with_programs! {
            $promise $(, $data)?: minisat cadical cryptominisat5 picosat clasp z3
        })*
    };
}

with_sat_solvers! {
    agrees_with_brute_force;
    solves_the_empty_formula_and_the_empty_clause;
    is_stopped_at_the_deadline;
    agrees_with_the_published_verdicts, shared_data;
    enumerates;
    reports_statistics_and_its_version_and_obeys_a_limit_on_conflicts;
}

/// Runs a promise on a program.
fn run(program: &str, promise: impl Fn(&Candidate)) {
    let stage = Stage::new();
    let program = Arc::new(stage.real(program));
    promise(&Candidate { name: program.name(), create: &|config| program.create(config) });
    stage.is_tidy();
}

fn agrees_with_brute_force(program: &str) {
    let config = ProptestConfig {
        cases: 12,
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let cases = (any_formula(), any_formula(), prop::collection::vec(any_lit(), 0..4));
    run(program, |it| {
        let seeded = Config { seed: Some(7), ..Config::default() };
        let agrees = |(first, second, assumptions): (Clauses, Clauses, Vec<Lit>)| {
            conformance::agrees_with_brute_force(it, &seeded, [&first, &second], &assumptions);
            Ok(())
        };
        TestRunner::new(config.clone()).run(&cases, agrees).unwrap();
    });
}

fn solves_the_empty_formula_and_the_empty_clause(program: &str) {
    run(program, conformance::solves_the_empty_formula_and_the_empty_clause);
}

fn is_stopped_at_the_deadline(program: &str) {
    run(program, conformance::stops_at_the_deadline);
}

fn agrees_with_the_published_verdicts(program: &str, data: &SharedData) {
    run(program, |it| conformance::agrees_with_the_published_verdicts(it, data, 1000));
}

/// All answers but one of eight.
fn enumerates(program: &str) {
    run(program, |it| {
        let mut solver = (it.create)(&Config::default());
        solver.reserve(3);
        solver.add_clause(&[lit(1), lit(2), lit(3)]);
        let mut answers = 0;
        while let Outcome::Sat(assignment) = solver.solve(&[], &patience()).unwrap() {
            answers += 1;
            solver.add_clause(&assignment.lits().map(|lit| !lit).collect::<Vec<_>>());
        }
        assert_eq!(answers, 7, "{}", it.name);
    });
}

fn reports_statistics_and_its_version_and_obeys_a_limit_on_conflicts(name: &str) {
    let stage = Stage::new();
    let program = Arc::new(stage.real(name));
    let known = KNOWN.iter().find(|known| known.name == name).unwrap();
    let mut solver = program.create(&Config::default());
    pigeons(6).pour(solver.as_mut());
    assert_eq!(solver.solve(&[], &patience()), Ok(Outcome::Unsat(vec![])));
    let stats = solver.stats();
    assert!(stats.conflicts.is_some_and(|it| it > 5), "{stats:?}");
    assert!(stats.decisions.is_some(), "{stats:?}");
    assert!(stats.propagations.is_some() || name == "clasp");
    if known.conflicts.is_some() {
        let mut solver = program.create(&Config::default());
        pigeons(8).pour(solver.as_mut());
        let few = Budget { conflicts: Some(20), ..patience() };
        let outcome = solver.solve(&[], &few);
        assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Conflicts)));
    }
    let has_version = program.version().is_some_and(|it| it.contains(|c: char| c.is_numeric()));
    // MiniSat has no option that prints it.
    assert!(has_version || name == "minisat");
}

#[needs(cadical)]
fn cadical_writes_a_proof_to_the_given_file() {
    let stage = Stage::new();
    let file = stage.path("proof");
    let mut solver = Arc::new(stage.real("cadical")).create(&proving(&file));
    pigeons(4).pour(solver.as_mut());
    assert_eq!(solver.solve(&[], &patience()), Ok(Outcome::Unsat(vec![])));
    let proof = fs::read_to_string(file).unwrap();
    assert!(proof.lines().any(|line| line == "0"), "no empty clause in {proof}");
}
