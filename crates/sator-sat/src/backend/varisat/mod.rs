//! Varisat, a pure Rust solver that can write proofs.
//!
//! Varisat has no interrupt. It does write its proof as it goes, and a write that fails ends the
//! solving; but writes are buffered, so that alone is not prompt where a conflict takes long. So the
//! solver of a large formula lives in a thread of its own: when the budget is spent the caller gets
//! its answer at once, and the thread ends at its next write. An ended solver cannot be used again;
//! the clauses are kept, and a new one is filled when needed.

mod gate;
mod proof;
mod worker;

use self::worker::{Reply, Worker};
use super::{Ability, Assignment, Backend, BackendError, Budget, Entry, Outcome, ProofTo, Stats};
use crate::units::propagated;
use crate::{ClauseSink, Clauses, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "varisat",
    summary: "Varisat, a solver in Rust",
    version: || "0.2.2".to_owned(),
    abilities: &[Ability::Incremental, Ability::Cores, Ability::Proofs, Ability::Interrupt],
    create: |config| Box::new(Varisat { proof: config.proof.clone(), ..Varisat::default() }),
};

/// Varisat behind the trait.
#[derive(Default)]
pub(super) struct Varisat {
    /// Every clause so far, for the next worker if this one has to be given up.
    clauses: Clauses,
    /// Those that the worker does not have yet.
    pending: Clauses,
    variables: u32,
    worker: Option<Worker>,
    proof: Option<ProofTo>,
    /// Whether some clause has one literal alone.
    has_facts: bool,
}

impl ClauseSink for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) {
        // Loading runs beside encoding when clauses come in large numbers.
        const BATCH: usize = 1 << 16;
        for lit in clause {
            self.variables = self.variables.max(lit.vidx32() + 1);
        }
        self.has_facts |= clause.len() == 1;
        self.clauses.add_clause(clause);
        if self.worker.is_some() {
            self.pending.add_clause(clause);
        }
        if self.pending.len() >= BATCH || self.worker.is_none() && self.clauses.len() == BATCH {
            self.deliver();
        }
    }
}

impl Varisat {
    /// The worker, holding every clause; a new one if the last had to be given up.
    fn deliver(&mut self) -> &mut Worker {
        let Self { clauses, pending, proof, has_facts, .. } = self;
        let has_facts = *has_facts;
        if let Some(worker) = &mut self.worker
            && !pending.is_empty()
        {
            worker.load(pending);
        }
        pending.clear();
        self.worker.get_or_insert_with(|| {
            let mut worker = Worker::start(clauses.literals(), proof.clone());
            // Varisat writes a step of its proof for every clause that a fact makes idle. Where
            // nobody wants the proof, that is work for nothing.
            if has_facts && proof.is_none() {
                worker.load(&propagated(clauses));
            } else {
                worker.load(clauses);
            }
            worker
        })
    }

    fn assignment(&self, model: &[varisat::Lit]) -> Assignment {
        let mut values = vec![false; self.variables as usize];
        for lit in model {
            values[lit.index()] = lit.is_positive();
        }
        Assignment::new(values)
    }
}

impl Backend for Varisat {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError> {
        if let Some(reason) = budget.exhausted() {
            return Ok(Outcome::Stopped(reason));
        }
        for lit in assumptions {
            self.variables = self.variables.max(lit.vidx32() + 1);
        }
        let assumptions = assumptions.iter().map(|&lit| import(lit)).collect();
        match self.deliver().solve(assumptions, budget) {
            Reply::Sat(model) => Ok(Outcome::Sat(self.assignment(&model))),
            Reply::Unsat(core) => Ok(Outcome::Unsat(core.into_iter().map(export).collect())),
            Reply::Stopped(reason) => {
                self.worker = None;
                Ok(Outcome::Stopped(reason))
            }
            Reply::Unproved(error) => {
                self.worker = None;
                Err(self.proof.as_ref().map_or_else(crashed, |to| to.failed(ENTRY.name, &error)))
            }
            Reply::Crashed => {
                self.worker = None;
                Err(crashed())
            }
        }
    }

    fn finish_proof(&mut self) -> Result<(), BackendError> {
        let (Some(to), Some(worker)) = (&self.proof, &mut self.worker) else { return Ok(()) };
        let written = worker.finish_proof().ok_or_else(crashed)?;
        written.map_err(|error| to.failed(ENTRY.name, &error))
    }

    /// Varisat counts nothing that it would tell.
    fn stats(&self) -> Stats {
        Stats::default()
    }
}

fn crashed() -> BackendError {
    BackendError {
        backend: ENTRY.name.to_owned(),
        message: "its thread ended without an answer".to_owned(),
    }
}

fn import(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.vidx(), lit.is_pos())
}

fn export(lit: varisat::Lit) -> Lit {
    Lit::new(lit.index() as u32, lit.is_negative())
}
