//! The census in bits counts what there is, with any symmetries, on any number of threads and with
//! all instructions. The numbers are known, or met one by one.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sator_model::search::{Census, Counted, Level, Permutation, Searcher, Step};
use sator_sat::{Constraint, Lit};

// Queens on a board: one in each row and column, at most one in each diagonal.

/// How many ways there are to place 1, 2, 3… queens.
const ALL: [u128; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200];

/// How many that are not turned or mirrored into each other.
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

/// What becomes of each field when rows or columns are mirrored and then change places.
fn symmetry(size: u32, [rows, columns, diagonal]: [bool; 3]) -> Permutation {
    let mirror = |is_mirrored, at| if is_mirrored { size - 1 - at } else { at };
    let image = |it| {
        let (row, column) = (mirror(rows, it / size), mirror(columns, it % size));
        if diagonal { column * size + row } else { row * size + column }
    };
    (0..size * size).map(image).collect()
}

/// All that a board has, apart from identity.
fn symmetries(size: u32) -> Vec<Permutation> {
    let is_set = |bits: u32| [0, 1, 2].map(|it| bits >> it & 1 == 1);
    (1..8).map(|bits| symmetry(size, is_set(bits))).collect()
}

/// Those that leave facts as they are.
fn stabiliser(symmetries: &[Permutation], facts: &[Lit]) -> Vec<Permutation> {
    let facts: HashSet<_> = facts.iter().copied().collect();
    let keeps = |symmetry: &&Permutation| {
        let image = |lit: &Lit| Lit::new(symmetry[lit.vidx()], lit.is_neg());
        facts.iter().all(|lit| facts.contains(&image(lit)))
    };
    symmetries.iter().filter(keeps).cloned().collect()
}

// Counting.

fn census(symmetries: &[Permutation]) -> Census<'_> {
    Census { symmetries, up_to_symmetry: false, threads: 1, level: Level::best() }
}

fn count(searcher: &Searcher, facts: &[Lit], census: &Census<'_>) -> Counted {
    searcher.count(facts, census, &|| false, &mut |_| {})
}

fn number(searcher: &Searcher, facts: &[Lit], census: &Census<'_>) -> u128 {
    let counted = count(searcher, facts, census);
    assert!(counted.is_complete, "nobody asked to stop");
    counted.number
}

/// All solutions, one by one.
fn met(searcher: &Arc<Searcher>, facts: &[Lit]) -> Vec<BTreeSet<u32>> {
    let mut walk = searcher.walk(facts, Level::Portable);
    let mut met = Vec::new();
    while walk.next(u64::MAX, &|| false) == Step::Solution {
        let mut truths = BTreeSet::new();
        walk.truths(|variable| {
            truths.insert(variable);
        });
        met.push(truths);
    }
    met
}

/// How many are left of them when symmetric ones count as one.
fn classes(met: &[BTreeSet<u32>], symmetries: &[Permutation]) -> u128 {
    let least = |solution: &BTreeSet<u32>| {
        let image = |symmetry: &Permutation| -> BTreeSet<u32> {
            solution.iter().map(|&it| symmetry[it as usize]).collect()
        };
        let images = symmetries.iter().map(image);
        images.chain([solution.clone()]).min().unwrap()
    };
    met.iter().map(least).collect::<HashSet<BTreeSet<u32>>>().len() as u128
}

#[test]
fn queens_are_counted_with_no_some_and_all_symmetries() {
    for (size, &known) in (1..=10).zip(&ALL) {
        let searcher = searcher(size);
        let all = symmetries(size);
        let mirror = [symmetry(size, [true, false, false])];
        let half_turn = [symmetry(size, [true, true, false])];
        for level in Level::all() {
            for symmetries in [&[], &mirror[..], &half_turn, &all] {
                let census = Census { level, ..census(symmetries) };
                let of = symmetries.len();
                assert_eq!(number(&searcher, &[], &census), known, "{size}, {of} symmetries");
            }
        }
    }
}

#[test]
fn queens_are_counted_up_to_symmetry() {
    for (size, &known) in (1..=10).zip(&UP_TO_SYMMETRY) {
        let searcher = searcher(size);
        let all = symmetries(size);
        let mirror = [symmetry(size, [true, false, false])];
        let met = met(&searcher, &[]);
        for level in Level::all() {
            let up_to = |symmetries| Census { up_to_symmetry: true, level, ..census(symmetries) };
            assert_eq!(number(&searcher, &[], &up_to(&all)), known, "{size}");
            assert_eq!(number(&searcher, &[], &up_to(&[])), met.len() as u128, "{size}");
            let of_mirror = classes(&met, &mirror);
            assert_eq!(number(&searcher, &[], &up_to(&mirror)), of_mirror, "{size}");
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
                let census = Census { up_to_symmetry, threads, ..census(&all) };
                assert_eq!(number(&searcher, &[], &census), known, "{size}, {threads} threads");
            }
            let census = Census { threads, ..census(&[]) };
            assert_eq!(number(&searcher, &[], &census), known, "{size}, {threads} threads");
        }
    }
}

#[test]
fn all_instructions_go_through_the_same_nodes() {
    for size in [6, 8, 11] {
        let searcher = searcher(size);
        let all = symmetries(size);
        for threads in [1, 2] {
            let at = |level| count(&searcher, &[], &Census { threads, level, ..census(&all) });
            let counted = Level::all().into_iter().map(at).collect::<Vec<_>>();
            assert!(counted.iter().all(|it| *it == counted[0]), "{counted:?}");
        }
    }
}

#[test]
fn a_count_by_symmetries_is_shorter() {
    let searcher = searcher(10);
    let all = symmetries(10);
    let [with, without] = [&all[..], &[]].map(|it| count(&searcher, &[], &census(it)).nodes);
    assert!(with * 2 < without, "{with} and {without} nodes");
}

#[test]
fn facts_that_contradict_each_other_count_as_nothing() {
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
            let census = Census { up_to_symmetry, threads: 2, ..census(symmetries) };
            let counted = count(&searcher, &facts, &census);
            assert_eq!((counted.number, counted.is_complete), (0, true), "{facts:?}");
            assert!(counted.nodes <= 1, "{facts:?}");
        }
    }
}

#[test]
fn facts_that_leave_one_solution_count_as_one() {
    let searcher = searcher(10);
    let all = symmetries(10);
    // Of these some are left as they are by a half turn, and most by nothing.
    for solution in met(&searcher, &[]).iter().step_by(7) {
        let facts: Vec<_> = solution.iter().copied().map(Lit::positive).collect();
        let kept = stabiliser(&all, &facts);
        for up_to_symmetry in [false, true] {
            let census = Census { up_to_symmetry, ..census(&kept) };
            assert_eq!(number(&searcher, &facts, &census), 1);
        }
    }
}

/// So many nodes there must be, so that threads are asked to help.
const FEW_NODES: u64 = 4_096;

/// Squares without a queen, and the symmetries that keep them.
fn kept_by_some(size: u32) -> [(Vec<Lit>, Vec<Permutation>); 4] {
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
fn threads_count_by_the_symmetries_that_keep_facts() {
    for size in [11, 12] {
        let searcher = searcher(size);
        for (facts, kept) in kept_by_some(size) {
            assert!(!kept.is_empty());
            let met = met(&searcher, &facts);
            let classes = classes(&met, &kept);
            for (up_to_symmetry, known) in [(false, met.len() as u128), (true, classes)] {
                for threads in 1..=3 {
                    let census = Census { up_to_symmetry, threads, ..census(&kept) };
                    let counted = count(&searcher, &facts, &census);
                    assert_eq!((counted.number, counted.is_complete), (known, true));
                    assert!(counted.nodes > FEW_NODES, "{} nodes", counted.nodes);
                }
            }
        }
    }
}

#[test]
fn all_nodes_are_counted_once_apart_from_those_at_first() {
    let searcher = searcher(11);
    let mut walk = searcher.walk(&[], Level::best());
    while walk.next(u64::MAX, &|| false) == Step::Solution {}
    for threads in 1..=3 {
        let counted = count(&searcher, &[], &Census { threads, ..census(&[]) });
        assert_eq!(counted.nodes, FEW_NODES + walk.nodes(), "{threads} threads");
    }
}

#[test]
fn classes_of_a_hundred_variables_are_counted() {
    // A ring of pairs. Neighbours have their true variable on different sides, so there are two
    // solutions, and whoever turns the ring by one pair makes each of the other.
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
        let census = Census { up_to_symmetry, ..census(&symmetries) };
        assert_eq!(number(&searcher, &[], &census), known);
    }
}

// Stops.

/// Stops at the question of this number.
fn counted_until(searcher: &Searcher, census: &Census<'_>, question: u64) -> Counted {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= question;
    searcher.count(&[], census, &stop, &mut |_| {})
}

#[test]
fn a_count_that_is_stopped_says_so_and_is_not_too_high() {
    let searcher = searcher(11);
    let all = symmetries(11);
    for symmetries in [&[], &all[..]] {
        for up_to_symmetry in [false, true] {
            let plain = Census { up_to_symmetry, ..census(symmetries) };
            let known = number(&searcher, &[], &plain);
            for threads in 1..=3 {
                let census = Census { threads, ..plain };
                for question in [0, 1, 5, 9, 10, 12] {
                    let stopped = counted_until(&searcher, &census, question);
                    assert!(!stopped.is_complete, "{question}, {threads} threads: {stopped:?}");
                    assert!(stopped.number <= known, "{stopped:?}");
                }
            }
        }
    }
}

#[test]
fn a_stop_that_comes_at_once_is_heard_at_once() {
    let stopped = counted_until(&searcher(12), &census(&[]), 0);
    assert!(!stopped.is_complete && stopped.nodes < 1_000, "{stopped:?}");
}

// Facts of any kind.

/// Fields and whether there is a queen; with what some symmetries make of them.
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
    fn facts_with_the_symmetries_that_keep_them_are_counted(
        size in 4..=9_u32,
        facts in facts(),
        by: [bool; 3],
    ) {
        let searcher = searcher(size);
        let facts = symmetric_facts(size, &facts, by);
        let kept = stabiliser(&symmetries(size), &facts);
        let met = met(&searcher, &facts);
        for level in Level::all() {
            let census = Census { level, ..census(&kept) };
            prop_assert_eq!(number(&searcher, &facts, &census), met.len() as u128);
            let up_to = Census { up_to_symmetry: true, ..census };
            prop_assert_eq!(number(&searcher, &facts, &up_to), classes(&met, &kept));
        }
    }
}
