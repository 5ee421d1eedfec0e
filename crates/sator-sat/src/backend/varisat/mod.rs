//! Varisat, a pure Rust solver that can write proofs.
//!
//! Varisat has no interrupt. It writes its proof as it goes, and a write that fails ends the
//! solving; see [`gate`]. Writes are buffered, so a solver whose conflicts take long notices a spent
//! budget late: it runs on a worker's thread, and the caller does not wait for it. A solver that
//! was stopped cannot be used again, so the clauses are kept, and the next solve starts a new one.

mod gate;
mod proof;

use std::io;

use varisat::solver::SolverError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use self::gate::{Gate, ProofSink};
use super::proof_file::ProofFile;
use super::workers::{Member, Workers};
use super::{
    Ability, Assignment, BackendError, Budget, Entry, Halt, LocalBackend, Outcome, ProofTo, Stats,
    StopReason, load,
};
use crate::clauses::variables;
use crate::units::propagated;
use crate::{ClauseSink, Clauses, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "varisat",
    summary: "Varisat, a solver in Rust",
    version: || "0.2.2".to_owned(),
    abilities: &[Ability::Incremental, Ability::Cores, Ability::Proofs, Ability::Interrupt],
    create: |config| Workers::alone(MEMBER, config),
};

/// The solver itself, which cannot move between threads.
pub(super) const MEMBER: Member = Member {
    name: ENTRY.name,
    create: |config| Box::new(Varisat { proof: config.proof.clone(), ..Varisat::default() }),
};

/// Varisat behind the trait.
#[derive(Default)]
struct Varisat {
    /// Every clause so far, for the next run.
    clauses: Clauses,
    variables: u32,
    /// Absent before the first solve, and after a solve that was stopped.
    run: Option<Run>,
    proof: Option<ProofTo>,
    has_unit_clauses: bool,
}

impl ClauseSink for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(variables(clause));
        self.has_unit_clauses |= clause.len() == 1;
        self.clauses.add_clause(clause);
        if let Some(run) = &mut self.run {
            run.add_clause(clause);
        }
    }
}

impl Varisat {
    /// A run that holds every clause.
    fn start(&self, budget: &Budget) -> Result<Run, StopReason> {
        let mut run = Run::new(self.proof.as_ref());
        // Varisat writes a proof step for every clause that a unit clause satisfies. Where no proof
        // is requested, that work is saved.
        if self.has_unit_clauses && self.proof.is_none() {
            let clauses = propagated(&self.clauses);
            load(&mut run, budget, |sink| clauses.pour(sink))?;
        } else {
            load(&mut run, budget, |sink| self.clauses.pour(sink))?;
        }
        Ok(run)
    }

    fn assignment(&self, model: &[varisat::Lit]) -> Assignment {
        let mut values = vec![false; self.variables as usize];
        for lit in model {
            values[lit.index()] = lit.is_positive();
        }
        Assignment::new(values)
    }
}

impl LocalBackend for Varisat {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }

    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt> {
        self.reserve(variables(assumptions));
        let mut run = self.run.take().map_or_else(|| self.start(budget), Ok)?;
        let outcome = match run.solve(assumptions, budget)? {
            Some(true) => Outcome::Sat(self.assignment(&run.solver.model().unwrap_or_default())),
            Some(false) => {
                let core = run.solver.failed_core().unwrap_or_default();
                Outcome::Unsat(core.iter().copied().map(export).collect())
            }
            None => return Err(budget.exhausted().unwrap_or(StopReason::Conflicts).into()),
        };
        self.run = Some(run);
        Ok(outcome)
    }

    fn finish_proof(&mut self) -> Result<(), BackendError> {
        self.run.as_mut().map_or(Ok(()), Run::finish_proof)
    }

    /// Varisat has no statistics.
    fn stats(&self) -> Stats {
        Stats::default()
    }
}

/// A Varisat solver, from its first clause until it is stopped.
struct Run {
    solver: Solver<'static>,
    gate: Gate,
    proof: Option<ProofFile>,
    imported: Vec<varisat::Lit>,
}

impl Run {
    fn new(proof: Option<&ProofTo>) -> Self {
        let mut solver = Solver::new();
        let gate = Gate::default();
        solver.write_proof(ProofSink::new(&gate), ProofFormat::Varisat);
        let proof = proof.map(|to| ProofFile::create(ENTRY.name, to));
        if let Some(proof) = &proof {
            // Varisat borrows its processors for as long as it lives itself. What is leaked is a
            // pointer and an empty cell: the file inside is taken out at the end of the run.
            solver.add_proof_processor(Box::leak(Box::new(proof.clone())));
        }
        Self { solver, gate, proof, imported: Vec::new() }
    }

    fn import(&mut self, lits: &[Lit]) {
        let import = |lit: &Lit| varisat::Lit::from_index(lit.vidx(), lit.is_pos());
        self.imported.clear();
        self.imported.extend(lits.iter().map(import));
    }

    /// Whether the formula is satisfiable; nothing if the budget is spent first.
    fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
    ) -> Result<Option<bool>, BackendError> {
        self.gate.open(budget);
        self.import(assumptions);
        self.solver.assume(&self.imported);
        let failed = |error: SolverError| BackendError::new(ENTRY.name, error.to_string());
        match (self.solver.solve(), &self.proof) {
            (Ok(is_sat), _) => {
                // Later clauses and the end of the proof are written under no budget.
                self.gate.open(&Budget::default());
                Ok(Some(is_sat))
            }
            (Err(error @ SolverError::ProofProcessorError { .. }), Some(proof)) => {
                Err(proof.finish().err().unwrap_or_else(|| failed(error)))
            }
            (Err(_), _) if self.gate.is_shut() => Ok(None),
            (Err(error), _) => Err(failed(error)),
        }
    }

    fn finish_proof(&mut self) -> Result<(), BackendError> {
        let Some(proof) = &self.proof else { return Ok(()) };
        self.solver.close_proof().map_err(|error| proof.error(&io::Error::other(error)))?;
        proof.finish()
    }
}

impl ClauseSink for Run {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.import(clause);
        self.solver.add_clause(&self.imported);
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(proof) = &self.proof {
            let _incomplete = proof.finish();
        }
    }
}

fn export(lit: varisat::Lit) -> Lit {
    Lit::new(lit.index() as u32, lit.is_negative())
}
