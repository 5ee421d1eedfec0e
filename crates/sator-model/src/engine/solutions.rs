//! The runner: solutions one after another, through the stages of a plan, each verified before it
//! leaves.

use sator_sat::clock::Instant;
use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use sator_sat::Lit;
use sator_sat::backend::{Backend, Budget, Stats, StopReason};
use sator_sat::smt;

use super::carry::Carry;
use super::native::{Found, NativeSearch, native_text};
use super::plan::{InProbe, PROBE_CONFLICTS, Plan, Stage, TrailBudget, plan};
use super::sat::{NotLoaded, SatAnswer, SatEngine};
use super::smt::{SmtAnswer, SmtEngine};
use super::{
    EngineError, Instance, Options, Reduction, Report, SolutionDigest, Times, eliminate, equations,
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
    /// The number of literals that followed from the clues, and were left out of what is solved.
    known: u64,
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
    Next(Carry),
    /// Everything is known, and this is the only solution.
    Decided(Solution),
    Native(Box<NativeSearch>),
    Equations(Carry),
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
            engine: Engine::Next(Carry::default()),
            known: 0,
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

    /// The same solutions from the first one on, by another plan.
    #[must_use]
    pub(crate) fn restarted_by(self, plan: Plan) -> Self {
        Self::by(plan, self.instance, self.verifier, &self.options).after(self.times.model)
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
                Engine::Next(carry) => {
                    match self.plan.stages().get(self.entered).map(|stage| stage.in_probe()) {
                        Some(InProbe::Enter) => {
                            let carry = mem::take(carry);
                            self.enter_stage(carry);
                        }
                        Some(InProbe::Skip) => self.entered += 1,
                        Some(InProbe::GiveUp) | None => return Ok(GAVE_UP),
                    }
                }
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
                Engine::Equations(_) | Engine::Sat(_) | Engine::Smt(_) => return Ok(GAVE_UP),
                _ => return self.advance(),
            }
        }
    }

    fn advance(&mut self) -> Result<Step, EngineError> {
        loop {
            match &mut self.engine {
                Engine::Next(carry) => {
                    let carry = mem::take(carry);
                    self.enter_stage(carry);
                }
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
                Engine::Equations(carry) => {
                    let carry = mem::take(carry);
                    if let Some(solution) = self.next_by_equations(carry) {
                        return self.accept(solution);
                    }
                }
                Engine::Sat(_) => return self.solve_sat(&self.options.budget.clone()),
                Engine::Smt(_) => return self.solve_smt(),
            }
        }
    }

    // Stages: each takes the carry and becomes the engine, which has it until it hands over.

    /// Enters the next stage of the plan; without one the search gives up.
    fn enter_stage(&mut self, carry: Carry) {
        let stage = self.plan.stages().get(self.entered).copied();
        self.entered += 1;
        self.engine = match stage {
            None => Engine::Stopped(StopReason::GaveUp, None),
            Some(Stage::Propagate) => self.propagate(carry),
            Some(Stage::Bits { nodes }) => self.enter_bits(carry, nodes),
            Some(Stage::Eliminate) => self.eliminate(carry),
            Some(Stage::Equations { open }) => self.enter_equations(carry, open),
            Some(Stage::Trail(budget)) => self.enter_trail(carry, budget),
            Some(Stage::Sat) => self.load_sat(carry),
            Some(Stage::Smt(entry)) => self.load_smt(&carry, entry),
        };
    }

    /// Continues a native search in the next stage.
    fn hand_over(&mut self) {
        let next = Engine::Next(Carry::default());
        let Engine::Native(search) = mem::replace(&mut self.engine, next) else { return };
        self.decisions += search.stats().decisions.unwrap_or(0);
        self.ran.push(native_text(search.nodes()).into());
        self.engine = Engine::Next(search.into_carry());
    }

    fn propagate(&mut self, mut carry: Carry) -> Engine {
        self.ran.push("propagation".into());
        let reduced =
            eliminate::propagate(&self.instance, &self.options, &mut carry, &mut self.times);
        self.reduced(reduced, carry)
    }

    fn eliminate(&mut self, mut carry: Carry) -> Engine {
        self.ran.push("elimination".into());
        let reduced =
            eliminate::eliminate(&self.instance, &self.options, &mut carry, &mut self.times);
        self.known = reduced.as_ref().map_or(0, |known| known.facts().len() as u64);
        self.reduced(reduced, carry)
    }

    /// Adds what is known to the carry, unless it decides the instance.
    fn reduced(&mut self, reduced: Result<Reduction, Contradiction>, carry: Carry) -> Engine {
        let Ok(known) = reduced else { return Engine::Exhausted };
        if known.open() > 0 {
            return Engine::Next(Carry { reduction: Some(Box::new(known)), ..carry });
        }
        self.known = known.facts().len() as u64;
        match self.instance.cells().decode(|lit| known.value(lit) == Some(true)) {
            Ok(solution) if carry.found.contains(&solution) => Engine::Exhausted,
            Ok(solution) => Engine::Decided(solution),
            Err(error) => Engine::Failed(self.wrong(error.to_string())),
        }
    }

    fn enter_bits(&mut self, carry: Carry, nodes: u64) -> Engine {
        let compiled = self.instance.compiled();
        let layout = compiled.layout(self.options.scope());
        let Ok(mut facts) = self.instance.fact_lits() else { return Engine::Exhausted };
        facts.extend(&carry.certain);
        match layout.bits().filter(|_| self.instance.has_only_facts()) {
            Some(bits) => {
                let meanings = compiled.meanings();
                let search = NativeSearch::bits(bits, &facts, meanings, nodes, carry);
                Engine::Native(Box::new(search))
            }
            None => Engine::Next(carry),
        }
    }

    fn enter_trail(&mut self, carry: Carry, budget: TrailBudget) -> Engine {
        let scope = self.options.scope();
        let started = Instant::now();
        let exhausted = || self.options.budget.exhausted();
        let is_ready = self.instance.compiled().prepare(scope, &|| exhausted().is_some());
        // Clues may contradict each other; without any, a search that has no time finds nothing.
        if let Some(reason) = exhausted()
            && (!is_ready || self.instance.has_no_clues())
        {
            return Engine::Stopped(reason, None);
        }
        let search = self.trail_search(&carry);
        let engine = search.map_or(Engine::Exhausted, |search| {
            let meanings = self.instance.compiled().meanings();
            Engine::Native(Box::new(NativeSearch::trail(search, meanings, budget, carry)))
        });
        self.times.solve += started.elapsed();
        engine
    }

    /// A search from what is known and certain.
    fn trail_search(&self, carry: &Carry) -> Result<TrailSearch, Contradiction> {
        let (kernel, mut trail) = if let Some(known) = &carry.reduction {
            known.fresh_kernel(&self.instance)
        } else {
            let propagation = self.instance.kernel(self.options.scope())?;
            (propagation.kernel, propagation.trail)
        };
        for &certain in &carry.certain {
            trail.assign(kernel.network(), certain)?;
        }
        Ok(TrailSearch::new(kernel, trail))
    }

    fn enter_equations(&self, carry: Carry, least_open: u32) -> Engine {
        let all = self.instance.cells().variables();
        let open = carry.reduction.as_ref().map_or(all, |known| known.open());
        if open < least_open { Engine::Next(carry) } else { Engine::Equations(carry) }
    }

    fn next_by_equations(&mut self, mut carry: Carry) -> Option<Solution> {
        let started = Instant::now();
        let next = equations::next_solution(&self.instance, &carry.found, &self.options);
        self.times.solve += started.elapsed();
        let is_first_answer = self.ran.last().is_none_or(|last| last != "equations");
        if is_first_answer && !matches!(next, Ok(equations::Next::Unknown)) {
            self.ran.push("equations".into());
        }
        match next {
            Ok(equations::Next::Solution(solution)) => {
                carry.found.push(solution.clone());
                self.engine = Engine::Equations(carry);
                return Some(solution);
            }
            Ok(equations::Next::Exhausted) => self.engine = Engine::Exhausted,
            Ok(equations::Next::Unknown) => self.engine = Engine::Next(carry),
            Err(error) => self.engine = Engine::Failed(error),
        }
        None
    }

    fn load_sat(&mut self, mut carry: Carry) -> Engine {
        if !carry.certain.is_empty() && carry.reduction.is_some() {
            let (instance, options) = (&self.instance, &self.options);
            let reduced = eliminate::propagate(instance, options, &mut carry, &mut self.times);
            match self.reduced(reduced, carry) {
                Engine::Next(with_certain) => carry = with_certain,
                decided => return decided,
            }
        }
        let Carry { found, reduction, .. } = carry;
        self.known = reduction.as_ref().map_or(0, |known| known.facts().len() as u64);
        self.used_solver = true;
        self.last = None;
        let solver = self.options.backend.solver().unwrap_or_default();
        let instance = &self.instance;
        match SatEngine::load(&solver, instance, reduction, &self.options, &mut self.times) {
            Ok(mut engine) => {
                self.size = Some(engine.size.clone());
                for solution in &found {
                    engine.forbid(solution, instance);
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
        }
    }

    fn load_smt(&mut self, carry: &Carry, entry: &'static smt::Entry) -> Engine {
        self.used_solver = true;
        self.size = None;
        self.last = None;
        let (options, times) = (&self.options, &mut self.times);
        match SmtEngine::open(entry, &self.instance, &carry.found, options, times) {
            Ok(Ok(engine)) => Engine::Smt(Box::new(engine)),
            Ok(Err(reason)) => Engine::Stopped(reason, None),
            Err(error) => Engine::Failed(error),
        }
    }

    // Solvers.

    fn solve_sat(&mut self, budget: &Budget) -> Result<Step, EngineError> {
        if let (Engine::Sat(engine), Some(last)) = (&mut self.engine, self.last.take()) {
            engine.forbid(&last, &self.instance);
        }
        self.solve_assuming(&[], budget)
    }

    fn solve_assuming(&mut self, lits: &[Lit], budget: &Budget) -> Result<Step, EngineError> {
        let Engine::Sat(engine) = &mut self.engine else { return self.advance() };
        match engine.solve(lits, &self.instance, budget, &mut self.times)? {
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

    /// Loads the solver, where the plan has nothing else to solve with; unless the stage before it
    /// decides the instance.
    pub(crate) fn load_solver(&mut self) {
        while let Engine::Next(carry) = &mut self.engine {
            let carry = mem::take(carry);
            self.enter_stage(carry);
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
                let lits = engine.lits(wanted, &self.instance);
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
        let Engine::Sat(engine) = &self.engine else { return Ok(None) };
        let lits = engine.lits(wanted, &self.instance);
        self.last = None;
        let budget = Budget { conflicts: Some(conflicts), ..self.options.budget.clone() };
        self.solve_assuming(&lits, &budget).map(Some)
    }

    /// Whether propagation alone excludes a value of a cell.
    pub(crate) fn is_excluded(&self, cell: CellId, value: Value) -> bool {
        match &self.engine {
            Engine::Decided(solution) => solution[cell] != value,
            Engine::Sat(engine) => engine.is_excluded(self.instance.cells().is(cell, value)),
            _ => false,
        }
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

    pub(crate) fn options(&self) -> &Options {
        &self.options
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
            known: self.known,
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
