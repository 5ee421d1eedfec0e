//! JSON: errors with places, fields that are labels, and the answers that `solve --json` prints.

use std::fmt::Display;

use sator_sat::TextError;
use sator_sat::text::shown;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::span::{SEVERAL, counted, unmarked};
use crate::kind::Confidence;
use crate::model::Value;

/// Whether a text is a JSON object, correct or not.
pub(crate) fn is_object(text: &str) -> bool {
    unmarked(text).trim_start().starts_with('{')
}

/// The confidence that an object is a puzzle with one of these fields and none of the others.
pub(crate) fn sniff_object(text: &str, fields: &[&str], others: &[&str]) -> Confidence {
    let has = |field: &&str| text.contains(&format!("\"{field}\""));
    let is_meant = fields.iter().any(has) && !others.iter().any(has);
    let confidence = if is_meant { Confidence::Certain } else { Confidence::Possible };
    confidence.only_if(is_object(text))
}

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
pub(crate) fn remarks(fields: &Map<String, Json>) -> Vec<String> {
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

/// The items of a grid of this size, row by row. Errors name the place after `name`.
pub(crate) fn grid_values<T, V>(
    name: &str,
    rows: &[impl AsRef<[T]>],
    [height, width]: [usize; 2],
    value: impl Fn(&T) -> Result<V, String>,
) -> Result<Vec<V>, TextError> {
    let error = |place: String, message: String| {
        Err(TextError::whole(short(&format!("{name}{place}: {message}"))))
    };
    if rows.len() != height {
        let (expected, found) = (counted(height, "row"), rows.len());
        return error(String::new(), format!("expected {expected}, found {found}"));
    }
    let mut values = Vec::with_capacity(height * width);
    for (row, cells) in (1..).zip(rows) {
        let cells = cells.as_ref();
        if cells.len() != width {
            let (expected, found) = (counted(width, "value"), cells.len());
            return error(format!(" row {row}"), format!("expected {expected}, found {found}"));
        }
        for (column, cell) in (1..).zip(cells) {
            match value(cell) {
                Ok(value) => values.push(value),
                Err(message) => return error(format!(" row {row}, column {column}"), message),
            }
        }
    }
    Ok(values)
}

/// The values of a grid from 1 to `largest`, 0 and null for an empty cell.
pub(crate) fn grid_of_values(
    name: &str,
    rows: &[Vec<Json>],
    size: [usize; 2],
    largest: usize,
) -> Result<Vec<Option<Value>>, TextError> {
    grid_values(name, rows, size, |cell| {
        let number = if cell.is_null() { Some(0) } else { cell.as_i64() };
        given(number, largest, cell)
    })
}

/// The same from numbers.
pub(crate) fn grid_of_numbers(
    rows: &[impl AsRef<[Value]>],
    size: [usize; 2],
    largest: usize,
) -> Result<Vec<Option<Value>>, TextError> {
    grid_values("grid", rows, size, |&value: &Value| given(Some(value.into()), largest, value))
}

/// The value that a number stands for; 0 is none.
fn given(
    number: Option<i64>,
    largest: usize,
    found: impl Display,
) -> Result<Option<Value>, String> {
    let number = number.filter(|number| (0..=largest as i64).contains(number));
    let number = number.ok_or_else(|| format!("expected 0 to {largest}, found {found}"))?;
    Ok((number > 0).then_some(number as Value))
}

/// The grid of the only solution in the output of `solve --json`.
pub(crate) fn grid_answer(
    text: &str,
    size: [usize; 2],
    largest: usize,
) -> Result<Vec<Option<Value>>, TextError> {
    let rows: Vec<Vec<Json>> = only_solution(text, "grid")?;
    grid_of_values("grid", &rows, size, largest)
}
