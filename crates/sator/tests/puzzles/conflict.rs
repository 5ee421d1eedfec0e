//! Clues in conflict: they cannot all hold, and without any one of them they can, in all filled
//! grids of 4×4.

use proptest::collection::vec;
use proptest::prelude::*;
use sator::engine::{Options, conflict, instance};
use sator::model::{Clues, Solution};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::{killer, sudoku};
use serde_json::{Value, json};

use crate::common::{all_answers, late, read};

fn killer(object: &Value) -> AnyPuzzle {
    read(&killer::KIND, &object.to_string())
}

/// Whether a clue, by its sentence, is a value, and whether it holds in a grid.
fn clue(puzzle: &AnyPuzzle, text: &str, grid: &Solution) -> (bool, bool) {
    let instance = instance(puzzle);
    let (cells, Clues { facts, rules }) = (instance.cells(), instance.clues());
    let value = |cell| grid[cell];
    if let Some(fact) = facts.iter().find(|&&fact| Clues::fact_text(fact, cells) == text) {
        return (true, fact.is_true(&value));
    }
    let rule = rules.iter().find(|rule| rule.text(cells) == text);
    let rule = rule.unwrap_or_else(|| panic!("no clue has the sentence: {text}"));
    (false, rule.constraint.holds(&value))
}

/// Cages of any cells, none in two, with any totals; and some values.
fn killers() -> impl Strategy<Value = Value> {
    let cages = vec((0..16_usize, 0..5_usize), 6..=14);
    let givens = vec((0..16_usize, 1..=4_i32), 0..=4);
    (cages, vec(1..=14_u32, 5), givens, any::<bool>()).prop_map(
        |(places, totals, values, diagonals)| {
            let mut cage_of = [None; 16];
            for (cell, cage) in places {
                cage_of[cell] = Some(cage);
            }
            let cells = |cage: usize| {
                let cells = (0..16).filter(move |&cell| cage_of[cell] == Some(cage)).take(4);
                cells.map(|cell| [cell / 4, cell % 4]).collect::<Vec<_>>()
            };
            let cages = (0..5).map(|cage| (cells(cage), totals[cage]));
            let cages: Vec<_> = cages.filter(|(cells, _)| !cells.is_empty()).collect();
            let cages: Vec<_> =
                cages.iter().map(|(cells, sum)| json!({ "sum": sum, "cells": cells })).collect();
            let mut givens = [[0; 4]; 4];
            for (cell, value) in values {
                givens[cell / 4][cell % 4] = value;
            }
            json!({ "n": 4, "cages": cages, "givens": givens, "diagonals": diagonals })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn clues_in_conflict_cannot_all_hold_and_without_any_one_of_them_can(object in killers()) {
        let puzzle = killer(&object);
        let free = json!({ "n": 4, "cages": [], "diagonals": object["diagonals"] });
        let grids = all_answers(&killer(&free), &Options::default());
        let has_answer = grids.iter().any(|grid| puzzle.check(grid).is_ok());
        let found = conflict(&puzzle, &Options::default()).unwrap();
        if let Some(found) = found.filter(|_| !has_answer) {
            prop_assert!(found.is_minimal && !found.clues.is_empty());
            let can_hold = |left_out: Option<usize>| grids.iter().any(|grid| {
                let kept = found.clues.iter().enumerate().filter(|(at, _)| Some(*at) != left_out);
                kept.into_iter().all(|(_, text)| clue(&puzzle, text, grid).1)
            });
            prop_assert!(!can_hold(None), "{:?}", found.clues);
            for left_out in 0..found.clues.len() {
                prop_assert!(can_hold(Some(left_out)), "{:?} without {left_out}", found.clues);
            }
            let is_value = |text: &String| clue(&puzzle, text, &grids[0]).0;
            prop_assert_eq!(found.are_values, found.clues.iter().all(is_value));
        } else {
            // There is always a way to fill the grid itself, so there is a conflict.
            prop_assert!(has_answer, "no conflict in {object}");
        }
    }
}

#[test]
fn without_time_there_is_no_conflict() {
    let line = "12345678....................................9....................................";
    let puzzle = read(&sudoku::KIND, line);
    let whole = conflict(&puzzle, &Options::default()).unwrap().unwrap();
    assert_eq!((whole.clues.len(), whole.is_minimal, whole.are_values), (9, true, true));
    assert_eq!(conflict(&puzzle, &late()).unwrap(), None);
}

/// A cage that is left out must not keep the constraint that its values differ.
#[test]
fn a_cage_is_left_out_with_its_implicit_constraint() {
    let puzzle = killer(&json!({
        "n": 4,
        "cages": [
            { "sum": 1, "cells": [[1, 1], [1, 2], [1, 3], [3, 1]] },
            { "sum": 8, "cells": [[0, 1], [2, 0], [2, 1]] },
        ],
        "givens": [[0, 0, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    }));
    let found = conflict(&puzzle, &Options::default()).unwrap().unwrap();
    assert_eq!(found.clues, ["the cage at r2c2 adds up to 1"]);
}
