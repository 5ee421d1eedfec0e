//! Proofs that a puzzle has no answer, or no second answer.
//!
//! A proof covers the puzzle's own rules, in full: nothing is omitted because it was propagated
//! before, and no derived rule is assumed.

use std::path::Path;

use sator_sat::Lit;
use sator_sat::backend::{self, Ability, BACKENDS, Config, Outcome, ProofTo, Solver, StopReason};
use sator_sat::proof::Format;

use super::{EngineError, Method, Options};
use crate::cell::{InvalidAssignment, Solution};
use crate::lower::cnf::{Formula, Lowering};
use crate::model::Scope;

/// The result of writing a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proved {
    /// The proof is complete.
    Yes,
    /// The solver was stopped; the file is incomplete and proves nothing.
    Stopped(StopReason),
}

/// Why no proof can be written as requested.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotProve {
    /// The solver does not write proofs.
    #[error("{name} writes no proofs; {others} do, and programs that can", others = provers())]
    NoProver {
        /// The solver's name.
        name: String,
    },
    /// The requested rules include more than the puzzle's own.
    #[error("a proof is about the puzzle's own rules: expected another encoding than '{0}'")]
    DerivedRules(Lowering),
}

fn provers() -> String {
    let provers = BACKENDS.iter().filter(|entry| entry.abilities.contains(&Ability::Proofs));
    provers.map(|entry| entry.name).collect::<Vec<_>>().join(" and ")
}

/// The solver that proves a result: the one that found it, if it writes proofs. A method that
/// selects among several solvers is replaced by the first solver that writes proofs.
pub fn prover(method: &Method, lowering: Lowering) -> Result<Solver, CannotProve> {
    if lowering.scope == Some(Scope::Extended) {
        return Err(CannotProve::DerivedRules(lowering));
    }
    let can_prove = |entry: &&backend::Entry| entry.abilities.contains(&Ability::Proofs);
    let no_prover = || CannotProve::NoProver { name: method.name().to_owned() };
    match method {
        Method::Sat(solver) if solver.abilities().contains(&Ability::Proofs) => Ok(solver.clone()),
        Method::Auto => BACKENDS.iter().find(can_prove).map(Solver::Embedded).ok_or_else(no_prover),
        Method::Sat(Solver::Embedded(entry)) if entry.abilities.contains(&Ability::Threads) => {
            BACKENDS.iter().find(can_prove).map(Solver::Embedded).ok_or_else(no_prover)
        }
        Method::Sat(_) | Method::Smt(_) | Method::Search => Err(no_prover()),
    }
}

/// The result of refuting a cube.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CubeProved {
    /// The proof is complete.
    Yes,
    /// The cube has this solution.
    Solution(Solution),
    /// The solver was stopped; the file is incomplete and proves nothing.
    Stopped(StopReason),
}

/// Runs a solver that writes a proof that a formula has no answer; [`prover`] selects the solver.
pub fn prove(
    formula: &Formula,
    solver: &Solver,
    options: &Options,
    path: &Path,
    format: Format,
) -> Result<Proved, EngineError> {
    match prove_cube(formula, &[], solver, options, path, format)? {
        CubeProved::Yes => Ok(Proved::Yes),
        CubeProved::Solution(_) => Err(EngineError::WrongAnswer {
            backend: solver.name().to_owned(),
            reason: "it has an answer where another solver found that there is none".to_owned(),
        }),
        CubeProved::Stopped(reason) => Ok(Proved::Stopped(reason)),
    }
}

/// Runs a solver that writes a proof that a formula with the literals of a cube has no answer. The
/// literals are clauses after those of the formula.
pub fn prove_cube(
    formula: &Formula,
    cube: &[Lit],
    solver: &Solver,
    options: &Options,
    path: &Path,
    format: Format,
) -> Result<CubeProved, EngineError> {
    let options = &options.begun();
    let clauses = formula.size().total().clauses as usize + cube.len();
    let proof = Some(ProofTo { path: path.to_owned(), format, clauses });
    let mut backend = solver.create(&Config { proof, ..options.config() });
    let loaded = backend::load(backend.as_mut(), &options.budget, |sink| {
        formula.write_clauses(sink);
        for &lit in cube {
            sink.add_clause(&[lit]);
        }
    });
    if let Err(reason) = loaded {
        return Ok(CubeProved::Stopped(reason));
    }
    match backend.solve(&[], &options.budget)? {
        Outcome::Unsat(_) => {
            backend.finish_proof()?;
            Ok(CubeProved::Yes)
        }
        Outcome::Sat(assignment) => {
            let decoded = formula.cells().decode(|lit| assignment.is_true(lit));
            let wrong = |error: InvalidAssignment| EngineError::WrongAnswer {
                backend: solver.name().to_owned(),
                reason: error.to_string(),
            };
            Ok(CubeProved::Solution(decoded.map_err(wrong)?))
        }
        Outcome::Stopped(reason) => Ok(CubeProved::Stopped(reason)),
    }
}
