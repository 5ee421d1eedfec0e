//! What cells can still hold, against all answers met one by one.

#[path = "conformance/instances.rs"]
mod instances;

use sator_sat::clock::Instant;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::thread;

use sator::engine::{Candidates, Options, Possible, Road, Search, Series, Step, candidates};
use sator::model::{Solution, Value};
use sator::puzzle::{Kind, ParseOptions, Puzzle};
use sator::puzzles::{queens, sudoku};
use sator_sat::backend::{BACKENDS, Budget, Interrupt, Solver, StopReason};

use instances::every_puzzle;

fn read(kind: &Kind, text: &str) -> Box<dyn Puzzle> {
    kind.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn found(puzzle: &dyn Puzzle, options: &Options) -> Candidates {
    candidates(Search::open(puzzle, options), |_| ()).unwrap()
}

fn all_answers(puzzle: &dyn Puzzle) -> Vec<Solution> {
    let mut search = Search::open(puzzle, &Options::default());
    let mut answers = Vec::new();
    while let Step::Answer(answer) = search.next_answer().unwrap() {
        answers.push(answer);
    }
    answers
}

/// The values that each cell has in some of these.
fn seen(cells: usize, answers: &[Solution]) -> Vec<Possible> {
    let of_cell = |cell: usize| {
        let mut values: Vec<Value> = answers.iter().map(|answer| answer.values[cell]).collect();
        values.sort_unstable();
        values.dedup();
        Possible { values, undecided: Vec::new() }
    };
    (0..cells).map(of_cell).collect()
}

/// What was found is what all answers together have.
#[track_caller]
fn agree(puzzle: &dyn Puzzle, found: &Candidates) {
    let answers = all_answers(puzzle);
    assert_eq!(found.has_answer, Some(!answers.is_empty()), "{}", puzzle.print());
    assert_eq!(found.stopped, None);
    let cells = puzzle.model().cells().len();
    assert_eq!(found.cells, seen(cells, &answers), "{}", puzzle.print());
}

#[test]
fn candidates_are_the_values_of_all_answers() {
    every_puzzle(|puzzle| agree(puzzle, &found(puzzle, &Options::default())));
}

/// Many answers, few, one, and none.
fn instances() -> Vec<Box<dyn Puzzle>> {
    let mut all: Vec<_> = ["3", "6", "8"].map(|text| read(&queens::KIND, text)).into();
    all.extend(
        [
            "1...3.....4.....",
            "1...3.....4....1",
            "1234341221434321",
            "1234............",
            "................",
            ".92......1.32.9...........7..7.....3.3.41.5.6.....3....4.5....26..9.1.4.......8..",
        ]
        .map(|text| read(&sudoku::KIND, text)),
    );
    all
}

#[test]
fn every_backend_finds_the_same_with_elimination_and_without() {
    thread::scope(|scope| {
        for backend in BACKENDS {
            scope.spawn(move || {
                for puzzle in instances() {
                    for eliminate in [true, false] {
                        let backend = Solver::Embedded(backend).into();
                        let options = Options { backend, eliminate, ..Options::default() };
                        agree(puzzle.as_ref(), &found(puzzle.as_ref(), &options));
                    }
                }
            });
        }
    });
}

#[test]
fn solvers_that_get_the_rules_as_they_are_find_the_same() {
    for name in ["z3", "cvc5"] {
        let backend: Road = match name.parse() {
            Ok(backend) => backend,
            Err(error) => {
                note(&format!("{name} is not tested: {error}"));
                continue;
            }
        };
        let options = Options { backend, ..Options::default() };
        for puzzle in instances().into_iter().filter(|it| it.model().variables() <= 64) {
            agree(puzzle.as_ref(), &found(puzzle.as_ref(), &options));
        }
    }
}

fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

#[test]
fn puzzles_of_a_series_do_not_meddle_with_each_other() {
    let mut series = Series::default();
    for puzzle in instances() {
        let search = series.open(puzzle.as_ref(), &Options::default());
        let found = candidates(search, |_| ()).unwrap();
        agree(puzzle.as_ref(), &found);
    }
}

#[test]
fn published_sudokus_with_several_answers_have_the_values_of_all_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sudoku9");
    let Ok(text) = fs::read_to_string(folder.join("multi_solutions.txt")) else {
        return note(&format!("{} is absent, so it is not tested", folder.display()));
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    for line in lines {
        let puzzle = read(&sudoku::KIND, line.split(' ').next().unwrap());
        agree(puzzle.as_ref(), &found(puzzle.as_ref(), &Options::default()));
    }
}

// Large ones, where it is known what must come out.

#[test]
fn every_value_is_possible_in_an_empty_grid_and_every_square_on_a_large_board() {
    let sixteen = read(&sudoku::KIND, &".".repeat(256));
    let forty = read(&queens::KIND, "40");
    for (puzzle, values) in [(sixteen, 16), (forty, 40)] {
        let found = found(puzzle.as_ref(), &Options::default());
        let all = Possible { values: (1..=values).collect(), undecided: Vec::new() };
        assert_eq!((found.has_answer, found.stopped), (Some(true), None));
        assert!(found.cells.iter().all(|cell| *cell == all));
    }
}

// Stopped.

#[test]
fn what_is_not_known_in_time_is_undecided() {
    let puzzle = read(&queens::KIND, "8");
    let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    let found = found(puzzle.as_ref(), &Options { budget, ..Options::default() });
    assert_eq!((found.has_answer, found.stopped), (None, Some(StopReason::Time)));
    let nothing = Possible { values: Vec::new(), undecided: (1..=8).collect() };
    assert!(found.cells.iter().all(|cell| *cell == nothing));
}

#[test]
fn what_was_excluded_before_solving_stays_so_when_time_is_up() {
    let puzzle = read(&sudoku::KIND, "1...3.....4.....");
    let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    let found = found(puzzle.as_ref(), &Options { budget, ..Options::default() });
    assert_eq!(found.has_answer, None);
    assert_eq!(found.cells[0], Possible { values: Vec::new(), undecided: vec![1] });
    assert_eq!(found.cells[1].undecided, [2, 4], "neither 1 nor 3");
}

/// Interrupted at every place where it can be, it says nothing that is not so.
#[test]
fn an_interrupt_leaves_values_undecided_and_none_wrong() {
    let puzzle = read(&queens::KIND, "6");
    let whole = seen(6, &all_answers(puzzle.as_ref()));
    for calls in 1.. {
        let interrupt = Interrupt::default();
        let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
        let search = Search::open(puzzle.as_ref(), &Options { budget, ..Options::default() });
        let mut heard = 0;
        let found = candidates(search, |_| {
            heard += 1;
            if heard == calls {
                interrupt.raise();
            }
        });
        let found = found.unwrap();
        if found.stopped.is_none() {
            assert!(calls > 2, "there were several questions");
            return assert_eq!(found.cells, whole);
        }
        assert_eq!((found.has_answer, found.stopped), (Some(true), Some(StopReason::Interrupted)));
        assert!(found.cells.iter().any(|cell| !cell.undecided.is_empty()));
        for (cell, whole) in found.cells.iter().zip(&whole) {
            assert!(cell.values.iter().all(|value| whole.values.contains(value)));
            let is_kept = |value| cell.values.contains(value) || cell.undecided.contains(value);
            assert!(whole.values.iter().all(is_kept));
        }
    }
}
