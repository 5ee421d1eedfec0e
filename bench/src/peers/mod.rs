//! What Sator is measured against: crates and a small program of our own within this process, and
//! solvers of Python beside it.

pub(crate) mod alone;
pub(crate) mod bit_mask;
pub(crate) mod dancing_links;
pub(crate) mod formula;
pub(crate) mod kept;
pub(crate) mod python;
pub(crate) mod script;
pub(crate) mod sudoku_crate;
pub(crate) mod varisat;
