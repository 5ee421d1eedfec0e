//! Solutions by a SAT solver that holds the constraints, or what elimination left of them.

use sator_sat::clock::Instant;

use sator_sat::backend::{self, Backend, Budget, Outcome, Solver, Stats, StopReason};
use sator_sat::{ClauseSink, Lit};

use super::{EngineError, Instance, Options, Reduction, Times};
use crate::cell::{CellId, Solution, Value};
use crate::lower::cnf::{ClauseWriter, FormulaSize, write_all};

/// More clauses than this take more memory than most machines have.
const MAX_LOADED: u128 = 100_000_000;

/// A loaded solver.
pub(super) struct SatEngine {
    backend: Box<dyn Backend>,
    /// What is known; the solver has the rest of the constraints.
    reduction: Option<Box<Reduction>>,
    /// The first variable that the solver does not use.
    spare_variable: u32,
    /// The formula as it was loaded.
    pub(super) size: FormulaSize,
}

/// Why a solver was not loaded.
pub(super) enum NotLoaded {
    /// The budget ended. The solver is kept: freeing gigabytes would delay the end of the program.
    Stopped(StopReason, Box<dyn Backend>),
    Failed(EngineError),
}

/// The result of a call of the solver.
pub(super) enum SatAnswer {
    Solution(Solution),
    Exhausted,
    Stopped(StopReason),
}

impl SatEngine {
    /// Encodes the constraints, and loads a solver with them.
    pub(super) fn load(
        solver: &Solver,
        instance: &Instance,
        reduction: Option<Box<Reduction>>,
        options: &Options,
        times: &mut Times,
    ) -> Result<Self, NotLoaded> {
        let clauses = most_clauses(instance, reduction.as_deref(), options);
        if clauses > MAX_LOADED {
            let encoding = options.lowering.to_string();
            let error = EngineError::TooLarge { encoding, clauses, most: MAX_LOADED };
            return Err(NotLoaded::Failed(error));
        }
        let mut backend = solver.create(&options.config());
        let variables =
            reduction.as_ref().map_or(instance.cells().variables(), |known| known.open());
        let started = Instant::now();
        let write = |sink: &mut dyn ClauseSink| {
            let mut writer = ClauseWriter::new(options.lowering.encodings, variables, sink);
            match &reduction {
                Some(known) => known.write(instance, &|lit| known.renumber(lit), &mut writer),
                None => write_all(instance, options.scope(), &mut writer),
            }
            writer.finish()
        };
        let loaded = if options.measure {
            backend::load_timed(backend.as_mut(), &options.budget, write)
                .map(|(size, time)| (size, Some(time)))
        } else {
            backend::load(backend.as_mut(), &options.budget, write).map(|size| (size, None))
        };
        times.encode = started.elapsed();
        match loaded {
            Ok((size, time)) => {
                times.load = time;
                times.encode -= time.unwrap_or_default();
                backend.reserve(variables);
                let spare_variable = size.variables.max(variables);
                Ok(Self { backend, reduction, spare_variable, size })
            }
            Err(reason) => Err(NotLoaded::Stopped(reason, backend)),
        }
    }

    /// Excludes a solution.
    pub(super) fn forbid(&mut self, solution: &Solution, instance: &Instance) {
        let other = instance.cells().block(solution);
        // A search that handed over may have excluded the solution by a literal that is certain.
        let clause = match &self.reduction {
            None => Some(other),
            Some(known) => known.renumbered(&other),
        };
        if let Some(clause) = clause {
            self.backend.add_clause(&clause);
        }
    }

    /// Looks for a solution.
    pub(super) fn solve(
        &mut self,
        assumptions: &[Lit],
        instance: &Instance,
        budget: &Budget,
        times: &mut Times,
    ) -> Result<SatAnswer, EngineError> {
        let started = Instant::now();
        let outcome = self.backend.solve(assumptions, budget);
        times.solve += started.elapsed();
        let assignment = match outcome? {
            Outcome::Sat(assignment) => assignment,
            Outcome::Unsat(_) => return Ok(SatAnswer::Exhausted),
            Outcome::Stopped(reason) => return Ok(SatAnswer::Stopped(reason)),
        };
        let started = Instant::now();
        let is_true = |lit: Lit| match &self.reduction {
            None => assignment.is_true(lit),
            Some(known) => {
                known.value(lit).unwrap_or_else(|| assignment.is_true(known.renumber(lit)))
            }
        };
        let decoded = instance.cells().decode(is_true);
        times.decode += started.elapsed();
        let wrong = |error: crate::InvalidAssignment| EngineError::WrongAnswer {
            backend: "the SAT solver".to_owned(),
            reason: error.to_string(),
        };
        decoded.map(SatAnswer::Solution).map_err(wrong)
    }

    /// The open literals of these conditions as the solver numbers them.
    pub(super) fn lits(&self, wanted: &[(CellId, Value)], instance: &Instance) -> Vec<Lit> {
        let lits = wanted.iter().map(|&(cell, value)| instance.cells().is(cell, value));
        match &self.reduction {
            None => lits.collect(),
            Some(known) => {
                let open = lits.filter(|&lit| known.value(lit).is_none());
                open.map(|lit| known.renumber(lit)).collect()
            }
        }
    }

    /// Whether a literal is known to be false.
    pub(super) fn is_excluded(&self, lit: Lit) -> bool {
        self.reduction.as_ref().is_some_and(|known| known.value(lit) == Some(false))
    }

    /// A literal that switches on the clause "one of these".
    pub(super) fn wish(&mut self, lits: &[Lit]) -> Lit {
        let wish = Lit::positive(self.spare_variable);
        self.spare_variable += 1;
        self.backend.reserve(self.spare_variable);
        self.backend.add_clause(&[&[!wish], lits].concat());
        wish
    }

    /// Switches a wish off for good; if nothing fulfils it, excludes its literals.
    pub(super) fn end_wish(&mut self, wish: Lit, lits: &[Lit], is_impossible: bool) {
        self.backend.add_clause(&[!wish]);
        for &lit in lits.iter().filter(|_| is_impossible) {
            self.backend.add_clause(&[!lit]);
        }
    }

    pub(super) fn stats(&self) -> Stats {
        self.backend.stats()
    }
}

/// The most clauses of constraints that can take too many.
fn most_clauses(instance: &Instance, reduction: Option<&Reduction>, options: &Options) -> u128 {
    let lowering = &options.lowering;
    if lowering.encodings.sums_by().is_none() && lowering.encodings.counts_by().is_none() {
        return 0;
    }
    let mut total: u128 = 0;
    let mut add = |form: &crate::constraint::Form<'_>| {
        total = total.saturating_add(lowering.most_clauses(form).unwrap_or(0));
    };
    match reduction {
        Some(left) => left.each_left(instance, &|lit| lit, &mut |_, _, form| add(form)),
        None => instance.each_part(options.scope(), &mut |_, part| add(&part.form)),
    }
    total
}
