//! Checks the rules of kakuro, independently of the model.

use super::{Kakuro, Run};
use crate::check::Sum;
use crate::puzzle::Violation;

pub(super) fn violation(
    kakuro: &Kakuro,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    kakuro.runs.iter().find_map(|run: &Run| {
        let (noun, cells) = (run.noun(), &kakuro.cells_of(run));
        Sum { puzzle: kakuro, noun, cells, total: run.sum }.violation(value)
    })
}
