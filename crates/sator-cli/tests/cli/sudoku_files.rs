//! Sudoku in formulas for other solvers, and their answers as boards.

use sator_testing::needs;
use serde_json::json;

use crate::common::{Folder, sator};
use crate::generate::{Cnf, answer_of};
use crate::grids::{Boxes, DIGITS, Grid, INK, LETTERS, NINE, SIX, SIXTEEN, Script, ZERO_UP};

/// Writes the formula, solves it with another solver, and checks the decoded board.
#[track_caller]
fn round_trip(boxes: Boxes, puzzle: &Grid, script: Script, options: &str) {
    let folder = Folder::with("board.txt", script.rows(puzzle));
    let run = |words: &str| sator(&format!("{words} -q")).inside(&folder).run();
    run(&format!("generate board.txt {options} -o formula.cnf")).exits(0);
    folder.write("answer.txt", answer_of("minisat", &folder));
    let decoded = run("decode board.txt --answer answer.txt");
    let heading = format!("Found a solution for {0}×{0} Sudoku\n\n--- Solution 1 ---\n", boxes.n());
    let board = decoded.exits(0).stdout.strip_prefix(&heading).unwrap();
    let grid = script.read(board);
    assert_eq!(board, boxes.drawn(&grid, script, INK), "{options}");
    assert!(boxes.accepts(puzzle, &grid), "{options}: {decoded:?}");
    folder.write("board.out", &decoded.stdout);
    run("check board.txt --solution board.out").exits(0).stdout_is("Correct\n");
}

#[needs(minisat)]
fn other_solvers_answers_come_back_as_boards_that_check_accepts() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (4, 4)] {
        let boxes = Boxes::of(rows, columns);
        let puzzle = boxes.puzzle(1, 40);
        for options in [
            "",
            "--reduced",
            "--encoding minimal",
            "--encoding extended",
            "--encoding minimal,pairwise",
            "--reduced --encoding extended,commander",
        ] {
            round_trip(boxes, &puzzle, DIGITS, options);
        }
    }
}

#[needs(minisat)]
fn large_formulas_come_back_too() {
    let boxes = Boxes::of(5, 5);
    for options in ["", "--reduced", "--encoding minimal"] {
        round_trip(boxes, &boxes.puzzle(2, 70), Script::Numbers, options);
    }
}

/// The variable of a value in a cell: row and column from 0, value from 1.
fn variable(n: usize, row: usize, column: usize, value: usize) -> i64 {
    (row * n * n + column * n + value) as i64
}

/// The variables of the given values.
fn given(puzzle: &Grid) -> Vec<i64> {
    let n = puzzle.len();
    let cells = (0..n * n).map(|cell| (cell / n, cell % n, puzzle[cell / n][cell % n]));
    let given = cells.filter(|&(_, _, value)| value > 0);
    given.map(|(row, column, value)| variable(n, row, column, value)).collect()
}

#[test]
fn variables_are_numbered_by_row_column_and_value() {
    for boxes in [SIX, NINE] {
        let (n, puzzle) = (boxes.n(), boxes.puzzle(3, 40));
        let run = sator("generate sudoku -o - -q").input(DIGITS.rows(&puzzle)).run();
        let cnf = Cnf::read(&run.exits(0).stdout);
        assert_eq!(cnf.variables, (n * n * n) as i64);
        let facts: Vec<_> = cnf.clauses.iter().filter(|c| c.len() == 1).map(|c| c[0]).collect();
        assert_eq!(facts, given(&puzzle));
        let first: Vec<_> = (1..=n as i64).collect();
        assert_eq!(cnf.clauses[0], first, "the first cell has a value");
    }
}

/// Whether a grid satisfies a formula without auxiliary variables.
fn is_model(grid: &Grid, cnf: &Cnf) -> bool {
    let n = grid.len();
    let is_true = |literal: &i64| {
        let at = literal.unsigned_abs() as usize - 1;
        (grid[at / n / n][at / n % n] == at % n + 1) == (*literal > 0)
    };
    cnf.clauses.iter().all(|clause| clause.iter().any(is_true))
}

#[test]
fn the_answers_of_the_puzzle_are_the_models_of_every_formula() {
    let puzzle = NINE.ambiguous(4);
    let answers = NINE.answers(&puzzle);
    let other = NINE.filled(5);
    for options in ["pairwise", "pairwise --reduced", "minimal,pairwise", "extended,pairwise"] {
        let words = format!("generate -o - -q --encoding {options}");
        let run = sator(&words).arg(DIGITS.line(&puzzle)).run();
        let cnf = Cnf::read(&run.exits(0).stdout);
        assert_eq!(cnf.variables, 729, "{words}");
        assert!(answers.iter().all(|answer| is_model(answer, &cnf)), "{words}");
        assert!(!is_model(&other, &cnf), "{words}");
    }
}

#[test]
fn a_decoded_answer_is_for_this_puzzle() {
    let (puzzle, answer) = NINE.unique(10);
    let model = |grid: &Grid| {
        let is_true = given(grid);
        let lits = (1..=729_i64).map(|v| if is_true.contains(&v) { v } else { -v }.to_string());
        format!("s SATISFIABLE\nv {} 0\n", lits.collect::<Vec<_>>().join(" "))
    };
    let decode = |text: String| {
        sator("decode --answer - --json").arg(DIGITS.line(&puzzle)).input(text).run()
    };
    let right = decode(model(&answer));
    assert_eq!(right.exits(0).object()["solutions"], json!([{ "grid": answer }]));
    decode(model(&NINE.filled(11))).fails();
    decode(model(&puzzle)).fails();
    decode("s UNSATISFIABLE\n".to_owned()).exits(1);
}

#[test]
fn check_accepts_the_output_of_solve() {
    for (boxes, script) in [(NINE, DIGITS), (SIXTEEN, ZERO_UP), (SIXTEEN, LETTERS)] {
        let folder = Folder::with("board.txt", script.rows(&boxes.puzzle(13, 60)));
        for options in ["", "--unique", "--max 1", "--ascii", "--json", "--json --unique"] {
            let words = format!("solve board.txt -q {options} -o answer.txt");
            sator(&words).inside(&folder).run().exits(0).stderr_is("");
            let run = sator("check board.txt --solution answer.txt").inside(&folder).run();
            run.exits(0).stdout_is("Correct\n");
        }
    }
}
