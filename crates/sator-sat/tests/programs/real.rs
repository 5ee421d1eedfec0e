//! Solver programs that are installed: they agree with the embedded solvers, and end in time.

use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use sator_sat::backend::exec::{KNOWN, Program};
use sator_sat::backend::{Budget, Config, Outcome, StopReason, by_name};
use sator_sat::{ClauseSink, Clauses, Lit, dimacs};

use crate::common::{Stage, milliseconds, patience};
use crate::exec::{lit, proving, shared};

/// The real programs that the test command installs.
const REAL: [&str; 6] = ["minisat", "cadical", "cryptominisat5", "picosat", "clasp", "z3"];

fn reals(stage: &Stage) -> Vec<Arc<Program>> {
    REAL.iter().filter_map(|name| stage.real(name)).map(Arc::new).collect()
}

fn agrees(program: &Program, outcome: &Outcome, clauses: &Clauses, assumptions: &[Lit]) -> bool {
    let mut check_text = (by_name("batsat").unwrap().create)(&Config::default());
    clauses.pour(check_text.as_mut());
    let is_sat = matches!(check_text.solve(assumptions, &Budget::default()), Ok(Outcome::Sat(_)));
    match outcome {
        Outcome::Sat(assignment) => {
            let broken = clauses.first_false(|lit| assignment.is_true(lit));
            assert_eq!(broken, None, "{}", program.name());
            is_sat && assumptions.iter().all(|&lit| assignment.is_true(lit))
        }
        Outcome::Unsat(core) => !is_sat && core == assumptions,
        Outcome::Stopped(_) => false,
    }
}

fn any_lit() -> impl Strategy<Value = Lit> {
    (0..8u32, any::<bool>()).prop_map(|(var, negated)| Lit::new(var, negated))
}

fn formula() -> impl Strategy<Value = Clauses> {
    let clause = prop::collection::vec(any_lit(), 1..4);
    prop::collection::vec(clause, 0..40).prop_map(|list| {
        let mut clauses = Clauses::default();
        for clause in &list {
            clauses.add_clause(clause);
        }
        clauses
    })
}

#[test]
fn real_programs_agree_with_the_embedded_solvers_on_random_formulas() {
    let stage = Stage::new();
    let programs = reals(&stage);
    let config = ProptestConfig {
        cases: 12,
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let assumptions = prop::collection::vec(any_lit(), 0..4);
    let cases = (formula(), assumptions, formula());
    let done = TestRunner::new(config).run(&cases, |(first, assumptions, second)| {
        for program in &programs {
            let mut solver = program.create(&Config { seed: Some(7), ..Config::default() });
            first.pour(solver.as_mut());
            let outcome = solver.solve(&assumptions, &patience()).unwrap();
            prop_assert!(agrees(program, &outcome, &first, &assumptions), "{}", program.name());
            // Assumptions last for one solve, clauses for ever.
            second.pour(solver.as_mut());
            let mut both = first.clone();
            second.pour(&mut both);
            let outcome = solver.solve(&[], &patience()).unwrap();
            prop_assert!(agrees(program, &outcome, &both, &[]), "{}", program.name());
        }
        Ok(())
    });
    done.unwrap();
    stage.is_tidy();
}

#[test]
fn real_programs_know_the_empty_formula_and_the_empty_clause() {
    let stage = Stage::new();
    for program in reals(&stage) {
        let mut solver = program.create(&Config::default());
        let outcome = solver.solve(&[], &patience());
        assert!(matches!(outcome, Ok(Outcome::Sat(_))), "{}: {outcome:?}", program.name());
        solver.reserve(3);
        let Ok(Outcome::Sat(assignment)) = solver.solve(&[], &patience()) else { panic!() };
        assert_eq!(assignment.lits().count(), 3, "{}", program.name());
        solver.add_clause(&[]);
        let outcome = solver.solve(&[], &patience());
        assert_eq!(outcome, Ok(Outcome::Unsat(vec![])), "{}", program.name());
    }
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

/// `holes + 1` pigeons in `holes` holes.
fn pigeons(holes: u32) -> Clauses {
    let sits = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut clauses = Clauses::default();
    for pigeon in 0..=holes {
        clauses.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for (hole, first) in (0..holes).flat_map(|hole| (0..=holes).map(move |first| (hole, first))) {
        let others: Vec<_> = (first + 1..=holes).map(|second| sits(second, hole)).collect();
        clauses.exclude(sits(first, hole), &others);
    }
    clauses
}

#[test]
fn real_programs_tell_what_they_did_and_who_has_a_limit_on_conflicts_heeds_it() {
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
        assert_eq!(has_version, known.version.is_some(), "{}", known.name);
    }
}

#[test]
fn real_programs_are_stopped_at_the_deadline() {
    let stage = Stage::new();
    for program in reals(&stage) {
        let mut solver = program.create(&Config::default());
        pigeons(14).pour(solver.as_mut());
        let outcome = solver.solve(&[], &milliseconds(150));
        assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Time)), "{}", program.name());
    }
    stage.is_tidy();
}

#[test]
fn real_programs_agree_with_the_published_verdicts() {
    let (stage, Some(folder)) = (Stage::new(), shared("dimacs")) else { return };
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let index: serde_json::Value = serde_json::from_str(&index).unwrap();
    for file in index.as_array().unwrap() {
        let name = file["file"].as_str().unwrap();
        let text = fs::read(folder.join(name)).unwrap();
        if text.len() > 20_000 {
            continue;
        }
        let formula = dimacs::read(&text).unwrap();
        for program in reals(&stage) {
            let mut solver = program.create(&Config::default());
            formula.clauses.pour(solver.as_mut());
            let outcome = solver.solve(&[], &patience());
            let verdict = match outcome {
                Ok(Outcome::Sat(_)) => "SAT",
                Ok(Outcome::Unsat(_)) => "UNSAT",
                other => panic!("{} on {name}: {other:?}", program.name()),
            };
            assert_eq!(verdict, file["status"], "{} on {name}", program.name());
        }
    }
    stage.is_tidy();
}

#[test]
fn cadical_writes_a_proof_where_it_is_told() {
    let stage = Stage::new();
    let Some(program) = stage.real("cadical") else { return };
    let file = stage.path("proof");
    let mut solver = Arc::new(program).create(&proving(&file));
    pigeons(4).pour(solver.as_mut());
    assert_eq!(solver.solve(&[], &patience()), Ok(Outcome::Unsat(vec![])));
    let proof = fs::read_to_string(file).unwrap();
    assert!(proof.lines().any(|line| line == "0"), "no empty clause in {proof}");
}
