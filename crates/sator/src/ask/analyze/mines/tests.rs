//! Tests of incomplete analyses, with invented odds.

use std::time::Duration;

use crate::engine::{CellOdds, CellState, Fraction, Odds, Uncounted};
use crate::puzzle::{AnyPuzzle, ParseOptions};
use crate::puzzles::minesweeper;
use crate::render::Look;
use sator_sat::backend::StopReason;
use serde_json::{Value, json};

use super::{Analysis, Mines, Shared};
use crate::ask::Status;
use crate::ask::conflict::Explanation;

const BOARD: &str = "2 3\n? ? ?\n? 2 ?\n";

fn puzzle() -> AnyPuzzle {
    minesweeper::KIND.read(BOARD, &ParseOptions::default()).unwrap()
}

fn chance(state: CellState, odds: Option<(u32, u32)>) -> CellOdds {
    let odds = odds.map(|(numerator, denominator)| Fraction::new(numerator, denominator));
    CellOdds { state, probability: odds }
}

/// The cells of the board with these chances.
fn mines(chances: [CellOdds; 5], uncounted: Vec<Uncounted>, stopped: Option<StopReason>) -> Mines {
    let has_answer = chances.iter().any(|chance| chance.state != CellState::Unknown);
    let (cells, layouts, report) = (chances.into(), None, None);
    let odds = Odds { has_answer, cells, layouts, uncounted, stopped, report };
    Mines::new(Some(odds), &puzzle(), [("parse", Duration::ZERO), ("analyze", Duration::ZERO)])
}

/// Some are certain, some are counted, one is neither.
fn halfway() -> Mines {
    let chances = [
        chance(CellState::AlwaysTrue, None),
        chance(CellState::Open, Some((3, 8))),
        chance(CellState::Unknown, None),
        chance(CellState::Open, None),
        chance(CellState::Open, Some((1, 3))),
    ];
    let reason = "too many numbers depend on each other there".to_owned();
    let uncounted = vec![Uncounted { cells: 2, first: 2, reason }];
    mines(chances, uncounted, Some(StopReason::Time))
}

fn object(mines: &Mines) -> Value {
    let (puzzle, why) = (puzzle(), Explanation::default());
    let shared = Shared::new(&puzzle, mines.has_answer(), &why);
    mines.json(&puzzle, shared)
}

#[test]
fn unknown_cells_are_printed_with_place_and_reason() {
    let mines = halfway();
    let text = mines.text(&puzzle(), Look::default(), false);
    let expected = "\
The number of mines was not used: it was not given (--mines M).

2 3
* ? !
? 2 ?
* mine, s safe, ? undecided, ! not found out

Safe: 0
Mines: 1 (r1c1)
Undecided: 3
Not found out: 1 (r1c3); stopped, the time is up
Layouts of the cells that numbers touch: not all were counted
Not counted: 2 cells from r1c3 on, because too many numbers depend on each other there
Best cell to open: r2c3, a mine in 1/3 of the layouts (33.3 %) (of those that were counted)
Progress without guessing: unknown";
    assert_eq!(text, expected);
    assert_eq!(mines.status(), Status::Stopped);
}

#[test]
fn cells_without_counted_odds_have_marks() {
    let text = halfway().text(&puzzle(), Look::default(), true);
    let board = "\n * 38  !\n ?  2 33\n";
    assert!(text.contains(board), "{text}");
    let legend = "* mine, s safe, ? undecided but not counted, ! not found out, two digits: the \
                  chance of a mine in percent\n";
    assert!(text.contains(legend), "{text}");
}

#[test]
fn unknown_values_are_null_in_json() {
    let object = object(&halfway());
    assert_eq!(object["status"], "sat");
    let states = [0, 1, 2, 3, 4].map(|at| object["cells"][at]["state"].clone());
    assert_eq!(states, ["mine", "open", "unknown", "open", "open"]);
    let exact = [0, 1, 2, 3, 4].map(|at| object["cells"][at]["exact"].clone());
    assert_eq!(exact, [json!("1/1"), json!("3/8"), json!(null), json!(null), json!("1/3")]);
    assert_eq!(object["cells"][2]["probability"], json!(null));
    for name in ["configurations", "progress"] {
        assert_eq!(object[name], json!(null), "{name}");
    }
    let reason = "too many numbers depend on each other there";
    let uncounted = json!([{ "row": 1, "column": 3, "cells": 2, "reason": reason }]);
    assert_eq!(object["uncounted"], uncounted);
    assert_eq!(object["best"]["equal"], 1);
}

#[test]
fn an_analysis_without_results_does_not_claim_a_layout() {
    let unknown = || chance(CellState::Unknown, None);
    let chances = [unknown(), unknown(), unknown(), unknown(), unknown()];
    let mines = mines(chances, Vec::new(), Some(StopReason::Interrupted));
    assert_eq!((mines.status(), mines.has_answer()), (Status::Stopped, None));
    let text = mines.text(&puzzle(), Look::default(), false);
    assert!(text.ends_with("(--mines M).\nUnknown: stopped, interrupted"), "{text}");
    let object = object(&mines);
    assert_eq!(object["status"], "unknown");
    assert_eq!((&object["best"], &object["progress"]), (&json!(null), &json!(null)));
}

/// As floats they are all the same.
#[test]
fn the_best_guess_is_chosen_by_exact_odds() {
    const HUGE: u64 = 1_000_000_000_000_000_000;
    let near = |numerator: u64| {
        let odds = Some(Fraction::new(numerator, u64::MAX));
        CellOdds { state: CellState::Open, probability: odds }
    };
    let chances = [near(9 * HUGE), near(9 * HUGE - 1), near(9 * HUGE + 1)];
    let [first, second, third] = chances;
    let mines = mines([first, second.clone(), third, second, near(9 * HUGE + 2)], Vec::new(), None);
    let best = mines.best().unwrap();
    assert_eq!((best.cell.place.to_string(), best.equal), ("r1c2".to_owned(), 2));
    assert_eq!(mines.has_progress(), Some(false));
}
