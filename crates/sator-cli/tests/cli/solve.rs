//! `sator solve`: answers, drawn and counted as the contract says, and every one of them right.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use crate::common::{Folder, Run, backends, sator, takes_rules};
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
    run.prints(&format!("Found a solution for N=8\n\n--- Solution 1 ---\n{board}"));
    run.says("Solving for 8-Queens...\n").exits(0);
}

#[test]
fn boards_of_any_size_are_right() {
    for n in [1, 4, 5, 6, 7, 9, 16, 33] {
        let run = sator(&format!("solve queens {n}")).run();
        board_of(n, run.exits(0));
    }
}

#[test]
fn two_and_three_queens_have_no_solution() {
    for n in [2, 3] {
        let run = sator(&format!("solve {n}")).run();
        run.exits(1).prints("Unsatisfiable\n").says(&format!("Solving for {n}-Queens...\n"));
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
        // That there are no more is not known, and not said.
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

#[test]
fn whether_it_is_the_only_one_is_the_last_line() {
    for (puzzle, unique) in [("1", "yes"), ("8", "no"), (".Q..\n....\n....\n....", "yes")] {
        let run = sator("solve --unique").arg(puzzle).run();
        let (answer, last) = run.exits(0).stdout.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(last, format!("Unique: {unique}"), "{puzzle}");
        assert!(answer.starts_with("Found a solution for N="), "{puzzle}");
    }
    let run = sator("solve 3 --unique").run();
    run.exits(1).prints("Unsatisfiable\nUnique: no\n");
}

#[test]
fn unique_is_unknown_when_the_time_is_up() {
    let run = sator("solve 1000 --unique --timeout 0.001").run();
    assert_eq!(run.exits(3).stdout.lines().last(), Some("Unique: unknown"));
    let object = sator("solve 1000 --unique --timeout 0.001 --json").run().exits(3).object();
    assert_eq!(object["unique"], Value::Null);
}

#[test]
fn a_search_that_ran_out_of_time_is_neither_yes_nor_no() {
    let run = sator("solve 1000 --timeout 0.001").run();
    assert!(!run.exits(3).stdout.contains("Unsatisfiable"), "{run:?}");
    let object = sator("solve 1000 --timeout 0.001 --json").run().exits(3).object();
    assert_eq!((&object["status"], &object["complete"]), (&json!("unknown"), &json!(false)));
}

#[test]
fn an_interrupt_prints_what_was_found() {
    let mut run = sator("solve 40 --all").start();
    run.has_spoken();
    std::thread::sleep(std::time::Duration::from_millis(300));
    run.interrupt();
    let run = run.finish();
    let (heading, below) = run.exits(3).stdout.split_once("\n\n").unwrap();
    let found = boards(below);
    assert_eq!(heading, format!("Found at least {} solutions for N=40 (stopped)", found.len()));
    let queens = Queens::empty(40);
    assert!(found.iter().all(|board| queens.accepts(board)));
}

#[test]
fn the_formula_is_the_one_that_generate_writes() {
    let folder = Folder::new();
    for encoding in ["auto", "pairwise", "ladder"] {
        let options = format!("20 --encoding {encoding}");
        let run = sator(&format!("solve {options} --cnf solve.cnf")).inside(&folder).run();
        board_of(20, run.exits(0));
        sator(&format!("generate {options} -o generate.cnf")).inside(&folder).run().exits(0);
        assert_eq!(folder.read("solve.cnf"), folder.read("generate.cnf"), "{encoding}");
    }
}

#[test]
fn a_file_takes_the_answer_instead_of_standard_output() {
    let folder = Folder::with("answer.txt", "what was there before, and is longer than it\n");
    let printed = sator("solve 4 --seed 1").run();
    let written = sator("solve 4 --seed 1 -o answer.txt").inside(&folder).run();
    written.exits(0).prints("");
    assert_eq!(folder.read("answer.txt"), printed.stdout);
    assert_eq!(folder.names(), ["answer.txt"]);
}

#[test]
fn a_failure_leaves_the_file_as_it_was() {
    let folder = Folder::with("answer.txt", "before\n");
    for words in ["solve 0", "solve absent.txt", "solve 8 --cnf absent/8.cnf"] {
        sator(&format!("{words} -o answer.txt")).inside(&folder).run().fails();
        assert_eq!(folder.read("answer.txt"), "before\n", "{words}");
        sator(&format!("{words} -o new.txt")).inside(&folder).run().fails();
        assert_eq!(folder.names(), ["answer.txt"], "{words}");
    }
}

#[test]
fn json_is_one_object_of_the_documented_shape() {
    let object = sator("solve 8 --json").run().exits(0).object();
    assert_eq!(object["puzzle"], "queens");
    assert_eq!(object["status"], "sat");
    assert_eq!(object["complete"], false);
    assert!(object["backend"].is_string() && object["stats"].is_object(), "{object}");
    assert!(object.get("unique").is_none(), "{object}");
    let answers = json_answers(&object);
    assert_eq!(answers.len(), 1);
    assert!(Queens::empty(8).accepts(&answers[0]), "{object}");
}

#[test]
fn json_says_whether_there_are_more() {
    let all = sator("solve 6 --all --json").run().exits(0).object();
    assert_eq!(all["complete"], true);
    assert_eq!(BTreeSet::from_iter(json_answers(&all)), Queens::empty(6).answers());
    let some = sator("solve 6 --max 3 --json").run().exits(0).object();
    assert_eq!((&some["complete"], json_answers(&some).len()), (&json!(false), 3));
    let none = sator("solve 3 --json").run().exits(1).object();
    assert_eq!((&none["status"], &none["complete"]), (&json!("unsat"), &json!(true)));
    assert_eq!(none["solutions"], json!([]));
}

#[test]
fn json_says_whether_it_is_the_only_one() {
    for (puzzle, unique) in [("1", true), ("8", false), (".Q..\n....\n....\n....", true)] {
        let object = sator("solve --unique --json").arg(puzzle).run().exits(0).object();
        assert_eq!(object["unique"], unique, "{puzzle}");
        assert_eq!(json_answers(&object).len(), 1, "{puzzle}");
    }
}

#[test]
fn json_has_a_line_for_each_puzzle_in_order_and_one_for_what_is_none() {
    let folder = Folder::with("many.jsonl", "{\"n\":4}\n{\"n\":0}\n# three\n\n{\"n\":3}\n");
    let run = sator("solve many.jsonl --json").inside(&folder).run();
    let statuses: Vec<_> = run.exits(2).objects().iter().map(|o| o["status"].clone()).collect();
    assert_eq!(statuses, ["sat", "invalid", "unsat"]);
    assert!(run.objects()[1]["error"].is_string(), "{run:?}");
    assert_eq!(run.error_object()["line"], 2, "{run:?}");
}

#[test]
fn quiet_says_nothing_but_errors() {
    for words in ["solve 8", "solve 3", "solve 8 --all --stats", "solve 1000 --timeout 0.001"] {
        sator(&format!("{words} --quiet")).run().says("");
    }
    sator("solve 0 --quiet").run().fails();
    let attacked = sator("solve --quiet").arg("QQ..\n....\n....\n....").run();
    attacked.exits(1).prints("Unsatisfiable\n").says("");
}

const PHASES: [&str; 7] = ["parse", "model", "encode", "load", "solve", "decode", "check"];

#[test]
fn the_time_of_elimination_is_there_where_something_can_be_eliminated() {
    let seconds = |words: &str| {
        let stats = sator(words).run().exits(0).object()["stats"].clone();
        stats["seconds"]["eliminate"].as_f64()
    };
    let clue = "solve sudoku 1..4.23..41.3..2 --json --backend batsat";
    assert!(seconds(clue).is_some_and(|time| time > 0.0));
    assert_eq!(seconds("solve 8 --json"), None, "there are no clues");
}

#[test]
fn statistics_have_the_same_names_in_json() {
    let object = sator("solve 8 --json --backend batsat --encoding pairwise").run().object();
    let stats = &object["stats"];
    for name in ["variables", "clauses", "literals", "conflicts", "decisions", "propagations"] {
        assert!(stats[name].is_u64(), "{name} in {stats}");
    }
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
fn what_a_solver_does_not_tell_is_absent() {
    let object = sator("solve 8 --json --backend varisat").run().object();
    assert!(object["stats"].get("conflicts").is_none(), "{object}");
}

#[test]
fn statistics_go_to_standard_error() {
    let run = sator("solve 8 --stats --encoding pairwise --backend batsat").run();
    board_of(8, run.exits(0));
    run.mentions(&["batsat", "pairwise", "variables", "clauses", "conflicts"]);
    for phase in PHASES {
        run.mentions(&[&format!("time: {phase}")]);
    }
    assert_eq!(sator("solve 8").run().stderr.lines().count(), 1);
}

#[test]
fn every_backend_finds_what_every_encoding_says() {
    let answers = Queens::empty(6).answers();
    for backend in backends() {
        for encoding in ENCODINGS.into_iter().filter(|name| has_use_for(&backend, name)) {
            let options = format!("--backend {backend} --encoding {encoding}");
            let run = sator(&format!("solve 6 --all {options}")).run();
            let found = boards_below("Found 4 unique solutions for N=6", run.exits(0));
            assert_eq!(BTreeSet::from_iter(found), answers, "{options}");
            sator(&format!("count 6 {options}")).run().exits(0).prints("4\n");
        }
    }
}

/// Who takes the rules as they are has only their choice.
fn has_use_for(backend: &str, encoding: &str) -> bool {
    !takes_rules(backend) || ["auto", "minimal", "extended"].contains(&encoding)
}

#[test]
fn an_encoding_that_cannot_help_is_refused() {
    for words in ["solve 6", "count 6"] {
        let run = sator(&format!("{words} --backend z3 --encoding ladder")).run();
        run.exits(2).mentions(&["z3 takes no clauses", "'ladder'"]);
    }
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
fn queens_have_three_names_and_need_none() {
    for words in ["solve 6", "solve queens 6", "solve n-queens 6", "solve nqueens 6"] {
        board_of(6, sator(words).run().exits(0));
    }
}

#[test]
fn standard_input_is_read_when_asked_and_when_there_is_nothing_else() {
    for words in ["solve -", "solve", "solve queens", "solve queens -"] {
        board_of(6, sator(words).input("6\n").run().exits(0));
    }
}

#[test]
fn a_path_that_exists_is_a_file() {
    let folder = Folder::with("8", ".Q..\n....\n....\n....\n");
    board_of(4, sator("solve 8").inside(&folder).run().exits(0));
}

#[test]
fn the_format_overrides_what_it_looks_like() {
    // A bare integer is the number of queens.
    let run = sator("solve 2413 --format permutation").run();
    assert_eq!(board_of(4, run.exits(0)), [1, 3, 0, 2]);
}

#[test]
fn every_way_to_write_a_board_is_understood() {
    let queens = Queens::board("x...\n....\n....\n...x");
    for text in [
        "x...\n....\n....\n...x",
        "x . . .\n. . . .\n. . . .\n. . . x\n",
        "\u{feff}# four queens\r\n\r\nx...\r\n....\r\n....\r\n# the last row\r\n...x\r\n",
        r#"["x...","....","....","...x"]"#,
        "board(4). block(1,1). block(4,4).",
        "n=4; m=2; row=[1,4]; col=[1,4];",
        r#"{"n":4,"blocked":[[0,0],[3,3]]}"#,
        "x3/4/4/3x",
    ] {
        let run = sator("solve --all").input(text).run();
        let found = boards_below("Found 2 unique solutions for N=4", run.exits(0));
        assert_eq!(BTreeSet::from_iter(found), queens.answers(), "{text}");
        let run = sator("count --quiet").arg(text.trim_start_matches('\u{feff}')).run();
        run.exits(0).prints("2\n").says("");
    }
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
fn answers_in_the_input_are_not_looked_up() {
    let text = r#"{"n":6,"queens":[],"status":"UNSAT","count":99,"example":[0,1,2,3,4,5],
        "solution":[1,1,1,1,1,1],"unique":true}"#;
    let object = sator("solve --all --json").input(text).run().exits(0).object();
    assert_eq!(BTreeSet::from_iter(json_answers(&object)), Queens::empty(6).answers());
    sator("count").input(text).run().exits(0).prints("4\n");
}

#[test]
fn the_gravest_of_many_puzzles_is_the_exit_status() {
    // Answered, proved impossible, out of time, wrong.
    for (puzzles, status) in [
        ("8 4", 0),
        ("2 8", 1),
        ("8 2", 1),
        ("2 1000 8", 3),
        ("1000 2", 3),
        ("1000 0 2 8", 2),
        ("0 1000", 2),
    ] {
        let run = sator(&format!("solve {puzzles} --timeout 0.2")).run();
        run.exits(status);
    }
}

#[test]
fn one_bad_puzzle_does_not_stop_the_rest() {
    let folder = Folder::with("two.txt", "..\n..\n");
    let run = sator("solve 4 0 two.txt absent.txt 5 -").inside(&folder).input("1").run();
    run.exits(2).mentions(&["'0'", "'absent.txt'"]);
    let verdicts = run.stdout.lines().filter(|line| line.starts_with(['F', 'U']));
    let expected = ["Found a solution for N=4", "Unsatisfiable", "Found a solution for N=5"];
    assert!(verdicts.eq(expected.into_iter().chain(["Found a solution for N=1"])), "{run:?}");
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
fn there_is_no_colour_in_a_pipe_or_a_file() {
    let folder = Folder::new();
    for words in ["solve 8", "solve 8 --color never", "solve 8 --color auto -o board.txt"] {
        let run = sator(words).inside(&folder).run();
        assert!(!run.exits(0).stdout.contains('\u{1b}'), "{words}");
    }
    assert!(!folder.read("board.txt").contains('\u{1b}'));
    sator("solve 8 --color sometimes").run().fails();
}

#[test]
fn queens_that_attack_each_other_are_named() {
    for (puzzle, squares) in [
        ("....\nQ..Q\n....\n....", ["r2c1", "r2c4"]),
        (".Q..\n....\n....\n.Q..", ["r1c2", "r4c2"]),
        ("Q...\n....\n..Q.\n....", ["r1c1", "r3c3"]),
        ("...Q\n....\n.Q..\n....", ["r1c4", "r3c2"]),
    ] {
        let run = sator("solve").arg(puzzle).run();
        run.exits(1).prints("Unsatisfiable\n").mentions(&squares);
        let object = sator("solve --json").arg(puzzle).run().exits(1).object();
        assert_eq!(object["status"], "unsat");
        let reason = object["reason"].as_str().unwrap();
        assert!(squares.iter().all(|square| reason.contains(square)), "{object}");
        sator("count").arg(puzzle).run().exits(1).prints("0\n");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut run = sator("solve 10 --all").start();
    drop(run.child.stdout.take());
    run.finish().exits(0).says("Solving for 10-Queens...\n");
}

#[test]
fn the_formula_and_the_answer_never_share_a_file() {
    let folder = Folder::new();
    let run = sator("solve 6 --cnf both.txt -o both.txt").inside(&folder).run();
    run.fails().says("the formula and the answer cannot both go to one file\n");
    let run = sator("solve 6 --cnf -").inside(&folder).run();
    run.fails().says("the formula and the answer cannot both go to standard output\n");
    assert!(folder.names().is_empty());
}

/// Examples are what a newcomer tries first.
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
            // One of the many has no answer.
            run.exits(i32::from(is_impossible || is_called("many")));
            let has_none = run.stdout == "Unsatisfiable\n";
            assert_eq!(has_none, is_impossible, "{}", path.display());
            tried += 1;
        }
    }
    assert!(tried >= 5, "{tried} examples");
}

#[test]
fn a_puzzle_is_never_replaced_by_its_own_answer() {
    let folder = Folder::with("six.txt", "6\n");
    let run = sator("solve six.txt -o six.txt --quiet").inside(&folder).run();
    run.fails().says("'six.txt' is the puzzle's own file: name another\n");
    assert_eq!(folder.read("six.txt"), "6\n");
}

#[test]
fn a_blank_line_parts_the_answers_of_several_puzzles() {
    let run = sator("solve 2 1 1 --quiet").run();
    let one = "Found a solution for N=1\n\n--- Solution 1 ---\nQ\n";
    run.exits(1).prints(&format!("Unsatisfiable\n\n{one}\n{one}"));
}

#[test]
fn a_row_or_column_without_a_free_square_is_named() {
    let board = |row: usize, column: usize| {
        let square = |r, c| if r == row || c == column { 'x' } else { '.' };
        let line = |r| (0..5).map(|c| square(r, c)).collect::<String>();
        (0..5).map(line).collect::<Vec<_>>().join("\n")
    };
    for (text, reason) in [(board(2, 9), "row 3"), (board(9, 0), "column 1")] {
        let run = sator("solve queens").input(text).run();
        run.exits(1).mentions(&[&format!("all squares of {reason} are blocked")]);
    }
}
