//! Boards of mines that others published: read, printed, checked, solved and counted, with their
//! totals and without.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sator::engine::{Options, Search, Step, conflict};
use sator::model::{Model, Solution};
use sator::puzzle::{ParseOptions, Puzzle};
use sator::puzzles::minesweeper::KIND;
use sator::puzzles::recognise;
use sator::render::{Look, Paint};
use serde_json::{Value, json};

/// The stored boards; none where the file is absent.
fn stored() -> Vec<Value> {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/minesweeper/boards.jsonl");
    let Ok(text) = fs::read_to_string(Path::new(file)) else {
        // Said past the test harness, which hides what `eprintln!` says in a test that passes.
        let _ = writeln!(io::stderr(), "left out: there is no {file}");
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn read(object: &Value) -> Box<dyn Puzzle> {
    let text = object.to_string();
    KIND.read(&text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Each board, what is stored of it, and the number of its answers: without the total over the
/// squares that numbers touch, with the total over all that are hidden.
fn readings() -> Vec<(Box<dyn Puzzle>, Value, String)> {
    let mut readings = Vec::new();
    for mut object in stored() {
        let (total, facts) = (object["with_total"].take(), object["no_total"].take());
        if total.is_object() {
            let count = total["count"].as_str().unwrap().to_owned();
            readings.push((read(&object), total, count));
        }
        object["mines"] = json!(null);
        let count = facts["count_frontier_only"].as_str().unwrap().to_owned();
        readings.push((read(&object), facts, count));
    }
    readings
}

/// As many answers as there are, but at most so many.
fn answers(puzzle: &dyn Puzzle, most: usize) -> Vec<Solution> {
    let mut search = Search::open(puzzle, &Options { threads: Some(1), ..Options::default() });
    let mut answers = Vec::new();
    while answers.len() < most {
        match search.next_answer().unwrap() {
            Step::Answer(answer) => answers.push(answer),
            Step::Done => break,
            Step::Stopped(reason) => panic!("stopped: {reason:?}"),
        }
    }
    answers
}

#[test]
fn published_boards_are_recognised_and_every_field_is_known() {
    for object in stored() {
        let puzzle = recognise(&object.to_string(), &ParseOptions::default()).unwrap();
        assert_eq!(puzzle.kind().name, "minesweeper");
        assert!(puzzle.notes().is_empty(), "{}: {:?}", object["id"], puzzle.notes());
    }
}

#[test]
fn what_is_published_is_printed_so_that_it_reads_back() {
    for (puzzle, ..) in readings() {
        let again = recognise(&puzzle.print(), &ParseOptions::default());
        let again = again.unwrap_or_else(|error| panic!("{error} in\n{}", puzzle.print()));
        assert_eq!(again.print(), puzzle.print());
        assert_eq!(again.frame(), puzzle.frame());
    }
    for object in stored() {
        let text = object["text"].as_str().unwrap();
        let plain = json!({ "board": object["board"] });
        assert_eq!(read(&plain).print().trim_end(), text.replace('#', "s"), "{}", object["id"]);
        let read = recognise(text, &ParseOptions::default()).unwrap();
        assert_eq!(read.print().trim_end(), text.replace('#', "s"), "{}", object["id"]);
    }
}

#[test]
fn boards_have_an_answer_and_only_one_where_that_is_stored() {
    for (puzzle, facts, count) in readings() {
        let found = answers(puzzle.as_ref(), 2);
        let text = puzzle.print();
        assert_eq!(found.is_empty(), facts["status"] == "UNSAT", "{text}");
        assert_eq!(found.len() == 1, count == "1", "{text}");
        if puzzle.contradiction().is_some() {
            assert!(found.is_empty(), "{text}");
        }
        for answer in found {
            assert_eq!(puzzle.check(&answer), Ok(()), "{text}");
        }
    }
}

#[test]
fn boards_with_few_answers_have_as_many_as_are_stored() {
    const FEW: usize = 1000;
    for (puzzle, _, count) in readings() {
        if let Some(count) = count.parse().ok().filter(|&count: &usize| count <= FEW) {
            assert_eq!(answers(puzzle.as_ref(), FEW + 1).len(), count, "{}", puzzle.print());
        }
    }
}

/// Of a square that no clue touches nothing is stored in a board that has no total.
#[test]
fn what_is_stored_as_the_only_answer_is_found_and_accepted_however_it_is_drawn() {
    for (puzzle, facts, count) in readings() {
        let Some(mines) = facts["solution_mines"].as_array().filter(|_| count == "1") else {
            continue;
        };
        let answer = answers(puzzle.as_ref(), 1).remove(0);
        let board = puzzle.board(Some(&answer));
        for (row, tiles) in board.rows.iter().enumerate() {
            for (column, tile) in tiles.iter().enumerate().filter(|(_, tile)| tile.text != "?") {
                assert_eq!(
                    tile.text == "*",
                    mines.contains(&json!([row, column])),
                    "{row} {column}"
                );
            }
        }
        for paint in [Paint::Plain, Paint::Marked, Paint::Color] {
            let text = board.to_text(Look { paint, ascii: false });
            assert_eq!(puzzle.check_text(&text), Ok(Ok(answer.clone())), "{text}");
        }
    }
}

#[test]
fn cells_are_the_hidden_squares_that_a_clue_touches() {
    let cells = |text: &str| {
        let model = KIND.read(text, &ParseOptions::default()).unwrap().model();
        let names: Vec<_> = model.cells().map(|(_, name, _)| name.to_string()).collect();
        let clues: Vec<_> = model.clues().iter().map(|clue| clue.text.to_string()).collect();
        (names.join(" "), clues.join(", "))
    };
    let touched = ("r1c1 r1c3 r2c2 r2c3".to_owned(), "r1c2 touches 2 mines".to_owned());
    assert_eq!(cells("2 5\n? 2 ? ? ?\n* ? ? ? s"), touched);
    let total = "r1c2 touches 2 mines, the board has 4 mines".to_owned();
    let all = ("r1c1 r1c3 r1c4 r1c5 r2c2 r2c3 r2c4".to_owned(), total);
    assert_eq!(cells("2 5 4\n? 2 ? ? ?\n* ? ? ? s"), all);
    // A number that is right and has nothing hidden beside it says nothing.
    assert_eq!(cells("1 5\n* 1 s 0 s"), (String::new(), String::new()));
}

#[test]
fn boards_with_other_cells_have_another_frame() {
    let frame = |text: &str| KIND.read(text, &ParseOptions::default()).unwrap().frame();
    let frames = [
        frame("1 4\n? 1 ? ?"),
        frame("1 4 1\n? 1 ? ?"),
        frame("1 4\n? 1 s ?"),
        frame("4 1\n?\n1\n?\n?"),
        frame("2 2\n? 1\n? ?"),
    ];
    for (i, one) in frames.iter().enumerate() {
        assert!(frames[..i].iter().all(|other| other != one), "{one}");
    }
    assert_eq!(frame("1 4\n? 1 ? ?"), frame("1 4\n? 2 ? ?"));
}

/// Whether clues, by their words, hold together in some layout.
fn can_hold(model: &Model, clues: &[&String]) -> bool {
    let said = |text: &&String| {
        let clue = model.clues().iter().find(|clue| clue.text.to_string() == **text);
        clue.unwrap_or_else(|| panic!("no clue says: {text}"))
    };
    let clues: Vec<_> = clues.iter().map(said).collect();
    (0..1_u32 << model.variables()).any(|layout| {
        let is_true = |lit: sator_sat::Lit| (layout >> lit.vidx32() & 1 == 1) == lit.is_pos();
        clues.iter().all(|clue| clue.constraint.holds(is_true))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// Random numbers seldom go together.
    #[test]
    fn clues_in_conflict_cannot_all_hold_and_without_any_one_of_them_can(
        squares in vec(prop_oneof![5 => Just("?"), 2 => Just("1"), 2 => Just("2"), 1 => Just("3"), 1 => Just("*")], 12),
        mines in option::of(0..6_usize),
    ) {
        let rows: Vec<_> = squares.chunks(4).map(<[&str]>::concat).collect();
        let puzzle = read(&json!({ "board": rows, "mines": mines }));
        let model = puzzle.model();
        let all: Vec<_> = model.clues().iter().map(|clue| clue.text.to_string()).collect();
        let has_answer = can_hold(&model, &all.iter().collect::<Vec<_>>());
        prop_assert_eq!(has_answer, !answers(puzzle.as_ref(), 1).is_empty());
        if !has_answer {
            let found = conflict(puzzle.as_ref(), &Options::default()).unwrap().unwrap();
            prop_assert!(found.is_minimal);
            let clues: Vec<_> = found.clues.iter().collect();
            prop_assert!(!can_hold(&model, &clues), "{clues:?}");
            for left_out in 0..clues.len() {
                let kept: Vec<_> = [&clues[..left_out], &clues[left_out + 1..]].concat();
                prop_assert!(can_hold(&model, &kept), "{clues:?} without {left_out}");
            }
        }
    }
}
