//! Every backend in the registry keeps the same promises.

use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use sator_sat::Lit;
use sator_sat::backend::{
    Ability, BACKENDS, Budget, Config, Interrupt, Outcome, StopReason, by_name, load,
};

use sator_testing::{SharedData, needs};

use crate::common::conformance::{
    self, Candidate, any_formula, any_lit, clauses_of, lit, milliseconds, pigeons,
};

fn candidates() -> impl Iterator<Item = Candidate<'static>> {
    BACKENDS.iter().map(|entry| Candidate { name: entry.name, create: &entry.create })
}

const UNSAT: Result<Outcome, sator_sat::backend::BackendError> = Ok(Outcome::Unsat(Vec::new()));

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_backend_agrees_with_brute_force(
        first in any_formula(),
        second in any_formula(),
        assumptions in prop::collection::vec(any_lit(), 0..5),
        seed in any::<Option<u64>>(),
    ) {
        for candidate in candidates() {
            let config = Config { seed, ..Config::default() };
            conformance::agrees_with_brute_force(&candidate, &config, [&first, &second], &assumptions);
        }
    }
}

#[test]
fn every_backend_solves_the_empty_formula_and_the_empty_clause() {
    candidates().for_each(|it| conformance::solves_the_empty_formula_and_the_empty_clause(&it));
}

#[test]
fn a_deadline_stops_every_backend_which_then_continues() {
    candidates().for_each(|it| conformance::stops_at_the_deadline(&it));
}

#[needs(shared_data)]
fn every_backend_agrees_with_the_published_verdicts(data: &SharedData) {
    candidates()
        .for_each(|it| conformance::agrees_with_the_published_verdicts(&it, data, usize::MAX));
}

#[test]
fn an_interrupt_from_another_thread_stops_every_backend_which_then_continues() {
    for candidate in candidates() {
        let mut solver = candidate.loaded(&pigeons(14));
        let interrupt = Interrupt::default();
        let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
        // Every backend can be moved to another thread.
        let solving = thread::spawn(move || (solver.solve(&[], &budget), solver));
        thread::sleep(Duration::from_millis(50));
        interrupt.raise();
        let (outcome, mut solver) = solving.join().unwrap();
        assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Interrupted)), "{}", candidate.name);
        // Pigeon 0 sits nowhere: now it is easy.
        (0..14).for_each(|hole| solver.add_clause(&[Lit::negative(hole)]));
        assert_eq!(solver.solve(&[], &Budget::default()), UNSAT, "{}", candidate.name);
    }
}

#[test]
fn a_spent_budget_stops_every_backend_at_once() {
    let clauses = pigeons(40);
    for candidate in candidates() {
        let mut solver = candidate.loaded(&clauses);
        let outcome = solver.solve(&[], &milliseconds(0));
        assert_eq!(outcome, Ok(Outcome::Stopped(StopReason::Time)), "{}", candidate.name);
        let loaded = load(solver.as_mut(), &milliseconds(0), |sink| clauses.pour(sink));
        assert_eq!(loaded, Err(StopReason::Time), "{}", candidate.name);
    }
}

#[test]
fn a_limit_on_conflicts_stops_every_backend_and_can_be_raised() {
    for candidate in candidates() {
        let mut solver = candidate.loaded(&pigeons(7));
        let few = Budget { conflicts: Some(10), ..Budget::default() };
        let stopped = Ok(Outcome::Stopped(StopReason::Conflicts));
        assert_eq!(solver.solve(&[], &few), stopped, "{}", candidate.name);
        assert_eq!(solver.solve(&[], &Budget::default()), UNSAT, "{}", candidate.name);
    }
}

#[test]
fn reported_conflicts_are_plausible() {
    let mut reporting = Vec::new();
    for candidate in candidates() {
        let mut solver = candidate.loaded(&pigeons(6));
        assert_eq!(solver.solve(&[], &Budget::default()), UNSAT);
        if let Some(conflicts) = solver.stats().conflicts {
            assert!((10..100_000).contains(&conflicts), "{}: {conflicts}", candidate.name);
            reporting.push(candidate.name);
        }
    }
    assert!(reporting.contains(&"auto") && reporting.contains(&"batsat"), "only {reporting:?}");
}

#[test]
fn a_core_omits_assumptions_that_do_not_matter() {
    let clauses = clauses_of(&[&[-1, -2], &[3, 4]]);
    let assumptions = [1, 2, 3, 4].map(lit);
    for candidate in candidates() {
        let outcome = candidate.loaded(&clauses).solve(&assumptions, &Budget::default());
        let Ok(Outcome::Unsat(mut core)) = outcome else {
            panic!("{}: 1 and 2 exclude each other", candidate.name)
        };
        core.sort_unstable();
        assert_eq!(core, assumptions[..2], "{}", candidate.name);
    }
}

#[test]
fn an_unknown_name_is_an_error_with_the_known_names() {
    let error = by_name("deep-thought").unwrap_err().to_string();
    let expected = "unknown backend 'deep-thought'; there are auto, batsat,";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn every_backend_has_a_version_and_abilities() {
    for entry in BACKENDS {
        let version = (entry.version)();
        let is_number = |part: &str| part.parse::<u32>().is_ok();
        assert!(version.split('.').all(is_number), "{}: {version}", entry.name);
        assert!(entry.abilities.contains(&Ability::Interrupt), "{}", entry.name);
    }
    let lock = include_str!("../../../../Cargo.lock");
    for (name, resumes) in [("batsat", true), ("varisat", false)] {
        let entry = by_name(name).unwrap();
        let locked = format!("name = \"{name}\"\nversion = \"{}\"", (entry.version)());
        assert!(lock.contains(&locked), "{locked}");
        assert_eq!(entry.abilities.contains(&Ability::Resume), resumes, "{name}");
    }
}

#[test]
fn a_portfolio_of_any_number_of_threads_names_the_solver_that_answered() {
    for threads in [1, 2, 7] {
        let config = Config { threads: Some(threads), ..Config::default() };
        let mut solver = (by_name("portfolio").unwrap().create)(&config);
        pigeons(6).pour(solver.as_mut());
        assert_eq!(solver.solve(&[Lit::positive(1000)], &Budget::default()), UNSAT, "on {threads}");
        let first = solver.stats().solved_by.expect("a solver has answered");
        assert!(by_name(first).is_ok(), "{first}");
    }
}

#[test]
fn a_child_flag_is_raised_with_its_parent_but_not_the_parent_with_its_child() {
    let parent = Interrupt::default();
    let (first, second) = (parent.below(), parent.below().below());
    first.raise();
    assert!(first.is_raised() && !parent.is_raised() && !second.is_raised());
    parent.raise();
    assert!(second.is_raised());
}
