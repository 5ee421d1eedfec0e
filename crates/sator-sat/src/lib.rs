//! The SAT toolbox: constraints over literals, their encodings as clauses, solvers, and the text
//! formats of the field. It contains no puzzles.

pub mod answer;
pub mod backend;
pub mod clauses;
pub mod clock;
pub mod constraint;
pub mod dimacs;
pub mod encode;
pub mod opb;
mod output;
pub mod process;
pub mod projection;
pub mod proof;
pub mod smt;
pub mod text;
mod threads;
pub mod units;

pub use clauses::{ClauseSink, Clauses, Tally};
pub use rustsat::types::{Lit, Var};
pub use text::TextError;
