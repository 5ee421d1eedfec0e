//! The truth about a puzzle, by trying.

use sator::engine::{Instance, Lowering};
use sator::model::constraint::View;
use sator::model::{Cells, Clues, Domain, Rule, Scope, Solution, Value};
use sator::puzzle::AnyPuzzle;
use sator_sat::Lit;
use sator_sat::backend::Assignment;

/// The values that each cell may take. Where there is too much to try, cells that a clue fills keep
/// its value.
fn choices(cells: &Cells, clues: &Clues) -> Vec<Vec<Value>> {
    let mut choices: Vec<Vec<_>> =
        cells.iter().map(|(_, _, domain)| domain.values().collect()).collect();
    if choices.iter().map(Vec::len).product::<usize>() > 5_000 {
        for fact in clues.facts.iter().filter(|fact| fact.holds) {
            choices[fact.cell.index()].retain(|value| *value == fact.value);
        }
    }
    choices
}

/// Every way to give each cell one of its values.
pub(crate) fn all_fillings(puzzle: &AnyPuzzle) -> impl Iterator<Item = (Assignment, Solution)> {
    let cells = puzzle.rules().cells().clone();
    let mut all = vec![Vec::new()];
    for choice in choices(&cells, &puzzle.clues()) {
        let choose =
            |values: Vec<Value>| choice.iter().map(move |&value| [&values[..], &[value]].concat());
        all = all.into_iter().flat_map(choose).collect();
    }
    all.into_iter().map(move |values| {
        let solution = Solution { values };
        (assignment(&cells, &solution), solution)
    })
}

/// The variables of a solution.
pub(crate) fn assignment(cells: &Cells, solution: &Solution) -> Assignment {
    let mut values = vec![false; cells.variables() as usize];
    for (cell, ..) in cells.iter() {
        let lit = cells.is(cell, solution[cell]);
        values[lit.vidx()] = lit.is_pos();
    }
    Assignment::new(values)
}

/// The answers, by the plain rules alone.
pub(crate) fn answers(puzzle: &AnyPuzzle) -> Vec<Solution> {
    let solutions = all_fillings(puzzle).map(|(_, solution)| solution);
    solutions.filter(|solution| puzzle.check(solution).is_ok()).collect()
}

/// The solutions that differ from some answer in one cell.
pub(crate) fn near_answers(puzzle: &AnyPuzzle) -> Vec<(Assignment, Solution)> {
    let answers = answers(puzzle);
    let distance = |one: &Solution, other: &Solution| {
        one.values.iter().zip(&other.values).filter(|(value, other)| value != other).count()
    };
    let is_near = |(_, solution): &(Assignment, Solution)| {
        answers.iter().any(|answer| distance(answer, solution) == 1)
    };
    all_fillings(puzzle).filter(is_near).collect()
}

/// Whether the constraints of an instance within a scope hold, part by part as a solver gets them:
/// cells, facts, rules, clues and derived sums.
pub(crate) fn parts_hold(instance: &Instance, scope: Scope, assignment: &Assignment) -> bool {
    let cells = instance.cells();
    let is_true = |lit: Lit| assignment.is_true(lit);
    let one_value = cells.wording().one_value;
    let states_one =
        || instance.compiled().model().texts(scope).iter().any(|text| text.ends_with(one_value));
    let cell_holds = |(cell, _, domain): (_, _, Domain)| {
        let truths = domain.values().filter(|&value| is_true(cells.is(cell, value))).count();
        truths == 1 || truths > 1 && !states_one()
    };
    let rule_holds = |rule: &Rule| {
        let view = View { cells, scope, origin: rule.origin, label: &rule.label };
        let mut holds = true;
        rule.constraint.parts(&view, &mut |part| {
            holds &= !part.guards.iter().all(|&lit| is_true(lit)) || part.form.holds(&is_true);
        });
        holds
    };
    let Clues { facts, rules } = instance.clues();
    let derived = (scope == Scope::Extended).then(|| &instance.derived().sums[..]);
    cells.iter().all(cell_holds)
        && facts.iter().all(|&fact| cells.lit(fact).map_or(!fact.holds, is_true))
        && rules.iter().chain(instance.rules()).chain(derived.unwrap_or_default()).all(rule_holds)
}

pub(crate) fn lowerings() -> impl Iterator<Item = Lowering> {
    Lowering::names().map(|(name, _)| name.parse().unwrap())
}
