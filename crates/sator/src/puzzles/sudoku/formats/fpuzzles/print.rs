//! Sudokus as the JSON of f-puzzles.

use serde_json::{Map, Value as Json, json};

use super::super::super::extras::{
    Extra, NumberField, RULES, little_killer, negative, pair_sum, quadruple,
};
use super::super::super::{Regions, Sudoku, Values};
use super::elements::negative_values;
use super::{DIRECTIONS, SIZES, Shape};
use crate::boxes::BoxShape;

/// The JSON; the error names the rule that f-puzzles does not have.
pub(super) fn json(sudoku: &Sudoku) -> Result<String, String> {
    let n = sudoku.n();
    if !SIZES.contains(&n) {
        return Err(format!("it has {n} rows, and f-puzzles 4 to 25"));
    }
    if sudoku.values != Values::usual(n) {
        return Err("it has unusual values".to_owned());
    }
    let mut object = Map::new();
    object.insert("size".to_owned(), json!(n));
    object.insert("grid".to_owned(), grid(sudoku));
    for rule in RULES {
        let mut elements = Vec::new();
        for extra in sudoku.extras.iter().filter(|extra| extra.is(rule)) {
            let key = rule.fpuzzles.ok_or_else(|| format!("it has the rule {}", rule.name))?;
            let error = |reason: String| format!("it has the rule {}: {reason}", rule.name);
            if Shape::of(rule) == Shape::Flag {
                object.insert(key.to_owned(), json!(true));
                continue;
            }
            elements.extend(elements_of(extra, sudoku).map_err(error)?);
        }
        if let Some(key) = rule.fpuzzles.filter(|_| !elements.is_empty()) {
            object.insert(key.to_owned(), Json::Array(elements));
        }
    }
    if let Some(stored) = &sudoku.stored {
        object.insert("solution".to_owned(), json!(stored));
    }
    Ok(Json::Object(object).to_string())
}

fn grid(sudoku: &Sudoku) -> Json {
    let n = sudoku.n();
    let usual = BoxShape::usual(n).map_or(Regions::none(n), Regions::Boxes);
    let cell = |cell: usize| {
        let mut object = Map::new();
        if let Some(value) = sudoku.given[cell] {
            object.insert("value".to_owned(), json!(value));
            object.insert("given".to_owned(), json!(true));
        }
        if sudoku.regions != usual {
            let is_none = sudoku.regions == Regions::none(n);
            let region = sudoku.regions.of(cell).filter(|_| !is_none);
            object.insert("region".to_owned(), json!(region.map_or(-1, |region| region as i64)));
        }
        Json::Object(object)
    };
    (0..n).map(|row| (0..n).map(|column| cell(row * n + column)).collect::<Json>()).collect()
}

fn elements_of(extra: &Extra, sudoku: &Sudoku) -> Result<Vec<Json>, String> {
    let n = sudoku.n();
    let name = |cell: usize| format!("R{}C{}", cell / n + 1, cell % n + 1);
    let names = |cells: &[usize]| cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>();
    let mut element = match Shape::of(extra.rule) {
        Shape::Flag => return Ok(Vec::new()),
        Shape::Cell => {
            return Ok(extra.cells.iter().map(|&cell| json!({ "cell": name(cell) })).collect());
        }
        Shape::Negative => return negative(extra, sudoku).map(|element| vec![element]),
        Shape::Clone => {
            let [first, others @ ..] = &extra.groups[..] else { return Ok(Vec::new()) };
            let first = names(first);
            let pair = |it: &Vec<usize>| json!({ "cells": first, "cloneCells": names(it) });
            return Ok(others.iter().map(pair).collect());
        }
        Shape::Cells => {
            check_cells(extra, n)?;
            json!({ "cells": names(&extra.cells) })
        }
        Shape::Lines => json!({ "lines": [names(&extra.cells)] }),
        Shape::Arrow => arrow(extra, n, names)?,
        Shape::Outside => {
            let side = extra.side.ok_or("it has no side")?;
            let outside = if side.is_from_end { n + 1 } else { 0 };
            let index = side.index + 1;
            let [row, column] = if side.is_row { [index, outside] } else { [outside, index] };
            json!({ "cell": format!("R{row}C{column}") })
        }
        Shape::Diagonal => {
            let place = little_killer::place(extra, n);
            let ([row, column], step) = place.ok_or("its cells are no whole diagonal")?;
            let direction = DIRECTIONS.iter().find(|(_, it)| *it == step).map(|(name, _)| *name);
            let cell = format!("R{}C{}", row + 1, column + 1);
            json!({ "cell": cell, "cells": names(&extra.cells), "direction": direction })
        }
    };
    if let Some(value) = value(extra)? {
        element["value"] = json!(value);
    }
    if extra.is(&quadruple::RULE) {
        element["values"] = json!(extra.values);
    }
    Ok(vec![element])
}

/// The number as a text, unless it is the usual one.
fn value(extra: &Extra) -> Result<Option<String>, String> {
    if extra.is(&pair_sum::RULE) {
        return match extra.number {
            Some(10) => Ok(Some("X".to_owned())),
            Some(5) => Ok(Some("V".to_owned())),
            _ => Err("its sum is neither 5 nor 10".to_owned()),
        };
    }
    Ok(match extra.rule.arguments.number {
        NumberField::Default(_, usual) if extra.number == Some(usual) => None,
        _ => extra.number.map(|number| number.to_string()),
    })
}

fn negative(extra: &Extra, sudoku: &Sudoku) -> Result<Json, String> {
    let of = extra.of.filter(|of| **of != negative::RULE).ok_or("it is about no rule")?;
    if negative_values(of, sudoku).as_ref() != Some(&extra.values) {
        return Err("it forbids other values than those of the marks".to_owned());
    }
    Ok(json!(of.fpuzzles))
}

/// Refuses a quadruple whose cells do not meet.
fn check_cells(extra: &Extra, n: usize) -> Result<(), String> {
    let first = extra.cells[0];
    let four = [first, first + 1, first + n, first + n + 1];
    let meet = first % n + 1 < n && extra.cells == four;
    if extra.is(&quadruple::RULE) && !meet {
        return Err("its cells are not four that meet".to_owned());
    }
    Ok(())
}

fn arrow(extra: &Extra, n: usize, names: impl Fn(&[usize]) -> Vec<String>) -> Result<Json, String> {
    let circle = &extra.groups[0];
    if !circle.is_sorted() {
        return Err("its circle is read in an unusual order".to_owned());
    }
    let distance = |a: usize, b: usize| (a / n).abs_diff(b / n).max((a % n).abs_diff(b % n));
    let nearest = circle.iter().min_by_key(|&&cell| distance(cell, extra.cells[0]));
    let mut line: Vec<_> = nearest.copied().into_iter().collect();
    line.extend(&extra.cells);
    Ok(json!({ "cells": names(circle), "lines": [names(&line)] }))
}
