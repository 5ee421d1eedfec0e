//! Odds of variables in systems of equations, against all assignments of small systems.

use num_bigint::BigUint;
use proptest::prelude::*;
use sator_sat::equations::{Fate, Fraction, Odds, Options, System, odds};

/// Equations as lists of variables and counts.
type Equations = Vec<(Vec<u32>, usize)>;

fn system(variables: u32, equations: &Equations) -> System {
    System::new(variables, equations.iter().map(|(members, count)| (members.as_slice(), *count)))
}

fn odds_of(variables: u32, equations: &Equations, total: Option<usize>) -> Option<Odds> {
    odds(&system(variables, equations), total, &Options::default()).expect("solvers work")
}

/// How many solutions there are, and in how many each variable is true.
fn brute_force(variables: u32, equations: &Equations, total: Option<usize>) -> (u64, Vec<u64>) {
    let system = system(variables, equations);
    let (mut solutions, mut truths) = (0, vec![0; variables as usize]);
    for assignment in 0..1_u64 << variables {
        let is_true = |variable: u32| assignment >> variable & 1 == 1;
        let has_total = total.is_none_or(|total| assignment.count_ones() as usize == total);
        if has_total && system.holds(is_true) {
            solutions += 1;
            for (variable, truths) in (0..).zip(&mut truths) {
                *truths += u64::from(is_true(variable));
            }
        }
    }
    (solutions, truths)
}

/// Small systems whose counts come from an assignment, but for a slip now and then.
fn systems() -> impl Strategy<Value = (u32, Equations, Option<usize>)> {
    (1_u32..13, any::<u64>(), 0_usize..20).prop_flat_map(|(variables, hidden, total)| {
        let members = proptest::collection::btree_set(0..variables, 1..=variables.min(5) as usize);
        let equation =
            (members, proptest::bool::weighted(0.02)).prop_map(move |(members, slips)| {
                let members: Vec<u32> = members.into_iter().collect();
                let truths = members.iter().filter(|&&it| hidden >> it & 1 == 1).count();
                (members, truths + usize::from(slips))
            });
        let hidden_total = (hidden & ((1 << variables) - 1)).count_ones() as usize;
        let total = match total {
            0..8 => None,
            8..17 => Some(hidden_total),
            other => Some(hidden_total + other - 17),
        };
        (Just(variables), proptest::collection::vec(equation, 0..8), Just(total))
    })
}

fn assert_exact(variables: u32, equations: &Equations, total: Option<usize>) {
    let (solutions, truths) = brute_force(variables, equations, total);
    let Some(odds) = odds_of(variables, equations, total) else {
        assert_eq!(solutions, 0);
        return;
    };
    assert_eq!(odds.solutions, Some(BigUint::from(solutions)));
    assert!(odds.has_solution);
    for (chance, truths) in odds.chances.iter().zip(truths) {
        let expected = Fraction::new(&truths.into(), &solutions.into());
        assert_eq!(chance.odds.as_ref(), Some(&expected));
        let fate = match truths {
            0 => Fate::Never,
            all if all == solutions => Fate::Always,
            _ => Fate::Open,
        };
        assert_eq!(chance.fate, fate);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..Default::default() })]

    #[test]
    fn odds_are_those_of_all_assignments((variables, equations, total) in systems()) {
        assert_exact(variables, &equations, total);
    }
}

#[test]
fn a_variable_of_no_equation_is_true_in_half_of_the_solutions() {
    assert_exact(3, &vec![(vec![0, 1], 1)], None);
    assert_exact(3, &vec![(vec![0, 1], 1)], Some(1));
    assert_exact(3, &vec![(vec![0, 1], 1)], Some(3));
}
