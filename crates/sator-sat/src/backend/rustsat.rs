//! MiniSat and Glucose, which RustSAT embeds, behind the trait.
//!
//! They react to an interrupt only at a decision (MiniSat) or at a restart (Glucose), and cannot be
//! used again afterwards, because RustSAT cannot reset it. So a formula that turns out to be hard
//! is solved on a thread of its own: when the budget is spent the caller continues at once, and the
//! thread ends when the solver reacts, which in Glucose may take seconds. The clauses are kept, and
//! a new solver is loaded when needed. An easy formula needs no thread, and a limit on conflicts
//! loses nothing.

use std::error::Error;
use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustsat::solvers::{
    GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, SolveIncremental, SolveStats,
    SolverResult,
};
use rustsat::types::TernaryVal;

use super::waiting::{Missed, receive};
use super::{Assignment, BackendError, Budget, Halt, LocalBackend, Outcome, Stats, StopReason};
use crate::units::propagated;
use crate::{ClauseSink, Clauses, Lit, Var, threads};

/// The required interface of a solver, in RustSAT's traits.
pub(super) trait Embedded:
    SolveIncremental
    + SolveStats
    + LimitConflicts
    + Interrupt
    + GetInternalStats
    + Default
    + Send
    + 'static
{
    /// The name in the registry.
    const NAME: &'static str;
}

/// The last word of the signature, "Minisat 2.2.0".
pub(super) fn version<S: Embedded>() -> String {
    let signature = S::default().signature();
    signature.rsplit(' ').next().unwrap_or(signature).to_owned()
}

/// A formula with more literals is solved on a thread from the start: the time between two
/// conflicts grows with its size, and a thread costs little compared with loading.
const SMALL: usize = 1 << 16;

/// The number of conflicts after which a small formula continues on a thread.
const QUICK: u64 = 100;

/// How long to wait for the statistics of an interrupted solver.
const GRACE: Duration = Duration::from_millis(30);

/// A solver of RustSAT's behind the trait.
pub(super) struct Adapter<S> {
    /// Absent before the first solve of a small formula, and after an interrupt.
    solver: Option<S>,
    /// Whether there is a unit clause.
    has_facts: bool,
    /// Every clause so far, for the next solver.
    clauses: Clauses,
    /// The number of reserved variables.
    reserved: u32,
    /// The statistics of the solvers that were interrupted.
    before: Stats,
}

impl<S: Embedded> Adapter<S> {
    pub(super) fn new() -> Self {
        // Capacity from the start, because growing would cost an easy formula a few per cent.
        let clauses = Clauses::with_room(SMALL);
        let before = counted(&S::default());
        Self { solver: None, has_facts: false, clauses, reserved: 0, before }
    }

    /// The solver with every clause and variable; a new one if the last was interrupted.
    fn take_solver(&mut self, budget: &Budget) -> Result<S, Halt> {
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            // Unit propagation is faster here than in the solver.
            None if self.has_facts && self.is_small() => {
                filled(&propagated(&self.clauses), budget)?
            }
            None => filled(&self.clauses, budget)?,
        };
        if let Some(last) = self.reserved.checked_sub(1) {
            solver.reserve(Var::new(last)).map_err(failed::<S>)?;
        }
        Ok(solver)
    }

    fn is_small(&self) -> bool {
        self.clauses.literals() <= SMALL
    }

    fn search_apart(
        &mut self,
        solver: S,
        assumptions: &[Lit],
        conflicts: u64,
        budget: &Budget,
    ) -> Result<(S, SolverResult), Halt> {
        let apart = Apart::start(solver, assumptions.to_vec(), conflicts).map_err(failed::<S>)?;
        match apart.wait(budget) {
            Ok((solver, result)) => Ok((solver, result?)),
            Err(lost) => {
                let (halt, counted) = *lost;
                self.before = self.before.plus(counted);
                Err(halt)
            }
        }
    }

    fn outcome(solver: &mut S, result: SolverResult, budget: &Budget) -> Result<Outcome, Halt> {
        Ok(match result {
            SolverResult::Sat => {
                let value = |var| solver.lit_val(Lit::positive(var)).map_err(failed::<S>);
                let is_true = |var| Ok(value(var)? == TernaryVal::True);
                let variables = 0..solver.max_var().map_or(0, |last| last.idx32() + 1);
                let values = variables.map(is_true).collect::<Result<_, Halt>>();
                Outcome::Sat(Assignment::new(values?))
            }
            SolverResult::Unsat => {
                let core = solver.core().map_err(failed::<S>)?;
                // RustSAT's core is a clause: the failed assumptions negated.
                Outcome::Unsat(core.into_iter().map(|lit| !lit).collect())
            }
            SolverResult::Interrupted => {
                Outcome::Stopped(budget.exhausted().unwrap_or(StopReason::Conflicts))
            }
        })
    }
}

impl<S: Embedded> ClauseSink for Adapter<S> {
    fn add_clause(&mut self, clause: &[Lit]) {
        let was_small = self.is_small();
        self.clauses.add_clause(clause);
        self.has_facts |= clause.len() == 1;
        if was_small && !self.is_small() && self.solver.is_none() {
            // From here on clauses are loaded at once.
            self.solver = filled(&self.clauses, &Budget::default()).ok();
            return;
        }
        // Adding fails only for lack of memory. Loading a new solver then returns the error.
        self.solver.take_if(|solver| solver.add_clause_ref(clause).is_err());
    }
}

impl<S: Embedded> LocalBackend for Adapter<S> {
    fn reserve(&mut self, variables: u32) {
        self.reserved = self.reserved.max(variables);
    }

    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt> {
        let mut solver = self.take_solver(budget)?;
        let mut left = budget.conflicts.unwrap_or(u64::MAX);
        let mut result = SolverResult::Interrupted;
        if self.is_small() {
            let before = solver.conflicts();
            result = run(&mut solver, assumptions, left.min(QUICK))?;
            left = left.saturating_sub((solver.conflicts() - before) as u64);
        }
        if result == SolverResult::Interrupted && left > 0 && budget.exhausted().is_none() {
            (solver, result) = self.search_apart(solver, assumptions, left, budget)?;
        }
        let outcome = Self::outcome(&mut solver, result, budget)?;
        self.solver = Some(solver);
        Ok(outcome)
    }

    fn stats(&self) -> Stats {
        self.solver.as_ref().map_or(self.before, |solver| self.before.plus(counted(solver)))
    }
}

fn failed<S: Embedded>(error: impl Into<Box<dyn Error>>) -> Halt {
    BackendError::new(S::NAME, error.into().to_string()).into()
}

/// Loads a new solver with these clauses, within the budget.
fn filled<S: Embedded>(clauses: &Clauses, budget: &Budget) -> Result<S, Halt> {
    const CLAUSES_A_LOOK: usize = 1 << 12;
    let mut solver = S::default();
    for (index, clause) in clauses.iter().enumerate() {
        if index.is_multiple_of(CLAUSES_A_LOOK)
            && let Some(reason) = budget.exhausted()
        {
            return Err(reason.into());
        }
        solver.add_clause_ref(clause).map_err(failed::<S>)?;
    }
    Ok(solver)
}

/// Solves until so many conflicts; Glucose checks the limit at restarts only.
fn run<S: Embedded>(
    solver: &mut S,
    assumptions: &[Lit],
    conflicts: u64,
) -> Result<SolverResult, Halt> {
    // RustSAT removes a limit by a negative one, which the solvers add to their count and treat as
    // reached. So the largest limit stands for none: it takes days to reach.
    let limit = u32::try_from(conflicts).unwrap_or(u32::MAX);
    solver.limit_conflicts(Some(limit)).map_err(failed::<S>)?;
    solver.solve_assumps(assumptions).map_err(failed::<S>)
}

fn counted<S: Embedded>(solver: &S) -> Stats {
    Stats {
        conflicts: Some(solver.conflicts() as u64),
        decisions: Some(solver.decisions() as u64),
        propagations: Some(solver.propagations() as u64),
        ..Stats::default()
    }
}

/// A solver that works on a thread of its own.
struct Apart<S: Embedded> {
    back: Receiver<Back<S>>,
    interrupter: S::Interrupter,
}

/// The solver, sent back with its result.
type Back<S> = (S, Result<SolverResult, Halt>);

impl<S: Embedded> Apart<S> {
    fn start(mut solver: S, assumptions: Vec<Lit>, conflicts: u64) -> io::Result<Self> {
        let interrupter = solver.interrupter();
        let (home, back) = channel();
        threads::spawn(move || {
            let result = run(&mut solver, &assumptions, conflicts);
            let _given_up = home.send((solver, result));
        })?;
        Ok(Self { back, interrupter })
    }

    /// The solver and its answer, or the reason for its loss and its statistics.
    fn wait(self, budget: &Budget) -> Result<Back<S>, Box<(Halt, Stats)>> {
        receive(&self.back, budget).map_err(|missed| match missed {
            Missed::Gone => {
                Box::new((failed::<S>("its thread ended without an answer"), Stats::default()))
            }
            Missed::Stopped(reason) => Box::new((Halt::Stopped(reason), self.give_up())),
        })
    }

    /// Interrupts the solver. Its statistics are known if it reacts soon.
    fn give_up(self) -> Stats {
        // The interrupter points into the solver, and RustSAT does not guarantee that the solver
        // still exists. It does: it is at work, or in the channel, which is open until the end of
        // this function.
        self.interrupter.interrupt();
        match self.back.recv_timeout(GRACE) {
            Ok((solver, _)) => {
                let counted = counted(&solver);
                // Freeing a large solver takes longer than the caller has.
                threads::spawn_or_run(move || drop(solver));
                counted
            }
            Err(_) => Stats::default(),
        }
    }
}
