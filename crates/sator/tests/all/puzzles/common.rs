//! Helpers of all files here: puzzles from texts, their solutions, every backend, shared data.

use std::collections::HashSet;
use std::io::{self, Write};
use std::{env, thread};

use sator::engine::{Options, Step, solutions};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, Kind, ParseOptions};
use sator_sat::backend::{BACKENDS, Budget, Solver};
use sator_sat::clock::Instant;

pub(crate) fn read(kind: &Kind, text: &str) -> AnyPuzzle {
    kind.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// As many solutions as there are, but at most so many. Each is another.
pub(crate) fn some_answers(puzzle: &AnyPuzzle, options: &Options, most: usize) -> Vec<Solution> {
    let mut solutions = solutions(puzzle, options);
    let mut answers = Vec::new();
    while answers.len() < most {
        match solutions.step().unwrap() {
            Step::Solution(answer) => answers.push(answer),
            Step::Exhausted => break,
            Step::Stopped(reason) => panic!("stopped without a limit: {reason:?}"),
        }
    }
    assert_eq!(answers.iter().collect::<HashSet<_>>().len(), answers.len(), "a solution twice");
    answers
}

pub(crate) fn all_answers(puzzle: &AnyPuzzle, options: &Options) -> Vec<Solution> {
    some_answers(puzzle, options, usize::MAX)
}

/// A solver by its name.
pub(crate) fn by(name: &str) -> Options {
    Options::new().backend(name.parse().unwrap_or_else(|error| panic!("{error}")))
}

/// Every embedded backend.
pub(crate) fn backends() -> impl Iterator<Item = Options> {
    BACKENDS.iter().map(|backend| Options::new().backend(Solver::Embedded(backend).into()))
}

/// Runs a test with every embedded backend, all at the same time.
pub(crate) fn on_every_backend(run: impl Fn(&Options) + Sync) {
    thread::scope(|scope| {
        for options in backends() {
            let run = &run;
            scope.spawn(move || run(&options));
        }
    });
}

/// Options whose time is up.
pub(crate) fn late() -> Options {
    let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    Options { budget, ..Options::default() }
}

/// Whether the tests that take minutes are wanted as well.
pub(crate) fn full() -> bool {
    env::var_os("SATOR_FULL").is_some()
}

/// Writes a line past the test harness, which hides the output of a test that passes.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Those that end soon, and the others as well if they are wanted.
pub(crate) fn wanted<T>(
    all: Vec<T>,
    is_long: impl Fn(&T) -> bool,
    name: impl Fn(&T) -> &str,
) -> [Vec<T>; 2] {
    let (mut long, short): (Vec<T>, Vec<T>) = all.into_iter().partition(is_long);
    if !full() && !long.is_empty() {
        let names: Vec<_> = long.iter().map(name).collect();
        note(&format!("left out: {}; SATOR_FULL=1 runs them", names.join(", ")));
        long.clear();
    }
    [short, long]
}
