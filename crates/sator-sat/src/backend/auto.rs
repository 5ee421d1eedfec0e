//! The default: BatSat first, because most formulas are easy and it starts at once; CaDiCaL when a
//! formula turns out to be hard. CaDiCaL's time varies with luck, so several instances race if
//! there are threads for them, some of them configured for satisfiable formulas. A build without
//! CaDiCaL uses BatSat only.

use super::Ability::{Cores, Incremental, Interrupt, Resume, Seed};
use super::batsat::BatSat;
use super::{
    Backend, Budget, Config, Create, Entry, Halt, LocalBackend, Outcome, Stats, StopReason, load,
};
use crate::{ClauseSink, Clauses, Lit};

/// The registry's entry.
pub(super) const ENTRY: Entry = Entry {
    name: "auto",
    summary: if cfg!(feature = "cadical") {
        "search, then BatSat, CaDiCaL when it turns out hard (default)"
    } else {
        "search, then BatSat (default; this build has no CaDiCaL)"
    },
    version: || env!("CARGO_PKG_VERSION").to_owned(),
    abilities: &[Incremental, Cores, Interrupt, Resume, Seed],
    create: |config| Box::new(Auto::new(config)),
};

/// The number of conflicts, over all solves, after which CaDiCaL replaces BatSat; measured, see
/// docs/measurements.md.
const MOST_BATSAT_CONFLICTS: u64 = 5_000;

/// Formulas with more literals are not raced, because each racer holds a copy.
const LARGEST_RACE: usize = 20_000_000;

/// The current solver, and the data for the change to the next one.
struct Auto {
    config: Config,
    variables: u32,
    at_work: AtWork,
}

enum AtWork {
    /// BatSat, and every clause for the next solver.
    Quick(Box<BatSat>, Clauses),
    /// CaDiCaL, and the statistics of BatSat.
    Strong(Box<dyn Backend>, Stats),
}

/// Creates the solver for hard formulas, if this build has one.
#[cfg(feature = "cadical")]
const STRONG: Option<Create> = Some(|config| {
    use super::cadical::{ENTRY, MEMBER, SEEKER};
    use super::portfolio;
    /// Each racer holds all clauses, and more racers seldom help.
    const MOST_RACERS: usize = 4;
    match portfolio::threads(config).min(MOST_RACERS) {
        1 => (ENTRY.create)(config),
        racers => portfolio::race(&[MEMBER, SEEKER], racers, config),
    }
});
#[cfg(not(feature = "cadical"))]
const STRONG: Option<Create> = None;

impl Auto {
    fn new(config: &Config) -> Self {
        let at_work = AtWork::Quick(Box::new(BatSat::new(config)), Clauses::default());
        Self { config: config.clone(), variables: 0, at_work }
    }

    fn solver(&mut self) -> &mut dyn Backend {
        match &mut self.at_work {
            AtWork::Quick(quick, _) => quick.as_mut(),
            AtWork::Strong(strong, _) => strong.as_mut(),
        }
    }

    /// Replaces BatSat by the solver for hard formulas, with all clauses. If the budget is spent
    /// first, nothing changes.
    fn hand_over(&mut self, create: Create, budget: &Budget) -> Result<(), StopReason> {
        if let AtWork::Quick(quick, clauses) = &self.at_work {
            let is_large = clauses.literals() > LARGEST_RACE;
            let threads = if is_large { Some(1) } else { self.config.threads };
            let mut strong = create(&Config { threads, ..self.config.clone() });
            load(strong.as_mut(), budget, |sink| clauses.pour(sink))?;
            strong.reserve(self.variables);
            self.at_work = AtWork::Strong(strong, quick.stats());
        }
        Ok(())
    }
}

impl ClauseSink for Auto {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver().add_clause(clause);
        if let AtWork::Quick(_, clauses) = &mut self.at_work
            && STRONG.is_some()
        {
            clauses.add_clause(clause);
        }
    }
}

impl LocalBackend for Auto {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
        self.solver().reserve(variables);
    }

    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt> {
        let mut budget = budget.clone();
        if let (AtWork::Quick(quick, _), Some(create)) = (&mut self.at_work, STRONG) {
            let left = MOST_BATSAT_CONFLICTS.saturating_sub(quick.stats().conflicts.unwrap_or(0));
            let share = budget.conflicts.map_or(left, |limit| limit.min(left));
            let first = Budget { conflicts: Some(share), ..budget.clone() };
            let outcome = quick.solve(assumptions, &first)?;
            if outcome != Outcome::Stopped(StopReason::Conflicts) || budget.conflicts == Some(share)
            {
                return Ok(outcome);
            }
            budget.conflicts = budget.conflicts.map(|limit| limit - share);
            self.hand_over(create, &budget)?;
        }
        Ok(self.solver().solve(assumptions, &budget)?)
    }

    fn stats(&self) -> Stats {
        match &self.at_work {
            AtWork::Quick(quick, _) => Stats { solved_by: Some("batsat"), ..quick.stats() },
            AtWork::Strong(strong, before) => {
                let stats = strong.stats();
                before.plus(Stats { solved_by: stats.solved_by.or(Some("cadical")), ..stats })
            }
        }
    }
}
