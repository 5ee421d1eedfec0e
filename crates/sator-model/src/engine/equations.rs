//! Instances that are nothing but exact counts over cells that are true or false, as systems of
//! equations; and the first two solutions of large ones, component by component. A solver that has
//! all of it at once takes longer, and a total over many cells is hard for it. Two solutions are
//! enough to decide uniqueness.

use sator_sat::Lit;
use sator_sat::backend::Solver;

use super::{EngineError, Instance, Method, Options};
use crate::cell::{Domain, Solution, Value};
use crate::constraint::Form;
use crate::equations::{self, Answer, CellState, System, Variable};
use crate::model::Scope;

/// An instance that is nothing but equations.
pub(crate) struct Equations {
    pub(crate) system: System,
    /// The number of true cells in all, if that is given.
    pub(crate) total: Option<usize>,
}

impl Equations {
    /// The equations of an instance, unless it has other constraints.
    pub(crate) fn of(instance: &Instance) -> Option<Self> {
        if !instance.has_only_truths() {
            return None;
        }
        let all = instance.cells().variables() as usize;
        let mut total = None;
        // The last group in which each variable was seen.
        let (mut seen, mut groups) = (vec![usize::MAX; all], 0);
        let mut found: Option<Vec<(Vec<Variable>, usize)>> = Some(Vec::new());
        instance.each_part(Scope::Stated, &mut |_, part| {
            let Form::Group(group) = &part.form else {
                found = None;
                return;
            };
            let Some(equations) = &mut found else { return };
            let is_unit =
                group.lits.len() <= 1 && group.least == 1 && group.most >= group.lits.len();
            let is_exact = group.least == group.most && group.lits.iter().all(|lit| lit.is_pos());
            // A condition that is listed twice counts twice, which no equation can say.
            let mut is_repeated = false;
            for lit in group.lits {
                is_repeated |= std::mem::replace(&mut seen[lit.vidx()], groups) == groups;
            }
            groups += 1;
            if !part.guards.is_empty() || is_repeated {
                found = None;
            } else if is_unit {
                // A fact, or an impossible clause.
                let is_true = group.lits.first().is_none_or(|lit| lit.is_pos());
                equations.push((variables(group.lits), usize::from(is_true)));
            } else if !is_exact {
                found = None;
            } else if group.lits.len() == all {
                // Of several totals, all but the last are equations over all cells.
                let other = total.replace(group.least);
                equations.extend(other.map(|other| (variables(group.lits), other)));
            } else {
                equations.push((variables(group.lits), group.least));
            }
        });
        let found = found?;
        let members = found.iter().map(|(members, count)| (members.as_slice(), *count));
        Some(Self { system: System::new(all as u32, members), total })
    }
}

fn variables(lits: &[Lit]) -> Vec<Variable> {
    lits.iter().map(|lit| lit.vidx32()).collect()
}

impl Instance {
    /// Whether all cells are true or false.
    pub(crate) fn has_only_truths(&self) -> bool {
        self.cells().iter().all(|(_, _, domain)| domain == Domain::Truth)
    }
}

impl Options {
    /// The options of the equation solver.
    pub(crate) fn for_equations(&self) -> equations::Options {
        let solver = match &self.backend {
            Method::Sat(solver) => solver.clone(),
            Method::Auto | Method::Smt(_) | Method::Search => Solver::default(),
        };
        equations::Options {
            solver,
            threads: self.thread_count(),
            seed: self.seed,
            budget: self.begun().budget,
            ..Default::default()
        }
    }
}

/// The next solution by equations.
pub(super) enum Next {
    Solution(Solution),
    Exhausted,
    Unknown,
}

impl From<Answer<Vec<bool>>> for Next {
    fn from(found: Answer<Vec<bool>>) -> Self {
        match found {
            Answer::Found(values) => {
                Self::Solution(Solution { values: values.into_iter().map(Value::from).collect() })
            }
            Answer::Impossible => Self::Exhausted,
            Answer::Unknown => Self::Unknown,
        }
    }
}

/// Looks for a solution besides those that were found. Of more than two, equations know nothing.
pub(super) fn next_solution(
    instance: &Instance,
    found: &[Solution],
    options: &Options,
) -> Result<Next, EngineError> {
    match found {
        [] => first_solution(instance, options),
        [first] => second_solution(instance, first, options),
        _ => Ok(Next::Unknown),
    }
}

/// Looks for a solution, if the instance is nothing but equations.
fn first_solution(instance: &Instance, options: &Options) -> Result<Next, EngineError> {
    let Some(Equations { system, total }) = Equations::of(instance) else {
        return Ok(Next::Unknown);
    };
    Ok(equations::solve(&system, total, &options.for_equations())?.into())
}

/// Looks for a second solution.
fn second_solution(
    instance: &Instance,
    first: &Solution,
    options: &Options,
) -> Result<Next, EngineError> {
    let Some(Equations { system, total }) = Equations::of(instance) else {
        return Ok(Next::Unknown);
    };
    let options = options.for_equations();
    let Some(odds) = equations::analyze(&system, total, &options)? else {
        return Ok(Next::Unknown);
    };
    let has = |state| odds.cells.iter().position(|cell| cell.state == state);
    match has(CellState::Open) {
        Some(open) => {
            let other = (vec![open as Variable], usize::from(first.values[open] == 0));
            Ok(equations::solve(&with_equation(&system, &other), total, &options)?.into())
        }
        None if has(CellState::Unknown).is_none() => Ok(Next::Exhausted),
        None => Ok(Next::Unknown),
    }
}

/// The same equations and one more.
fn with_equation(system: &System, other: &(Vec<Variable>, usize)) -> System {
    let all = (0..system.equations()).map(|it| (system.members(it), system.count(it)));
    System::new(system.variables() as u32, all.chain([(other.0.as_slice(), other.1)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellName, Count, Model, When};

    #[test]
    fn a_guarded_count_is_no_equation_and_a_model_without_cells_has_none() {
        let mut model = Model::new();
        let [first, second] =
            [1, 2].map(|number| model.cell(CellName::Number(number), Domain::Truth));
        model.add(When::new(first.is(1), Count::exactly(1, [second.is(1)])));
        assert!(Equations::of(&model.into()).is_none());
        let empty = Equations::of(&Model::new().into()).unwrap();
        assert_eq!(empty.total, None);
    }

    #[test]
    fn a_repeated_condition_and_reversed_bounds_are_no_equations() {
        let with = |count: fn(crate::CellId) -> Count| {
            let mut model = Model::new();
            let [first, _] =
                [1, 2].map(|number| model.cell(CellName::Number(number), Domain::Truth));
            model.add(count(first));
            model
        };
        let twice = with(|it| Count::exactly(2, [it.is(1), it.is(1)]));
        let reversed = with(|it| Count::between(1, 0, [it.is(1)]));
        for (model, number) in [(twice, 2_u8), (reversed, 0)] {
            assert!(Equations::of(&model.clone().into()).is_none());
            assert_eq!(model.count().unwrap().number, number.into());
            assert_eq!(model.solutions().count(), usize::from(number));
        }
    }
}
