//! Programs that run beside us, well-behaved or not: solvers of formulas and SMT solvers.
#![cfg(unix)]

mod common;
mod exec;
mod real;
mod smt;
