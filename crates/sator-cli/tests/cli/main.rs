//! Tests of the command line: they run the real program. Cases without logic are documents, which
//! `cmd.rs` runs. One file for each subject, and one test program, which is linked once.

#[macro_use]
#[path = "../../../../testing/with_programs.rs"]
mod with_programs;

mod analyze;
mod analyze_mines;
mod bad_input;
mod batch;
mod bench;
mod booklet;
mod check_many;
#[cfg(unix)]
mod clusters;
mod cmd;
mod common;
mod convert;
mod count;
mod create;
#[cfg(unix)]
mod cross_check;
mod explain_page;
mod formats;
mod generate;
mod generate_json;
mod grids;
mod killer;
mod listings;
mod minesweeper;
mod play;
#[cfg(unix)]
mod programs;
mod proofs;
mod render;
mod sat;
mod solve;
mod split;
mod streams;
mod sudoku;
mod sudoku_files;
mod terminal;
mod witness;

/// Data and programs that were added after the build must not leave tests ignored.
#[test]
fn tests_are_enabled_when_their_data_and_programs_exist() {
    let again = "run `touch testing/src/lib.rs` and test again";
    assert_eq!(cfg!(shared_data), common::shared_data("").is_dir(), "{again}");
    let path = std::env::var_os("PATH").unwrap_or_default();
    for program in env!("SATOR_ABSENT").split_whitespace() {
        let is_here = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
        assert!(!is_here, "{program}: {again}");
    }
}
