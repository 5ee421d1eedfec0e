//! Sudokus with extra rules: the shared puzzles have their stored solutions and no others, and every
//! verb of the engine takes them.

use std::collections::HashSet;

use sator::engine::{Options, Soft, conflict, instance};
use sator::model::Solution;
use sator::puzzle::AnyPuzzle;
use sator::puzzles::sudoku::KIND;
use sator::puzzles::sudoku::extras::examples;
use sator_testing::{SharedData, needs};
use serde_json::{Value, json};

use super::common::{by, full, read, some_answers};

/// A shared puzzle, with the name of its file and the solution that is stored with it.
struct Variant {
    name: String,
    puzzle: AnyPuzzle,
    solution: Value,
    types: Vec<String>,
}

/// Every shared puzzle; answers and labels are not read.
fn variants(data: &SharedData) -> Vec<Variant> {
    let text = data.text("variants/variants.jsonl");
    let variant = |line: &str| {
        let stored: Value = serde_json::from_str(line).unwrap();
        let name = stored["id"].as_str().unwrap().to_owned();
        let types = stored["types"].as_array().unwrap().iter();
        let types = types.map(|it| it.as_str().unwrap().to_owned()).collect();
        let fields = ["n", "box_h", "box_w", "regions", "values", "givens", "constraints"];
        let mut own = json!({});
        for field in fields {
            if let Some(value) = stored.get(field) {
                own[field] = value.clone();
            }
        }
        Variant {
            name,
            puzzle: read(&KIND, &own.to_string()),
            solution: stored["solution"].clone(),
            types,
        }
    };
    text.lines().map(variant).collect()
}

/// Puzzles that take many seconds in a test build; `SATOR_FULL=1` solves them too.
const LONG: [&str; 8] =
    ["iss-036", "iss-068", "iss-079", "iss-115", "iss-123", "iss-150", "iss-173b", "iss-104"];

#[needs(shared_data)]
fn shared_variants_have_their_stored_solution_and_no_other(data: &SharedData) {
    let mut seen = HashSet::new();
    for Variant { name, puzzle, solution, types } in variants(data) {
        // Each rule at least once in the ordinary run, and every puzzle in the long one.
        let is_new = types.into_iter().filter(|rule| seen.insert(rule.clone())).count() > 0;
        if !full() && (!is_new || LONG.contains(&&*name)) {
            continue;
        }
        let answers = some_answers(&puzzle, &Options::new(), 2);
        assert_eq!(answers.len(), 1, "{name}");
        assert_eq!(puzzle.answer_json(&answers[0])["grid"], solution, "{name}");
    }
}

#[needs(shared_data)]
fn shared_links_have_their_stored_solution(data: &SharedData) {
    let mut solved = 0;
    for file in ["fpuzzles.jsonl", "sudokupad_made.jsonl"] {
        for line in data.text(&format!("variants/{file}")).lines() {
            let stored: Value = serde_json::from_str(line).unwrap();
            if stored["status"] != "unique" && stored["made"] != true {
                continue;
            }
            let puzzle = read(&KIND, stored["url"].as_str().unwrap());
            let answers = some_answers(&puzzle, &Options::new(), 1);
            let grid = answers.first().map(|answer| puzzle.answer_json(answer)["grid"].clone());
            assert_eq!(grid, Some(stored["solution"].clone()), "{}", stored["id"]);
            solved += 1;
        }
    }
    assert!(solved > 60, "{solved}");
}

/// The stored solution passes the plain check, and no longer when two of its values are exchanged.
#[needs(shared_data)]
fn stored_solutions_pass_the_plain_check_and_changed_ones_fail(data: &SharedData) {
    for Variant { name, puzzle, solution, .. } in variants(data) {
        let grid = |solution: &Value| json!({ "grid": solution }).to_string();
        let right = puzzle.check_text(&grid(&solution)).unwrap();
        right.unwrap_or_else(|violation| panic!("{name}: {violation}"));
        let mut wrong = solution.clone();
        let (first, second) = (wrong[0][0].clone(), wrong[0][1].clone());
        (wrong[0][0], wrong[0][1]) = (second, first);
        assert!(puzzle.check_text(&grid(&wrong)).unwrap().is_err(), "{name}");
    }
}

/// An empty 4×4 sudoku with rules.
fn with(rules: &[&str]) -> AnyPuzzle {
    read(&KIND, &format!("....\n....\n....\n....\n{}", rules.join("\n")))
}

/// All 288 solutions of the empty grid.
fn all_grids() -> Vec<Solution> {
    let all = some_answers(&with(&["cage r1c1"]), &Options::new(), 1000);
    assert_eq!(all.len(), 288);
    all
}

/// The plain check, over all solutions of plain sudoku, is a second witness of every count.
#[test]
fn search_and_solvers_count_the_solutions_that_the_plain_check_accepts() {
    let grids = all_grids();
    for (_, example) in examples() {
        let puzzle = with(&[example]);
        let expected = grids.iter().filter(|grid| puzzle.check(grid).is_ok()).count();
        for options in [Options::new(), by("batsat")] {
            assert_eq!(some_answers(&puzzle, &options, 1000).len(), expected, "{example}");
        }
    }
}

#[test]
fn pairs_of_rules_are_counted_as_the_plain_check_accepts() {
    let grids = all_grids();
    let all: Vec<_> = examples().map(|(_, example)| example).collect();
    for (at, one) in all.iter().enumerate() {
        let other = all[(at * 37 + 11) % all.len()];
        let puzzle = with(&[one, other]);
        let expected = grids.iter().filter(|grid| puzzle.check(grid).is_ok()).count();
        let found = some_answers(&puzzle, &Options::new(), 1000).len();
        assert_eq!(found, expected, "{one} and {other}");
    }
}

/// Unusual grids: the X-sum of a first row 2 1 3 is 3, and 3 is the sum of 1 and 2 in either order.
#[test]
fn searches_and_solvers_agree_on_unusual_grids() {
    for (text, expected) in [
        ("no boxes\n...\n...\n...\nx-sum row 1 left 3", 2),
        ("values 0-3\n....\n....\n....\n....\narrow r1c1: r1c2 r1c3", 24),
        ("...\n...\n...\nregions\nAAB\nACB\nCCB", 6),
        ("....\n....\n....\n....\nregions\nAABB\nAABB\nCCDD\nCCDD", 288),
    ] {
        let puzzle = read(&KIND, text);
        for options in [Options::new(), by("batsat"), by("search")] {
            assert_eq!(some_answers(&puzzle, &options, 1000).len(), expected, "{text}");
        }
    }
}

#[test]
fn a_variant_without_a_solution_says_which_rules_conflict() {
    let text = "....\n....\n....\n....\nthermo r1c1 r1c2 r1c3 r1c4\nthermo r1c4 r2c4 r3c4";
    let puzzle = read(&KIND, text);
    assert!(some_answers(&puzzle, &Options::new(), 1).is_empty());
    let found = conflict(&puzzle, Soft::Clues, &Options::new()).unwrap().unwrap();
    let sentences = found.texts(&instance(&puzzle)).join("; ");
    assert!(sentences.contains("thermometer from r1c"), "{sentences}");
}
