//! Killers that others published, and our examples: read, checked and drawn.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use sator::model::Filling;
use sator::puzzle::{Puzzle, Reading};
use sator::puzzles::{killer::KIND, recognise};
use sator::render::{Look, Paint};
use serde_json::Value;

fn killer(text: &str) -> Box<dyn Puzzle> {
    KIND.read(text, &Reading::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn example(name: &str) -> Box<dyn Puzzle> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/killer");
    killer(&fs::read_to_string(Path::new(folder).join(name)).unwrap())
}

/// The lines of a shared file; none where it is absent.
fn shared(name: &str) -> Vec<String> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/killer");
    let Ok(text) = fs::read_to_string(Path::new(data).join(name)) else {
        // Said past the test harness, which hides what a test says that passes.
        let _ = writeln!(io::stderr(), "left out: there is no {data}/{name}");
        return Vec::new();
    };
    text.lines().map(str::to_owned).collect()
}

/// The answer that is stored with a puzzle.
fn stored(object: &Value) -> Option<Filling> {
    let grid = object.get("solution").or(object.get("example"))?.as_array()?;
    let cells = grid.iter().flat_map(|row| row.as_array().unwrap());
    Some(Filling { values: cells.map(|value| value.as_i64().unwrap() as i32).collect() })
}

const FILES: [&str; 4] =
    ["killer.jsonl", "killer16_derived.jsonl", "killer_large.jsonl", "killer_unsat.jsonl"];

#[test]
fn published_killers_are_recognised_and_every_field_is_known() {
    for line in FILES.into_iter().flat_map(shared) {
        let object: Value = serde_json::from_str(&line).unwrap();
        let puzzle = recognise(&line, &Reading::default()).unwrap();
        assert_eq!(puzzle.kind().name, "killer");
        let mut notes = puzzle.notes().iter();
        assert!(notes.all(|note| note.ends_with("is not connected")), "{}", object["id"]);
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
        let again = recognise(&puzzle.print(), &Reading::default()).unwrap();
        assert_eq!(again.print(), puzzle.print());
        assert_eq!(again.board(None), puzzle.board(None));
        for (paint, ascii) in [(Paint::Plain, false), (Paint::Marked, true), (Paint::Color, false)]
        {
            let Some(answer) = stored(&object) else { continue };
            let board = puzzle.board(Some(&answer)).to_text(Look { paint, ascii });
            assert_eq!(puzzle.judge(&board), Ok(Ok(answer)), "{board}");
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
    let answer = puzzle.judge(WIKIPEDIA).unwrap().unwrap();
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
    let broken = changed.judge(WIKIPEDIA).unwrap().unwrap_err().to_string();
    assert_eq!(broken, "the cage at r1c8 (r1c8, r2c8) adds up to 16, not 17");
}

#[test]
fn a_board_of_16_is_narrow() {
    let puzzle = example("16x16.txt");
    let filled = Filling { values: vec![16; 256] };
    let board = puzzle.board(Some(&filled)).to_text(Look::default());
    assert_eq!(board.lines().count(), 33);
    assert!(board.lines().all(|line| line.chars().count() == 81), "{board}");
}
