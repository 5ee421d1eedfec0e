//! Cells with finite domains, constraints over them, and what follows from both: propagation,
//! search, and exact counting.

pub mod equations;
mod lists;
pub mod model;
mod parallel;
pub mod propagate;
pub mod search;
pub mod sums;
