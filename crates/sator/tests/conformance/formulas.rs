//! The formula of a puzzle as clauses, and answers to it.

use sator::engine::{Formula, fit_answer};
use sator::puzzle::Puzzle;
use sator_sat::Lit;
use sator_sat::backend::{BACKENDS, Backend, Budget, Config, Interrupt, Outcome};
use sator_sat::dimacs::{self, Dimacs};

use crate::instances::every_puzzle;
use crate::truth::{answers, lowerings, near_answers};

/// Every formula that can be had for a puzzle, and what it is called.
fn formulas(puzzle: &dyn Puzzle) -> impl Iterator<Item = (String, Formula)> {
    let (puzzle, interrupt) = (puzzle, Interrupt::default());
    lowerings().flat_map(move |lowering| {
        let whole = Formula::new(puzzle, lowering, &interrupt).unwrap();
        let reduced = Formula::reduced(puzzle, lowering, &interrupt).unwrap();
        [(lowering.to_string(), whole), (format!("reduced, {lowering}"), reduced)]
    })
}

fn written(formula: &Formula, annotate: bool) -> Dimacs {
    let mut text = Vec::new();
    formula.write_dimacs(&mut text, annotate, &Interrupt::default()).unwrap();
    dimacs::read(&text).unwrap()
}

fn solver(formula: &Dimacs) -> Box<dyn Backend> {
    let mut solver = (BACKENDS[0].create)(&Config::default());
    solver.reserve(formula.variables);
    formula.clauses.pour(solver.as_mut());
    solver
}

#[test]
fn a_formula_has_the_size_that_it_announces() {
    every_puzzle(|puzzle| {
        for formula in formulas(puzzle).map(|(_, formula)| formula) {
            let (size, read) = (formula.size(), written(&formula, false));
            assert_eq!(read.warnings, []);
            assert_eq!(read.variables, size.variables);
            assert_eq!(read.clauses.variables().max(puzzle.model().variables()), size.variables);
            assert_eq!(read.clauses.len() as u64, size.total().clauses);
            let literals: usize = read.clauses.iter().map(<[Lit]>::len).sum();
            assert_eq!(literals as u64, size.total().literals);
            assert_eq!(written(&formula, true), read, "comments change nothing");
        }
    });
}

/// The first variables are the cells': each answer extends to the others, and nothing else does.
#[test]
fn a_formula_is_satisfied_by_the_answers_and_nothing_else() {
    every_puzzle(|puzzle| {
        let model = puzzle.model();
        let answers = answers(puzzle);
        for (encoding, formula) in formulas(puzzle) {
            let mut solver = solver(&written(&formula, false));
            for answer in &answers {
                let cells: Vec<Lit> = model.block(answer).into_iter().map(|lit| !lit).collect();
                let outcome = solver.solve(&cells, &Budget::default()).unwrap();
                let Outcome::Sat(assignment) = outcome else { panic!("{encoding}: {outcome:?}") };
                let lits: Vec<_> = assignment.lits().collect();
                assert_eq!(fit_answer(puzzle, &lits).as_ref(), Ok(answer), "{encoding}");
            }
            for answer in &answers {
                solver.add_clause(&model.block(answer));
            }
            let outcome = solver.solve(&[], &Budget::default());
            assert_eq!(outcome, Ok(Outcome::Unsat(Vec::new())), "{encoding}");
        }
    });
}

#[test]
fn an_assignment_that_breaks_a_rule_is_no_answer() {
    every_puzzle(|puzzle| {
        for (assignment, solution) in near_answers(puzzle) {
            let lits: Vec<_> = assignment.lits().collect();
            let fits = fit_answer(puzzle, &lits);
            assert_eq!(fits.is_ok(), puzzle.check(&solution).is_ok(), "{solution:?}");
        }
    });
}
