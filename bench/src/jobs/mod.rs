//! The jobs, one in a file. `main.rs` lists them.

pub(crate) mod auto;
pub(crate) mod bulk;
pub(crate) mod clusters;
pub(crate) mod commands;
pub(crate) mod create;
pub(crate) mod dispatch;
pub(crate) mod embedding;
pub(crate) mod explain;
pub(crate) mod interrupts;
pub(crate) mod keeping;
pub(crate) mod killer;
pub(crate) mod minesweeper;
pub(crate) mod proofs;
pub(crate) mod python;
pub(crate) mod queens_count;
pub(crate) mod queens_first;
pub(crate) mod start_up;
pub(crate) mod sudoku9;
pub(crate) mod sudoku_sizes;
pub(crate) mod variants;
