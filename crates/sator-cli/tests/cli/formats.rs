//! Formulas in every format, solved by other programs, and their answers as boards.

use std::path::PathBuf;
use std::process::Command;

use sator_testing::{SharedData, needs, with_programs};

use crate::common::{Folder, example, sator};
use crate::witness::{Queens, boards};

#[track_caller]
fn generated(options: &str) -> String {
    sator(&format!("generate {options} -o -")).run().exits(0).stdout.clone()
}

#[test]
fn an_interrupt_leaves_no_file() {
    let folder = Folder::new();
    let mut run = sator("generate 2500 --to opb").inside(&folder).start();
    run.wait_until("it writes", |_| !folder.names().is_empty());
    run.interrupt();
    run.finish().exits(3).stdout_is("");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn an_announcement_counts_the_integers_of_the_file() {
    // A skyscraper is an automaton, which has a state after each cell.
    let grid = "1...\n....\n....\n....\n";
    for (puzzle, integers) in
        [(grid.to_owned(), 16), (format!("{grid}skyscraper row 1 left 2\n"), 21)]
    {
        let folder = Folder::with("four.txt", puzzle);
        let run = sator("generate four.txt --to smtlib --json").inside(&folder).run();
        assert_eq!(run.exits(0).object()["integers"], integers);
        let text = folder.read("four.smt2");
        assert_eq!(text.matches("(declare-const ").count(), integers);
    }
}

/// A puzzle, and whether it has an answer.
fn puzzles(folder: &Folder) -> Vec<(PathBuf, bool)> {
    folder.write("eight.txt", "8\n");
    folder.write("three.txt", "3\n");
    folder.write("blocked.txt", "x.....\n......\n...x..\n......\nx.....\n.....x\n");
    let examples = example("");
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

/// The output of a program for a file in the folder.
#[track_caller]
fn reply(command: &str, folder: &Folder) -> String {
    let (program, args) = command.split_once(' ').unwrap();
    let output = Command::new(program).args(args.split(' ')).current_dir(folder.path("")).output();
    let output = output.unwrap();
    // Some solvers return the verdict as exit status.
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
            on_puzzle("check --solution board.txt").run().exits(0).stdout_is("Correct\n");
        } else {
            assert_eq!(run.exits(1).stdout, "Unsatisfiable\n", "{case}");
        }
    }
}

with_programs!(understands_smtlib_and_ends_well: z3 cvc5);

fn understands_smtlib_and_ends_well(program: &str) {
    let command = format!("{program} problem.smt2");
    there_and_back("--to smtlib", "problem.smt2", &command, None);
    there_and_back("--to smtlib --annotate", "problem.smt2", &command, None);
}

with_programs!(understands_opb: clasp minisat_plus);

fn understands_opb(program: &str) {
    let command = format!("{} problem.opb", program.replace("_plus", "+"));
    there_and_back("--to opb --annotate", "problem.opb", &command, None);
    there_and_back("--to opb --reduced", "problem.opb", &command, None);
}

with_programs!(understands_dimacs: minisat cadical cryptominisat5 picosat clasp z3);

fn understands_dimacs(program: &str) {
    let (arguments, result) = match program {
        "minisat" => ("problem.cnf result.txt", Some("result.txt")),
        "z3" => ("-dimacs problem.cnf", None),
        _ => ("problem.cnf", None),
    };
    there_and_back("", "problem.cnf", &format!("{program} {arguments}"), result);
}

with_programs!(may_be_asked_for_values_by_name: z3 cvc5);

fn may_be_asked_for_values_by_name(program: &str) {
    let folder = Folder::new();
    let text = generated("6 --to smtlib").replace("(set-option :dump-models true)\n", "");
    folder.write("problem.smt2", text + "(get-value (row1 row2 row3 row4 row5 row6))\n");
    let answer = reply(&format!("{program} problem.smt2"), &folder);
    let run = sator("decode 6 --answer -").input(answer).run();
    sator("check 6 --solution -").input(run.exits(0).stdout.as_str()).run().exits(0);
}

#[needs(shared_data)]
fn stored_output_of_real_solvers_is_understood(data: &SharedData) {
    let folder = data.path("solver_output");
    for solver in ["glucose41", "minisat_result", "zchaff"] {
        let sat = folder.join(format!("{solver}_sat.txt"));
        let run = sator("decode 8 --answer").arg(sat).run();
        let board = run.exits(0).stdout.split_once("\n\n").unwrap().1;
        assert!(Queens::empty(8).accepts(&boards(board)[0]), "{solver}");
        let unsat = folder.join(format!("{solver}_unsat.txt"));
        sator("decode 3 --answer").arg(unsat).run().exits(1).stdout_is("Unsatisfiable\n");
    }
}
