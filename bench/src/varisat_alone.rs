//! Varisat without Sator around it: a formula ready in memory, a fresh solver, one solve.

use sator::engine::{Formula as Written, Lowering};
use sator::puzzle::Reading;
use sator::puzzles::sudoku::KIND;
use sator_sat::backend::Interrupt;
use sator_sat::dimacs;
use varisat::{ExtendFormula, Lit, Solver};

/// The full formula of a puzzle, in Varisat's own terms.
pub(crate) struct Formula {
    clauses: Vec<Vec<Lit>>,
}

impl Formula {
    pub(crate) fn of(text: &str) -> Self {
        let puzzle = KIND.read(text, &Reading::default()).expect("the lists hold sudokus");
        let interrupt = Interrupt::default();
        let formula = Written::new(puzzle.as_ref(), Lowering::pairwise(), &interrupt)
            .expect("nobody interrupts");
        let mut bytes = Vec::new();
        formula.write_dimacs(&mut bytes, false, &interrupt).expect("memory takes everything");
        let read = dimacs::read(&bytes).expect("our own formula can be read");
        let literal = |lit: &sator_sat::Lit| Lit::from_dimacs(lit.to_ipasir() as isize);
        let clauses = read.clauses.iter().map(|clause| clause.iter().map(literal).collect());
        Self { clauses: clauses.collect() }
    }

    /// Whether it is satisfiable.
    pub(crate) fn solve(&self) -> bool {
        let mut solver = Solver::new();
        for clause in &self.clauses {
            solver.add_clause(clause);
        }
        solver.solve().expect("Varisat has no limit to meet")
    }
}
