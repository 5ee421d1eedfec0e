//! Queens, against published counts and instances.

use sator::engine::{Lowering, Options, count_visiting, formula, solutions};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::puzzles::queens::KIND;
use sator_sat::backend::{Budget, Interrupt};
use sator_testing::{SharedData, needs, with_programs};
use serde_json::Value;

use super::common::{backends, by, full, read, some_answers, wanted};

fn queens(text: &str) -> AnyPuzzle {
    read(&KIND, text)
}

fn number(puzzle: &AnyPuzzle, options: &Options, up_to_symmetry: bool) -> u64 {
    let count = count_visiting(puzzle, options, up_to_symmetry, None, |_| ()).unwrap();
    assert_eq!(count.stopped, None);
    count.number.try_into().expect("few answers")
}

// Counts.

/// The numbers of solutions, all and up to symmetry.
fn numbers(n: &str) -> [u64; 2] {
    [false, true].map(|up_to_symmetry| number(&queens(n), &Options::default(), up_to_symmetry))
}

#[test]
fn the_boards_up_to_nine_have_the_known_counts() {
    let known = [[1, 1], [0, 0], [0, 0], [2, 1], [10, 2], [4, 1], [40, 6], [92, 12], [352, 46]];
    for (n, known) in (1..).zip(known) {
        assert_eq!(numbers(&n.to_string()), known, "n={n}");
    }
}

#[needs(shared_data)]
fn counts_agree_with_the_encyclopedia_of_integer_sequences(data: &SharedData) {
    let largest = if full() { 11 } else { 9 };
    for line in data.text("nqueens/oeis_counts.csv").lines().skip(1).take(largest) {
        let [n, all, up_to_symmetry] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("three columns, not {line}")
        };
        assert_eq!(numbers(n).map(|it| it.to_string()), [all, up_to_symmetry], "n={n}");
    }
}

// Formulas.

#[test]
fn the_formula_is_that_of_the_textbook_and_counted_to_the_clause() {
    let [eight, large] = ["8", "256"]
        .map(|n| formula(&queens(n), None, Lowering::pairwise(), &Budget::default()).unwrap());
    let mut text = Vec::new();
    eight.write_dimacs(&mut text, false, &Interrupt::default()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('c')).collect();
    assert_eq!(lines[..2], ["p cnf 64 736", "1 2 3 4 5 6 7 8 0"]);
    assert_eq!(lines[8..10], ["57 58 59 60 61 62 63 64 0", "-1 -2 0"]);
    assert_eq!(lines.len(), 1 + 736);
    assert_eq!(large.size().variables, 256 * 256);
    assert_eq!(large.size().total().clauses, 27_831_296);
}

// Large boards, which the native search solves, so that no solver has to be loaded.

/// A board with a queen for every sixteen rows, none attacking another, by chance from a seed.
fn board(n: usize, seed: u64) -> String {
    let mut chance = seed;
    let mut below = |bound: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % bound
    };
    let mut placed: Vec<(usize, usize)> = Vec::new();
    while placed.len() < n / 16 {
        let (row, column) = (below(n), below(n));
        let is_attacked = placed
            .iter()
            .any(|&(r, c)| r == row || c == column || r.abs_diff(row) == c.abs_diff(column));
        if !is_attacked {
            placed.push((row, column));
        }
    }
    serde_json::json!({ "n": n, "queens": placed }).to_string()
}

/// Whether a solver was used for so many solutions.
fn uses_solver(text: &str, wanted: usize) -> bool {
    let mut solutions = solutions(&queens(text), &Options::default());
    let found: Vec<_> = solutions.by_ref().take(wanted).map(Result::unwrap).collect();
    assert_eq!(found.len(), wanted);
    assert!((1..wanted).all(|at| !found[..at].contains(&found[at])), "a solution twice");
    solutions.report().used_solver
}

#[test]
fn large_boards_need_no_solver_with_queens_or_without() {
    for n in [48, 100, 256] {
        for seed in 1..=3 {
            assert!(!uses_solver(&board(n, seed), 1), "n={n}, seed {seed}");
        }
    }
    // More than a million squares are not reduced before they are searched.
    for n in [40, 400, 1001] {
        assert!(!uses_solver(&n.to_string(), 3), "n={n}");
    }
}

// Instances from elsewhere.

/// A line of the shared data: our JSON input, with what is known about it.
struct Stored {
    puzzle: AnyPuzzle,
    known: Value,
}

impl Stored {
    fn all(data: &SharedData) -> Vec<Self> {
        let stored =
            |line: &str| Self { puzzle: queens(line), known: serde_json::from_str(line).unwrap() };
        ["completion", "excluded_diagonals_blocked", "lpcp16_blocked"]
            .iter()
            .map(|file| data.text(&format!("nqueens/{file}.jsonl")))
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
                assert_eq!(number(&self.puzzle, options, false), expected, "{case}");
                expected > 0
            }
            None => !some_answers(&self.puzzle, options, 1).is_empty(),
        };
        assert_eq!(if is_sat { "SAT" } else { "UNSAT" }, self.known["status"], "{case}");
    }
}

#[needs(shared_data)]
fn every_backend_finds_the_stored_status_and_count(data: &SharedData) {
    let [short, long] =
        wanted(Stored::all(data), Stored::is_long, |stored| stored.known["id"].as_str().unwrap());
    for stored in short.iter().chain(&long) {
        backends().for_each(|options| stored.has_its_status_and_count(&options));
    }
}

#[needs(shared_data)]
fn stored_answers_are_right_as_values_and_as_text(data: &SharedData) {
    for Stored { puzzle, known } in Stored::all(data) {
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

with_programs!(
    a_sat_program_finds_the_stored_status_and_count, shared_data:
    minisat cadical cryptominisat5 picosat clasp z3
);

fn a_sat_program_finds_the_stored_status_and_count(name: &str, data: &SharedData) {
    small_boards_have_their_status_and_count(
        data,
        &format!("exec:{name}"),
        if full() { 42 } else { 20 },
    );
}

with_programs!(an_smt_solver_finds_the_stored_status_and_count, shared_data: z3 cvc5);

fn an_smt_solver_finds_the_stored_status_and_count(name: &str, data: &SharedData) {
    small_boards_have_their_status_and_count(data, name, if full() { 16 } else { 12 });
}

/// Each solution costs a program a start, so only small boards with few solutions are solved.
fn small_boards_have_their_status_and_count(data: &SharedData, name: &str, largest: u64) {
    let is_small = |stored: &Stored| {
        let [n, count] = ["n", "count"].map(|key| stored.known[key].as_u64());
        n <= Some(largest) && count <= Some(40)
    };
    for stored in Stored::all(data).into_iter().filter(is_small) {
        stored.has_its_status_and_count(&by(name));
    }
}
