//! Killer sudoku: every backend, formulas solved by other programs, and ways to write sums compared.

use std::collections::HashSet;
use std::path::PathBuf;

use sator_testing::with_programs;

use crate::common::{Folder, backends, example, sator};
use crate::generate::answer_of;

fn killer(name: &str) -> PathBuf {
    example("killer").join(name)
}

#[test]
fn every_backend_solves_the_known_example_and_refutes_its_changed_twin() {
    for backend in backends() {
        let solve =
            |name: &str| sator("solve --unique -q --backend").arg(&backend).arg(killer(name)).run();
        let run = solve("wikipedia.txt");
        assert!(run.exits(0).stdout.ends_with("Unique: yes\n"), "{run:?}");
        let twin = solve("wikipedia-changed.txt");
        assert!(twin.exits(1).stdout.starts_with("Unsatisfiable\n"), "{twin:?}");
    }
}

with_programs!(solver_programs_solve_the_formula_with_every_encoding: minisat cadical);

fn solver_programs_solve_the_formula_with_every_encoding(program: &str) {
    let folder = Folder::new();
    for encoding in ["auto", "pairwise", "cage=totalizer", "minimal,cage=adder"] {
        let puzzle = |words: &str| sator(words).arg(killer("wikipedia.txt")).inside(&folder);
        puzzle(&format!("generate -q -o formula.cnf --encoding {encoding}")).run().exits(0);
        folder.write("answer.txt", answer_of(program, &folder));
        let run = puzzle("decode -q --answer answer.txt").run();
        folder.write("board.txt", &run.exits(0).stdout);
        puzzle("check --solution board.txt").run().exits(0).stdout_is("Correct\n");
    }
}

#[test]
fn each_way_to_write_sums_is_a_formula_of_its_own_and_is_solved() {
    let methods = ["sets", "diagram", "totalizer", "adder", "order", "forbidden", "prefixes"];
    let mut run = sator("bench --backend batsat --runs 1 --json");
    for method in methods {
        run = run.args(["--encoding", &format!("cage={method}")]);
    }
    let rows = run.arg(killer("6x6.txt")).run().exits(0).objects();
    let names: Vec<_> = rows.iter().map(|row| row["encoding"].as_str().unwrap()).collect();
    assert_eq!(names, methods.map(|method| format!("cage={method}")));
    let sizes: HashSet<_> = rows.iter().map(|row| row["clauses"].to_string()).collect();
    assert_eq!(sizes.len(), rows.len(), "{rows:?}");
    assert!(rows.iter().all(|row| row["status"] == "sat"), "{rows:?}");
}
