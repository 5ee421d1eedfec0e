//! Queens against what others counted, published and solved.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use sator::engine::{Formula, Lowering, Options, Search, Step, count};
use sator::model::Solution;
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::queens::KIND;
use sator_sat::Tally;
use sator_sat::backend::{BACKENDS, Interrupt, Solver};
use serde_json::Value;

fn queens(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn number(puzzle: &dyn Puzzle, options: &Options, up_to_symmetry: bool) -> u64 {
    let count = count(Search::open(puzzle, options), up_to_symmetry, None, |_| ()).unwrap();
    assert_eq!(count.stopped, None);
    count.number.try_into().expect("few answers")
}

/// Whether the tests that take minutes are wanted as well.
fn full() -> bool {
    env::var_os("SATOR_FULL").is_some()
}

/// Said past the test harness, which hides what `eprintln!` says in a test that passes.
fn left_out(what: &str) {
    let _ = writeln!(io::stderr(), "left out: {what}");
}

/// A file of the shared data, where that is present.
fn shared(name: &str) -> Option<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/nqueens");
    let text = fs::read_to_string(Path::new(folder).join(name)).ok();
    if text.is_none() {
        left_out(&format!("{name}, as there is no {folder}"));
    }
    text
}

// Counts.

#[test]
fn the_boards_up_to_nine_have_the_known_counts() {
    let all = [1, 0, 0, 2, 10, 4, 40, 92, 352];
    let up_to_symmetry = [1, 0, 0, 1, 2, 1, 6, 12, 46];
    for (n, expected) in (1..).zip(all.into_iter().zip(up_to_symmetry)) {
        let puzzle = queens(&n.to_string());
        let number = |up_to_symmetry| number(puzzle.as_ref(), &Options::default(), up_to_symmetry);
        assert_eq!((number(false), number(true)), expected, "n={n}");
    }
}

#[test]
fn counts_agree_with_the_encyclopedia_of_integer_sequences() {
    let largest = if full() { 11 } else { 9 };
    let table = shared("oeis_counts.csv").unwrap_or_default();
    for line in table.lines().skip(1).take(largest) {
        let [n, all, up_to_symmetry] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("three columns, not {line}")
        };
        let puzzle = queens(n);
        let number = |up_to_symmetry| number(puzzle.as_ref(), &Options::default(), up_to_symmetry);
        assert_eq!(number(false).to_string(), all, "n={n}");
        assert_eq!(number(true).to_string(), up_to_symmetry, "n={n}");
    }
}

// Formulas.

#[test]
fn eight_queens_have_the_formula_of_the_textbook() {
    let formula =
        Formula::new(queens("8").as_ref(), Lowering::pairwise(), &Interrupt::default()).unwrap();
    let mut text = Vec::new();
    formula.write_dimacs(&mut text, false, &Interrupt::default()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('c')).collect();
    assert_eq!(lines[..2], ["p cnf 64 736", "1 2 3 4 5 6 7 8 0"]);
    assert_eq!(lines[8..10], ["57 58 59 60 61 62 63 64 0", "-1 -2 0"]);
    assert_eq!(lines.len(), 1 + 736);
}

#[test]
fn the_formula_of_256_queens_is_counted_to_the_clause() {
    let formula =
        Formula::new(queens("256").as_ref(), Lowering::pairwise(), &Interrupt::default()).unwrap();
    assert_eq!(formula.size().variables, 256 * 256);
    let Tally { clauses, .. } = formula.size().total();
    assert_eq!(clauses, 27_831_296);
}

// Instances from elsewhere.

/// A line of the shared data: our JSON input, with what is known about it.
struct Stored {
    puzzle: Box<dyn Puzzle>,
    known: Value,
}

impl Stored {
    fn all() -> Vec<Self> {
        let stored =
            |line: &str| Self { puzzle: queens(line), known: serde_json::from_str(line).unwrap() };
        ["completion", "excluded_diagonals_blocked", "lpcp16_blocked"]
            .iter()
            .filter_map(|file| shared(&format!("{file}.jsonl")))
            .flat_map(|text| text.lines().map(stored).collect::<Vec<_>>())
            .collect()
    }

    /// Measured: these six take three minutes and a half, all the others five seconds.
    fn is_long(&self) -> bool {
        self.known["n"].as_u64() > Some(42) || self.known["count"].as_u64() > Some(1000)
    }

    fn has_its_status_and_count(&self, options: &Options) {
        let case = format!("{} on {}", options.backend.name(), self.known["id"]);
        let is_sat = match self.known["count"].as_u64() {
            Some(expected) => {
                assert_eq!(number(self.puzzle.as_ref(), options, false), expected, "{case}");
                expected > 0
            }
            None => match Search::open(self.puzzle.as_ref(), options).next_answer() {
                Ok(Step::Answer(_)) => true,
                Ok(Step::Done) => false,
                other => panic!("{case}: {other:?}"),
            },
        };
        assert_eq!(if is_sat { "SAT" } else { "UNSAT" }, self.known["status"], "{case}");
    }
}

#[test]
fn every_backend_finds_the_stored_status_and_count() {
    let (long, short): (Vec<_>, Vec<_>) = Stored::all().into_iter().partition(Stored::is_long);
    if !full() && !long.is_empty() {
        let ids: Vec<_> = long.iter().map(|stored| stored.known["id"].to_string()).collect();
        left_out(&format!("{}; SATOR_FULL=1 runs them", ids.join(", ")));
    }
    for stored in short.iter().chain(long.iter().filter(|_| full())) {
        for backend in BACKENDS {
            stored.has_its_status_and_count(&Options {
                backend: Solver::Embedded(backend).into(),
                ..Options::default()
            });
        }
    }
}

#[test]
fn stored_answers_are_right_as_values_and_as_text() {
    for Stored { puzzle, known } in Stored::all() {
        let Some(columns) = known["example"].as_array() else { continue };
        let columns = columns.iter().map(|column| column.as_i64().unwrap() as i32);
        let values = columns.map(|column| column + 1).collect();
        let answer = Solution { values };
        assert_eq!(puzzle.check(&answer), Ok(()), "{}", known["id"]);
        assert_eq!(
            puzzle.check_text(&known["example"].to_string()),
            Ok(Ok(answer)),
            "{}",
            known["id"]
        );
        assert_eq!(puzzle.contradiction(), None, "{}", known["id"]);
    }
}

// Programs of their own, which the test command installs.

/// Those that a program can take, which is started once for each answer.
fn go(name: &str, largest: u64) {
    let backend = name.parse().unwrap_or_else(|error| panic!("{error}"));
    let options = Options { backend, ..Options::default() };
    let small = |stored: &Stored| {
        stored.known["n"].as_u64() <= Some(largest) && stored.known["count"].as_u64() <= Some(40)
    };
    for stored in Stored::all().into_iter().filter(small) {
        stored.has_its_status_and_count(&options);
    }
}

#[test]
fn solver_programs_find_the_stored_status_and_count() {
    for program in ["minisat", "cadical", "cryptominisat5", "picosat", "clasp", "z3"] {
        go(&format!("exec:{program}"), if full() { 42 } else { 20 });
    }
}

#[test]
fn smt_solvers_find_the_stored_status_and_count() {
    for name in ["z3", "cvc5"] {
        go(name, if full() { 16 } else { 12 });
    }
}
