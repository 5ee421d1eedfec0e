//! The formula of a puzzle as clauses, and its answers.

use sator::engine::{Formula, Lowering, fit_answer, formula, reduced_formula};
use sator::puzzle::AnyPuzzle;
use sator_sat::Lit;
use sator_sat::backend::{BACKENDS, Backend, Budget, Config, Interrupt, Outcome};
use sator_sat::dimacs::{self, Dimacs};

use super::instances::every_puzzle;
use super::truth::{answers, lowerings, near_answers};

/// Every formula that can be had for a puzzle, and what it is called.
fn formulas(puzzle: &AnyPuzzle) -> impl Iterator<Item = (String, Formula)> {
    let budget = Budget::default();
    lowerings().flat_map(move |lowering| {
        let whole = formula(puzzle, None, lowering, &budget).unwrap();
        let reduced = reduced_formula(puzzle, lowering, &budget).unwrap();
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
            assert_eq!(
                read.clauses.variables().max(puzzle.rules().cells().variables()),
                size.variables
            );
            assert_eq!(read.clauses.len() as u64, size.total().clauses);
            let literals: usize = read.clauses.iter().map(<[Lit]>::len).sum();
            assert_eq!(literals as u64, size.total().literals);
            assert_eq!(written(&formula, true), read, "comments change nothing");
        }
    });
}

/// The first variables are those of the cells: each answer extends to the others, and nothing else
/// does. With a forbidden answer that answer is lost, and no other.
#[test]
fn a_formula_is_satisfied_by_the_answers_and_nothing_else() {
    every_puzzle(|puzzle| {
        let rules = puzzle.rules();
        let answers = answers(puzzle);
        for (encoding, formula) in formulas(puzzle) {
            let mut solver = solver(&written(&formula, false));
            for answer in &answers {
                let cells: Vec<Lit> =
                    rules.cells().block(answer).into_iter().map(|lit| !lit).collect();
                let outcome = solver.solve(&cells, &Budget::default()).unwrap();
                let Outcome::Sat(assignment) = outcome else { panic!("{encoding}: {outcome:?}") };
                let lits: Vec<_> = assignment.lits().collect();
                assert_eq!(fit_answer(puzzle, &lits).as_ref(), Ok(answer), "{encoding}");
            }
            for answer in &answers {
                solver.add_clause(&rules.cells().block(answer));
            }
            let outcome = solver.solve(&[], &Budget::default());
            assert_eq!(outcome, Ok(Outcome::Unsat(Vec::new())), "{encoding}");
        }
        let Some(forbidden) = answers.first() else { return };
        let formula = formula(puzzle, Some(forbidden), Lowering::pairwise(), &Budget::default());
        let outcome = solver(&written(&formula.unwrap(), false)).solve(&[], &Budget::default());
        assert_eq!(matches!(outcome, Ok(Outcome::Sat(_))), answers.len() > 1);
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
