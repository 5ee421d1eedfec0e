//! Minesweeper through the other verbs: formulas for other solvers and back, proofs, and totals that
//! take too many clauses.

use crate::common::{Folder, Sator, sator};
use crate::minesweeper::{THREE, example};
use crate::programs::has;

fn lines(options: &str) -> Vec<String> {
    let folder = Folder::with("three.txt", THREE);
    let run = sator(&format!("generate three.txt -q -o - {options}")).inside(&folder).run();
    run.exits(0).stdout.lines().map(str::to_owned).collect()
}

#[test]
fn variables_are_hidden_squares_row_by_row() {
    let lines = lines("--annotate");
    let cells = ["r1c2", "r2c1", "r2c3", "r3c1", "r3c2", "r3c3"];
    for (variable, cell) in (1..).zip(cells) {
        let meaning = format!("c {variable} mine on {cell}");
        assert!(lines.contains(&meaning), "no {meaning:?}");
    }
    assert!(lines.contains(&"p cnf 6 30".to_owned()), "{lines:?}");
}

#[test]
fn the_total_asks_for_all_hidden_squares() {
    let folder = Folder::with("board.txt", "1 5\n? 1 ? ? ?\n");
    let generate = |options: &str| {
        sator(&format!("generate board.txt -o - --to opb {options}")).inside(&folder).run()
    };
    let plain = "+1 x1 +1 x2 = 1 ;\n";
    assert!(generate("-q").exits(0).stdout.ends_with(plain));
    let total = "+1 x1 +1 x2 = 1 ;\n+1 x1 +1 x2 +1 x3 +1 x4 = 2 ;\n";
    assert!(generate("-q --mines 2").exits(0).stdout.ends_with(total));
    generate("--mines 2").mentions(&["(4 variables, 2 constraints)"]);
}

#[test]
fn counts_are_equations_for_those_who_know_numbers() {
    let opb = lines("--to opb");
    assert_eq!(opb.last().unwrap(), "+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 +1 x6 = 4 ;");
    let smtlib = lines("--to smtlib --annotate");
    let expected = ["; r2c2 touches 4 mines", "(assert (= (+ r1c2 r2c1 r2c3 r3c1 r3c2 r3c3) 4))"];
    assert!(smtlib.windows(2).any(|pair| pair == expected), "{smtlib:?}");
}

#[test]
fn a_formula_is_called_after_the_file_or_the_puzzle() {
    let folder = Folder::with("three.txt", THREE);
    sator("generate three.txt").inside(&folder).run().exits(0);
    sator("generate minesweeper").input(THREE).inside(&folder).run().exits(0);
    assert_eq!(folder.names(), ["minesweeper.cnf", "three.cnf", "three.txt"]);
}

#[test]
fn answers_of_other_solvers_are_boards() {
    let folder = Folder::with("three.txt", THREE);
    folder.write("answer.txt", "s SATISFIABLE\nv 1 2 3 -4 5 -6 0\n");
    let decode = || sator("decode three.txt --answer answer.txt -q").inside(&folder).run();
    assert!(decode().exits(0).stdout.ends_with("3 3\n2 * 2\n* 4 *\ns * s\n"));
    folder.write("answer.txt", "s SATISFIABLE\nv 1 2 3 4 5 -6 0\n");
    decode().exits(2).mentions(&["r2c2"]);
    let others = [
        ("opb", "clasp", "clasp formula.opb > answer.txt; true"),
        ("smtlib", "z3", "z3 formula.smt2 > answer.txt"),
        ("dimacs", "minisat", "minisat formula.cnf answer.txt > log; true"),
    ];
    for (form, program, line) in others.into_iter().filter(|(_, program, _)| has(program)) {
        folder.write("formula.txt", THREE);
        sator(&format!("generate formula.txt -q --to {form}")).inside(&folder).run().exits(0);
        Sator::program("sh").args(["-c", line]).inside(&folder).run().exits(0);
        let run = decode();
        assert!(run.exits(0).stdout.contains("3 3\n2 * 2\n* 4 *\n"), "{program}: {run:?}");
    }
}

#[test]
fn a_bundle_shows_that_there_is_no_answer_or_no_other() {
    let folder = Folder::new();
    let bundle = |name: &str, options: &str| {
        let solve = sator(&format!("solve -q --bundle {name} {options}")).arg(example(name));
        solve.inside(&folder).run();
        sator(&format!("verify {name}")).inside(&folder).run()
    };
    bundle("impossible", "").exits(0).mentions(&["3×3 Minesweeper, has no answer"]);
    let only = "1×5 Minesweeper, has the answer in answer.json, and no other";
    bundle("row", "--unique").exits(0).mentions(&[only]);
}

/// What no clue touches may be anything, so that nothing is claimed of other answers.
#[test]
fn a_bundle_claims_no_only_answer_where_squares_are_open() {
    let folder = Folder::with("board.txt", "1 4\n? 2 ? ?\n");
    sator("solve board.txt -q --unique --bundle open").inside(&folder).run().exits(0);
    let run = sator("verify open").inside(&folder).run();
    run.exits(0)
        .mentions(&["has the answer in answer.json; that there is no other is not claimed"]);
}

#[test]
fn totals_in_too_many_subsets_are_refused_before_they_are_written() {
    for verb in ["generate -o -", "solve", "count"] {
        for encoding in ["pairwise", "binomial"] {
            let run = sator(&format!("{verb} --encoding {encoding}")).arg(example("expert")).run();
            let refusal = "would take more clauses for the totals than can be counted";
            run.exits(2).prints("").mentions(&[refusal]);
        }
    }
    let row = format!("1 30 4\n{}\n", "? ".repeat(30));
    let run = sator("generate -o - --encoding binomial").input(&*row).run();
    run.exits(0).mentions(&["takes up to 146566 clauses for the totals"]);
}

#[test]
fn small_counts_in_subsets_are_nothing_to_speak_of() {
    let run = sator("solve --encoding pairwise").arg(example("three-layouts")).run();
    run.exits(0).says("Solving for 3×3 Minesweeper...\n");
}
