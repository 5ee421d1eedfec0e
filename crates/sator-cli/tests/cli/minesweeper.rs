//! Minesweeper: large boards, every backend, and answers of other programs.

use std::path::PathBuf;

use sator_testing::with_programs;

use crate::common::{Folder, Run, Sator, backends, example, sator};

fn board(name: &str) -> PathBuf {
    example("minesweeper").join(name).with_extension("txt")
}

fn solve(name: &str, options: &str) -> Run {
    sator(&format!("solve {options}")).arg(board(name)).run()
}

#[test]
fn twenty_clues_of_a_long_conflict_are_printed_and_json_has_them_all() {
    let text = sator("create minesweeper --hard mutilated:6").run().exits(0).stdout.clone();
    for verb in ["solve", "analyze"] {
        let run = sator(verb).input(&*text).run();
        let shown = run.exits(1).stderr.matches("\n  r").count();
        assert_eq!(shown, 20, "{run:?}");
        let object = sator(&format!("{verb} --json")).input(&*text).run().exits(1).object();
        let more = object["conflict"].as_array().unwrap().len() - shown;
        run.stderr_has(&[&format!("\n  and {more} more, which --json names\n")]);
    }
}

#[test]
fn a_checkerboard_has_thousands_of_variables_and_an_answer_that_is_right() {
    let run = solve("checkerboard", "--quiet");
    let folder = Folder::with("filled.txt", &run.exits(0).stdout);
    let check = sator("check --solution filled.txt").arg(board("checkerboard"));
    check.inside(&folder).run().exits(0).stdout_is("Correct\n");
    let generated = sator("generate -o - --to opb").arg(board("checkerboard")).run();
    generated.exits(0).stderr_has(&["(8192 variables, 8192 constraints)"]);
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
        run.exits(1).stdout_is("Unsatisfiable\n");
        let folder = Folder::with("board.txt", "3 3 4\n2 ? 2\n? 4 ?\n? ? ?\n");
        let count = sator(&format!("count board.txt --quiet --backend {backend}"));
        count.inside(&folder).run().exits(0).stdout_is("3\n");
    }
}

with_programs!(answers_of_other_solvers_are_boards: clasp z3 minisat);

fn answers_of_other_solvers_are_boards(program: &str) {
    let (form, line) = match program {
        "clasp" => ("opb", "clasp formula.opb > answer.txt; true"),
        "z3" => ("smtlib", "z3 formula.smt2 > answer.txt"),
        _ => ("dimacs", "minisat formula.cnf answer.txt > log; true"),
    };
    let folder = Folder::with("formula.txt", "3 3\n2 ? 2\n? 4 ?\n? ? ?\n");
    sator(&format!("generate formula.txt -q --to {form}")).inside(&folder).run().exits(0);
    Sator::program("sh").args(["-c", line]).inside(&folder).run().exits(0);
    let run = sator("decode formula.txt --answer answer.txt -q").inside(&folder).run();
    assert!(run.exits(0).stdout.contains("3 3\n2 * 2\n* 4 *\n"), "{run:?}");
}

#[test]
fn a_large_board_with_a_total_has_several_answers() {
    let made =
        sator("create minesweeper --size 150x150 --density 0.2 --revealed 0.4 --seed 3").run();
    let board = made.exits(0).stdout.clone();
    let run = sator("solve minesweeper - --unique").input(board).run();
    assert!(run.exits(0).stdout.ends_with("Unique: no\n"));
}

#[test]
fn a_board_with_very_many_free_squares_has_its_odds() {
    let mut board = "400 400 30000\n".to_owned();
    for row in 0..400 {
        let symbol = |column: usize| if row % 40 == 5 && column % 40 == 5 { "3" } else { "?" };
        let symbols: Vec<_> = (0..400).map(symbol).collect();
        board += &(symbols.join(" ") + "\n");
    }
    let run = sator("analyze minesweeper - --odds").input(board).run();
    assert!(run.exits(0).stdout.contains("Layouts of all hidden cells: "));
}

with_programs!(a_board_without_hidden_squares_is_solved: z3 cvc5);

fn a_board_without_hidden_squares_is_solved(backend: &str) {
    let run = |words: &str| sator(&format!("{words} -q")).input("1 3\n* 2 *\n").run();
    let solved = run(&format!("solve --backend {backend}"));
    assert!(solved.exits(0).stdout.ends_with("--- Solution 1 ---\n1 3\n* 2 *\n"));
    run(&format!("count --backend {backend}")).exits(0).stdout_is("1\n");
    let all = run(&format!("solve --all --json --backend {backend}"));
    assert_eq!(all.exits(0).object()["solutions"].as_array().unwrap().len(), 1);
    run(&format!("solve --cross-check={backend}")).exits(0);
    run(&format!("bench --backend {backend}")).exits(0);
}
