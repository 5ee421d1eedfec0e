//! What cells can still hold, against all answers met one by one.

#[path = "conformance/instances.rs"]
mod instances;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use sator::engine::{Candidates, Options, Possible, Search, Step, candidates};
use sator::model::{Filling, Value};
use sator::puzzle::{Puzzle, Reading};
use sator::puzzles::{queens, sudoku};
use sator_sat::backend::{BACKENDS, Budget, Interrupt, Solver, StopReason};

use instances::every_puzzle;

fn found(puzzle: &dyn Puzzle, options: &Options) -> Candidates {
    candidates(Search::open(puzzle, options), |_| ()).unwrap()
}

/// The values that each cell has in some of these.
fn seen(cells: usize, answers: &[Filling]) -> Vec<Possible> {
    let of_cell = |cell: usize| {
        let mut values: Vec<Value> = answers.iter().map(|answer| answer.values[cell]).collect();
        values.sort_unstable();
        values.dedup();
        Possible { values, undecided: Vec::new() }
    };
    (0..cells).map(of_cell).collect()
}

fn all_answers(puzzle: &dyn Puzzle) -> Vec<Filling> {
    let mut search = Search::open(puzzle, &Options::default());
    let mut answers = Vec::new();
    while let Step::Answer(answer) = search.next_answer().unwrap() {
        answers.push(answer);
    }
    answers
}

#[track_caller]
fn agree(puzzle: &dyn Puzzle, options: &Options) {
    let answers = all_answers(puzzle);
    let found = found(puzzle, options);
    assert_eq!(found.has_answer, Some(!answers.is_empty()), "{}", puzzle.print());
    assert_eq!(found.stopped, None);
    let cells = puzzle.model().cells().len();
    assert_eq!(found.cells, seen(cells, &answers), "{}", puzzle.print());
}

#[test]
fn candidates_are_the_values_of_all_answers() {
    every_puzzle(|puzzle| agree(puzzle, &Options::default()));
}

#[test]
fn every_backend_finds_the_same_with_elimination_and_without() {
    let texts = [
        // Two answers: the corners of a rectangle can be swapped.
        ".92......1.32.9...........7..7.....3.3.41.5.6.....3....4.5....26..9.1.4.......8..",
        "1...3......4.",
    ];
    thread::scope(|scope| {
        for backend in BACKENDS {
            scope.spawn(move || {
                for eliminate in [true, false] {
                    let backend = Solver::Embedded(backend).into();
                    let options = Options { backend, eliminate, ..Options::default() };
                    let six = queens::KIND.read("6", &Reading::default()).unwrap();
                    agree(six.as_ref(), &options);
                    let sudoku = sudoku::KIND.read(texts[0], &Reading::default()).unwrap();
                    agree(sudoku.as_ref(), &options);
                }
            });
        }
    });
}
