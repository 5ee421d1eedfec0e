//! A small finite-domain modelling library: cells, constraints over them, and search, SAT and SMT
//! behind one interface. It knows no puzzle.

mod cell;
pub mod constraint;
mod derive;
pub mod engine;
pub mod equations;
mod label;
mod lists;
pub mod lower;
pub mod model;
pub mod parallel;
pub mod propagate;
pub mod search;

pub use cell::{
    CellId, CellName, Cells, Condition, Domain, InvalidAssignment, Solution, Value, Wording,
};
pub use constraint::{
    Accept, AllDifferent, Automaton, Clause, Compare, Constraint, Count, Differ, Linear,
    LinearPart, PartWords, Relation, Table, Term, When,
};
pub use label::Label;
pub use model::{Clues, Grid, Model, Origin, Rule, Scope};
