//! `sator generate --to`: the rules for pseudo-Boolean and SMT solvers, to the letter; and the way
//! there and back through every solver program of the field.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::common::{Folder, PROGRAM, Run, Sator, sator};

#[track_caller]
fn generated(options: &str) -> String {
    sator(&format!("generate {options} -o -")).run().exits(0).stdout.clone()
}

// The texts.

const SMALL_BOARD: &str = "...\n.Q.\nx..\n";

#[test]
fn a_small_board_is_written_as_opb_to_the_letter() {
    let folder = Folder::with("small.txt", SMALL_BOARD);
    let run = sator("generate small.txt --to opb").inside(&folder).run();
    run.exits(0)
        .prints("Successfully wrote problem to 'small.opb' (9 variables, 14 constraints)\n")
        .says("Generating OPB for 3-Queens problem...\n");
    let expected = "\
* #variable= 9 #constraint= 14
* 3-Queens
+1 x1 +1 x2 +1 x3 = 1 ;
+1 x4 +1 x5 +1 x6 = 1 ;
+1 x7 +1 x8 +1 x9 = 1 ;
-1 x1 -1 x4 -1 x7 >= -1 ;
-1 x2 -1 x5 -1 x8 >= -1 ;
-1 x3 -1 x6 -1 x9 >= -1 ;
-1 x2 -1 x6 >= -1 ;
-1 x2 -1 x4 >= -1 ;
-1 x1 -1 x5 -1 x9 >= -1 ;
-1 x3 -1 x5 -1 x7 >= -1 ;
-1 x4 -1 x8 >= -1 ;
-1 x6 -1 x8 >= -1 ;
+1 x5 = 1 ;
+1 x7 = 0 ;
";
    assert_eq!(folder.read("small.opb"), expected);
    assert_eq!(folder.names(), ["small.opb", "small.txt"]);
}

#[test]
fn a_small_board_is_written_as_smtlib_to_the_letter() {
    let folder = Folder::with("small.txt", SMALL_BOARD);
    let run = sator("generate small.txt --to smtlib").inside(&folder).run();
    run.exits(0)
        .prints("Successfully wrote problem to 'small.smt2' (3 integers, 8 assertions)\n")
        .says("Generating SMT-LIB for 3-Queens problem...\n");
    let expected = "\
; 3-Queens
(set-option :produce-models true)
(set-option :dump-models true)
(set-logic QF_LIA)
(declare-const row1 Int)
(declare-const row2 Int)
(declare-const row3 Int)
(assert (<= 1 row1 3))
(assert (<= 1 row2 3))
(assert (<= 1 row3 3))
(assert (distinct row1 row2 row3))
(assert (distinct row1 (- row2 1) (- row3 2)))
(assert (distinct row1 (+ row2 1) (+ row3 2)))
(assert (= row2 2))
(assert (not (= row3 1)))
(check-sat)
";
    assert_eq!(folder.read("small.smt2"), expected);
}

/// The houses of a 4×4 sudoku, as places from 0: rows, columns, boxes.
fn houses() -> Vec<[usize; 4]> {
    let rows = (0..4).map(|row| [0, 1, 2, 3].map(|i| 4 * row + i));
    let columns = (0..4).map(|column| [0, 1, 2, 3].map(|i| 4 * i + column));
    let boxes = [0, 2, 8, 10].map(|corner| [0, 1, 4, 5].map(|i| corner + i));
    rows.chain(columns).chain(boxes).collect()
}

const SMALL_SUDOKU: &str = "1..4.23..41.3..2";

fn given() -> impl Iterator<Item = (usize, u32)> {
    let symbols = SMALL_SUDOKU.chars().enumerate();
    symbols.filter_map(|(place, symbol)| Some((place, symbol.to_digit(10)?)))
}

#[test]
fn a_small_sudoku_is_written_as_opb_to_the_letter() {
    let exactly_one = |text: &mut String, variables: [usize; 4]| {
        let [a, b, c, d] = variables;
        writeln!(text, "+1 x{a} +1 x{b} +1 x{c} +1 x{d} = 1 ;").unwrap();
    };
    let mut expected = "* #variable= 64 #constraint= 72\n* 4×4 Sudoku\n".to_owned();
    for cell in 0..16 {
        exactly_one(&mut expected, [1, 2, 3, 4].map(|value| 4 * cell + value));
    }
    for house in houses() {
        for value in 1..=4 {
            exactly_one(&mut expected, house.map(|place| 4 * place + value));
        }
    }
    for (place, value) in given() {
        writeln!(expected, "+1 x{} = 1 ;", 4 * place + value as usize).unwrap();
    }
    assert_eq!(generated(&format!("sudoku {SMALL_SUDOKU} --to opb")), expected);
}

#[test]
fn a_small_sudoku_is_written_as_smtlib_to_the_letter() {
    let name = |place: usize| format!("r{}c{}", place / 4 + 1, place % 4 + 1);
    let mut expected = "; 4×4 Sudoku\n(set-option :produce-models true)\n\
        (set-option :dump-models true)\n(set-logic QF_LIA)\n"
        .to_owned();
    for place in 0..16 {
        writeln!(expected, "(declare-const {} Int)", name(place)).unwrap();
    }
    for place in 0..16 {
        writeln!(expected, "(assert (<= 1 {} 4))", name(place)).unwrap();
    }
    for house in houses() {
        writeln!(expected, "(assert (distinct {}))", house.map(name).join(" ")).unwrap();
    }
    for (place, value) in given() {
        writeln!(expected, "(assert (= {} {value}))", name(place)).unwrap();
    }
    expected += "(check-sat)\n";
    assert_eq!(generated(&format!("sudoku {SMALL_SUDOKU} --to smtlib")), expected);
}

#[test]
fn regions_are_counted_and_corners_exclude_each_other() {
    let folder = Folder::with("regions.txt", "AABB\nAACB\nDCCB\nDDCC\n");
    let run = sator("generate regions.txt --to smtlib -o - --annotate").inside(&folder).run();
    let text = &run.exits(0).stdout;
    for part in [
        "; the region at r3c1 has a queen\n\
         (assert (or (= row3 1) (= row4 1) (= row4 2)))\n",
        "; the region at r3c1 has only one queen\n(assert (<= (+ (ite (= row3 1) 1 0) \
         (ite (= row4 1) 1 0) (ite (= row4 2) 1 0)) 1))\n",
        "; queens on r1c1 and r2c2 would touch\n(assert (or (not (= row1 1)) (not (= row2 2))))\n",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    assert_eq!(text.matches("distinct").count(), 1, "only columns are told apart:\n{text}");
}

#[test]
fn annotations_are_comments_and_change_nothing() {
    let opb = generated("5 --to opb --annotate");
    assert!(opb.contains("\n* 5-Queens\n* x1 queen on r1c1\n* x2 queen on r1c2\n"), "{opb}");
    assert_eq!(opb.lines().filter(|line| line.contains("queen on")).count(), 25);
    let smtlib = generated("5 --to smtlib --annotate");
    let words = "; no column has two queens\n(assert (distinct row1 row2 row3 row4 row5))\n";
    assert!(smtlib.contains(words), "{smtlib}");
    for (format, annotated, mark) in [("opb", opb, "* x"), ("smtlib", smtlib, "; no ")] {
        let bare: Vec<_> = annotated.lines().filter(|line| !line.starts_with(mark)).collect();
        assert_eq!(bare.join("\n") + "\n", generated(&format!("5 --to {format}")));
    }
}

#[test]
fn the_size_is_told_in_the_words_of_the_format() {
    let folder = Folder::new();
    let object = |words: &str| sator(words).inside(&folder).run().exits(0).object();
    let opb = json!({
        "variables": 64,
        "constraints": 42,
        "families": {
            "cells": { "constraints": 8 },
            "columns": { "constraints": 8 },
            "diagonals": { "constraints": 26 },
        },
        "file": "8-queens.opb",
    });
    assert_eq!(object("generate 8 --to opb --json"), opb);
    let smtlib = json!({
        "integers": 8,
        "assertions": 11,
        "families": {
            "cells": { "assertions": 8 },
            "columns": { "assertions": 1 },
            "diagonals": { "assertions": 2 },
        },
        "file": "8-queens.smt2",
    });
    assert_eq!(object("generate 8 --to smtlib --json"), smtlib);
    let run = sator("generate 8 --to opb --stats").inside(&folder).run();
    run.mentions(&["variables                        64\nconstraints                      42\n"]);
    let run = sator("generate 8 --to smtlib --stats").inside(&folder).run();
    run.mentions(&["integers                          8\nassertions                       11\n"]);
    assert_eq!(folder.names(), ["8-queens.opb", "8-queens.smt2"]);
}

#[test]
fn rules_can_be_chosen_and_methods_cannot() {
    let lines = |options: &str| {
        let text = generated(&format!("8 --to opb {options}"));
        text.lines().filter(|line| !line.starts_with('*')).count()
    };
    // With the columns that have a queen, each is exactly one; without "only one", rows are >= 1.
    assert_eq!(lines("--encoding extended"), 42);
    assert!(generated("8 --to opb --encoding extended").contains("+1 x1 +1 x9"));
    assert!(generated("8 --to opb --encoding minimal").contains("+1 x7 +1 x8 >= 1 ;"));
    for format in ["opb", "smtlib"] {
        for encoding in ["pairwise", "minimal,bimander", "totalizer"] {
            let run =
                sator(&format!("generate 8 -q -o - --to {format} --encoding {encoding}")).run();
            run.fails().mentions(&["is about clauses", "keeps constraints whole", "minimal"]);
        }
        sator(&format!("generate 8 -q -o - --to {format} --encoding auto")).run().exits(0);
    }
}

#[test]
fn what_is_known_can_be_left_out_of_opb_and_not_of_smtlib() {
    let sudoku = format!("sudoku {SMALL_SUDOKU}");
    let reduced = generated(&format!("{sudoku} --to opb --reduced"));
    // All of it is known: no rule is left.
    assert_eq!(reduced.lines().filter(|line| !line.starts_with('*')).count(), 64);
    assert_eq!(reduced.matches(" = 1 ;").count(), 16);
    let run = sator(&format!("generate {sudoku} --to smtlib --reduced -q -o -")).run();
    run.fails().says("--reduced is for dimacs and opb: SMT-LIB has the rules as they are\n");
}

#[test]
fn an_unknown_format_is_told_with_the_known_ones() {
    sator("generate 8 --to smt").run().fails().mentions(&["dimacs, opb, smtlib"]);
}

#[test]
fn an_interrupt_leaves_no_file() {
    let folder = Folder::new();
    let mut run = sator("generate 2500 --to opb").inside(&folder).start();
    run.has_spoken();
    thread::sleep(Duration::from_millis(100));
    run.interrupt();
    run.finish().exits(3).prints("");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let words = format!("{PROGRAM} generate 300 --to opb -o - | head -1");
    let run = Sator::program("sh").args(["-c", &words]).run();
    run.exits(0).prints("* #variable= 90000 #constraint= 1794\n");
    run.says("Generating OPB for 300-Queens problem...\n");
}

#[test]
fn a_full_disk_is_told() {
    for format in ["opb", "smtlib"] {
        let run = sator(&format!("generate 300 -q --to {format} -o /dev/full")).run();
        run.fails().says("/dev/full: no space left on the device\n");
    }
}

// There and back.

/// A puzzle, and whether it has an answer.
fn puzzles(folder: &Folder) -> Vec<(PathBuf, bool)> {
    folder.write("eight.txt", "8\n");
    folder.write("three.txt", "3\n");
    folder.write("blocked.txt", "x.....\n......\n...x..\n......\nx.....\n.....x\n");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    vec![
        (folder.path("eight.txt"), true),
        (folder.path("three.txt"), false),
        (folder.path("blocked.txt"), true),
        (examples.join("queens/regions.txt"), true),
        (examples.join("sudoku/9x9.txt"), true),
        (examples.join("sudoku/6x6.txt"), true),
        (examples.join("sudoku/impossible.txt"), false),
        (examples.join("killer/wikipedia.txt"), true),
        (examples.join("killer/wikipedia-changed.txt"), false),
    ]
}

/// What a program printed about a file in the folder.
#[track_caller]
fn reply(command: &str, folder: &Folder) -> String {
    let (program, args) = command.split_once(' ').unwrap();
    let output = Command::new(program).args(args.split(' ')).current_dir(folder.path("")).output();
    let output = output.unwrap_or_else(|error| {
        let package = if program == "cryptominisat5" { "cryptominisat" } else { program };
        panic!("{program}: {error}; `cargo xtask test` installs it, or apt-get install {package}")
    });
    // Where solvers tell the verdict by it; above are signals.
    let status = output.status.code().unwrap_or(-1);
    assert!([0, 10, 20, 30].contains(&status), "{command}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every puzzle, written with the options, solved by the command, is a board that `check` accepts.
#[track_caller]
fn there_and_back(options: &str, file: &str, command: &str, result: Option<&str>) {
    let folder = Folder::new();
    for (puzzle, is_solvable) in puzzles(&folder) {
        let on_puzzle = |words: &str| sator(words).arg(&puzzle).inside(&folder);
        on_puzzle(&format!("generate {options} -q -o {file}")).run().exits(0);
        let printed = reply(command, &folder);
        folder.write("answer.txt", result.map_or(printed, |result| folder.read(result)));
        let run = on_puzzle("decode -q --answer answer.txt").run();
        let case = format!("{command} on {}", puzzle.display());
        if is_solvable {
            assert!(run.stdout.starts_with("Found a solution"), "{case}: {run:?}");
            folder.write("board.txt", &run.exits(0).stdout);
            on_puzzle("check --solution board.txt").run().exits(0).prints("Correct\n");
        } else {
            assert_eq!(run.exits(1).stdout, "Unsatisfiable\n", "{case}");
        }
    }
}

#[test]
fn z3_and_cvc5_understand_smtlib_and_end_well() {
    for command in ["z3 -smt2 problem.smt2", "cvc5 problem.smt2"] {
        there_and_back("--to smtlib", "problem.smt2", command, None);
        there_and_back("--to smtlib --annotate", "problem.smt2", command, None);
    }
}

#[test]
fn clasp_and_minisat_plus_understand_opb() {
    for command in ["clasp problem.opb", "minisat+ problem.opb"] {
        there_and_back("--to opb --annotate", "problem.opb", command, None);
        there_and_back("--to opb --reduced", "problem.opb", command, None);
    }
}

#[test]
fn all_sat_solvers_understand_dimacs() {
    for command in [
        "cadical problem.cnf",
        "cryptominisat5 problem.cnf",
        "picosat problem.cnf",
        "clasp problem.cnf",
    ] {
        there_and_back("", "problem.cnf", command, None);
    }
    there_and_back("", "problem.cnf", "z3 -dimacs problem.cnf", None);
    there_and_back("", "problem.cnf", "minisat problem.cnf result.txt", Some("result.txt"));
}

#[test]
fn a_solver_may_be_asked_for_values_by_name() {
    let folder = Folder::new();
    let text = generated("6 --to smtlib").replace("(set-option :dump-models true)\n", "");
    folder.write("problem.smt2", text + "(get-value (row1 row2 row3 row4 row5 row6))\n");
    for command in ["z3 -smt2 problem.smt2", "cvc5 problem.smt2"] {
        let answer = reply(command, &folder);
        let run = sator("decode 6 --answer -").input(answer).run();
        sator("check 6 --solution -").input(run.exits(0).stdout.as_str()).run().exits(0);
    }
}

// Answers that do not fit.

fn decode(puzzle: &str, answer: &str) -> Run {
    let folder = Folder::with("answer.txt", answer);
    sator("decode --answer answer.txt").arg(puzzle).inside(&folder).run()
}

#[test]
fn values_come_back_as_a_board() {
    let run = decode("4", "sat\n((row1 2) (row2 4)\n (row3 1) (row4 3))\n");
    let board = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n";
    run.exits(0).prints(&format!("Found a solution for N=4\n\n--- Solution 1 ---\n{board}"));
    let names = "c\nv -x1 x2 -x3 -x4 -x5 -x6 -x7 x8\nv x9 x15 -x16\ns SATISFIABLE\n";
    decode("4", names).exits(0).prints(&run.stdout);
}

#[test]
fn the_verdict_of_an_smt_solver_is_believed() {
    let run = decode("3", "unsat\n(error \"line 16 column 9: model is not available\")\n");
    run.exits(1).prints("Unsatisfiable\n").mentions(&["that is the solver's word"]);
    decode("3", "unknown\n").exits(3).prints("Unknown\n");
    let object = sator("decode 3 --json --answer -").input("unsat\n").run().exits(1).object();
    assert_eq!(object["status"], "unsat");
}

#[test]
fn values_that_do_not_fit_are_refused_with_their_place() {
    for (answer, reason) in [
        (
            "sat\n((row1 2) (row2 4) (row3 1))",
            "answer.txt: the answer is for another formula: \
            expected a value for row4, found none",
        ),
        (
            "sat\n((row1 2) (row2 5) (row3 1) (row4 3))",
            "answer.txt:2:12: expected a value from 1 \
            to 4 for row2, found 5",
        ),
        ("sat\n((row1 2) (row2 (- 4)) (row3 1) (row4 3))", "found -4"),
        (
            "sat\n((row1 2)\n (row9 5))",
            "answer.txt:3:3: the answer is for another formula: it has \
            no 'row9'",
        ),
        ("sat\n((row1 2) (row1 3))", "answer.txt:2:12: expected one value for 'row1', found both"),
        ("sat\n((row1 2) (row2", "answer.txt:2:16: expected ')' at the end of the reply"),
        ("sat\n", "answer.txt:1:1: expected values with this verdict"),
        (
            "sat\n(error \"no model\")\n",
            "answer.txt:2:1: expected an answer, found the solver's \
            error 'no model'",
        ),
        (
            "sat\n((row1 1) (row2 1) (row3 2) (row4 3))",
            "answer.txt: the answer is wrong: column 1 \
            has two queens",
        ),
    ] {
        decode("4", answer).fails().mentions(&[reason]);
    }
}

#[test]
fn names_that_do_not_fit_are_refused() {
    let run = decode("4", "s SATISFIABLE\nv x1 x8\n");
    run.fails().mentions(&["answer.txt: ", "another formula: expected 16 variables, found 8"]);
    let run = decode("4", "s SATISFIABLE\nv x1 x8 -y3\n");
    run.fails().mentions(&["answer.txt:2:9: ", "'-y3'"]);
    decode("4", "s OPTIMUM FOUND\nv x1 x5 x12 x14 -x16\n").fails().mentions(&["column 1"]);
}
