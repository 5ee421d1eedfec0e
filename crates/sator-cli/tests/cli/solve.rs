//! `sator solve` for queens: every answer is right, all are found, and runs can be stopped.

use std::collections::BTreeSet;
use std::fs;

use serde_json::json;

use crate::common::{PROGRAM, Run, Sator, backends, sator, takes_rules};
use crate::witness::{Columns, Queens, boards, drawn, json_answers};

/// Every name that `--encoding` takes.
const ENCODINGS: [&str; 9] = [
    "auto",
    "pairwise",
    "ladder",
    "commander",
    "bimander",
    "two-product",
    "bitwise",
    "binomial",
    "totalizer",
];

/// The boards below this heading, and nothing else.
#[track_caller]
fn boards_below(heading: &str, run: &Run) -> Vec<Columns> {
    let below = run.stdout.strip_prefix(&format!("{heading}\n\n"));
    boards(below.unwrap_or_else(|| panic!("no {heading:?} above {run:?}")))
}

#[track_caller]
fn board_of(n: usize, run: &Run) -> Columns {
    let boards = boards_below(&format!("Found a solution for N={n}"), run);
    assert_eq!(boards.len(), 1, "{run:?}");
    assert!(Queens::empty(n).accepts(&boards[0]), "{run:?}");
    boards[0].clone()
}

#[test]
fn eight_queens_are_drawn_to_the_letter() {
    let run = sator("solve 8").run();
    let board = drawn(&board_of(8, &run));
    run.stdout_is(&format!("Found a solution for N=8\n\n--- Solution 1 ---\n{board}"));
    run.stderr_is("Solving for 8-Queens...\n").exits(0);
}

#[test]
fn boards_of_any_size_are_right() {
    for n in [1, 4, 5, 6, 7, 9, 16, 33] {
        let run = sator(&format!("solve queens {n}")).run();
        board_of(n, run.exits(0));
    }
}

#[test]
fn all_solutions_are_all_that_exist() {
    let run = sator("solve 8 --all").run();
    let found = boards_below("Found 92 unique solutions for N=8", run.exits(0));
    assert_eq!(found.len(), 92);
    assert_eq!(BTreeSet::from_iter(found), Queens::empty(8).answers());
}

#[test]
fn more_solutions_than_can_be_held_stream_and_the_total_comes_last() {
    let run = sator("solve 12 --max 10001").run();
    let (streamed, total) = run.exits(0).stdout.trim_end().rsplit_once('\n').unwrap();
    assert!(total.starts_with("Found at least 10001 solutions for N=12"), "{total}");
    let found = boards(streamed);
    assert_eq!(found.len(), 10_001);
    let queens = Queens::empty(12);
    assert!(found.iter().all(|board| queens.accepts(board)));
    assert_eq!(BTreeSet::from_iter(found).len(), 10_001);
}

#[test]
fn max_solutions_are_so_many_different_ones() {
    for options in ["--max 5", "--all --max 5"] {
        let run = sator(&format!("solve 8 {options}")).run();
        let (heading, below) = run.exits(0).stdout.split_once("\n\n").unwrap();
        assert!(heading.contains("at least 5"), "{heading}");
        let found = BTreeSet::from_iter(boards(below));
        assert_eq!(found.len(), 5);
        assert!(found.is_subset(&Queens::empty(8).answers()));
    }
}

#[test]
fn fewer_solutions_than_max_are_all() {
    let run = sator("solve 6 --max 5").run();
    let found = boards_below("Found 4 unique solutions for N=6", run.exits(0));
    assert_eq!(BTreeSet::from_iter(found), Queens::empty(6).answers());
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_prints_the_answers_so_far() {
    // Slow enough that the solutions are held: many would stream, with the total at the end.
    let mut run = sator("solve 40 --all --backend batsat").start();
    run.wait_for_message();
    run.wait_for_work(100);
    run.interrupt();
    let run = run.finish();
    let (heading, below) = run.exits(3).stdout.split_once("\n\n").unwrap();
    let found = boards(below);
    assert_eq!(heading, format!("Found at least {} solutions for N=40 (stopped)", found.len()));
    let queens = Queens::empty(40);
    assert!(found.iter().all(|board| queens.accepts(board)));
}

#[test]
fn json_states_whether_there_are_more() {
    let all = sator("solve 6 --all --json").run().exits(0).object();
    assert_eq!(all["complete"], true);
    assert_eq!(BTreeSet::from_iter(json_answers(&all)), Queens::empty(6).answers());
    let some = sator("solve 6 --max 3 --json").run().exits(0).object();
    assert_eq!((&some["complete"], json_answers(&some).len()), (&json!(false), 3));
    let none = sator("solve 3 --json").run().exits(1).object();
    assert_eq!((&none["status"], &none["complete"]), (&json!("unsat"), &json!(true)));
    assert_eq!(none["solutions"], json!([]));
}

const PHASES: [&str; 7] = ["parse", "model", "encode", "load", "solve", "decode", "check"];

#[test]
fn the_time_of_elimination_is_reported_where_there_are_clues() {
    let seconds = |words: &str| {
        let stats = sator(words).run().exits(0).object()["stats"].clone();
        stats["seconds"]["eliminate"].as_f64()
    };
    let clue = "solve sudoku 1..4.23..41.3..2 --json";
    assert!(seconds(clue).is_some_and(|time| time > 0.0));
    let named = format!("{clue} --backend batsat");
    assert_eq!(seconds(&named), None, "a named solver gets the formula in full");
    assert!(seconds(&format!("{named} --reduced")).is_some_and(|time| time > 0.0));
    assert_eq!(seconds("solve 8 --json"), None, "there are no clues");
}

#[test]
fn statistics_have_the_same_names_in_json() {
    let object = sator("solve 8 --json --backend batsat --encoding pairwise").run().object();
    let stats = &object["stats"];
    for name in ["variables", "clauses", "literals", "conflicts", "decisions", "propagations"] {
        assert!(stats[name].is_u64(), "{name} in {stats}");
    }
    assert!(!stats["plan"].as_str().unwrap().is_empty(), "{stats}");
    let families = stats["families"].as_object().unwrap();
    let sum =
        |what: &str| families.values().map(|tally| tally[what].as_u64().unwrap()).sum::<u64>();
    assert_eq!(stats["clauses"], sum("clauses"));
    assert_eq!(stats["literals"], sum("literals"));
    let seconds = stats["seconds"].as_object().unwrap();
    assert!(seconds.keys().eq(PHASES), "{seconds:?}");
    assert_eq!(stats["peak_memory"].is_u64(), cfg!(target_os = "linux"), "{stats}");
    assert_eq!(stats.get("peak_memory_of_programs"), None, "there was none");
}

#[test]
fn figures_that_a_solver_does_not_report_are_absent() {
    let object = sator("solve 8 --json --backend varisat").run().object();
    assert!(object["stats"].get("conflicts").is_none(), "{object}");
}

#[test]
fn statistics_go_to_standard_error() {
    let run = sator("solve 8 --stats --encoding pairwise --backend batsat").run();
    board_of(8, run.exits(0));
    run.stderr_has(&["batsat", "pairwise", "plan ", "variables", "clauses", "conflicts"]);
    for phase in PHASES {
        run.stderr_has(&[&format!("time: {phase}")]);
    }
    assert_eq!(sator("solve 8").run().stderr.lines().count(), 1);
}

#[test]
fn every_backend_finds_all_answers_with_every_encoding() {
    let answers = Queens::empty(6).answers();
    for backend in backends() {
        for encoding in ENCODINGS.into_iter().filter(|name| has_use_for(&backend, name)) {
            let options = format!("--backend {backend} --encoding {encoding}");
            let run = sator(&format!("solve 6 --all {options}")).run();
            let found = boards_below("Found 4 unique solutions for N=6", run.exits(0));
            assert_eq!(BTreeSet::from_iter(found), answers, "{options}");
            sator(&format!("count 6 {options}")).run().exits(0).stdout_is("4\n");
        }
    }
}

/// A backend that takes the rules as they are can only choose among them.
fn has_use_for(backend: &str, encoding: &str) -> bool {
    !takes_rules(backend) || ["auto", "minimal", "extended"].contains(&encoding)
}

#[test]
fn two_encodings_may_be_named_at_once() {
    board_of(8, sator("solve 8 --encoding bimander,totalizer").run().exits(0));
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let answer = || sator("solve 12 --seed 7").run().stdout;
    assert_eq!(answer(), answer());
}

#[test]
fn regions_have_one_queen_each_and_none_touch() {
    let text = "AABBC\nAABCC\nADDEC\nADEEC\nDDEEC\n";
    let run = sator("solve --all").input(text).run();
    let answers = Queens::regions(text).answers();
    let heading = format!("Found {} unique solutions for N=5", answers.len());
    assert_eq!(BTreeSet::from_iter(boards_below(&heading, run.exits(0))), answers);
}

#[test]
fn the_exit_status_is_the_highest_of_2_3_1_0_that_occurred() {
    // 8 has an answer, 2 has none, 256 takes BatSat more than a minute, 0 is bad input.
    for (puzzles, status) in [
        ("8 4", 0),
        ("2 8", 1),
        ("8 2", 1),
        ("2 256 8", 3),
        ("256 2", 3),
        ("256 0 2 8", 2),
        ("0 256", 2),
    ] {
        let run = sator(&format!("solve {puzzles} --backend batsat --timeout 1")).run();
        run.exits(status);
    }
}

#[test]
fn colour_shades_the_squares_when_asked() {
    let run = sator("solve 8 --color always").run();
    let first_row = run.exits(0).stdout.lines().nth(3).unwrap();
    let grounds: Vec<_> = first_row.split("\u{1b}[48;5;").skip(1).map(|s| &s[..3]).collect();
    assert_eq!(grounds.len(), 8, "{first_row:?}");
    assert_ne!(grounds[0], grounds[1], "a chessboard has two shades");
    assert!((2..8).all(|column| grounds[column] == grounds[column - 2]), "{grounds:?}");
    let forced = sator("solve 8 --color always").env("NO_COLOR", "1").run();
    assert!(forced.stdout.contains('\u{1b}'), "what is asked for prevails");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut run = sator("solve 10 --all").start();
    drop(run.child.stdout.take());
    run.finish().exits(0).stderr_is("Solving for 10-Queens...\n");
}

#[test]
fn every_example_is_recognised_and_answered() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut tried = 0;
    for folder in fs::read_dir(examples).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let is_called = |name: &str| path.file_stem().is_some_and(|stem| stem == name);
            let impossible = ["impossible", "row-impossible", "wikipedia-changed"];
            let is_impossible = impossible.into_iter().any(is_called);
            let run = sator("solve --quiet").arg(&path).run();
            // A file `many` holds a puzzle without an answer.
            run.exits(i32::from(is_impossible || is_called("many")));
            let has_none = run.stdout == "Unsatisfiable\n";
            assert_eq!(has_none, is_impossible, "{}", path.display());
            tried += 1;
        }
    }
    assert!(tried >= 5, "{tried} examples");
}

/// Runs `sator` with a limit of memory, in kB.
fn limited(memory: u32, words: &str) -> Run {
    let line = format!("ulimit -v {memory}; exec {PROGRAM} {words}");
    Sator::program("sh").args(["-c", &line]).run()
}

/// The whole network of the board takes more memory than that.
#[test]
fn time_ends_the_construction_of_a_large_board() {
    limited(900_000, "solve 4000 --timeout 0.01").exits(3);
    limited(900_000, "count 4000 --timeout 0.01").exits(3);
}

#[test]
fn refused_memory_is_an_error_and_no_signal() {
    limited(300_000, "solve 4000").exits(2).stderr_has(&["memory allocation of"]);
}
