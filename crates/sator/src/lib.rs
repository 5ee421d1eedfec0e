//! Logic puzzles by saying their rules in logic.
//!
//! A puzzle is read by its [`puzzle::Kind`], states its [`model::Model`], and the [`engine`]
//! solves, counts and checks it with any backend of [`sator_sat`].
//!
//! ```
//! use sator::engine::{self, Options, Step};
//! use sator::puzzle::ParseOptions;
//!
//! let puzzle = sator::puzzles::by_word("queens").unwrap().read("8", &ParseOptions::default())?;
//! let mut solutions = engine::solutions(&puzzle, &Options::default());
//! let Step::Solution(solution) = solutions.step()? else { panic!("eight queens have solutions") };
//! assert_eq!(solution.values.len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod boxes;
pub mod bundle;
pub mod create;
mod dice;
pub mod engine;
pub mod kind;
pub use sator_model as model;
pub mod puzzle;
pub mod puzzles;
pub mod render;
mod text;
mod typed;

pub use engine::{EngineError, Method, Options};
pub use puzzle::{Puzzle, Violation};
pub use puzzles::killer::{Cage, Killer};
pub use puzzles::minesweeper::{Minesweeper, Square};
pub use puzzles::queens::Queens;
pub use puzzles::sudoku::Sudoku;
pub use sator_model::{Model, Value};
pub use sator_sat::TextError as ParseError;
pub use sator_sat::backend::Interrupt;
pub use typed::{
    Batch, Candidates, CellCandidates, Count, Error, Odds, OnGrid, Solution, Solutions, SquareOdds,
};

/// The README's own example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
