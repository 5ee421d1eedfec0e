//! Clues that leave no answer: they cannot all hold, and without any one of them they can. Every
//! filled grid of 4×4 is tried.

use sator_sat::clock::Instant;
use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use sator::engine::{Options, Search, Step, conflict};
use sator::model::{Model, Solution};
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::{killer, sudoku};
use sator_sat::backend::Budget;
use sator_sat::constraint::Number;
use sator_sat::{Constraint, Lit};
use serde_json::{Value, json};

fn read(object: &Value) -> Box<dyn Puzzle> {
    killer::KIND.read(&object.to_string(), &ParseOptions::default()).unwrap()
}

/// Every way to fill the grid of a puzzle, whatever its clues.
fn all_grids(object: &Value) -> Vec<Solution> {
    let free = json!({ "n": 4, "cages": [], "diagonals": object["diagonals"] });
    let free = read(&free);
    let mut search = Search::open(free.as_ref(), &Options::default());
    let mut grids = Vec::new();
    while let Step::Answer(grid) = search.next_answer().unwrap() {
        grids.push(grid);
    }
    grids
}

/// Whether a clue, by its words, holds in a grid.
fn holds(model: &Model, clue: &str, grid: &Solution) -> bool {
    let is_true = |lit: Lit| {
        let (cell, value) = model.cell_of(lit);
        (grid.values[cell.index()] == value) == lit.is_pos()
    };
    let said = model.clues().iter().find(|rule| rule.text.to_string() == clue);
    let constraint = &said.unwrap_or_else(|| panic!("no clue says: {clue}")).constraint;
    constraint.holds(is_true) && differ(model, constraint, grid)
}

/// What goes without saying: the values of a cage differ.
fn differ(model: &Model, constraint: &Constraint, grid: &Solution) -> bool {
    let Constraint::Sum(sum) = constraint else { return true };
    let numbers = sum.parts.iter().flat_map(|part| &part.numbers);
    let cell = |number: &Number| model.cell_of(number.0[0].1).0.index();
    let values: Vec<_> = numbers.map(|number| grid.values[cell(number)]).collect();
    values.iter().collect::<HashSet<_>>().len() == values.len()
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
        let puzzle = read(&object);
        let grids = all_grids(&object);
        let has_answer = grids.iter().any(|grid| puzzle.check(grid).is_ok());
        let model = puzzle.model();
        let found = conflict(puzzle.as_ref(), &Options::default()).unwrap();
        if let Some(found) = found.filter(|_| !has_answer) {
            prop_assert!(found.is_minimal && !found.clues.is_empty());
            let can_hold = |left_out: Option<usize>| grids.iter().any(|grid| {
                let kept = found.clues.iter().enumerate().filter(|(at, _)| Some(*at) != left_out);
                kept.into_iter().all(|(_, clue)| holds(&model, clue, grid))
            });
            prop_assert!(!can_hold(None), "{:?}", found.clues);
            for left_out in 0..found.clues.len() {
                prop_assert!(can_hold(Some(left_out)), "{:?} without {left_out}", found.clues);
            }
            let is_value = |clue: &String| model.clues().iter().any(|rule| {
                let is_fact = matches!(&rule.constraint, Constraint::Clause(_));
                is_fact && rule.text.to_string() == *clue
            });
            prop_assert_eq!(found.are_values, found.clues.iter().all(is_value));
        } else {
            // There is always a way to fill the grid itself, so something must be said.
            prop_assert!(has_answer, "nothing is said of {object}");
        }
    }
}

#[test]
fn a_hunt_that_has_no_time_says_nothing() {
    let line = "12345678....................................9....................................";
    let puzzle = sudoku::KIND.read(line, &ParseOptions::default()).unwrap();
    let whole = conflict(puzzle.as_ref(), &Options::default()).unwrap().unwrap();
    assert_eq!((whole.clues.len(), whole.is_minimal, whole.are_values), (9, true, true));
    let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    let hasty = Options { budget, ..Options::default() };
    assert_eq!(conflict(puzzle.as_ref(), &hasty).unwrap(), None);
}

/// A cage that is left out must not go on saying that its values differ.
#[test]
fn what_goes_without_saying_is_left_out_with_its_clue() {
    let puzzle = read(&json!({
        "n": 4,
        "cages": [
            { "sum": 1, "cells": [[1, 1], [1, 2], [1, 3], [3, 1]] },
            { "sum": 8, "cells": [[0, 1], [2, 0], [2, 1]] },
        ],
        "givens": [[0, 0, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    }));
    let found = conflict(puzzle.as_ref(), &Options::default()).unwrap().unwrap();
    assert_eq!(found.clues, ["the cage at r2c2 adds up to 1"]);
}
