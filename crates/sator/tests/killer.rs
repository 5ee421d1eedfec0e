//! Killers that others published, and our examples: read, checked, drawn and solved.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::engine::{Options, Road, Search, Series, Step, model_of};
use sator::model::{Scope, Solution};
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::{killer::KIND, recognise};
use sator::render::{Look, Paint};
use sator_sat::backend::{BACKENDS, Budget, Solver, StopReason};
use sator_sat::encode::sum::METHODS;
use serde_json::{Value, json};

fn killer(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn example(name: &str) -> Box<dyn Puzzle> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/killer");
    killer(&fs::read_to_string(Path::new(folder).join(name)).unwrap())
}

/// Whether the tests that take minutes are wanted as well.
fn full() -> bool {
    env::var_os("SATOR_FULL").is_some()
}

/// Said past the test harness, which hides what `eprintln!` says in a test that passes.
fn left_out(what: &str) {
    let _ = writeln!(io::stderr(), "left out: {what}");
}

/// The lines of a shared file; none where it is absent.
fn shared(name: &str) -> Vec<String> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/killer");
    let Ok(text) = fs::read_to_string(Path::new(data).join(name)) else {
        left_out(&format!("there is no {data}/{name}"));
        return Vec::new();
    };
    text.lines().map(str::to_owned).collect()
}

/// The answer that is stored with a puzzle, if there is one.
fn stored(object: &Value) -> Option<Solution> {
    let grid = object.get("solution").or(object.get("example"))?.as_array()?;
    let cells = grid.iter().flat_map(|row| row.as_array().unwrap());
    Some(Solution { values: cells.map(|value| value.as_i64().unwrap() as i32).collect() })
}

const FILES: [&str; 4] =
    ["killer.jsonl", "killer16_derived.jsonl", "killer_large.jsonl", "killer_unsat.jsonl"];

#[test]
fn published_killers_are_recognised_and_every_field_is_known() {
    for line in FILES.into_iter().flat_map(shared) {
        let object: Value = serde_json::from_str(&line).unwrap();
        let puzzle = recognise(&line, &ParseOptions::default()).unwrap();
        assert_eq!(puzzle.kind().name, "killer");
        let mut notes = puzzle.notes().iter();
        assert!(notes.all(|note| note.contains(" not connected")), "{}", object["id"]);
    }
}

#[test]
fn what_is_stored_as_an_answer_passes_the_plain_rules_and_the_clues_allow_it() {
    for line in FILES.into_iter().flat_map(shared) {
        let object: Value = serde_json::from_str(&line).unwrap();
        let puzzle = killer(&line);
        if let Some(answer) = stored(&object) {
            assert_eq!(puzzle.check(&answer), Ok(()), "{}", object["id"]);
            assert_eq!(puzzle.contradiction(), None, "{}", object["id"]);
        }
    }
}

#[test]
fn what_is_published_is_printed_and_drawn_so_that_it_reads_back() {
    for line in FILES.into_iter().flat_map(shared) {
        let object: Value = serde_json::from_str(&line).unwrap();
        let puzzle = killer(&line);
        let again = recognise(&puzzle.print(), &ParseOptions::default()).unwrap();
        assert_eq!(again.print(), puzzle.print());
        assert_eq!(again.board(None), puzzle.board(None));
        for (paint, ascii) in [(Paint::Plain, false), (Paint::Marked, true), (Paint::Color, false)]
        {
            let Some(answer) = stored(&object) else { continue };
            let board = puzzle.board(Some(&answer)).to_text(Look { paint, ascii });
            assert_eq!(puzzle.check_text(&board), Ok(Ok(answer)), "{board}");
        }
    }
}

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
    puzzle: Box<dyn Puzzle>,
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
            puzzle: killer(line),
            is_solvable: match object["status"].as_str() {
                Some("SAT") => true,
                Some("UNSAT") => false,
                other => panic!("{}: {other:?}", object["id"]),
            },
            unique: object["unique"].as_bool(),
            answer: stored(&object),
        }
    }

    /// All of a file, which has so many.
    fn all(file: &str, number: usize) -> Vec<Self> {
        let all: Vec<_> = shared(file).iter().map(|line| Self::of(line)).collect();
        assert!(all.is_empty() || all.len() == number, "{} in {file}", all.len());
        all
    }

    /// Whether it is one of those that people made to be hard.
    fn is_hard(&self) -> bool {
        ["mathemagic", "tarek", "extreme"].contains(&self.group.as_str())
    }

    /// A search finds the stored status, uniqueness and answer. Where nothing is known of
    /// uniqueness one answer is enough. It is no error if the time is up.
    fn is_found_by(&self, mut search: Search<'_>) {
        let id = &self.id;
        let mut next = || match search.next_answer() {
            Ok(Step::Answer(answer)) => Some(Some(answer)),
            Ok(Step::Done) => Some(None),
            Ok(Step::Stopped(StopReason::Time)) => {
                left_out(&format!("{id}, as the time was up"));
                None
            }
            other => panic!("{id}: {other:?}"),
        };
        let Some(first) = next() else { return };
        // A search checks its answers; this does not take its word for it.
        assert!(first.iter().all(|answer| self.puzzle.check(answer).is_ok()), "{id}");
        assert_eq!(first.is_some(), self.is_solvable, "{id}");
        let Some(unique) = self.unique.filter(|_| self.is_solvable) else { return };
        let Some(second) = next() else { return };
        assert_eq!(second.is_none(), unique, "{id}");
        assert_ne!(first, second, "{id}");
        assert!(!unique || first == self.answer, "{id}");
    }
}

/// Those that end soon, and the others, if they are wanted.
fn by_length(all: Vec<Stored>, is_long: impl Fn(&Stored) -> bool) -> [Vec<Stored>; 2] {
    let (mut long, short): (Vec<_>, Vec<_>) = all.into_iter().partition(is_long);
    if !full() && !long.is_empty() {
        let names: Vec<_> = long.iter().map(|stored| stored.id.as_str()).collect();
        left_out(&format!("{}; SATOR_FULL=1 runs them", names.join(", ")));
        long.clear();
    }
    [short, long]
}

/// All are found, two at a time. Where the long ones are wanted the slowest are told.
fn are_found(all: &[Stored], seconds: Option<u64>) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut times = Vec::new();
        while let Some(stored) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let started = Instant::now();
            let deadline = seconds.map(|seconds| started + Duration::from_secs(seconds));
            let budget = Budget { deadline, ..Budget::default() };
            let options = Options { budget, ..Options::default() };
            stored.is_found_by(Search::open(stored.puzzle.as_ref(), &options));
            times.push((started.elapsed(), stored.id.as_str()));
        }
        times
    };
    let mut times = thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.map(|worker| worker.join().unwrap()).concat()
    });
    times.sort_unstable();
    for (time, id) in times.iter().rev().take(5).filter(|_| full()) {
        let _ = writeln!(io::stderr(), "{id}: {:.2} s", time.as_secs_f64());
    }
}

#[test]
fn published_killers_have_their_stored_answer_and_no_other_or_several() {
    let all = Stored::all("killer.jsonl", 196);
    // Two have several, and none is stored.
    assert!(all.iter().all(|it| it.unique.is_some() && it.unique == Some(it.answer.is_some())));
    for all in by_length(all, |stored| stored.group == "mathemagic") {
        are_found(&all, None);
    }
}

#[test]
fn published_killers_in_a_row_have_the_same_answers() {
    let all = Stored::all("killer.jsonl", 196);
    let mut series = Series::default();
    for stored in all.iter().filter(|stored| !stored.is_hard()) {
        let search = series.open(stored.puzzle.as_ref(), &Options::default());
        stored.is_found_by(search);
    }
}

fn number_of_answers(mut search: Search<'_>) -> usize {
    let mut number = 0;
    while let Step::Answer(_) = search.next_answer().unwrap() {
        number += 1;
    }
    number
}

/// Cages that lie in no house bring rules of their own, and take them away again.
#[test]
fn killers_of_one_size_and_other_cages_may_take_turns() {
    let maps = [
        "A...\n..A.\n....\n....\nA 5",
        "....\n....\n....\n....",
        "A.B.\n.A..\n...B\n...A\nA 6, B 5",
    ];
    let puzzles = maps.map(killer);
    let mut series = Series::default();
    for puzzle in puzzles.iter().chain(&puzzles).chain(puzzles.iter().rev()) {
        let options = Options::default();
        let expected = number_of_answers(Search::open(puzzle.as_ref(), &options));
        let found = number_of_answers(series.open(puzzle.as_ref(), &options));
        assert_eq!(found, expected, "{}", puzzle.print());
    }
}

#[test]
fn killers_that_were_spoilt_have_no_answer() {
    let all = Stored::all("killer_unsat.jsonl", 28);
    assert!(all.iter().all(|stored| !stored.is_solvable));
    are_found(&all, None);
}

#[test]
fn killers_of_16_with_and_without_givens_have_their_answers_as_far_as_time_allows() {
    are_found(&Stored::all("killer16_derived.jsonl", 9), Some(60));
}

/// Those that end within a second or two must be solved; of the others some are beyond reach.
#[test]
fn large_killers_are_solved() {
    let all = Stored::all("killer_large.jsonl", 55);
    let quick = ["k16_tiny", "k16_one30", "k16_uniq"];
    let is_long =
        |stored: &Stored| !quick.contains(&stored.group.as_str()) || stored.id == "k16_uniq_8";
    let [short, long] = by_length(all, is_long);
    are_found(&short, None);
    are_found(&long, Some(60));
}

/// Elimination knows all values here without a look at the totals, and has no time for that look.
#[test]
fn a_filled_grid_with_a_wrong_total_is_no_answer_even_when_time_is_up() {
    for (sum, expected) in [(5, true), (6, false)] {
        let text = json!({
            "n": 4,
            "cages": [{ "sum": sum, "cells": [[0, 0], [1, 1]] }],
            "givens": [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]],
        });
        let puzzle = killer(&text.to_string());
        let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        let options = Options { budget, ..Options::default() };
        let step = Search::open(puzzle.as_ref(), &options).next_answer().unwrap();
        assert_eq!(matches!(step, Step::Answer(_)), expected, "{sum}: {step:?}");
        assert_eq!(step == Step::Done, !expected, "{sum}: {step:?}");
    }
}

#[test]
fn what_is_derived_from_published_killers_holds_in_their_answers() {
    for line in FILES.into_iter().flat_map(shared) {
        let Stored { id, puzzle, answer, .. } = Stored::of(&line);
        let Some(answer) = answer else { continue };
        let model = model_of(puzzle.as_ref(), Scope::Extended);
        let mut is_true = vec![false; model.variables() as usize];
        for lit in model.block(&answer) {
            is_true[lit.vidx()] = lit.is_neg();
        }
        for rule in model.of_instance(Scope::Extended) {
            let holds = rule.constraint.holds(|lit| is_true[lit.vidx()] == lit.is_pos());
            assert!(holds, "{id}: {}", rule.text);
        }
    }
}

/// The known example has the known answer and no other, and its twin has none.
fn tells_the_twins_apart(options: &Options) {
    let [right, changed] = ["wikipedia.txt", "wikipedia-changed.txt"].map(example);
    let answer = right.check_text(WIKIPEDIA).unwrap().unwrap();
    let case = format!("{} with {}", options.backend.name(), options.lowering);
    let mut search = Search::open(right.as_ref(), options);
    assert_eq!(search.next_answer(), Ok(Step::Answer(answer)), "{case}");
    assert_eq!(search.next_answer(), Ok(Step::Done), "{case}");
    let mut search = Search::open(changed.as_ref(), options);
    assert_eq!(search.next_answer(), Ok(Step::Done), "{case}");
}

#[test]
fn every_backend_tells_the_twins_apart() {
    for backend in BACKENDS {
        for eliminate in [true, false] {
            let backend = Solver::Embedded(backend).into();
            tells_the_twins_apart(&Options { backend, eliminate, ..Options::default() });
        }
    }
}

/// They get the rules as whole numbers.
#[test]
fn smt_solvers_tell_the_twins_apart() {
    thread::scope(|scope| {
        for name in ["z3", "cvc5"] {
            scope.spawn(move || {
                let backend: Road = name.parse().unwrap_or_else(|error| panic!("{error}"));
                tells_the_twins_apart(&Options { backend, ..Options::default() });
            });
        }
    });
}

#[test]
fn every_encoding_of_sums_tells_the_twins_apart_and_solves_what_is_published() {
    let all = Stored::all("killer.jsonl", 196);
    let easy: Vec<_> = all.iter().filter(|stored| !stored.is_hard()).step_by(12).collect();
    for method in METHODS {
        let lowering = format!("cage={}", method.name).parse().unwrap();
        // A build in pure Rust does not have it.
        let backend = "cadical".parse().unwrap_or_default();
        // In full: elimination leaves little of these, and nothing of some.
        let options = Options { backend, lowering, eliminate: false, ..Options::default() };
        tells_the_twins_apart(&options);
        for stored in &easy {
            stored.is_found_by(Search::open(stored.puzzle.as_ref(), &options));
        }
    }
}
