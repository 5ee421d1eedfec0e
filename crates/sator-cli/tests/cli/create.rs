//! `sator create`: puzzles that are made again, read by other verbs, and written to files.

use crate::common::{Folder, sator};

#[test]
fn the_first_line_makes_the_same_board_again() {
    for words in [
        "create minesweeper --seed 7",
        "create minesweeper",
        "create mines --difficulty expert --clicks 12 --seed 18446744073709551615",
        "create mines --size 7x12 --density 15% --revealed 0.3 --no-total",
        "create minesweeper --hard lattice:9 --seed 3",
        "create minesweeper --hard mutilated:5",
        "create minesweeper --hard consistent",
    ] {
        let first = sator(words).run();
        let line = first.exits(0).stdout.lines().next().unwrap_or_default();
        let command = line.strip_prefix("# sator ").unwrap_or_else(|| panic!("{first:?}"));
        sator(command).run().exits(0).stdout_is(&first.stdout);
    }
}

#[test]
fn other_verbs_read_a_created_board() {
    for words in [
        "create minesweeper --seed 1",
        "create minesweeper --seed 2 --size 8x11 --mines 20 --revealed 0.5 --no-total",
        "create minesweeper --seed 3 --hard lattice:8",
        "create minesweeper --hard consistent:6",
    ] {
        let board = sator(words).run().exits(0).stdout.clone();
        let solved = sator("solve").input(&*board).run();
        let header = board.lines().nth(1).unwrap();
        assert!(solved.exits(0).stdout.contains(header), "{solved:?}");
        sator("generate -o -").input(&*board).run().exits(0);
    }
    let board = sator("create minesweeper --hard mutilated:5").run().exits(0).stdout.clone();
    let run = sator("solve").input(&*board).run();
    assert!(run.exits(1).stdout.starts_with("Unsatisfiable"), "{run:?}");
}

#[test]
fn the_seed_is_printed_and_differs_each_time_by_default() {
    let runs = [(); 3].map(|()| sator("create minesweeper").run());
    let seeds = runs.map(|run| {
        let seed = run.exits(0).stderr.trim_end().rsplit_once(" --seed ").map(|it| it.1.to_owned());
        let seed = seed.unwrap_or_else(|| panic!("{run:?}"));
        assert!(run.stdout.lines().next().unwrap().ends_with(&format!(" --seed {seed}")));
        seed.parse::<u64>().unwrap()
    });
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2], "{seeds:?}");
    sator("create minesweeper --quiet").run().exits(0).stderr_is("");
}

#[test]
fn a_board_goes_to_a_file_whole_or_not_at_all() {
    let folder = Folder::with("board.txt", "old");
    let run = sator("create minesweeper --seed 4 -o board.txt").inside(&folder).run();
    run.exits(0).stdout_is("").stderr_is("Created 9×9 Minesweeper in 'board.txt', with --seed 4\n");
    let printed = sator("create minesweeper --seed 4 -o -").run().exits(0).stdout.clone();
    assert_eq!(folder.read("board.txt"), printed);
    let refused = "create minesweeper --size 3x3 --mines 9 -o board.txt";
    sator(refused).inside(&folder).run().fails();
    assert_eq!(folder.read("board.txt"), printed);
    let nowhere = "create minesweeper -o no-such-folder/board.txt";
    sator(nowhere).inside(&folder).run().fails().stderr_has(&["no-such-folder/board.txt"]);
    assert_eq!(folder.names(), ["board.txt"]);
}

#[test]
fn the_kind_of_a_created_board_is_recognised() {
    for size in ["1x1", "1x2", "3x3", "4x4", "9x9", "1x81"] {
        for form in ["", " --json"] {
            let made = format!("create minesweeper --size {size} --mines 0 --seed 1{form}");
            let board = sator(&made).run().exits(0).stdout.clone();
            for words in ["count -q", "count -q minesweeper"] {
                sator(words).input(&*board).run().exits(0).stdout_is("1\n").stderr_is("");
            }
        }
    }
}

#[test]
fn a_million_squares_are_made_and_a_closed_pipe_is_no_error() {
    let large = "create mines --size 1000x1000 --density 0.2 --revealed 0.5 --seed 1";
    let board = sator(large).run().exits(0).stdout.clone();
    assert_eq!(board.lines().nth(1), Some("1000 1000 200000"));
    assert_eq!(board.matches('?').count(), 600_000);
    let mut run = sator(large).start();
    drop(run.child.stdout.take());
    run.finish().exits(0);
}

/// A puzzle of each kind that has one answer, in various shapes.
const UNIQUE: [&str; 9] = [
    "create sudoku",
    "create sudoku --size 16",
    "create sudoku --size 6 --box 3x2 --symmetry diagonal",
    "create sudoku --box 2x4 --minimal",
    "create killer --size 6 --cage-size 2-3",
    "create queens --size 10",
    "create queens --regions",
    "create futoshiki --size 6",
    "create kakuro --size 7x6",
];

#[test]
fn solve_reads_every_created_puzzle_and_finds_its_solution() {
    for words in UNIQUE {
        for form in ["", " --json", " --with-solution", " --json --with-solution"] {
            let made = sator(&format!("{words} --seed 5{form}")).run();
            let text = made.exits(0).stdout.clone();
            let solved = sator("solve --unique -q").input(&*text).run();
            assert!(solved.exits(0).stdout.ends_with("Unique: yes\n"), "{text}{solved:?}");
            let again = sator("solve --unique -q -").input(&*text).run();
            again.exits(0).stdout_is(&solved.stdout).stderr_is("");
        }
    }
}

#[test]
fn a_series_is_the_same_on_any_number_of_threads_and_solve_reads_it() {
    for words in UNIQUE {
        for form in ["", " --json", " --with-solution"] {
            let words = format!("{words} --count 4 --seed 5 -q{form}");
            let one = sator(&format!("{words} --threads 1")).run();
            let two = sator(&format!("{words} --threads 2")).run();
            assert_eq!(one.exits(0).stdout.lines().count(), 4);
            two.exits(0).stdout_is(&one.stdout).stderr_is("");
            let solved = sator("solve --require-unique --json -q").input(&*one.stdout).run();
            assert_eq!(solved.exits(0).stdout.matches("\"unique\":true").count(), 4, "{words}");
        }
    }
}

#[test]
fn the_command_of_each_puzzle_of_a_series_makes_it_again() {
    let series = sator("create futoshiki --count 3 --seed 9 -q").run();
    for line in series.exits(0).stdout.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let command = object["command"].as_str().unwrap().strip_prefix("sator ").unwrap();
        sator(&format!("{command} --json -q")).run().exits(0).stdout_is(&format!("{line}\n"));
    }
    let words = "create sudoku --difficulty easy --symmetry rotation --seed 3";
    let first = sator(words).run();
    let line = first.exits(0).stdout.lines().next().unwrap_or_default();
    sator(line.strip_prefix("# sator ").unwrap()).run().exits(0).stdout_is(&first.stdout);
}

#[test]
fn a_series_of_sudokus_has_81_symbols_a_line_and_nothing_else() {
    let run = sator("create sudoku --count 20 --seed 2").run();
    assert!(run.exits(0).stdout.lines().all(|line| line.len() == 81), "{run:?}");
    run.stderr_has(&["Created 20 puzzles, with --seed 2"]);
    sator("rate --json -q").input(&*run.stdout).run().exits(0);
}

#[test]
fn the_time_limit_ends_a_creation_with_what_was_made() {
    let run = sator("create sudoku --size 25 --minimal --seed 1 --timeout 0.2").run();
    run.exits(3).stdout_is("").stderr_has(&["the time is up; no puzzle was created"]);
    let series = "create sudoku --size 25 --minimal --seed 1 --timeout 0.2 --count 2";
    sator(series).run().exits(3).stdout_is("").stderr_has(&["2 not created in time"]);
    let closest = "create sudoku --size 4 --difficulty fiendish --seed 1";
    sator(closest).run().exits(3).stderr_has(&["no fiendish puzzle was found: the closest is"]);
    let rare = sator("create sudoku --difficulty diabolical --seed 3 --timeout 3").run();
    rare.exits(3).stderr_has(&["no diabolical puzzle was found: the closest is"]);
    assert_eq!(rare.stdout.lines().count(), 10, "{rare:?}");
    let run = sator(&format!("{closest} --count 2")).run();
    run.exits(3).stderr_has(&["Created 2 puzzles", " instead of fiendish"]);
}

/// The totals of four cages leave several answers.
#[test]
fn a_puzzle_that_chance_does_not_find_is_no_error_and_no_puzzle() {
    let cages = "create killer --size 4 --cage-size 4-4 --givens 0 --seed 1";
    let run = sator(cages).run();
    run.exits(3).stdout_is("").stderr_has(&["no such puzzle was found in 300 attempts"]);
    sator(&format!("{cages} --count 2")).run().exits(3).stdout_is("").stderr_has(&["2 not found"]);
}

#[test]
fn a_series_goes_to_a_file_and_a_closed_pipe_ends_it() {
    let folder = Folder::with("old.txt", "old");
    sator("create sudoku --count 3 --seed 4 -q -o old.txt").inside(&folder).run().exits(0);
    assert_eq!(folder.read("old.txt").lines().count(), 3);
    let mut run = sator("create sudoku --count 1000000 --seed 4").start();
    drop(run.child.stdout.take());
    run.finish().exits(0);
}

#[test]
fn an_interrupted_series_keeps_the_puzzles_before() {
    let mut run = sator("create sudoku --count 100000000 --seed 4 --threads 2").start();
    let lines = run.lines();
    assert_eq!(lines.next().len(), 81);
    run.interrupt();
    run.finish().exits(3).stderr_has(&["interrupted after"]);
}
