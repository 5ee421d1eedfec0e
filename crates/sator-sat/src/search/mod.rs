//! Searching through a model without clauses: choose, see what follows, go back.

pub mod general;
