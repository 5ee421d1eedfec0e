//! The default: BatSat first, because most formulas are easy and it starts at once; CaDiCaL when a
//! formula has turned out hard. In a build without CaDiCaL it is BatSat to the end.

use super::batsat::BatSat;
use super::{Backend, BackendError, Budget, Config, Create, Entry, Outcome, Stats, StopReason};
use crate::{ClauseSink, Clauses, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "auto",
    summary: if cfg!(feature = "cadical") {
        "BatSat first, CaDiCaL when it turns out hard (default)"
    } else {
        "BatSat (default; this build has no CaDiCaL)"
    },
    version: || env!("CARGO_PKG_VERSION").to_owned(),
    seeded: true,
    create: |config| Box::new(Auto::new(config)),
};

/// Conflicts in one solve that BatSat is given before CaDiCaL takes over; measured, see
/// ARCHITECTURE.md.
const PATIENCE: u64 = 5_000;

struct Auto {
    config: Config,
    clauses: Clauses,
    variables: u32,
    quick: BatSat,
    strong: Option<Box<dyn Backend>>,
}

impl Auto {
    fn new(config: &Config) -> Self {
        Self {
            config: *config,
            clauses: Clauses::default(),
            variables: 0,
            quick: BatSat::new(config),
            strong: None,
        }
    }

    /// The solver for hard formulas, with everything known so far.
    fn hand_over(&self) -> Option<Box<dyn Backend>> {
        let mut strong = STRONG?(&self.config);
        strong.reserve(self.variables);
        self.clauses.pour(strong.as_mut());
        Some(strong)
    }
}

/// Makes the solver for hard formulas, where this build has one.
#[cfg(feature = "cadical")]
const STRONG: Option<Create> = Some(super::cadical::ENTRY.create);
#[cfg(not(feature = "cadical"))]
const STRONG: Option<Create> = None;

impl ClauseSink for Auto {
    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(strong) = &mut self.strong {
            strong.add_clause(clause);
            return;
        }
        if STRONG.is_some() {
            self.clauses.add_clause(clause);
        }
        self.quick.add_clause(clause);
    }
}

impl Backend for Auto {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
        match &mut self.strong {
            Some(strong) => strong.reserve(variables),
            None => self.quick.reserve(variables),
        }
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, BackendError> {
        if let Some(strong) = &mut self.strong {
            return strong.solve(assumptions, budget);
        }
        if STRONG.is_none() || budget.conflicts.is_some_and(|limit| limit <= PATIENCE) {
            return self.quick.solve(assumptions, budget);
        }
        let first = Budget { conflicts: Some(PATIENCE), ..budget.clone() };
        let outcome = self.quick.solve(assumptions, &first)?;
        if outcome != Outcome::Stopped(StopReason::Conflicts) {
            return Ok(outcome);
        }
        self.strong = self.hand_over();
        let rest =
            Budget { conflicts: budget.conflicts.map(|limit| limit - PATIENCE), ..budget.clone() };
        match &mut self.strong {
            Some(strong) => strong.solve(assumptions, &rest),
            None => self.quick.solve(assumptions, &rest),
        }
    }

    fn stats(&self) -> Stats {
        let quick = self.quick.stats();
        let Some(strong) = self.strong.as_ref().map(|strong| strong.stats()) else {
            return quick;
        };
        let sum = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a + b);
        Stats {
            conflicts: sum(quick.conflicts, strong.conflicts),
            decisions: sum(quick.decisions, strong.decisions),
            propagations: sum(quick.propagations, strong.propagations),
            restarts: sum(quick.restarts, strong.restarts),
        }
    }
}
