//! Counting by components finds as many solutions as there are: those of small models are found by
//! trying, those of large ones are known from elsewhere.

use std::cell::Cell;
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sator_model::propagate::Network;
use sator_model::search::components;
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

const ENOUGH: u64 = 1_000_000;

impl Model {
    fn of(variables: u32, constraints: Vec<Constraint>) -> Self {
        let laid_out = constraints.len();
        Self { variables, constraints, laid_out }
    }

    fn count_within(&self, facts: &[Lit], nodes: u64, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        let (inside, outside) = self.constraints.split_at(self.laid_out);
        let network = Network::new(self.variables, inside.iter().filter_map(Constraint::count));
        let Ok(mut known) = network.begin() else { return Some(BigUint::ZERO) };
        if facts.iter().any(|&fact| known.learn(&network, fact).is_err()) {
            return Some(BigUint::ZERO);
        }
        let is_left = |constraint: &&Constraint| constraint.count().is_none();
        let others = inside.iter().filter(is_left).chain(outside);
        components::count(Arc::new(network), known, others, nodes, stop)
    }

    fn count(&self, facts: &[Lit]) -> BigUint {
        self.count_within(facts, ENOUGH, &|| false).expect("there are enough nodes")
    }

    /// How many there are, by trying all.
    fn tried(&self, facts: &[Lit]) -> BigUint {
        let holds = |solution: &u32| {
            let is_true = |lit: Lit| (solution >> lit.vidx() & 1 == 1) == lit.is_pos();
            facts.iter().all(|&fact| is_true(fact))
                && self.constraints.iter().all(|constraint| constraint.holds(is_true))
        };
        BigUint::from((0..1_u32 << self.variables).filter(holds).count())
    }

    /// The same constraints so many times, each time over other variables.
    fn repeated(&self, times: u32) -> Self {
        let (inside, outside) = self.constraints.split_at(self.laid_out);
        let copies = |constraints: &[Constraint]| -> Vec<_> {
            let all = (0..times).flat_map(|time| {
                constraints.iter().map(move |it| shifted(it, time * self.variables))
            });
            all.collect()
        };
        let (mut constraints, outside) = (copies(inside), copies(outside));
        let laid_out = constraints.len();
        constraints.extend(outside);
        Self { variables: times * self.variables, constraints, laid_out }
    }
}

/// The same over variables that lie so much further.
fn shifted(constraint: &Constraint, by: u32) -> Constraint {
    let lit = |lit: Lit| Lit::new(lit.vidx32() + by, lit.is_neg());
    let all = |lits: &[Lit]| lits.iter().map(|&it| lit(it)).collect();
    match constraint {
        Constraint::Clause(lits) => Constraint::Clause(all(lits)),
        Constraint::AtMost { lits, bound } => Constraint::AtMost { lits: all(lits), bound: *bound },
        Constraint::AtLeast { lits, bound } => {
            Constraint::AtLeast { lits: all(lits), bound: *bound }
        }
        Constraint::Exactly { lits, count } => {
            Constraint::Exactly { lits: all(lits), count: *count }
        }
        Constraint::Split { first, others } => {
            Constraint::Split { first: all(first), others: all(others) }
        }
        Constraint::Sum(sum) => {
            let mut sum = sum.clone();
            let numbers = sum.parts.iter_mut().flat_map(|part| &mut part.numbers);
            numbers.flat_map(|number| &mut number.0).for_each(|it| it.1 = lit(it.1));
            Constraint::Sum(sum)
        }
    }
}

// Random ones.

const VARIABLES: u32 = 12;

/// Literals that lie close together, so that models are loose; some are named twice.
fn lits() -> impl Strategy<Value = Vec<Lit>> {
    (0..VARIABLES, vec((0..4_u32, any::<bool>()), 0..=4)).prop_map(|(first, lits)| {
        let lit = |(it, negated)| Lit::new((first + it) % VARIABLES, negated);
        lits.into_iter().map(lit).collect()
    })
}

fn constraint() -> impl Strategy<Value = Constraint> {
    let count = (0..4, lits(), 0..=3_usize).prop_map(|(kind, lits, number)| match kind {
        0 => Constraint::Clause(lits),
        1 => Constraint::AtMost { lits, bound: number },
        2 => Constraint::AtLeast { lits, bound: number.min(2) },
        _ => Constraint::Exactly { lits, count: number.min(1) },
    });
    let split = (lits(), lits()).prop_map(|(first, others)| Constraint::Split { first, others });
    prop_oneof![4 => count, 1 => split]
}

/// Counts of all kinds and splits, some of them beside the network.
fn counts() -> impl Strategy<Value = Model> {
    (vec(constraint(), 0..=9), any::<Index>()).prop_map(|(constraints, cut)| {
        let laid_out = cut.index(constraints.len() + 1);
        Model { variables: VARIABLES, constraints, laid_out }
    })
}

/// Five numbers of three values each, and sums of some of them, added or taken away; one value may
/// be too large for a sum to be watched.
fn sums() -> impl Strategy<Value = Model> {
    let sum = (vec((0..5_u32, any::<bool>()), 1..=4), -3..=8_i64);
    (vec(sum, 1..=3), any::<[bool; 2]>()).prop_map(|(sums, [is_beside, is_wide])| {
        let last = if is_wide { 1 << 40 } else { 3 };
        let values = [1, 2, last];
        let number = |it: u32| {
            Number((0..3).map(|at| (values[at as usize], Lit::positive(3 * it + at))).collect())
        };
        let lits = |it: u32| (3 * it..3 * it + 3).map(Lit::positive).collect();
        let one = |it| Constraint::Exactly { lits: lits(it), count: 1 };
        let mut constraints: Vec<_> = (0..5).map(one).collect();
        let laid_out = constraints.len();
        for (places, total) in sums {
            let mut parts = Vec::new();
            for negative in [false, true] {
                let mut of_part: Vec<_> =
                    places.iter().filter(|it| it.1 == negative).map(|it| it.0).collect();
                of_part.sort_unstable();
                of_part.dedup();
                for value in 0..3 {
                    let lits = of_part.iter().map(|it| Lit::positive(3 * it + value)).collect();
                    constraints.push(Constraint::at_most_one(lits));
                }
                let numbers: Vec<_> = of_part.into_iter().map(number).collect();
                if !numbers.is_empty() {
                    parts.push(Part { is_negative: negative, numbers });
                }
            }
            constraints.push(Constraint::Sum(Sum { parts, total }));
        }
        let laid_out = if is_beside { laid_out } else { constraints.len() };
        Model { variables: 15, constraints, laid_out }
    })
}

fn model() -> impl Strategy<Value = Model> {
    prop_oneof![2 => counts(), 1 => sums()]
}

fn facts() -> impl Strategy<Value = Vec<Lit>> {
    vec((0..VARIABLES, any::<bool>()).prop_map(|(it, negated)| Lit::new(it, negated)), 1..=3)
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn there_are_as_many_as_are_found_by_trying(model in model()) {
        prop_assert_eq!(model.count(&[]), model.tried(&[]));
    }

    #[test]
    fn there_are_as_many_with_facts_as_are_found_by_trying(model in model(), facts in facts()) {
        prop_assert_eq!(model.count(&facts), model.tried(&facts));
    }

    #[test]
    fn blocks_side_by_side_multiply(model in model(), times in 0..=6_u32) {
        prop_assert_eq!(model.repeated(times).count(&[]), model.tried(&[]).pow(times));
    }

    #[test]
    fn with_fewer_nodes_there_is_the_same_number_or_none(model in model(), nodes in 0..=20_u64) {
        if let Some(number) = model.count_within(&[], nodes, &|| false) {
            prop_assert_eq!(number, model.tried(&[]));
        }
    }
}

// Large ones.

fn exactly_one(lits: Vec<Lit>) -> Constraint {
    Constraint::Exactly { lits, count: 1 }
}

/// Forty choices of one of four.
fn blocks() -> Model {
    let lits = (0..4).map(Lit::positive).collect();
    Model::of(4, vec![exactly_one(lits)]).repeated(40)
}

/// No two neighbours are true.
fn chain(variables: u32) -> Model {
    let pair = |it| Constraint::at_most_one(vec![Lit::positive(it), Lit::positive(it + 1)]);
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
fn independent_blocks_are_counted_at_once() {
    // Each of them is looked at once.
    let number = blocks().count_within(&[], 40 * 4, &|| false);
    assert_eq!(number, Some(BigUint::from(4_u8).pow(40)));
}

#[test]
fn facts_narrow_the_block_that_they_are_in() {
    let facts = [Lit::positive(5), Lit::negative(8)];
    assert_eq!(blocks().count(&facts), BigUint::from(4_u8).pow(38) * 3_u8);
}

#[test]
fn a_chain_costs_two_nodes_a_link() {
    let number = chain(300).count_within(&[], 2 * 300, &|| false);
    assert_eq!(number, Some(fibonacci(302)));
}

#[test]
fn chains_side_by_side_multiply() {
    let number = chain(25).repeated(40).count(&[]);
    assert_eq!(number, fibonacci(27).pow(40));
}

#[test]
fn a_chain_beside_the_network_is_counted_like_one_in_it() {
    let model = Model { laid_out: 0, ..chain(100) };
    assert_eq!(model.count(&[]), fibonacci(102));
}

#[test]
fn a_board_is_tiled_with_pairs_of_squares_in_as_many_ways_as_is_known() {
    let (width, pairs) = (8_usize, Cell::new(0));
    let mut covering = vec![Vec::new(); width * width];
    for square in 0..width * width {
        let right = (square % width + 1 < width).then_some(square + 1);
        let below = (square + width < width * width).then_some(square + width);
        for other in right.into_iter().chain(below) {
            let pair = Lit::positive(pairs.replace(pairs.get() + 1));
            covering[square].push(pair);
            covering[other].push(pair);
        }
    }
    let model = Model::of(pairs.get(), covering.into_iter().map(exactly_one).collect());
    assert_eq!(model.count(&[]), BigUint::from(12_988_816_u32));
}

/// Numbers in a row, two and two of which add up to five.
#[test]
fn sums_along_a_row_are_counted() {
    let values = 1..=4_i64;
    let lit = |number: u32, value: i64| Lit::positive(4 * number + value as u32 - 1);
    let number = |it| Number(values.clone().map(|value| (value, lit(it, value))).collect());
    let numbers = 60;
    let mut constraints: Vec<_> = (0..numbers)
        .map(|it| exactly_one(values.clone().map(|value| lit(it, value)).collect()))
        .collect();
    for first in (0..numbers).step_by(2) {
        for value in values.clone() {
            constraints
                .push(Constraint::at_most_one(vec![lit(first, value), lit(first + 1, value)]));
        }
        let sum = Sum::of(vec![number(first), number(first + 1)], 5);
        constraints.push(Constraint::Sum(sum));
    }
    let model = Model::of(4 * numbers, constraints);
    // One and four, two and three, and the other way round.
    assert_eq!(model.count(&[]), BigUint::from(4_u8).pow(30));
}

#[test]
fn variables_that_nothing_speaks_of_double_the_number() {
    assert_eq!(Model::of(0, Vec::new()).count(&[]), BigUint::from(1_u8));
    assert_eq!(Model::of(200, Vec::new()).count(&[]), BigUint::from(1_u8) << 200);
    let known = [Lit::positive(3), Lit::negative(7)];
    assert_eq!(Model::of(200, Vec::new()).count(&known), BigUint::from(1_u8) << 198);
}

#[test]
fn what_cannot_be_is_counted_as_none() {
    let lits = || vec![Lit::positive(0), Lit::positive(1)];
    let constraints = vec![exactly_one(lits()), Constraint::AtLeast { lits: lits(), bound: 2 }];
    let model = Model { variables: 2, constraints, laid_out: 1 };
    assert_eq!(model.count(&[]), BigUint::ZERO);
}

#[test]
fn without_enough_nodes_there_is_no_number() {
    for nodes in [0, 1, 159] {
        assert_eq!(blocks().count_within(&[], nodes, &|| false), None);
    }
    assert_eq!(chain(300).count_within(&[], 100, &|| false), None);
}

#[test]
fn a_count_that_is_stopped_has_no_number() {
    for asked in 0..50 {
        let questions = Cell::new(0);
        let stop = || questions.replace(questions.get() + 1) >= asked;
        assert_eq!(blocks().count_within(&[], ENOUGH, &stop), None);
    }
}
