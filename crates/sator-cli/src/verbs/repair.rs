//! Prints what to change in a puzzle that has no answer.

use sator::engine::{self, EngineError, Options, RepairEnd, Repairs};
use sator::puzzle::AnyPuzzle;
use sator::repair::{self, MAX_REPAIRS};
use serde_json::{Value, json};

use crate::args::Show;

/// Finds the smallest repairs of a puzzle, and prints them to standard error unless the output is
/// JSON.
pub(super) fn print_repairs(
    puzzle: &AnyPuzzle,
    options: &Options,
    show: &Show,
) -> Result<Repairs, EngineError> {
    let repairs = engine::repairs(puzzle, options, MAX_REPAIRS)?;
    if !show.json {
        show.note(&repair::text(puzzle, &repairs));
    }
    Ok(repairs)
}

/// The fields of an object: `repairs`, and whether there are no others.
pub(super) fn repairs_json(puzzle: &AnyPuzzle, repairs: &Repairs) -> [(&'static str, Value); 2] {
    let is_complete = !matches!(repairs.end, RepairEnd::Limit | RepairEnd::Stopped(_));
    [("repairs", repair::json(puzzle, repairs)), ("repairs_complete", json!(is_complete))]
}
