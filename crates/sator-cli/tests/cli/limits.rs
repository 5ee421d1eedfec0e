//! Limits that all verbs share: the length of a text, the time to read it, the size of a formula, the
//! size of a file.

use std::io::Write as _;

use crate::common::{Folder, PROGRAM, Sator, sator};

/// Every verb that reads a puzzle from a file, which follows them, without a terminal.
const VERBS: [&str; 14] = [
    "solve",
    "count",
    "analyze",
    "explain",
    "hint",
    "rate",
    "render --to svg",
    "generate -o -",
    "convert --to line",
    "decode --answer /dev/null",
    "check --solution /dev/null",
    "compare /dev/null --puzzle",
    "split --jobs 2 -o cubes",
    "bench",
];

/// The program with two gigabytes of memory.
fn with_little_memory(words: &str) -> Sator {
    let script = "ulimit -v 2000000; exec \"$0\" \"$@\"";
    Sator::program("sh").args(["-c", script, PROGRAM]).args(words.split_whitespace())
}

#[test]
fn every_verb_refuses_a_huge_puzzle_in_the_same_words() {
    let folder = Folder::with("ones.txt", "1".repeat(30_000_000));
    let expected = "ones.txt:1: expected a puzzle, found a line of over 1048576 bytes\n";
    for verb in VERBS {
        for kind in ["", "sudoku", "minesweeper"] {
            let words = format!("{verb} {kind} ones.txt -q");
            let run = with_little_memory(&words).inside(&folder).run();
            run.fails().stderr_is(expected);
        }
    }
    assert_eq!(folder.names(), ["ones.txt"]);
}

#[test]
fn a_later_line_and_a_board_may_not_be_longer_either() {
    let folder = Folder::with("late.txt", format!("12\n{}", "3".repeat(3_000_000)));
    let expected = "late.txt:2: expected a puzzle, found a line of over 1048576 bytes\n";
    with_little_memory("solve sudoku late.txt").inside(&folder).run().fails().stderr_is(expected);
    for words in [
        "check 8 --solution late.txt",
        "explain 8 --progress late.txt",
        "hint 8 --progress late.txt",
        "render 8 --to svg --progress late.txt",
    ] {
        with_little_memory(words).inside(&folder).run().fails().stderr_is(expected);
    }
}

#[test]
fn a_puzzle_that_does_not_end_is_read_within_the_time_by_every_verb() {
    for words in [
        "solve",
        "convert --to text",
        "generate -o -",
        "check --solution /dev/null",
        "decode --answer /dev/null",
        "rate",
        "render --to svg",
    ] {
        let (run, mut stdin) = sator(&format!("{words} --timeout 0.5")).start_open();
        stdin.write_all(b"4 4\n").unwrap();
        run.finish().exits(3).stdout_is("");
    }
    for words in ["check 8 --solution - --timeout 0.5", "decode 8 --answer - --timeout 0.5"] {
        let (run, mut stdin) = sator(words).start_open();
        stdin.write_all(b"v 1\n").unwrap();
        run.finish().exits(3).stdout_is("");
    }
}

/// Minesweeper with 100 hidden squares, half of them mines: more subsets than any disk holds.
fn hidden() -> String {
    format!("10 10 50\n{}", format!("{}1\n", "?".repeat(9)).repeat(10))
}

#[test]
fn a_large_formula_is_refused_unless_it_is_asked_for() {
    let folder = Folder::with("hidden.txt", hidden());
    for words in [
        "generate hidden.txt -o f.cnf --encoding pairwise",
        "generate hidden.txt -o f.cnf --encoding pairwise --quiet",
        "generate hidden.txt -o f.cnf --encoding pairwise --force",
        "generate hidden.txt -o f.cnf --encoding pairwise --reduced",
        "generate hidden.txt --to json -o - --encoding pairwise",
        "generate hidden.txt --sizes --encoding pairwise",
        "solve hidden.txt --encoding pairwise -q",
        "solve hidden.txt --encoding pairwise --cnf f.cnf -q",
        "solve hidden.txt --encoding pairwise --backend cadical -q",
        "count hidden.txt --encoding pairwise --backend cadical -q",
        "analyze hidden.txt --encoding pairwise --backend cadical -q",
        "bench hidden.txt --encoding pairwise --backend cadical -q",
    ] {
        let run = sator(words).inside(&folder).run();
        run.fails().stderr_has(&["expected 100000000 at most", "--large"]);
        assert_eq!(folder.names(), ["hidden.txt"], "{words}");
    }
}

#[test]
fn clauses_of_rules_are_counted_before_they_are_written() {
    let folder = Folder::new();
    for words in [
        "generate queens 600 --encoding pairwise",
        "solve queens 600 --cnf f.cnf --encoding pairwise",
    ] {
        let run = sator(words).arg("-q").inside(&folder).run();
        run.fails().stderr_is(
            "the formula would take 359280800 clauses, expected 100000000 at most: --large allows \
             them; another encoding may take fewer\n",
        );
    }
    assert!(folder.names().is_empty());
    let script = format!("{PROGRAM} generate 600 --encoding pairwise --large -q -o - | head -n 2");
    let run = Sator::program("sh").args(["-c", &script]).run();
    run.exits(0).stdout_is("c 600-Queens\np cnf 360000 359280800\n");
}

#[test]
fn a_file_over_the_limit_of_its_size_is_an_error_and_leaves_nothing() {
    for words in [
        "generate 64 -o f.cnf",
        "convert queens 400 --to board -o f.txt",
        "solve 400 -o f.txt",
        "solve 64 --cnf f.cnf",
    ] {
        let folder = Folder::new();
        let script = "ulimit -f 8; exec \"$0\" \"$@\"";
        let run = Sator::program("sh").args(["-c", script, PROGRAM]).args(words.split(' '));
        let run = run.arg("-q").inside(&folder).run();
        run.exits(2).stderr_has(&["the file may not be larger (ulimit -f)"]);
        assert!(folder.names().is_empty(), "{words}: {:?}", folder.names());
    }
}

#[test]
fn two_names_for_the_same_constraints_are_refused_by_every_verb() {
    for words in ["solve 8", "count 8", "generate 8 -o -", "bench 8", "analyze 8"] {
        let run = sator(words).args(["--encoding", "cage=sets,cage=order"]).run();
        run.fails().stderr_has(&["'cage=sets' and 'cage=order' exclude each other"]);
    }
}
