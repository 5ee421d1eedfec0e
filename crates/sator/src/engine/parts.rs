//! The first two answers of a large puzzle of equations, part by part: a solver that has all of them
//! at once takes longer, and a total over many cells is hard for it. Two are enough to say whether an
//! answer is the only one.

use sator_model::equations::{self, Fate, Found, System, Variable};

use super::odds::Equations;
use super::{EngineError, Lowering, Options};
use crate::model::{Model, Solution};

/// Below so many open variables a solver is as fast, and tells more about the formula.
const LARGE: u32 = 1_500;

/// Looks for an answer of a model with so many open variables, if it is large, nobody asks for a
/// solver or an encoding, and it is nothing but equations.
pub(super) fn first_answer(
    model: &Model,
    open: u32,
    options: &Options,
) -> Result<Option<Found>, EngineError> {
    let is_free = options.backend.is_default() && options.lowering == Lowering::default();
    if open < LARGE || !is_free || !options.eliminate {
        return Ok(None);
    }
    let Some(Equations { system, total }) = Equations::of(model) else { return Ok(None) };
    Ok(Some(equations::solution(&system, total, &options.for_equations())?))
}

/// Looks for another answer of a model whose first one was found like this.
pub(super) fn second_answer(
    model: &Model,
    first: &Solution,
    options: &Options,
) -> Result<Found, EngineError> {
    let Some(Equations { system, total }) = Equations::of(model) else { return Ok(Found::Unknown) };
    let options = options.for_equations();
    let Some(odds) = equations::odds(&system, total, &options)? else { return Ok(Found::Unknown) };
    let has = |fate| odds.chances.iter().position(|chance| chance.fate == fate);
    match has(Fate::Open) {
        Some(open) => {
            let other = (vec![open as Variable], usize::from(first.values[open] == 0));
            Ok(equations::solution(&with_equation(&system, &other), total, &options)?)
        }
        None if has(Fate::Unknown).is_none() => Ok(Found::Nothing),
        None => Ok(Found::Unknown),
    }
}

/// The same equations and one more.
fn with_equation(system: &System, other: &(Vec<Variable>, usize)) -> System {
    let all = (0..system.equations()).map(|it| (system.members(it), system.count(it)));
    System::new(system.variables() as u32, all.chain([(other.0.as_slice(), other.1)]))
}
