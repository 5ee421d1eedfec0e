//! BatSat, a MiniSat in Rust: starts quickly, strong on easy formulas.
//!
//! The crate is used directly: RustSAT's adapter has neither interrupt nor limits, but BatSat calls
//! back at every decision and can be stopped there.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

use super::Ability::{Cores, Incremental, Interrupt, Resume, Seed};
use super::{Assignment, Budget, Config, Entry, Halt, LocalBackend, Outcome, Stats, StopReason};
use crate::clauses::variables;
use crate::{ClauseSink, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "batsat",
    summary: "BatSat, a MiniSat in Rust",
    version: || "0.6.0".to_owned(),
    abilities: &[Incremental, Cores, Interrupt, Resume, Seed],
    create: |config| Box::new(BatSat::new(config)),
};

/// BatSat behind the trait.
pub(super) struct BatSat {
    solver: batsat::Solver<Watch>,
    imported: Vec<batsat::Lit>,
}

impl BatSat {
    pub(super) fn new(config: &Config) -> Self {
        // Deep minimisation of learnt clauses takes a quarter of the time on the long clauses of
        // large exactly-one groups, and saves hardly a conflict; see docs/measurements.md.
        let mut options = SolverOpts { ccmin_mode: 1, ..SolverOpts::default() };
        if let Some(seed) = config.seed {
            // BatSat's generator requires a positive number below 2^31.
            options.random_seed = f64::from((seed % 0x7fff_fffe) as u32 + 1);
            options.rnd_init_act = true;
        }
        Self { solver: batsat::Solver::new(options, Watch::default()), imported: Vec::new() }
    }

    /// Converts literals into `imported`, and creates their variables.
    fn import(&mut self, lits: &[Lit]) {
        self.reserve(variables(lits));
        self.imported.clear();
        self.imported.extend(
            lits.iter().map(|lit| {
                batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.vidx32()), lit.is_pos())
            }),
        );
    }
}

fn export(lit: batsat::Lit) -> Lit {
    Lit::new(lit.var().idx(), !lit.sign())
}

impl ClauseSink for BatSat {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.import(clause);
        self.solver.add_clause_reuse(&mut self.imported);
    }
}

impl LocalBackend for BatSat {
    fn reserve(&mut self, variables: u32) {
        while self.solver.num_vars() < variables {
            self.solver.new_var_default();
        }
    }

    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt> {
        self.import(assumptions);
        self.solver.cb_mut().begin(budget);
        let verdict = self.solver.solve_limited(&self.imported);
        Ok(if verdict == lbool::TRUE {
            let values = self.solver.get_model().iter().map(|&value| value == lbool::TRUE);
            Outcome::Sat(Assignment::new(values.collect()))
        } else if verdict == lbool::FALSE {
            // BatSat returns the failed assumptions negated.
            Outcome::Unsat(self.solver.unsat_core().iter().map(|&lit| !export(lit)).collect())
        } else {
            Outcome::Stopped(budget.exhausted().unwrap_or(StopReason::Conflicts))
        })
    }

    fn stats(&self) -> Stats {
        Stats {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            restarts: Some(self.solver.num_restarts()),
            solved_by: None,
        }
    }
}

/// BatSat's callbacks.
#[derive(Default)]
struct Watch {
    budget: Budget,
    learnt: u64,
    asked: Cell<u32>,
    /// Whether the solve was stopped. BatSat calls `stop` again while it returns, and would
    /// continue if the result were different.
    stopped: Cell<bool>,
}

impl Watch {
    fn begin(&mut self, budget: &Budget) {
        *self = Self { budget: budget.clone(), ..Self::default() };
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.learnt += 1;
        }
    }

    fn stop(&self) -> bool {
        // Reading the clock costs more than the rest; an interrupt is seen at once.
        const CLOCK_EVERY: u32 = 64;
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        let stop = self.stopped.get()
            || self.budget.conflicts.is_some_and(|limit| self.learnt >= limit)
            || self.budget.interrupt.is_raised()
            || (asked.is_multiple_of(CLOCK_EVERY) && self.budget.exhausted().is_some());
        self.stopped.set(stop);
        stop
    }
}
