//! Killer sudoku through the other verbs: formulas for other solvers and back, proofs, many in one
//! file, and ways to write sums compared.

use std::collections::HashSet;
use std::fs;

use serde_json::{Value, json};

use crate::common::{Folder, Run, Sator, sator};
use crate::killer::{DRAWN, FOUR, FREE, LINE, example};
use crate::programs::has;

// Formulas.

/// A formula of FOUR, with its lines.
fn formula(options: &str) -> Vec<String> {
    let folder = Folder::with("four.txt", FOUR);
    let run = sator(&format!("generate four.txt -q -o - {options}")).inside(&folder).run();
    run.exits(0).stdout.lines().map(str::to_owned).collect()
}

#[test]
fn variables_are_rows_columns_and_values() {
    let lines = formula("--annotate");
    for row in 0..4 {
        for column in 0..4 {
            for value in 1..=4 {
                let variable = row * 16 + column * 4 + value;
                let meaning = format!("c {variable} r{}c{} is {value}", row + 1, column + 1);
                assert!(lines.contains(&meaning), "no {meaning:?}");
            }
        }
    }
    // What is given: r1c1 is 1, and r3c2 is 1.
    assert!(["1 0", "37 0"].iter().all(|given| lines.iter().any(|line| line == given)));
    assert!(!lines.iter().any(|line| line.starts_with("c 65")), "no cell has this variable");
}

/// The clauses of a formula, and how many variables its header announces.
fn clauses(lines: &[String]) -> (usize, Vec<Vec<i64>>) {
    let header = lines.iter().find_map(|line| line.strip_prefix("p cnf ")).unwrap();
    let (variables, number) = header.split_once(' ').unwrap();
    let is_clause = |line: &&String| !line.starts_with(['c', 'p']);
    let clause = |line: &String| {
        let mut lits: Vec<i64> = line.split(' ').map(|lit| lit.parse().unwrap()).collect();
        assert_eq!(lits.pop(), Some(0), "{line}");
        lits
    };
    let clauses: Vec<_> = lines.iter().filter(is_clause).map(clause).collect();
    assert_eq!(number.parse(), Ok(clauses.len()));
    (variables.parse().unwrap(), clauses)
}

#[test]
fn auxiliary_variables_come_after_those_of_the_cells_and_pairwise_has_none() {
    let (variables, pairwise) = clauses(&formula("--encoding pairwise"));
    assert_eq!(variables, 64);
    // Cage A, r1c1 and r1c2, makes 3: neither 3 nor 4 begins it.
    assert!(pairwise.contains(&vec![-3]) && pairwise.contains(&vec![-4]));
    let (variables, sets) = clauses(&formula("--encoding cage=sets"));
    let largest = sets.iter().flatten().map(|lit| lit.unsigned_abs() as usize).max();
    assert!(variables > 64 && largest == Some(variables), "{variables}");
    // The rules of sudoku come first and are the same: four times 4 × 4 × (1 + 6) clauses.
    assert_eq!(sets[..448], pairwise[..448]);
    assert_eq!(sets[448], [1]);
}

#[test]
fn a_formula_is_named_after_its_file_or_its_kind() {
    let folder = Folder::with("four.txt", FOUR);
    let run = sator("generate four.txt --encoding pairwise").inside(&folder).run();
    let said = "Successfully wrote problem to 'four.cnf' (64 variables, ";
    assert!(run.exits(0).stdout.starts_with(said), "{run:?}");
    sator("generate killer --encoding pairwise").input(FOUR).inside(&folder).run().exits(0);
    assert_eq!(folder.read("killer.cnf"), folder.read("four.cnf"));
}

#[test]
fn an_answer_needs_the_variables_of_the_cells_only() {
    let folder = Folder::with("four.txt", FOUR);
    let places = (0..).zip(LINE.chars());
    let lits = places.map(|(cell, value)| 4 * cell + value.to_digit(10).unwrap());
    let lits: Vec<_> = lits.map(|lit| lit.to_string()).collect();
    folder.write("answer.txt", format!("s SATISFIABLE\nv {} -63 70 0\n", lits.join(" ")));
    let run = sator("decode four.txt --answer answer.txt").inside(&folder).run();
    assert!(run.exits(0).stdout.ends_with(DRAWN), "{run:?}");
    folder.write("free.txt", FREE.replace("E 6, F 8", "E 5, F 9"));
    let run = sator("decode free.txt --answer answer.txt").inside(&folder).run();
    run.fails().says(
        "answer.txt: the answer is wrong: the cage at r3c1 (r3c1, r4c1) adds up to 6, not 5\n",
    );
}

#[test]
fn solver_programs_solve_the_formula_however_it_is_encoded() {
    let folder = Folder::new();
    let commands = [
        ("minisat", "minisat formula.cnf answer.txt"),
        ("cadical", "cadical -q formula.cnf > answer.txt"),
    ];
    for (_, command) in commands.iter().filter(|(program, _)| has(program)) {
        for encoding in ["auto", "pairwise", "cage=totalizer", "minimal,cage=adder"] {
            let puzzle = |words: &str| sator(words).arg(example("wikipedia.txt")).inside(&folder);
            puzzle(&format!("generate -q -o formula.cnf --encoding {encoding}")).run().exits(0);
            let solver = Sator::program("sh").args(["-c", command]).inside(&folder).run();
            solver.exits(10);
            let run = puzzle("decode -q --answer answer.txt").run();
            folder.write("board.txt", &run.exits(0).stdout);
            puzzle("check --solution board.txt").run().exits(0).prints("Correct\n");
        }
    }
}

#[test]
fn sums_are_sums_in_other_formats() {
    let opb = formula("--to opb");
    for sum in [
        "+1 x1 +2 x2 +3 x3 +4 x4 +1 x5 +2 x6 +3 x7 +4 x8 = 3 ;",
        "+1 x37 +2 x38 +3 x39 +4 x40 +1 x41 +2 x42 +3 x43 +4 x44 +1 x53 +2 x54 +3 x55 +4 x56 = 8 ;",
    ] {
        assert!(opb.iter().any(|line| line == sum), "no {sum:?} in {opb:?}");
    }
    assert_eq!(opb.iter().filter(|line| line.contains(" +2 ")).count(), 7);
    let smtlib = formula("--to smtlib");
    for sum in ["(assert (= (+ r1c1 r1c2) 3))", "(assert (= (+ r3c2 r3c3 r4c2) 8))"] {
        assert!(smtlib.iter().any(|line| line == sum), "no {sum:?} in {smtlib:?}");
    }
    // Only cage F lies in no row, column or box.
    let mut differ = smtlib.iter().filter(|line| line.starts_with("(assert (distinct "));
    assert_eq!(differ.next_back().unwrap(), "(assert (distinct r3c2 r3c3 r4c2))");
}

// Proofs.

#[test]
fn bundles_of_the_twins_are_verified() {
    let folder = Folder::new();
    let bundle = |name: &str, into: &str| {
        sator("solve --unique --bundle").arg(into).arg(example(name)).inside(&folder).run()
    };
    bundle("wikipedia.txt", "one").exits(0);
    let said = "the killer puzzle in puzzle.txt, 9×9 Killer Sudoku, has";
    let verify = |bundle: &str| sator("verify").arg(bundle).inside(&folder).run();
    let run = verify("one");
    run.exits(0)
        .prints("VERIFIED\n")
        .says(&format!("{said} the answer in answer.json, and no other\n"));
    bundle("wikipedia-changed.txt", "none").exits(1);
    verify("none").exits(0).prints("VERIFIED\n").says(&format!("{said} no answer\n"));
}

#[test]
fn a_bundle_whose_total_was_changed_is_not_verified() {
    let folder = Folder::with("four.txt", FOUR);
    sator("solve four.txt --unique --bundle b").inside(&folder).run().exits(0);
    let puzzle = folder.path("b").join("puzzle.txt");
    let text = fs::read_to_string(&puzzle).unwrap();
    for (right, wrong) in [("F 8", "F 9"), ("A 3", "A 4")] {
        let changed = text.replace(right, wrong);
        assert_ne!(changed, text);
        fs::write(&puzzle, changed).unwrap();
        let run = sator("verify b").inside(&folder).run();
        assert!(run.exits(1).stdout.starts_with("NOT VERIFIED: "), "{run:?}");
    }
}

#[test]
fn a_proof_goes_with_the_formula() {
    let folder = Folder::new();
    for encoding in ["auto", "pairwise", "cage=diagram"] {
        let run = sator("solve -q --proof proof.drat --cnf formula.cnf --encoding")
            .arg(encoding)
            .arg(example("wikipedia-changed.txt"))
            .inside(&folder)
            .run();
        run.exits(1).prints("Unsatisfiable\n");
        let run = sator("verify formula.cnf proof.drat").inside(&folder).run();
        run.exits(0).prints("VERIFIED\n");
    }
}

// Many.

/// An object a line: solved, without an answer, bad, with several answers.
fn objects() -> Vec<String> {
    let four = json!({
        "n": 4, "cages": [{ "sum": 3, "cells": [[0, 0], [0, 1]] }],
        "givens": [[1, 0, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]],
    });
    let none = four.to_string().replace("\"sum\":3", "\"sum\":4");
    let bad = four.to_string().replace("[0,1]", "[0,9]");
    let several = json!({ "n": 4, "cages": [{ "sum": 3, "cells": [[0, 0], [0, 1]] }],
        "givens": [[0, 0, 3, 4], [3, 4, 0, 0], [0, 0, 4, 3], [4, 3, 0, 0]] });
    vec![four.to_string(), none, bad, several.to_string()]
}

/// What solving these of the objects prints, and the exit status.
fn many(which: &[usize], words: &str) -> Run {
    let objects = objects();
    let lines: Vec<_> = which.iter().map(|&at| objects[at].as_str()).collect();
    let folder = Folder::with("many.jsonl", lines.join("\n"));
    sator(&format!("{words} many.jsonl")).inside(&folder).run()
}

#[test]
fn lines_keep_their_order_and_the_worst_decides_the_exit_status() {
    let lines = |which: &[usize]| {
        which.iter().map(|&at| [LINE, "no solution", "invalid"][at].to_owned() + "\n").collect()
    };
    for (which, status) in
        [(&[0, 0][..], 0), (&[0, 1, 0], 1), (&[2, 0, 1], 2), (&[1, 0, 2, 0], 2), (&[0, 2], 2)]
    {
        let expected: String = lines(which);
        many(which, "solve killer --threads 2 -q").exits(status).prints(&expected);
    }
    let run = many(&[0, 3], "solve killer -q --unique");
    let (first, second) = run.exits(0).stdout.split_once('\n').unwrap();
    assert_eq!(first, LINE);
    assert!(second.ends_with(" (not unique)\n"), "{run:?}");
}

#[test]
fn lines_have_their_counts_and_their_objects() {
    many(&[3, 0, 1], "count killer -q").exits(1).prints("4\n1\n0\n");
    let run = many(&[1, 2, 0], "solve killer --json");
    let objects = run.exits(2).objects();
    let statuses: Vec<_> = objects.iter().map(|it| it["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["unsat", "invalid", "sat"]);
    let error = objects[1]["error"].as_str().unwrap();
    assert!(error.contains("cage 1: expected cells from [0,0] to [3,3], found [0,9]"), "{error}");
    assert_eq!(objects[2]["solutions"][0]["grid"][0], json!([1, 2, 3, 4]));
}

/// What is stored with a puzzle is no help.
#[test]
fn answers_in_objects_are_not_looked_at() {
    let mut object: Value = serde_json::from_str(&objects()[0]).unwrap();
    object["solution"] = json!([[4, 4, 4, 4], [4, 4, 4, 4], [4, 4, 4, 4], [4, 4, 4, 4]]);
    object["status"] = json!("UNSAT");
    let folder = Folder::with("one.json", object.to_string());
    let run = sator("solve one.json --json").inside(&folder).run();
    assert_eq!(run.exits(0).object()["solutions"][0]["grid"][0], json!([1, 2, 3, 4]));
}

#[test]
fn our_examples_are_what_they_are_said_to_be() {
    let run = sator("solve -q").arg(example("many.jsonl")).run();
    assert_eq!(run.exits(1).stdout.lines().last(), Some("no solution"), "{run:?}");
    for name in ["6x6.txt", "wikipedia.txt"] {
        let run = sator("solve -q --unique").arg(example(name)).run();
        assert!(run.exits(0).stdout.ends_with("Unique: yes\n"), "{run:?}");
    }
    let run = sator("solve -q").arg(example("16x16.txt")).run();
    let folder = Folder::with("board.txt", &run.exits(0).stdout);
    let run = sator("check --solution board.txt").arg(example("16x16.txt")).inside(&folder).run();
    run.exits(0).prints("Correct\n");
}

// Compared.

#[test]
fn ways_to_write_sums_are_compared() {
    let methods = ["sets", "diagram", "totalizer", "adder", "order", "forbidden", "prefixes"];
    let mut run = sator("bench --backend batsat --runs 1 --json");
    for method in methods {
        run = run.args(["--encoding", &format!("cage={method}")]);
    }
    let rows = run.arg(example("6x6.txt")).run().exits(0).objects();
    let names: Vec<_> = rows.iter().map(|row| row["encoding"].as_str().unwrap()).collect();
    assert_eq!(names, methods.map(|method| format!("cage={method}")));
    // Each is a formula of its own, and solves it.
    let sizes: HashSet<_> = rows.iter().map(|row| row["clauses"].to_string()).collect();
    assert_eq!(sizes.len(), rows.len(), "{rows:?}");
    assert!(rows.iter().all(|row| row["solved"] == 1), "{rows:?}");
}
