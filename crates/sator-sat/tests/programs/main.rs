//! External programs, well-behaved or not: SAT solvers and SMT solvers.
#![cfg(unix)]

#[macro_use]
#[path = "../../../../testing/with_programs.rs"]
mod with_programs;

mod common;
#[path = "../common/conformance.rs"]
mod conformance;
mod exec;
mod real;
mod smt;
