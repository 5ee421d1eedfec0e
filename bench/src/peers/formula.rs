//! The full formula of a puzzle, in memory.

use sator::engine::{self, Lowering};
use sator::puzzles::sudoku::KIND;
use sator_sat::backend::Budget;
use sator_sat::{Clauses, Lit};

use crate::ours;

/// The textbook formula: a clause for each pair, and nothing eliminated.
pub(crate) struct Formula {
    pub(crate) clauses: Clauses,
    pub(crate) variables: u32,
}

impl Formula {
    pub(crate) fn of(text: &str) -> Self {
        let puzzle = ours::read(&KIND, text);
        let formula = engine::formula(&puzzle, None, Lowering::pairwise(), &Budget::default());
        let mut clauses = Clauses::default();
        formula.expect("there is no limit").write_clauses(&mut clauses);
        Self { variables: clauses.variables(), clauses }
    }

    /// The clauses with literals of another type.
    pub(crate) fn translated<L>(&self, literal: impl Fn(Lit) -> L) -> Vec<Vec<L>> {
        let clause = |clause: &[Lit]| clause.iter().map(|&lit| literal(lit)).collect();
        self.clauses.iter().map(clause).collect()
    }
}
