//! A small finite-domain modelling library: cells, constraints over them, and search, SAT and SMT
//! behind one interface. It contains no puzzle.
//!
//! A magic square of the numbers 1 to 9:
//!
//! ```
//! use sator_model::{AllDifferent, Linear, Model};
//!
//! let mut model = Model::new();
//! let grid = model.grid(3, 3, 1..=9);
//! model.add(AllDifferent::new(grid.cells()));
//! for line in grid.rows().chain(grid.columns()) {
//!     model.add(Linear::sum(line).equals(15));
//! }
//! model.add(Linear::sum((0..3).map(|i| grid.at(i, i))).equals(15));
//! model.add(Linear::sum((0..3).map(|i| grid.at(i, 2 - i))).equals(15));
//!
//! let solution = model.solve()?.ok_or("no magic square")?;
//! assert_eq!(solution[grid.at(1, 1)], 5);
//! assert_eq!(model.count()?.number, 8_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Model`] has the questions; [`constraint`] is the vocabulary; [`engine`] compiles, plans and
//! runs; [`lower`] writes models for other solvers.

mod cell;
pub mod constraint;
mod derive;
pub mod engine;
pub mod equations;
pub mod explain;
mod label;
mod lists;
pub mod lower;
pub mod model;
pub mod parallel;
pub mod propagate;
pub mod search;
pub mod split;

pub use cell::{
    AuxiliaryWords, CellId, CellName, Cells, Condition, Domain, InvalidAssignment, Solution, Value,
    Wording,
};
pub use constraint::{
    Accept, AllDifferent, Automaton, Clause, Compare, Constraint, Count, Differ, Linear,
    LinearPart, PartWords, Relation, Table, Term, When,
};
pub use label::Label;
pub use model::{Clues, Grid, Model, Origin, Rule, Scope};
