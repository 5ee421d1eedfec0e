//! The first answer of a large puzzle of equations, part by part: a solver that has all of them at
//! once takes longer, and a total over many cells is hard for it.

use sator_sat::equations::{self, Found};

use super::odds::Equations;
use super::{EngineError, Lowering, Options};
use crate::model::Model;

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
