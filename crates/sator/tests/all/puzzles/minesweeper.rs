//! Published minesweeper boards, with their totals and without: read, printed, checked, solved and
//! counted.

use sator::engine::{Options, instance};
use sator::model::Solution;
use sator::puzzle::{AnyPuzzle, ParseOptions};
use sator::puzzles::minesweeper::KIND;
use sator::puzzles::recognise;
use sator::render::{Look, Paint};
use sator_testing::{SharedData, needs};
use serde_json::{Value, json};

use super::common::{read, some_answers};

fn stored(data: &SharedData) -> Vec<Value> {
    let text = data.text("minesweeper/boards.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Each board, what is stored of it, and the number of its answers: without the total over the
/// squares that numbers touch, with the total over all that are hidden.
fn readings(data: &SharedData) -> Vec<(AnyPuzzle, Value, String)> {
    let mut readings = Vec::new();
    for mut object in stored(data) {
        let (total, facts) = (object["with_total"].take(), object["no_total"].take());
        if total.is_object() {
            let count = total["count"].as_str().unwrap().to_owned();
            readings.push((read(&KIND, &object.to_string()), total, count));
        }
        object["mines"] = json!(null);
        let count = facts["count_frontier_only"].as_str().unwrap().to_owned();
        readings.push((read(&KIND, &object.to_string()), facts, count));
    }
    readings
}

/// As many answers as there are, but at most so many.
fn answers(puzzle: &AnyPuzzle, most: usize) -> Vec<Solution> {
    some_answers(puzzle, &Options::new().threads(1), most)
}

#[needs(shared_data)]
fn published_boards_are_recognised_and_every_field_is_known(data: &SharedData) {
    for object in stored(data) {
        let puzzle = recognise(&object.to_string(), &ParseOptions::default()).unwrap();
        assert_eq!(puzzle.kind().name, "minesweeper");
        assert!(puzzle.notes().is_empty(), "{}: {:?}", object["id"], puzzle.notes());
    }
}

#[needs(shared_data)]
fn what_is_published_is_printed_so_that_it_reads_back(data: &SharedData) {
    for (puzzle, ..) in readings(data) {
        let again = recognise(&puzzle.print(), &ParseOptions::default());
        let again = again.unwrap_or_else(|error| panic!("{error} in\n{}", puzzle.print()));
        assert_eq!(again.print(), puzzle.print());
    }
    for object in stored(data) {
        let text = object["text"].as_str().unwrap();
        let plain = json!({ "board": object["board"] });
        assert_eq!(
            read(&KIND, &plain.to_string()).print().trim_end(),
            text.replace('#', "s"),
            "{}",
            object["id"]
        );
        let read = recognise(text, &ParseOptions::default()).unwrap();
        assert_eq!(read.print().trim_end(), text.replace('#', "s"), "{}", object["id"]);
    }
}

#[needs(shared_data)]
fn boards_have_as_many_answers_as_are_stored(data: &SharedData) {
    const FEW: usize = 1000;
    for (puzzle, facts, count) in readings(data) {
        let count = count.parse().unwrap_or(usize::MAX);
        let most = if count <= FEW { FEW + 1 } else { 2 };
        let (found, text) = (answers(&puzzle, most), puzzle.print());
        assert_eq!(found.len(), count.min(most), "{text}");
        assert_eq!(found.is_empty(), facts["status"] == "UNSAT", "{text}");
        assert!(puzzle.contradiction().is_none() || found.is_empty(), "{text}");
        assert!(found.iter().all(|answer| puzzle.check(answer).is_ok()), "{text}");
    }
}

/// Of a square that no clue touches nothing is stored in a board that has no total.
#[needs(shared_data)]
fn what_is_stored_as_the_only_answer_is_found_and_accepted_however_it_is_drawn(data: &SharedData) {
    for (puzzle, facts, count) in readings(data) {
        let Some(mines) = facts["solution_mines"].as_array().filter(|_| count == "1") else {
            continue;
        };
        let answer = answers(&puzzle, 1).remove(0);
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
            let text = board.to_text(Look { paint, ..Look::default() });
            assert_eq!(puzzle.check_text(&text), Ok(Ok(answer.clone())), "{text}");
        }
    }
}

#[test]
fn cells_are_the_hidden_squares_that_a_clue_touches() {
    let cells = |text: &str| {
        let instance = instance(&read(&KIND, text));
        let names: Vec<_> = instance.cells().iter().map(|(_, name, _)| name.to_string()).collect();
        let clues = instance.clues().rules.iter().map(|rule| rule.text(instance.cells()));
        (names.join(" "), clues.collect::<Vec<_>>().join(", "))
    };
    let touched = ("r1c1 r1c3 r2c2 r2c3".to_owned(), "r1c2 touches 2 mines".to_owned());
    assert_eq!(cells("2 5\n? 2 ? ? ?\n* ? ? ? s"), touched);
    let total = "r1c2 touches 2 mines, the board has 4 mines".to_owned();
    let all = ("r1c1 r1c3 r1c4 r1c5 r2c2 r2c3 r2c4".to_owned(), total);
    assert_eq!(cells("2 5 4\n? 2 ? ? ?\n* ? ? ? s"), all);
    // A number that is right and has nothing hidden beside it says nothing.
    assert_eq!(cells("1 5\n* 1 s 0 s"), (String::new(), String::new()));
}
