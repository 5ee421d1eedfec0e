//! External programs, well-behaved or not: SAT solvers and SMT solvers.
#![cfg(unix)]

mod common;
#[path = "../common/conformance.rs"]
mod conformance;
mod exec;
mod real;
mod smt;
