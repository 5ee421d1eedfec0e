//! `sator decode` and `sator check`: nothing passes that is not an answer to this very puzzle.

use serde_json::json;

use crate::common::{Folder, Run, sator, shared};
use crate::witness::{Queens, boards, json_answers};

/// An answer of four queens.
const BOARD: &str = ".Q..\n...Q\nQ...\n..Q.\n";

fn decode(puzzle: &str, answer: impl AsRef<[u8]>) -> Run {
    let folder = Folder::with("answer.txt", answer);
    sator("decode --answer answer.txt").arg(puzzle).inside(&folder).run()
}

fn check(puzzle: &str, solution: impl AsRef<[u8]>) -> Run {
    let folder = Folder::with("board.txt", solution);
    sator("check --solution board.txt").arg(puzzle).inside(&folder).run()
}

/// Competition output that makes these variables true and all others up to a number false.
fn model(variables: usize, positive: &[usize]) -> String {
    let lits = (1..=variables).map(|v| if positive.contains(&v) { v as i64 } else { -(v as i64) });
    let lits: Vec<_> = lits.map(|lit| lit.to_string()).collect();
    format!("s SATISFIABLE\nv {} 0\n", lits.join(" "))
}

#[test]
fn an_answer_comes_back_as_a_board() {
    let run = decode("4", model(16, &[2, 8, 9, 15]));
    let board = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n";
    run.exits(0).prints(&format!("Found a solution for N=4\n\n--- Solution 1 ---\n{board}"));
}

#[test]
fn an_answer_may_leave_false_variables_out() {
    decode("4", "s SATISFIABLE\nv 2 8 9\nv 15 -16 0\n").exits(0);
}

#[test]
fn auxiliary_variables_need_no_word_about_the_encoding() {
    decode("4", model(40, &[2, 8, 9, 15, 17, 23, 40])).exits(0);
}

#[test]
fn decoded_answers_are_json_when_asked() {
    let answer = model(16, &[2, 8, 9, 15]);
    let object = sator("decode 4 --answer - --json").input(answer).run().exits(0).object();
    assert_eq!((&object["puzzle"], &object["status"]), (&json!("queens"), &json!("sat")));
    assert_eq!(json_answers(&object), [[1, 3, 0, 2]]);
    let none = sator("decode 4 --answer - --json").input("s UNSATISFIABLE\n").run();
    let object = none.exits(1).object();
    assert_eq!((&object["status"], &object["solutions"]), (&json!("unsat"), &json!([])));
}

#[test]
fn a_solver_that_found_none_or_gave_up_is_believed() {
    for text in ["s UNSATISFIABLE\n", "UNSAT\n", "c noise\ns UNSATISFIABLE\r\n"] {
        decode("4", text).exits(1).prints("Unsatisfiable\n");
    }
    for text in ["s UNKNOWN\n", "INDET\n", "c UNKNOWN\n"] {
        let run = decode("4", text);
        assert!(!run.exits(3).stdout.contains("Unsatisfiable"), "{run:?}");
    }
}

#[test]
fn an_answer_for_another_formula_is_refused() {
    let eight = sator("generate 8 -o -").run().stdout.clone();
    let answer = sator("sat").input(eight).run().exits(10).stdout.clone();
    let run = decode("9", &answer);
    run.fails().mentions(&["answer.txt: ", "expected 81 variables, found 64"]);
    // More variables may be auxiliary ones; but then the rows have no queens, or too many.
    let run = decode("4", model(64, &[17, 23, 40]));
    run.fails().mentions(&["answer.txt: ", "row 1"]);
    let run = decode("4", model(64, &[1, 2, 8, 9, 15]));
    run.fails().mentions(&["answer.txt: ", "r1c1", "r1c2"]);
}

#[test]
fn a_truncated_answer_is_refused() {
    let whole = model(16, &[2, 8, 9, 15]);
    for end in ["s SATISFIABLE\nv".len(), whole.len() - 2, whole.len() - 5] {
        decode("4", &whole[..end]).fails().mentions(&["answer.txt:", "expected", "found"]);
    }
    decode("4", "SAT\n-1 2 -3\n").fails().mentions(&["answer.txt:2:8: ", "0 at the end"]);
    decode("4", "s SATISFIABLE\n").fails().mentions(&["answer.txt:1:3: "]);
}

#[test]
fn a_contradictory_answer_is_refused() {
    let run = decode("4", "s SATISFIABLE\nv 1 -2 -1 0\n");
    run.fails().mentions(&["answer.txt:2:8: ", "variable 1", "both 1 and -1"]);
    let run = decode("4", format!("s UNSATISFIABLE\n{}", model(16, &[2, 8, 9, 15])));
    run.fails().mentions(&["answer.txt:2:3: ", "SATISFIABLE"]);
}

#[test]
fn an_answer_that_breaks_the_rules_is_refused_and_the_rule_named() {
    for (queens, broken) in [
        ([1, 5, 12, 14], "column 1 has two queens, r1c1 and r2c1"),
        ([1, 8, 10, 15], "r3c2 and r4c3"),
        ([4, 5, 11, 14], "r3c3 and r4c2"),
    ] {
        decode("4", model(16, &queens)).fails().mentions(&["answer.txt: ", broken]);
    }
    let run = decode("...Q\n....\n....\n....", model(16, &[2, 8, 9, 15]));
    run.fails().mentions(&["r1c4"]);
    decode(".x..\n....\n....\n....", model(16, &[2, 8, 9, 15])).fails().mentions(&["r1c2"]);
}

#[test]
fn what_is_no_answer_is_refused() {
    decode("4", "").fails().mentions(&["answer.txt: expected", "found nothing"]);
    decode("4", b"\x7fELF\x02\x01\0\xff\xfe").fails().mentions(&["answer.txt: expected"]);
    decode("4", "hello\n").fails().mentions(&["answer.txt: expected"]);
    decode("4", "s SATISFIABLE\nv 1 two 0\n").fails().mentions(&["answer.txt:2:5: ", "'two'"]);
    decode("4", "s MAYBE\n").fails().mentions(&["answer.txt:1:3: ", "'MAYBE'"]);
    sator("decode 4 --answer absent.txt").run().fails().mentions(&["absent.txt: no such file"]);
    sator("decode 4").run().fails().mentions(&["--answer"]);
}

#[test]
fn one_answer_is_for_one_puzzle() {
    let answer = model(16, &[2, 8, 9, 15]);
    sator("decode 4 5 --answer -").input(answer).run().fails().mentions(&["expected one puzzle"]);
    sator("check 4 5 --solution -").input(BOARD).run().fails().mentions(&["expected one puzzle"]);
}

#[test]
fn what_real_solvers_printed_is_understood() {
    let Some(folder) = shared("data/solver_output") else { return };
    for solver in ["glucose41", "minisat_result", "zchaff"] {
        let sat = folder.join(format!("{solver}_sat.txt"));
        let run = sator("decode 8 --answer").arg(sat).run();
        let board = run.exits(0).stdout.split_once("\n\n").unwrap().1;
        assert!(Queens::empty(8).accepts(&boards(board)[0]), "{solver}");
        let unsat = folder.join(format!("{solver}_unsat.txt"));
        sator("decode 3 --answer").arg(unsat).run().exits(1).prints("Unsatisfiable\n");
    }
}

#[test]
fn a_correct_board_is_accepted_however_it_is_written() {
    for text in [
        BOARD,
        ". Q . .\n. . . Q\nQ . . .\n. . Q .\n",
        "\u{feff}# mine\r\n\r\n.Q..\r\n...Q\r\nQ...\r\n..Q.\r\n",
        r#"[".Q..","...Q","Q...","..Q."]"#,
        r#"[[".Q..","...Q","Q...","..Q."]]"#,
        "1Q2/3Q/Q3/2Q1",
        "2 4 1 3",
        "2413",
        "[1, 3, 0, 2]",
        r#"{"columns":[2,4,1,3]}"#,
        r#"{"status":"sat","solutions":[{"columns":[2,4,1,3]}]}"#,
    ] {
        let run = check("4", text);
        assert_eq!(run.stdout, "Correct\n", "{text}: {run:?}");
        run.exits(0).says("");
    }
}

#[test]
fn what_solve_prints_is_accepted_as_it_is() {
    for options in ["", "--unique", "--max 1", "--json"] {
        let answer = sator(&format!("solve 6 {options}")).run();
        let run = sator("check 6 --solution -").input(answer.exits(0).stdout.as_str()).run();
        run.exits(0).prints("Correct\n");
    }
}

#[test]
fn several_boards_get_no_verdict_lest_one_goes_unchecked() {
    for options in ["--all", "--all --json"] {
        let answer = sator(&format!("solve 6 {options}")).run();
        let run = sator("check 6 --solution -").input(answer.exits(0).stdout.as_str()).run();
        run.fails().mentions(&["expected one filled board, found several"]);
    }
}

#[test]
fn standard_input_is_not_asked_for_two_things() {
    for words in ["check - --solution -", "check queens --solution -", "decode --answer -"] {
        let run = sator(words).input("4").run();
        run.fails().says("standard input can be read only once: name a file\n");
    }
}

#[test]
fn that_there_is_no_answer_is_told_as_the_solvers_word() {
    let run = sator("decode 8 --answer -").input("s UNSATISFIABLE\n").run();
    run.exits(1).prints("Unsatisfiable\n").mentions(&["that is the solver's word"]);
}

#[test]
fn each_mistake_is_named_with_its_squares() {
    for (board, mistake) in [
        (".Q..\n...Q\nQ...\nQ...\n", "column 1 has two queens, r3c1 and r4c1"),
        (".QQ.\n...Q\nQ...\n..Q.\n", "row 1 has two queens, r1c2 and r1c3"),
        ("....\n...Q\nQ...\n..Q.\n", "row 1 has no queen"),
        ("....\n....\n....\n....\n", "row 1 has no queen"),
        ("Q...\n...Q\n.Q..\n..Q.\n", "r3c2 and r4c3"),
        ("...Q\nQ...\n..Q.\n.Q..\n", "r3c3 and r4c2"),
    ] {
        let run = check("4", board);
        assert!(run.exits(1).stdout.contains(mistake), "{run:?}");
        run.says("");
    }
}

#[test]
fn clues_are_rules_too() {
    let run = check("Q...\n....\n....\n....", BOARD);
    assert!(run.exits(1).stdout.contains("r1c1"), "{run:?}");
    let run = check(".x..\n....\n....\n....", BOARD);
    assert!(run.exits(1).stdout.contains("r1c2"), "{run:?}");
    check("....\n...Q\n....\nx...", BOARD).exits(0);
}

#[test]
fn queens_in_regions_may_share_a_diagonal_but_not_touch() {
    const REGIONS: &str = "AABBC\nAABCC\nADDEC\nADEEC\nDDEEC\n";
    assert!(Queens::regions(REGIONS).accepts(&[2, 0, 4, 1, 3]));
    check(REGIONS, "3 1 5 2 4").exits(0).prints("Correct\n");
    for (board, mistake) in [
        ("4 1 2 5 3", ["touch", "r2c1 and r3c2"]),
        ("1 3 5 4 2", ["touch", "r3c5 and r4c4"]),
        ("1 4 2 5 3", ["region", "r2c4 and r4c5"]),
        ("1 3 3 5 2", ["column 3", "r2c3 and r3c3"]),
    ] {
        let run = check(REGIONS, board);
        assert!(mistake.iter().all(|words| run.exits(1).stdout.contains(words)), "{run:?}");
    }
}

#[test]
fn verdicts_are_json_when_asked() {
    let right = sator("check 4 --solution - --json").input(BOARD).run().exits(0).object();
    assert_eq!(right, json!({"puzzle": "queens", "correct": true}));
    let wrong = sator("check 4 --solution - --json").input("2 4 1 1").run().exits(1).object();
    assert_eq!((&wrong["puzzle"], &wrong["correct"]), (&json!("queens"), &json!(false)));
    assert_eq!(wrong["reason"], "column 1 has two queens, r3c1 and r4c1");
}

#[test]
fn what_is_no_filled_board_is_no_mistake_but_an_error() {
    for (text, place) in [
        ("", "board.txt: expected"),
        ("..\n..\n", "board.txt:1: expected a row of 4 squares, found 2"),
        ("....\n....\n....\n", "board.txt:3: expected 4 rows, found 3"),
        (".Q..\n..?Q\nQ...\n..Q.\n", "board.txt:2:3: "),
        ("2 4 1 5", "board.txt:1:7: expected a column from 1 to 4, found '5'"),
        ("2 4 1", "board.txt: expected 4 columns, found 3"),
        (r#"{"status":"unsat","solutions":[]}"#, "board.txt: expected"),
        ("Unsatisfiable\n", "board.txt:1:1: expected"),
    ] {
        check("4", text).fails().mentions(&[place]);
    }
    check("4", b"\x7fELF\x02\x01\0\xff\xfe").fails().mentions(&["board.txt:1:", "0x"]);
    sator("check 4 --solution absent.txt").run().fails().mentions(&["absent.txt: no such file"]);
    sator("check 4").run().fails().mentions(&["--solution"]);
    check("0", BOARD).fails();
}
