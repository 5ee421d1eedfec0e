//! Candidates: the values that cells have in some solution, against all solutions.

use sator::engine::{Candidates, Options, Possible, candidates, solutions};
use sator::model::{Solution, Value};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::{queens, sudoku};
use sator_sat::backend::{Interrupt, StopReason};
use sator_testing::{SharedData, needs, with_programs};

use super::common::{all_answers, by, late, on_every_backend, read};

fn found(puzzle: &AnyPuzzle, options: &Options) -> Candidates {
    candidates(solutions(puzzle, options), |_| ()).unwrap()
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
fn agree(puzzle: &AnyPuzzle, options: &Options) {
    let found = found(puzzle, options);
    let answers = all_answers(puzzle, &Options::default());
    assert_eq!(found.has_answer, Some(!answers.is_empty()), "{}", puzzle.print());
    assert_eq!(found.stopped, None);
    let cells = puzzle.rules().cells().len();
    assert_eq!(found.cells, seen(cells, &answers), "{}", puzzle.print());
}

/// Many answers, few, one, and none.
fn instances() -> Vec<AnyPuzzle> {
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
    on_every_backend(|options| {
        for puzzle in instances() {
            for eliminate in [Some(true), Some(false)] {
                agree(&puzzle, &Options { eliminate, ..options.clone() });
            }
        }
    });
}

with_programs!(an_smt_solver_finds_the_same_and_all_answers: z3 cvc5);

fn an_smt_solver_finds_the_same_and_all_answers(name: &str) {
    for puzzle in instances().iter().filter(|it| it.rules().cells().variables() <= 64) {
        agree(puzzle, &by(name));
        let [mut all, mut expected] =
            [by(name), Options::new()].map(|options| all_answers(puzzle, &options));
        all.sort_unstable();
        expected.sort_unstable();
        assert_eq!(all, expected, "{}", puzzle.print());
    }
}

#[needs(shared_data)]
fn published_sudokus_with_several_answers_have_the_values_of_all_of_them(data: &SharedData) {
    let text = data.text("sudoku9/multi_solutions.txt");
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        agree(&read(&sudoku::KIND, line.split(' ').next().unwrap()), &Options::default());
    }
}

// Large ones, where it is known what must come out.

#[test]
fn every_value_is_possible_in_an_empty_grid_and_every_square_on_a_large_board() {
    let sixteen = read(&sudoku::KIND, &".".repeat(256));
    let forty = read(&queens::KIND, "40");
    for (puzzle, values) in [(sixteen, 16), (forty, 40)] {
        let found = found(&puzzle, &Options::default());
        let all = Possible { values: (1..=values).collect(), undecided: Vec::new() };
        assert_eq!((found.has_answer, found.stopped), (Some(true), None));
        assert!(found.cells.iter().all(|cell| *cell == all));
    }
}

// Stopped.

#[test]
fn without_time_values_are_undecided_unless_they_were_excluded_before_solving() {
    let queens = found(&read(&queens::KIND, "8"), &late());
    assert_eq!((queens.has_answer, queens.stopped), (None, Some(StopReason::Time)));
    let nothing = Possible { values: Vec::new(), undecided: (1..=8).collect() };
    assert!(queens.cells.iter().all(|cell| *cell == nothing));
    let sudoku = found(&read(&sudoku::KIND, "1...3.....4....."), &late());
    assert_eq!(sudoku.has_answer, None);
    assert_eq!(sudoku.cells[0], Possible { values: Vec::new(), undecided: vec![1] });
    assert_eq!(sudoku.cells[1].undecided, [2, 4], "neither 1 nor 3");
}

/// Interrupted at every call of `progress`, the result has no wrong value.
#[test]
fn an_interrupt_leaves_values_undecided_and_none_wrong() {
    let puzzle = read(&queens::KIND, "6");
    let whole = seen(6, &all_answers(&puzzle, &Options::default()));
    for calls in 1.. {
        let interrupt = Interrupt::default();
        let search = solutions(&puzzle, &Options::new().interrupt(interrupt.clone()));
        let mut called = 0;
        let found = candidates(search, |_| {
            called += 1;
            if called == calls {
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
