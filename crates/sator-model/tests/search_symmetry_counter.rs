//! The symmetry counter is exact with any symmetries, on any number of threads and with all
//! instructions. The expected numbers are published, or found by visiting each solution.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sator_model::search::{
    Counted, InstructionSet, ModelMismatch, Permutation, Searcher, Step, SymmetryCounter,
};
use sator_sat::{Constraint, Lit};

// Queens on a board: one in each row and column, at most one in each diagonal.

/// The number of ways to place 1, 2, 3… queens.
const ALL: [u128; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200];

/// The same where placements that are rotated or mirrored into each other count as one.
const UP_TO_SYMMETRY: [u128; 12] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787];

fn searcher(size: u32) -> Arc<Searcher> {
    let lits = |is_on: &dyn Fn(u32, u32) -> bool| -> Vec<Lit> {
        let all = (0..size * size).filter(|it| is_on(it / size, it % size));
        all.map(Lit::positive).collect()
    };
    let one = |lits| Constraint::Exactly { lits, count: 1 };
    let mut constraints = Vec::new();
    for it in 0..size {
        constraints.push(one(lits(&|row, _| row == it)));
        constraints.push(one(lits(&|_, column| column == it)));
    }
    for it in 0..2 * size - 1 {
        constraints.push(Constraint::at_most_one(lits(&|row, column| row + column == it)));
        let falling = lits(&|row, column| row + size - 1 - column == it);
        constraints.push(Constraint::at_most_one(falling));
    }
    Arc::new(Searcher::new(size * size, constraints.iter()).unwrap())
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

fn count(searcher: &Searcher, facts: &[Lit], counter: &SymmetryCounter<'_>) -> Counted {
    searcher.count(facts, counter, &|| false, &mut |_| {}).expect("the facts fit the model")
}

fn number(searcher: &Searcher, facts: &[Lit], counter: &SymmetryCounter<'_>) -> u128 {
    let result = count(searcher, facts, counter);
    assert!(result.is_complete, "it was not stopped");
    result.number
}

/// All solutions, one by one.
fn visited(searcher: &Arc<Searcher>, facts: &[Lit]) -> Vec<BTreeSet<u32>> {
    let mut walk = searcher.walk(facts, InstructionSet::Portable).expect("the facts fit the model");
    let mut visited = Vec::new();
    while walk.next(u64::MAX, &|| false) == Step::Solution {
        let mut truths = BTreeSet::new();
        walk.truths(|variable| {
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
        let searcher = searcher(size);
        let visited = visited(&searcher, &[]);
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
                    assert_eq!(number(&searcher, &[], &counter), known, "{size}, {of} symmetries");
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_counts_the_same() {
    for (size, (&known, &up_to)) in (1..).zip(ALL.iter().zip(&UP_TO_SYMMETRY)) {
        let searcher = searcher(size);
        let all = symmetries(size);
        for threads in 0..=3 {
            for (up_to_symmetry, known) in [(false, known), (true, up_to)] {
                let counter = SymmetryCounter { up_to_symmetry, threads, ..counter(&all) };
                assert_eq!(number(&searcher, &[], &counter), known, "{size}, {threads} threads");
            }
            let counter = SymmetryCounter { threads, ..counter(&[]) };
            assert_eq!(number(&searcher, &[], &counter), known, "{size}, {threads} threads");
        }
    }
}

#[test]
fn all_instructions_go_through_the_same_nodes() {
    for size in [6, 8, 11] {
        let searcher = searcher(size);
        let all = symmetries(size);
        for threads in [1, 2] {
            let at = |instructions| {
                count(&searcher, &[], &SymmetryCounter { threads, instructions, ..counter(&all) })
            };
            let counted = InstructionSet::all().into_iter().map(at).collect::<Vec<_>>();
            assert!(counted.iter().all(|it| *it == counted[0]), "{counted:?}");
        }
    }
}

#[test]
fn symmetries_reduce_the_nodes() {
    let searcher = searcher(10);
    let all = symmetries(10);
    let [with, without] = [&all[..], &[]].map(|it| count(&searcher, &[], &counter(it)).nodes);
    assert!(with * 2 < without, "{with} and {without} nodes");
}

#[test]
fn contradictory_facts_count_as_no_solution() {
    let searcher = searcher(8);
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
            let result = count(&searcher, &facts, &counter);
            assert_eq!((result.number, result.is_complete), (0, true), "{facts:?}");
            assert!(result.nodes <= 1, "{facts:?}");
        }
    }
}

#[test]
fn facts_that_leave_one_solution_count_as_one() {
    let searcher = searcher(10);
    let all = symmetries(10);
    // Of these some are left as they are by a half turn, and most by nothing.
    for solution in visited(&searcher, &[]).iter().step_by(7) {
        let facts: Vec<_> = solution.iter().copied().map(Lit::positive).collect();
        let kept = stabiliser(&all, &facts);
        for up_to_symmetry in [false, true] {
            let counter = SymmetryCounter { up_to_symmetry, ..counter(&kept) };
            assert_eq!(number(&searcher, &facts, &counter), 1);
        }
    }
}

/// A count with more nodes is shared among threads.
const FEW_NODES: u64 = 4_096;

/// Squares without a queen, and the symmetries that fix them.
fn facts_with_symmetries(size: u32) -> [(Vec<Lit>, Vec<Permutation>); 4] {
    let last = size - 1;
    let at = |squares: &[[u32; 2]]| -> Vec<Lit> {
        squares.iter().map(|[row, column]| Lit::negative(row * size + column)).collect()
    };
    let corners = at(&[[0, 0], [0, last], [last, 0], [last, last]]);
    let opposite = at(&[[0, 2], [last, last - 2]]);
    let beside = at(&[[1, 3], [1, last - 3]]);
    let diagonal = at(&[[2, 4], [4, 2]]);
    [corners, opposite, beside, diagonal].map(|facts| {
        let kept = stabiliser(&symmetries(size), &facts);
        (facts, kept)
    })
}

#[test]
fn threads_count_with_the_symmetries_that_fix_facts() {
    for size in [11, 12] {
        let searcher = searcher(size);
        for (facts, kept) in facts_with_symmetries(size) {
            assert!(!kept.is_empty());
            let visited = visited(&searcher, &facts);
            let classes = classes(&visited, &kept);
            for (up_to_symmetry, known) in [(false, visited.len() as u128), (true, classes)] {
                for threads in 1..=3 {
                    let counter = SymmetryCounter { up_to_symmetry, threads, ..counter(&kept) };
                    let result = count(&searcher, &facts, &counter);
                    assert_eq!((result.number, result.is_complete), (known, true));
                    assert!(result.nodes > FEW_NODES, "{} nodes", result.nodes);
                }
            }
        }
    }
}

#[test]
fn nodes_count_once_apart_from_those_before_the_threads() {
    let searcher = searcher(11);
    let mut walk = searcher.walk(&[], InstructionSet::best()).unwrap();
    while walk.next(u64::MAX, &|| false) == Step::Solution {}
    for threads in 1..=3 {
        let counted = count(&searcher, &[], &SymmetryCounter { threads, ..counter(&[]) });
        assert_eq!(counted.nodes, FEW_NODES + walk.nodes(), "{threads} threads");
    }
}

#[test]
fn orbits_of_a_hundred_variables_are_counted() {
    // A ring of pairs. Neighbours have their true variable on different sides, so there are two
    // solutions, and turning the ring by one pair maps each to the other.
    let pairs = 100;
    let both = |a, b| [a, b].map(Lit::positive).to_vec();
    let mut constraints = Vec::new();
    for pair in 0..pairs {
        let (here, next) = (2 * pair, 2 * ((pair + 1) % pairs));
        constraints.push(Constraint::Exactly { lits: both(here, here + 1), count: 1 });
        constraints.push(Constraint::at_most_one(both(here, next)));
        constraints.push(Constraint::at_most_one(both(here + 1, next + 1)));
    }
    let searcher = Searcher::new(2 * pairs, constraints.iter()).unwrap();
    let turned = |by| (0..2 * pairs).map(|it| (it + 2 * by) % (2 * pairs)).collect();
    let symmetries: Vec<Permutation> = (1..pairs).map(turned).collect();
    for (up_to_symmetry, known) in [(false, 2), (true, 1)] {
        let counter = SymmetryCounter { up_to_symmetry, ..counter(&symmetries) };
        assert_eq!(number(&searcher, &[], &counter), known);
    }
}

#[test]
fn facts_and_symmetries_of_another_model_are_refused() {
    let searcher = searcher(8);
    let counted = |facts: &[Lit], symmetries: &[Permutation]| {
        searcher.count(facts, &counter(symmetries), &|| false, &mut |_| {})
    };
    // Variables of which the lowest 16 bits are a variable of the model are no exception.
    for variable in [64, 65_535, 65_536, 65_539, 1 << 30] {
        let mismatch = ModelMismatch::Variable(variable);
        for fact in [Lit::positive(variable), Lit::negative(variable)] {
            assert_eq!(counted(&[fact], &[]), Err(mismatch));
            assert_eq!(searcher.walk(&[fact], InstructionSet::best()).err(), Some(mismatch));
        }
        let mut symmetry: Permutation = (0..64).collect();
        symmetry[7] = variable;
        assert_eq!(counted(&[], &[symmetry]), Err(mismatch));
    }
    for found in [0, 63, 65] {
        let mismatch = ModelMismatch::Symmetry { expected: 64, found };
        assert_eq!(counted(&[], &[(0..found as u32).collect()]), Err(mismatch));
    }
    // A refused walk leaves nothing behind.
    assert_eq!(visited(&searcher, &[]).len(), 92);
}

// Stops.

/// Stops at the call of `stop` with this number.
fn counted_until(searcher: &Searcher, counter: &SymmetryCounter<'_>, call: u64) -> Counted {
    let calls = AtomicU64::new(0);
    let stop = || calls.fetch_add(1, Ordering::Relaxed) >= call;
    searcher.count(&[], counter, &stop, &mut |_| {}).expect("there are no facts")
}

#[test]
fn a_stopped_count_is_a_lower_bound() {
    let searcher = searcher(11);
    let all = symmetries(11);
    for symmetries in [&[], &all[..]] {
        for up_to_symmetry in [false, true] {
            let plain = SymmetryCounter { up_to_symmetry, ..counter(symmetries) };
            let known = number(&searcher, &[], &plain);
            for threads in 1..=3 {
                let counter = SymmetryCounter { threads, ..plain };
                for call in [0, 1, 5, 9, 10, 12] {
                    let stopped = counted_until(&searcher, &counter, call);
                    assert!(!stopped.is_complete, "{call}, {threads} threads: {stopped:?}");
                    assert!(stopped.number <= known, "{stopped:?}");
                }
            }
        }
    }
}

#[test]
fn an_immediate_stop_takes_effect_at_once() {
    let stopped = counted_until(&searcher(12), &counter(&[]), 0);
    assert!(!stopped.is_complete && stopped.nodes < 1_000, "{stopped:?}");
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
        let searcher = searcher(size);
        let facts = symmetric_facts(size, &facts, by);
        let kept = stabiliser(&symmetries(size), &facts);
        let visited = visited(&searcher, &facts);
        for instructions in InstructionSet::all() {
            let counter = SymmetryCounter { instructions, ..counter(&kept) };
            prop_assert_eq!(number(&searcher, &facts, &counter), visited.len() as u128);
            let up_to = SymmetryCounter { up_to_symmetry: true, ..counter };
            prop_assert_eq!(number(&searcher, &facts, &up_to), classes(&visited, &kept));
        }
    }
}
