//! `{"n":9,"box_h":3,"box_w":3,"cages":[{"sum":3,"cells":[[0,0],[0,1]]},…],"givens":[[0,…],…]}`:
//! cells from 0. All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::super::super::sudoku::Cage;
use super::super::super::sudoku::Sudoku;
use super::super::super::sudoku::formats::json::{
    self as sudoku_json, boxes, notation, with_boxes,
};
use super::super::super::sudoku::formats::{fpuzzles, size, sudokupad};
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::cages::{self, Draft};
use super::usual::{self, Usual, UsualCage};
use super::{has_givens, only_cages};
use crate::boxes::BoxShape;
use crate::grid::GridPuzzle;
use crate::kind::{Confidence, Format};
use crate::text::{decode, grid_of_values, remarks, short, unmarked};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "json",
    r#"{"n":9,"box_h":3,"box_w":3,"cages":[{"sum":3,"cells":[[0,0],[0,1]]},…]}"#,
    sniff,
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(|killer| Ok(if only_cages(killer).is_ok() { print(killer) } else { print_any(killer) }));

fn sniff(text: &str) -> Confidence {
    let begin = unmarked(text).trim_start();
    let is_of_links = fpuzzles::sniff(text).max(sudokupad::sniff_json(text)) > Confidence::No;
    let is_json = begin.starts_with(['{', '[']) || begin.trim_end() == "null";
    let is_json = is_json && !is_of_links;
    let is_meant = is_json && text.contains("\"cages\"");
    let is_like = is_json && has_rules(text);
    let confidence = if is_meant {
        Confidence::Certain
    } else if is_like {
        Confidence::Likely
    } else {
        Confidence::Possible
    };
    confidence.only_if(is_json)
}

/// Whether an object lists extra rules, as sudokus do.
fn has_rules(text: &str) -> bool {
    text.contains("\"constraints\"")
}

/// A killer with extra rules is written as a sudoku.
pub(super) fn print_any(killer: &Killer) -> String {
    sudoku_json::print(killer)
}

pub(super) fn print(killer: &Killer) -> String {
    let n = killer.n();
    let mut object = with_boxes(killer);
    let cage = |cage: &Cage| {
        let cells: Vec<_> = cage.cells.iter().map(|cell| [cell / n, cell % n]).collect();
        json!({ "sum": cage.total, "cells": cells })
    };
    object["cages"] = killer.cages().iter().map(cage).collect();
    if has_givens(killer) {
        object["givens"] = json!(killer.rows_of_givens());
    }
    if killer.has_diagonals() {
        object["diagonals"] = json!(true);
    }
    object.to_string()
}

#[derive(Deserialize)]
#[serde(expecting = "an object with cages")]
struct Input {
    n: Option<usize>,
    box_h: Option<usize>,
    box_w: Option<usize>,
    cages: Option<Vec<Fields>>,
    #[serde(alias = "grid")]
    givens: Option<Vec<Vec<Json>>>,
    diagonals: Option<bool>,
    /// The name of the alphabet.
    alphabet: Option<String>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

#[derive(Deserialize)]
#[serde(expecting = "a cage: an object with a sum and cells")]
struct Fields {
    sum: Option<Json>,
    cells: Option<Json>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    if has_rules(text) {
        return sudoku_json::read(text, options);
    }
    match usual::read(text).and_then(|usual| read_usual(&usual, options)) {
        Some(killer) => Ok(killer),
        None => read_any(text, options),
    }
}

/// Returns `None` if something is wrong: [`read_any`] reads the text again and reports it.
fn read_usual(usual: &Usual, options: &GridOptions<'_>) -> Option<Killer> {
    let said = boxes([usual.box_h, usual.box_w], options.box_shape).ok()?;
    let shape = size::shape(usual.n.or(said.map(BoxShape::n))?, said).ok()?;
    let n = shape.n();
    let draft = |(number, cage): (usize, &UsualCage)| {
        let is_inside = cage.cells.iter().flatten().all(|&it| it < n);
        let cells = cage.cells.iter().map(|[row, column]| row * n + column).collect();
        let name = format!("cage {number}");
        is_inside.then_some(Draft { name, place: [0, 0], total: cage.sum, cells })
    };
    let drafts = (1..).zip(&usual.cages).map(draft).collect::<Option<Vec<_>>>()?;
    let notation = notation(options.alphabet, n).ok()?;
    let grid = Sudoku::plain(shape, vec![None; n * n], notation);
    cages::killer(grid, drafts, false).ok()
}

fn read_any(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let input: Input = decode(text).map_err(|error| numbered(text, error))?;
    let Some(cages) = &input.cages else {
        return Err(TextError::whole("expected a killer with cages, found none"));
    };
    let shape = shape(&input, options)?;
    let n = shape.n();
    let drafts = (1..).zip(cages).map(|(number, fields)| draft(number, fields, n));
    let drafts = drafts.collect::<Result<Vec<_>, _>>()?;
    let given = match &input.givens {
        Some(rows) => grid_of_values("givens", rows, [n, n], n)?,
        None => vec![None; n * n],
    };
    let notation = notation(options.alphabet.or(input.alphabet.as_deref()), n)?;
    let mut notes = remarks(&input.others);
    notes.extend(cages.iter().flat_map(|fields| remarks(&fields.others)));
    notes.dedup();
    let grid = Sudoku::plain(shape, given, notation).noted(notes);
    cages::killer(grid, drafts, input.diagonals.unwrap_or(false))
}

/// Adds the number of the cage to an error within a cage.
fn numbered(text: &str, error: TextError) -> TextError {
    let is_wrong = |cage: &Json| Fields::deserialize(cage).is_err();
    let object: Option<Json> = decode(text).ok();
    let cages = object.as_ref().and_then(|object| object.get("cages")?.as_array());
    match cages.and_then(|cages| cages.iter().position(is_wrong)) {
        Some(at) => {
            let message = format!("cage {}: {}", at + 1, error.message);
            TextError { message, ..error }
        }
        None => error,
    }
}

/// The shape of the boxes, which determines the size.
fn shape(input: &Input, options: &GridOptions<'_>) -> Result<BoxShape, TextError> {
    let said = boxes([input.box_h, input.box_w], options.box_shape)?;
    let rows = || input.givens.as_ref().map(Vec::len);
    match input.n.or(said.map(BoxShape::n)).or_else(rows) {
        Some(n) => size::shape(n, said),
        None => Err(TextError::whole("expected the size n or box_h and box_w, found neither")),
    }
}

fn draft(number: usize, fields: &Fields, n: usize) -> Result<Draft, TextError> {
    let name = format!("cage {number}");
    let error = |message: String| TextError::whole(short(&format!("{name}: {message}")));
    let Some(sum) = &fields.sum else {
        return Err(error("expected a sum, found none".to_owned()));
    };
    let total = cages::total_of(sum).ok_or_else(|| {
        error(format!("expected a sum from 0 to {}, found {sum}", cages::LARGEST_TOTAL))
    })?;
    let cell = |cell: &Json| {
        let place = |at: usize| cell.get(at).and_then(Json::as_u64).filter(|&it| it < n as u64);
        if let (Some(row), Some(column), None) = (place(0), place(1), cell.get(2)) {
            return Ok(row as usize * n + column as usize);
        }
        let last = n - 1;
        Err(error(format!("expected cells from [0,0] to [{last},{last}], found {cell}")))
    };
    let cells = match &fields.cells {
        None => Vec::new(),
        Some(Json::Array(cells)) => cells.iter().map(cell).collect::<Result<_, _>>()?,
        Some(other) => {
            return Err(error(format!("expected cells such as [[0,0],[0,1]], found {other}")));
        }
    };
    Ok(Draft { name: name.clone(), place: [0, 0], total, cells })
}

#[cfg(test)]
mod tests {
    use super::super::FORMATS;
    use super::super::tests::{error, read_as, same};
    use crate::kind::ParseOptions;

    const CAGES: &str = r#"[{"sum":3,"cells":[[0,0],[0,1]]},{"sum":4,"cells":[[0,2],[1,2]]},
        {"sum":7,"cells":[[1,0],[1,1]]},{"sum":6,"cells":[[3,0],[2,0]]},
        {"sum":8,"cells":[[2,1],[2,2],[3,1]]},{"sum":6,"cells":[[2,3],[3,2],[3,3]]},
        {"sum":6,"cells":[[0,3],[1,3]]}]"#;

    fn with(fields: &str) -> String {
        format!(r#"{{{fields},"cages":{CAGES}}}"#)
    }

    #[test]
    fn the_size_or_the_boxes_tell_the_grid() {
        for fields in [r#""n":4,"box_h":2,"box_w":2"#, r#""n":4"#, r#""box_h":2,"box_w":2"#] {
            assert_eq!(read_as("json", &with(fields)), same(), "{fields}");
            assert_eq!(
                FORMATS.parse(&with(fields), &ParseOptions::default()),
                Ok(same()),
                "{fields}"
            );
        }
        let tall = read_as("json", &with(r#""box_h":4,"box_w":1"#));
        assert_eq!(tall.regions.to_string(), "4x1 boxes");
        let expected = "expected the size n or box_h and box_w, found neither";
        assert_eq!(error("json", &with(r#""id":1"#)), expected);
        let expected = "expected at most 36 rows and columns, found 1000000000";
        assert_eq!(error("json", &with(r#""n":1000000000"#)), expected);
    }

    #[test]
    fn values_may_be_given_and_diagonals_said() {
        let rows = "[[1,0,0,0],[0,0,3,null],[0,0,0,0],[0,0,0,2]]";
        for field in ["givens", "grid"] {
            let killer = read_as("json", &with(&format!(r#""diagonals":true,"{field}":{rows}"#)));
            assert_eq!(killer.given.iter().flatten().collect::<Vec<_>>(), [&1, &3, &2]);
            assert!(killer.has_diagonals());
        }
        assert_eq!(read_as("json", &with(r#""n":4,"givens":null,"diagonals":false"#)), same());
        let expected = "givens row 1, column 2: expected 0 to 4, found 5";
        assert_eq!(error("json", &with(r#""givens":[[0,5,0,0],[],[],[]]"#)), expected);
    }

    #[test]
    fn labels_and_answers_are_ignored_and_anything_else_is_told() {
        let labels = r#""n":4,"id":"a","status":"SAT","unique":null,"covers_all":true,"group":"g",
            "change":"c","solver_found_it":"SAT","verified_by":"me","solution":[[9]],"source":"s""#;
        assert_eq!(read_as("json", &with(labels)), same());
        let notes = read_as("json", &with(r#""n":4,"diagonal":true"#)).notes;
        assert_eq!(notes, ["the field 'diagonal' is not known, and was ignored"]);
    }
}
