//! Value sets of sums exclude no value that some solution has, and for one sum all others. The
//! expected values come from brute force.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sator_model::propagate::{Contradiction, Trail};
use sator_model::{
    AllDifferent, CellId, Differ, Linear, LinearPart, Model, Scope, Solution, Value,
};
use sator_sat::Lit;

use crate::common::System;

/// Cells in a row with these values.
fn row(domains: &[(Value, Value)]) -> Model {
    let mut model = Model::new();
    for &(min, max) in domains {
        model.grid(1, 1, min..=max);
    }
    model
}

fn cells(places: impl IntoIterator<Item = usize>) -> Vec<CellId> {
    places.into_iter().map(CellId::nth).collect()
}

/// The literals of a cell with these values.
fn lits(model: &Model, cell: usize, values: impl IntoIterator<Item = Value>) -> Vec<Lit> {
    values.into_iter().map(|value| model.cells().is(CellId::nth(cell), value)).collect()
}

/// The solutions in which none of these literals is true.
fn solutions(model: &Model, lost: &[Lit]) -> Vec<Solution> {
    let mut all = vec![Vec::new()];
    for (cell, _, domain) in model.cells().iter() {
        let is_left = |value: &Value| !lost.contains(&model.cells().is(cell, *value));
        let left: Vec<_> = domain.values().filter(is_left).collect();
        let with = |values: &Vec<Value>, value| [&values[..], &[value]].concat();
        all = all.iter().flat_map(|it| left.iter().map(move |&value| with(it, value))).collect();
    }
    let solutions = all.into_iter().map(|values| Solution { values });
    solutions.filter(|it| model.violation(it).is_none()).collect()
}

/// The trail at the fixpoint without the first literals, and again after each of the others is lost,
/// until there is a contradiction; with the literals that were lost until then.
fn fixpoints<'l>(
    model: &Model,
    lost: &'l [Lit],
    first: usize,
) -> Vec<(&'l [Lit], Result<Trail, Contradiction>)> {
    let mut kernel = System::of_model(model, Scope::Stated).kernel();
    let network = kernel.network().clone();
    let mut trail = network.root();
    let mut all = Vec::new();
    let mut done = 0;
    for end in first..=lost.len() {
        let Ok(mut next) = trail.clone() else { break };
        let assigned = lost[done..end].iter().try_for_each(|&lit| next.assign(&network, !lit));
        let propagated = assigned.and_then(|()| kernel.propagate(&mut next, &|| false));
        trail = propagated.map(|()| next);
        all.push((&lost[..end], trail.clone()));
        done = end;
    }
    all
}

/// Checks that no value of a solution is excluded; where the propagation is complete, that all others
/// are.
fn check(model: &Model, lost: &[Lit], first: usize, complete: bool) -> Result<(), TestCaseError> {
    for (lost, trail) in fixpoints(model, lost, first) {
        let solutions = solutions(model, lost);
        let Ok(trail) = trail else {
            prop_assert_eq!(solutions, Vec::<Solution>::new(), "without {:?}", lost);
            break;
        };
        prop_assert!(!complete || !solutions.is_empty(), "a missed contradiction");
        for (cell, _, domain) in model.cells().iter() {
            for value in domain.values() {
                let is_open = trail.value(model.cells().is(cell, value)) != Some(false);
                let is_possible = solutions.iter().any(|it| it[cell] == value);
                let fits = is_open == is_possible || (is_open && !complete);
                prop_assert!(fits, "{cell:?} is {value} without {lost:?}");
            }
        }
    }
    Ok(())
}

// Random sums.

fn domains(number: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<(Value, Value)>> {
    let domain = (-2..=2, 1..=4).prop_map(|(min, more)| (min, min + more));
    let equal = (2..=5, number.clone()).prop_map(|(max, cells)| vec![(1, max); cells]);
    prop_oneof![vec(domain, number), equal]
}

/// A sum of some cells in up to two parts, whose total is that of some values, or near.
#[derive(Debug, Clone)]
struct Drawn {
    places: Vec<Index>,
    signs: [bool; 2],
    cut: Index,
    picks: Vec<Index>,
    slip: i64,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let slip = prop_oneof![4 => Just(0), 1 => -3..=3_i64];
    (vec(any::<Index>(), 1..=8), any::<[bool; 2]>(), any::<Index>(), vec(any::<Index>(), 8), slip)
        .prop_map(|(places, signs, cut, picks, slip)| Drawn { places, signs, cut, picks, slip })
}

impl Drawn {
    fn sum(&self, model: &Model, lost: &[Lit], parts: usize) -> Linear {
        let mut places: Vec<usize> = Vec::new();
        for place in self.places.iter().map(|it| it.index(model.cells().len())) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let cut = if parts == 1 { places.len() } else { self.cut.index(places.len() + 1) };
        let (first, second) = places.split_at(cut);
        let mut total = self.slip;
        let mut all = Vec::new();
        for (part, is_negative) in [first, second].into_iter().zip(self.signs) {
            let coefficient = if is_negative { -1 } else { 1 };
            let mut taken = Vec::new();
            for (&place, pick) in part.iter().zip(&self.picks) {
                let cell = CellId::nth(place);
                let is_free = |it: &Value| {
                    !taken.contains(it) && !lost.contains(&model.cells().is(cell, *it))
                };
                let free: Vec<_> = model.cells().domain(cell).values().filter(is_free).collect();
                taken.extend((!free.is_empty()).then(|| *pick.get(&free)));
            }
            total += coefficient * taken.iter().map(|&it| i64::from(it)).sum::<i64>();
            all.push(LinearPart::new(coefficient, cells(part.to_vec()), Differ::Stated));
        }
        all.retain(|part| !part.cells.is_empty());
        Linear::new(all).equals(total)
    }
}

/// Values to be excluded one after another.
fn losses() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..=5)
}

fn lost(model: &Model, losses: &[Index]) -> Vec<Lit> {
    let at = |it: &Index| Lit::positive(it.index(model.cells().variables() as usize) as u32);
    losses.iter().map(at).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_value_of_a_solution_is_excluded(
        domains in domains(2..=5),
        sums in vec(drawn(), 1..=3),
        losses in losses(),
    ) {
        let mut model = row(&domains);
        for drawn in &sums {
            let sum = drawn.sum(&model, &[], 2);
            model.add(sum);
        }
        check(&model, &lost(&model, &losses), 0, false)?;
    }

    #[test]
    fn no_value_of_a_solution_is_excluded_in_overlapping_houses(
        (size, all) in select(&[(3, 4), (4, 5), (4, 6), (5, 5), (3, 6)]),
        sums in vec(drawn(), 1..=3),
        losses in losses(),
    ) {
        let mut model = row(&vec![(1, size as Value); all]);
        model.add(AllDifferent::new(cells(0..size)));
        model.add(AllDifferent::new(cells(all - size..all)));
        for drawn in &sums {
            let sum = drawn.sum(&model, &[], 2);
            model.add(sum);
        }
        check(&model, &lost(&model, &losses), 0, false)?;
    }

    #[test]
    fn one_sum_of_few_cells_keeps_only_the_values_of_its_solutions(
        domains in domains(1..=5),
        drawn in drawn(),
        parts in 1..=2_usize,
        losses in losses(),
    ) {
        let mut model = row(&domains);
        let sum = drawn.sum(&model, &[], parts);
        model.add(sum);
        check(&model, &lost(&model, &losses), 0, true)?;
    }

    /// Eight of 24 values have more sets than are listed, and more cells than are tried in every
    /// order.
    #[test]
    fn a_sum_of_too_many_sets_keeps_its_solutions(
        most in select(&[9, 16, 24]),
        from in vec(any::<Index>(), 8),
        drawn in drawn(),
        parts in 1..=2_usize,
    ) {
        let mut model = row(&[(1, most); 8]);
        let mut gone = Vec::new();
        for (cell, from) in from.iter().enumerate() {
            let from = from.index(most as usize - 1) as Value + 1;
            gone.extend(lits(&model, cell, (1..=most).filter(|it| !(from..=from + 1).contains(it))));
        }
        let sum = drawn.sum(&model, &gone, parts);
        model.add(sum);
        check(&model, &gone, gone.len(), false)?;
    }
}

// Examples.

/// The values that a cell can have at the fixpoint without these literals.
fn open(model: &Model, cell: usize, lost: &[Lit]) -> Vec<Value> {
    let trail = fixpoints(model, lost, lost.len()).pop().unwrap().1.unwrap();
    let (cell, cells) = (CellId::nth(cell), model.cells());
    let values = cells.domain(cell).values();
    values.filter(|&it| trail.value(cells.is(cell, it)) != Some(false)).collect()
}

/// Of eight different values up to 24 there are some 18,000 sets that come to 100.
#[test]
fn where_sets_are_too_many_bounds_are_propagated() {
    let mut model = row(&[(1, 24); 8]);
    model.add(Linear::sum_distinct(cells(0..8)).equals(100));
    let small: Vec<_> = (0..7).flat_map(|cell| lits(&model, cell, 1..12)).collect();
    assert_eq!(open(&model, 7, &small), (1..=16).collect::<Vec<_>>());
}

#[test]
fn a_mask_has_64_values_and_more_are_narrowed_by_bounds() {
    let mut model = row(&[(0, 63); 2]);
    model.add(Linear::sum_distinct(cells(0..2)).equals(125));
    assert_eq!([0, 1].map(|cell| open(&model, cell, &[])), [[62, 63]; 2]);
    let mut model = row(&[(0, 29), (30, 59), (60, 89)]);
    model.add(Linear::sum_distinct(cells(0..3)).equals(91));
    assert_eq!(open(&model, 2, &[]), [60, 61]);
}

/// Of four cells with each value once, two that make 3 take 1 and 2 from the others; and two that make
/// 5 are 1 and 4 when the others have lost the 4.
#[test]
fn the_rest_of_a_house_narrows_a_part_and_the_part_the_rest() {
    let housed = |total| {
        let mut model = row(&[(1, 4); 4]);
        model.add(AllDifferent::new(cells(0..4)));
        model.add(Linear::sum_distinct(cells(0..2)).equals(total));
        model
    };
    assert_eq!(open(&housed(3), 3, &[]), [3, 4]);
    let model = housed(5);
    let missing = [lits(&model, 2, [4]), lits(&model, 3, [4])].concat();
    assert_eq!(open(&model, 0, &missing), [1, 4]);
}
