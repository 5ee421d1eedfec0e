//! Systems of equations, against all assignments of small systems.

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use proptest::prelude::*;
use sator_model::equations::{
    Analysis, Answer, CellState, Contradiction, EliminationLimits, Fraction, Options,
    PartialSolution, System, UncountedReason, analyze, eliminate, solve, total_range,
};
use sator_sat::backend::Budget;
use sator_sat::clock::Instant;

/// Linear algebra on components of any size.
const EVERYTHING: EliminationLimits = EliminationLimits { work: 4_000_000, smallest: 0 };

/// Equations as lists of variables and counts.
type Equations = Vec<(Vec<u32>, usize)>;

fn system(variables: u32, equations: &Equations) -> System {
    System::new(variables, equations.iter().map(|(members, count)| (members.as_slice(), *count)))
}

fn analysis_of(variables: u32, equations: &Equations, total: Option<usize>) -> Option<Analysis> {
    analyze(&system(variables, equations), total, &Options::default()).expect("solvers work")
}

/// The number of solutions, and the number of those in which each variable is true.
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

/// Small systems whose counts come from an assignment, with a rare error.
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
    let Some(analysis) = analysis_of(variables, equations, total) else {
        assert_eq!(solutions, 0);
        return;
    };
    assert_eq!(analysis.solutions, Some(BigUint::from(solutions)));
    assert!(analysis.has_solution);
    for (odds, truths) in analysis.cells.iter().zip(truths) {
        let expected = Fraction::new(truths, solutions);
        assert_eq!(odds.probability.as_ref(), Some(&expected));
        assert_eq!(odds.state, state(truths, solutions));
    }
}

/// Options that limit the number of states.
fn counting_up_to(most_states: usize) -> Options {
    Options { most_states, ..Options::default() }
}

/// Options that prevent all counting.
fn uncounting() -> Options {
    counting_up_to(0)
}

fn state(truths: u64, solutions: u64) -> CellState {
    match truths {
        0 => CellState::AlwaysFalse,
        all if all == solutions => CellState::AlwaysTrue,
        _ => CellState::Open,
    }
}

/// Without a total every state is found, and with one no wrong state.
fn assert_decided(variables: u32, equations: &Equations, total: Option<usize>, options: &Options) {
    let (solutions, truths) = brute_force(variables, equations, total);
    let found = analyze(&system(variables, equations), total, options).expect("solvers work");
    let Some(analysis) = found else {
        assert_eq!(solutions, 0);
        return;
    };
    assert!(solutions > 0 || !analysis.has_solution);
    for (odds, truths) in analysis.cells.iter().zip(truths) {
        if total.is_none() || (odds.state != CellState::Unknown && solutions > 0) {
            assert_eq!(odds.state, state(truths, solutions));
        }
    }
}

fn assert_solved(
    variables: u32,
    equations: &Equations,
    total: Option<usize>,
    options: &Options,
    all_is_counted: bool,
) {
    let (solutions, _) = brute_force(variables, equations, total);
    let system = system(variables, equations);
    match solve(&system, total, options).expect("solvers work") {
        Answer::Found(values) => {
            assert!(system.holds(|variable| values[variable as usize]));
            let truths = values.iter().filter(|value| **value).count();
            assert!(total.is_none_or(|total| total == truths));
        }
        Answer::Impossible => assert_eq!(solutions, 0),
        // Uncounted components may not fit a total, and possible totals may have gaps.
        Answer::Unknown => {
            let free = (0..variables).all(|it| !system.occurrences(it).is_empty());
            assert!(total.is_some() && (!all_is_counted || solutions == 0 || free));
        }
    }
}

fn assert_sound_algebra(variables: u32, equations: &Equations) {
    let (solutions, truths) = brute_force(variables, equations, None);
    let system = system(variables, equations);
    let mut known = PartialSolution::new(&system);

    match eliminate(&system, &mut known, EVERYTHING, &|| false) {
        Err(Contradiction) => assert_eq!(solutions, 0),
        Ok(()) if solutions == 0 => {}
        Ok(()) => {
            for (variable, truths) in (0..variables).zip(truths) {
                let expected = match state(truths, solutions) {
                    CellState::AlwaysFalse => Some(false),
                    CellState::AlwaysTrue => Some(true),
                    _ => None,
                };
                assert!(known.value(variable).is_none() || known.value(variable) == expected);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..Default::default() })]

    #[test]
    fn probabilities_are_those_of_all_assignments((variables, equations, total) in systems()) {
        assert_exact(variables, &equations, total);
    }

    #[test]
    fn variables_of_wide_components_are_decided(
        (variables, equations, total) in systems(),
        most_states in 0..7_usize,
    ) {
        assert_decided(variables, &equations, total, &counting_up_to(most_states));
    }

    #[test]
    fn the_total_range_is_that_of_all_solutions((variables, equations, _) in systems()) {
        let totals = 0..=variables as usize;
        let possible = totals.filter(|&total| brute_force(variables, &equations, Some(total)).0 > 0);
        let possible: Vec<usize> = possible.collect();
        let range = total_range(&system(variables, &equations), &Options::default()).unwrap();
        let ends = possible.first().copied().zip(possible.last().copied());
        prop_assert_eq!(range.map(RangeInclusive::into_inner), ends);
    }

    #[test]
    fn a_stopped_analysis_claims_nothing_wrong((variables, equations, total) in systems()) {
        let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        let options = Options { budget, ..Options::default() };
        let (solutions, truths) = brute_force(variables, &equations, total);
        let system = system(variables, &equations);
        if let Some(analysis) = analyze(&system, total, &options).unwrap() {
            prop_assert!(!analysis.has_solution || solutions > 0);
            prop_assert!(analysis.solutions.is_none_or(|number| number == solutions.into()));
            for (odds, truths) in analysis.cells.iter().zip(truths) {
                if odds.state != CellState::Unknown && solutions > 0 {
                    prop_assert_eq!(odds.state, state(truths, solutions));
                }
            }
        } else {
            prop_assert_eq!(solutions, 0);
        }
    }

    #[test]
    fn solutions_are_found_component_by_component((variables, equations, total) in systems()) {
        assert_solved(variables, &equations, total, &Options::default(), true);
        assert_solved(variables, &equations, total, &uncounting(), false);
    }

    #[test]
    fn linear_algebra_is_sound((variables, equations, _) in systems()) {
        assert_sound_algebra(variables, &equations);
    }
}

/// The squares of a board, each with a variable unless it is shown, and an equation for each that
/// is: how many around it are true.
fn board(side: usize, seed: u64, shown: u64) -> (u32, Equations) {
    let mut state = seed;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 100
    };
    let squares: Vec<(bool, bool)> =
        (0..side * side).map(|_| (random() < 20, random() < shown)).collect();
    let is_shown = |square: usize| squares[square].1 && !squares[square].0;
    let mut variables = 0;
    let number = (0..side * side).map(|square| {
        variables += u32::from(!is_shown(square));
        variables - u32::from(!is_shown(square))
    });
    let number: Vec<u32> = number.collect();
    let around = |square: usize| {
        let near = |at: usize| at.saturating_sub(1)..(at + 2).min(side);
        let squares = near(square / side)
            .flat_map(move |row| near(square % side).map(move |column| row * side + column));
        squares.filter(move |&other| other != square)
    };
    let equations = (0..side * side).filter(|&square| is_shown(square)).map(|square| {
        let members = around(square).filter(|&other| !is_shown(other)).map(|it| number[it]);
        (members.collect(), around(square).filter(|&other| squares[other].0).count())
    });
    (variables, equations.collect())
}

/// Counting and the search near a solution are independent of each other.
#[test]
fn counting_and_not_counting_agree_on_boards() {
    for seed in 0..60 {
        let (variables, equations) = board(24, seed, 25 + seed % 30);
        let system = system(variables, &equations);
        let counted = analyze(&system, None, &Options::default()).unwrap().unwrap();
        assert_eq!(counted.uncounted, []);
        let decided = analyze(&system, None, &uncounting()).unwrap().unwrap();
        for (counted, decided) in counted.cells.iter().zip(&decided.cells) {
            assert_eq!(counted.state, decided.state, "seed {seed}");
        }
    }
}

#[test]
fn an_equation_without_variables_is_never_overlooked() {
    let mut equations: Equations = (0..3000).map(|it| (vec![it], 1)).collect();
    equations.extend([(Vec::new(), 0), (Vec::new(), 1)]);
    let system = system(3000, &equations);
    let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    for options in [Options::default(), Options { budget, ..Options::default() }] {
        assert!(analyze(&system, None, &options).unwrap().is_none());
        assert_eq!(solve(&system, None, &options), Ok(Answer::Impossible));
    }
}

#[test]
fn linear_algebra_fixes_variables_that_pairs_of_equations_do_not() {
    // Two sums less the third leave the first variable twice, and nothing else.
    let equations = vec![(vec![0, 1, 2], 1), (vec![1, 2, 3, 4], 2), (vec![0, 3, 4], 1)];
    let system = system(5, &equations);
    let mut known = PartialSolution::new(&system);
    known.propagate(&system, &|| false).unwrap();
    assert_eq!(known.value(0), None);

    eliminate(&system, &mut known, EVERYTHING, &|| false).unwrap();
    assert_eq!(known.value(0), Some(false));
}

/// A long chain with a total has wide histograms.
#[test]
fn a_long_chain_is_solved_with_a_total() {
    let links: u32 = 700;
    let equations: Equations =
        (0..links).map(|link| ((3 * link..3 * link + 5).collect(), 2)).collect();
    let variables = 3 * links + 2;
    let system = system(variables, &equations);
    let range = total_range(&system, &Options::default()).unwrap().unwrap();
    for total in [*range.start(), usize::midpoint(*range.start(), *range.end()), *range.end()] {
        let Answer::Found(values) = solve(&system, Some(total), &Options::default()).unwrap()
        else {
            panic!("there is one with {total}");
        };
        assert!(system.holds(|variable| values[variable as usize]));
        assert_eq!(values.iter().filter(|value| **value).count(), total);
    }
    assert_eq!(solve(&system, Some(range.end() + 1), &Options::default()), Ok(Answer::Unknown));
}

/// The number of solutions has many digits, which are never divided.
#[test]
fn very_many_free_variables_are_combined_with_a_total() {
    let variables = 300_000;
    let equations = vec![(vec![0, 1, 2], 1)];
    let analysis = analysis_of(variables, &equations, Some(60_000)).unwrap();
    assert_eq!(analysis.cells[0].probability, Some(Fraction::new(1_u32, 3_u32)));
    let free = Fraction::new(59_999_u32, 299_997_u32);
    assert_eq!(analysis.cells[3].probability, Some(free));
    assert!(analysis.solutions.unwrap().bits() > 200_000);
}

#[test]
fn threads_change_nothing() {
    let (variables, equations) = board(120, 7, 40);
    let system = system(variables, &equations);
    let [one, many] = [1, 4].map(|threads| {
        analyze(&system, None, &Options { threads, ..Options::default() }).unwrap().unwrap()
    });
    assert_eq!(one.cells, many.cells);
    assert_eq!(one.solutions, many.solutions);
}

/// Domino tilings of a chessboard without two squares: each placement of a domino is a variable, and
/// each square has one.
fn dominoes(side: usize, left_out: [usize; 2]) -> (u32, Equations) {
    let mut squares = vec![Vec::new(); side * side];
    let mut variables = 0;
    for square in 0..side * side {
        let right = (square % side + 1 < side).then_some(square + 1);
        let below = (square / side + 1 < side).then_some(square + side);
        for other in right.into_iter().chain(below) {
            if ![square, other].iter().any(|it| left_out.contains(it)) {
                squares[square].push(variables);
                squares[other].push(variables);
                variables += 1;
            }
        }
    }
    let squares = squares.into_iter().enumerate().filter(|(it, _)| !left_out.contains(it));
    (variables, squares.map(|(_, members)| (members, 1)).collect())
}

#[test]
fn linear_algebra_refutes_the_mutilated_chessboard() {
    for side in [4, 8, 30] {
        let (variables, equations) = dominoes(side, [0, side * side - 1]);
        let system = system(variables, &equations);
        let mut known = PartialSolution::new(&system);

        let refuted = eliminate(&system, &mut known, EVERYTHING, &|| false);
        assert_eq!(refuted, Err(Contradiction), "{side}");
        assert!(analyze(&system, None, &Options::default()).unwrap().is_none());
    }
}

/// The number of domino tilings of the chessboard is well known.
#[test]
fn tilings_of_the_chessboard_are_counted() {
    let (variables, equations) = dominoes(8, [usize::MAX; 2]);
    let analysis = analysis_of(variables, &equations, None).unwrap();
    assert_eq!(analysis.solutions, Some(BigUint::from(12_988_816_u32)));
    let analysis = analysis_of(variables, &equations, Some(32)).unwrap();
    assert_eq!(analysis.solutions, Some(BigUint::from(12_988_816_u32)));
    assert!(analysis_of(variables, &equations, Some(31)).is_none());
}

#[test]
fn uncounted_components_are_reported() {
    let (variables, equations) = dominoes(6, [usize::MAX; 2]);
    let analysis = analyze(&system(variables, &equations), None, &uncounting()).unwrap().unwrap();
    assert_eq!(analysis.solutions, None);
    assert_eq!(analysis.uncounted.len(), 1);
    assert_eq!(analysis.uncounted[0].reason, UncountedReason::TooWide);
    assert_eq!(analysis.uncounted[0].variables.len(), variables as usize);
    assert!(analysis.has_solution);
}

#[test]
fn numbers_beyond_every_word_are_exact() {
    // A chain: every third variable is in two equations.
    let links: u32 = 400;
    let equations: Equations = (0..links)
        .map(|link| (vec![3 * link, 3 * link + 1, 3 * link + 2, 3 * link + 3], 2))
        .collect();
    let variables = 3 * links + 1;
    let analysis = analysis_of(variables, &equations, None).unwrap();
    // By hand: the number of ways for each value of the last variable of a link.
    let (mut without, mut with) = (BigUint::from(1_u32), BigUint::from(1_u32));
    for _ in 0..links {
        let two = BigUint::from(2_u32);
        let next = (&without + &with * &two, &without * &two + &with);
        (without, with) = next;
    }
    assert_eq!(analysis.solutions, Some(without + with));
    assert!(analysis.solutions.unwrap().bits() > 600);
}

#[test]
fn a_variable_of_no_equation_is_true_in_half_of_the_solutions() {
    assert_exact(3, &vec![(vec![0, 1], 1)], None);
    assert_exact(3, &vec![(vec![0, 1], 1)], Some(1));
    assert_exact(3, &vec![(vec![0, 1], 1)], Some(3));
}
