//! Sums that are derived from overlapping totals: the innies and outies that a person finds, as
//! sentences; and for random cages over known solutions, none that is wrong, and none twice.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use sator::engine::{instance, pseudo_boolean, smtlib};
use sator::model::{Constraint, Linear, Scope, Solution};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::KINDS;
use sator::puzzles::killer::KIND;
use sator_sat::backend::Interrupt;
use serde_json::json;

use crate::common::read;

fn killer(text: &str) -> AnyPuzzle {
    read(&KIND, text)
}

/// The derived sums, as sentences.
fn sums(text: &str) -> Vec<String> {
    let instance = instance(&killer(text));
    let sums = instance.derived().sums.iter();
    let mut sums: Vec<_> = sums.map(|rule| rule.text(instance.cells())).collect();
    sums.sort();
    sums
}

#[track_caller]
fn has(text: &str, sum: &str) {
    let sums = sums(text);
    assert!(sums.iter().any(|it| it == sum), "no {sum} in {sums:?} of\n{text}");
}

// What a person finds.

/// Row 1 has 10, and three of its cells 6. Box 1 has 10 and two of the three.
#[test]
fn what_is_missing_in_a_house_is_known() {
    let found = sums("AAA.\n....\n....\n....\nA 6\n");
    assert_eq!(found, ["r1c3 - r2c1 - r2c2 = -4", "r1c4 = 4"]);
}

/// The cages of row 1 have 12 together, and row 1 has 10.
#[test]
fn what_sticks_out_of_a_house_is_known() {
    has("AABB\n...B\n....\n....\nA 3, B 9\n", "r2c4 = 2");
}

/// Row 1 is cage A without r2c2, with r1c3 and r1c4.
#[test]
fn what_is_missing_and_what_sticks_out_have_a_known_difference() {
    has("AA..\n.A..\n....\n....\nA 7\n", "r1c3 + r1c4 - r2c2 = 3");
}

/// Rows 1 and 2 have 20 together, and their cages 23.
#[test]
fn two_rows_are_looked_at_together() {
    let map = "ABBD\nACCD\n...D\n....\nA 4, B 5, C 5, D 9\n";
    has(map, "r3c4 = 3");
    // Turned over, two columns.
    has("AA..\nBC..\nBC..\nDDD.\nA 4, B 5, C 5, D 9\n", "r4c3 = 3");
}

/// Boxes of two rows and three columns, each with 21. Box 3, rows 3 and 4 on the left, has cages
/// that come to 23.
#[test]
fn boxes_are_looked_at_like_rows() {
    let map = "AAABBB\nCCC...\nDDE...\nFFEE..\n......\n......\n";
    has(&format!("{map}A 6, B 15, C 15, D 5, E 7, F 11\n"), "r4c4 = 2");
}

/// Cage G lies across boxes 1 and 3, which have 42 together; with r4c4 their cages have 44.
#[test]
fn two_boxes_are_looked_at_together() {
    let map = "AAABBB\nCCG...\nDDG...\nFEEE..\n......\n......\n";
    has(&format!("{map}A 6, B 15, C 9, D 5, E 12, F 5, G 7\n"), "r4c4 = 2");
}

/// The two lie in each other's way at r5c5, so that they have no total together. Cage A has four
/// cells of the falling one, and r4c6 of the rising one.
#[test]
fn diagonals_are_looked_at_one_by_one() {
    let line = |at: usize, falling: char, rising: char| {
        let mut line = ['.'; 9];
        line[at] = falling;
        line[8 - at] = rising;
        line.iter().collect::<String>() + "\n"
    };
    let above: String = (0..4).map(|at| line(at, 'A', if at < 3 { 'C' } else { 'A' })).collect();
    let below: String = (5..9).map(|at| line(at, 'B', 'D')).collect();
    let map = format!("{above}.........\n{below}A 24, B 18, C 13, D 21\n");
    assert_eq!(sums(&format!("diagonals\n{map}")), ["r4c6 + r5c5 = 11", "r4c6 - r5c5 = -3"]);
    assert_eq!(sums(&map), [""; 0]);
}

/// The cages of box 1 come to 10, as they should, and have nothing more to say; or to 11.
#[test]
fn a_house_of_whole_cages_says_nothing_or_that_there_is_no_answer() {
    let cages = |total: u32| format!("AA..\nBB..\n....\n....\nA 3, B {total}\n");
    let rows = ["r1c3 + r1c4 = 7", "r2c3 + r2c4 = 3"];
    assert_eq!(sums(&cages(7)), rows);
    assert_eq!(sums(&cages(8)), ["0 = -1", "r1c3 + r1c4 = 7", "r2c3 + r2c4 = 2"]);
}

/// The cells of a cage in a house take their values from the rest of it.
#[test]
fn values_are_in_a_cage_or_elsewhere_in_its_houses() {
    let instance = instance(&killer("AA..\n....\n....\n....\nA 3\n"));
    let cells = |lits: &[sator_sat::Lit], value| {
        let cells = lits.iter().map(|&lit| instance.cells().cell_of(lit));
        let cells = cells.map(|(cell, its)| (its == value).then_some(cell.index()));
        cells.collect::<Option<Vec<_>>>()
    };
    // Row 1 and box 1.
    for outside in [vec![2, 3], vec![4, 5]] {
        for value in 1..=4 {
            let is_split = instance.derived().splits.iter().any(|split| {
                cells(&split.first, value) == Some(vec![0, 1])
                    && cells(&split.others, value).as_ref() == Some(&outside)
            });
            assert!(is_split, "{value}, {outside:?}: {:?}", instance.derived().splits);
        }
    }
    // The cells that remain in row 1 are split off as well.
    let is_rest = |split: &_| cells(split, 3) == Some(vec![2, 3]);
    assert!(instance.derived().splits.iter().any(|split| is_rest(&split.first)));
}

#[test]
fn nothing_is_derived_without_sums() {
    for kind in KINDS.iter().filter(|kind| kind.name != "killer") {
        let instance = instance(&read(kind, kind.example));
        let derived = instance.derived();
        assert!(derived.sums.is_empty() && derived.splits.is_empty(), "{}", kind.name);
    }
}

/// A difference in the formats that know sums, if derived rules are wanted, and only then.
#[test]
fn a_subtracted_cell_has_its_sign_in_every_format() {
    let puzzle = killer("AA..\n.A..\n....\n....\nA 7\n");
    for scope in [Scope::Minimal, Scope::Stated, Scope::Extended] {
        let (is_wanted, interrupt) = (scope == Scope::Extended, Interrupt::default());
        let mut text = Vec::new();
        smtlib(&puzzle, Some(scope)).write(&mut text, false, &interrupt).unwrap();
        let text = String::from_utf8(text).unwrap();
        let difference = "\n(assert (= (+ r1c3 r1c4 (- r2c2)) 3))\n";
        assert_eq!(text.contains(difference), is_wanted, "{scope:?}: {text}");
        let mut text = Vec::new();
        let problem = pseudo_boolean(&puzzle, Some(scope), false, &interrupt).unwrap();
        problem.write_opb(&mut text, false, &interrupt).unwrap();
        let text = String::from_utf8(text).unwrap();
        let difference = "+1 x9 +2 x10 +3 x11 +4 x12 +1 x13 +2 x14 +3 x15 +4 x16 \
                          -1 x21 -2 x22 -3 x23 -4 x24 = 3 ;";
        let is_there = text.lines().any(|line| line == difference);
        assert_eq!(is_there, is_wanted, "{scope:?}: {text}");
    }
}

// Random cages over known answers.

/// An answer, and a puzzle that it is an answer of.
#[derive(Debug, Clone)]
struct Planted {
    text: String,
    answer: Solution,
}

/// Both diagonals have each value once.
const DIAGONAL: [i32; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3];

/// Rows that are shifted against each other, and values exchanged for others.
fn shifted(rows: usize, columns: usize, names: &[i32]) -> Vec<i32> {
    let n = rows * columns;
    let value = |row: usize, column: usize| (columns * (row % rows) + row / rows + column) % n;
    (0..n * n).map(|cell| names[value(cell / n, cell % n)]).collect()
}

/// Cages grow from cell to cell, now and then over a gap; some cells have none.
fn cages(n: usize, starts: &[Option<usize>], answer: &[i32]) -> Vec<serde_json::Value> {
    let mut owners: Vec<Option<usize>> = vec![None; n * n];
    let mut cages: Vec<Vec<usize>> = Vec::new();
    for (cell, start) in starts.iter().enumerate() {
        let Some(start) = start else { continue };
        // The cage to the left, the one above, or a new one.
        let left = (cell % n > 0).then(|| owners[cell - 1]).flatten();
        let above = cell.checked_sub(n).and_then(|above| owners[above]);
        let joined = match start % 8 {
            0..=2 => left.or(above),
            3..=5 => above.or(left),
            6 => cages.len().checked_sub(2),
            _ => None,
        };
        let is_free = |&cage: &usize| {
            let values = cages[cage].iter().map(|&it| answer[it]);
            cages[cage].len() < 5 && !values.into_iter().any(|value| value == answer[cell])
        };
        let cage = joined.filter(is_free).unwrap_or_else(|| {
            cages.push(Vec::new());
            cages.len() - 1
        });
        cages[cage].push(cell);
        owners[cell] = Some(cage);
    }
    let cage = |cells: &Vec<usize>| {
        let sum: i32 = cells.iter().map(|&cell| answer[cell]).sum();
        json!({ "sum": sum, "cells": cells.iter().map(|it| [it / n, it % n]).collect::<Vec<_>>() })
    };
    cages.iter().map(cage).collect()
}

fn planted() -> impl Strategy<Value = Planted> {
    let shapes = select(&[(2, 2), (2, 3), (3, 2), (3, 3)]);
    let parts = (shapes, any::<bool>(), select(&[0.6, 0.9, 0.99]));
    parts.prop_flat_map(|((rows, columns), diagonals, share)| {
        let n: usize = rows * columns;
        let starts = vec(option::weighted(share, 0..64_usize), n * n);
        let names = Just((1..=n as i32).collect::<Vec<_>>()).prop_shuffle();
        (starts, names).prop_map(move |(starts, names)| {
            let diagonals = diagonals && n == 4;
            let answer = if diagonals {
                DIAGONAL.map(|value| names[value as usize - 1]).to_vec()
            } else {
                shifted(rows, columns, &names)
            };
            let cages = cages(n, &starts, &answer);
            let object = json!({ "box_h": rows, "box_w": columns, "n": n, "cages": cages,
                                 "diagonals": diagonals });
            Planted { text: object.to_string(), answer: Solution { values: answer } }
        })
    })
}

/// The cells of a sum, with their signs, ascending; the first is added.
fn terms(sum: &Linear) -> Vec<(usize, bool)> {
    let parts = sum.summands().iter();
    let terms = parts.flat_map(|part| part.cells.iter().map(|it| (it.index(), part.coefficient)));
    let mut terms: Vec<_> = terms.collect();
    terms.sort_unstable();
    let sign = terms.first().map_or(1, |term| term.1);
    terms.into_iter().map(|(cell, coefficient)| (cell, coefficient != sign)).collect()
}

/// Whether all terms of the smaller are in the larger, as they are or all with the other sign.
fn is_within(smaller: &[(usize, bool)], larger: &[(usize, bool)]) -> bool {
    [false, true].iter().any(|turn| {
        smaller.iter().all(|&(cell, is_negative)| larger.contains(&(cell, is_negative != *turn)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn derived_sums_hold_in_every_solution_and_none_contains_another(
        Planted { text, answer } in planted(),
    ) {
        let puzzle = killer(&text);
        prop_assert_eq!(puzzle.check(&answer), Ok(()));
        let instance = instance(&puzzle);
        let mut found = Vec::new();
        for rule in &instance.derived().sums {
            let value = |cell| answer[cell];
            prop_assert!(rule.constraint.holds(&value), "{}", rule.text(instance.cells()));
            let Constraint::Linear(sum) = &rule.constraint else { panic!("{rule:?}") };
            // The cells of a part differ, which every encoding relies on.
            for part in sum.summands() {
                let values: HashSet<_> = part.cells.iter().map(|&cell| answer[cell]).collect();
                prop_assert_eq!(values.len(), part.cells.len(), "{:?}", sum);
            }
            found.push(terms(sum));
        }
        for split in &instance.derived().splits {
            let is_true = |lit: &sator_sat::Lit| {
                let (cell, value) = instance.cells().cell_of(*lit);
                answer[cell] == value
            };
            let sides = [&split.first, &split.others].map(|side| side.iter().any(is_true));
            prop_assert!(sides[0] != sides[1], "{split:?}");
        }
        let cages = instance.clues().rules.iter().filter_map(|rule| match &rule.constraint {
            Constraint::Linear(sum) => Some(terms(sum)),
            _ => None,
        });
        let cages: Vec<_> = cages.collect();
        prop_assert!(found.iter().all(|terms| (1..=3).contains(&terms.len())), "{:?}", found);
        for (at, larger) in found.iter().enumerate() {
            let others = found.iter().enumerate().filter(|it| it.0 != at).map(|it| it.1);
            for smaller in others.chain(&cages) {
                prop_assert!(!is_within(smaller, larger), "{:?} in {:?}", smaller, larger);
            }
        }
    }
}
