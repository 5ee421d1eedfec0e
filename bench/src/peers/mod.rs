//! The programs that Sator is compared with: crates and a small program of our own within this process,
//! and Python solvers in processes of their own.

pub(crate) mod alone;
pub(crate) mod bit_mask;
pub(crate) mod dancing_links;
pub(crate) mod formula;
pub(crate) mod kept;
pub(crate) mod python;
pub(crate) mod script;
pub(crate) mod sudoku_crate;
pub(crate) mod varisat;
