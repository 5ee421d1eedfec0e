//! How likely each cell of a puzzle of counts is to be true: what is certain, and exact fractions.

use num_bigint::BigUint;
use sator_sat::backend::{Budget, StopReason};

use super::EngineError;
use crate::puzzle::Puzzle;

/// What is known of the cells of a puzzle that has an answer.
#[derive(Debug, Clone)]
pub struct Odds {
    /// Of each cell, in the order of the model.
    pub cells: Vec<Chance>,
    /// How many answers there are, if all could be counted.
    pub layouts: Option<BigUint>,
    /// The stretches of cells that depend on each other and could not be counted.
    pub uncounted: Vec<Uncounted>,
    /// Why the work ended early, if it did.
    pub stopped: Option<StopReason>,
}

/// What is known of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// What is certain.
    pub fate: Fate,
    /// In which part of all answers it is true; not known where these were not counted.
    pub odds: Option<Fraction>,
}

/// What is certain of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is false in all answers.
    Never,
    /// It is true in all answers.
    Always,
    /// It is true in some answers and false in others.
    Open,
    /// That was not found out.
    Unknown,
}

/// A number from 0 to 1, in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fraction {
    /// What is divided.
    pub numerator: BigUint,
    /// By what.
    pub denominator: BigUint,
}

/// Cells that depend on each other and were not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncounted {
    /// How many.
    pub cells: usize,
    /// One of them, by its place in the order of the model.
    pub first: usize,
    /// Why not, as part of a sentence.
    pub reason: String,
}

/// Works out what is certain and how likely the rest is; nothing if there is no answer.
pub fn odds(
    puzzle: &dyn Puzzle,
    threads: Option<usize>,
    budget: &Budget,
) -> Result<Option<Odds>, EngineError> {
    let _ = (puzzle, threads, budget);
    unimplemented!()
}
