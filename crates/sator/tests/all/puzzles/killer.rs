//! Killer sudoku: published puzzles and our examples are read, checked, drawn and solved.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sator::engine::{Options, Step, instance, solutions};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::{killer::KIND, recognise};
use sator::render::{Look, Paint};
use sator_sat::backend::StopReason;
use sator_sat::encode::sum::ENCODINGS;
use sator_testing::{SharedData, needs, with_programs};
use serde_json::{Value, json};

use super::common::{all_answers, backends, by, late, note, read, wanted};

fn killer(text: &str) -> AnyPuzzle {
    read(&KIND, text)
}

fn example(name: &str) -> AnyPuzzle {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/killer");
    killer(&fs::read_to_string(Path::new(folder).join(name)).unwrap())
}

// Drawn.

const WIKIPEDIA: &str = "\
┏3━━━━━━┯15━┳━━━━━━━┯22━┳4━━┯16━┯15━┓
┃ 2   1 │ 5 ╏ 6   4 │ 7 ┃ 3 │ 9 │ 8 ┃
┠25─────┼17─╂───┬───┘   ┃   │   │   ┃
┃ 3   6 │ 8 ╏ 9 │ 5   2 ┃ 1 │ 7 │ 4 ┃
┃       ├9──╂───┤   ┌8──╂20─┴───┤   ┃
┃ 7   9 │ 4 ╏ 3 │ 8 │ 1 ┃ 6   5 │ 2 ┃
┣6━━┯14━┷━━━╋╍╍╍┿17━┿╍╍╍╋╍╍╍┯17━┿╍╍╍┫
┃ 5 │ 8   6 ┃ 2 │ 7 │ 4 ┃ 9 │ 3 │ 1 ┃
┃   ├13─────╂20─┤   │   ┠───┘   ├12─┨
┃ 1 │ 4   2 ┃ 5 │ 9 │ 3 ┃ 8   6 │ 7 ┃
┠27─┤   ┌6──┨   │   ├20─╂6──────┤   ┃
┃ 9 │ 7 │ 3 ┃ 8 │ 1 │ 6 ┃ 4   2 │ 5 ┃
┣╍╍╍┿━━━┷╍╍╍╋╍╍╍┿10━┿╍╍╍╋━━━┯14━┷━━━┫
┃ 8 │ 2   1 ┃ 7 │ 3 │ 9 ╏ 5 │ 4   6 ┃
┃   ├8──┬16─╂───┘   ├15─╂───┤       ┃
┃ 6 │ 5 │ 9 ┃ 4   2 │ 8 ╏ 7 │ 1   3 ┃
┃   │   │   ┃   ┌13─┴───╂───┼17─────┨
┃ 4 │ 3 │ 7 ┃ 1 │ 6   5 ╏ 2 │ 8   9 ┃
┗━━━┷━━━┷━━━┻━━━┷━━━━━━━┻━━━┷━━━━━━━┛
";

#[test]
fn the_known_example_is_drawn_with_its_cages_and_totals() {
    let puzzle = example("wikipedia.txt");
    let answer = puzzle.check_text(WIKIPEDIA).unwrap().unwrap();
    assert_eq!(puzzle.board(Some(&answer)).to_text(Look::default()), WIKIPEDIA);
}

#[test]
fn its_twin_differs_in_one_total_and_the_sum_of_all_tells_it() {
    let [right, changed] = ["wikipedia.txt", "wikipedia-changed.txt"].map(example);
    let (right, wrong) = (right.print(), changed.print());
    let pairs = right.split([',', '\n']).zip(wrong.split([',', '\n']));
    let differences: Vec<_> = pairs.filter(|(one, other)| one != other).collect();
    assert_eq!(differences, [(" E 16", " E 17")]);
    let expected = "the totals add up to 406, and the values of the grid to 405: 1 too much";
    assert_eq!(changed.contradiction().unwrap().to_string(), expected);
    let broken = changed.check_text(WIKIPEDIA).unwrap().unwrap_err().to_string();
    assert_eq!(broken, "the cage at r1c8 (r1c8, r2c8) adds up to 16, not 17");
}

#[test]
fn a_board_of_16_is_narrow() {
    let puzzle = example("16x16.txt");
    let filled = Solution { values: vec![16; 256] };
    let board = puzzle.board(Some(&filled)).to_text(Look::default());
    assert_eq!(board.lines().count(), 33);
    assert!(board.lines().all(|line| line.chars().count() == 81), "{board}");
}

// Solved.

/// A puzzle, and what is stored about it.
struct Stored {
    id: String,
    group: String,
    puzzle: AnyPuzzle,
    is_solvable: bool,
    unique: Option<bool>,
    answer: Option<Solution>,
}

impl Stored {
    fn of(line: &str) -> Self {
        let object: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
        Self {
            id: text("id"),
            group: text("group"),
            puzzle: recognise(line, &ParseOptions::default()).unwrap(),
            is_solvable: match object["status"].as_str() {
                Some("SAT") => true,
                Some("UNSAT") => false,
                other => panic!("{}: {other:?}", object["id"]),
            },
            unique: object["unique"].as_bool(),
            answer: object.get("solution").or(object.get("example")).and_then(solution),
        }
    }

    /// All of a file, which has so many.
    fn all(data: &SharedData, file: &str, number: usize) -> Vec<Self> {
        let all: Vec<_> =
            data.text(&format!("killer/{file}.jsonl")).lines().map(Self::of).collect();
        assert_eq!(all.len(), number, "{file}");
        all
    }

    fn every(data: &SharedData) -> impl Iterator<Item = Self> {
        let files =
            [("killer", 196), ("killer16_derived", 9), ("killer_large", 55), ("killer_unsat", 28)];
        files.into_iter().flat_map(|(file, number)| Self::all(data, file, number))
    }

    /// Whether it is one of those that people made to be hard.
    fn is_hard(&self) -> bool {
        ["mathemagic", "tarek", "extreme"].contains(&self.group.as_str())
    }

    /// The stored status, uniqueness and answer are found. Where nothing is known of uniqueness one
    /// answer is enough. It is no error if the time is up.
    fn is_found(&self, options: &Options) {
        let id = &self.id;
        let mut solutions = solutions(&self.puzzle, options);
        let mut next = || match solutions.step() {
            Ok(Step::Solution(answer)) => Some(Some(answer)),
            Ok(Step::Exhausted) => Some(None),
            Ok(Step::Stopped(StopReason::Time)) => {
                note(&format!("left out: {id}, as the time was up"));
                None
            }
            other => panic!("{id}: {other:?}"),
        };
        let Some(first) = next() else { return };
        // The engine checks its solutions; this test does not rely on it.
        assert!(first.iter().all(|answer| self.puzzle.check(answer).is_ok()), "{id}");
        assert_eq!(first.is_some(), self.is_solvable, "{id}");
        let Some(unique) = self.unique.filter(|_| self.is_solvable) else { return };
        let Some(second) = next() else { return };
        assert_eq!(second.is_none(), unique, "{id}");
        assert_ne!(first, second, "{id}");
        assert!(!unique || first == self.answer, "{id}");
    }
}

/// The values of a grid, row by row.
fn solution(grid: &Value) -> Option<Solution> {
    let cells = grid.as_array()?.iter().flat_map(|row| row.as_array().unwrap());
    Some(Solution { values: cells.map(|value| value.as_i64().unwrap() as i32).collect() })
}

#[needs(shared_data)]
fn published_killers_are_read_checked_drawn_and_read_back(data: &SharedData) {
    for Stored { id, puzzle, answer, .. } in Stored::every(data) {
        assert_eq!(puzzle.kind().name, "killer");
        assert!(puzzle.notes().iter().all(|note| note.contains(" not connected")), "{id}");
        let again = recognise(&puzzle.print(), &ParseOptions::default()).unwrap();
        assert_eq!(again.print(), puzzle.print());
        assert_eq!(again.board(None), puzzle.board(None));
        let Some(answer) = answer else { continue };
        assert_eq!(puzzle.check(&answer), Ok(()), "{id}");
        assert_eq!(puzzle.contradiction(), None, "{id}");
        for (paint, ascii) in [(Paint::Plain, false), (Paint::Marked, true), (Paint::Color, false)]
        {
            let board = puzzle.board(Some(&answer)).to_text(Look { paint, ascii, width: None });
            assert_eq!(puzzle.check_text(&board), Ok(Ok(answer.clone())), "{board}");
        }
        for rule in &instance(&puzzle).derived().sums {
            assert!(rule.constraint.holds(&|cell| answer[cell]), "{id}: {rule:?}");
        }
    }
}

fn are_found(all: &[Stored], seconds: Option<u64>) {
    for stored in all {
        let options = Options::new();
        stored.is_found(&match seconds {
            Some(seconds) => options.timeout(Duration::from_secs(seconds)),
            None => options,
        });
    }
}

#[needs(shared_data)]
fn published_killers_have_their_stored_answer_and_no_other_or_several(data: &SharedData) {
    let all = Stored::all(data, "killer", 196);
    // Two have several, and none is stored.
    assert!(all.iter().all(|it| it.unique.is_some() && it.unique == Some(it.answer.is_some())));
    for all in wanted(all, |stored| stored.group == "mathemagic", |stored| &stored.id) {
        are_found(&all, None);
    }
}

#[needs(shared_data)]
fn killers_that_were_spoilt_have_no_answer(data: &SharedData) {
    let all = Stored::all(data, "killer_unsat", 28);
    assert!(all.iter().all(|stored| !stored.is_solvable));
    are_found(&all, None);
}

#[needs(shared_data)]
fn killers_of_16_with_and_without_givens_have_their_answers_as_far_as_time_allows(
    data: &SharedData,
) {
    are_found(&Stored::all(data, "killer16_derived", 9), Some(60));
}

/// Those of 16 rows that end within a second or two must be solved; some others are beyond reach.
#[needs(shared_data)]
fn large_killers_have_their_answers_as_far_as_time_allows(data: &SharedData) {
    let quick = ["k16_tiny", "k16_one30", "k16_uniq"];
    let is_long =
        |stored: &Stored| !quick.contains(&stored.group.as_str()) || stored.id == "k16_uniq_8";
    let [short, long] = wanted(Stored::all(data, "killer_large", 55), is_long, |stored| &stored.id);
    are_found(&short, None);
    are_found(&long, Some(60));
}

/// Compiled rules are shared by puzzles of one size, and cages are not among them.
#[test]
fn killers_of_one_size_and_other_cages_may_take_turns() {
    let maps = [
        "A...\n..A.\n....\n....\nA 5",
        "....\n....\n....\n....",
        "A.B.\n.A..\n...B\n...A\nA 6, B 5",
    ]
    .map(killer);
    let grids = all_answers(&maps[1], &Options::default());
    assert_eq!(grids.len(), 288);
    for puzzle in maps.iter().chain(&maps).chain(maps.iter().rev()) {
        let expected = grids.iter().filter(|grid| puzzle.check(grid).is_ok()).count();
        let found = all_answers(puzzle, &Options::default()).len();
        assert_eq!(found, expected, "{}", puzzle.print());
    }
}

/// All values are given, so that elimination alone decides, and there is no time to propagate totals.
#[test]
fn a_filled_grid_with_a_wrong_total_is_no_answer_even_when_time_is_up() {
    for (sum, is_right) in [(5, true), (6, false)] {
        let text = json!({
            "n": 4,
            "cages": [{ "sum": sum, "cells": [[0, 0], [1, 1]] }],
            "givens": [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]],
        });
        let step = solutions(&killer(&text.to_string()), &late()).step().unwrap();
        assert_eq!(matches!(step, Step::Solution(_)), is_right, "{sum}: {step:?}");
        assert_eq!(step == Step::Exhausted, !is_right, "{sum}: {step:?}");
    }
}

/// The known example has the known answer and no other, and its twin has none.
fn tells_the_twins_apart(options: &Options) {
    let [right, changed] = ["wikipedia.txt", "wikipedia-changed.txt"].map(example);
    let answer = right.check_text(WIKIPEDIA).unwrap().unwrap();
    let case = format!("{} with {}", options.backend.name(), options.lowering);
    assert_eq!(all_answers(&right, options), [answer], "{case}");
    assert_eq!(all_answers(&changed, options), [], "{case}");
}

#[test]
fn every_backend_tells_the_twins_apart() {
    for options in backends() {
        for eliminate in [Some(true), Some(false)] {
            tells_the_twins_apart(&Options { eliminate, ..options.clone() });
        }
    }
}

with_programs!(an_smt_solver_tells_the_twins_apart: z3 cvc5);

/// SMT solvers get the rules as whole numbers.
fn an_smt_solver_tells_the_twins_apart(name: &str) {
    tells_the_twins_apart(&by(name));
}

/// Every encoding of sums, in full: elimination leaves little of these, and nothing of some.
fn sum_encodings() -> impl Iterator<Item = Options> {
    ENCODINGS.iter().map(|method| {
        let lowering = format!("cage={}", method.name).parse().unwrap();
        // A build in pure Rust does not have it.
        let backend = "cadical".parse().unwrap_or_default();
        Options { backend, lowering, eliminate: Some(false), ..Options::default() }
    })
}

#[test]
fn every_encoding_of_sums_tells_the_twins_apart() {
    sum_encodings().for_each(|options| tells_the_twins_apart(&options));
}

#[needs(shared_data)]
fn every_encoding_of_sums_solves_published_killers(data: &SharedData) {
    let all = Stored::all(data, "killer", 196);
    let easy: Vec<_> = all.iter().filter(|stored| !stored.is_hard()).step_by(12).collect();
    for options in sum_encodings() {
        for stored in &easy {
            stored.is_found(&options);
        }
    }
}
