//! What the engine concludes from overlapping totals: the innies and outies that a person finds,
//! in words; and for random cages over known answers, nothing that is wrong, and nothing twice.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use sator::engine::{PseudoBoolean, SmtLib, model_of};
use sator::model::{Model, Origin, Rule, Scope, Solution};
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::KINDS;
use sator::puzzles::killer::KIND;
use sator_sat::Constraint;
use sator_sat::backend::Interrupt;
use sator_sat::constraint::Sum;
use serde_json::json;

fn killer(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The rules that are not the puzzle's own.
fn derived(model: &Model) -> impl Iterator<Item = &Rule> {
    model.rules(Scope::Extended).filter(|rule| rule.origin == Origin::Derived)
}

/// The sums that were derived, in words.
fn sums(text: &str) -> Vec<String> {
    let model = model_of(killer(text).as_ref(), Scope::Extended);
    let is_sum = |rule: &&Rule| matches!(rule.constraint, Constraint::Sum(_));
    let mut sums: Vec<_> = derived(&model).filter(is_sum).map(|it| it.text.to_string()).collect();
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

/// What lies in a house takes its values from the rest of it.
#[test]
fn values_are_in_a_cage_or_elsewhere_in_its_houses() {
    let puzzle = killer("AA..\n....\n....\n....\nA 3\n");
    let model = model_of(puzzle.as_ref(), Scope::Extended);
    let is_split = |rule: &&Rule| matches!(rule.constraint, Constraint::Split { .. });
    let splits: Vec<_> = derived(&model).filter(is_split).map(|it| it.text.to_string()).collect();
    let says = |value: u32, house: &str| {
        format!("a {value} is in r1c1, r1c2 or elsewhere, as {house} has each value once")
    };
    for house in ["row 1", "box 1"] {
        assert!((1..=4).all(|value| splits.contains(&says(value, house))), "{splits:?}");
    }
    let of_cage = splits.iter().filter(|it| it.contains("is in r1c1, r1c2 or"));
    assert_eq!(of_cage.count(), 8, "{splits:?}");
    // Of the sum that is left in row 1 the same is said.
    assert!(splits.iter().any(|it| it.starts_with("a 3 is in r1c3, r1c4 or")), "{splits:?}");
}

#[test]
fn nothing_is_derived_in_other_scopes_and_without_sums() {
    let puzzle = killer("AAA.\n....\n....\n....\nA 6\n");
    for scope in [Scope::Minimal, Scope::Stated] {
        let model = model_of(puzzle.as_ref(), scope);
        let (own, all) = (puzzle.model(), model.rules(Scope::Extended).count());
        assert_eq!(all, own.rules(Scope::Extended).count(), "{scope:?}");
    }
    for kind in KINDS.iter().filter(|kind| kind.name != "killer") {
        let puzzle = kind.read(kind.example, &ParseOptions::default()).unwrap();
        let all = model_of(puzzle.as_ref(), Scope::Extended).rules(Scope::Extended).count();
        assert_eq!(all, puzzle.model().rules(Scope::Extended).count(), "{}", kind.name);
    }
}

/// A difference in the formats that know sums, if all rules are wanted.
#[test]
fn what_is_taken_away_has_its_sign_in_every_format() {
    let puzzle = killer("AA..\n.A..\n....\n....\nA 7\n");
    let (scope, interrupt) = (Some(Scope::Extended), Interrupt::default());
    let mut smtlib = Vec::new();
    SmtLib::new(puzzle.as_ref(), scope).write(&mut smtlib, false, &interrupt).unwrap();
    let smtlib = String::from_utf8(smtlib).unwrap();
    assert!(smtlib.contains("\n(assert (= (+ r1c3 r1c4 (- r2c2)) 3))\n"), "{smtlib}");
    let mut opb = Vec::new();
    let problem = PseudoBoolean::new(puzzle.as_ref(), scope, &interrupt).unwrap();
    problem.write_opb(&mut opb, false, &interrupt).unwrap();
    let opb = String::from_utf8(opb).unwrap();
    let difference = "+1 x9 +2 x10 +3 x11 +4 x12 +1 x13 +2 x14 +3 x15 +4 x16 \
                      -1 x21 -2 x22 -3 x23 -4 x24 = 3 ;";
    assert!(opb.lines().any(|line| line == difference), "{opb}");
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
fn terms(model: &Model, sum: &Sum) -> Vec<(usize, bool)> {
    let mut terms = Vec::new();
    for part in &sum.parts {
        for number in &part.numbers {
            terms.push((model.cell_of(number.0[0].1).0.index(), part.is_negative));
        }
    }
    terms.sort_unstable();
    let is_first_negative = terms.first().is_some_and(|term| term.1);
    terms.iter().map(|&(cell, sign)| (cell, sign != is_first_negative)).collect()
}

/// Whether all terms of the smaller are in the larger, as they are or all turned.
fn is_within(smaller: &[(usize, bool)], larger: &[(usize, bool)]) -> bool {
    [false, true].iter().any(|turn| {
        smaller.iter().all(|&(cell, is_negative)| larger.contains(&(cell, is_negative != *turn)))
    })
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_derived_holds_in_every_answer(Planted { text, answer } in planted()) {
        let puzzle = killer(&text);
        prop_assert_eq!(puzzle.check(&answer), Ok(()));
        let model = model_of(puzzle.as_ref(), Scope::Extended);
        let truths: HashSet<_> = model.block(&answer).into_iter().map(|lit| !lit).collect();
        for rule in derived(&model) {
            prop_assert!(rule.constraint.holds(|lit| truths.contains(&lit)), "{}", rule.text);
            // The numbers of a part differ, which every encoding relies on.
            let Constraint::Sum(sum) = &rule.constraint else { continue };
            for part in &sum.parts {
                let values = part.numbers.iter().flat_map(|number| &number.0);
                let values = values.filter(|(_, lit)| truths.contains(lit)).map(|it| it.0);
                let different: HashSet<_> = values.collect();
                prop_assert_eq!(different.len(), part.numbers.len(), "{}", rule.text);
            }
        }
    }

    #[test]
    fn no_sum_that_is_derived_contains_another(Planted { text, .. } in planted()) {
        let model = model_of(killer(&text).as_ref(), Scope::Extended);
        let sum = |rule: &Rule| match &rule.constraint {
            Constraint::Sum(sum) => Some(terms(&model, sum)),
            _ => None,
        };
        let cages: Vec<_> = model.clues().iter().filter_map(sum).collect();
        let found: Vec<_> = derived(&model).filter_map(sum).collect();
        prop_assert!(found.iter().all(|terms| (1..=3).contains(&terms.len())), "{:?}", found);
        for (at, larger) in found.iter().enumerate() {
            let others = found.iter().enumerate().filter(|it| it.0 != at).map(|it| it.1);
            for smaller in others.chain(&cages) {
                prop_assert!(!is_within(smaller, larger), "{:?} in {:?}", smaller, larger);
            }
        }
    }
}
