//! The symmetry counter is exact with any symmetries, on any number of threads and with all
//! instructions. The expected numbers are published, or found by visiting each solution.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sator_model::search::{
    BitModel, Counted, InstructionSet, ModelMismatch, Permutation, Progress, SymmetryCounter,
};
use sator_sat::Lit;

use crate::common::{Group, network, positive};

// Queens on a board: one in each row and column, at most one in each diagonal.

/// The number of ways to place 1, 2, 3… queens.
const ALL: [u128; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200];

/// The same where placements that are rotated or mirrored into each other count as one.
const UP_TO_SYMMETRY: [u128; 12] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787];

fn queens(size: u32) -> Arc<BitModel> {
    let lits = |is_on: &dyn Fn(u32, u32) -> bool| -> Vec<Lit> {
        let all = (0..size * size).filter(|it| is_on(it / size, it % size));
        all.map(Lit::positive).collect()
    };
    let one = |lits| Group::exactly(1, lits);
    let at_most_one = |lits| Group::at_most(1, lits);
    let mut groups = Vec::new();
    for it in 0..size {
        groups.push(one(lits(&|row, _| row == it)));
        groups.push(one(lits(&|_, column| column == it)));
    }
    for it in 0..2 * size - 1 {
        groups.push(at_most_one(lits(&|row, column| row + column == it)));
        let falling = lits(&|row, column| row + size - 1 - column == it);
        groups.push(at_most_one(falling));
    }
    Arc::new(BitModel::new(&network(size * size, &groups)).unwrap())
}

/// The images of the squares when rows or columns are mirrored and then exchanged.
fn symmetry(size: u32, [rows, columns, diagonal]: [bool; 3]) -> Permutation {
    let mirror = |is_mirrored, at| if is_mirrored { size - 1 - at } else { at };
    let image = |it| {
        let (row, column) = (mirror(rows, it / size), mirror(columns, it % size));
        if diagonal { column * size + row } else { row * size + column }
    };
    (0..size * size).map(image).collect()
}

/// All symmetries of a board but the identity.
fn symmetries(size: u32) -> Vec<Permutation> {
    let is_set = |bits: u32| [0, 1, 2].map(|it| bits >> it & 1 == 1);
    (1..8).map(|bits| symmetry(size, is_set(bits))).collect()
}

/// Those that fix a set of facts.
fn stabiliser(symmetries: &[Permutation], facts: &[Lit]) -> Vec<Permutation> {
    let facts: HashSet<_> = facts.iter().copied().collect();
    let keeps = |symmetry: &&Permutation| {
        let image = |lit: &Lit| Lit::new(symmetry[lit.vidx()], lit.is_neg());
        facts.iter().all(|lit| facts.contains(&image(lit)))
    };
    symmetries.iter().filter(keeps).cloned().collect()
}

// Counting.

fn counter(symmetries: &[Permutation]) -> SymmetryCounter<'_> {
    SymmetryCounter {
        symmetries,
        up_to_symmetry: false,
        threads: 1,
        instructions: InstructionSet::best(),
    }
}

fn count(model: &BitModel, facts: &[Lit], counter: &SymmetryCounter<'_>) -> Counted {
    model.count(facts, counter, &|| false, &mut |_, _| {}).expect("the facts fit the model")
}

fn number(model: &BitModel, facts: &[Lit], counter: &SymmetryCounter<'_>) -> u128 {
    let result = count(model, facts, counter);
    assert!(result.is_complete, "it was not stopped");
    result.number
}

/// All solutions, one by one.
fn visited(model: &Arc<BitModel>, facts: &[Lit]) -> Vec<BTreeSet<u32>> {
    let mut search =
        model.search(facts, InstructionSet::Portable).expect("the facts fit the model");
    let mut visited = Vec::new();
    while search.next(u64::MAX, &|| false) == Progress::Solution {
        let mut truths = BTreeSet::new();
        search.truths(|variable| {
            truths.insert(variable);
        });
        visited.push(truths);
    }
    visited
}

/// The number of solutions when symmetric ones count as one.
fn classes(solutions: &[BTreeSet<u32>], symmetries: &[Permutation]) -> u128 {
    let least = |solution: &BTreeSet<u32>| {
        let image = |symmetry: &Permutation| -> BTreeSet<u32> {
            solution.iter().map(|&it| symmetry[it as usize]).collect()
        };
        let images = symmetries.iter().map(image);
        images.chain([solution.clone()]).min().unwrap()
    };
    solutions.iter().map(least).collect::<HashSet<BTreeSet<u32>>>().len() as u128
}

#[test]
fn queens_are_counted_with_no_some_and_all_symmetries() {
    for (size, (&all_known, &classes_known)) in (1..=10).zip(ALL.iter().zip(&UP_TO_SYMMETRY)) {
        let model = queens(size);
        let visited = visited(&model, &[]);
        let all = symmetries(size);
        assert_eq!((visited.len() as u128, classes(&visited, &all)), (all_known, classes_known));
        let mirror = [symmetry(size, [true, false, false])];
        let half_turn = [symmetry(size, [true, true, false])];
        for symmetries in [&[], &mirror[..], &half_turn, &all] {
            let known = [(false, all_known), (true, classes(&visited, symmetries))];
            for instructions in InstructionSet::all() {
                for (up_to_symmetry, known) in known {
                    let counter =
                        SymmetryCounter { up_to_symmetry, instructions, ..counter(symmetries) };
                    let of = symmetries.len();
                    assert_eq!(number(&model, &[], &counter), known, "{size}, {of} symmetries");
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_counts_the_same() {
    for (size, (&known, &up_to)) in (1..).zip(ALL.iter().zip(&UP_TO_SYMMETRY)) {
        let model = queens(size);
        let all = symmetries(size);
        for threads in 0..=3 {
            for (up_to_symmetry, known) in [(false, known), (true, up_to)] {
                let counter = SymmetryCounter { up_to_symmetry, threads, ..counter(&all) };
                assert_eq!(number(&model, &[], &counter), known, "{size}, {threads} threads");
            }
            let counter = SymmetryCounter { threads, ..counter(&[]) };
            assert_eq!(number(&model, &[], &counter), known, "{size}, {threads} threads");
        }
    }
}

#[test]
fn contradictory_facts_count_as_no_solution() {
    let model = queens(8);
    let all = symmetries(8);
    let corners = [0, 7, 56, 63].map(Lit::positive);
    let contradictions = [
        (corners.to_vec(), &all[..]),
        (corners.iter().chain(&corners.map(|it| !it)).copied().collect(), &all),
        (vec![Lit::positive(3), Lit::negative(3)], &[]),
        ((0..8).map(Lit::negative).collect(), &[]),
    ];
    for (facts, symmetries) in contradictions {
        for up_to_symmetry in [false, true] {
            let counter = SymmetryCounter { up_to_symmetry, threads: 2, ..counter(symmetries) };
            let result = count(&model, &facts, &counter);
            assert_eq!((result.number, result.is_complete), (0, true), "{facts:?}");
            assert!(result.nodes <= 1, "{facts:?}");
        }
    }
}

/// A count with more nodes is shared among threads.
const FEW_NODES: u64 = 4_096;

#[test]
fn nodes_count_once_apart_from_those_before_the_threads() {
    let model = queens(11);
    let mut search = model.search(&[], InstructionSet::best()).unwrap();
    while search.next(u64::MAX, &|| false) == Progress::Solution {}
    for threads in 1..=3 {
        let counted = count(&model, &[], &SymmetryCounter { threads, ..counter(&[]) });
        assert_eq!(counted.nodes, FEW_NODES + search.nodes(), "{threads} threads");
    }
}

#[test]
fn orbits_of_a_hundred_variables_are_counted() {
    // A ring of pairs. Neighbours have their true variable on different sides, so there are two
    // solutions, and turning the ring by one pair maps each to the other.
    let pairs = 100;
    let mut groups = Vec::new();
    for pair in 0..pairs {
        let (here, next) = (2 * pair, 2 * ((pair + 1) % pairs));
        groups.push(Group::exactly(1, positive([here, here + 1])));
        groups.push(Group::at_most(1, positive([here, next])));
        groups.push(Group::at_most(1, positive([here + 1, next + 1])));
    }
    let model = BitModel::new(&network(2 * pairs, &groups)).unwrap();
    let turned = |by| (0..2 * pairs).map(|it| (it + 2 * by) % (2 * pairs)).collect();
    let symmetries: Vec<Permutation> = (1..pairs).map(turned).collect();
    for (up_to_symmetry, known) in [(false, 2), (true, 1)] {
        let counter = SymmetryCounter { up_to_symmetry, ..counter(&symmetries) };
        assert_eq!(number(&model, &[], &counter), known);
    }
}

#[test]
fn facts_and_symmetries_of_another_model_are_refused() {
    let model = queens(8);
    let counted = |facts: &[Lit], symmetries: &[Permutation]| {
        model.count(facts, &counter(symmetries), &|| false, &mut |_, _| {})
    };
    // Variables of which the lowest 16 bits are a variable of the model are no exception.
    for variable in [64, 65_535, 65_536, 65_539, 1 << 30] {
        let mismatch = ModelMismatch::Variable(variable);
        for fact in [Lit::positive(variable), Lit::negative(variable)] {
            assert_eq!(counted(&[fact], &[]), Err(mismatch));
            assert_eq!(model.search(&[fact], InstructionSet::best()).err(), Some(mismatch));
        }
        let mut symmetry: Permutation = (0..64).collect();
        symmetry[7] = variable;
        assert_eq!(counted(&[], &[symmetry]), Err(mismatch));
    }
    for found in [0, 63, 65] {
        let mismatch = ModelMismatch::Symmetry { expected: 64, found };
        assert_eq!(counted(&[], &[(0..found as u32).collect()]), Err(mismatch));
    }
    // A refused search leaves nothing behind.
    assert_eq!(visited(&model, &[]).len(), 92);
}

// Stops.

/// Stops at the call of `stop` with this number.
fn counted_until(model: &BitModel, counter: &SymmetryCounter<'_>, call: u64) -> Counted {
    let calls = AtomicU64::new(0);
    let stop = || calls.fetch_add(1, Ordering::Relaxed) >= call;
    model.count(&[], counter, &stop, &mut |_, _| {}).expect("there are no facts")
}

#[test]
fn a_stopped_count_is_a_lower_bound() {
    let model = queens(11);
    let all = symmetries(11);
    for symmetries in [&[], &all[..]] {
        for up_to_symmetry in [false, true] {
            let plain = SymmetryCounter { up_to_symmetry, ..counter(symmetries) };
            let known = number(&model, &[], &plain);
            for threads in 1..=3 {
                let counter = SymmetryCounter { threads, ..plain };
                for call in [0, 1, 5, 9, 10, 12] {
                    let stopped = counted_until(&model, &counter, call);
                    assert!(!stopped.is_complete, "{call}, {threads} threads: {stopped:?}");
                    assert!(stopped.number <= known, "{stopped:?}");
                }
            }
        }
    }
}

// Facts of any kind.

/// Squares and whether they have no queen, with their images under a symmetry.
fn symmetric_facts(size: u32, facts: &[(Index, bool)], by: [bool; 3]) -> Vec<Lit> {
    let symmetry = symmetry(size, by);
    let mut all = Vec::new();
    for (at, is_negative) in facts {
        let first = at.index((size * size) as usize) as u32;
        let mut variable = first;
        loop {
            all.push(Lit::new(variable, *is_negative));
            variable = symmetry[variable as usize];
            if variable == first {
                break;
            }
        }
    }
    all
}

fn facts() -> impl Strategy<Value = Vec<(Index, bool)>> {
    vec((any::<Index>(), prop::bool::weighted(0.85)), 0..=4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn facts_are_counted_with_the_symmetries_that_fix_them(
        size in 4..=9_u32,
        facts in facts(),
        by: [bool; 3],
    ) {
        let model = queens(size);
        let facts = symmetric_facts(size, &facts, by);
        let kept = stabiliser(&symmetries(size), &facts);
        let visited = visited(&model, &facts);
        for instructions in InstructionSet::all() {
            let counter = SymmetryCounter { instructions, ..counter(&kept) };
            prop_assert_eq!(number(&model, &facts, &counter), visited.len() as u128);
            let up_to = SymmetryCounter { up_to_symmetry: true, ..counter };
            prop_assert_eq!(number(&model, &facts, &up_to), classes(&visited, &kept));
        }
    }
}
