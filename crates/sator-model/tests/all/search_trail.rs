//! The trail search finds every solution once, in the same order, in one piece or in parts, and
//! components count as many. The expected solutions come from brute force or are published.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sator_model::constraint::Form;
use sator_model::propagate::OtherParts;
use sator_model::search::{Progress, TrailSearch, components};
use sator_sat::Lit;
use sator_sat::constraint::{Number, Part, Sum};

use crate::common::{Group, System, is_true, part, positive};

// Models.

/// Groups in the network, groups beside it, and sums.
#[derive(Debug, Clone)]
struct Model {
    variables: u32,
    groups: Vec<Group>,
    beside: Vec<Group>,
    sums: Vec<Sum>,
}

/// The values of the variables, by bits.
type Solution = u32;

const ENOUGH: u64 = 1_000_000;

impl Model {
    fn of(variables: u32, groups: Vec<Group>) -> Self {
        Self { variables, groups, beside: Vec::new(), sums: Vec::new() }
    }

    fn system(&self) -> System {
        let mut system = System::new(self.variables, self.groups.clone());
        for group in &self.beside {
            // A guard that is always true keeps it out of the network.
            let guard = Lit::positive(self.variables);
            system.add(sator_model::constraint::Part { guards: vec![guard], ..group.part() });
        }
        if !self.beside.is_empty() {
            system.variables += 1;
            system.groups.push(Group::clause(vec![Lit::positive(self.variables)]));
        }
        self.sums.iter().for_each(|sum| system.add(part(Form::Sum(sum.clone()))));
        system
    }

    /// All solutions with these facts.
    fn solutions_with(&self, facts: &[Lit]) -> HashSet<Solution> {
        let sums: Vec<_> = self.sums.iter().map(|sum| Form::Sum(sum.clone())).collect();
        let holds = |&bits: &Solution| {
            let is_true = |lit| is_true(bits, lit);
            facts.iter().all(|&fact| is_true(fact))
                && self.groups.iter().chain(&self.beside).all(|it| it.holds(is_true))
                && sums.iter().all(|it| it.holds(&is_true))
        };
        (0..1 << self.variables).filter(holds).collect()
    }

    fn solutions(&self) -> HashSet<Solution> {
        self.solutions_with(&[])
    }

    /// A search, unless there is a contradiction at the root.
    fn search(&self) -> Option<TrailSearch> {
        let (kernel, trail) = self.system().begin(&[]).ok()?;
        Some(TrailSearch::new(kernel, trail))
    }

    /// The solutions in the order of the search.
    fn found(&self) -> Vec<Solution> {
        self.search().map_or_else(Vec::new, |mut search| self.found_by(&mut search))
    }

    fn found_by(&self, search: &mut TrailSearch) -> Vec<Solution> {
        let mut found = Vec::new();
        loop {
            match search.next(u64::MAX, &|| false) {
                Progress::Solution => found.push(self.solution(search)),
                Progress::Exhausted => return found,
                progress => panic!("unexpected {progress:?}"),
            }
        }
    }

    /// The solution of a search, in which every variable has a value once.
    fn solution(&self, search: &TrailSearch) -> Solution {
        let own = search.solution().iter().filter(|lit| lit.vidx32() < self.variables);
        assert_eq!(own.clone().count(), self.variables as usize);
        let solution =
            own.filter(|lit| lit.is_pos()).fold(0, |solution, lit| solution | 1 << lit.vidx());
        for lit in positive(0..self.variables).into_iter().flat_map(|lit| [lit, !lit]) {
            assert_eq!(search.is_true(lit), is_true(solution, lit));
        }
        solution
    }

    fn count_within(&self, facts: &[Lit], nodes: u64, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        let system = self.system();
        let Ok((kernel, trail)) = system.begin(facts) else { return Some(BigUint::ZERO) };
        let others: [&OtherParts; 1] = [&system.others];
        components::count(kernel, trail, &others, nodes, stop)
    }

    fn count(&self, facts: &[Lit]) -> BigUint {
        self.count_within(facts, ENOUGH, &|| false).expect("there are enough nodes")
    }

    /// The same constraints so many times, each time over other variables.
    fn repeated(&self, times: u32) -> Self {
        let mut all = Self::of(times * self.variables, Vec::new());
        for time in 0..times {
            let lit = |lit: Lit| Lit::new(lit.vidx32() + time * self.variables, lit.is_neg());
            let shifted = |group: &Group| Group {
                lits: group.lits.iter().map(|&it| lit(it)).collect(),
                ..group.clone()
            };
            all.groups.extend(self.groups.iter().map(shifted));
            all.beside.extend(self.beside.iter().map(shifted));
            for mut sum in self.sums.iter().cloned() {
                let numbers = sum.parts.iter_mut().flat_map(|part| &mut part.numbers);
                numbers.flat_map(|number| &mut number.0).for_each(|it| it.1 = lit(it.1));
                all.sums.push(sum);
            }
        }
        all
    }
}

// Random models.

const VARIABLES: u32 = 10;

/// Literals that lie close together, so that models have several components; some occur twice.
fn lits() -> impl Strategy<Value = Vec<Lit>> {
    (0..VARIABLES, vec((0..5_u32, any::<bool>()), 0..=5)).prop_map(|(first, lits)| {
        let lit = |(it, negated)| Lit::new((first + it) % VARIABLES, negated);
        lits.into_iter().map(lit).collect()
    })
}

fn counts() -> impl Strategy<Value = Model> {
    let group = || {
        (0..4_u32, lits(), 0..=3_usize)
            .prop_map(|(kind, lits, number)| Group::of_kind(kind, number, lits))
    };
    (vec(group(), 0..=5), vec(group(), 0..=3))
        .prop_map(|(groups, beside)| Model { beside, ..Model::of(VARIABLES, groups) })
}

/// Numbers of a few values, which may differ, and sums of some of them, added or subtracted. A literal
/// may stand for a value where it is false, and one value may be too large for value sets.
fn sums() -> impl Strategy<Value = Model> {
    let sum = (vec((0..5_usize, any::<bool>()), 1..=4), -4..=12_i64);
    let shapes = select(&[(3, 4), (4, 3), (4, 4), (5, 3)]);
    (shapes, vec(sum, 0..=3), any::<[bool; 3]>(), -2..=2_i64).prop_map(
        |((numbers, values), sums, [differ, is_turned, is_wide], first)| {
            let lit = |number, value| {
                let variable = (number * values + value) as u32;
                Lit::new(variable, is_turned && variable % 3 == 2)
            };
            let amount = |it| if is_wide && it + 1 == values { 1 << 40 } else { first + it as i64 };
            let number =
                |number| Number((0..values).map(|it| (amount(it), lit(number, it))).collect());
            let one = |it| Group::exactly(1, (0..values).map(|value| lit(it, value)).collect());
            let mut model = Model::of((numbers * values) as u32, (0..numbers).map(one).collect());
            if differ && values <= numbers {
                let house =
                    |value| Group::exactly(1, (0..values).map(|it| lit(it, value)).collect());
                model.groups.extend((0..values).map(house));
            }
            for (places, total) in sums {
                let mut parts = Vec::new();
                for is_negative in [false, true] {
                    let of_part = places.iter().filter(|it| it.1 == is_negative);
                    let mut of_part: Vec<_> = of_part.map(|it| it.0 % numbers).collect();
                    of_part.sort_unstable();
                    of_part.dedup();
                    let at_most_one = |value| {
                        Group::at_most(1, of_part.iter().map(|&it| lit(it, value)).collect())
                    };
                    model.groups.extend((0..values).map(at_most_one));
                    if !of_part.is_empty() {
                        let numbers = of_part.into_iter().map(number).collect();
                        parts.push(Part { is_negative, numbers });
                    }
                }
                model.sums.push(Sum { parts, total });
            }
            model
        },
    )
}

fn model() -> impl Strategy<Value = Model> {
    prop_oneof![counts(), sums()]
}

fn facts() -> impl Strategy<Value = Vec<Lit>> {
    vec((0..VARIABLES, any::<bool>()).prop_map(|(it, negated)| Lit::new(it, negated)), 0..=3)
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_solution_is_found_once(model in model()) {
        let found = model.found();
        let different: HashSet<_> = found.iter().copied().collect();
        prop_assert_eq!(found.len(), different.len(), "{:?} has duplicates", found);
        prop_assert_eq!(different, model.solutions());
    }

    #[test]
    fn components_count_every_solution(model in model(), facts in facts()) {
        prop_assert_eq!(model.count(&facts), BigUint::from(model.solutions_with(&facts).len()));
    }

    #[test]
    fn the_counts_of_independent_blocks_multiply(model in model(), times in 0..=6_u32) {
        let number = BigUint::from(model.solutions().len());
        prop_assert_eq!(model.repeated(times).count(&[]), number.pow(times));
    }

    #[test]
    fn with_fewer_nodes_the_count_is_the_same_or_none(model in model(), nodes in 0..=20_u64) {
        if let Some(number) = model.count_within(&[], nodes, &|| false) {
            prop_assert_eq!(number, BigUint::from(model.solutions().len()));
        }
    }

    #[test]
    fn a_search_can_be_split_at_any_time(
        model in model(),
        nodes in 0..=30_u64,
        wanted in 0..=9_usize,
    ) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut found = Vec::new();
        while search.next(nodes - search.nodes(), &|| false) == Progress::Solution {
            found.push(model.solution(&search));
        }
        for mut part in search.split(wanted) {
            found.extend(model.found_by(&mut part));
        }
        prop_assert_eq!(found, model.found());
    }

    #[test]
    fn a_search_continues_after_pauses_and_stops(model in model(), step in 1..=3_u64) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut found = Vec::new();
        loop {
            let before = search.nodes();
            let questions = Cell::new(0);
            let stop = || questions.replace(questions.get() + 1) > 4;
            match search.next(step, &stop) {
                Progress::Solution => found.push(model.solution(&search)),
                Progress::Exhausted => break,
                Progress::Paused => prop_assert_eq!(search.nodes(), before + step),
                Progress::Stopped => {}
            }
            prop_assert!(search.nodes() <= before + step);
        }
        prop_assert_eq!(found, model.found());
        prop_assert_eq!(search.next(1, &|| false), Progress::Exhausted);
    }

    #[test]
    fn any_number_of_threads_counts_the_rest(
        model in model(),
        nodes in 0..=9_u64,
        threads in 1..=3_usize,
    ) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut found = 0;
        while search.next(nodes - search.nodes(), &|| false) == Progress::Solution {
            found += 1;
        }
        let on_one = search.clone().count(1, &|| false, &mut |_, _| ());
        let counted = search.count(threads, &|| false, &mut |_, _| ());
        prop_assert_eq!(counted, on_one);
        prop_assert!(counted.is_complete);
        prop_assert_eq!(found + counted.number, model.solutions().len() as u128);
    }

    #[test]
    fn a_stopped_count_is_a_lower_bound(
        model in model(),
        questions in 0..=40_usize,
        threads in 1..=3_usize,
    ) {
        let Some(search) = model.search() else { return Ok(()) };
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
        let counted = search.count(threads, &stop, &mut |_, _| ());
        let all = model.solutions().len() as u128;
        prop_assert!(counted.number <= all);
        prop_assert!(counted.number == all || !counted.is_complete);
        let was_stopped = asked.into_inner() > questions;
        prop_assert_eq!(counted.is_complete, !was_stopped);
    }

    #[test]
    fn certain_literals_hold_in_every_solution_that_was_not_found(model in model()) {
        let Some(mut search) = model.search() else { return Ok(()) };
        let mut left = model.solutions();
        loop {
            let step = search.next(1, &|| false);
            if step == Progress::Exhausted {
                break;
            }
            if step == Progress::Solution {
                left.remove(&model.solution(&search));
            }
            for &fact in search.certain().iter().filter(|it| it.vidx32() < model.variables) {
                let wrong = left.iter().find(|&&it| !is_true(it, fact));
                prop_assert_eq!(wrong, None, "{}", fact);
            }
        }
    }
}

// Examples.

#[test]
fn progress_goes_from_zero_to_one() {
    let groups = vec![Group::exactly(4, positive(0..8)), Group::exactly(2, positive(2..6))];
    let model = Model::of(8, groups);
    let mut search = model.search().unwrap();
    let mut before = search.progress();
    assert!(before.abs() < 1e-9);
    while search.next(1, &|| false) != Progress::Exhausted {
        let progress = search.progress();
        assert!(before <= progress + 1e-9 && progress < 1.0 + 1e-9, "{before}, then {progress}");
        before = progress;
    }
    assert!((search.progress() - 1.0).abs() < 1e-9);
}

#[test]
fn an_impossible_model_has_no_solution_and_no_parts() {
    let [none, other] = [0..1, 1..2].map(|it| Group::at_most(0, positive(it)));
    let groups = vec![Group::exactly(1, positive(0..2)), none];
    // The last group is not in the network, so there is no contradiction at the root.
    let model = Model { beside: vec![other], ..Model::of(2, groups) };
    let mut search = model.search().unwrap();
    assert_eq!(search.next(0, &|| false), Progress::Exhausted);
    assert_eq!(model.search().unwrap().split(4).len(), 0);
    assert_eq!(model.count(&[]), BigUint::ZERO);
}

#[test]
fn a_search_is_split_into_as_many_parts_as_are_wanted() {
    let model = Model::of(8, vec![Group::exactly(4, positive(0..8))]);
    for wanted in [1, 2, 3, 8, 20] {
        assert_eq!(model.search().unwrap().split(wanted).len(), wanted);
    }
    // There are no more parts than solutions.
    let one = Model::of(3, vec![Group::exactly(1, positive(0..3))]);
    assert_eq!(one.search().unwrap().split(9).len(), 3);
}

// Large models.

/// Forty choices of one of four.
fn blocks() -> Model {
    Model::of(4, vec![Group::exactly(1, positive(0..4))]).repeated(40)
}

/// No two neighbours are true.
fn chain(variables: u32) -> Model {
    let pair = |it| Group::at_most(1, positive([it, it + 1]));
    Model::of(variables, (0..variables - 1).map(pair).collect())
}

fn fibonacci(number: u32) -> BigUint {
    let (mut one, mut next) = (BigUint::ZERO, BigUint::from(1_u8));
    for _ in 0..number {
        (one, next) = (next.clone(), one + next);
    }
    one
}

#[test]
fn independent_blocks_are_counted_one_by_one() {
    // Each value of each block is visited once.
    let number = blocks().count_within(&[], 40 * 4, &|| false);
    assert_eq!(number, Some(BigUint::from(4_u8).pow(40)));
}

#[test]
fn a_chain_takes_two_nodes_for_each_link() {
    let number = chain(300).count_within(&[], 2 * 300, &|| false);
    assert_eq!(number, Some(fibonacci(302)));
}

#[test]
fn a_variable_without_constraints_doubles_the_count() {
    assert_eq!(Model::of(0, Vec::new()).count(&[]), BigUint::from(1_u8));
    assert_eq!(Model::of(200, Vec::new()).count(&[]), BigUint::from(1_u8) << 200);
    let known = [Lit::positive(3), Lit::negative(7)];
    assert_eq!(Model::of(200, Vec::new()).count(&known), BigUint::from(1_u8) << 198);
}

#[test]
fn without_enough_nodes_there_is_no_count() {
    for nodes in [0, 1, 159] {
        assert_eq!(blocks().count_within(&[], nodes, &|| false), None);
    }
    assert_eq!(chain(300).count_within(&[], 100, &|| false), None);
}

#[test]
fn a_stopped_count_of_components_is_none() {
    for asked in 0..50 {
        let questions = Cell::new(0);
        let stop = || questions.replace(questions.get() + 1) >= asked;
        assert_eq!(blocks().count_within(&[], ENOUGH, &stop), None);
    }
}
