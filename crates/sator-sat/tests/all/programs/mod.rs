//! External programs, well-behaved or not: SAT solvers and SMT solvers.

mod common;
mod exec;
mod real;
mod smt;
