//! Logic puzzles: read, solved, counted, analysed, proved and drawn.
//!
//! Each puzzle is a type with the same methods:
//!
//! ```
//! use sator::{Queens, Sudoku};
//!
//! let puzzle: Sudoku = "1..4.23..41.3..2".parse()?;
//! let solution = puzzle.solve()?.ok_or("no solution")?;
//! assert_eq!(solution[(0, 1)], 3);
//! assert!(puzzle.is_unique()?);
//! assert_eq!(Queens::new(8)?.count()?.to_string(), "92");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` has a program for each use:
//!
//! | use | example | begin with |
//! |---|---|---|
//! | solve a puzzle from the newspaper | `solve_sudoku` | [`Sudoku`] |
//! | see all solutions, count them | `all_queens` | [`Queens`] |
//! | make sure that a new puzzle has one solution | `unique_killer` | [`Killer`] |
//! | play minesweeper: what is safe, how likely is a mine | `minesweeper_odds` | [`Minesweeper`] |
//! | solve many puzzles | `batch` | [`Batch`] |
//! | compare solvers and encodings | `compare_methods` | [`engine`], [`Options`] |
//! | state a puzzle of your own | `magic_square` | [`Model`] |
//!
//! `cargo run --example solve_sudoku` runs one. Code that takes puzzles of any kind uses
//! [`puzzles::recognise`], the trait [`Puzzle`] and the functions of [`engine`].

pub mod ask;
pub mod booklet;
pub mod boxes;
pub mod bundle;
mod check;
pub mod create;
mod dice;
pub mod engine;
pub mod explain;
pub mod formula_json;
pub mod grid;
pub mod kind;
pub mod lines;
pub use sator_model as model;
pub mod puzzle;
pub mod puzzles;
pub mod questions;
pub mod render;
pub mod repair;
pub mod split;
mod text;
mod typed;
pub mod unfinished;
pub mod witness;

pub use engine::{EngineError, Method, Options};
pub use grid::GridPuzzle;
pub use puzzle::{Puzzle, Violation};
pub use puzzles::futoshiki::Futoshiki;
pub use puzzles::kakuro::Kakuro;
pub use puzzles::killer::Killer;
pub use puzzles::minesweeper::{Minesweeper, Square};
pub use puzzles::queens::Queens;
pub use puzzles::sudoku::{Cage, Sudoku};
pub use questions::{Candidates, CellCandidates, Count, Difficulty, Explanation, Odds, SquareOdds};
pub use sator_model::{Model, Value};
pub use sator_sat::TextError as ParseError;
pub use sator_sat::backend::Interrupt;
pub use typed::{Batch, Error, Solution, Solutions};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles and runs the examples of the library's page.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
