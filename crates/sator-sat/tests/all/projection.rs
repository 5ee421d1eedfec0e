//! Models over some of the variables: counts, comparisons and what excludes a model, against all
//! assignments.

use num_bigint::BigUint;
use sator_sat::backend::{Backend, Budget, Config, Solver};
use sator_sat::projection::{Comparison, Questions, compare, count, excluding};
use sator_sat::{ClauseSink, Clauses, Lit};

fn solver() -> Box<dyn Backend> {
    Solver::default().create(&Config::default())
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// A random formula over this many variables.
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
    for questions in [Questions::Each, Questions::Together] {
        compare_with_all_assignments(questions);
    }
}

fn compare_with_all_assignments(questions: Questions) {
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
        let excluded = |formula: &Clauses, model: &[Lit]| {
            let positions = excluding(formula, model, &solver, &budget).unwrap();
            excludes(formula, model, &positions.expect("it is excluded"));
        };
        match compare([&first, &second], &over, &solver, questions, &budget).unwrap() {
            Comparison::Equal => {
                equal += 1;
                assert_eq!(ours, theirs, "round {round}");
            }
            Comparison::OnlyFirst(model) => {
                let bits = bits(&model);
                assert!(ours.contains(&bits) && !theirs.contains(&bits), "round {round}");
                excluded(&second, &model);
            }
            Comparison::OnlySecond(model) => {
                let bits = bits(&model);
                assert!(!ours.contains(&bits) && theirs.contains(&bits), "round {round}");
                excluded(&first, &model);
            }
            Comparison::Stopped(_) => panic!("stopped"),
        }
        let counted = count(&first, &over, &solver, None, &budget, &mut |_| ()).unwrap();
        assert_eq!(counted.number, ours.len().into(), "round {round}");
        assert!(!counted.is_enough && counted.stopped.is_none());
    }
    assert!((100..600).contains(&equal), "{equal} of 600 are equal");
}

/// Expects that the clauses at these positions exclude the model of the first four variables, and
/// no fewer of them do.
fn excludes(formula: &Clauses, model: &[Lit], positions: &[usize]) {
    let is_satisfiable = |without: Option<usize>| {
        let kept = positions.iter().filter(|&&at| Some(at) != without);
        let kept: Vec<_> = kept.filter_map(|&at| formula.iter().nth(at)).collect();
        (0..1_u32 << 7).any(|bits| {
            let is_true = |lit: &Lit| (bits >> lit.vidx32() & 1 == 1) == lit.is_pos();
            model.iter().all(is_true) && kept.iter().all(|clause| clause.iter().any(is_true))
        })
    };
    assert!(!is_satisfiable(None), "{positions:?} do not exclude {model:?}");
    assert!(positions.iter().all(|&at| is_satisfiable(Some(at))), "one of {positions:?} can go");
}

/// A formula whose every model extends, so that nothing excludes one.
#[test]
fn nothing_excludes_a_model() {
    let mut clauses = Clauses::default();
    clauses.add_clause(&[Lit::positive(0), Lit::positive(1)]);
    let given = [Lit::negative(0)];
    assert_eq!(excluding(&clauses, &given, &solver, &Budget::default()), Ok(None));
}

#[test]
fn a_clause_that_is_hard_to_prove_does_not_hide_an_easy_difference() {
    // Twelve cells with eleven values: the first of two more clauses follows, by a very long proof.
    let (pigeons, holes) = (12, 11);
    let lit = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut first = Clauses::default();
    for pigeon in 0..pigeons {
        let some: Vec<_> = (0..holes).map(|hole| lit(pigeon, hole)).collect();
        let relaxed: Vec<_> = some.iter().copied().chain([Lit::positive(999)]).collect();
        first.add_clause(&relaxed);
        for hole in 0..holes {
            for other in 0..pigeon {
                first.add_clause(&[!lit(pigeon, hole), !lit(other, hole)]);
            }
        }
    }
    let mut second = first.clone();
    second.add_clause(&[Lit::positive(999)]);
    second.add_clause(&[Lit::positive(998)]);
    let over: Vec<u32> = (0..1000).collect();
    let budget = Budget::default();
    let compared = compare([&first, &second], &over, &solver, Questions::Each, &budget);
    let Ok(Comparison::OnlyFirst(model)) = compared else { panic!("{compared:?}") };
    assert!(model.contains(&Lit::negative(998)));
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
