//! Cells that determine each other: in all solutions the value of one gives the values of the others.

use std::collections::{HashMap, HashSet};

use sator_sat::backend::StopReason;

use super::cores::Stoppable;
use super::switches::{Answer, LARGEST, Switched};
use crate::cell::{CellId, CellName, Solution, Value};
use crate::engine::{EngineError, Instance, Options};

/// Groups of cells that determine each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equivalence {
    /// The groups. A cell with the same value in all solutions is in none.
    pub groups: Vec<EquivalentCells>,
    /// Why there may be more groups, if the budget ended.
    pub stopped: Option<StopReason>,
}

/// Cells that determine each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EquivalentCells {
    /// The cells.
    pub cells: Vec<CellId>,
    /// The values that they have together in some solution, ascending.
    pub values: Vec<Vec<Value>>,
}

/// The most solutions by which cells are told apart.
const MAX_SOLUTIONS: usize = 2_000;

/// The groups of cells that determine each other; none if there is no solution.
///
/// Cells that agree in all solutions so far, up to renaming of their values, are candidates. A search
/// for a solution in which they do not either proves them or tells them apart.
pub fn equivalent(instance: &Instance, options: &Options) -> Result<Equivalence, EngineError> {
    let budget = &options.begun().budget;
    let mut found = Equivalence { groups: Vec::new(), stopped: None };
    let large = instance.cells().variables() > LARGEST;
    let solver = if large { Err(StopReason::GaveUp) } else { Switched::clues(instance, budget) };
    let mut solver = match solver {
        Ok(solver) => solver,
        Err(reason) => return Ok(Equivalence { stopped: Some(reason), ..found }),
    };
    let all = solver.all_but(&[]);
    let mut solutions = match solver.solve(&all, &[])? {
        Err(reason) => return Ok(Equivalence { stopped: Some(reason), ..found }),
        Ok(Answer::Core(_)) => return Ok(found),
        Ok(Answer::Solution(solution)) => vec![solution],
    };
    let mut proved: HashSet<Vec<CellId>> = HashSet::new();
    'next: loop {
        let classes = classes(instance, &solutions);
        for class in &classes {
            if proved.contains(&class.cells) {
                continue;
            }
            match other_solution(&mut solver, &all, class)? {
                Ok(Answer::Core(_)) => {
                    proved.insert(class.cells.clone());
                }
                Ok(Answer::Solution(solution)) if solutions.len() < MAX_SOLUTIONS => {
                    solutions.push(solution);
                    continue 'next;
                }
                Ok(Answer::Solution(_)) => found.stopped = Some(StopReason::GaveUp),
                Err(reason) => found.stopped = Some(reason),
            }
            if found.stopped.is_some() {
                break;
            }
        }
        let is_proved = |class: &EquivalentCells| proved.contains(&class.cells);
        let is_open = |class: &EquivalentCells| class.values.len() > 1;
        let groups = classes.into_iter().filter(|class| is_proved(class) && is_open(class));
        found.groups = groups.collect();
        return Ok(found);
    }
}

/// The classes of two or more cells that determine each other in these solutions.
fn classes(instance: &Instance, solutions: &[Solution]) -> Vec<EquivalentCells> {
    let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut classes: Vec<EquivalentCells> = Vec::new();
    for (cell, name, _) in instance.cells().iter() {
        if matches!(name, CellName::Auxiliary(_)) {
            continue;
        }
        // Values by the order of their first occurrence.
        let mut ranks: Vec<Value> = Vec::new();
        let mut rank = |value: Value| {
            let found = ranks.iter().position(|&it| it == value);
            found.unwrap_or_else(|| {
                ranks.push(value);
                ranks.len() - 1
            })
        };
        let signature = solutions.iter().map(|solution| rank(solution[cell])).collect();
        let number = *numbers.entry(signature).or_insert(classes.len());
        if number == classes.len() {
            classes.push(EquivalentCells { cells: Vec::new(), values: Vec::new() });
        }
        classes[number].cells.push(cell);
    }
    classes.retain(|class| class.cells.len() > 1);
    for class in &mut classes {
        let values = |solution: &Solution| class.cells.iter().map(|&cell| solution[cell]).collect();
        class.values = solutions.iter().map(values).collect();
        class.values.sort_unstable();
        class.values.dedup();
    }
    classes
}

/// A solution in which the cells of a class have other values than so far.
fn other_solution(
    solver: &mut Switched,
    on: &[usize],
    class: &EquivalentCells,
) -> Stoppable<Answer> {
    let lit = |solver: &Switched, cell, value| solver.instance().cells().is(cell, value);
    let wish = solver.fresh();
    let first = class.cells[0];
    let is_other = solver.fresh();
    let mut some = vec![!wish, is_other];
    for values in &class.values {
        let is_first = lit(solver, first, values[0]);
        solver.add_clause(&[!is_other, !is_first]);
        for (&cell, &value) in class.cells.iter().zip(values).skip(1) {
            let differs = solver.fresh();
            let is_value = lit(solver, cell, value);
            solver.add_clause(&[!differs, is_first]);
            solver.add_clause(&[!differs, !is_value]);
            some.push(differs);
        }
    }
    solver.add_clause(&some);
    solver.solve(on, &[wish])
}
