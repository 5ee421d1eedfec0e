//! A search stops at an interrupt, and loses nothing. How soon is for the benchmarks: no time is
//! asserted here.

use std::collections::HashSet;
use std::io;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use sator::engine::{
    Lowering, Options, Solutions, Step, formula, pseudo_boolean, smtlib, solutions,
};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::queens::KIND;
use sator_sat::backend::{BACKENDS, Budget, Interrupt, Solver, StopReason};
use sator_sat::clock::Instant;

const INTERRUPTED: Step = Step::Stopped(StopReason::Interrupted);

fn queens(n: u32) -> AnyPuzzle {
    KIND.read(&n.to_string(), &ParseOptions::default()).unwrap()
}

/// Every backend, each with an interrupt of its own.
fn all_interruptible() -> impl Iterator<Item = (Options, Interrupt)> {
    BACKENDS.iter().map(|backend| {
        let interrupt = Interrupt::default();
        let options = Options::new().backend(Solver::Embedded(backend).into());
        (options.interrupt(interrupt.clone()), interrupt)
    })
}

/// Every backend, under this budget.
fn all_within(budget: &Budget) -> impl Iterator<Item = Options> {
    all_interruptible().map(|(options, _)| Options { budget: budget.clone(), ..options })
}

/// The answers until the search ends or is stopped, and what it says then.
fn run(search: &mut Solutions, mut progress: impl FnMut(usize)) -> (Vec<Solution>, Step) {
    let mut answers = Vec::new();
    loop {
        match search.step().unwrap() {
            Step::Solution(answer) => answers.push(answer),
            end => return (answers, end),
        }
        progress(answers.len());
    }
}

fn are_right(puzzle: &AnyPuzzle, answers: &[Solution]) {
    assert!(answers.iter().all(|answer| puzzle.check(answer).is_ok()));
    assert_eq!(answers.iter().collect::<HashSet<_>>().len(), answers.len(), "no answer twice");
}

/// Twelve million clauses take seconds: the first delay ends before the first of them, the second
/// among them. Whenever it is, the search has to stop.
#[test]
fn loading_a_large_formula_can_be_interrupted() {
    let puzzle = queens(1000);
    for delay in [5, 500].map(Duration::from_millis) {
        for (options, interrupt) in all_interruptible() {
            let raiser = thread::spawn(move || {
                thread::sleep(delay);
                interrupt.raise();
            });
            let mut search = solutions(&puzzle, &options);
            let (answers, end) = run(&mut search, |_| ());
            raiser.join().unwrap();
            assert_eq!(end, INTERRUPTED, "{} after {delay:?}", options.backend.name());
            are_right(&puzzle, &answers);
        }
    }
}

/// Thirteen queens have 73,712 answers: minutes without an interrupt.
#[test]
fn a_long_enumeration_can_be_interrupted_and_what_was_found_is_right() {
    const ENOUGH: usize = 100;
    let puzzle = queens(13);
    for (options, interrupt) in all_interruptible() {
        let (enough, reached) = channel();
        let raiser = thread::spawn(move || {
            if reached.recv().is_ok() {
                interrupt.raise();
            }
        });
        let mut search = solutions(&puzzle, &options);
        let (answers, end) = run(&mut search, move |found| {
            if found == ENOUGH {
                enough.send(()).unwrap();
            }
        });
        raiser.join().unwrap();
        assert_eq!(end, INTERRUPTED, "{}", options.backend.name());
        assert!(answers.len() >= ENOUGH, "{}", options.backend.name());
        are_right(&puzzle, &answers);
    }
}

#[test]
fn an_interrupted_search_says_so_however_often_it_is_asked() {
    let puzzle = queens(8);
    for (options, interrupt) in all_interruptible() {
        let mut search = solutions(&puzzle, &options);
        assert!(matches!(search.step(), Ok(Step::Solution(_))));
        interrupt.raise();
        for _ in 0..3 {
            assert_eq!(search.step(), Ok(INTERRUPTED), "{}", options.backend.name());
        }
        assert_eq!(search.digest().number, 1, "{}", options.backend.name());
    }
}

#[test]
fn a_deadline_in_the_past_stops_at_once() {
    for options in all_within(&Budget { deadline: Some(Instant::now()), ..Budget::default() }) {
        for n in [1, 8, 300] {
            let puzzle = queens(n);
            let mut search = solutions(&puzzle, &options);
            assert_eq!(search.step(), Ok(Step::Stopped(StopReason::Time)));
        }
    }
}

/// After a pause the search continues: no solution is lost, and none comes twice.
/// Varisat begins its work anew each time and may never reach the end, so pauses are limited.
#[test]
fn a_search_that_pauses_for_conflicts_can_go_on() {
    const PAUSES: usize = 400;
    let puzzle = queens(8);
    for options in all_within(&Budget { conflicts: Some(10), ..Budget::default() }) {
        let mut search = solutions(&puzzle, &options);
        let (mut answers, mut end) = run(&mut search, |_| ());
        for pause in 0..PAUSES {
            if end == Step::Exhausted {
                assert!(pause > 0, "{} never paused", options.backend.name());
                assert_eq!(answers.len(), 92, "{}", options.backend.name());
                break;
            }
            assert_eq!(end, Step::Stopped(StopReason::Conflicts), "{}", options.backend.name());
            let (more, next_end) = run(&mut search, |_| ());
            answers.extend(more);
            end = next_end;
        }
        are_right(&puzzle, &answers);
        assert!(
            end == Step::Exhausted || options.backend.name() == "varisat",
            "{}",
            options.backend.name()
        );
    }
}

#[test]
fn an_interrupt_ends_the_writing_of_every_text() {
    let puzzle = queens(50);
    let (calm, raised) = (Interrupt::default(), Interrupt::default());
    raised.raise();
    let problem = pseudo_boolean(&puzzle, None, false, &calm).unwrap();
    let text = smtlib(&puzzle, None);
    let formula = formula(&puzzle, None, Lowering::default(), &Budget::default()).unwrap();
    for written in [
        formula.write_dimacs(io::sink(), false, &raised),
        problem.write_opb(io::sink(), false, &raised),
        text.write(io::sink(), false, &raised),
        text.write_preamble(io::sink(), &raised),
    ] {
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::Interrupted);
    }
    for reduced in [false, true] {
        let stopped = pseudo_boolean(&puzzle, None, reduced, &raised).err();
        assert_eq!(stopped, Some(StopReason::Interrupted));
    }
}

#[test]
fn a_formula_is_made_within_its_budget() {
    let puzzle = queens(100);
    let make = |budget| formula(&puzzle, None, Lowering::pairwise(), &budget);
    let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    assert_eq!(make(late).err(), Some(StopReason::Time));
    let interrupted = Budget::default();
    interrupted.interrupt.raise();
    assert_eq!(make(interrupted).err(), Some(StopReason::Interrupted));
    assert!(make(Budget::default()).is_ok());
}
