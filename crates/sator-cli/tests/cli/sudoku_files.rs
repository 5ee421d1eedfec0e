//! Sudoku beyond solving: formulas for other solvers, their answers back as boards, and boards that
//! are checked.

use serde_json::json;

use crate::common::{Folder, Run, sator};
use crate::generate::{Cnf, answer_of};
use crate::grids::{
    ASCII, Boxes, DIGITS, Grid, INK, LETTERS, NINE, SIX, SIXTEEN, Script, ZERO_UP, without,
};

/// Writes the formula, lets another solver answer it, and checks the board that comes of it.
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
    run("check board.txt --solution board.out").exits(0).prints("Correct\n");
}

#[test]
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

#[test]
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

/// The variables of what a puzzle gives.
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
fn a_reduced_formula_says_less_and_a_minimal_one_too() {
    let line = DIGITS.line(&NINE.puzzle(6, 50));
    let size = |options: &str| {
        let run = sator(&format!("generate -o - -q {options}")).arg(&line).run();
        Cnf::read(&run.exits(0).stdout).clauses.len()
    };
    let [plain, reduced, minimal] = ["", "--reduced", "--encoding minimal"].map(size);
    assert!(reduced < minimal && minimal < plain, "{reduced} {minimal} {plain}");
}

#[test]
fn a_formula_is_named_after_its_file_else_after_the_puzzle() {
    let puzzle = NINE.puzzle(7, 50);
    let folder = Folder::with("my.board.txt", DIGITS.rows(&puzzle));
    let run = sator("generate my.board.txt").inside(&folder).run();
    let cnf = Cnf::read(&folder.read("my.board.cnf"));
    let size = format!("(729 variables, {} clauses)", cnf.clauses.len());
    run.exits(0).prints(&format!("Successfully wrote problem to 'my.board.cnf' {size}\n"));
    run.says("Generating CNF for 9×9 Sudoku problem...\n");
    let runs = [
        sator("generate -q").arg(DIGITS.line(&puzzle)),
        sator("generate sudoku -q").input(DIGITS.rows(&puzzle)),
        sator("generate - -q").input(DIGITS.rows(&puzzle)),
    ];
    for run in runs {
        let run = run.inside(&folder).run();
        run.exits(0).prints(&format!("Successfully wrote problem to 'sudoku.cnf' {size}\n"));
        assert_eq!(folder.read("sudoku.cnf"), folder.read("my.board.cnf"));
        std::fs::remove_file(folder.path("sudoku.cnf")).unwrap();
    }
    assert_eq!(folder.names(), ["my.board.cnf", "my.board.txt"]);
}

#[test]
fn annotations_tell_the_meaning_of_each_variable() {
    let line = DIGITS.line(&SIX.puzzle(8, 50));
    let [plain, annotated] = ["", "--annotate"].map(|option| {
        let run = sator(&format!("generate sudoku -o - -q {option}")).arg(&line).run();
        Cnf::read(&run.exits(0).stdout)
    });
    assert_eq!(plain.clauses, annotated.clauses);
    let all = (0..6).flat_map(|r| (0..6).flat_map(move |c| (1..=6).map(move |v| (r, c, v))));
    let meanings = all.map(|(row, column, value)| {
        format!("c {} r{}c{} is {value}", variable(6, row, column, value), row + 1, column + 1)
    });
    let written = annotated.comments.iter().filter(|comment| comment.contains(" is "));
    assert!(written.cloned().eq(meanings), "{:?}", annotated.comments);
}

#[test]
fn the_formula_that_solve_writes_is_the_one_that_generate_writes() {
    let folder = Folder::with("board.txt", DIGITS.rows(&NINE.puzzle(9, 40)));
    for words in ["solve board.txt --cnf solve.cnf", "generate board.txt -o generate.cnf"] {
        sator(words).inside(&folder).run().exits(0);
    }
    assert_eq!(folder.read("solve.cnf"), folder.read("generate.cnf"));
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

/// The verdict on a board for a puzzle.
fn check(puzzle: &Grid, solution: &str) -> Run {
    let folder = Folder::with("board.txt", solution);
    sator("check --solution board.txt").arg(DIGITS.line(puzzle)).inside(&folder).run()
}

#[test]
fn a_correct_board_is_accepted_however_it_is_written() {
    let (puzzle, answer) = NINE.unique(12);
    let rows = DIGITS.rows(&answer);
    for text in [
        DIGITS.line(&answer),
        rows.clone(),
        rows.chars().flat_map(|symbol| [symbol, ' ']).collect(),
        format!("\u{feff}# mine\r\n\r\n{}", rows.replace('\n', "\r\n")),
        NINE.drawn(&answer, DIGITS, INK),
        NINE.drawn(&answer, DIGITS, ASCII),
        json!({ "grid": answer }).to_string(),
        json!(answer).to_string(),
        json!({ "status": "sat", "solutions": [{ "grid": answer }] }).to_string(),
    ] {
        let run = check(&puzzle, &text);
        assert_eq!(run.exits(0).stdout, "Correct\n", "{text}: {run:?}");
        run.says("");
    }
}

#[test]
fn what_solve_prints_is_accepted_as_it_is() {
    for (boxes, script) in [(NINE, DIGITS), (SIXTEEN, ZERO_UP), (SIXTEEN, LETTERS)] {
        let folder = Folder::with("board.txt", script.rows(&boxes.puzzle(13, 60)));
        for options in ["", "--unique", "--max 1", "--ascii", "--json", "--json --unique"] {
            let words = format!("solve board.txt -q {options} -o answer.txt");
            sator(&words).inside(&folder).run().exits(0).says("");
            let run = sator("check board.txt --solution answer.txt").inside(&folder).run();
            run.exits(0).prints("Correct\n");
        }
    }
}

#[test]
fn the_first_broken_rule_is_named() {
    let puzzle = NINE.puzzle(14, 0);
    let answer = NINE.filled(14);
    let value = |row: usize, column: usize| answer[row][column];
    let board = |change: &dyn Fn(&mut Grid)| {
        let mut board = answer.clone();
        change(&mut board);
        board
    };
    let of = |column: usize, wanted| (0..9).find(|&row| value(row, column) == wanted).unwrap() + 1;
    let row_twice = format!("row 1 has {} twice, r1c1 and r1c2", value(0, 1));
    let first = value(8, 1);
    let column_twice = format!("column 1 has {first} twice, r{}c1 and r9c1", of(0, first));
    for (board, broken) in [
        (board(&|board| board[0][0] = value(0, 1)), row_twice.as_str()),
        (board(&|board| board[8].swap(0, 1)), &column_twice),
        (board(&|board| board.swap(2, 3)), "box 1 has"),
        (board(&|board| board[4][6] = 0), "r5c7 is empty"),
        (puzzle.clone(), "r1c1 is empty"),
    ] {
        for text in [DIGITS.rows(&board), json!({ "grid": board }).to_string()] {
            let run = check(&puzzle, &text);
            let verdict = run.exits(1).stdout.strip_prefix("Wrong: ").unwrap();
            assert!(verdict.starts_with(broken), "no {broken:?} in {run:?}");
            run.says("");
        }
    }
}

#[test]
fn clues_are_rules_too() {
    let answer = NINE.filled(15);
    let puzzle = without(&answer, &[3, 4, 5]);
    let change = |value: &usize| match value {
        1 => 2,
        2 => 1,
        other => *other,
    };
    let swapped: Grid = answer.iter().map(|row| row.iter().map(change).collect()).collect();
    let run = check(&puzzle, &DIGITS.rows(&swapped));
    assert!(run.exits(1).stdout.contains(" is given as "), "{run:?}");
    let run = sator("check --json --solution -").arg(DIGITS.line(&puzzle));
    let object = run.input(DIGITS.line(&swapped)).run().exits(1).object();
    assert_eq!((&object["puzzle"], &object["correct"]), (&json!("sudoku"), &json!(false)));
    assert!(object["reason"].as_str().unwrap().contains(" is given as "), "{object}");
}

#[test]
fn what_is_no_filled_board_is_an_error() {
    let (puzzle, answer) = NINE.unique(16);
    let rows = DIGITS.rows(&answer);
    for (text, place) in [
        (String::new(), "board.txt: expected a filled board, found nothing"),
        (rows[10..].to_owned(), "board.txt:8: expected 9 rows, found 8"),
        (rows.replacen('\n', "?\n", 1), "board.txt:1: expected a row of 9 symbols, found 10"),
        (format!("?{}", &rows[1..]), "board.txt:1:1: expected a digit 1-9 or '.', found '?'"),
        (json!([[1]]).to_string(), "board.txt: grid: expected 9 rows, found 1"),
        ("{\"status\":\"unsat\",\"solutions\":[]}".to_owned(), "board.txt: expected"),
        ("Unsatisfiable\n".to_owned(), "board.txt:"),
        (format!("{0}\n{0}\n", DIGITS.line(&answer)), "board.txt:2: expected one"),
    ] {
        check(&puzzle, &text).fails().mentions(&[place]);
    }
}
