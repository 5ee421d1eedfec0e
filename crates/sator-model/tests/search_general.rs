//! The search through any model meets every solution once, in the same order, in one piece or in
//! many. The solutions are found by trying.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sator_model::propagate::Network;
use sator_model::search::general::{General, Step};
use sator_sat::constraint::{Number, Part, Sum};
use sator_sat::{Constraint, Lit};

// Models.

/// Constraints over so many variables; from a place on they are not in the network.
#[derive(Debug, Clone)]
struct Model {
    variables: u32,
    constraints: Vec<Constraint>,
    laid_out: usize,
}

/// Which variables are true, by bits.
type Solution = u32;

fn is_true(solution: Solution, lit: Lit) -> bool {
    (solution >> lit.vidx() & 1 == 1) == lit.is_pos()
}

impl Model {
    fn of(variables: u32, constraints: Vec<Constraint>) -> Self {
        let laid_out = constraints.len();
        Self { variables, constraints, laid_out }
    }

    fn solutions(&self) -> HashSet<Solution> {
        let holds = |solution| {
            move |constraint: &Constraint| constraint.holds(|lit| is_true(solution, lit))
        };
        (0..1 << self.variables).filter(|&it| self.constraints.iter().all(holds(it))).collect()
    }

    /// A search, unless there is a contradiction from the beginning.
    fn search(&self) -> Option<General> {
        let (inside, outside) = self.constraints.split_at(self.laid_out);
        let network = Network::new(self.variables, inside.iter().filter_map(Constraint::count));
        let known = network.begin().ok()?;
        let is_left = |constraint: &&Constraint| constraint.count().is_none();
        let others = inside.iter().filter(is_left).chain(outside);
        Some(General::new(Arc::new(network), known, others))
    }

    /// What a search meets, in its order.
    fn met(&self) -> Vec<Solution> {
        self.search().map_or_else(Vec::new, |mut search| self.met_by(&mut search))
    }

    fn met_by(&self, search: &mut General) -> Vec<Solution> {
        let mut met = Vec::new();
        loop {
            match search.next(u64::MAX, &|| false) {
                Step::Solution => met.push(self.solution(search)),
                Step::Exhausted => return met,
                step => panic!("{step:?}, though nobody asked for it"),
            }
        }
    }

    /// The solution that a search has met, which knows the value of every variable once.
    fn solution(&self, search: &General) -> Solution {
        assert_eq!(search.solution().len(), self.variables as usize);
        let truths = search.solution().iter().filter(|lit| lit.is_pos());
        let solution = truths.fold(0, |solution, lit| solution | 1 << lit.vidx());
        let all = (0..self.variables).map(Lit::positive);
        for lit in all.flat_map(|lit| [lit, !lit]) {
            assert_eq!(search.is_true(lit), is_true(solution, lit));
        }
        solution
    }
}

/// Each solution is met, and none twice.
fn meets_all(model: &Model) -> Result<(), TestCaseError> {
    let met = model.met();
    let different: HashSet<_> = met.iter().copied().collect();
    prop_assert_eq!(met.len(), different.len(), "{:?} has one twice", met);
    prop_assert_eq!(different, model.solutions());
    Ok(())
}

// Random ones.

const VARIABLES: u32 = 9;

fn lits() -> impl Strategy<Value = Vec<Lit>> {
    let lit = (0..VARIABLES, any::<bool>()).prop_map(|(it, negated)| Lit::new(it, negated));
    vec(lit, 0..=6)
}

fn constraint() -> impl Strategy<Value = Constraint> {
    let count = (0..4, lits(), 0..=4_usize).prop_map(|(kind, lits, number)| match kind {
        0 => Constraint::Clause(lits),
        1 => Constraint::AtMost { lits, bound: number },
        2 => Constraint::AtLeast { lits, bound: number },
        _ => Constraint::Exactly { lits, count: number },
    });
    let split = (lits(), lits()).prop_map(|(first, others)| Constraint::Split { first, others });
    prop_oneof![5 => count, 1 => split]
}

/// Counts of all kinds and splits, some of them beside the network.
fn counts() -> impl Strategy<Value = Model> {
    (vec(constraint(), 0..=6), any::<Index>()).prop_map(|(constraints, cut)| {
        let laid_out = cut.index(constraints.len() + 1);
        Model { variables: VARIABLES, constraints, laid_out }
    })
}

/// Numbers of three or four values each, in rows that have no value twice, with sums of some, added
/// or taken away. A literal may stand for a value where it is false.
fn sums() -> impl Strategy<Value = Model> {
    let sum = (vec(any::<(Index, bool)>(), 1..=4), -4..=12_i64);
    let shapes = select(&[(3, 4), (4, 3), (4, 4), (5, 3)]);
    (shapes, vec(sum, 0..=3), any::<[bool; 3]>(), any::<i8>()).prop_map(
        |((numbers, values), sums, [differ, is_turned, is_beside], first)| {
            let first = i64::from(first % 3);
            let lit = |number, value| {
                let variable = (number * values + value) as u32;
                Lit::new(variable, is_turned && variable % 3 == 2)
            };
            let number = |number: usize| {
                Number((0..values).map(|it| (first + it as i64, lit(number, it))).collect())
            };
            let one = |it: usize| Constraint::Exactly {
                lits: number(it).0.into_iter().map(|it| it.1).collect(),
                count: 1,
            };
            let mut constraints: Vec<_> = (0..numbers).map(one).collect();
            let laid_out = constraints.len();
            if differ && values <= numbers {
                for value in 0..values {
                    let lits = (0..values).map(|it| lit(it, value)).collect();
                    constraints.push(Constraint::Exactly { lits, count: 1 });
                }
            }
            for (places, total) in sums {
                let mut parts = Vec::<(bool, Vec<usize>)>::new();
                for (place, is_negative) in places {
                    let place = place.index(numbers);
                    match parts.iter_mut().find(|it| it.0 == is_negative) {
                        Some((_, places)) if places.contains(&place) => {}
                        Some((_, places)) => places.push(place),
                        None => parts.push((is_negative, vec![place])),
                    }
                }
                for (_, places) in &parts {
                    for value in 0..values {
                        let lits = places.iter().map(|&it| lit(it, value)).collect();
                        constraints.push(Constraint::at_most_one(lits));
                    }
                }
                let part = |(is_negative, places): (bool, Vec<usize>)| Part {
                    is_negative,
                    numbers: places.into_iter().map(number).collect(),
                };
                let parts = parts.into_iter().map(part).collect();
                constraints.push(Constraint::Sum(Sum { parts, total }));
            }
            let laid_out = if is_beside { laid_out } else { constraints.len() };
            Model { variables: (numbers * values) as u32, constraints, laid_out }
        },
    )
}

fn model() -> impl Strategy<Value = Model> {
    prop_oneof![counts(), sums()]
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_solution_of_counts_and_splits_is_met_once(model in counts()) {
        meets_all(&model)?;
    }

    #[test]
    fn every_solution_of_sums_is_met_once(model in sums()) {
        meets_all(&model)?;
    }

    #[test]
    fn the_parts_of_a_search_meet_what_the_whole_meets(model in model(), wanted in 0..=9_usize) {
        let parts = model.search().map_or_else(Vec::new, |search| search.split(wanted));
        let met: Vec<_> = parts.into_iter().flat_map(|mut part| model.met_by(&mut part)).collect();
        prop_assert_eq!(met, model.met());
    }

    #[test]
    fn what_is_left_of_a_search_can_be_cut_at_any_time(
        model in model(),
        nodes in 0..=30_u64,
        wanted in 0..=9_usize,
    ) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut met = Vec::new();
        while search.next(nodes - search.nodes(), &|| false) == Step::Solution {
            met.push(model.solution(&search));
        }
        for mut part in search.split(wanted) {
            met.extend(model.met_by(&mut part));
        }
        prop_assert_eq!(met, model.met());
    }

    #[test]
    fn a_search_that_pauses_and_stops_goes_on_where_it_was(model in model(), step in 1..=3_u64) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut met = Vec::new();
        loop {
            let before = search.nodes();
            let questions = Cell::new(0);
            let stop = || questions.replace(questions.get() + 1) > 4;
            match search.next(step, &stop) {
                Step::Solution => met.push(model.solution(&search)),
                Step::Exhausted => break,
                Step::Paused => prop_assert_eq!(search.nodes(), before + step),
                Step::Stopped => {}
            }
            prop_assert!(search.nodes() <= before + step);
        }
        prop_assert_eq!(met, model.met());
        prop_assert_eq!(search.next(1, &|| false), Step::Exhausted);
    }

    #[test]
    fn what_is_left_is_counted_on_any_number_of_threads(
        model in model(),
        nodes in 0..=9_u64,
        threads in 1..=3_usize,
    ) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut met = 0;
        while search.next(nodes - search.nodes(), &|| false) == Step::Solution {
            met += 1;
        }
        let on_one = search.clone().count(1, &|| false, &mut |_| ());
        let counted = search.count(threads, &|| false, &mut |_| ());
        prop_assert_eq!(counted, on_one);
        prop_assert!(counted.is_complete);
        prop_assert_eq!(met + counted.number, model.solutions().len() as u128);
    }

    #[test]
    fn a_count_that_is_stopped_is_not_too_high_and_says_so(
        model in model(),
        questions in 0..=40_usize,
        threads in 1..=3_usize,
    ) {
        let Some(search) = model.search() else { return Ok(()) };
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
        let counted = search.count(threads, &stop, &mut |_| ());
        let all = model.solutions().len() as u128;
        prop_assert!(counted.number <= all);
        prop_assert!(counted.number == all || !counted.is_complete);
        let was_stopped = asked.into_inner() > questions;
        prop_assert_eq!(counted.is_complete, !was_stopped);
    }

    #[test]
    fn what_is_certain_holds_in_every_solution_that_was_not_met(model in model()) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut left = model.solutions();
        loop {
            let step = search.next(1, &|| false);
            if step == Step::Exhausted {
                break;
            }
            if step == Step::Solution {
                left.remove(&model.solution(&search));
            }
            for &fact in search.certain() {
                let wrong = left.iter().find(|&&it| !is_true(it, fact));
                prop_assert_eq!(wrong, None, "{}", fact);
            }
        }
    }
}

// What is seen best on one model.

#[test]
fn progress_goes_from_nothing_to_everything() {
    let exactly = |lits, count| Constraint::Exactly { lits, count };
    let model = Model::of(8, vec![exactly(truths(0..8), 4), exactly(truths(2..6), 2)]);
    let mut search = model.search().unwrap();
    let mut before = search.progress();
    assert!(before.abs() < 1e-9);
    while search.next(1, &|| false) != Step::Exhausted {
        let progress = search.progress();
        assert!(before <= progress + 1e-9 && progress < 1.0 + 1e-9, "{before}, then {progress}");
        before = progress;
    }
    assert!((search.progress() - 1.0).abs() < 1e-9);
}

fn truths(variables: std::ops::Range<u32>) -> Vec<Lit> {
    variables.map(Lit::positive).collect()
}

#[test]
fn where_nothing_is_said_everything_is_a_solution() {
    assert_eq!(Model::of(0, Vec::new()).met(), [0]);
    assert_eq!(Model::of(3, Vec::new()).met().len(), 8);
}

#[test]
fn what_cannot_be_has_no_solution_and_no_parts() {
    let exactly = |count| Constraint::Exactly { lits: truths(0..2), count };
    let one = Constraint::AtMost { lits: truths(0..1), bound: 0 };
    let other = Constraint::AtMost { lits: truths(1..2), bound: 0 };
    // The last one is not in the network, so nobody knows at the beginning.
    let model = Model { variables: 2, constraints: vec![exactly(1), one, other], laid_out: 2 };
    let mut search = model.search().unwrap();
    assert_eq!(search.next(0, &|| false), Step::Exhausted);
    assert_eq!(model.search().unwrap().split(4).len(), 0);
}

#[test]
fn a_search_is_cut_into_as_many_parts_as_are_wanted() {
    let model = Model::of(8, vec![Constraint::Exactly { lits: truths(0..8), count: 4 }]);
    for wanted in [1, 2, 3, 8, 20] {
        assert_eq!(model.search().unwrap().split(wanted).len(), wanted);
    }
    // As many as there are solutions is the end of it.
    let one = Model::of(3, vec![Constraint::Exactly { lits: truths(0..3), count: 1 }]);
    assert_eq!(one.search().unwrap().split(9).len(), 3);
}

#[test]
fn what_fails_at_the_root_is_certain_to_be_otherwise() {
    // If the first is true, the sums of the others are at odds.
    let [a, b, c] = [0, 1, 2].map(Lit::positive);
    let clauses = [vec![!a, b, c], vec![!a, !b, c], vec![!a, b, !c], vec![!a, !b, !c]];
    let mut constraints: Vec<_> = clauses.into_iter().map(Constraint::Clause).collect();
    constraints.push(Constraint::Exactly { lits: vec![a, Lit::positive(3)], count: 1 });
    let model = Model::of(5, constraints);
    let mut search = model.search().unwrap();
    assert_eq!(search.certain(), []);
    assert_eq!(search.next(u64::MAX, &|| false), Step::Solution);
    assert!(search.certain().contains(&!a));
    assert_eq!(model.met().len(), 8);
}

/// More values than a mask has bits are looked at when all is known.
#[test]
fn a_sum_that_is_too_wide_to_be_watched_holds_in_every_solution() {
    let number = |first: u32, apart: i64| {
        let value = |it: u32| (i64::from(it) * apart, Lit::positive(first + it));
        Number((0..4).map(value).collect())
    };
    let numbers = [number(0, 1), number(4, 1 << 40), number(8, 5)];
    let one = |Number(values): &Number| Constraint::Exactly {
        lits: values.iter().map(|it| it.1).collect(),
        count: 1,
    };
    let mut constraints: Vec<_> = numbers.iter().map(one).collect();
    let part = |number: &Number| Part { is_negative: false, numbers: vec![number.clone()] };
    let parts = numbers.iter().map(part).collect();
    constraints.push(Constraint::Sum(Sum { parts, total: (2 << 40) + 11 }));
    let met = Model::of(12, constraints).met();
    assert_eq!(met, [1 << 1 | 1 << 6 | 1 << 10]);
}
