//! f-puzzles: `{"size":9,"grid":[[{"value":5,"given":true},{},…],…],"thermometer":[…],…}`, and links
//! with that JSON in them. Cells are `R1C1`, numbers outside the grid have the row or column 0 or the
//! one after the last.
//!
//! A key with a rule in the registry is read; drawings and settings are ignored and noted; any other
//! key is refused, unless unknown constraints are to be ignored.

mod elements;
mod print;

use std::ops::RangeInclusive;

use sator_sat::TextError;
use sator_sat::text::shown;
use serde_json::{Map, Value as Json};

use super::super::extras::{Arguments, ExtraRule, Places, little_killer};
use super::super::options::GridOptions;
use super::super::{Regions, Sudoku, Values};
use super::address::{self, Packed};
use super::json::notation;
use super::lzstring::compress;
use super::sudokupad;
use crate::boxes::BoxShape;
use crate::kind::{Confidence, Format, ParseOptions};
use crate::model::Value;
use crate::text::{Span, decode, grid_values};

#[cfg(test)]
pub(super) use self::elements::negative_values;
pub(super) use self::elements::number_of;

pub(in crate::puzzles) static FORMAT: Format<Sudoku> =
    Format::new("fpuzzles", SUMMARY, sniff, read).printed(print::json);

pub(in crate::puzzles) static LINK: Format<Sudoku> =
    Format::new("fpuzzles-link", LINK_SUMMARY, sniff_link, read).printed(link).listed(are_links);

pub(in crate::puzzles) const SUMMARY: &str =
    r#"JSON of f-puzzles: {"size":9,"grid":[[{"value":5,"given":true},{},…],…],…}"#;
pub(in crate::puzzles) const LINK_SUMMARY: &str = "https://www.f-puzzles.com/?load=…";

/// The rows of a grid.
pub(super) const SIZES: RangeInclusive<usize> = 4..=25;

pub(in crate::puzzles) fn sniff(text: &str) -> Confidence {
    Confidence::Certain.only_if(address::has_grid_of_objects(text, "grid"))
}

pub(in crate::puzzles) fn sniff_link(text: &str) -> Confidence {
    let is_one = matches!(
        address::find(text),
        Some(Packed::FPuzzles(_) | Packed::Elsewhere("f-puzzles.com"))
    );
    Confidence::Certain.only_if(is_one)
}

/// Whether lines are links, of f-puzzles or of SudokuPad.
pub(in crate::puzzles) fn are_links(lines: &[Span<'_>], _: &ParseOptions<'_>) -> bool {
    const EXAMINED_LINES: usize = 8;
    lines.iter().take(EXAMINED_LINES).all(|line| address::find(line.text).is_some())
}

/// Reads a link or JSON, of f-puzzles or of SudokuPad.
pub(in crate::puzzles) fn read(
    text: &str,
    options: &ParseOptions<'_>,
) -> Result<Sudoku, TextError> {
    let options = &GridOptions::of(options)?;
    match address::find(text) {
        Some(Packed::FPuzzles(letters) | Packed::SudokuPad(letters)) => {
            let json = address::unpacked(&letters)?;
            of_json(&json, options).map_err(|error| in_link(&error))
        }
        Some(Packed::Scl(letters)) => {
            let json = address::unpacked(&letters)?;
            sudokupad::of_json(&json, options).map_err(|error| in_link(&error))
        }
        Some(Packed::Elsewhere(site)) => Err(address::elsewhere(site)),
        None if sudokupad::is_json(text) => sudokupad::of_json(text, options),
        None => of_json(text, options),
    }
}

/// An error in the text of a link, whose lines are not those of the input.
fn in_link(error: &TextError) -> TextError {
    TextError::whole(format!("in the link: {}", error.message))
}

/// The link of f-puzzles.
pub(in crate::puzzles) fn link(sudoku: &Sudoku) -> Result<String, String> {
    Ok(format!("{}{}", address::F_PUZZLES, compress(&print::json(sudoku)?)))
}

/// The JSON.
pub(in crate::puzzles) fn json(sudoku: &Sudoku) -> Result<String, String> {
    print::json(sudoku)
}

/// How a rule is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `"antiknight":true`.
    Flag,
    /// `{"cell":"R1C1"}`: an element for each cell.
    Cell,
    /// `{"cells":["R1C1","R1C2"],"value":"5"}`.
    Cells,
    /// `{"lines":[["R1C1","R1C2"]]}`: a rule for each line.
    Lines,
    /// `{"cells":["R1C1"],"lines":[["R1C1","R1C2"]]}`.
    Arrow,
    /// `{"cells":["R1C1"],"cloneCells":["R2C2"]}`.
    Clone,
    /// `{"cell":"R0C6","value":"12"}`.
    Outside,
    /// `{"cell":"R0C6","direction":"DR","value":"12"}`.
    Diagonal,
    /// `"negative":["ratio"]`.
    Negative,
}

impl Shape {
    fn of(rule: &ExtraRule) -> Self {
        let Arguments { places, .. } = rule.arguments;
        match places {
            Places::None => Self::Flag,
            Places::Cells(_) if MARKS.contains(&rule.name) => Self::Cell,
            Places::Cells(_) | Places::Different | Places::Pair => Self::Cells,
            Places::Line(_) if *rule == little_killer::RULE => Self::Diagonal,
            Places::Line(_) | Places::Ordered(_) | Places::Visited(_) => Self::Lines,
            Places::Circle => Self::Arrow,
            Places::Groups(_) => Self::Clone,
            Places::Side => Self::Outside,
            Places::Unmarked => Self::Negative,
        }
    }
}

/// Rules of single cells.
const MARKS: [&str; 4] = ["odd", "even", "minimum", "maximum"];

/// Steps of the diagonals, down and right, with their names.
const DIRECTIONS: [(&str, [isize; 2]); 4] =
    [("DR", [1, 1]), ("DL", [1, -1]), ("UR", [-1, 1]), ("UL", [-1, -1])];

/// Other spellings of keys.
const ALIASES: [(&str, &str); 3] =
    [("xsum", "x-sum"), ("numberedrooms", "numberedroom"), ("skyscrapers", "skyscraper")];

/// Keys that are part of the puzzle, or are no rules and need no note.
const PLAIN: [&str; 5] = ["size", "grid", "title", "author", "solution"];

/// Keys of drawings and settings.
const IGNORED: [&str; 18] = [
    "line",
    "text",
    "circle",
    "rectangle",
    "cage",
    "ruleset",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "successMessage",
    "solutionMessage",
    "msgcorrect",
    "fogofwar",
    "foglight",
    "fogofwarlight",
    "customBackground",
    "background",
    "metadata",
];

pub(super) fn of_json(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let object: Map<String, Json> = decode(text)?;
    let mut sudoku = grid(&object, options)?;
    let mut keys = Vec::new();
    for (key, json) in &object {
        let alias = ALIASES.iter().find(|(alias, _)| alias == key);
        keys.push((alias.map_or(&**key, |(_, key)| *key), json));
    }
    for rule in super::super::extras::RULES {
        let Some(own) = rule.fpuzzles else { continue };
        for (_, json) in keys.iter().filter(|(key, _)| *key == own) {
            elements::take(rule, own, json, &mut sudoku).map_err(TextError::whole)?;
        }
    }
    note_ignored(&object, &keys, &mut sudoku, options)?;
    sudoku.stored = object.get("solution").and_then(|json| stored(json, &sudoku));
    Ok(sudoku.ordered())
}

/// The grid with its regions and given values.
fn grid(object: &Map<String, Json>, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let missing = || TextError::whole("expected a grid of rows with cells, found none");
    let rows = object.get("grid").and_then(Json::as_array).ok_or_else(missing)?;
    let rows: Option<Vec<_>> = rows.iter().map(Json::as_array).collect();
    let rows = rows.ok_or_else(missing)?;
    let n = object.get("size").and_then(Json::as_u64).map_or(rows.len(), |size| size as usize);
    if !SIZES.contains(&n) {
        let [first, last] = [SIZES.start(), SIZES.end()];
        let message = format!("expected a grid of {first} to {last} rows, found {n}");
        return Err(TextError::whole(message));
    }
    let usual = default_boxes(n, options)?;
    let numbers = grid_values("grid", &rows, [n, n], |cell| match cell.get("region") {
        None => Ok(Missing::Usual),
        Some(Json::Null) => Ok(Missing::None),
        Some(json) => match json.as_i64() {
            Some(..0) => Ok(Missing::None),
            Some(number) => Ok(Missing::Said(number)),
            None => Err(format!("expected the number of a region, found {json}")),
        },
    })?;
    let number = |(cell, region): (usize, &Missing)| match region {
        Missing::Usual => usual.of(cell).map(|region| region as i64),
        Missing::None => None,
        Missing::Said(number) => Some(*number),
    };
    let numbers: Vec<_> = numbers.iter().enumerate().map(number).collect();
    let regions = Regions::irregular(n, &numbers, n).map_err(TextError::whole)?.simplified();
    let mut sudoku = Sudoku::empty(regions, Values::usual(n), notation(options.alphabet, n)?);
    sudoku.given = grid_values("grid", &rows, [n, n], |cell| given(cell, n))?;
    Ok(sudoku)
}

/// The region of a cell as it is written.
enum Missing {
    Usual,
    None,
    Said(i64),
}

/// The regions of cells without one: the usual boxes, or rows if there are none.
fn default_boxes(n: usize, options: &GridOptions<'_>) -> Result<Regions, TextError> {
    let shape = options.box_shape.or_else(|| BoxShape::usual(n));
    match shape {
        Some(shape) if shape.n() == n => Ok(Regions::Boxes(shape)),
        Some(shape) => {
            let message = format!("expected a grid for boxes of {shape}, found {n} rows");
            Err(TextError::whole(message))
        }
        None => Ok(Regions::none(n)),
    }
}

/// A given value: only what is marked as given.
fn given(cell: &Json, n: usize) -> Result<Option<Value>, String> {
    if cell.get("given").and_then(Json::as_bool) != Some(true) {
        return Ok(None);
    }
    let json = &cell["value"];
    let value = elements::number_of(json).filter(|value| (1..=n as i64).contains(value));
    match value {
        Some(value) => Ok(Some(value as Value)),
        None if json.is_null() => Ok(None),
        None => Err(format!("expected a value from 1 to {n}, found {json}")),
    }
}

/// The stored solution, if it is whole.
fn stored(json: &Json, sudoku: &Sudoku) -> Option<Vec<Value>> {
    let value = |json: &Json| {
        let value = Value::try_from(elements::number_of(json)?).ok()?;
        sudoku.values.contains(value).then_some(value)
    };
    let values: Option<Vec<_>> = json.as_array()?.iter().map(value).collect();
    values.filter(|values| values.len() == sudoku.given.len())
}

/// Notes what is ignored, and refuses constraints that are not known.
fn note_ignored(
    object: &Map<String, Json>,
    keys: &[(&str, &Json)],
    sudoku: &mut Sudoku,
    options: &GridOptions<'_>,
) -> Result<(), TextError> {
    let (mut ignored, mut unknown) = (Vec::new(), Vec::new());
    for (key, json) in keys {
        let is_rule = super::super::extras::RULES.iter().any(|rule| rule.fpuzzles == Some(key));
        if is_rule || PLAIN.contains(key) || is_nothing(json) {
            continue;
        }
        // A text or a number alone is a setting.
        let is_setting = json.is_string() || json.is_number();
        if IGNORED.contains(key) || is_setting { &mut ignored } else { &mut unknown }.push(*key);
    }
    let rows = object["grid"].as_array();
    let mut cells = rows.into_iter().flatten().filter_map(Json::as_array).flatten();
    let has = |cell: &Json, keys: &[&str]| {
        keys.iter().any(|key| cell.get(key).is_some_and(|json| !is_nothing(json)))
    };
    if cells.clone().any(|cell| has(cell, &["c", "cArray", "highlight"])) {
        ignored.push("colours");
    }
    if cells.any(|cell| has(cell, &["givenPencilMarks", "centerPencilMarks"])) {
        ignored.push("pencil marks");
    }
    if !ignored.is_empty() {
        let ignored = ignored.join(", ");
        sudoku.notes.push(format!("drawings and settings were ignored: {ignored}"));
    }
    match &unknown[..] {
        [] => Ok(()),
        names if options.ignores_unknown => {
            let names = names.join(", ");
            sudoku.notes.push(format!("constraints that are not known were left out: {names}"));
            Ok(())
        }
        names => {
            let quoted: Vec<_> = names.iter().map(|name| shown(name)).collect();
            let quoted = quoted.join(", ");
            Err(TextError::whole(match names.len() {
                1 => {
                    format!("the constraint {quoted} is not known; --ignore-unknown leaves it out")
                }
                _ => format!(
                    "the constraints {quoted} are not known; --ignore-unknown leaves them out"
                ),
            }))
        }
    }
}

/// Whether a field is as good as missing.
fn is_nothing(json: &Json) -> bool {
    match json {
        Json::Null | Json::Bool(false) => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        Json::Bool(true) | Json::Number(_) => false,
    }
}
