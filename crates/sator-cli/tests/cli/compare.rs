//! `sator compare`: homework with one mistake, other numberings, and many files at once.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::common::{Folder, sator};

/// A sudoku with few clues, of which rows and columns cannot be exchanged.
const FEW: &str = "1......2....4...";

/// The clauses of the formula that `generate` writes, without the zeros.
fn clauses(folder: &Folder, words: &str) -> Vec<Vec<i64>> {
    sator(&format!("generate {words} -o own.cnf --quiet --force")).inside(folder).run().exits(0);
    let text = folder.read("own.cnf");
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let numbers = |line: &str| {
        let numbers = line.split(' ').map(|word| word.parse::<i64>().unwrap());
        numbers.filter(|&number| number != 0).collect()
    };
    lines.map(numbers).collect()
}

/// A file of clauses, after two lines of comments and a header; `name` gives each variable its number.
fn homework(clauses: &[Vec<i64>], name: &dyn Fn(i64) -> i64) -> String {
    let named = |lit: &i64| {
        let sign = if *lit < 0 { "-" } else { "" };
        format!("{sign}{}", name(lit.abs()))
    };
    let most = clauses.iter().flatten().map(|lit| name(lit.abs())).max().unwrap_or(0);
    let mut text = format!("c homework\nc of a student\np cnf {} {}\n", most.max(1), clauses.len());
    for clause in clauses {
        let clause: Vec<_> = clause.iter().map(named).collect();
        writeln!(text, "{} 0", clause.join(" ")).unwrap();
    }
    text
}

/// The object of a comparison with a sudoku's own formula.
fn compared(folder: &Folder, file: &str, puzzle: &str, status: i32) -> Value {
    let words = format!("compare {file} --json --puzzle {puzzle}");
    sator(&words).inside(folder).run().exits(status).object()
}

/// The variable of a 4×4 sudoku: row and column from 0, and value from 1.
fn places(variable: i64) -> [i64; 3] {
    let index = variable - 1;
    [index / 16, index / 4 % 4, index % 4 + 1]
}

#[test]
fn the_board_of_a_difference_is_the_model_and_its_broken_rule_is_named() {
    let folder = Folder::new();
    let mut all = clauses(&folder, &format!("sudoku {FEW}"));
    let given = all.iter().position(|clause| clause == &[1]).expect("the clue r1c1 = 1");
    all.remove(given);
    folder.write("homework.cnf", homework(&all, &|it| it));
    let object = compared(&folder, "homework.cnf", &format!("sudoku {FEW}"), 1);
    assert_eq!(object["only"], "homework.cnf");
    assert_eq!(object["solution"], false);
    let literals: Vec<i64> = serde_json::from_value(object["literals"].clone()).unwrap();
    let board = object["board"].as_str().unwrap();
    let digits: Vec<i64> = board.chars().filter_map(|it| it.to_digit(10)).map(i64::from).collect();
    let values: Vec<_> = literals.iter().filter(|lit| **lit > 0).map(|&it| places(it)[2]).collect();
    assert_eq!(digits, values, "{board}");
    assert_ne!(digits[0], 1, "{board}");
    let rule = object["rule"].as_str().unwrap();
    assert!(rule.starts_with("r1c1 is given as 1, and is "), "{rule}");
}

#[test]
fn the_line_of_the_clause_that_excludes_a_right_board_is_named() {
    let folder = Folder::new();
    let mut all = clauses(&folder, "8");
    // A queen on r1c1 in four answers, and in none of the homework.
    all.insert(7, vec![-1, 2]);
    folder.write("homework.cnf", homework(&all, &|it| it));
    let run = sator("compare homework.cnf --puzzle queens 8").inside(&folder).run();
    run.exits(1).stderr_has(&[
        "it is a solution of the puzzle\n",
        "homework.cnf excludes it in line 11: -1 2 0\n",
    ]);
    let object = compared(&folder, "homework.cnf", "queens 8", 1);
    assert_eq!(json!([object["lines"], object["clause"]]), json!([[11], [-1, 2]]));
    // Two clauses over an auxiliary variable exclude the same.
    all[7] = vec![-1, 100];
    all.push(vec![-100, 2]);
    folder.write("homework.cnf", homework(&all, &|it| it));
    let object = compared(&folder, "homework.cnf", "queens 8", 1);
    assert_eq!(object["lines"], json!([11, 3 + all.len()]));
}

#[test]
fn blank_boards_are_compared_whatever_the_encoding() {
    let folder = Folder::new();
    let blank = ".".repeat(36);
    for encoding in ["ladder", "two-product", "bitwise", "minimal"] {
        let words =
            format!("generate sudoku {blank} --encoding {encoding} -o a.cnf --quiet --force");
        sator(&words).inside(&folder).run().exits(0);
        let object = compared(&folder, "a.cnf", &format!("sudoku {blank}"), 0);
        assert_eq!(object["equal"], true, "{encoding}");
    }
    // Without the clauses of boxes: a Latin square.
    let mut all = clauses(&folder, &format!("sudoku {blank} --encoding minimal,pairwise"));
    all.retain(|clause| {
        let [one, other] = clause[..] else { return true };
        let [one, other] = [one, other].map(|lit| lit.abs() - 1);
        one / 36 == other / 36 || one / 6 % 6 == other / 6 % 6
    });
    folder.write("homework.cnf", homework(&all, &|it| it));
    let object = compared(&folder, "homework.cnf", &format!("sudoku {blank}"), 1);
    assert_eq!(object["only"], "homework.cnf");
    assert!(object["rule"].as_str().unwrap().starts_with("box "), "{object}");
}

#[test]
fn usual_numberings_are_recognised() {
    let folder = Folder::new();
    let all = clauses(&folder, &format!("sudoku {FEW}"));
    let cases: [(&dyn Fn(i64) -> i64, &str); 6] = [
        (
            &|it| {
                let [r, c, v] = places(it);
                100 * (r + 1) + 10 * (c + 1) + v
            },
            "100*row + 10*column + value",
        ),
        (&|it| it + 1, "16*(row - 1) + 4*(column - 1) + value + 1"),
        (&|it| it - 1, "16*(row - 1) + 4*(column - 1) + value - 1"),
        (
            &|it| {
                let [r, c, v] = places(it);
                16 * (v - 1) + 4 * r + c + 1
            },
            "16*(value - 1) + 4*(row - 1) + column",
        ),
        (
            &|it| {
                let [r, c, v] = places(it);
                16 * c + 4 * r + v
            },
            "16*(column - 1) + 4*(row - 1) + value",
        ),
        (
            &|it| {
                let [r, c, v] = places(it);
                16 * (v - 1) + 4 * r + c
            },
            "16*(value - 1) + 4*(row - 1) + column - 1",
        ),
    ];
    for (name, expected) in cases {
        let text = homework(&all, name);
        folder.write("homework.cnf", &text);
        let run =
            sator(&format!("compare homework.cnf --puzzle sudoku {FEW}")).inside(&folder).run();
        // A negated variable 0 is no literal at all.
        let status = if text.contains("-0 ") { 2 } else { 1 };
        let stderr = format!("if variable {expected} is the value of a cell\n");
        run.exits(status).stderr_has(&[stderr.as_str()]);
    }
}

#[test]
fn a_variable_0_in_a_line_is_said() {
    let folder = Folder::new();
    // Several clauses in a line, which the header counts.
    folder.write("homework.cnf", "p cnf 16 3\n1 0 2 0\n2 0\n");
    let run = sator("compare homework.cnf --puzzle queens 4").inside(&folder).run();
    run.exits(1).stderr_has(&["line 2 of homework.cnf has a 0 before its end"]);
    folder.write("homework.cnf", "p cnf 16 2\n-0 1 0\n2 0\n");
    let run = sator("compare homework.cnf --puzzle queens 4").inside(&folder).run();
    run.exits(2).stderr_is(
        "homework.cnf:2:1: expected a literal or 0, found '-0'; variables count from 1, and read with \
         variables from 0, no numbering is found in which it is equal to the formula of 4-Queens\n",
    );
}

/// A program that prints -0 as 0 leaves a file that is a formula, of other clauses.
#[test]
fn a_file_with_variables_from_0_and_no_minus_0_is_recognised() {
    let folder = Folder::new();
    let all = clauses(&folder, &format!("sudoku {FEW}"));
    let from_zero = homework(&all, &|it| it - 1).replace("-0 ", "0 ");
    // The clauses of variable 0 have lost their sign.
    folder.write("broken.cnf", &from_zero);
    let run = |words: &str| sator(&format!("compare {words}")).inside(&folder).run();
    let seems = "the file seems to number its variables from 0: this line has a 0 before its end; \
                 variables count from 1, and read with variables from 0, ";
    run(&format!("broken.cnf --puzzle sudoku {FEW}")).exits(2).stderr_has(&[
        seems,
        "no numbering is found in which it is equal to the formula of 4×4 Sudoku\n",
    ]);
    let objects =
        run(&format!("broken.cnf --each --json --puzzle sudoku {FEW}")).exits(2).objects();
    assert_eq!(objects[0]["verdict"], "invalid");
    assert!(objects[0]["noticed"].as_str().unwrap().contains(seems), "{}", objects[0]);
    // Two files, without a puzzle.
    folder.write("z.cnf", "p cnf 3 2\n0 1 2 0\n1 2 0\n");
    folder.write("one.cnf", "p cnf 3 2\n1 2 3 0\n2 3 0\n");
    folder.write("other.cnf", "p cnf 3 2\n1 2 3 0\n2 -3 0\n");
    let said = |it: &str| format!("z.cnf:2: {seems}it {it}\n");
    run("z.cnf one.cnf --variables 1..3").exits(2).stderr_is(&said("is equal to one.cnf"));
    run("one.cnf z.cnf --variables 1..3").exits(2).stderr_is(&said("is equal to one.cnf"));
    run("z.cnf other.cnf --variables 1..3").exits(2).stderr_is(&said("differs from other.cnf"));
    run("z.cnf z.cnf --variables 1..3").exits(2).stderr_is(&said("is equal to z.cnf"));
    // The lines are not clauses: it is announced that several are in a line.
    folder.write("several.cnf", "p cnf 3 3\n1 2 0 2 3 0\n1 0\n");
    run("several.cnf several.cnf --variables 1..3").exits(0);
}

#[test]
fn a_row_for_each_file_needs_a_puzzle() {
    let folder = Folder::with("a.cnf", "p cnf 1 1\n1 0\n");
    for option in ["--csv", "--each"] {
        let words = format!("compare a.cnf a.cnf --variables 1 {option}");
        sator(&words).inside(&folder).run().exits(2).stderr_is(
            "--csv and --each compare each file with a puzzle's own formula: name it by --puzzle\n",
        );
    }
}

#[test]
fn many_files_have_a_row_each_and_the_worst_exit_status() {
    let folder = Folder::new();
    let mut all = clauses(&folder, "4");
    folder.write("a.cnf", homework(&all, &|it| it));
    let mut rooks = all.clone();
    rooks.retain(|clause| {
        let [one, other] = clause[..] else { return true };
        let [one, other] = [one, other].map(|lit| lit.abs() - 1);
        one / 4 == other / 4 || one % 4 == other % 4
    });
    folder.write("b.cnf", homework(&rooks, &|it| it));
    all.push(vec![-2]);
    folder.write("c.cnf", homework(&all, &|it| it));
    folder.write("d.cnf", "p cnf 1\n");
    let run = |words: &str| sator(&format!("compare {words}")).inside(&folder).run();
    let table = run("a.cnf b.cnf c.cnf --csv --puzzle queens 4");
    let line = 3 + all.len();
    let expected = [
        "file,verdict,difference,line,noticed".to_owned(),
        "a.cnf,equal,,,".to_owned(),
        "b.cnf,different,allows a wrong board,,".to_owned(),
        format!(
            "c.cnf,different,excludes a right board,{line},c.cnf excludes it in line {line}: -2 0"
        ),
    ];
    let stdout = &table.exits(1).stdout;
    for (row, expected) in stdout.lines().zip(&expected) {
        assert!(row.starts_with(expected.as_str()), "{row} is not {expected}");
    }
    assert_eq!(stdout.lines().count(), 4);
    run("a.cnf a.cnf --each --puzzle queens 4").exits(0);
    let objects = run("d.cnf a.cnf b.cnf --json --puzzle queens 4").exits(2).objects();
    let verdicts: Vec<_> = objects.iter().map(|object| object["verdict"].clone()).collect();
    assert_eq!(verdicts, ["invalid", "equal", "different"]);
    assert_eq!(objects[0]["line"], 1);
    let stopped = run("a.cnf b.cnf c.cnf --timeout 0.000001 --csv --puzzle queens 4");
    stopped.exits(3);
    run("a.cnf b.cnf c.cnf --variables 1..16").exits(2);
}

/// Random formulas over four named variables and some auxiliary ones: the verdict and the model are
/// those of all assignments, whichever backend compares.
#[test]
fn verdicts_are_those_of_all_assignments() {
    let mut seed = 5_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let folder = Folder::new();
    let (mut equal, mut different) = (0, 0);
    for round in 0..24 {
        let mut formula = |clauses: u64| -> Vec<Vec<i64>> {
            let mut lit = || (1 + random(7) as i64) * if random(2) == 0 { 1 } else { -1 };
            (0..clauses).map(|at| (0..=at % 3).map(|_| lit()).collect()).collect()
        };
        let first = formula(6);
        let second = if round % 2 == 0 {
            // The same with a consequence: every resolvent of two clauses follows.
            let mut longer = first.clone();
            longer.push([first[1].clone(), first[2].clone()].concat());
            longer
        } else {
            formula(6)
        };
        let files = [("a.cnf", &first), ("b.cnf", &second)];
        for (name, clauses) in files {
            folder.write(name, homework(clauses, &|it| it).replace("p cnf ", "p cnf 7 0\nc "));
        }
        let models = |clauses: &[Vec<i64>]| -> Vec<u64> {
            let is_model = |bits: &u64| {
                let is_true = |lit: &i64| (bits >> (lit.abs() - 1) & 1 == 1) == (*lit > 0);
                clauses.iter().all(|clause| clause.iter().any(is_true))
            };
            let mut models: Vec<_> = (0..1 << 7).filter(is_model).map(|bits| bits % 16).collect();
            models.dedup();
            models.sort_unstable();
            models.dedup();
            models
        };
        let [ours, theirs] = files.map(|(_, clauses)| models(clauses));
        let backend = ["auto", "batsat", "varisat"][round % 3];
        let words =
            format!("compare a.cnf b.cnf --variables 1..4 --json --quiet --backend {backend}");
        let run = sator(&words).inside(&folder).run();
        let object = run.object();
        assert_eq!(object["equal"], ours == theirs, "{first:?} {second:?}");
        if ours == theirs {
            equal += 1;
            run.exits(0);
            continue;
        }
        different += 1;
        run.exits(1);
        let literals: Vec<i64> = serde_json::from_value(object["literals"].clone()).unwrap();
        let bits = literals.iter().filter(|lit| **lit > 0).map(|lit| 1 << (lit - 1)).sum::<u64>();
        let (has, lacks) = if object["only"] == "a.cnf" { (ours, theirs) } else { (theirs, ours) };
        assert!(has.contains(&bits) && !lacks.contains(&bits), "{object}");
        assert!(!object["lines"].as_array().unwrap().is_empty(), "{object}");
    }
    assert!(equal > 3 && different > 3, "{equal} equal, {different} different");
}
