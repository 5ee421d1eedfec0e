//! The fewest clues to change so that a puzzle without a solution has one.

use sator_sat::Lit;
use sator_sat::backend::{Budget, StopReason};

use super::cores::Stoppable;
use super::hitting::{Hitting, HittingSets};
use super::switches::{Answer, LARGEST, Meaning, Statement, Switched};
use crate::cell::{CellId, Condition, Solution, Value};
use crate::constraint::{Accept, Compare, Constraint, Count, Linear};
use crate::engine::{EngineError, Instance, Options};
use crate::model::Rule;

/// The smallest repairs of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repairs {
    /// The repairs, all with the same number of changes.
    pub list: Vec<Vec<Change>>,
    /// Whether there are more.
    pub end: RepairEnd,
}

/// Whether there are more repairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepairEnd {
    /// Nothing is to be repaired: there is a solution.
    Solvable,
    /// There are no others with so few changes.
    Complete,
    /// There may be others: as many were listed as were asked for.
    Limit,
    /// No change of clues helps: the rules have no solution.
    Impossible,
    /// There may be others, or ones with fewer alternatives: the budget ended.
    Stopped(StopReason),
}

/// A clue to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The clue.
    pub clue: Statement,
    /// What it could be instead, if the other changes of the repair are made.
    pub instead: Instead,
    /// Whether there are no other values or numbers.
    pub is_complete: bool,
}

/// What a clue could be instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    /// One of these values in the cell.
    Values(Vec<Value>),
    /// One of these totals, or numbers.
    Numbers(Vec<i64>),
    /// The two cells the other way round, in a sentence.
    Reversed(String),
    /// Nothing: it is left out. Of a clue that several constraints state, nothing else is known.
    Nothing,
}

/// The most alternatives of a clue.
const MAX_ALTERNATIVES: usize = 10;

/// The conflict limit of all searches together.
const MAX_CONFLICTS: u64 = 100_000;

/// The conflict limit of the attempt to drop one clue of a core.
const CONFLICTS_FOR_ONE: u64 = 50;

/// The smallest repairs of an instance, at most `most`. The cells of a sum differ whatever its total
/// is.
pub fn repairs(
    instance: &Instance,
    options: &Options,
    most: usize,
) -> Result<Repairs, EngineError> {
    let stopped = |reason| Repairs { list: Vec::new(), end: RepairEnd::Stopped(reason) };
    if instance.cells().variables() > LARGEST {
        return Ok(stopped(StopReason::GaveUp));
    }
    let Options { budget, .. } = &options.begun();
    let solver = match Switched::clues(instance, budget) {
        Ok(solver) => solver,
        Err(reason) => return Ok(stopped(reason)),
    };
    RepairSearch { solver, budget, most }.run()
}

struct RepairSearch<'b> {
    solver: Switched,
    budget: &'b Budget,
    most: usize,
}

impl RepairSearch<'_> {
    /// A set of clues is a repair if and only if it has a clue of each core: hitting sets of the cores
    /// so far are tried, smallest first, and those that are no repair give new cores.
    fn run(&mut self) -> Result<Repairs, EngineError> {
        let mut cores = HittingSets::new(self.solver.len());
        let mut list: Vec<Vec<Change>> = Vec::new();
        let mut size = self.solver.len();
        let end = loop {
            if list.len() >= self.most {
                break RepairEnd::Limit;
            }
            let off = match cores.smallest(size) {
                Hitting::None => break RepairEnd::Complete,
                Hitting::Stopped => break RepairEnd::Stopped(StopReason::GaveUp),
                Hitting::Found(off) => off,
            };
            match self.try_repair(&off, &mut cores)? {
                Err(reason) => break RepairEnd::Stopped(reason),
                Ok(Tried::Impossible) => break RepairEnd::Impossible,
                Ok(Tried::NewCores) => {}
                Ok(Tried::Repair) if off.is_empty() => break RepairEnd::Solvable,
                Ok(Tried::Repair) => {
                    let mut changes = Vec::new();
                    for &index in &off {
                        changes.push(self.change(index, &off)?);
                    }
                    list.push(changes);
                    size = off.len();
                    cores.exclude(&off);
                }
            }
        };
        Ok(Repairs { list, end })
    }

    /// Solves without some clues. If there is no solution, adds cores that have none of these clues,
    /// and none in common.
    fn try_repair(&mut self, off: &[usize], cores: &mut HittingSets) -> Stoppable<Tried> {
        let (mut off, mut tried) = (off.to_vec(), Tried::Repair);
        loop {
            if self.solver.conflicts() >= MAX_CONFLICTS {
                return Ok(Err(StopReason::Conflicts));
            }
            let on = self.solver.all_but(&off);
            let mut core = match self.solver.solve_within(&on, &[], Some(MAX_CONFLICTS))? {
                Err(reason) => return Ok(Err(reason)),
                Ok(Answer::Solution(_)) => return Ok(Ok(tried)),
                Ok(Answer::Core(core)) if core.is_empty() => return Ok(Ok(Tried::Impossible)),
                Ok(Answer::Core(core)) => core,
            };
            if let Err(reason) = self.solver.minimize(&mut core, Some(CONFLICTS_FOR_ONE))? {
                return Ok(Err(reason));
            }
            cores.add(&core);
            off.extend(core);
            tried = Tried::NewCores;
        }
    }

    /// What a clue could be instead, without all clues of the repair.
    fn change(&mut self, index: usize, off: &[usize]) -> Result<Change, EngineError> {
        let clue = self.solver.statement(index);
        let on = self.solver.all_but(off);
        let rule = clue.rule(self.solver.instance());
        let shown = rule.and_then(Rule::shown);
        let impossible = rule.and_then(Rule::counted).cloned();
        let alternatives = match self.solver.meaning(index).clone() {
            Meaning::Fact(fact) if fact.holds => {
                let number = |solution: &Solution| i64::from(solution[fact.cell]);
                let found = self.alternatives(&on, number, &mut |solver, value| {
                    forbid_value(solver, fact.cell, value as Value)
                })?;
                let to_values = |it: &Vec<i64>| it.iter().map(|&value| value as Value).collect();
                (Instead::Values(to_values(&found.0)), found.1)
            }
            Meaning::Constraint(Constraint::Linear(sum))
                if matches!(sum.accept(), Accept::Equal(_)) =>
            {
                let number = |solution: &Solution| total(&sum, solution);
                let found = self.alternatives(&on, number, &mut |solver, total| {
                    let other = solver.fresh();
                    solver.add(&sum.clone().is_not(total).into(), Some(other));
                    other
                })?;
                (Instead::Numbers(found.0), found.1)
            }
            Meaning::Constraint(Constraint::Count(count))
                if count.bounds().0 == count.bounds().1 =>
            {
                let more = shown.map_or(0, |shown| shown - count.bounds().0 as i64);
                self.numbers(&on, &count, more)?
            }
            Meaning::Constraint(Constraint::Compare(compare)) => {
                (self.reversed(&on, &compare)?, true)
            }
            _ => match impossible {
                Some((count, more)) => self.numbers(&on, &count, more)?,
                None => (Instead::Nothing, true),
            },
        };
        let (instead, is_complete) = alternatives;
        Ok(Change { clue, instead, is_complete })
    }

    /// The numbers of conditions that hold in solutions, as the puzzle shows them.
    fn numbers(
        &mut self,
        on: &[usize],
        count: &Count,
        more: i64,
    ) -> Result<(Instead, bool), EngineError> {
        let number = |solution: &Solution| number_of(count, solution);
        let (numbers, is_complete) = self.alternatives(on, number, &mut |solver, number| {
            forbid_number(solver, count.conditions(), number as usize)
        })?;
        let shown = numbers.iter().map(|number| number + more).collect();
        Ok((Instead::Numbers(shown), is_complete))
    }

    /// The numbers that solutions have, ascending, and whether these are all.
    fn alternatives(
        &mut self,
        on: &[usize],
        number: impl Fn(&Solution) -> i64,
        forbid: &mut dyn FnMut(&mut Switched, i64) -> Lit,
    ) -> Result<(Vec<i64>, bool), EngineError> {
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        let is_complete = loop {
            if numbers.len() >= MAX_ALTERNATIVES || self.budget.exhausted().is_some() {
                break false;
            }
            match self.solver.solve_within(on, &others, Some(MAX_CONFLICTS))? {
                Err(_) => break false,
                Ok(Answer::Core(_)) => break true,
                Ok(Answer::Solution(solution)) => {
                    let number = number(&solution);
                    numbers.push(number);
                    others.push(forbid(&mut self.solver, number));
                }
            }
        };
        numbers.sort_unstable();
        Ok((numbers, is_complete))
    }

    fn reversed(&mut self, on: &[usize], compare: &Compare) -> Result<Instead, EngineError> {
        let reversed: Constraint = compare.clone().reversed().into();
        let guard = self.solver.fresh();
        self.solver.add(&reversed, Some(guard));
        let answer = self.solver.solve_within(on, &[guard], Some(MAX_CONFLICTS))?;
        let text = || reversed.describe(None, self.solver.instance().cells());
        Ok(match answer {
            Ok(Answer::Solution(_)) => Instead::Reversed(text()),
            _ => Instead::Nothing,
        })
    }
}

enum Tried {
    /// There is a solution.
    Repair,
    /// There is none, and new cores were added.
    NewCores,
    /// There is none without any clues.
    Impossible,
}

/// A literal that excludes a value.
fn forbid_value(solver: &Switched, cell: CellId, value: Value) -> Lit {
    !solver.instance().cells().is(cell, value)
}

/// A literal that excludes a number of conditions.
fn forbid_number(solver: &mut Switched, conditions: &[Condition], number: usize) -> Lit {
    let (fewer, more, other) = (solver.fresh(), solver.fresh(), solver.fresh());
    let conditions = || conditions.iter().copied();
    match number.checked_sub(1) {
        Some(most) => solver.add(&Count::at_most(most, conditions()).into(), Some(fewer)),
        None => solver.add_clause(&[!fewer]),
    }
    solver.add(&Count::at_least(number + 1, conditions()).into(), Some(more));
    solver.add_clause(&[!other, fewer, more]);
    other
}

fn total(sum: &Linear, solution: &Solution) -> i64 {
    let part = |cells: &[CellId]| cells.iter().map(|&cell| i64::from(solution[cell])).sum::<i64>();
    sum.summands().iter().map(|it| it.coefficient * part(&it.cells)).sum()
}

fn number_of(count: &Count, solution: &Solution) -> i64 {
    let is_true = |condition: &&Condition| condition.is_true(&|cell| solution[cell]);
    count.conditions().iter().filter(is_true).count() as i64
}
