//! CaDiCaL, the strongest of the three on hard formulas.

use cadical_sys::{CaDiCal, Status, Terminator};

use super::{
    Ability, Assignment, Backend, BackendError, Budget, Config, Entry, Outcome, Stats, StopReason,
};
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
        Ability::Seed,
    ],
    create: |config| Box::new(Cadical::new(config)),
};

/// CaDiCaL behind the trait.
pub(super) struct Cadical {
    solver: CaDiCal,
    variables: i32,
}

impl Cadical {
    pub(super) fn new(config: &Config) -> Self {
        let mut solver = CaDiCal::new();
        if let Some(seed) = config.seed {
            solver.set("seed", (seed % 2_000_000_000) as i32);
        }
        Self { solver, variables: 0 }
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

impl Backend for Cadical {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables as i32);
        self.solver.resize(self.variables);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError> {
        if let Some(reason) = budget.exhausted() {
            return Ok(Outcome::Stopped(reason));
        }
        for lit in assumptions {
            self.variables = self.variables.max(lit.to_ipasir().abs());
            self.solver.assume(lit.to_ipasir());
        }
        if let Some(conflicts) = budget.conflicts {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        self.solver.connect_terminator(Watch { budget: budget.clone() });
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        Ok(match status {
            Status::SATISFIABLE => Outcome::Sat(self.assignment()),
            Status::UNSATISFIABLE => {
                let failed = |lit: &Lit| self.solver.failed(lit.to_ipasir());
                Outcome::Unsat(assumptions.iter().copied().filter(failed).collect())
            }
            Status::UNKNOWN => {
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
}

/// What CaDiCaL asks while it works.
struct Watch {
    budget: Budget,
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.budget.exhausted().is_some()
    }
}
