//! The full formula of a puzzle, ready in memory.

use sator::engine::{Formula as Written, Lowering};
use sator::puzzle::ParseOptions;
use sator::puzzles::sudoku::KIND;
use sator_sat::backend::Interrupt;
use sator_sat::{Clauses, Lit, dimacs};

/// The textbook's formula: a clause for each pair, and nothing eliminated.
pub(crate) struct Formula {
    pub(crate) clauses: Clauses,
    pub(crate) variables: u32,
}

impl Formula {
    pub(crate) fn of(text: &str) -> Self {
        let puzzle = KIND.read(text, &ParseOptions::default()).expect("the lists hold sudokus");
        let interrupt = Interrupt::default();
        let formula = Written::new(puzzle.as_ref(), Lowering::pairwise(), &interrupt)
            .expect("there is no interrupt");
        let mut bytes = Vec::new();
        formula.write_dimacs(&mut bytes, false, &interrupt).expect("memory takes everything");
        let clauses = dimacs::read(&bytes).expect("our own formula can be read").clauses;
        Self { variables: clauses.variables(), clauses }
    }

    /// The clauses in a solver's own terms.
    pub(crate) fn translated<L>(&self, literal: impl Fn(Lit) -> L) -> Vec<Vec<L>> {
        let clause = |clause: &[Lit]| clause.iter().map(|&lit| literal(lit)).collect();
        self.clauses.iter().map(clause).collect()
    }
}
