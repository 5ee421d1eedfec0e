//! The command line as its users meet it: the real program, run from outside, against its
//! contract. One file for each subject, one program for all of them, which is linked once.

mod analyze;
mod analyze_mines;
mod bad_input;
mod batch;
mod bench;
mod bulk;
mod check_many;
mod common;
mod convert;
mod count;
mod count_many;
mod create;
#[cfg(unix)]
mod cross_check;
mod decode_check;
mod formats;
mod generate;
mod grids;
mod killer;
mod killer_limits;
mod killer_verbs;
mod listings;
mod minesweeper;
mod minesweeper_input;
mod minesweeper_totals;
mod minesweeper_verbs;
#[cfg(unix)]
mod nothing_open;
#[cfg(unix)]
mod programs;
mod proofs;
mod sat;
mod solve;
mod streams;
mod sudoku;
mod sudoku_files;
mod sudoku_input;
mod terminal;
mod witness;
