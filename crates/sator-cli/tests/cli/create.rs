//! `sator create`: new boards, what makes them again, and what cannot be made.

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
        sator(command).run().exits(0).prints(&first.stdout);
    }
}

#[test]
fn what_is_made_is_what_other_verbs_read() {
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
fn a_board_looks_like_this() {
    let run = sator("create minesweeper --size 5x6 --mines 5 --clicks 2 --seed 15").run();
    run.exits(0).says("Created 5×6 Minesweeper, with --seed 15\n").prints(
        "# sator create minesweeper --size 5x6 --mines 5 --clicks 2 --seed 15\n5 6 5\n\
         0 1 ? ? 1 ?\n0 1 ? ? ? ?\n0 1 2 ? ? ?\n0 0 1 1 3 ?\n0 0 0 0 1 ?\n",
    );
    let run = sator("create minesweeper --hard consistent:2 --seed 15").run();
    run.exits(0)
        .says("Created 3×3 Minesweeper\n")
        .prints("# sator create minesweeper --hard consistent:2\n3 3\n0 ? ?\n? ? ?\n1 ? ?\n");
}

#[test]
fn the_seed_is_told_and_without_one_it_is_another_each_time() {
    let runs = [(); 3].map(|()| sator("create minesweeper").run());
    let seeds = runs.map(|run| {
        let told = run.exits(0).stderr.trim_end().rsplit_once(" --seed ").map(|it| it.1.to_owned());
        let told = told.unwrap_or_else(|| panic!("{run:?}"));
        assert!(run.stdout.lines().next().unwrap().ends_with(&format!(" --seed {told}")));
        told.parse::<u64>().unwrap()
    });
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2], "{seeds:?}");
    sator("create minesweeper --quiet").run().exits(0).says("");
}

#[test]
fn a_board_goes_to_a_file_whole_or_not_at_all() {
    let folder = Folder::with("board.txt", "old");
    let run = sator("create minesweeper --seed 4 -o board.txt").inside(&folder).run();
    run.exits(0).prints("").says("Created 9×9 Minesweeper in 'board.txt', with --seed 4\n");
    let printed = sator("create minesweeper --seed 4 -o -").run().exits(0).stdout.clone();
    assert_eq!(folder.read("board.txt"), printed);
    let refused = "create minesweeper --size 3x3 --mines 9 -o board.txt";
    sator(refused).inside(&folder).run().fails();
    assert_eq!(folder.read("board.txt"), printed);
    let nowhere = "create minesweeper -o no-such-folder/board.txt";
    sator(nowhere).inside(&folder).run().fails().mentions(&["no-such-folder/board.txt"]);
    assert_eq!(folder.names(), ["board.txt"]);
}

#[test]
fn json_has_the_text_and_what_makes_it() {
    let run = sator("create mines --json --seed 6 --size 2x2 --mines 1 --clicks 1").run();
    let object = run.exits(0).says("").object();
    assert_eq!(object["puzzle"], "minesweeper");
    assert_eq!(object["seed"], 6);
    let command = "sator create minesweeper --size 2x2 --mines 1 --clicks 1 --seed 6";
    assert_eq!(object["command"], command);
    let plain = sator(command.strip_prefix("sator ").unwrap()).run().exits(0).stdout.clone();
    assert_eq!(plain, format!("# {command}\n{}", object["text"].as_str().unwrap()));
    let object = sator("create mines --json --hard mutilated:2").run().exits(0).object();
    assert!(object["seed"].is_null(), "{object}");
    let run = sator("create mines --json --hard consistent:3").run();
    assert_eq!(
        run.fails().error_object()["error"],
        "expected consistent:M with an even M, found 3"
    );
}

#[test]
fn what_was_made_is_read_again_without_being_told_what_it_is() {
    for size in ["1x1", "1x2", "3x3", "4x4", "9x9", "1x81"] {
        for form in ["", " --json"] {
            let made = format!("create minesweeper --size {size} --mines 0 --seed 1{form}");
            let board = sator(&made).run().exits(0).stdout.clone();
            for words in ["count -q", "count -q minesweeper"] {
                sator(words).input(&*board).run().exits(0).prints("1\n").says("");
            }
        }
    }
}

#[test]
fn what_cannot_be_made_is_bad_usage() {
    for (words, reasons) in [
        ("create", &["<PUZZLE>"][..]),
        ("create queens", &["queens puzzles cannot be created", "minesweeper"]),
        ("create sudoku --size 9x9", &["sudoku puzzles cannot be created", "minesweeper"]),
        ("create killer-sudoku", &["killer puzzles cannot be created"]),
        ("create chess", &["(minesweeper), found 'chess'"]),
        ("create mines board.txt", &["board.txt"]),
        ("create mines --size 0x0", &["both above 0", "'0x0'"]),
        ("create mines --size 9", &["ROWSxCOLUMNS", "'9'"]),
        ("create mines --size 3x3 --mines 9", &["at most 8 mines on 3x3 squares, found 9"]),
        ("create mines --mines 81", &["at most 80 mines on 9x9 squares, found 81"]),
        ("create mines --size 100000x100000", &["at most 25000000 squares, found 100000x100000"]),
        ("create mines --density 1.5", &["from 0 to 1", "'1.5'"]),
        ("create mines --revealed -1", &["-1"]),
        ("create mines --mines 3 --density 0.1", &["--mines", "--density"]),
        ("create mines --revealed 0.5 --clicks 3", &["--revealed", "--clicks"]),
        ("create mines --difficulty expert --size 9x9", &["--difficulty", "--size"]),
        ("create mines --difficulty evil", &["beginner, intermediate, expert", "'evil'"]),
        ("create mines --hard lattice --mines 3", &["--hard", "--mines"]),
        ("create mines --hard lattice --no-total", &["--hard", "--no-total"]),
        ("create mines --hard spiral", &["lattice, mutilated, consistent", "'spiral'"]),
        ("create mines --hard consistent:7", &["an even M, found 7"]),
        ("create mines --hard mutilated:x", &["FAMILY:M", "'mutilated:x'"]),
        ("create mines --hard mutilated --size 9x9", &["say mutilated:M"]),
        ("create mines --hard mutilated:3000", &["at most 25000000 squares, found 5999x5999"]),
    ] {
        sator(words).run().fails().mentions(reasons);
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
