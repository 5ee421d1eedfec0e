//! `sator count`: exact numbers, or numbers that say that they are not.

use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::common::{Folder, Run, backends, sator};
use crate::witness::Queens;

/// The number in `at least K (stopped)`, all that there is to read.
#[track_caller]
fn at_least(line: &str) -> u64 {
    let number = line.strip_prefix("at least ").and_then(|rest| rest.strip_suffix(" (stopped)"));
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line:?}"))
}

#[test]
fn boards_up_to_ten_have_the_known_numbers_of_answers() {
    for (count, n) in [1, 0, 0, 2, 10, 4, 40, 92, 352, 724].into_iter().zip(1..) {
        let run = sator(&format!("count queens {n}")).run();
        run.exits(i32::from(count == 0)).prints(&format!("{count}\n"));
    }
}

#[test]
fn boards_up_to_ten_have_the_known_numbers_up_to_symmetry() {
    for (count, n) in [1, 0, 0, 1, 2, 1, 6, 12, 46, 92].into_iter().zip(1..) {
        let run = sator(&format!("count queens {n} --up-to-symmetry")).run();
        run.exits(i32::from(count == 0)).prints(&format!("{count}\n"));
    }
}

#[test]
fn eleven_queens_have_2680_answers() {
    sator("count queens 11").run().exits(0).prints("2680\n");
}

#[test]
fn no_answer_is_a_count_of_zero_and_no_error() {
    sator("count queens 2").run().exits(1).prints("0\n");
    sator("count queens 0").run().fails();
}

#[test]
fn a_count_that_stops_at_max_says_so() {
    sator("count 8 --max 5").run().exits(0).prints("at least 5 (stopped)\n");
    let object = sator("count 8 --max 5 --json").run().exits(0).object();
    assert_eq!((&object["count"], &object["exact"]), (&json!("5"), &json!(false)));
}

#[test]
fn a_count_that_max_did_not_stop_is_exact() {
    sator("count 8 --max 100").run().exits(0).prints("92\n");
    sator("count 8 --max 0").run().fails();
}

#[test]
fn json_counts_are_text_with_their_nature() {
    let object = sator("count queens 8 --json").run().exits(0).object();
    assert_eq!(object["puzzle"], "queens");
    assert_eq!((&object["count"], &object["exact"]), (&json!("92"), &json!(true)));
    let none = sator("count queens 3 --json").run().exits(1).object();
    assert_eq!((&none["count"], &none["exact"]), (&json!("0"), &json!(true)));
}

#[test]
fn json_has_a_line_for_each_puzzle() {
    let folder = Folder::with("many.jsonl", "{\"n\":4}\n{\"n\":5}\n\n{\"n\":6}\n");
    let run = sator("count many.jsonl 7 --json").inside(&folder).run();
    let counts: Vec<_> = run.exits(0).objects().iter().map(|o| o["count"].clone()).collect();
    assert_eq!(counts, ["2", "10", "4", "40"]);
}

/// Blocked and placed squares, from all symmetries kept to none.
const CLUES: [&str; 7] = [
    "......\n......\n..xx..\n..xx..\n......\n......",
    ".......\n.......\n.......\n...Q...\n.......\n.......\n.......",
    "x......\n.......\n.......\n.......\n.......\n.......\n......x",
    "x......\n.......\n.......\n.......\n.......\n.......\n.......",
    ".......\nx.....x\n.......\n.......\n.......\nx.....x\n.......",
    "..x....\n......x\n.......\n.......\n.......\nx......\n....x..",
    "........\n........\n...Q....\n........\n.......x\n........\n.x......\n........",
];

#[test]
fn clues_leave_the_answers_that_keep_to_them() {
    for board in CLUES {
        let answers = Queens::board(board).answers();
        sator("count").arg(board).run().prints(&format!("{}\n", answers.len()));
    }
}

#[test]
fn only_symmetries_of_the_clues_make_answers_equal() {
    for board in CLUES {
        let classes = Queens::board(board).classes();
        let run = sator("count --up-to-symmetry").arg(board).run();
        assert_eq!(run.stdout, format!("{classes}\n"), "{board}");
    }
}

#[test]
fn many_puzzles_are_counted_in_order() {
    sator("count 4 5 6 - 3").input("7").run().exits(1).prints("2\n10\n4\n40\n0\n");
}

#[test]
fn quiet_prints_the_number_alone() {
    sator("count 6").run().prints("4\n").says("Counting solutions for 6-Queens...\n");
    sator("count 6 --quiet").run().prints("4\n").says("");
    sator("count 6 --stats").run().prints("4\n").mentions(&["solved by", "search", "decisions"]);
}

#[test]
fn the_time_is_for_each_puzzle_and_what_is_known_is_printed() {
    let run = sator("count 20 21 6 --timeout 0.6").run();
    let lines: Vec<_> = run.exits(3).stdout.lines().collect();
    assert_eq!((lines.len(), lines[2]), (3, "4"));
    for line in &lines[..2] {
        at_least(line);
    }
}

#[test]
fn every_backend_stops_in_time() {
    for backend in backends() {
        let run = sator(&format!("count 20 --timeout 0.3 --backend {backend}")).run();
        at_least(run.exits(3).stdout.trim_end());
    }
}

/// Counts for a while, then gets Ctrl-C.
fn interrupted(words: &str) -> Run {
    let mut run = sator(words).start();
    run.has_spoken();
    thread::sleep(Duration::from_millis(300));
    run.interrupt();
    run.finish()
}

#[test]
fn an_interrupt_prints_what_is_known() {
    let run = interrupted("count 20");
    at_least(run.exits(3).stdout.trim_end());
}

#[test]
fn an_interrupt_ends_the_run_and_not_just_the_puzzle() {
    let run = interrupted("count 20 20 20");
    assert_eq!(run.exits(3).stdout.lines().count(), 1, "{run:?}");
}
