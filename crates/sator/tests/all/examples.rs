//! The programs in `examples/` run to their end and print what they promise.

use std::path::PathBuf;
use std::process::Command;

/// The folder of built examples: `cargo test` builds them beside the tests.
fn folder() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let profile = test.ancestors().nth(2).expect("tests are built in a folder of the profile");
    profile.join("examples")
}

#[test]
fn every_example_runs_and_prints_its_result() {
    for (name, expected) in [
        ("solve_sudoku", "the solution is unique: true"),
        ("all_queens", "8 queens have 92 solutions"),
        ("unique_killer", "exactly one solution"),
        ("minesweeper_odds", "r1c1: mine (1/1)"),
        ("batch", "1324423124133142"),
        ("compare_methods", "pairwise: 144 variables, 2608 clauses"),
        ("magic_square", "10 squares begin like this"),
    ] {
        let program = folder().join(name);
        let output = Command::new(&program)
            .output()
            .unwrap_or_else(|error| panic!("{name} is built by `cargo test -p sator`: {error}"));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(expected), "{name} prints:\n{text}");
    }
}
