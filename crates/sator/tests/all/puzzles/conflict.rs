//! Clues in conflict, beyond the small instances of the conformance tests.

use sator::engine::explain::Search;
use sator::engine::{Options, Soft, conflict, instance};
use sator::puzzles::{killer, sudoku};
use serde_json::json;

use super::common::{late, read};

#[test]
fn without_time_there_is_no_conflict() {
    let line = "12345678....................................9....................................";
    let puzzle = read(&sudoku::KIND, line);
    let whole = conflict(&puzzle, Soft::Clues, &Options::default()).unwrap().unwrap();
    assert_eq!((whole.statements.len(), whole.search), (9, Search::Smallest));
    assert!(whole.statements.iter().all(|clue| clue.is_value(&instance(&puzzle))));
    assert_eq!(conflict(&puzzle, Soft::Clues, &late()).unwrap(), None);
}

/// A cage that is left out must not keep the constraint that its values differ.
#[test]
fn a_cage_is_left_out_with_its_implicit_constraint() {
    let puzzle = json!({
        "n": 4,
        "cages": [
            { "sum": 1, "cells": [[1, 1], [1, 2], [1, 3], [3, 1]] },
            { "sum": 8, "cells": [[0, 1], [2, 0], [2, 1]] },
        ],
        "givens": [[0, 0, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    });
    let puzzle = read(&killer::KIND, &puzzle.to_string());
    let found = conflict(&puzzle, Soft::Clues, &Options::default()).unwrap().unwrap();
    assert_eq!(found.texts(&instance(&puzzle)), ["the cage at r2c2 adds up to 1"]);
}
