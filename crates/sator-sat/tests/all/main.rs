//! All integration tests of the crate, as one program: it is linked once. Only `tests/clock.rs` is another,
//! because it replaces the clock of its process.

mod answer;
mod backends;
mod common;
mod dimacs;
mod encodings;
mod opb;
#[cfg(unix)]
mod programs;
mod projection;
mod proof;
mod sums;
mod units;
mod values;
