//! CaDiCaL, the strongest embedded solver on hard formulas.

use std::fs::File;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use super::Ability::{Cores, Incremental, Interrupt, Proofs, Resume, Seed};
use super::proof_file::ProofFile;
use super::workers::{Member, Workers};
use super::{
    Assignment, BackendError, Budget, Config, Entry, Halt, LocalBackend, Outcome, Stats, StopReason,
};
use crate::proof::Writer;
use crate::{ClauseSink, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "cadical",
    summary: "CaDiCaL, for hard formulas",
    version: CaDiCal::version,
    abilities: &[Incremental, Cores, Proofs, Interrupt, Resume, Seed],
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
    proof: Option<ProofFile>,
}

impl Cadical {
    fn new(config: &Config) -> Self {
        let mut solver = CaDiCal::new();
        if let Some(seed) = config.seed {
            solver.set("seed", (seed % 2_000_000_000) as i32);
        }
        let proof = config.proof.as_ref().map(|to| {
            let proof = ProofFile::create(ENTRY.name, to);
            let trace = Trace { proof: proof.clone(), clause: Vec::new() };
            solver.connect_proof_tracer1(trace, to.format.is_lrat(), false);
            proof
        });
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

    /// Returns the error if the proof cannot be written.
    fn check_proof(&self) -> Result<(), BackendError> {
        self.proof.as_ref().map_or(Ok(()), ProofFile::check)
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

    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt> {
        self.check_proof()?;
        for lit in assumptions {
            self.variables = self.variables.max(lit.to_ipasir().abs());
            self.solver.assume(lit.to_ipasir());
        }
        if let Some(conflicts) = budget.conflicts {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        let watch = Watch { budget: budget.clone(), proof: self.proof.clone() };
        self.solver.connect_terminator(watch);
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        Ok(match status {
            Status::SATISFIABLE => Outcome::Sat(self.assignment()),
            Status::UNSATISFIABLE => {
                let failed = |lit: &Lit| self.solver.failed(lit.to_ipasir());
                Outcome::Unsat(assumptions.iter().copied().filter(failed).collect())
            }
            Status::UNKNOWN => {
                self.check_proof()?;
                Outcome::Stopped(budget.exhausted().unwrap_or(StopReason::Conflicts))
            }
        })
    }

    fn stats(&self) -> Stats {
        Stats {
            conflicts: self.count("conflicts"),
            decisions: self.count("decisions"),
            propagations: self.count("propagations"),
            ..Stats::default()
        }
    }

    fn finish_proof(&mut self) -> Result<(), BackendError> {
        self.proof.as_ref().map_or(Ok(()), ProofFile::finish)
    }
}

/// Receives CaDiCaL's proof steps and writes them.
struct Trace {
    proof: ProofFile,
    clause: Vec<Lit>,
}

impl Trace {
    fn with(&mut self, clause: &[i32], write: impl FnOnce(&mut Writer<File>, &[Lit])) {
        self.clause.clear();
        self.clause.extend(clause.iter().filter_map(|&lit| Lit::from_ipasir(lit).ok()));
        self.proof.write(|writer| write(writer, &self.clause));
    }
}

impl ProofTracer for Trace {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], is_restored: bool) {
        // A clause that preprocessing restores keeps its number.
        if !is_restored {
            self.proof.write(|writer| writer.original(id));
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
    proof: Option<ProofFile>,
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.budget.exhausted().is_some() || self.proof.as_ref().is_some_and(ProofFile::has_failed)
    }
}
