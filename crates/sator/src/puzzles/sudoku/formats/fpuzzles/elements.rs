//! Elements of f-puzzles to extra rules.

use sator_sat::text::shown;
use serde_json::Value as Json;

use super::super::super::Sudoku;
use super::super::super::extras::text::cell_of;
use super::super::super::extras::{
    Extra, ExtraRule, NumberField, Side, by_fpuzzles, difference, little_killer, pair_sum, ratio,
};
use super::{DIRECTIONS, Shape, is_nothing};
use crate::model::Value;
use crate::text::short;

/// Adds the rules of a key. The error names the element by its number, from 1.
pub(super) fn take(
    rule: &'static ExtraRule,
    key: &str,
    json: &Json,
    sudoku: &mut Sudoku,
) -> Result<(), String> {
    if is_nothing(json) {
        return Ok(());
    }
    let shape = Shape::of(rule);
    if shape == Shape::Flag {
        let extra = Extra::new(rule).checked(sudoku);
        sudoku.extras.push(extra.map_err(|message| format!("{key}: {message}"))?);
        return Ok(());
    }
    let list = json.as_array().ok_or_else(|| format!("{key}: expected a list, found {json}"))?;
    // Cells with the same mark are one rule.
    let mut marked = Extra::new(rule);
    for (number, element) in (1..).zip(list) {
        let place = |message: String| short(&format!("{key} {number}: {message}"));
        for field in unknown_fields(element) {
            let note = format!("the field {} is not known, and was ignored", shown(field));
            sudoku.notes.push(place(note));
        }
        if shape == Shape::Cell {
            // A mark that is there twice says the same twice.
            let cell = cell(&element["cell"], sudoku.n()).map_err(place)?;
            if !marked.cells.contains(&cell) {
                marked.cells.push(cell);
            }
            continue;
        }
        let extras = extras_of(rule, shape, element, sudoku).map_err(place)?;
        if extras.is_empty() {
            let what = if shape == Shape::Arrow { "line" } else { "value" };
            sudoku.notes.push(format!("{key} {number} has no {what}, and was ignored"));
        }
        for extra in extras {
            sudoku.extras.push(extra.checked(sudoku).map_err(place)?);
        }
    }
    if !marked.cells.is_empty() {
        let extra = marked.checked(sudoku);
        sudoku.extras.push(extra.map_err(|message| format!("{key}: {message}"))?);
    }
    Ok(())
}

/// The fields of an element that say what it means, and those that say how it is drawn or where it
/// comes from.
const FIELDS: [&str; 19] = [
    "angle",
    "baseC",
    "cell",
    "cells",
    "cloneCells",
    "direction",
    "fontC",
    "fromConstraint",
    "fromRangskSolver",
    "height",
    "isLLConstraint",
    "isNewConstraint",
    "lines",
    "opacity",
    "outlineC",
    "size",
    "value",
    "values",
    "width",
];

fn unknown_fields(element: &Json) -> impl Iterator<Item = &String> {
    let fields = element.as_object().into_iter().flat_map(|element| element.keys());
    fields.filter(|field| !FIELDS.contains(&field.as_str()))
}

/// The rules of an element; none if it has no clue.
fn extras_of(
    rule: &'static ExtraRule,
    shape: Shape,
    element: &Json,
    sudoku: &Sudoku,
) -> Result<Vec<Extra>, String> {
    let n = sudoku.n();
    let new = || Extra::new(rule);
    if shape == Shape::Negative {
        let word = element.as_str().unwrap_or_default();
        let of = by_fpuzzles(word).filter(|of| negative_values(of, sudoku).is_some());
        let of = of.ok_or_else(|| format!("expected difference, ratio or xv, found {element}"))?;
        let values = negative_values(of, sudoku).unwrap_or_default();
        return Ok(vec![Extra { of: Some(of), values, ..new() }]);
    }
    if !element.is_object() {
        return Err(format!("expected an object, found {element}"));
    }
    let number = number(rule, &element["value"])?;
    let is_clue = matches!(rule.arguments.number, NumberField::Required(_));
    if is_clue && number.is_none() && rule.name != pair_sum::RULE.name {
        return Ok(Vec::new());
    }
    let new = || Extra { number, ..new() };
    Ok(match shape {
        Shape::Flag | Shape::Cell | Shape::Negative => Vec::new(),
        Shape::Cells => {
            let values = match &element["values"] {
                json if rule.arguments.has_values => values_of(json)?,
                _ => Vec::new(),
            };
            vec![Extra { cells: cells(&element["cells"], n)?, values, ..new() }]
        }
        Shape::Lines => {
            let lines = lines_of(element, n)?;
            lines.into_iter().map(|cells| Extra { cells, ..new() }).collect()
        }
        Shape::Arrow => arrows(element, n)?
            .into_iter()
            .map(|[circle, cells]| Extra { groups: vec![circle], cells, ..new() })
            .collect(),
        Shape::Clone => {
            let groups = vec![cells(&element["cells"], n)?, cells(&element["cloneCells"], n)?];
            vec![Extra { groups, ..new() }]
        }
        Shape::Outside => vec![Extra { side: Some(side(&element["cell"], n)?), ..new() }],
        Shape::Diagonal => vec![Extra { cells: diagonal(element, n)?, ..new() }],
    })
}

/// The number of an element, which may be a text.
fn number(rule: &ExtraRule, json: &Json) -> Result<Option<i64>, String> {
    if *rule == pair_sum::RULE {
        return match json.as_str().map(str::trim) {
            Some("X" | "x") => Ok(Some(10)),
            Some("V" | "v") => Ok(Some(5)),
            _ => Err(format!("expected the value X or V, found {json}")),
        };
    }
    match number_of(json) {
        Some(number) => Ok(Some(number)),
        None if is_nothing(json) || rule.arguments.number == NumberField::None => Ok(None),
        None => Err(format!("expected a number as value, found {json}")),
    }
}

/// A whole number, or a text of one.
pub(in super::super) fn number_of(json: &Json) -> Option<i64> {
    json.as_i64().or_else(|| json.as_str()?.trim().parse().ok())
}

fn values_of(json: &Json) -> Result<Vec<Value>, String> {
    let value = |json: &Json| Value::try_from(number_of(json)?).ok();
    let values = json.as_array().and_then(|list| list.iter().map(value).collect());
    values.ok_or_else(|| format!("expected values, found {json}"))
}

/// The values that a negative rule forbids: those of its marks, or the usual one.
pub(in super::super) fn negative_values(of: &ExtraRule, sudoku: &Sudoku) -> Option<Vec<Value>> {
    if *of == pair_sum::RULE {
        return Some(vec![5, 10]);
    }
    if *of != difference::RULE && *of != ratio::RULE {
        return None;
    }
    let marks = sudoku.extras.iter().filter(|extra| extra.is(of));
    let mut values: Vec<_> = marks.map(|mark| mark.number() as Value).collect();
    if values.is_empty() {
        values.push(if *of == ratio::RULE { 2 } else { 1 });
    }
    values.sort_unstable();
    values.dedup();
    Some(values)
}

/// A cell of the grid.
fn cell(json: &Json, n: usize) -> Result<usize, String> {
    let place = json.as_str().and_then(cell_of);
    match place {
        Some([row, column]) if (1..=n).contains(&row) && (1..=n).contains(&column) => {
            Ok((row - 1) * n + column - 1)
        }
        _ => Err(match json.as_str() {
            _ if json.is_null() => "expected a cell, found none".to_owned(),
            Some(text) => format!("expected a cell from R1C1 to R{n}C{n}, found {}", shown(text)),
            None => format!("expected a cell such as R1C2, found {json}"),
        }),
    }
}

fn cells(json: &Json, n: usize) -> Result<Vec<usize>, String> {
    match json {
        Json::Null => Ok(Vec::new()),
        Json::Array(list) => list.iter().map(|json| cell(json, n)).collect(),
        _ => Err(format!("expected cells, found {json}")),
    }
}

/// The lines of an element. Some have one line as cells.
fn lines_of(element: &Json, n: usize) -> Result<Vec<Vec<usize>>, String> {
    match &element["lines"] {
        Json::Array(lines) => lines.iter().map(|line| cells(line, n)).collect(),
        Json::Null => Ok(vec![cells(&element["cells"], n)?]),
        other => Err(format!("expected lines, found {other}")),
    }
}

/// The circle and the cells of each arrow. A line begins in the circle.
fn arrows(element: &Json, n: usize) -> Result<Vec<[Vec<usize>; 2]>, String> {
    let mut circle = cells(&element["cells"], n)?;
    // A circle of several cells is read from left to right, or from top to bottom.
    circle.sort_unstable();
    let lines = match &element["lines"] {
        Json::Null => Vec::new(),
        _ => lines_of(element, n)?,
    };
    let arrow = |line: Vec<usize>| {
        let cells = line.into_iter().skip_while(|cell| circle.contains(cell)).collect();
        [circle.clone(), cells]
    };
    Ok(lines.into_iter().map(arrow).collect())
}

/// Row and column of a place in or around the grid, from -1 to the size.
fn place(json: &Json, n: usize) -> Result<[isize; 2], String> {
    let place = json.as_str().and_then(cell_of).filter(|place| place.iter().all(|it| *it <= n + 1));
    let unknown = || format!("expected a place around the grid such as R0C3, found {json}");
    Ok(place.ok_or_else(unknown)?.map(|it| it as isize - 1))
}

/// The row or column of a number outside the grid.
fn side(json: &Json, n: usize) -> Result<Side, String> {
    let [row, column] = place(json, n)?;
    let end = n as isize;
    let inside = 0..end;
    let (is_row, index, is_from_end) = match (inside.contains(&row), inside.contains(&column)) {
        (true, false) => (true, row, column == end),
        (false, true) => (false, column, row == end),
        _ => return Err(format!("expected a place beside a row or column, found {json}")),
    };
    Ok(Side { is_row, index: index as usize, is_from_end })
}

/// The cells of a diagonal, from its place and direction; some elements have only the cells.
fn diagonal(element: &Json, n: usize) -> Result<Vec<usize>, String> {
    let Some(direction) = element["direction"].as_str() else {
        return cells(&element["cells"], n);
    };
    let step = DIRECTIONS.iter().find(|(name, _)| *name == direction);
    let unknown = || format!("expected the direction DR, DL, UR or UL, found {}", shown(direction));
    let (_, step) = step.ok_or_else(unknown)?;
    let cells = little_killer::diagonal(place(&element["cell"], n)?, *step, n);
    if cells.is_empty() {
        return Err(format!("no diagonal goes {direction} from {}", element["cell"]));
    }
    Ok(cells)
}
