//! How likely each cell of a puzzle of counts is to be true: what is certain, and exact fractions.

use std::thread;

use num_bigint::BigUint;
use sator_sat::Lit;
use sator_sat::backend::{Budget, StopReason};
use sator_sat::constraint::{Constraint, Count};
use sator_sat::equations::{self, System, Variable, Why};

pub use sator_sat::equations::{Chance, Fate, Fraction};

use super::EngineError;
use crate::model::{Domain, Model, Scope};
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
    let model = puzzle.model();
    let Some(Equations { system, total }) = Equations::of(&model) else { todo!() };
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    let options = equations::Options { threads, budget: budget.clone(), ..Default::default() };
    let Some(odds) = equations::odds(&system, total, &options)? else { return Ok(None) };
    let uncounted = odds.uncounted.iter().map(|it| Uncounted {
        cells: it.variables.len(),
        first: it.variables[0] as usize,
        reason: reason(it.why).to_owned(),
    });
    Ok(Some(Odds {
        cells: odds.chances,
        layouts: odds.solutions,
        uncounted: uncounted.collect(),
        stopped: odds.stopped,
    }))
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::TooWide => "too many numbers depend on each other there",
        Why::Total => "there are too many cells to weigh with the total",
        Why::Stopped => "there was no time",
    }
}

/// A model that is nothing but equations.
pub(super) struct Equations {
    pub(super) system: System,
    /// How many of all cells are true, if that is known.
    pub(super) total: Option<usize>,
}

impl Equations {
    /// The equations of a model, unless it says anything else.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let is_truth = |domain| domain == Domain::Truth;
        if !model.cells().all(|(_, _, domain)| is_truth(domain)) {
            return None;
        }
        let mut total = None;
        let mut equations: Vec<(Vec<Variable>, usize)> = Vec::new();
        for rule in model.rules(Scope::Stated) {
            let Count { lits, least, most } = rule.constraint.count()?;
            let is_exact = least == most && lits.iter().all(|lit| lit.is_pos());
            match &rule.constraint {
                Constraint::Clause(lits) if lits.len() == 1 => {
                    equations.push((variables(lits), usize::from(lits[0].is_pos())));
                }
                _ if !is_exact => return None,
                _ if total.is_none() && lits.len() == model.variables() as usize => {
                    total = Some(least);
                }
                _ => equations.push((variables(lits), least)),
            }
        }
        let members = equations.iter().map(|(members, count)| (members.as_slice(), *count));
        Some(Self { system: System::new(model.variables(), members), total })
    }
}

fn variables(lits: &[Lit]) -> Vec<Variable> {
    lits.iter().map(|lit| lit.vidx32()).collect()
}
