//! The constraints of an instance in a SAT solver, some of them behind switches.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use sator_sat::Lit;
use sator_sat::backend::{Backend, Budget, Config, Outcome, Solver, StopReason, by_name};
use sator_sat::clauses::FreshVars;
use sator_sat::encode::{Encoder, Encodings};

use super::conflict::Soft;
use super::cores::Stoppable;
use super::units::RuleId;
use crate::cell::{CellId, Condition, Solution, Value};
use crate::constraint::{AllDifferent, Constraint, Differ, Form, View};
use crate::engine::{EngineError, Instance};
use crate::label::Label;
use crate::model::{Clues, Origin, Rule, Scope};

/// A solver that is created quickly.
const SOLVER: &str = "batsat";

/// The maximum number of variables: the repeated searches take too long for larger puzzles.
pub(super) const LARGEST: u32 = 100_000;

/// A rule or a clue of an instance, as a whole. Constraints with the same sentence are one rule or one
/// clue, unless they belong to clues of different numbers: the first of them stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Statement {
    /// A value that is given or excluded: its place among the facts.
    Fact(u32),
    /// A constraint.
    Rule(RuleId),
}

impl Statement {
    /// The clues of an instance, facts first, each with all of its parts.
    pub(crate) fn clues(instance: &Instance) -> Vec<Vec<Self>> {
        by_sentence(Self::parts_of_clues(instance), instance)
    }

    /// The rules of an instance, derived ones left out, each with all of its parts.
    pub(super) fn rules(instance: &Instance) -> Vec<Vec<Self>> {
        by_sentence(Self::parts_of_rules(instance), instance)
    }

    fn parts_of_clues(instance: &Instance) -> Vec<Self> {
        let Clues { facts, rules } = instance.clues();
        let facts = (0..facts.len() as u32).map(Self::Fact);
        facts.chain((0..rules.len() as u32).map(|at| Self::Rule(RuleId::Clue(at)))).collect()
    }

    fn parts_of_rules(instance: &Instance) -> Vec<Self> {
        let rules = instance.rules().iter().zip(0..);
        let stated = rules.filter(|(rule, _)| rule.origin != Origin::Derived);
        stated.map(|(_, at)| Self::Rule(RuleId::Rule(at))).collect()
    }

    /// The facts and constraints that state it: those with its sentence, of the same clue.
    pub fn parts(self, instance: &Instance) -> Vec<Self> {
        let all = match self {
            Self::Fact(_) | Self::Rule(RuleId::Clue(_)) => Self::parts_of_clues(instance),
            Self::Rule(RuleId::Rule(_)) => Self::parts_of_rules(instance),
            Self::Rule(RuleId::Derived(_)) => return vec![self],
        };
        let key = self.key(instance);
        all.into_iter().filter(|&it| it == self || it.key(instance) == key).collect()
    }

    /// Its sentence, and the number of its clue.
    fn key(self, instance: &Instance) -> (String, Option<u32>) {
        (self.text(instance), self.rule(instance).and_then(Rule::clue_number))
    }

    /// The constraint, of several the first; `None` if it is a fact.
    pub fn rule(self, instance: &Instance) -> Option<&Rule> {
        match self {
            Self::Fact(_) => None,
            Self::Rule(RuleId::Rule(at)) => Some(&instance.rules()[at as usize]),
            Self::Rule(RuleId::Clue(at)) => Some(&instance.clues().rules[at as usize]),
            Self::Rule(RuleId::Derived(at)) => Some(&instance.derived().sums[at as usize]),
        }
    }

    /// The fact; `None` if it is a constraint.
    pub fn fact(self, instance: &Instance) -> Option<Condition> {
        match self {
            Self::Fact(at) => Some(instance.clues().facts[at as usize]),
            Self::Rule(_) => None,
        }
    }

    /// Whether it says which value a cell has, or has not.
    pub fn is_value(self, instance: &Instance) -> bool {
        let is_value = |part: Self| match part.rule(instance).map(|rule| &rule.constraint) {
            None => true,
            Some(Constraint::Clause(clause)) => clause.conditions().len() == 1,
            Some(_) => false,
        };
        self.parts(instance).into_iter().all(is_value)
    }

    /// Whether it belongs to this instance, and not to all with the same rules.
    pub fn is_clue(self) -> bool {
        matches!(self, Self::Fact(_) | Self::Rule(RuleId::Clue(_)))
    }

    /// The cells that it is about.
    pub fn scope(self, instance: &Instance) -> Vec<CellId> {
        let of_part = |part: Self| {
            let fact = part.fact(instance).map(|fact| vec![fact.cell]);
            fact.or_else(|| Some(part.rule(instance)?.constraint.scope())).unwrap_or_default()
        };
        without_repeats(self.parts(instance).into_iter().flat_map(of_part))
    }

    /// The cells and values that it is about.
    pub fn choices(self, instance: &Instance) -> Vec<(CellId, Value)> {
        let of_part = |part: Self| {
            let fact = part.fact(instance).map(|fact| vec![(fact.cell, fact.value)]);
            fact.or_else(|| Some(part.rule(instance)?.choices(instance.cells())))
                .unwrap_or_default()
        };
        without_repeats(self.parts(instance).into_iter().flat_map(of_part))
    }

    /// Its sentence.
    pub fn text(self, instance: &Instance) -> String {
        let cells = instance.cells();
        let fact = self.fact(instance).map(|fact| Clues::fact_text(fact, cells));
        fact.or_else(|| Some(self.rule(instance)?.text(cells))).unwrap_or_default()
    }
}

/// Groups facts and constraints by their sentences and clues, in the order in which these first occur.
fn by_sentence(parts: Vec<Statement>, instance: &Instance) -> Vec<Vec<Statement>> {
    let mut groups: Vec<Vec<Statement>> = Vec::new();
    let mut places: HashMap<(String, Option<u32>), usize> = HashMap::new();
    for part in parts {
        match places.entry(part.key(instance)) {
            Entry::Occupied(place) => groups[*place.get()].push(part),
            Entry::Vacant(place) => {
                place.insert(groups.len());
                groups.push(vec![part]);
            }
        }
    }
    groups
}

/// The first occurrence of each item.
fn without_repeats<T: Copy + Eq + std::hash::Hash>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    items.filter(|&item| seen.insert(item)).collect()
}

/// The meaning of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    Fact(Condition),
    Constraint(Constraint),
    /// All of these hold.
    All(Vec<Meaning>),
}

impl Meaning {
    /// The whole meaning of a part of a statement.
    fn of_part(part: Statement, instance: &Instance) -> Self {
        match part.fact(instance) {
            Some(fact) => Self::Fact(fact),
            None => Self::Constraint(whole(part, instance)),
        }
    }

    /// All of some meanings. A clue that is stated twice means what it means once.
    fn all(parts: impl Iterator<Item = Self>) -> Self {
        let mut different: Vec<Self> = Vec::new();
        for part in parts {
            if !different.contains(&part) {
                different.push(part);
            }
        }
        match different.len() {
            1 => different.remove(0),
            _ => Self::All(different),
        }
    }

    fn holds(&self, value_of: &dyn Fn(CellId) -> Value) -> bool {
        match self {
            Self::Fact(fact) => fact.is_true(value_of),
            Self::Constraint(constraint) => constraint.holds(value_of),
            Self::All(parts) => parts.iter().all(|part| part.holds(value_of)),
        }
    }
}

/// Constraints in a SAT solver. Each cell has exactly one value in any case.
pub(super) struct Switched {
    instance: Instance,
    backend: Box<dyn Backend>,
    budget: Budget,
    /// The constraints that always bind.
    always: Vec<Constraint>,
    /// The statements behind switches; their places are the numbers of the switches.
    statements: Vec<Statement>,
    meanings: Vec<Meaning>,
    vars: FreshVars,
}

/// The answer of a solver.
pub(super) enum Answer {
    Solution(Solution),
    /// Switches that cannot all be on.
    Core(Vec<usize>),
}

impl Switched {
    /// All soft statements with their whole meanings, each behind a switch.
    pub(super) fn soft(
        instance: &Instance,
        soft: Soft,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let groups = soft.statements(instance);
        // Derived rules help the solver.
        let rules = (0..instance.rules().len() as u32).map(RuleId::Rule);
        let rules = rules.filter(|_| soft == Soft::Clues);
        let always = rules.map(|rule| whole(Statement::Rule(rule), instance)).collect();
        let meaning = |parts: &Vec<Statement>| {
            Meaning::all(parts.iter().map(|&part| Meaning::of_part(part, instance)))
        };
        let meanings = groups.iter().map(meaning).collect();
        let statements = groups.iter().map(|parts| parts[0]).collect();
        Self::new(instance, budget, always, (statements, meanings))
    }

    /// All clues behind switches, while the rules bind. The cells of a sum differ also if its total
    /// is switched off.
    pub(super) fn clues(instance: &Instance, budget: &Budget) -> Result<Self, StopReason> {
        let rules = Statement::parts_of_rules(instance);
        let mut always: Vec<_> = rules.iter().map(|&rule| whole(rule, instance)).collect();
        let groups = Statement::clues(instance);
        let mut meaning = |&part: &Statement| match Meaning::of_part(part, instance) {
            Meaning::Constraint(Constraint::Linear(sum)) => {
                let parts = sum.summands().iter().filter(|it| it.differ != Differ::No);
                let differ =
                    |cells: &[CellId]| AllDifferent::new(cells.iter().copied()).without_existence();
                always.extend(parts.map(|part| differ(&part.cells).into()));
                Meaning::Constraint(sum.differing_elsewhere().into())
            }
            meaning => meaning,
        };
        let all = |parts: &Vec<Statement>| Meaning::all(parts.iter().map(&mut meaning));
        let meanings = groups.iter().map(all).collect();
        let statements = groups.iter().map(|parts| parts[0]).collect();
        Self::new(instance, budget, always, (statements, meanings))
    }

    fn new(
        instance: &Instance,
        budget: &Budget,
        always: Vec<Constraint>,
        (statements, meanings): (Vec<Statement>, Vec<Meaning>),
    ) -> Result<Self, StopReason> {
        let cells = instance.cells();
        let vars = FreshVars::after(cells.variables() + statements.len() as u32);
        let solver = by_name(SOLVER).map_or_else(|_| Solver::default(), Solver::Embedded);
        let backend = solver.create(&Config::default());
        let (instance, budget) = (instance.clone(), budget.clone());
        let mut new = Self { instance, backend, budget, always, statements, meanings, vars };
        new.load()?;
        Ok(new)
    }

    fn load(&mut self) -> Result<(), StopReason> {
        let cells = self.instance.cells();
        let encodings = Encodings::default();
        for (cell, ..) in cells.iter() {
            let Some(choices) = cells.choices(cell) else { continue };
            let lits: Vec<Lit> = choices.collect();
            let mut encoder = Encoder::new(&mut *self.backend, &mut self.vars);
            Form::group(&lits, 1, 1).encode(&encodings, &mut encoder);
        }
        let always = std::mem::take(&mut self.always);
        for constraint in &always {
            self.stop()?;
            self.add(constraint, None);
        }
        let meanings = std::mem::take(&mut self.meanings);
        for (meaning, index) in meanings.iter().zip(0..) {
            self.stop()?;
            self.add_meaning(meaning, self.switch(index));
        }
        (self.always, self.meanings) = (always, meanings);
        self.backend.reserve(self.vars.used());
        Ok(())
    }

    fn add_meaning(&mut self, meaning: &Meaning, switch: Lit) {
        match meaning {
            Meaning::Constraint(constraint) => self.add(constraint, Some(switch)),
            Meaning::Fact(fact) => match self.instance.cells().lit(*fact) {
                Some(lit) => self.backend.add_clause(&[!switch, lit]),
                None if fact.holds => self.backend.add_clause(&[!switch]),
                None => {}
            },
            Meaning::All(parts) => parts.iter().for_each(|part| self.add_meaning(part, switch)),
        }
    }

    fn stop(&self) -> Result<(), StopReason> {
        self.budget.exhausted().map_or(Ok(()), Err)
    }

    /// Adds a constraint that binds while the guard is true.
    pub(super) fn add(&mut self, constraint: &Constraint, guard: Option<Lit>) {
        let cells = self.instance.cells();
        let (scope, label) = (Scope::Extended, &Label::Unnamed);
        let view = View { cells, scope, origin: Origin::Rule, label };
        let mut encoder = Encoder::new(&mut *self.backend, &mut self.vars);
        if let Some(guard) = guard {
            encoder = encoder.guarded_by(guard);
        }
        let encodings = Encodings::default();
        constraint.parts(&view, &mut |part| {
            if part.guards.is_empty() {
                part.form.encode(&encodings, &mut encoder);
            } else {
                let guards: Vec<Lit> = part.guards.iter().copied().chain(guard).collect();
                encoder.guarded(&guards, |encoder| part.form.encode(&encodings, encoder));
            }
        });
    }

    /// Adds a clause.
    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        self.backend.add_clause(clause);
    }

    /// A literal of a new variable.
    pub(super) fn fresh(&mut self) -> Lit {
        let lit = self.vars.fresh();
        self.backend.reserve(self.vars.used());
        lit
    }

    pub(super) fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The number of switches.
    pub(super) fn len(&self) -> usize {
        self.statements.len()
    }

    pub(super) fn statement(&self, index: usize) -> Statement {
        self.statements[index]
    }

    fn switch(&self, index: usize) -> Lit {
        Lit::positive(self.instance.cells().variables() + index as u32)
    }

    /// The conflicts of the solver so far.
    pub(super) fn conflicts(&self) -> u64 {
        self.backend.stats().conflicts.unwrap_or(0)
    }

    /// All switches but these.
    pub(super) fn all_but(&self, off: &[usize]) -> Vec<usize> {
        (0..self.len()).filter(|index| !off.contains(index)).collect()
    }

    /// The meaning of the statement behind a switch.
    pub(super) fn meaning(&self, index: usize) -> &Meaning {
        &self.meanings[index]
    }

    /// Solves with some switches on, and with more literals that must be true.
    pub(super) fn solve(&mut self, on: &[usize], more: &[Lit]) -> Stoppable<Answer> {
        self.solve_within(on, more, None)
    }

    /// The same with a limit on conflicts.
    pub(super) fn solve_within(
        &mut self,
        on: &[usize],
        more: &[Lit],
        conflicts: Option<u64>,
    ) -> Stoppable<Answer> {
        let mut assumptions = more.to_vec();
        assumptions.extend(on.iter().map(|&index| self.switch(index)));
        self.backend.reserve(self.vars.used());
        let budget = Budget { conflicts, ..self.budget.clone() };
        let assignment = match self.backend.solve(&assumptions, &budget)? {
            Outcome::Stopped(reason) => return Ok(Err(reason)),
            Outcome::Unsat(core) => {
                let is_needed = |&index: &usize| core.contains(&self.switch(index));
                let core = on.iter().copied().filter(is_needed).collect();
                return Ok(Ok(Answer::Core(core)));
            }
            Outcome::Sat(assignment) => assignment,
        };
        let solution = self.instance.cells().decode(|lit| assignment.is_true(lit));
        let solution = solution.map_err(|invalid| wrong(invalid.to_string()))?;
        let value_of = |cell| solution[cell];
        let is_right = self.always.iter().all(|it| it.holds(&value_of))
            && on.iter().all(|&index| self.meanings[index].holds(&value_of));
        if is_right {
            Ok(Ok(Answer::Solution(solution)))
        } else {
            Err(wrong("a constraint does not hold".to_owned()))
        }
    }

    /// The statements that hold in a solution of others.
    pub(super) fn holding(&self, solution: &Solution) -> Vec<bool> {
        self.meanings.iter().map(|meaning| meaning.holds(&|cell| solution[cell])).collect()
    }

    /// Drops statements of a core, in this order, until all that are left are needed, or until the
    /// budget ends. With a limit on the conflicts of each search, statements that are hard to drop stay.
    pub(super) fn minimize(
        &mut self,
        core: &mut Vec<usize>,
        conflicts: Option<u64>,
    ) -> Stoppable<()> {
        let mut kept = 0;
        while kept < core.len() {
            let dropped = core.remove(kept);
            match self.solve_within(core, &[], conflicts)? {
                Ok(Answer::Core(smaller)) => {
                    kept = core[..kept].iter().filter(|it| smaller.contains(it)).count();
                    *core = smaller;
                }
                Ok(Answer::Solution(_)) | Err(StopReason::Conflicts) => {
                    core.insert(kept, dropped);
                    kept += 1;
                }
                Err(reason) => {
                    core.insert(kept, dropped);
                    return Ok(Err(reason));
                }
            }
        }
        Ok(Ok(()))
    }
}

fn wrong(reason: String) -> EngineError {
    EngineError::WrongAnswer { backend: SOLVER.to_owned(), reason }
}

/// The constraint with all of its meaning, even if another constraint states a part of it.
fn whole(statement: Statement, instance: &Instance) -> Constraint {
    match statement.rule(instance).map(|rule| &rule.constraint) {
        Some(Constraint::Linear(sum)) => sum.clone().stating_difference().into(),
        Some(constraint) => constraint.clone(),
        None => crate::constraint::Clause::new([]).into(),
    }
}
