//! The runner: solutions one after another, through the stages of a plan, each verified before it
//! leaves.

use sator_sat::clock::Instant;
use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::backend::{Backend, Budget, Stats, StopReason};

use super::native::{Found, NativeSearch, native_text};
use super::plan::{PROBE_CONFLICTS, Plan, Stage, plan};
use super::sat::{NotLoaded, SatAnswer, SatEngine};
use super::smt::{SmtAnswer, SmtEngine};
use super::{
    EngineError, Instance, Method, Options, Reduction, Report, SolutionDigest, Times, eliminate,
    equations,
};
use crate::cell::{CellId, Solution, Value};
use crate::lower::cnf::FormulaSize;
use crate::propagate::Contradiction;
use crate::search::TrailSearch;

/// Checks a solution by other means than the constraints: the plain rules of a puzzle.
pub trait Verifier: Send + Sync {
    /// The violated rule, if any.
    fn verify(&self, solution: &Solution) -> Result<(), String>;
}

/// Accepts what satisfies the constraints by their meaning.
pub struct ByMeaning(pub crate::Model);

impl Verifier for ByMeaning {
    fn verify(&self, solution: &Solution) -> Result<(), String> {
        self.0.violation(solution).map_or(Ok(()), Err)
    }
}

/// The result of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A solution that was not found before.
    Solution(Solution),
    /// Proved: there are no more.
    Exhausted,
    /// The budget ended; there may be more.
    Stopped(StopReason),
}

/// The solutions of an instance. As an iterator it ends after the last one; a stop or a failure is
/// its last item.
pub struct Solutions {
    instance: Instance,
    verifier: Arc<dyn Verifier>,
    options: Options,
    plan: Plan,
    /// The number of stages that were entered.
    entered: usize,
    /// The stages that ran, apart from the current one.
    ran: Vec<Cow<'static, str>>,
    engine: Engine,
    /// The known literals, if an earlier stage propagated.
    reduction: Option<Reduction>,
    /// The size of the formula; all zero while no solver was needed.
    size: Option<FormulaSize>,
    used_solver: bool,
    /// The decisions of a search that handed over.
    decisions: u64,
    times: Times,
    /// The last solution, which a solver is still to exclude.
    last: Option<Solution>,
    digest: SolutionDigest,
    is_complete: bool,
    is_over: bool,
}

/// The engine of the current stage.
enum Engine {
    /// The next stage is to be entered.
    Next,
    /// Everything is known, and this is the only solution.
    Decided(Solution),
    Native(Box<NativeSearch>),
    /// A solution by equations, then the solutions so far.
    Equations(Option<Solution>, Vec<Solution>),
    Sat(Box<SatEngine>),
    Smt(Box<SmtEngine>),
    /// There are no more solutions.
    Exhausted,
    /// The solver is not loaded, or the session is over. A half-loaded solver stays here.
    Stopped(StopReason, Option<Box<dyn Backend>>),
    Failed(EngineError),
}

impl Solutions {
    /// The solutions of an instance. Nothing is computed yet.
    pub fn new(instance: Instance, verifier: Arc<dyn Verifier>, options: &Options) -> Self {
        let plan = plan(&instance, options);
        Self::by(plan, instance, verifier, options)
    }

    /// The solutions of an instance by a plan of the caller's.
    pub fn by(
        plan: Plan,
        instance: Instance,
        verifier: Arc<dyn Verifier>,
        options: &Options,
    ) -> Self {
        Self {
            instance,
            verifier,
            options: options.begun(),
            plan,
            entered: 0,
            ran: Vec::new(),
            engine: Engine::Next,
            reduction: None,
            size: Some(FormulaSize::default()),
            used_solver: false,
            decisions: 0,
            times: Times::default(),
            last: None,
            digest: SolutionDigest::default(),
            is_complete: false,
            is_over: false,
        }
    }

    /// The same solutions from the first one on.
    #[must_use]
    pub fn restarted(self) -> Self {
        Self::by(self.plan, self.instance, self.verifier, &self.options)
    }

    /// Adds the time that it took to state the instance.
    #[must_use]
    pub fn after(mut self, stating: std::time::Duration) -> Self {
        self.times.model += stating;
        self
    }

    /// The next solution.
    pub fn step(&mut self) -> Result<Step, EngineError> {
        let step = self.advance()?;
        self.is_complete |= step == Step::Exhausted;
        Ok(step)
    }

    /// Looks for the next solution through few nodes or conflicts, whatever the plan allows. No solver is
    /// loaded for it; a solver that was loaded before goes on, unless it is a program of its own. The
    /// step is `Stopped` where that does not suffice, and the search should then not go on.
    pub fn probe(&mut self) -> Result<Step, EngineError> {
        const GAVE_UP: Step = Step::Stopped(StopReason::GaveUp);
        loop {
            match &mut self.engine {
                Engine::Next => match self.plan.stages().get(self.entered) {
                    None | Some(Stage::Sat | Stage::Smt) => return Ok(GAVE_UP),
                    // Equations have no nodes.
                    Some(Stage::Equations) => self.entered += 1,
                    Some(_) => self.enter_stage(Vec::new(), Vec::new()),
                },
                Engine::Native(search) => {
                    return match search.probe(&self.options.budget) {
                        Found::Solution(solution) => self.accept(solution),
                        Found::Exhausted => Ok(Step::Exhausted),
                        Found::HandOver => Ok(GAVE_UP),
                        Found::Stopped => {
                            let reason = self.options.budget.exhausted();
                            Ok(Step::Stopped(reason.unwrap_or(StopReason::Interrupted)))
                        }
                    };
                }
                Engine::Sat(_) if !self.options.backend.is_program() => {
                    let all = self.options.budget.conflicts.unwrap_or(u64::MAX);
                    let conflicts = Some(all.min(PROBE_CONFLICTS));
                    let budget = Budget { conflicts, ..self.options.budget.clone() };
                    return self.solve_sat(&budget);
                }
                Engine::Equations(None, _) | Engine::Sat(_) | Engine::Smt(_) => return Ok(GAVE_UP),
                _ => return self.advance(),
            }
        }
    }

    fn advance(&mut self) -> Result<Step, EngineError> {
        loop {
            match &mut self.engine {
                Engine::Next => self.enter_stage(Vec::new(), Vec::new()),
                Engine::Exhausted => return Ok(Step::Exhausted),
                Engine::Stopped(reason, _) => return Ok(Step::Stopped(*reason)),
                Engine::Failed(error) => return Err(error.clone()),
                Engine::Decided(_) => {
                    let engine = mem::replace(&mut self.engine, Engine::Exhausted);
                    if let Engine::Decided(solution) = engine {
                        return self.accept(solution);
                    }
                }
                Engine::Native(search) => {
                    let started = Instant::now();
                    let found = search.next(&self.options.budget);
                    let ended = Instant::now();
                    self.times.solve += ended - started;
                    match found {
                        Found::Solution(solution) => return self.accept_since(solution, ended),
                        Found::Exhausted => return Ok(Step::Exhausted),
                        Found::Stopped => {
                            let reason = self.options.budget.exhausted();
                            return Ok(Step::Stopped(reason.unwrap_or(StopReason::Interrupted)));
                        }
                        Found::HandOver => self.hand_over(),
                    }
                }
                Engine::Equations(next, found) => match next.take() {
                    Some(solution) => {
                        found.push(solution.clone());
                        return self.accept(solution);
                    }
                    None => self.next_by_equations()?,
                },
                Engine::Sat(_) => return self.solve_sat(&self.options.budget.clone()),
                Engine::Smt(_) => return self.solve_smt(),
            }
        }
    }

    /// Enters the next stage. The solutions found so far are forbidden there, and the literals are
    /// certain in all others.
    fn enter_stage(&mut self, found: Vec<Solution>, certain: Vec<Lit>) {
        let stage = self.plan.stages().get(self.entered).cloned();
        self.entered += 1;
        match stage {
            // The last stage of a plan never hands over.
            None => self.engine = Engine::Failed(self.wrong("the plan has no more stages".into())),
            Some(Stage::Propagate) => {
                self.ran.push("propagation".into());
                let reduced = eliminate::propagate(&self.instance, &self.options, &mut self.times);
                self.accept_reduction(reduced, &found);
                // A search in bits begins from the facts; keeping the rest would only take memory.
                self.reduction = self.reduction.take().filter(|it| it.open() == 0);
            }
            Some(Stage::Bits { nodes }) => {
                let layout = self.instance.compiled().layout(self.options.scope());
                let facts = self.instance.fact_lits();
                self.engine =
                    match (layout.bits().filter(|_| self.instance.has_only_facts()), facts) {
                        (_, Err(Contradiction)) => Engine::Exhausted,
                        (Some(bits), Ok(facts)) => {
                            let meanings = self.instance.compiled().meanings();
                            Engine::Native(Box::new(NativeSearch::bits(
                                bits, &facts, meanings, nodes,
                            )))
                        }
                        (None, Ok(_)) => Engine::Next,
                    };
            }
            Some(Stage::Eliminate) => {
                self.ran.push("elimination".into());
                let reduced = eliminate::eliminate(&self.instance, &self.options, &mut self.times);
                self.accept_reduction(reduced, &found);
                if matches!(self.engine, Engine::Next) && !found.is_empty() {
                    self.enter_stage(found, Vec::new());
                }
            }
            Some(Stage::Equations) => self.enter_equations(),
            Some(Stage::Trail(budget)) => {
                let scope = self.options.scope();
                let started = Instant::now();
                let exhausted = || self.options.budget.exhausted();
                let is_ready = self.instance.compiled().prepare(scope, &|| exhausted().is_some());
                // Clues may contradict each other; without any, a search that has no time finds
                // nothing.
                if let Some(reason) = exhausted()
                    && (!is_ready || self.instance.has_no_clues())
                {
                    self.engine = Engine::Stopped(reason, None);
                    return;
                }
                let search = match &self.reduction {
                    Some(known) => Ok(known.search(&self.instance)),
                    None => {
                        self.instance.kernel(scope).map(|it| TrailSearch::new(it.kernel, it.trail))
                    }
                };
                self.engine = search.map_or(Engine::Exhausted, |search| {
                    let meanings = self.instance.compiled().meanings();
                    Engine::Native(Box::new(NativeSearch::trail(search, meanings, budget)))
                });
                self.times.solve += started.elapsed();
            }
            Some(Stage::Sat) => self.load_sat(&found, certain),
            Some(Stage::Smt) => self.load_smt(),
        }
    }

    /// Takes what is known before solving. The next stage follows unless that is all.
    fn accept_reduction(&mut self, reduced: Result<Reduction, Contradiction>, found: &[Solution]) {
        self.engine = match reduced {
            Err(Contradiction) => Engine::Exhausted,
            Ok(known) if known.open() > 0 => {
                self.reduction = Some(known);
                Engine::Next
            }
            Ok(known) => {
                let decoded = self.instance.cells().decode(|lit| known.value(lit) == Some(true));
                self.reduction = Some(known);
                match decoded {
                    Ok(solution) if found.contains(&solution) => Engine::Exhausted,
                    Ok(solution) => Engine::Decided(solution),
                    Err(error) => Engine::Failed(self.wrong(error.to_string())),
                }
            }
        };
    }

    /// Continues a native search in the next stage.
    fn hand_over(&mut self) {
        let Engine::Native(search) = mem::replace(&mut self.engine, Engine::Next) else { return };
        self.decisions += search.stats().decisions.unwrap_or(0);
        self.ran.push(native_text(search.nodes()).into());
        let (found, certain) = search.leave();
        self.last = None;
        self.enter_stage(found, certain);
    }

    // Equations.

    fn enter_equations(&mut self) {
        let started = Instant::now();
        let open =
            self.reduction.as_ref().map_or(self.instance.cells().variables(), Reduction::open);
        let found = equations::first_solution(&self.instance, open, &self.options);
        self.times.solve += started.elapsed();
        self.engine = match found {
            Ok(equations::First::Solution(solution)) => {
                self.ran.push("equations".into());
                Engine::Equations(Some(solution), Vec::new())
            }
            Ok(equations::First::Exhausted) => {
                self.ran.push("equations".into());
                Engine::Exhausted
            }
            Ok(equations::First::Unknown) => Engine::Next,
            Err(error) => Engine::Failed(error),
        };
    }

    /// A second solution by equations; more are left to a solver.
    fn next_by_equations(&mut self) -> Result<(), EngineError> {
        let Engine::Equations(_, found) = mem::replace(&mut self.engine, Engine::Next) else {
            return Ok(());
        };
        let started = Instant::now();
        let second = match &found[..] {
            [first] => equations::second_solution(&self.instance, first, &self.options)?,
            _ => equations::First::Unknown,
        };
        self.times.solve += started.elapsed();
        match second {
            equations::First::Solution(solution) => {
                self.engine = Engine::Equations(Some(solution), found);
            }
            equations::First::Exhausted => self.engine = Engine::Exhausted,
            equations::First::Unknown => self.load_sat(&found, Vec::new()),
        }
        Ok(())
    }

    // Solvers.

    fn load_sat(&mut self, found: &[Solution], certain: Vec<Lit>) {
        if !certain.is_empty() && self.reduction.is_some() {
            let stop = || self.options.budget.exhausted().is_some();
            let known =
                self.reduction.take().map(|it| it.with_facts(&self.instance, certain, &stop));
            if let Some(known) = known {
                self.accept_reduction(known, found);
                if !matches!(self.engine, Engine::Next) {
                    return;
                }
            }
        }
        self.used_solver = true;
        self.last = None;
        let solver = self.options.backend.solver().unwrap_or_default();
        let (instance, known) = (&self.instance, self.reduction.as_ref());
        let loaded = SatEngine::load(&solver, instance, known, &self.options, &mut self.times);
        self.engine = match loaded {
            Ok(mut engine) => {
                self.size = Some(engine.size.clone());
                for solution in found {
                    engine.forbid(solution, &self.instance, self.reduction.as_ref());
                }
                Engine::Sat(Box::new(engine))
            }
            Err(NotLoaded::Stopped(reason, backend)) => {
                self.size = None;
                Engine::Stopped(reason, Some(backend))
            }
            Err(NotLoaded::Failed(error)) => {
                self.size = None;
                Engine::Failed(error)
            }
        };
    }

    fn load_smt(&mut self) {
        let Method::Smt(entry) = self.options.backend else {
            self.engine = Engine::Exhausted;
            return;
        };
        self.used_solver = true;
        self.size = None;
        let opened = SmtEngine::open(entry, &self.instance, &self.options, &mut self.times);
        self.engine = match opened {
            Ok(Ok(engine)) => Engine::Smt(Box::new(engine)),
            Ok(Err(reason)) => Engine::Stopped(reason, None),
            Err(error) => Engine::Failed(error),
        };
    }

    fn solve_sat(&mut self, budget: &Budget) -> Result<Step, EngineError> {
        if let (Engine::Sat(engine), Some(last)) = (&mut self.engine, self.last.take()) {
            engine.forbid(&last, &self.instance, self.reduction.as_ref());
        }
        self.solve_assuming(&[], budget)
    }

    fn solve_assuming(&mut self, lits: &[Lit], budget: &Budget) -> Result<Step, EngineError> {
        let Engine::Sat(engine) = &mut self.engine else { return self.advance() };
        let known = self.reduction.as_ref();
        match engine.solve(lits, &self.instance, known, budget, &mut self.times)? {
            SatAnswer::Solution(solution) => self.accept(solution),
            SatAnswer::Exhausted => Ok(Step::Exhausted),
            SatAnswer::Stopped(reason) => Ok(Step::Stopped(reason)),
        }
    }

    fn solve_smt(&mut self) -> Result<Step, EngineError> {
        let Engine::Smt(engine) = &mut self.engine else { return self.advance() };
        let last = self.last.take();
        match engine.next(last.as_ref(), &self.options.budget, &mut self.times)? {
            SmtAnswer::Solution(solution) => self.accept(solution),
            SmtAnswer::Exhausted => Ok(Step::Exhausted),
            SmtAnswer::Stopped(reason) => {
                // A session that was stopped is over.
                self.engine = Engine::Stopped(reason, None);
                Ok(Step::Stopped(reason))
            }
        }
    }

    // Questions to a solver, for the analysis of candidates.

    /// Loads the solver of the plan, where another stage would come first. From then on it can be
    /// asked for solutions with certain values.
    pub(crate) fn load_solver(&mut self) {
        while !matches!(
            self.engine,
            Engine::Sat(_)
                | Engine::Smt(_)
                | Engine::Exhausted
                | Engine::Decided(_)
                | Engine::Stopped(..)
                | Engine::Failed(_)
        ) {
            match &self.engine {
                Engine::Equations(_, found) => {
                    let found = found.clone();
                    self.load_sat(&found, Vec::new());
                }
                Engine::Native(_) => self.hand_over_to_solver(),
                _ if self.plan.stages().get(self.entered).is_some() => self.skip_to_solver(),
                _ => self.load_sat(&[], Vec::new()),
            }
        }
    }

    /// Enters the next stage that is no search.
    fn skip_to_solver(&mut self) {
        let is_search = |stage: &Stage| {
            matches!(
                stage,
                Stage::Propagate | Stage::Bits { .. } | Stage::Trail(_) | Stage::Equations
            )
        };
        while self.plan.stages().get(self.entered).is_some_and(is_search) {
            self.entered += 1;
        }
        if self.plan.stages().get(self.entered).is_some() {
            self.enter_stage(Vec::new(), Vec::new());
        } else {
            self.load_sat(&[], Vec::new());
        }
    }

    fn hand_over_to_solver(&mut self) {
        let Engine::Native(search) = mem::replace(&mut self.engine, Engine::Next) else { return };
        let (found, certain) = search.leave();
        while self.plan.stages().get(self.entered) == Some(&Stage::Equations) {
            self.entered += 1;
        }
        if self.plan.stages().get(self.entered).is_some() {
            self.enter_stage(found, certain);
        } else {
            self.load_sat(&found, certain);
        }
    }

    /// Looks for a solution in which one of these cells has its value, if need be for so many
    /// conflicts only.
    pub(crate) fn solve_with_any(
        &mut self,
        wanted: &[(CellId, Value)],
        conflicts: Option<u64>,
    ) -> Result<Step, EngineError> {
        self.last = None;
        self.load_solver();
        let budget = self.options.budget.clone();
        match &mut self.engine {
            Engine::Sat(engine) => {
                let lits = SatEngine::lits(wanted, &self.instance, self.reduction.as_ref());
                let wish = engine.wish(&lits);
                let conflicts = conflicts.or(budget.conflicts);
                let step = self.solve_assuming(&[wish], &Budget { conflicts, ..budget })?;
                if let Engine::Sat(engine) = &mut self.engine {
                    engine.end_wish(wish, &lits, step == Step::Exhausted);
                }
                Ok(step)
            }
            Engine::Smt(engine) => {
                if let Err(reason) = engine.wish(wanted, &budget)? {
                    self.engine = Engine::Stopped(reason, None);
                    return Ok(Step::Stopped(reason));
                }
                let step = self.solve_smt()?;
                if let Engine::Smt(engine) = &mut self.engine
                    && let Err(reason) = engine.end_wish(&budget)?
                {
                    self.engine = Engine::Stopped(reason, None);
                }
                Ok(step)
            }
            _ => self.advance(),
        }
    }

    /// Looks for so many conflicts for a solution in which all of these cells have their values.
    /// `None` where that cannot be asked.
    pub(crate) fn solve_with_all(
        &mut self,
        wanted: &[(CellId, Value)],
        conflicts: u64,
    ) -> Result<Option<Step>, EngineError> {
        self.load_solver();
        if !matches!(self.engine, Engine::Sat(_)) {
            return Ok(None);
        }
        self.last = None;
        let lits = SatEngine::lits(wanted, &self.instance, self.reduction.as_ref());
        let budget = Budget { conflicts: Some(conflicts), ..self.options.budget.clone() };
        self.solve_assuming(&lits, &budget).map(Some)
    }

    /// Whether propagation alone excludes a value of a cell.
    pub(crate) fn is_excluded(&self, cell: CellId, value: Value) -> bool {
        let lit = self.instance.cells().is(cell, value);
        self.reduction.as_ref().is_some_and(|known| known.value(lit) == Some(false))
    }

    // Results.

    /// Verifies a solution. One that fails is a bug of ours or of the solver, never an answer.
    fn accept(&mut self, solution: Solution) -> Result<Step, EngineError> {
        self.accept_since(solution, Instant::now())
    }

    /// The same, where the clock was just read: reading it again would take longer than many a
    /// verification.
    fn accept_since(&mut self, solution: Solution, started: Instant) -> Result<Step, EngineError> {
        let verified = self.verifier.verify(&solution);
        self.times.check += started.elapsed();
        verified.map_err(|reason| self.wrong(reason))?;
        self.digest.add(&solution);
        // A solver gets a blocking clause for its last solution; a search continues by itself.
        if matches!(self.engine, Engine::Sat(_) | Engine::Smt(_)) {
            self.last = Some(solution.clone());
        }
        Ok(Step::Solution(solution))
    }

    fn wrong(&self, reason: String) -> EngineError {
        EngineError::WrongAnswer { backend: self.options.backend.name().to_owned(), reason }
    }

    /// Drops the solver without freeing its memory, when the program is about to end. A solver that
    /// is a program of its own is ended all the same.
    pub fn abandon(self) {
        if !matches!(self.engine, Engine::Smt(_)) {
            mem::forget(self);
        }
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// A digest of the solutions so far.
    pub fn digest(&self) -> SolutionDigest {
        self.digest
    }

    /// The statistics of the current engine.
    fn stats(&self) -> Stats {
        match &self.engine {
            Engine::Sat(engine) => engine.stats(),
            Engine::Smt(engine) => engine.stats(),
            Engine::Native(search) => search.stats(),
            Engine::Stopped(_, Some(backend)) => backend.stats(),
            _ => Stats::default(),
        }
    }

    /// The number of decisions so far, where the engine counts them.
    pub(crate) fn decisions(&self) -> Option<u64> {
        self.stats().decisions.map(|decisions| decisions + self.decisions)
    }

    /// The stages that ran, in words.
    fn ran(&self) -> String {
        let current = match &self.engine {
            Engine::Native(search) => Some(native_text(search.nodes())),
            // The planner's choice of a solver names the one that answered.
            _ if self.used_solver && !self.options.names_solver() => {
                Some(self.stats().solved_by.unwrap_or("SAT solver").to_owned())
            }
            _ if self.used_solver => Some(self.options.backend.name().to_owned()),
            _ => None,
        };
        let ran: Vec<&str> = self.ran.iter().map(AsRef::as_ref).chain(current.as_deref()).collect();
        ran.join("; ")
    }

    /// Statistics so far.
    pub fn report(&self) -> Report {
        let assertions = match &self.engine {
            Engine::Smt(engine) => Some(engine.rules().size().clone()),
            _ => None,
        };
        Report {
            backend: self.options.backend.name().to_owned(),
            plan: self.plan.to_string(),
            ran: self.ran(),
            variables: self.instance.cells().variables(),
            lowering: self.options.lowering,
            known: self.reduction.as_ref().map_or(0, |known| known.facts().len() as u64),
            size: self.size.clone(),
            assertions,
            used_solver: self.used_solver,
            solver: Stats { decisions: self.decisions(), ..self.stats() },
            times: self.times,
            digest: self.digest,
            is_complete: self.is_complete,
        }
    }
}

impl Iterator for Solutions {
    type Item = Result<Solution, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let item = match self.step() {
            Ok(Step::Solution(solution)) => return Some(Ok(solution)),
            Ok(Step::Exhausted) => None,
            Ok(Step::Stopped(reason)) => Some(Err(EngineError::Stopped(reason))),
            Err(error) => Some(Err(error)),
        };
        self.is_over = true;
        item
    }
}
