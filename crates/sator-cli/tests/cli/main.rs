//! Tests of the command line: they run the real program. Cases without logic are documents, which
//! `cmd.rs` runs. One file for each subject, and one test program, which is linked once.

mod analyze;
mod analyze_mines;
mod bad_input;
mod batch;
mod bench;
mod check_many;
mod cmd;
mod common;
mod convert;
mod count;
mod create;
#[cfg(unix)]
mod cross_check;
mod formats;
mod generate;
mod grids;
mod killer;
mod listings;
mod minesweeper;
#[cfg(unix)]
mod programs;
mod proofs;
mod sat;
mod solve;
mod streams;
mod sudoku;
mod sudoku_files;
mod terminal;
mod witness;

/// Data that was added after the build must not leave tests ignored.
#[test]
fn tests_with_shared_data_are_enabled_when_it_exists() {
    let exists = common::shared_data("").is_dir();
    assert_eq!(cfg!(shared_data), exists, "run `touch crates/sator-cli/build.rs` and test again");
}
