//! The first command of the README, with whatever solvers the program has: this is the only test of the
//! command line that runs on a build without CaDiCaL. It is a program of its own, so that `cargo xtask
//! test` builds nothing but it and the tool for that.

use std::process::Command;

#[test]
fn eight_queens_are_placed() {
    let run = Command::new(env!("CARGO_BIN_EXE_sator")).args(["solve", "8"]).output().unwrap();
    let board = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success());
    assert!(board.starts_with("Found a solution for N=8\n\n--- Solution 1 ---\n"), "{board}");
    let rows: Vec<_> = board.lines().skip(3).filter(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), 8, "{board}");
    assert!(rows.iter().all(|row| row.matches('Q').count() == 1), "{board}");
}
