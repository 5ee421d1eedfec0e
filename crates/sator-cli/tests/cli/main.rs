//! Tests of the command line: they run the real program. Cases without logic are documents, which
//! `cmd.rs` runs. One file for each subject, and one test program, which is linked once; only
//! `tests/start.rs` is another. `cargo test -p sator-cli --test cli docs` runs those of a file.

mod analyze;
mod analyze_mines;
mod ask;
mod bad_input;
mod batch;
mod bench;
mod booklet;
mod check_many;
#[cfg(unix)]
mod clusters;
mod cmd;
mod common;
mod compare;
mod contradictions;
mod convert;
mod count;
mod create;
#[cfg(unix)]
mod cross_check;
mod docs;
mod explain_page;
mod formats;
mod generate;
mod generate_json;
mod golden_formulas;
mod grids;
mod killer;
mod limits;
mod listings;
mod minesweeper;
mod play;
#[cfg(unix)]
mod programs;
mod proofs;
mod render;
mod sat;
#[cfg(target_os = "linux")]
mod serve;
mod solve;
mod split;
mod streams;
mod sudoku;
mod sudoku_files;
mod terminal;
mod witness;
