//! Minesweeper on the command line: solved, counted, drawn, checked, and why there is no answer.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{Folder, Run, backends, sator};

/// One of our own, with its path.
pub(crate) fn example(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/minesweeper");
    PathBuf::from(folder).join(name).with_extension("txt")
}

/// With three answers.
pub(crate) const THREE: &str = "3 3\n2 ? 2\n? 4 ?\n? ? ?\n";

fn solve(name: &str, options: &str) -> Run {
    sator(&format!("solve {options}")).arg(example(name)).run()
}

fn check(puzzle: &str, solution: &str) -> Run {
    let folder = Folder::with("board.txt", puzzle);
    folder.write("filled.txt", solution);
    sator("check board.txt --solution filled.txt").inside(&folder).run()
}

#[test]
fn a_row_has_one_answer() {
    let expected = "Found a solution for 1×5 Minesweeper\n\n--- Solution 1 ---\n1 5\ns 1 * 2 *\n\
                    Unique: yes\n";
    let run = solve("row", "--unique");
    run.exits(0).prints(expected).says("Solving for 1×5 Minesweeper...\n");
}

#[test]
fn a_column_has_one_answer() {
    let expected = "Found a solution for 5×1 Minesweeper\n\n--- Solution 1 ---\n5 1\n1\n*\n2\n*\n1\n\
                    Unique: yes\n";
    solve("column", "--unique --quiet").exits(0).prints(expected);
}

#[test]
fn one_mine_on_three_squares_makes_three_layouts() {
    let run = solve("three-layouts", "--all --quiet");
    let printed = &run.exits(0).stdout;
    assert!(printed.starts_with("Found 3 unique solutions for 3×3 Minesweeper\n"), "{printed}");
    for last in ["* s s", "s * s", "s s *"] {
        assert!(printed.contains(&format!("3 3\n2 * 2\n* 4 *\n{last}\n")), "{printed}");
    }
    sator("count --quiet").arg(example("three-layouts")).run().exits(0).prints("3\n");
    assert!(solve("three-layouts", "--unique").stdout.ends_with("Unique: no\n"));
}

#[test]
fn a_number_that_asks_for_too_much_is_named() {
    let said = "Solving for 1×5 Minesweeper...\n\
                r1c2 should touch 3 mines, but touches only 2 hidden squares\n";
    solve("row-impossible", "").exits(1).prints("Unsatisfiable\n").says(said);
}

#[test]
fn numbers_that_contradict_each_other_are_named_and_no_others() {
    let said = "Solving for 3×3 Minesweeper...\n\
                No answer has all of these clues, though without any one of them there are some:\n  \
                r1c1 touches 2 mines\n  r2c2 touches 3 mines\n  r3c3 touches 2 mines\n";
    solve("impossible", "").exits(1).prints("Unsatisfiable\n").says(said);
    let object = solve("impossible", "--json").exits(1).object();
    let clues = ["r1c1 touches 2 mines", "r2c2 touches 3 mines", "r3c3 touches 2 mines"];
    assert_eq!(object["conflict"], json!(clues));
    let folder = Folder::with("board.txt", "3 3 3\n2 ? 2\n? 4 ?\n? ? ?\n");
    let total = "  r2c2 touches 4 mines\n  the board has 3 mines\n";
    sator("solve board.txt").inside(&folder).run().exits(1).mentions(&[total]);
}

#[test]
fn of_very_many_clues_a_few_are_told_and_json_has_them_all() {
    let board = sator("create minesweeper --hard mutilated:6").run().exits(0).stdout.clone();
    for verb in ["solve", "analyze"] {
        let run = sator(verb).input(&*board).run();
        let told = run.exits(1).stderr.matches("\n  r").count();
        assert_eq!(told, 20, "{run:?}");
        let object = sator(&format!("{verb} --json")).input(&*board).run().exits(1).object();
        let more = object["conflict"].as_array().unwrap().len() - told;
        run.mentions(&[&format!("\n  and {more} more, which --json names\n")]);
    }
}

#[test]
fn a_checkerboard_has_thousands_of_variables_and_an_answer_that_is_right() {
    let run = solve("checkerboard", "--quiet");
    let folder = Folder::with("filled.txt", &run.exits(0).stdout);
    let check = sator("check --solution filled.txt").arg(example("checkerboard"));
    check.inside(&folder).run().exits(0).prints("Correct\n");
    let generated = sator("generate -o - --to opb").arg(example("checkerboard")).run();
    generated.exits(0).mentions(&["(8192 variables, 8192 constraints)"]);
}

#[test]
fn an_expert_position_has_an_answer_with_all_its_mines() {
    let run = solve("expert", "--quiet");
    let board = run.exits(0).stdout.split_once("16 30 99\n").unwrap().1;
    assert_eq!(board.matches('*').count(), 99);
    assert!(!board.contains('?'), "{board}");
}

#[test]
fn every_backend_solves_and_counts_the_same_boards() {
    for backend in backends() {
        let run = solve("row", &format!("--quiet --unique --backend {backend}"));
        assert!(run.exits(0).stdout.ends_with("1 5\ns 1 * 2 *\nUnique: yes\n"), "{run:?}");
        let run = solve("impossible", &format!("--quiet --backend {backend}"));
        run.exits(1).prints("Unsatisfiable\n");
        let folder = Folder::with("board.txt", "3 3 4\n2 ? 2\n? 4 ?\n? ? ?\n");
        let count = sator(&format!("count board.txt --quiet --backend {backend}"));
        count.inside(&folder).run().exits(0).prints("3\n");
    }
}

#[test]
fn squares_that_no_clue_touches_stay_hidden_unless_the_total_is_known() {
    let folder = Folder::with("board.txt", "1 6\n? 1 ? ? s *\n");
    let solve = |options: &str| {
        let run = sator(&format!("solve board.txt --all --quiet {options}"));
        run.inside(&folder).run()
    };
    let printed = solve("").exits(0).stdout.clone();
    let layouts = ["* 1 s ? s *", "s 1 * ? s *"];
    assert!(layouts.iter().all(|row| printed.contains(&format!("1 6\n{row}\n"))), "{printed}");
    let printed = solve("--mines 2").exits(0).stdout.clone();
    let layouts = ["* 1 s s s *", "s 1 * s s *"];
    assert!(layouts.iter().all(|row| printed.contains(&format!("1 6 2\n{row}\n"))), "{printed}");
    let count = sator("count board.txt --quiet --mines 3").inside(&folder).run();
    count.exits(0).prints("2\n");
}

#[test]
fn what_no_clue_touches_leaves_no_answer_the_only_one() {
    let folder = Folder::with("board.txt", "1 6\n? 2 ? ? ? *\n");
    let run = sator("solve board.txt --unique").inside(&folder).run();
    let said = "no clue speaks of r1c4 and 1 more: they may be anything\n";
    assert!(run.exits(0).mentions(&[said]).stdout.ends_with("* 2 * ? ? *\nUnique: no\n"));
    let object = sator("solve board.txt --unique --json").inside(&folder).run().exits(0).object();
    assert_eq!(object["unique"], json!(false));
    let total = sator("solve board.txt --unique --mines 3").inside(&folder).run();
    assert!(total.exits(0).stdout.ends_with("* 2 * s s *\nUnique: yes\n"));
}

#[test]
fn an_answer_in_json_is_a_grid_of_symbols() {
    let object = solve("row", "--json").exits(0).object();
    assert_eq!(object["puzzle"], json!("minesweeper"));
    assert_eq!(object["solutions"], json!([{ "grid": [["s", "1", "*", "2", "*"]] }]));
}

#[test]
fn what_is_printed_is_accepted_and_so_is_what_others_write() {
    let solved = |options: &str| solve("row", options).exits(0).stdout.clone();
    let row = "1 5\n? 1 ? 2 ?\n";
    for filled in [
        solved(""),
        solved("--json"),
        solved("--color always"),
        "s 1 * 2 *\n".to_owned(),
        "1 5\ns1F2F\n".to_owned(),
        r#"{"grid":[["s","1","*","2","*"]]}"#.to_owned(),
    ] {
        check(row, &filled).exits(0).prints("Correct\n");
    }
}

#[test]
fn a_wrong_board_is_told_where_it_is_wrong() {
    let row = "1 5 2\n? 1 ? 2 ?\n";
    let wrong = |filled: &str, message: &str| {
        check(row, filled).exits(1).prints(&format!("Wrong: {message}\n"));
    };
    wrong("* 1 * 2 *", "r1c2 should touch 1 mine, but touches 2");
    wrong("s 1 * 2 ?", "r1c5 is still hidden");
    wrong("s 1 * 3 *", "r1c4 is given as '2', not as '3'");
    let five = "1 5 3\n? 1 ? 2 ?\n";
    let total = "Wrong: the board should have 3 mines, but has 2\n";
    check(five, "s 1 * 2 *").exits(1).prints(total);
    check(row, "s 1 * 2").fails();
}

#[test]
fn numbers_have_colours_where_colour_is_wanted() {
    let plain = solve("row", "--quiet").stdout;
    let coloured = solve("row", "--quiet --color always").stdout;
    assert!(!plain.contains('\u{1b}') && coloured.contains("\u{1b}["), "{coloured:?}");
    let parts = coloured.split('\u{1b}');
    let uncoloured: String =
        parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&uncoloured), trimmed(&plain));
}

#[test]
fn many_boards_in_objects_are_answered_one_by_one() {
    let lines =
        "{\"board\":[\"?1?2?\"]}\n{\"board\":[\"?3?3?\"],\"mines\":2}\n{\"board\":[\"9\"]}\n";
    let run = sator("solve - --json --quiet").input(lines).run();
    let statuses: Vec<Value> =
        run.exits(2).objects().iter().map(|it| it["status"].clone()).collect();
    assert_eq!(statuses, [json!("sat"), json!("unsat"), json!("invalid")]);
    let run = sator("solve minesweeper - --quiet").input(lines).run();
    assert!(run.exits(2).stdout.contains("s 1 * 2 *\n"), "{run:?}");
    sator("count - --quiet").input(lines).run().exits(2).mentions(&["row 1 of board: expected"]);
}
