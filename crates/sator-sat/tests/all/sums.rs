//! Every encoding for sums means what a sum means: all choices of values for many small sums.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use sator_sat::backend::{Backend, Budget, Config, Outcome, by_name};
use sator_sat::clauses::FreshVars;
use sator_sat::constraint::{Number, Part, Sum};
use sator_sat::encode::sum::{ENCODINGS, Encoding, diagram, forbidden, literal, prefixes};
use sator_sat::encode::{Encoder, Encodings};
use sator_sat::units::propagated;
use sator_sat::{ClauseSink, Clauses, Lit};

// Sums.

/// A sum over new variables; every third literal is negative, so that signs cannot be mixed up
/// unnoticed.
fn sum(parts: &[(bool, &[Vec<i64>])], total: i64) -> Sum {
    let mut lits = (0..).map(|i| Lit::new(i, i % 3 == 2));
    let mut number = |values: &Vec<i64>| Number(values.iter().copied().zip(&mut lits).collect());
    let part = |&(is_negative, numbers): &(bool, &[Vec<i64>])| Part {
        is_negative,
        numbers: numbers.iter().map(&mut number).collect(),
    };
    Sum { parts: parts.iter().map(part).collect(), total }
}

/// The numbers added, taken away, or the first of them added and the others taken away; with every
/// total that could be, one below and one above.
fn sums_of(numbers: &[Vec<i64>]) -> Vec<Sum> {
    let (first, others) = numbers.split_at(numbers.len().min(1));
    let shapes: [&[_]; 3] =
        [&[(false, numbers)], &[(true, numbers)], &[(false, first), (true, others)]];
    let mut sums = Vec::new();
    for parts in shapes {
        let bound = |pick: fn(i64, i64) -> i64, values: &Vec<i64>, sign: i64| {
            values.iter().map(|value| sign * value).reduce(pick).unwrap_or(0)
        };
        let (mut least, mut most) = (-1, 1);
        for (is_negative, numbers) in parts {
            for values in *numbers {
                let sign = if *is_negative { -1 } else { 1 };
                least += bound(i64::min, values, sign);
                most += bound(i64::max, values, sign);
            }
        }
        sums.extend((least..=most).map(|total| sum(parts, total)));
    }
    sums
}

/// Sums of up to three numbers: alike, overlapping, with gaps, of one value, of none.
fn small_sums() -> Vec<Sum> {
    let domains = [vec![1, 2, 3], vec![-2, 0, 3], vec![4], vec![0, 1], vec![]];
    let mut lists: Vec<Vec<Vec<i64>>> = vec![vec![]];
    let mut sums = vec![sum(&[], 0), sum(&[], 1)];
    for _ in 0..=3 {
        sums.extend(lists.iter().flat_map(|numbers| sums_of(numbers)));
        let longer = |list: &Vec<_>| domains.clone().map(|it| [list.clone(), vec![it]].concat());
        lists = lists.iter().flat_map(longer).collect();
    }
    sums
}

/// One or two parts of up to four numbers, with totals that are reached more often than not.
fn any_sum() -> impl Strategy<Value = Sum> {
    let values = subsequence((-2..=5).collect::<Vec<i64>>(), 1..=4);
    let signs = any::<(bool, bool)>();
    let reached = prop_oneof![3 => Just(0), 1 => -12..=12_i64];
    (vec((values, any::<Index>()), 1..=4), 0..=4_usize, signs, reached).prop_map(
        |(numbers, at, signs, mut total)| {
            let at = at.min(numbers.len());
            for (i, (values, index)) in numbers.iter().enumerate() {
                let is_negative = if i < at { signs.0 } else { signs.1 };
                total += if is_negative { -index.get(values) } else { *index.get(values) };
            }
            let numbers: Vec<Vec<i64>> = numbers.into_iter().map(|(values, _)| values).collect();
            sum(&[(signs.0, &numbers[..at]), (signs.1, &numbers[at..])], total)
        },
    )
}

fn numbers(sum: &Sum) -> impl Iterator<Item = &Number> {
    sum.parts.iter().flat_map(|part| &part.numbers)
}

fn variables(sum: &Sum) -> u32 {
    sum.terms().count() as u32
}

/// Every way to give each number one of its values, as literals that are true.
fn choices(sum: &Sum) -> Vec<Vec<Lit>> {
    let mut choices = vec![vec![]];
    for number in numbers(sum) {
        let with = |choice: &Vec<Lit>, lit| [choice.as_slice(), &[lit]].concat();
        choices = choices
            .iter()
            .flat_map(|choice| number.0.iter().map(move |&(_, lit)| with(choice, lit)))
            .collect();
    }
    choices
}

/// Whether the numbers of each part differ.
fn is_distinct(sum: &Sum, choice: &[Lit]) -> bool {
    sum.parts.iter().all(|part| {
        let mut seen = HashSet::new();
        let values = part.numbers.iter().flat_map(|number| &number.0);
        values.filter(|(_, lit)| choice.contains(lit)).all(|(value, _)| seen.insert(*value))
    })
}

fn holds(sum: &Sum, choice: &[Lit]) -> bool {
    sum.holds(|lit| choice.contains(&lit))
}

// Clauses.

struct Written {
    clauses: Clauses,
    /// How many variables there are besides the literals of the sum, and the guard.
    auxiliaries: u32,
}

/// The clauses of a sum, if wanted with the guard that comes after its own variables.
fn written(encoding: &'static Encoding, sum: &Sum, guard: Option<Lit>) -> Written {
    let mut clauses = Clauses::default();
    let used = variables(sum) + u32::from(guard.is_some());
    let mut vars = FreshVars::after(used);
    let mut encoder = Encoder::new(&mut clauses, &mut vars);
    if let Some(guard) = guard {
        encoder = encoder.guarded_by(guard);
    }
    let encodings = Encodings::default().with_sums_by(encoding);
    encodings.encode_sum(sum, &mut encoder);
    Written { clauses, auxiliaries: vars.used() - used }
}

fn solver(clauses: &Clauses) -> Box<dyn Backend> {
    let mut solver = (by_name("batsat").unwrap().create)(&Config::default());
    clauses.pour(solver.as_mut());
    solver
}

/// Whether there is an answer with these literals true and the other literals of the sum false.
fn is_allowed(solver: &mut dyn Backend, sum: &Sum, truths: &[Lit], guard: &[Lit]) -> bool {
    let of_sum = sum.terms().map(|(_, lit)| if truths.contains(&lit) { lit } else { !lit });
    let assumptions: Vec<Lit> = of_sum.chain(guard.iter().copied()).collect();
    match solver.solve(&assumptions, &Budget::default()).unwrap() {
        Outcome::Sat(_) => true,
        Outcome::Unsat(_) => false,
        Outcome::Stopped(reason) => panic!("stopped without a limit: {reason:?}"),
    }
}

fn means_the_same(encoding: &'static Encoding, sum: &Sum) {
    let mut solver = solver(&written(encoding, sum, None).clauses);
    for choice in choices(sum).iter().filter(|choice| is_distinct(sum, choice)) {
        let is_allowed = is_allowed(solver.as_mut(), sum, choice, &[]);
        assert_eq!(is_allowed, holds(sum, choice), "{}: {sum:?} by {choice:?}", encoding.name);
    }
}

fn switches_on_and_off(encoding: &'static Encoding, sum: &Sum) {
    let guard = Lit::positive(variables(sum));
    let mut solver = solver(&written(encoding, sum, Some(guard)).clauses);
    for choice in choices(sum).iter().filter(|choice| is_distinct(sum, choice)) {
        let case = format!("{}: {sum:?} by {choice:?}", encoding.name);
        let on = is_allowed(solver.as_mut(), sum, choice, &[guard]);
        assert_eq!(on, holds(sum, choice), "guard on, {case}");
        assert!(is_allowed(solver.as_mut(), sum, choice, &[!guard]), "guard off, {case}");
    }
}

// Promises.

#[test]
fn every_encoding_means_what_a_sum_means_and_a_guard_switches_it_on_and_off() {
    for sum in small_sums() {
        for encoding in ENCODINGS {
            means_the_same(encoding, &sum);
            switches_on_and_off(encoding, &sum);
        }
    }
}

#[test]
fn a_diagram_of_two_numbers_takes_no_auxiliary_variables() {
    let sums = small_sums();
    for sum in sums.iter().filter(|sum| numbers(sum).count() <= 2) {
        assert_eq!(written(&diagram::ENCODING, sum, None).auxiliaries, 0, "{sum:?}");
    }
}

#[test]
fn combinations_and_prefixes_take_no_auxiliary_variables() {
    for sum in small_sums() {
        for encoding in [&forbidden::ENCODING, &prefixes::ENCODING] {
            let Written { auxiliaries, .. } = written(encoding, &sum, None);
            assert_eq!(auxiliaries, 0, "{}: {sum:?}", encoding.name);
        }
    }
    assert_eq!(Encodings::pairwise().sums_by(), Some(&prefixes::ENCODING));
}

#[test]
fn the_number_of_forbidden_combinations_is_counted_without_writing_them() {
    for sum in small_sums() {
        let written = written(&forbidden::ENCODING, &sum, None).clauses.len();
        assert_eq!(forbidden::clauses(&sum), written as u128, "{sum:?}");
    }
    // 16 * 15 * 14 * 13 * 12 choices, of which 120 orders of each of 190 sets are right.
    let five = vec![(1..=16).collect(); 5];
    assert_eq!(forbidden::clauses(&sum(&[(false, &five)], 42)), 524_160 - 120 * 190);
    let many = vec![(1..=100).collect(); 60];
    assert_eq!(forbidden::clauses(&sum(&[(false, &many)], 3000)), u128::MAX);
    let kinds: Vec<Vec<i64>> = (1..=30).map(|most| (0..=40 + most).collect()).collect();
    assert_eq!(forbidden::clauses(&sum(&[(false, &kinds)], 600)), u128::MAX);
}

/// Only 1, 2, 3, 4 and 6 are different and make 16.
#[test]
fn a_prefix_is_forbidden_as_soon_as_no_distinct_values_complete_it() {
    let sum = sum(&[(false, &vec![(1..=9).collect(); 5])], 16);
    let Written { clauses, .. } = written(&prefixes::ENCODING, &sum, None);
    let facts = clauses.iter().filter(|clause| clause.len() == 1).flatten();
    let first = &numbers(&sum).next().unwrap().0;
    let out = [5, 7, 8, 9].map(|value| !first[value - 1].1);
    assert_eq!(facts.copied().collect::<Vec<_>>(), out);
}

/// Some of these would take for ever.
#[test]
fn a_closed_sink_ends_the_writing() {
    struct Closing(usize);
    impl ClauseSink for Closing {
        fn add_clause(&mut self, _clause: &[Lit]) {
            self.0 += 1;
        }
        fn is_closed(&self) -> bool {
            self.0 >= 100
        }
    }
    let sum = sum(&[(false, &vec![(1..=30).collect(); 12])], 180);
    for encoding in ENCODINGS {
        let mut sink = Closing(0);
        encoding.write(&sum, &mut Encoder::new(&mut sink, &mut FreshVars::after(variables(&sum))));
        assert!(sink.0 < 10_000, "{}: {}", encoding.name, sink.0);
    }
}

/// Distinctness is ignored here.
#[test]
fn a_sum_that_no_values_reach_is_the_empty_clause() {
    let sums = small_sums();
    let impossible = sums.iter().filter(|sum| !choices(sum).iter().any(|it| holds(sum, it)));
    for sum in impossible {
        // These two list the combinations.
        let lists = |encoding: &&Encoding| ["forbidden", "literal"].contains(&encoding.name);
        for encoding in ENCODINGS.iter().filter(|encoding| !lists(encoding)) {
            let Written { clauses, .. } = written(encoding, sum, None);
            assert!(clauses.iter().eq([[]]), "{}: {sum:?}", encoding.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_encoding_means_what_any_sum_means(sum in any_sum()) {
        for encoding in ENCODINGS {
            means_the_same(encoding, &sum);
            switches_on_and_off(encoding, &sum);
        }
    }

    #[test]
    fn no_encoding_writes_more_clauses_than_announced(sum in any_sum()) {
        for encoding in ENCODINGS {
            if let Some(most) = encoding.most_clauses(&sum) {
                let clauses = written(encoding, &sum, None).clauses.len() as u128;
                prop_assert!(clauses <= most, "{}: {clauses} of {most}", encoding.name);
            }
        }
        for (encoding, number) in [
            (&forbidden::ENCODING, forbidden::clauses(&sum)),
            (&literal::ENCODING, literal::clauses(&sum)),
        ] {
            let clauses = written(encoding, &sum, None).clauses.len();
            prop_assert_eq!(number, clauses as u128, "{}", encoding.name);
        }
    }

    /// Some values are removed; those that no choice of the others completes must go too.
    #[test]
    fn unit_propagation_on_a_diagram_leaves_exactly_the_values_of_some_way_to_the_total(
        sum in any_sum(),
        removed in vec(any::<bool>(), 16),
    ) {
        let mut clauses = written(&diagram::ENCODING, &sum, None).clauses;
        for number in numbers(&sum) {
            add_exactly_one(number, &mut clauses);
        }
        let removed = sum.terms().zip(removed).filter(|(_, gone)| *gone).map(|((_, lit), _)| lit);
        let removed: Vec<Lit> = removed.collect();
        for &lit in &removed {
            clauses.add_clause(&[!lit]);
        }
        let mut ways = choices(&sum);
        ways.retain(|way| holds(&sum, way) && !way.iter().any(|lit| removed.contains(lit)));
        let rest = propagated(&clauses);
        prop_assert_eq!(rest.iter().any(<[Lit]>::is_empty), ways.is_empty());
        for (_, lit) in sum.terms().filter(|_| !ways.is_empty()) {
            let is_out = rest.iter().any(|clause| clause == [!lit]);
            prop_assert_eq!(!is_out, ways.iter().any(|way| way.contains(&lit)), "{} after {:?}", lit, &removed);
        }
    }
}

fn add_exactly_one(number: &Number, clauses: &mut Clauses) {
    let lits: Vec<Lit> = number.0.iter().map(|&(_, lit)| lit).collect();
    clauses.add_clause(&lits);
    for (i, &lit) in lits.iter().enumerate() {
        clauses.exclude(lit, &lits[i + 1..]);
    }
}
