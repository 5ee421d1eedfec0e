//! `sator count`: symmetries of clues, and counts that are stopped.

use crate::common::{Folder, Run, backends, sator};
use crate::witness::Queens;

/// The number in `at least K (stopped)`.
#[track_caller]
fn at_least(line: &str) -> u64 {
    let number = line.strip_prefix("at least ").and_then(|rest| rest.strip_suffix(" (stopped)"));
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line:?}"))
}

/// Boards with all symmetries, some, or none.
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
fn answers_and_their_classes_under_the_symmetries_of_the_clues_are_counted() {
    for board in CLUES {
        let queens = Queens::board(board);
        let run = |words: &str| sator(words).arg(board).run();
        run("count").stdout_is(&format!("{}\n", queens.answers().len()));
        run("count --up-to-symmetry").stdout_is(&format!("{}\n", queens.classes()));
    }
}

#[test]
fn the_time_is_for_each_puzzle_and_a_lower_bound_is_printed() {
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

/// A run that gets Ctrl-C while it counts.
#[cfg(target_os = "linux")]
fn interrupted(words: &str) -> Run {
    let mut run = sator(words).start();
    run.wait_for_message();
    run.wait_for_work(30);
    run.interrupt();
    run.finish()
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_prints_a_lower_bound() {
    let run = interrupted("count 20");
    at_least(run.exits(3).stdout.trim_end());
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_run_and_not_just_the_puzzle() {
    let run = interrupted("count 20 20 20");
    assert_eq!(run.exits(3).stdout.lines().count(), 1, "{run:?}");
}

#[test]
fn a_list_that_runs_out_of_time_prints_a_lower_bound_for_each_puzzle() {
    let folder = Folder::with("two.jsonl", "{\"n\":20}\n".repeat(2));
    let run = sator("count two.jsonl --timeout 0.3").inside(&folder).run();
    let counts: Vec<_> = run.exits(3).stdout.lines().map(at_least).collect();
    assert!(counts.len() == 2 && counts.iter().all(|count| *count > 0), "{run:?}");
}
