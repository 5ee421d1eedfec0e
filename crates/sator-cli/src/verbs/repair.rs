//! The clues to change in a puzzle that has no solution.

use sator::engine::{self, EngineError, Options, RepairEnd, Repairs};
use sator::puzzle::AnyPuzzle;
use sator::repair::{self, MAX_REPAIRS};
use serde_json::{Value, json};

/// The smallest repairs of a puzzle, as about `most` lines.
pub(super) fn repairs_text(puzzle: &AnyPuzzle, repairs: &Repairs, most: usize) -> String {
    repair::text(puzzle, repairs, most)
}

/// Finds the smallest repairs of a puzzle.
pub(super) fn find(puzzle: &AnyPuzzle, options: &Options) -> Result<Repairs, EngineError> {
    engine::repairs(puzzle, options, MAX_REPAIRS)
}

/// The fields of an object: `repairs`, and whether there are no others.
pub(super) fn repairs_json(puzzle: &AnyPuzzle, repairs: &Repairs) -> [(&'static str, Value); 2] {
    let is_complete = !matches!(repairs.end, RepairEnd::Limit | RepairEnd::Stopped(_));
    [("repairs", repair::json(puzzle, repairs)), ("repairs_complete", json!(is_complete))]
}
