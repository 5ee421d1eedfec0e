//! Solutions by an SMT solver that holds the constraints over integers.

use sator_sat::clock::Instant;

use sator_sat::backend::{Budget, Stats, StopReason};
use sator_sat::smt::{self, Session, Verdict};
use sator_sat::{TextError, answer};

use super::{EngineError, Instance, Options, Times};
use crate::cell::{CellId, Solution, Value};
use crate::lower::smtlib::SmtLib;
use crate::model::Scope;

/// A session with an SMT solver that has the constraints.
pub(super) struct SmtEngine {
    session: Session,
    rules: SmtLib,
    stats: Stats,
}

/// The result of a call of the solver.
pub(super) enum SmtAnswer {
    Solution(Solution),
    Exhausted,
    Stopped(StopReason),
}

impl SmtEngine {
    /// Starts a solver and sends it the constraints, which exclude the solutions so far; or why there
    /// was no time for that.
    pub(super) fn open(
        entry: &'static smt::Entry,
        instance: &Instance,
        found: &[Solution],
        options: &Options,
        times: &mut Times,
    ) -> Result<Result<Self, StopReason>, EngineError> {
        let started = Instant::now();
        let scope = options.lowering.scope.unwrap_or(Scope::Stated);
        let rules = SmtLib::new("instance".to_owned(), instance.clone(), scope);
        let mut text = Vec::new();
        let written = rules.write_preamble(&mut text, &options.budget.interrupt);
        times.encode = started.elapsed();
        if written.is_err() {
            return Ok(Err(StopReason::Interrupted));
        }
        let started = Instant::now();
        let mut session = Session::start(entry, options.seed)?;
        let told = session.tell(&text, &options.budget)?;
        times.load = Some(started.elapsed());
        let mut engine = Self { session, rules, stats: Stats::default() };
        if let Err(reason) = told {
            return Ok(Err(reason));
        }
        for solution in found {
            if let Err(reason) = engine.forbid(solution, &options.budget)? {
                return Ok(Err(reason));
            }
        }
        Ok(Ok(engine))
    }

    /// Looks for a solution that is not the last one.
    pub(super) fn next(
        &mut self,
        last: Option<&Solution>,
        budget: &Budget,
        times: &mut Times,
    ) -> Result<SmtAnswer, EngineError> {
        let started = Instant::now();
        let decoded = times.decode;
        let answer = self.solve(last, budget, times);
        times.solve += started.elapsed().saturating_sub(times.decode.saturating_sub(decoded));
        answer
    }

    fn solve(
        &mut self,
        last: Option<&Solution>,
        budget: &Budget,
        times: &mut Times,
    ) -> Result<SmtAnswer, EngineError> {
        if let Some(last) = last
            && let Err(reason) = self.forbid(last, budget)?
        {
            return Ok(SmtAnswer::Stopped(reason));
        }
        let answer = match self.session.check(budget)? {
            Verdict::Stopped(reason) => return Ok(SmtAnswer::Stopped(reason)),
            Verdict::Unsat => SmtAnswer::Exhausted,
            Verdict::Sat => match self.rules.values_text() {
                None => SmtAnswer::Solution(self.read("", times)?),
                Some(question) => match self.session.ask(question.trim_end(), budget)? {
                    Ok(values) => SmtAnswer::Solution(self.read(&values, times)?),
                    Err(reason) => SmtAnswer::Stopped(reason),
                },
            },
        };
        // Last, so that no solution is lost if there is no time for this.
        self.stats = self.session.stats(budget);
        Ok(answer)
    }

    /// Excludes a solution.
    pub(super) fn forbid(
        &mut self,
        solution: &Solution,
        budget: &Budget,
    ) -> Result<Result<(), StopReason>, EngineError> {
        let other = self.rules.block_text(solution);
        Ok(self.session.tell(other.as_bytes(), budget)?)
    }

    fn read(&self, values: &str, times: &mut Times) -> Result<Solution, EngineError> {
        let started = Instant::now();
        let wrong = |error: TextError| EngineError::WrongAnswer {
            backend: self.session.name().to_owned(),
            reason: error.to_string(),
        };
        let values = answer::read_bindings(values.as_bytes()).map_err(wrong)?;
        let solution = self.rules.solution(&values).map_err(wrong);
        times.decode += started.elapsed();
        solution
    }

    /// Accepts only solutions with one of these values, until [`SmtEngine::end_wish`].
    pub(super) fn wish(
        &mut self,
        some: &[(CellId, Value)],
        budget: &Budget,
    ) -> Result<Result<(), StopReason>, EngineError> {
        let text = format!("(push 1)\n{}", self.rules.some_text(some));
        Ok(self.session.tell(text.as_bytes(), budget)?)
    }

    pub(super) fn end_wish(
        &mut self,
        budget: &Budget,
    ) -> Result<Result<(), StopReason>, EngineError> {
        Ok(self.session.tell(b"(pop 1)\n", budget)?)
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    pub(super) fn rules(&self) -> &SmtLib {
        &self.rules
    }
}
