//! Every backend in the registry keeps the same promises.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use sator_sat::backend::{
    Ability, Assignment, BACKENDS, Backend, Budget, Config, Entry, Interrupt, Outcome, ProofTo,
    StopReason, by_name, load,
};
use sator_sat::clock::Instant;
use sator_sat::proof::Format;
use sator_sat::{ClauseSink, Clauses, Lit, dimacs};

fn fresh(entry: &Entry) -> Box<dyn Backend> {
    (entry.create)(&Config::default())
}

fn loaded(entry: &Entry, clauses: &Clauses) -> Box<dyn Backend> {
    let mut solver = fresh(entry);
    clauses.pour(solver.as_mut());
    solver
}

fn clauses_of(lits: &[&[i32]]) -> Clauses {
    let mut clauses = Clauses::default();
    for clause in lits {
        clauses.add_clause(
            &clause.iter().map(|&lit| Lit::from_ipasir(lit).unwrap()).collect::<Vec<_>>(),
        );
    }
    clauses
}

/// `holes + 1` pigeons in `holes` holes: no solver does a dozen of them in a lifetime.
fn pigeons(holes: u32) -> Clauses {
    let sits = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut clauses = Clauses::default();
    for pigeon in 0..=holes {
        clauses.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        for first in 0..=holes {
            for second in first + 1..=holes {
                clauses.add_clause(&[!sits(first, hole), !sits(second, hole)]);
            }
        }
    }
    clauses
}

/// The least assignment that satisfies the clauses, by trying all.
fn brute_force(clauses: &Clauses, variables: u32) -> Option<Assignment> {
    (0..1_u32 << variables)
        .map(|bits| Assignment::new((0..variables).map(|i| bits >> i & 1 == 1).collect()))
        .find(|assignment| clauses.first_false(|lit| assignment.is_true(lit)).is_none())
}

fn lit(variables: u32) -> impl Strategy<Value = Lit> {
    (0..variables, any::<bool>()).prop_map(|(var, negated)| Lit::new(var, negated))
}

const VARIABLES: u32 = 8;

fn formula() -> impl Strategy<Value = Clauses> {
    let clause = prop::collection::vec(lit(VARIABLES), 1..4);
    prop::collection::vec(clause, 0..40).prop_map(|list| {
        let mut clauses = Clauses::default();
        for clause in &list {
            clauses.add_clause(clause);
        }
        clauses
    })
}

fn with_facts(clauses: &Clauses, facts: &[Lit]) -> Clauses {
    let mut all = clauses.clone();
    for &fact in facts {
        all.add_clause(&[fact]);
    }
    all
}

/// An answer that can be trusted: the assignment satisfies everything, the core is among the
/// assumptions and is enough.
fn agrees_with_brute_force(
    name: &str,
    outcome: &Outcome,
    clauses: &Clauses,
    assumptions: &[Lit],
) -> Result<(), TestCaseError> {
    let all = with_facts(clauses, assumptions);
    match outcome {
        Outcome::Sat(assignment) => {
            prop_assert!(all.first_false(|lit| assignment.is_true(lit)).is_none(), "{}", name);
        }
        Outcome::Unsat(core) => {
            prop_assert!(core.iter().all(|lit| assumptions.contains(lit)), "{}: {:?}", name, core);
            let enough = brute_force(&with_facts(clauses, core), VARIABLES).is_none();
            prop_assert!(enough, "{}: {:?} is no core", name, core);
        }
        Outcome::Stopped(reason) => prop_assert!(false, "{}: stopped, {:?}", name, reason),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_backend_agrees_with_brute_force_under_assumptions(
        clauses in formula(),
        assumptions in prop::collection::vec(lit(VARIABLES), 0..5),
    ) {
        for entry in BACKENDS {
            let mut solver = loaded(entry, &clauses);
            let outcome = solver.solve(&assumptions, &Budget::default()).unwrap();
            agrees_with_brute_force(entry.name, &outcome, &clauses, &assumptions)?;
            // Assumptions last for one solve only.
            let outcome = solver.solve(&[], &Budget::default()).unwrap();
            agrees_with_brute_force(entry.name, &outcome, &clauses, &[])?;
        }
    }

    #[test]
    fn every_backend_takes_clauses_between_solves(first in formula(), second in formula()) {
        for entry in BACKENDS {
            let mut solver = loaded(entry, &first);
            solver.solve(&[], &Budget::default()).unwrap();
            second.pour(solver.as_mut());
            let mut both = first.clone();
            second.pour(&mut both);
            let outcome = solver.solve(&[], &Budget::default()).unwrap();
            agrees_with_brute_force(entry.name, &outcome, &both, &[])?;
        }
    }

    #[test]
    fn every_backend_with_a_seed_stays_right(clauses in formula(), seed in any::<u64>()) {
        for entry in BACKENDS {
            let mut solver = (entry.create)(&Config { seed: Some(seed), ..Config::default() });
            clauses.pour(solver.as_mut());
            let outcome = solver.solve(&[], &Budget::default()).unwrap();
            agrees_with_brute_force(entry.name, &outcome, &clauses, &[])?;
        }
    }
}

#[test]
fn every_backend_knows_the_empty_formula_and_the_empty_clause() {
    for entry in BACKENDS {
        let mut solver = fresh(entry);
        assert!(
            matches!(solver.solve(&[], &Budget::default()), Ok(Outcome::Sat(_))),
            "{}",
            entry.name
        );
        solver.add_clause(&[]);
        assert_eq!(
            solver.solve(&[], &Budget::default()),
            Ok(Outcome::Unsat(vec![])),
            "{}",
            entry.name
        );
    }
}

#[test]
fn an_assignment_covers_reserved_variables_that_no_clause_names() {
    for entry in BACKENDS {
        let mut solver = fresh(entry);
        solver.reserve(5);
        solver.add_clause(&[Lit::positive(1)]);
        let Ok(Outcome::Sat(assignment)) = solver.solve(&[], &Budget::default()) else {
            panic!("{}: one positive clause is satisfiable", entry.name)
        };
        assert_eq!(assignment.lits().count(), 5, "{}", entry.name);
    }
}

#[test]
fn every_backend_can_be_interrupted_from_another_thread_and_goes_on_afterwards() {
    for entry in BACKENDS {
        let mut solver = loaded(entry, &pigeons(14));
        let interrupt = Interrupt::default();
        let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
        let raiser = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            interrupt.raise();
        });
        let outcome = solver.solve(&[], &budget).unwrap();
        raiser.join().unwrap();
        assert_eq!(outcome, Outcome::Stopped(StopReason::Interrupted), "{}", entry.name);
        // Pigeon 0 sits nowhere: now it is easy.
        (0..14).for_each(|hole| solver.add_clause(&[Lit::negative(hole)]));
        assert_eq!(
            solver.solve(&[], &Budget::default()),
            Ok(Outcome::Unsat(vec![])),
            "{}",
            entry.name
        );
    }
}

#[test]
fn a_deadline_stops_every_backend() {
    for entry in BACKENDS {
        let mut solver = loaded(entry, &pigeons(14));
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let budget = Budget { deadline, ..Budget::default() };
        let outcome = solver.solve(&[], &budget).unwrap();
        assert_eq!(outcome, Outcome::Stopped(StopReason::Time), "{}", entry.name);
    }
}

#[test]
fn a_spent_budget_stops_before_anything_is_done() {
    for entry in BACKENDS {
        let mut solver = loaded(entry, &pigeons(3));
        let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        assert_eq!(solver.solve(&[], &budget), Ok(Outcome::Stopped(StopReason::Time)));
    }
}

/// Some solvers treat them differently.
#[test]
fn a_large_formula_is_stopped_and_answered_like_a_small_one() {
    const HOLES: u32 = 42;
    let clauses = pigeons(HOLES);
    let nowhere: Vec<_> = (0..HOLES).map(Lit::negative).collect();
    for entry in BACKENDS {
        let mut solver = loaded(entry, &clauses);
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let outcome = solver.solve(&[], &Budget { deadline, ..Budget::default() }).unwrap();
        assert_eq!(outcome, Outcome::Stopped(StopReason::Time), "{}", entry.name);
        let Ok(Outcome::Unsat(mut core)) = solver.solve(&nowhere, &Budget::default()) else {
            panic!("{}: pigeon 0 must sit somewhere", entry.name)
        };
        core.sort_unstable();
        assert_eq!(core, nowhere, "{}", entry.name);
    }
}

#[test]
fn a_limit_on_conflicts_stops_every_backend_and_can_be_raised() {
    for entry in BACKENDS {
        let mut solver = loaded(entry, &pigeons(7));
        let few = Budget { conflicts: Some(10), ..Budget::default() };
        let outcome = solver.solve(&[], &few).unwrap();
        assert_eq!(outcome, Outcome::Stopped(StopReason::Conflicts), "{}", entry.name);
        assert_eq!(
            solver.solve(&[], &Budget::default()),
            Ok(Outcome::Unsat(vec![])),
            "{}",
            entry.name
        );
    }
}

#[test]
fn a_backend_that_tells_its_conflicts_tells_plausible_ones() {
    let mut told = Vec::new();
    for entry in BACKENDS {
        let mut solver = loaded(entry, &pigeons(6));
        assert_eq!(solver.solve(&[], &Budget::default()), Ok(Outcome::Unsat(vec![])));
        if let Some(conflicts) = solver.stats().conflicts {
            assert!((10..100_000).contains(&conflicts), "{}: {conflicts}", entry.name);
            told.push(entry.name);
        }
    }
    assert!(told.contains(&"auto") && told.contains(&"batsat"), "only {told:?} tell");
}

#[test]
fn a_core_leaves_out_assumptions_that_do_not_matter() {
    let clauses = clauses_of(&[&[-1, -2], &[3, 4]]);
    let assumptions = [1, 2, 3, 4].map(|lit| Lit::from_ipasir(lit).unwrap());
    for entry in BACKENDS {
        let mut solver = loaded(entry, &clauses);
        let Ok(Outcome::Unsat(mut core)) = solver.solve(&assumptions, &Budget::default()) else {
            panic!("{}: 1 and 2 exclude each other", entry.name)
        };
        core.sort_unstable();
        assert_eq!(core, assumptions[..2], "{}", entry.name);
    }
}

#[test]
fn an_unknown_name_is_told_the_known_ones() {
    let error = by_name("deep-thought").unwrap_err().to_string();
    assert!(
        error.starts_with("unknown backend 'deep-thought'; there are auto, batsat,"),
        "{error}"
    );
}

/// Real formulas, with the verdict of two solvers that are not ours.
#[test]
fn every_backend_agrees_with_the_published_verdicts() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/dimacs"));
    let Ok(index) = std::fs::read_to_string(folder.join("index.json")) else {
        skipped(&folder);
        return;
    };
    let index: serde_json::Value = serde_json::from_str(&index).unwrap();
    for file in index.as_array().unwrap() {
        let name = file["file"].as_str().unwrap();
        let formula = dimacs::read(&std::fs::read(folder.join(name)).unwrap()).unwrap();
        for entry in BACKENDS {
            let outcome = loaded(entry, &formula.clauses).solve(&[], &Budget::default()).unwrap();
            let verdict = match &outcome {
                Outcome::Sat(assignment) => {
                    let wrong = formula.clauses.first_false(|lit| assignment.is_true(lit));
                    assert_eq!(wrong, None, "{} on {name}", entry.name);
                    "SAT"
                }
                Outcome::Unsat(_) => "UNSAT",
                Outcome::Stopped(reason) => panic!("{} on {name}: {reason:?}", entry.name),
            };
            assert_eq!(verdict, file["status"], "{} on {name}", entry.name);
        }
    }
}

#[expect(clippy::print_stderr, reason = "a test that cannot run must say so")]
fn skipped(folder: &std::path::Path) {
    eprintln!("shared data absent: {} was not looked at", folder.display());
}

#[test]
fn the_versions_shown_are_those_of_the_lock_file() {
    let lock = include_str!("../../../Cargo.lock");
    for name in ["batsat", "varisat"] {
        let version = (by_name(name).unwrap().version)();
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
        assert!(lock.contains(&entry), "{name} is not {version}");
    }
}

#[test]
fn every_backend_tells_a_version() {
    for entry in BACKENDS {
        let version = (entry.version)();
        let is_number = |part: &str| part.parse::<u32>().is_ok();
        assert!(version.split('.').all(is_number), "{}: {version}", entry.name);
    }
}

/// Solution a solver may take long, and must heed the budget as solving does.
#[test]
fn loading_stops_when_the_budget_is_spent() {
    let clauses = pigeons(40);
    for entry in BACKENDS {
        let mut solver = fresh(entry);
        let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        let loaded = load(solver.as_mut(), &budget, |sink| clauses.pour(sink));
        assert_eq!(loaded, Err(StopReason::Time), "{}", entry.name);
    }
}

#[test]
fn a_portfolio_of_any_number_of_threads_tells_who_was_first() {
    for threads in [1, 2, 7] {
        let config = Config { threads: Some(threads), ..Config::default() };
        let mut solver = (by_name("portfolio").unwrap().create)(&config);
        pigeons(6).pour(solver.as_mut());
        let free = Lit::positive(1000);
        let outcome = solver.solve(&[free], &Budget::default());
        assert_eq!(outcome, Ok(Outcome::Unsat(vec![])), "on {threads}");
        let first = solver.stats().solved_by.expect("somebody was first");
        assert!(by_name(first).is_ok(), "{first}");
    }
}

#[test]
fn a_flag_below_another_is_raised_with_it_but_not_the_other_way_round() {
    let above = Interrupt::default();
    let (first, second) = (above.below(), above.below().below());
    first.raise();
    assert!(first.is_raised() && !above.is_raised() && !second.is_raised());
    above.raise();
    assert!(second.is_raised());
}

/// What comes of a proof that is too long for anybody, in that file.
fn proving(entry: &Entry, path: &str) -> Result<Outcome, String> {
    let clauses = pigeons(14);
    let to = ProofTo { path: path.into(), format: Format::DratText, clauses: clauses.len() };
    let mut solver = (entry.create)(&Config { proof: Some(to), ..Config::default() });
    clauses.pour(solver.as_mut());
    // Nobody proves this in time: only who notices stops for another reason.
    let deadline = Some(Instant::now() + Duration::from_secs(60));
    let budget = Budget { deadline, ..Budget::default() };
    let outcome = solver.solve(&[], &budget);
    assert_eq!(budget.exhausted(), None, "{} has not noticed", entry.name);
    outcome.map_err(|error| error.to_string())
}

#[test]
fn a_proof_that_cannot_be_written_ends_the_solving() {
    let provers = BACKENDS.iter().filter(|entry| entry.abilities.contains(&Ability::Proofs));
    for entry in provers {
        let no_folder = "/no/such/folder/proof";
        for path in ["/dev/full", no_folder] {
            // There is no full device everywhere.
            if path == no_folder || std::path::Path::new(path).exists() {
                let error = proving(entry, path).unwrap_err();
                let told = format!("the proof cannot be written to '{path}'");
                assert!(error.contains(&told) && error.contains(entry.name), "{error}");
            }
        }
    }
}

#[test]
fn every_backend_can_be_interrupted_and_who_has_a_memory_resumes() {
    let able = |ability: Ability| {
        let entries = BACKENDS.iter().filter(move |entry| entry.abilities.contains(&ability));
        entries.map(|entry| entry.name).collect::<Vec<_>>()
    };
    assert_eq!(able(Ability::Interrupt).len(), BACKENDS.len());
    let resuming = able(Ability::Resume);
    assert!(resuming.contains(&"batsat") && !resuming.contains(&"varisat"), "{resuming:?}");
}
