//! One answer after another, each checked by the plain rules before anyone sees it.

mod load;
mod walking;

use std::time::Instant;

use sator_model::equations::Found;
use sator_sat::Lit;
use sator_sat::backend::{Backend, Budget, Config, Outcome, Stats, StopReason};

use super::EngineError;
use super::agreement::Met;
use super::frame::{Frame, Held, Prepared};
use super::lowering::{FormulaSize, Lowering};
use super::parts;
use super::reduction::Reduction;
use super::report::{Measure, Report, Times};
use super::road::{Integers, Reply, Road};
use super::walk::Walker;
use crate::model::{CellId, Model, Scope, Solution, Value};
use crate::puzzle::Puzzle;

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// With which solver.
    pub backend: Road,
    /// Which rules it gets, and how they are encoded.
    pub lowering: Lowering,
    /// Whether what follows from the clues at once is left out.
    pub eliminate: bool,
    /// Where chance begins.
    pub seed: Option<u64>,
    /// How many threads a solver may have that uses several; all processors if not said.
    pub threads: Option<usize>,
    /// How long.
    pub budget: Budget,
    /// Whether to tell the time of loading a solver from that of encoding, which costs some.
    pub measure: bool,
}

impl Options {
    /// How a solver is set up.
    pub(super) fn config(&self) -> Config {
        Config { seed: self.seed, threads: self.threads, proof: None }
    }

    /// Which rules are solved.
    pub(super) fn scope(&self) -> Scope {
        self.lowering.scope.unwrap_or(Scope::Extended)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            backend: Road::default(),
            lowering: Lowering::default(),
            eliminate: true,
            seed: None,
            threads: None,
            budget: Budget::default(),
            measure: false,
        }
    }
}

/// What the next step of a search brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An answer not seen before.
    Answer(Solution),
    /// Proved: there are no more.
    Done,
    /// The search was stopped; there may be more.
    Stopped(StopReason),
}

/// A search under way.
pub struct Search<'p> {
    puzzle: &'p dyn Puzzle,
    options: Options,
    frame: Held<'p>,
    /// What was known before solving, if that was asked for.
    reduction: Option<Reduction>,
    rest: Rest,
    size: Option<FormulaSize>,
    /// Whether anything was left for a solver.
    used_solver: bool,
    /// How many choices a search made before a solver took over.
    choices: u64,
    /// The first that the solver has not heard of.
    spare_variable: u32,
    times: Times,
    last: Option<Solution>,
    met: Met,
    /// Whether it was proved that there are no more.
    is_complete: bool,
}

/// What is left to be done.
enum Rest {
    /// The solver holds all rules that are left.
    Solve(Box<dyn Backend>),
    /// The solver was told all rules as they are.
    Ask(Box<Integers>),
    /// The solver could not be used; the first step says why.
    Failed(EngineError),
    /// Everything is known, and is the only answer.
    Accept,
    /// An answer was found part by part.
    Found(Solution),
    /// These were found part by part; the solver is loaded when somebody wants more.
    Later(Vec<Solution>),
    /// A search is under way.
    Walk(Box<Walker>),
    /// There are no more answers.
    Nothing,
    /// The solver does not hold all the rules, because it was stopped while loading. It stays here:
    /// who ends the program now need not give back its gigabytes first.
    Stopped(StopReason, Option<Box<dyn Backend>>),
}

impl<'p> Search<'p> {
    /// States the rules, leaves out what is known, encodes the rest and loads the solver. When the
    /// budget runs out on the way, the first step says so.
    pub fn open(puzzle: &'p dyn Puzzle, options: &Options) -> Self {
        let started = Instant::now();
        let mut frame = Frame::of(puzzle, options.scope());
        let facts = frame.facts_for_search(puzzle, options);
        frame.take_clues_of(puzzle);
        let stating = started.elapsed();
        // To lay out the rules in bits takes longer than to see what follows from clues at once, and
        // that is often all. In a series they are laid out already.
        let at_once = frame.eliminate(options);
        if at_once.has_open_questions()
            && let Some(walker) = facts.and_then(|facts| frame.walker_from(&facts, options))
        {
            let frame = Held::Own(Box::new(frame));
            return Self::walking(frame, puzzle, options, walker, started.elapsed());
        }
        let prepared = frame.conclude(at_once, options).after(stating);
        Self::within(Held::Own(Box::new(frame)), puzzle, options, prepared)
    }

    /// A search in a frame that has the puzzle's clues and is prepared.
    pub(super) fn within(
        frame: Held<'p>,
        puzzle: &'p dyn Puzzle,
        options: &Options,
        prepared: Prepared,
    ) -> Self {
        let mut search = Self::new(frame, puzzle, options);
        if search.adopt(prepared) {
            search.begin();
        }
        search
    }

    fn new(frame: Held<'p>, puzzle: &'p dyn Puzzle, options: &Options) -> Self {
        Self {
            puzzle,
            options: options.clone(),
            frame,
            reduction: None,
            rest: Rest::Nothing,
            size: Some(FormulaSize::default()),
            used_solver: false,
            choices: 0,
            spare_variable: 0,
            times: Times::default(),
            last: None,
            met: Met::default(),
            is_complete: false,
        }
    }

    /// Takes what is known before solving; says whether anything is left to be done.
    fn adopt(&mut self, prepared: Prepared) -> bool {
        let Prepared { reduction, eliminating, deriving } = prepared;
        self.times.model += deriving;
        self.times.eliminate = eliminating;
        let is_open = match &reduction {
            // Two clues contradict each other, or a rule.
            Some(Err(_)) => false,
            Some(Ok(reduction)) => reduction.live() > 0,
            None => true,
        };
        self.reduction = reduction.and_then(Result::ok);
        if !is_open && self.reduction.is_some() {
            self.rest = Rest::Accept;
        }
        is_open
    }

    /// Looks at the parts of a large puzzle first, where it has any.
    fn begin(&mut self) {
        let started = Instant::now();
        let variables = self.reduction.as_ref().map_or(self.model().variables(), Reduction::live);
        let found = parts::first_answer(self.model(), variables, &self.options);
        self.times.solve += started.elapsed();
        match found {
            Ok(Some(Found::Solution(answer))) => self.rest = Rest::Found(solution(answer)),
            Ok(Some(Found::Nothing)) => self.rest = Rest::Nothing,
            Ok(Some(Found::Unknown) | None) => self.search_or_load(),
            Err(error) => self.rest = Rest::Failed(error),
        }
    }

    /// The next answer.
    pub fn next_answer(&mut self) -> Result<Step, EngineError> {
        let step = self.step()?;
        self.is_complete |= step == Step::Done;
        Ok(step)
    }

    fn step(&mut self) -> Result<Step, EngineError> {
        match &mut self.rest {
            Rest::Found(_) | Rest::Later(_) => self.next_part_by_part(),
            Rest::Nothing => Ok(Step::Done),
            Rest::Stopped(reason, _) => Ok(Step::Stopped(*reason)),
            Rest::Failed(error) => Err(error.clone()),
            Rest::Ask(_) => self.ask(),
            Rest::Walk(_) => self.walk_on(),
            Rest::Accept => {
                let step = self.accept(|_| false)?;
                self.rest = Rest::Nothing;
                Ok(step)
            }
            Rest::Solve(backend) => {
                if let Some(last) = self.last.take() {
                    let other = self.frame.model().block(&last);
                    backend.add_clause(&renumbered(&other, self.reduction.as_ref()));
                }
                let budget = self.options.budget.clone();
                self.solve(&[], &budget)
            }
        }
    }

    /// Looks for an answer in which one of these cells has the value named with it, if need be for
    /// so many conflicts only.
    pub(super) fn answer_with(
        &mut self,
        wanted: &[(CellId, Value)],
        conflicts: Option<u64>,
    ) -> Result<Step, EngineError> {
        self.last = None;
        self.load_if_put_off();
        match &mut self.rest {
            Rest::Solve(_) => self.solve_with(wanted, conflicts),
            Rest::Ask(_) => self.ask_with(wanted),
            _ => self.step(),
        }
    }

    /// Looks for so many conflicts for an answer in which all of these cells have the values named
    /// with them. Nothing where such a question cannot be asked.
    pub(super) fn answer_with_all(
        &mut self,
        wanted: &[(CellId, Value)],
        conflicts: u64,
    ) -> Result<Option<Step>, EngineError> {
        self.load_if_put_off();
        if !matches!(self.rest, Rest::Solve(_)) {
            return Ok(None);
        }
        self.last = None;
        let lits = self.lits(wanted);
        let budget = Budget { conflicts: Some(conflicts), ..self.options.budget.clone() };
        self.solve(&lits, &budget).map(Some)
    }

    /// What the solver calls these; what is known to be false is not there.
    fn lits(&self, wanted: &[(CellId, Value)]) -> Vec<Lit> {
        let is = |&(cell, value): &(CellId, Value)| self.model().is(cell, value);
        let lits: Vec<_> = wanted.iter().map(is).collect();
        renumbered(&lits, self.reduction.as_ref())
    }

    fn solve_with(
        &mut self,
        wanted: &[(CellId, Value)],
        conflicts: Option<u64>,
    ) -> Result<Step, EngineError> {
        let lits = self.lits(wanted);
        // A literal of its own switches the wish on, and then off for good.
        let wish = Lit::positive(self.spare_variable);
        self.spare_variable += 1;
        if let Rest::Solve(backend) = &mut self.rest {
            backend.reserve(self.spare_variable);
            backend.add_clause(&[&[!wish], &lits[..]].concat());
        }
        let conflicts = conflicts.or(self.options.budget.conflicts);
        let step = self.solve(&[wish], &Budget { conflicts, ..self.options.budget.clone() })?;
        if let Rest::Solve(backend) = &mut self.rest {
            backend.add_clause(&[!wish]);
            if step == Step::Done {
                for &lit in &lits {
                    backend.add_clause(&[!lit]);
                }
            }
        }
        Ok(step)
    }

    fn ask_with(&mut self, wanted: &[(CellId, Value)]) -> Result<Step, EngineError> {
        let budget = self.options.budget.clone();
        let Rest::Ask(session) = &mut self.rest else { return self.step() };
        if let Err(reason) = session.suppose(wanted, &budget)? {
            self.rest = Rest::Stopped(reason, None);
            return Ok(Step::Stopped(reason));
        }
        let step = self.ask()?;
        if let Rest::Ask(session) = &mut self.rest
            && let Err(reason) = session.take_back(&budget)?
        {
            self.rest = Rest::Stopped(reason, None);
        }
        Ok(step)
    }

    /// Asks the solver that holds the clauses.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Step, EngineError> {
        let Rest::Solve(backend) = &mut self.rest else { return self.step() };
        let started = Instant::now();
        let outcome = backend.solve(assumptions, budget);
        self.times.solve += started.elapsed();
        match outcome? {
            Outcome::Sat(assignment) => self.accept(|lit| assignment.is_true(lit)),
            Outcome::Unsat(_) => Ok(Step::Done),
            Outcome::Stopped(reason) => Ok(Step::Stopped(reason)),
        }
    }

    /// Asks the solver that was told the rules as they are.
    fn ask(&mut self) -> Result<Step, EngineError> {
        let Rest::Ask(session) = &mut self.rest else { return self.step() };
        let last = self.last.take();
        let reply = self.times.solve.measure(|| session.next(last.as_ref(), &self.options.budget));
        match reply? {
            Reply::Values(values) => {
                let solution = self.times.decode.measure(|| session.solution(&values))?;
                self.accept_solution(solution)
            }
            Reply::NoMore => Ok(Step::Done),
            Reply::Stopped(reason) => {
                // A solver that was stopped is gone, and what it knew with it.
                self.rest = Rest::Stopped(reason, None);
                Ok(Step::Stopped(reason))
            }
        }
    }

    /// Loads the solver, where something else comes first as a rule. From then on it can be asked
    /// for answers with certain values.
    pub(super) fn load_if_put_off(&mut self) {
        match self.rest {
            Rest::Later(_) => self.load(),
            Rest::Walk(_) => self.hand_over(),
            _ => {}
        }
    }

    /// Hands out what was found part by part, and then asks a solver for what is left.
    fn next_part_by_part(&mut self) -> Result<Step, EngineError> {
        let (answer, mut given) = match std::mem::replace(&mut self.rest, Rest::Nothing) {
            Rest::Found(answer) => (Some(answer), Vec::new()),
            Rest::Later(given) => match self.second(&given)? {
                Found::Solution(answer) => (Some(solution(answer)), given),
                Found::Nothing => return Ok(Step::Done),
                Found::Unknown => (None, given),
            },
            _ => (None, Vec::new()),
        };
        if let Some(answer) = answer {
            given.push(answer.clone());
            self.rest = Rest::Later(given);
            return self.accept_solution(answer);
        }
        self.load();
        self.forbid(&given);
        self.step()
    }

    /// Tells the solver which answers are known already.
    fn forbid(&mut self, given: &[Solution]) {
        if let Rest::Solve(backend) = &mut self.rest {
            for answer in given {
                let other = self.frame.model().block(answer);
                backend.add_clause(&renumbered(&other, self.reduction.as_ref()));
            }
        }
    }

    fn second(&mut self, given: &[Solution]) -> Result<Found, EngineError> {
        let [first] = given else { return Ok(Found::Unknown) };
        let started = Instant::now();
        let found = parts::second_answer(self.model(), first, &self.options);
        self.times.solve += started.elapsed();
        found
    }

    /// Decodes and checks. What fails here is our bug or the solver's, never an answer.
    fn accept(&mut self, is_true: impl Fn(Lit) -> bool) -> Result<Step, EngineError> {
        let model = self.frame.model();
        let is_true = |lit: Lit| match &self.reduction {
            None => is_true(lit),
            Some(known) => known.value(lit).unwrap_or_else(|| is_true(known.renumber(lit))),
        };
        let solution = self
            .times
            .decode
            .measure(|| model.decode(is_true))
            .map_err(|unfit| self.wrong(unfit.to_string()))?;
        self.accept_solution(solution)
    }

    fn wrong(&self, reason: String) -> EngineError {
        EngineError::WrongAnswer { backend: self.options.backend.name().to_owned(), reason }
    }

    /// Checks an answer that was decoded.
    fn accept_solution(&mut self, solution: Solution) -> Result<Step, EngineError> {
        let puzzle = self.puzzle;
        self.times
            .check
            .measure(|| puzzle.check(&solution))
            .map_err(|broken| self.wrong(broken.to_string()))?;
        self.met.add(&solution);
        // Only a solver has to be told what it has found.
        if !matches!(self.rest, Rest::Walk(_)) {
            self.last = Some(solution.clone());
        }
        Ok(Step::Answer(solution))
    }

    /// Ends a search when the program is about to end: giving back gigabytes would only delay that.
    /// A solver that is a program of its own is ended all the same.
    pub fn abandon(self) {
        if !matches!(self.rest, Rest::Ask(_)) {
            std::mem::forget(self);
        }
    }

    /// What is searched.
    pub fn puzzle(&self) -> &'p dyn Puzzle {
        self.puzzle
    }

    /// Its cells and rules.
    pub(super) fn model(&self) -> &Model {
        self.frame.model()
    }

    /// Whether it was clear before solving that a cell does not have this value in any answer.
    pub(super) fn is_excluded(&self, cell: CellId, value: Value) -> bool {
        let lit = self.model().is(cell, value);
        self.reduction.as_ref().is_some_and(|known| known.value(lit) == Some(false))
    }

    /// Which answers were met so far.
    pub fn met(&self) -> Met {
        self.met
    }

    /// What the search was like so far.
    pub fn report(&self) -> Report {
        let solver = match &self.rest {
            Rest::Solve(backend) | Rest::Stopped(_, Some(backend)) => backend.stats(),
            Rest::Ask(session) => session.stats(),
            Rest::Walk(walker) => walker.stats(),
            _ => Stats::default(),
        };
        let decisions = solver.decisions.map(|decisions| decisions + self.choices);
        let solver = Stats { decisions, ..solver };
        let assertions = match &self.rest {
            Rest::Ask(session) => Some(session.rules().size().clone()),
            _ => None,
        };
        Report {
            backend: self.options.backend.name().to_owned(),
            lowering: self.options.lowering,
            known: self.reduction.as_ref().map_or(0, |known| known.facts().len() as u64),
            size: self.size.clone(),
            assertions,
            used_solver: self.used_solver,
            solver,
            times: self.times,
            met: self.met,
            is_complete: self.is_complete,
        }
    }
}

/// The values of cells that are true or false.
fn solution(answer: Vec<bool>) -> Solution {
    Solution { values: answer.into_iter().map(Value::from).collect() }
}

/// A clause as the solver knows it: what is known to be false is not there.
fn renumbered(clause: &[Lit], reduction: Option<&Reduction>) -> Vec<Lit> {
    match reduction {
        None => clause.to_vec(),
        Some(reduction) => {
            let open = clause.iter().filter(|lit| reduction.value(**lit).is_none());
            open.map(|&lit| reduction.renumber(lit)).collect()
        }
    }
}
