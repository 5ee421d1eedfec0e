//! JSON: errors with places, fields that are labels, and the answers that `solve --json` prints.

use sator_sat::TextError;
use sator_sat::text::shown;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::span::{SEVERAL, unmarked};

/// Decodes a text in JSON.
pub(crate) fn decode<T: DeserializeOwned>(text: &str) -> Result<T, TextError> {
    let text = unmarked(text);
    serde_json::from_str(text).map_err(|error| located(text, &error))
}

/// Converts an error: `serde_json` counts columns in bytes, and appends the place to its message.
fn located(text: &str, error: &serde_json::Error) -> TextError {
    let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let column = line.char_indices().take_while(|&(byte, _)| byte < error.column()).count();
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    TextError::at(error.line(), column, short(message))
}

/// Truncates a message with a long found value.
pub(crate) fn short(message: &str) -> String {
    const LONGEST: usize = 100;
    let rest = if message.chars().nth(LONGEST).is_some() { "…" } else { "" };
    message.chars().take(LONGEST).collect::<String>() + rest
}

/// Prefixes of the names of fields that are not part of a puzzle: labels, and answers, which are
/// ignored.
const LABELS: [&str; 25] = [
    "backtracking",
    "brute_force",
    "change",
    "command",
    "count",
    "covers",
    "example",
    "group",
    "id",
    "kind",
    "name",
    "no_total",
    "note",
    "published",
    "puzzle",
    "seed",
    "solution",
    "solver",
    "source",
    "status",
    "text",
    "true_mines",
    "unique",
    "verified",
    "with_total",
];

/// Whether a field is a label.
pub(crate) fn is_label(field: &str) -> bool {
    LABELS.iter().any(|label| field.starts_with(label))
}

/// Notes about unknown fields, which may be slips.
pub(crate) fn remarks(fields: &Map<String, Value>) -> Vec<String> {
    let unknown = fields.keys().filter(|field| !is_label(field));
    unknown
        .map(|field| format!("the field {} is not known, and was ignored", shown(field)))
        .collect()
}

/// The output of `solve --json`: a solution, or an object with solutions.
#[derive(Deserialize)]
#[serde(expecting = "an object with an answer or solutions")]
struct Answer<T> {
    #[serde(alias = "columns")]
    grid: Option<T>,
    solutions: Option<Vec<Answer<T>>>,
}

/// The only solution in the output of `solve --json`; its field is called `grid` or `columns`.
pub(crate) fn only_solution<T: DeserializeOwned>(text: &str, field: &str) -> Result<T, TextError> {
    let answer: Answer<T> = decode(text)?;
    if answer.solutions.as_ref().is_some_and(|solutions| solutions.len() > 1) {
        return Err(TextError::whole(SEVERAL));
    }
    let first = || answer.solutions?.into_iter().next()?.grid;
    let missing = || TextError::whole(format!("expected {field} or solutions, found neither"));
    answer.grid.or_else(first).ok_or_else(missing)
}
