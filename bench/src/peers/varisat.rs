//! What a newcomer would try first: the textbook's formula, and a fresh Varisat for each puzzle.

use varisat::{ExtendFormula, Lit as Literal, Solver};

use super::formula::Formula;
use crate::shared::{SIZE, Verdict};

/// The clauses of a puzzle, ready in Varisat's own terms.
pub(crate) struct Ready {
    clauses: Vec<Vec<Literal>>,
}

impl Ready {
    pub(crate) fn of(line: &str) -> Self {
        let literal = |lit: sator_sat::Lit| Literal::from_index(lit.vidx(), lit.is_pos());
        Self { clauses: Formula::of(line).translated(literal) }
    }

    /// From the clauses to at most two answers: a clause excludes the first, and the solver goes on.
    pub(crate) fn solve(&self) -> Verdict {
        let mut solver = Solver::new();
        for clause in &self.clauses {
            solver.add_clause(clause);
        }
        let mut verdict = Verdict { number: 0, first: [0; SIZE * SIZE] };
        while verdict.number < 2 && solver.solve().expect("Varisat has no limit to meet") {
            let model = solver.model().expect("one was found");
            let values: Vec<_> = model.into_iter().filter(|lit| lit.is_positive()).collect();
            if verdict.number == 0 {
                for value in &values {
                    verdict.first[value.index() / SIZE] = (value.index() % SIZE) as u8 + 1;
                }
            }
            verdict.number += 1;
            let other: Vec<_> = values.into_iter().map(|value| !value).collect();
            solver.add_clause(&other);
        }
        verdict
    }
}
