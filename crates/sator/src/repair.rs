//! Sentences about repairs: which clues to change, and to what.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::engine::{Change, Instance, Instead, RepairEnd, Repairs, instance};
use crate::model::{CellName, Value};
use crate::puzzle::AnyPuzzle;

/// The most repairs that are listed.
pub const MAX_REPAIRS: usize = 20;

/// The repairs of a puzzle in lines, without the last line feed; at most `most` of them.
pub fn text(puzzle: &AnyPuzzle, repairs: &Repairs, most: usize) -> String {
    let Repairs { list, end } = repairs;
    let instance = instance(puzzle);
    let heading = match (list.first().map_or(0, Vec::len), list.len(), end) {
        (_, _, RepairEnd::Solvable) => "There is an answer: nothing is to be repaired.".to_owned(),
        (_, _, RepairEnd::Impossible) => "No change of clues helps.".to_owned(),
        (0, ..) => "The search for a repair was stopped before it found one.".to_owned(),
        (1, 1, _) => "Change this clue:".to_owned(),
        (1, ..) => "Change one of these clues:".to_owned(),
        (number, 1, _) => format!("Change these {number} clues:"),
        (number, ..) => format!("Change {number} clues together, those of any line:"),
    };
    let mut text = heading;
    for changes in list.iter().take(most) {
        let changes: Vec<_> = changes.iter().map(|it| change_text(puzzle, &instance, it)).collect();
        text = text + "\n  " + &changes.join("; ");
    }
    if let Some(more) = list.len().checked_sub(most).filter(|&more| more > 0) {
        let _ = write!(text, "\n  and {more} more, which --json names");
    }
    let more = match end {
        RepairEnd::Limit => "\nThere may be more.",
        RepairEnd::Stopped(_) if !list.is_empty() => "\nThere may be more: the search was stopped.",
        _ => "",
    };
    text + more
}

/// "The cage at r1c4 adds up to 9: make it 8".
fn change_text(puzzle: &AnyPuzzle, instance: &Instance, change: &Change) -> String {
    let clue = change.clue.text(instance);
    let mut choices = match &change.instead {
        Instead::Values(values) => {
            let row = change.clue.fact(instance).map(|fact| instance.cells().name(fact.cell));
            let text = |&value: &Value| match row {
                Some(CellName::Row(row)) => format!("r{row}c{value}"),
                _ => puzzle.symbol(value),
            };
            values.iter().map(text).collect()
        }
        Instead::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
        Instead::Reversed(text) => vec![text.clone()],
        Instead::Nothing => Vec::new(),
    };
    if !change.is_complete {
        choices.push("another".to_owned());
    }
    let last = choices.pop();
    match (last, choices.is_empty()) {
        (None, _) => format!("{clue}: leave it out"),
        (Some(only), true) => format!("{clue}: make it {only}"),
        (Some(last), false) => format!("{clue}: make it {} or {last}", choices.join(", ")),
    }
}

/// The repairs as a list of lists of changes.
pub fn json(puzzle: &AnyPuzzle, repairs: &Repairs) -> Json {
    let instance = instance(puzzle);
    let change = |change: &Change| {
        let instead = match &change.instead {
            Instead::Values(values) => json!(values),
            Instead::Numbers(numbers) => json!(numbers),
            Instead::Reversed(text) => json!([text]),
            Instead::Nothing => json!([]),
        };
        let clue = change.clue.text(&instance);
        json!({ "clue": clue, "instead": instead, "complete": change.is_complete })
    };
    let list = repairs.list.iter();
    list.map(|changes| changes.iter().map(change).collect::<Json>()).collect()
}
