//! Boards on which nothing is open: every road has an answer for them, though there is no value to
//! tell.

use crate::common::{Folder, sator};
use crate::programs::has;

const BOARD: &str = "1 3\n* 2 *\n";

#[test]
fn smt_solvers_are_not_asked_for_values_where_there_are_none() {
    for backend in ["z3", "cvc5"].into_iter().filter(|backend| has(backend)) {
        let run = |words: &str| sator(&format!("{words} -q")).input(BOARD).run();
        let solved = run(&format!("solve --backend {backend}"));
        assert!(solved.exits(0).stdout.ends_with("--- Solution 1 ---\n1 3\n* 2 *\n"));
        run(&format!("count --backend {backend}")).exits(0).prints("1\n");
        let all = run(&format!("solve --all --json --backend {backend}"));
        assert_eq!(all.exits(0).object()["solutions"].as_array().unwrap().len(), 1);
        run(&format!("solve --cross-check={backend}")).exits(0);
        run(&format!("bench --backend {backend}")).exits(0);
    }
}

#[test]
fn a_verdict_alone_is_the_whole_answer() {
    let folder = Folder::with("board.txt", BOARD);
    folder.write("open.txt", "1 3\n? 1 ?\n");
    let answers = [
        "sat\n(\n)\n",
        "sat\n",
        "s SATISFIABLE\nv \n",
        "v \ns SATISFIABLE\n",
        "s SATISFIABLE\n",
        "s SATISFIABLE\nv 0\n",
    ];
    for answer in answers {
        folder.write("answer.txt", answer);
        let decode = |board: &str| {
            sator(&format!("decode {board} --answer answer.txt -q")).inside(&folder).run()
        };
        assert!(decode("board.txt").exits(0).stdout.ends_with("1 3\n* 2 *\n"), "{answer}");
        decode("open.txt").fails();
    }
}
