//! The truth about a puzzle, by trying.

use std::collections::HashSet;

use sator::engine::Lowering;
use sator::model::{Model, Rule, Scope, Solution, Value};
use sator::puzzle::Puzzle;
use sator_sat::backend::Assignment;
use sator_sat::{Constraint, Lit};

/// The values that each cell may take, as literals of which one is true.
pub(crate) fn choices(model: &Model) -> Vec<Vec<Lit>> {
    let has_a_value = |rule: &Rule| match &rule.constraint {
        Constraint::Clause(values) if rule.family == "cells" => Some(values.clone()),
        _ => None,
    };
    let mut choices: Vec<_> = model.rules(Scope::Stated).filter_map(has_a_value).collect();
    // A cell that is true or false needs no such rule.
    let chosen: HashSet<_> = choices.iter().flatten().copied().collect();
    let truths = (0..model.variables()).map(Lit::positive).filter(|lit| !chosen.contains(lit));
    choices.extend(truths.map(|lit| vec![lit, !lit]));
    let solutions = |choices: &[Vec<Lit>]| choices.iter().map(Vec::len).product::<usize>();
    if solutions(&choices) > 5_000 {
        keep_to_clues(model, &mut choices);
    }
    choices
}

/// Where there is too much to try, cells that a clue fills stay as they are.
pub(crate) fn keep_to_clues(model: &Model, choices: &mut [Vec<Lit>]) {
    for clue in model.clues() {
        if let Constraint::Clause(lits) = &clue.constraint
            && let Some(choice) = choices.iter_mut().find(|choice| choice.contains(&lits[0]))
        {
            choice.retain(|lit| lit == &lits[0]);
        }
    }
}

/// Every way to give each cell one of its values.
pub(crate) fn all_fillings(model: &Model) -> impl Iterator<Item = (Assignment, Solution)> {
    let mut all = vec![vec![false; model.variables() as usize]];
    for choice in choices(model) {
        let choose = |values: Vec<bool>| {
            choice.iter().map(move |lit| {
                let mut values = values.clone();
                values[lit.vidx()] = lit.is_pos();
                values
            })
        };
        all = all.into_iter().flat_map(choose).collect();
    }
    all.into_iter().map(Assignment::new).map(|assignment| {
        let solution = model.decode(|lit| assignment.is_true(lit)).unwrap();
        (assignment, solution)
    })
}

/// Fillings far from each other: where not all can be tried, those that are tried keep to clues.
pub(crate) fn scattered_fillings(model: &Model) -> impl Iterator<Item = (Assignment, Solution)> {
    const FILLINGS: usize = 50;
    let mut chance: u64 = 1;
    let mut dice = move |sides: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % sides
    };
    let solution = move |_| {
        let mut values = vec![false; model.variables() as usize];
        for (cell, _, domain) in model.cells() {
            let (min, max) = domain.bounds();
            let lit = model.is(cell, min + dice((max - min + 1) as usize) as Value);
            values[lit.vidx()] = lit.is_pos();
        }
        let assignment = Assignment::new(values);
        let solution = model.decode(|lit| assignment.is_true(lit)).unwrap();
        (assignment, solution)
    };
    (0..FILLINGS).map(solution)
}

/// The answers, by the plain rules alone.
pub(crate) fn answers(puzzle: &dyn Puzzle) -> Vec<Solution> {
    let model = puzzle.model();
    let solutions = all_fillings(&model).map(|(_, solution)| solution);
    solutions.filter(|solution| puzzle.check(solution).is_ok()).collect()
}

/// The solutions that differ from some answer in one cell.
pub(crate) fn near_answers(puzzle: &dyn Puzzle) -> Vec<(Assignment, Solution)> {
    let answers = answers(puzzle);
    let distance = |one: &Solution, other: &Solution| {
        one.values.iter().zip(&other.values).filter(|(value, other)| value != other).count()
    };
    let is_near = |(_, solution): &(Assignment, Solution)| {
        answers.iter().any(|answer| distance(answer, solution) == 1)
    };
    all_fillings(&puzzle.model()).filter(is_near).collect()
}

pub(crate) fn lowerings() -> impl Iterator<Item = Lowering> {
    Lowering::names().map(|(name, _)| name.parse().unwrap())
}
