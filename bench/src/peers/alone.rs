//! Solvers without Sator around them: the crate of each, used as its documentation shows.

#[cfg(any(feature = "glucose", feature = "minisat"))]
use rustsat::solvers::{Solve, SolveStats, SolverResult};
use sator_sat::Lit;

use super::formula::Formula;

/// A solver's crate, by the name of our backend.
pub(crate) struct Alone {
    pub(crate) name: &'static str,
    /// Converts a formula to the types of the crate.
    pub(crate) prepare: fn(&Formula) -> Ready,
}

/// Solves a converted formula with a fresh solver, and returns the number of true variables in the
/// answer, if there is one.
pub(crate) type Ready = Box<dyn Fn() -> Option<usize>>;

/// All crates in this build.
pub(crate) const ALL: &[Alone] = &[
    Alone { name: "batsat", prepare: batsat },
    #[cfg(feature = "cadical")]
    Alone { name: "cadical", prepare: cadical },
    #[cfg(feature = "glucose")]
    Alone { name: "glucose", prepare: rustsat::<rustsat_glucose::core::Glucose> },
    #[cfg(feature = "minisat")]
    Alone { name: "minisat", prepare: rustsat::<rustsat_minisat::core::Minisat> },
    Alone { name: "varisat", prepare: varisat },
];

fn batsat(formula: &Formula) -> Ready {
    use batsat::{BasicSolver, Lit as Literal, SolverInterface, Var, lbool};

    let variables = formula.variables;
    let literal = |lit: Lit| Literal::new(Var::unsafe_from_idx(lit.vidx32()), lit.is_pos());
    let clauses = formula.translated(literal);
    Box::new(move || {
        let mut solver = BasicSolver::default();
        for _ in 0..variables {
            solver.new_var_default();
        }
        let mut buffer = Vec::new();
        for clause in &clauses {
            buffer.clone_from(clause);
            solver.add_clause_reuse(&mut buffer);
        }
        let is_true = |value: &&lbool| **value == lbool::TRUE;
        let found = solver.solve_limited(&[]) == lbool::TRUE;
        found.then(|| solver.get_model().iter().filter(is_true).count())
    })
}

#[cfg(feature = "cadical")]
fn cadical(formula: &Formula) -> Ready {
    use cadical_sys::{CaDiCal, Status};

    let variables = formula.variables as i32;
    let clauses = formula.translated(Lit::to_ipasir);
    Box::new(move || {
        let mut solver = CaDiCal::new();
        for clause in &clauses {
            for &lit in clause.iter().chain(&[0]) {
                solver.add(lit);
            }
        }
        let found = solver.solve() == Status::SATISFIABLE;
        found.then(|| (1..=variables).filter(|&var| solver.val(var) > 0).count())
    })
}

/// RustSAT's literals are ours.
#[cfg(any(feature = "glucose", feature = "minisat"))]
fn rustsat<S: Solve + SolveStats + Default>(formula: &Formula) -> Ready {
    let clauses = formula.translated(|lit| lit);
    Box::new(move || {
        let mut solver = S::default();
        for clause in &clauses {
            solver.add_clause_ref(clause).expect("there is memory");
        }
        let found = solver.solve().expect("there is memory") == SolverResult::Sat;
        let model = || solver.full_solution().expect("one was found");
        found.then(|| model().iter().filter(|lit| lit.is_pos()).count())
    })
}

fn varisat(formula: &Formula) -> Ready {
    use varisat::{ExtendFormula, Lit as Literal, Solver};

    let literal = |lit: Lit| Literal::from_index(lit.vidx(), lit.is_pos());
    let clauses = formula.translated(literal);
    Box::new(move || {
        let mut solver = Solver::new();
        for clause in &clauses {
            solver.add_clause(clause);
        }
        let found = solver.solve().expect("Varisat has no limit to meet");
        let model = || solver.model().expect("one was found");
        found.then(|| model().iter().filter(|lit| lit.is_positive()).count())
    })
}
