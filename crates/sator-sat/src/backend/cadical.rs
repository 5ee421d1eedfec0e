//! CaDiCaL, the strongest embedded solver on hard formulas.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use super::workers::{Member, Workers};
use super::{
    Ability, Assignment, BackendError, Budget, Config, Entry, LocalBackend, Outcome, ProofTo,
    Stats, StopReason,
};
use crate::proof::Writer;
use crate::{ClauseSink, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "cadical",
    summary: "CaDiCaL, for hard formulas",
    version: CaDiCal::version,
    abilities: &[
        Ability::Incremental,
        Ability::Cores,
        Ability::Proofs,
        Ability::Interrupt,
        Ability::Resume,
        Ability::Seed,
    ],
    create: |config| Workers::alone(MEMBER, config),
};

/// The solver itself, which cannot move between threads.
pub(super) const MEMBER: Member =
    Member { name: ENTRY.name, create: |config| Box::new(Cadical::new(config)) };

/// The same in the configuration for satisfiable formulas, to run beside [`MEMBER`].
pub(super) const SEEKER: Member =
    Member { name: ENTRY.name, create: |config| Box::new(Cadical::seeking(config)) };

/// CaDiCaL behind the trait.
struct Cadical {
    solver: CaDiCal,
    variables: i32,
    proof: Option<Proof>,
}

impl Cadical {
    fn new(config: &Config) -> Self {
        let mut solver = CaDiCal::new();
        if let Some(seed) = config.seed {
            solver.set("seed", (seed % 2_000_000_000) as i32);
        }
        let proof = config.proof.as_ref().map(|to| Proof::begin(to, &mut solver));
        Self { solver, variables: 0, proof }
    }

    fn seeking(config: &Config) -> Self {
        let mut cadical = Self::new(config);
        cadical.solver.configure("sat");
        cadical
    }

    fn count(&self, name: &str) -> Option<u64> {
        u64::try_from(self.solver.get_statistic_value(name)).ok()
    }

    fn assignment(&mut self) -> Assignment {
        Assignment::new((1..=self.variables).map(|var| self.solver.val(var) > 0).collect())
    }
}

impl ClauseSink for Cadical {
    fn add_clause(&mut self, clause: &[Lit]) {
        for lit in clause {
            let lit = lit.to_ipasir();
            self.variables = self.variables.max(lit.abs());
            self.solver.add(lit);
        }
        self.solver.add(0);
    }
}

impl LocalBackend for Cadical {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables as i32);
        self.solver.resize(self.variables);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError> {
        if let Some(reason) = budget.exhausted() {
            return Ok(Outcome::Stopped(reason));
        }
        if let Some(proof) = &mut self.proof {
            proof.check()?;
        }
        for lit in assumptions {
            self.variables = self.variables.max(lit.to_ipasir().abs());
            self.solver.assume(lit.to_ipasir());
        }
        if let Some(conflicts) = budget.conflicts {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        let trace = self.proof.as_ref().and_then(|proof| proof.trace.as_ref().ok().cloned());
        self.solver.connect_terminator(Watch { budget: budget.clone(), trace });
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        Ok(match status {
            Status::SATISFIABLE => Outcome::Sat(self.assignment()),
            Status::UNSATISFIABLE => {
                let failed = |lit: &Lit| self.solver.failed(lit.to_ipasir());
                Outcome::Unsat(assumptions.iter().copied().filter(failed).collect())
            }
            Status::UNKNOWN => {
                if let Some(proof) = &mut self.proof {
                    proof.check()?;
                }
                Outcome::Stopped(budget.exhausted().unwrap_or(StopReason::Conflicts))
            }
        })
    }

    fn stats(&self) -> Stats {
        Stats {
            conflicts: self.count("conflicts"),
            decisions: self.count("decisions"),
            propagations: self.count("propagations"),
            restarts: None,
            solved_by: None,
        }
    }

    fn finish_proof(&mut self) -> Result<(), BackendError> {
        self.proof.take().map_or(Ok(()), Proof::finish)
    }
}

/// A proof in progress.
struct Proof {
    to: ProofTo,
    trace: io::Result<Rc<RefCell<Trace>>>,
}

impl Proof {
    /// Connects the proof to a solver that has no clauses yet.
    fn begin(to: &ProofTo, solver: &mut CaDiCal) -> Self {
        let trace = to.open().map(|writer| {
            let trace = Rc::new(RefCell::new(Trace { writer: Some(writer), clause: Vec::new() }));
            solver.connect_proof_tracer1(Rc::clone(&trace), to.format.is_lrat(), false);
            trace
        });
        Self { to: to.clone(), trace }
    }

    /// Returns the error if writing has failed, and keeps it.
    fn check(&mut self) -> Result<(), BackendError> {
        if let Ok(trace) = &self.trace
            && trace.borrow().is_closed()
            && let Err(error) = finish(trace)
        {
            self.trace = Err(error);
        }
        self.trace.as_ref().map(drop).map_err(|error| self.to.failed(ENTRY.name, error))
    }

    fn finish(self) -> Result<(), BackendError> {
        let written = self.trace.and_then(|trace| finish(&trace));
        written.map_err(|error| self.to.failed(ENTRY.name, &error))
    }
}

fn finish(trace: &RefCell<Trace>) -> io::Result<()> {
    match trace.borrow_mut().writer.take() {
        Some(writer) => writer.finish().map(drop),
        None => Ok(()),
    }
}

/// Receives CaDiCaL's proof steps and writes them.
struct Trace {
    writer: Option<Writer<File>>,
    clause: Vec<Lit>,
}

impl Trace {
    /// Whether writing has failed.
    fn is_closed(&self) -> bool {
        self.writer.as_ref().is_some_and(Writer::is_closed)
    }

    fn with(&mut self, clause: &[i32], write: impl FnOnce(&mut Writer<File>, &[Lit])) {
        self.clause.clear();
        self.clause.extend(clause.iter().filter_map(|&lit| Lit::from_ipasir(lit).ok()));
        if let Some(writer) = &mut self.writer {
            write(writer, &self.clause);
        }
    }
}

impl ProofTracer for Trace {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], is_restored: bool) {
        // A clause that preprocessing restores keeps its number.
        if let Some(writer) = self.writer.as_mut().filter(|_| !is_restored) {
            writer.original(id);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _is_redundant: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        let witness = Lit::from_ipasir(witness).ok();
        self.with(clause, |writer, clause| writer.add(id, clause, witness, antecedents));
    }

    fn delete_clause(&mut self, id: i64, _is_redundant: bool, clause: &[i32]) {
        self.with(clause, |writer, clause| writer.delete(id, clause));
    }

    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

/// CaDiCaL polls this while it works.
struct Watch {
    budget: Budget,
    /// The proof, if one is requested.
    trace: Option<Rc<RefCell<Trace>>>,
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        let is_closed = |trace: &Rc<RefCell<Trace>>| trace.borrow().is_closed();
        self.budget.exhausted().is_some() || self.trace.as_ref().is_some_and(is_closed)
    }
}
