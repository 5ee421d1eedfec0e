//! Minesweeper as it comes: forms of other programs, the total, and what is refused with its place.

use crate::common::{Folder, sator};

/// What is said of a text that is wrong, with the word and without, and nothing else.
#[track_caller]
fn refused(text: &str, message: &str) {
    let folder = Folder::with("board.txt", text);
    for words in ["solve minesweeper board.txt", "solve mines board.txt", "count board.txt"] {
        let run = sator(words).inside(&folder).run();
        run.fails().says(&format!("board.txt{message}\n"));
    }
}

#[test]
fn a_bad_board_among_others_has_its_place_in_the_output() {
    let boards = "{\"board\":[\"?2?\"]}\n{\"board\":[\"?9?\"]}\n{\"board\":[\"?2?\"]}\n";
    for verb in ["solve", "analyze"] {
        let run = sator(&format!("{verb} minesweeper -q")).input(boards).run();
        let blocks: Vec<_> = run.exits(2).stdout.split("\n\n").collect();
        let place = blocks.iter().position(|block| *block == "invalid").unwrap();
        assert_eq!(place, blocks.len() / 2, "{run:?}");
        let alone = sator(&format!("{verb} minesweeper -q")).input("1 3\n?9?\n").run();
        alone.fails();
    }
}

#[test]
fn a_number_of_mines_is_a_whole_number() {
    for words in ["solve 8 --mines x", "create mines --mines=-1", "create mines --clicks 1.5"] {
        sator(words).run().fails().mentions(&["expected a whole number from 0"]);
    }
    let said = "expected a board of mines, whose rows and columns come first (R C), found '8'";
    sator("solve 8 --mines 3").run().fails().mentions(&[said]);
}

#[test]
fn a_solution_with_another_total_is_refused() {
    let folder = Folder::with("board.txt", "1 3 2\n? 2 ?\n");
    folder.write("right.txt", "1 3 2\n* 2 *\n");
    folder.write("wrong.txt", "1 3 5\n* 2 *\n");
    let check =
        |file: &str| sator(&format!("check board.txt --solution {file}")).inside(&folder).run();
    check("right.txt").exits(0);
    let said = "wrong.txt:1: expected the size and total 1 3 2, found '1 3 5'";
    check("wrong.txt").fails().mentions(&[said]);
}

#[test]
fn rows_of_unequal_length_are_named() {
    refused("2 3\n? 1 ?\n? ?\n", ":3: expected a row of 3 squares, found 2");
    refused("2 3\n? 1 ? 1\n? ? ?\n", ":2: expected a row of 3 squares, found 4");
}

#[test]
fn rows_that_do_not_fit_the_header_are_counted() {
    refused("3 3\n? 1 ?\n? ? ?\n", ":3: expected 3 rows, found 2");
    refused("1 3\n? 1 ?\n? ? ?\n", ":3: expected 1 row, found 2");
}

#[test]
fn what_is_no_symbol_is_shown_in_its_place() {
    let expected = "expected '?', a digit 0-8, '*', 'F' or 's', found";
    refused("2 3\n? 1 ?\n? 9 ?\n", &format!(":3:3: {expected} '9'"));
    refused("2 3\n?1?\n?x?\n", &format!(":3:2: {expected} 'x'"));
    refused("# a board\n\n2 3\r\n? 1 ?\r\n? ? é\r\n", &format!(":5:5: {expected} 'é'"));
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let rows = "expected a number of rows from 1 to 25000000, found";
    refused("-3 3\n? ? ?\n", &format!(":1:1: {rows} '-3'"));
    refused("0 3\n? ? ?\n", &format!(":1:1: {rows} '0'"));
    let columns = "expected a number of columns from 1 to 25000000, found";
    refused("3 -3\n? ? ?\n", &format!(":1:3: {columns} '-3'"));
    refused("3 3 -1\n? ? ?\n", ":1:5: expected a number of mines, found '-1'");
    let large = "expected at most 25 million squares, found 100000×100000";
    refused("100000 100000\n? ? ?\n", &format!(":1: {large}"));
    let run = sator("solve minesweeper -").input("0 0\n").run();
    run.fails().says(&format!("standard input:1:1: {rows} '0'\n"));
}

#[test]
fn a_total_that_cannot_be_is_no_answer_and_the_reason_is_told() {
    for (text, reason) in [
        ("1 4 1\n* * ? ?\n", "the board should have 1 mine, but has 2 already"),
        ("1 4 5\n* * ? ?\n", "the board should have 5 mines, but has only 2 and 2 hidden squares"),
        ("1 2 9\n? ?\n", "the board should have 9 mines, but has only 2 hidden squares"),
    ] {
        let run = sator("solve -").input(text).run();
        run.exits(1).prints("Unsatisfiable\n").mentions(&[reason]);
        sator("count - --quiet").input(text).run().exits(1).prints("0\n");
    }
}

#[test]
fn a_total_that_is_said_is_added_or_overrules() {
    let solve = |text: &str, mines: &str| {
        sator(&format!("solve minesweeper - --mines {mines}")).input(text).run()
    };
    let run = solve("1 2\n? ?\n", "2");
    assert!(run.exits(0).stdout.ends_with("1 2 2\n* *\n"), "{run:?}");
    let run = solve("1 2 1\n? ?\n", "2");
    assert!(run.exits(0).stdout.ends_with("1 2 2\n* *\n"), "{run:?}");
    run.mentions(&["the total is 2 as said, not 1 as in the text"]);
    solve("1 2 1\n? ?\n", "-1").exits(2);
    let queens = sator("solve queens 8 --mines 2").run();
    queens.fails().mentions(&["queens has no option --mines"]);
}

/// The board of all forms, with one mine.
const SAME: [&str; 6] = [
    "# ours\n2 3 1\n? 1 ?\n? ? 1\n",
    "2 3 1\r\n?1?\r\n??1\r\n",
    "3x2x1\nH1H\nHH1\n",
    "# MINESWEEPER-BOARD v0.1\n# Render: ascii\nrows: 2\ncolumns: 3\nmines: 1\n\n[view]\nU1U\nUU1\n",
    "# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: 3\nmines: 1\n[view]\n⬜1️⃣⬜\n⬜⬜1️⃣\n",
    "{\"rows\":2,\"cols\":3,\"mines\":1,\"board\":[\"?1?\",\"??1\"]}\n",
];

#[test]
fn the_same_board_is_recognised_in_every_form() {
    for text in SAME {
        let folder = Folder::with("board.any", text);
        for words in ["count board.any --quiet", "count minesweeper board.any --quiet"] {
            sator(words).inside(&folder).run().exits(0).prints("2\n");
        }
    }
    let address = "https://puzz.link/p?mines/3/2/g1i1";
    sator("count --quiet --mines 1").arg(address).run().exits(0).prints("2\n");
    sator("solve --quiet mines/3/2/g1i1 --mines 1").run().exits(0);
}

#[test]
fn rows_alone_need_the_word() {
    let run = sator("solve minesweeper - --quiet").input("? 1 ? 2 ?\n").run();
    assert!(run.exits(0).stdout.ends_with("1 5\ns 1 * 2 *\n"), "{run:?}");
    let run = sator("solve minesweeper --format rows - --quiet").input("2 2\n? ?\n").run();
    assert!(run.exits(0).stdout.contains("2 2\n2 2\n* *\n"), "{run:?}");
    sator("solve -").input("? 1 ? 2 ?\n").run().exits(2);
}

#[test]
fn bytes_that_are_no_text_are_a_layout_to_be_found_again() {
    let layout = [3, 2, 0, 2, 0, 0, 2, 1];
    let note =
        "the file tells where the mines are: these squares are hidden, and all others are open";
    let folder = Folder::with("board.mbf", layout);
    for words in ["", "minesweeper ", "--format mbf "] {
        let run = sator(&format!("solve {words}board.mbf --unique")).inside(&folder).run();
        run.exits(0).mentions(&[note]);
        assert!(run.stdout.ends_with("2 3 2\n* 2 1\n1 2 *\nUnique: yes\n"), "{run:?}");
    }
    sator("solve - --quiet").input(layout).run().exits(0);
    folder.write("short.mbf", &layout[..7]);
    let run = sator("solve short.mbf").inside(&folder).run();
    run.fails().says("short.mbf:1:3: expected text, found the byte 0x00\n");
    let run = sator("solve --format mbf short.mbf").inside(&folder).run();
    run.fails().says("short.mbf: expected 8 bytes for 2 mines, found 7\n");
}

#[test]
fn a_layout_in_letters_is_opened_too() {
    let file = "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 3\nmines: 1\n[real]\n1*1\n";
    let run = sator("solve -").input(file).run();
    assert!(run.exits(0).stdout.ends_with("1 3 1\n1 * 1\n"), "{run:?}");
    run.mentions(&["these squares are hidden"]);
    let wrong = file.replace("1*1", "1*2");
    let message = "5: the number of r1c3 does not count the mines around it";
    sator("solve -").input(wrong).run().fails().mentions(&[message]);
}

#[test]
fn slips_in_other_forms_are_told_with_their_places() {
    refused("3x2x2\nH1H\nHX2\n", ":3:2: expected a digit 0-8, 'H' or 'F', found 'X'");
    refused("3x2x2\nH1H\n", ":2: expected 2 rows, found 1");
    refused("mines/3/2/g1i9\n", ":1:14: expected a digit 0-8, '.' or g-z, found '9'");
    refused("{\"rows\":2,\"cols\":3,\"board\":[\"?1?\"]}\n", ": expected 2 rows in board, found 1");
}
