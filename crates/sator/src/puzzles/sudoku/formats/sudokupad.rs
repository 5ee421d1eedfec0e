//! SudokuPad: links with the JSON of f-puzzles (`fpuz…`) or with its own (`scl…`), and that JSON:
//! `{"cells":[[{"value":5},{},…],…],"regions":[[[0,0],…],…],"cages":[{"cells":[[0,0],…],"value":15}]}`.
//!
//! Cells count from 0. Apart from values, regions and cages there are only drawings, whose meaning is
//! in the text of the rules: they are noted. Title, author, rules and solution are in `metadata`, or
//! in cages that are none.

use sator_sat::TextError;
use serde_json::{Map, Value as Json, json};

use super::super::extras::{Extra, RULES, cage};
use super::super::options::GridOptions;
use super::super::{Regions, Sudoku, Values};
use super::address::{self, FPUZ, Packed, SCL, SUDOKU_PAD};
use super::dialect;
use super::fpuzzles::{self, SIZES};
use super::json::notation;
use super::lzstring::compress;
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{counted, grid_values, short, unmarked};

pub(in crate::puzzles) static FORMAT: Format<Sudoku> =
    Format::new("sudokupad", SUMMARY, sniff, fpuzzles::read).printed(link);

pub(in crate::puzzles) static SCL_JSON: Format<Sudoku> =
    Format::new("scl", SCL_SUMMARY, sniff_json, fpuzzles::read).printed(print);

pub(in crate::puzzles) static SCL_LINK: Format<Sudoku> =
    Format::new("scl-link", SCL_LINK_SUMMARY, sniff_scl, fpuzzles::read).printed(scl_link);

pub(in crate::puzzles) const SUMMARY: &str = "https://sudokupad.app/fpuz…";
pub(in crate::puzzles) const SCL_SUMMARY: &str =
    r#"JSON of SudokuPad: {"cells":[[{"value":5},{},…],…],"regions":[…],"cages":[…]}"#;
pub(in crate::puzzles) const SCL_LINK_SUMMARY: &str = "https://sudokupad.app/scl…";

/// The rules of the whole grid that its metadata has words for.
const FLAGS: [&str; 2] = ["antiknight", "antiking"];

pub(in crate::puzzles) fn sniff(text: &str) -> Confidence {
    let is_one = matches!(
        address::find(text),
        Some(Packed::SudokuPad(_) | Packed::Elsewhere("sudokupad.app"))
    );
    Confidence::Certain.only_if(is_one)
}

pub(in crate::puzzles) fn sniff_scl(text: &str) -> Confidence {
    Confidence::Certain.only_if(matches!(address::find(text), Some(Packed::Scl(_))))
}

pub(in crate::puzzles) fn sniff_json(text: &str) -> Confidence {
    Confidence::Certain.only_if(is_json(text))
}

/// Whether a text is the JSON of SudokuPad, or its dialect.
pub(in crate::puzzles) fn is_json(text: &str) -> bool {
    let begin = unmarked(text).trim_start();
    let is_dialect =
        begin.starts_with('{') && begin.contains("ce:[[") && !begin.contains("\"ce:[[");
    is_dialect || address::has_grid_of_objects(text, "cells")
}

/// The link with the JSON of f-puzzles, which has words for most rules.
pub(in crate::puzzles) fn link(sudoku: &Sudoku) -> Result<String, String> {
    let letters = percent(&compress(&fpuzzles::json(sudoku)?));
    Ok(format!("{SUDOKU_PAD}{FPUZ}{letters}"))
}

/// The link with its own JSON.
pub(in crate::puzzles) fn scl_link(sudoku: &Sudoku) -> Result<String, String> {
    let letters = percent(&compress(&print(sudoku)?));
    Ok(format!("{SUDOKU_PAD}{SCL}{letters}"))
}

/// Letters of Base64 in the path of an address.
fn percent(letters: &str) -> String {
    letters.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

/// The JSON; the error names the rule that it cannot express.
pub(in crate::puzzles) fn print(sudoku: &Sudoku) -> Result<String, String> {
    let n = sudoku.n();
    if !SIZES.contains(&n) {
        return Err(format!("it has {n} rows, and links have 4 to 25"));
    }
    if sudoku.values != Values::usual(n) {
        return Err("it has unusual values".to_owned());
    }
    let is_flag = |extra: &Extra| FLAGS.contains(&extra.rule.name);
    let other = sudoku.extras.iter().find(|extra| !extra.is(&cage::RULE) && !is_flag(extra));
    if let Some(other) = other {
        let name = other.rule.name;
        return Err(format!("it has the rule {name}, which SudokuPad can only draw"));
    }
    let cell = |value: &Option<Value>| value.map_or(json!({}), |value| json!({ "value": value }));
    let rows: Vec<Vec<_>> =
        sudoku.given.chunks(n).map(|row| row.iter().map(cell).collect()).collect();
    let places =
        |cells: &[usize]| cells.iter().map(|cell| [cell / n, cell % n]).collect::<Vec<_>>();
    let regions: Vec<_> = sudoku.regions.list().iter().map(|region| places(region)).collect();
    let cage = |extra: &Extra| {
        let mut cage = json!({ "cells": places(&extra.cells), "unique": true });
        if let Some(total) = extra.number {
            cage["value"] = json!(total);
        }
        cage
    };
    let cages: Vec<_> = sudoku.extras.iter().filter(|it| !is_flag(it)).map(cage).collect();
    let mut object = json!({ "cellSize": 64, "cells": rows, "regions": regions, "cages": cages });
    for extra in sudoku.extras.iter().filter(|extra| is_flag(extra)) {
        object["metadata"][extra.rule.name] = json!(true);
    }
    if let Some(stored) = sudoku.stored.as_ref().filter(|_| n <= 9) {
        let digits: String = stored.iter().map(Value::to_string).collect();
        object["metadata"]["solution"] = json!(digits);
    }
    Ok(object.to_string())
}

pub(super) fn of_json(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let text = unmarked(text);
    let json = match serde_json::from_str(text) {
        Ok(json) => json,
        Err(_) => dialect::read(text).map_err(|(place, expected)| {
            TextError::whole(format!("expected {expected} at character {place}"))
        })?,
    };
    let object = json.as_object().ok_or_else(|| TextError::whole("expected an object"))?;
    let mut sudoku = grid(object, options)?;
    let data = object.get("metadata");
    let mut solution = data.and_then(|data| data["solution"].as_str());
    for rule in RULES.iter().filter(|rule| rule.is_global()) {
        let is_said = |key: &str| data.is_some_and(|data| data[key] == true);
        if rule.fpuzzles.is_some_and(is_said) {
            sudoku.extras.push(Extra::new(rule));
        }
    }
    if data.is_some_and(|data| data["norowcol"] == true) {
        let message =
            "metadata: rows and columns may have a value twice (norowcol), which is no sudoku";
        return Err(TextError::whole(message));
    }
    let mut drawn = Drawn::default();
    for (number, json) in (1..).zip(list(object, "cages")) {
        if cells_in(json).is_none_or(<[Json]>::is_empty) {
            // A cage without cells is a heading: a text after a word and a colon.
            let text = json["value"].as_str().and_then(|text| text.split_once(':'));
            let Some((word, text)) = text else {
                let message = format!("cage {number}: expected at least 1 cell, found 0");
                return Err(TextError::whole(message));
            };
            if word.trim().eq_ignore_ascii_case("solution") {
                solution = Some(text.trim());
            }
            continue;
        }
        let error = |message: String| TextError::whole(short(&format!("cage {number}: {message}")));
        match cage_of(json, &sudoku).map_err(error)? {
            Some(extra) => sudoku.extras.push(extra.checked(&sudoku).map_err(error)?),
            None => drawn.cages += 1,
        }
    }
    sudoku.stored = solution.and_then(|text| stored(text, &sudoku));
    drawn.note(object, &mut sudoku);
    Ok(sudoku.ordered())
}

/// The elements that are only drawn.
#[derive(Default)]
struct Drawn {
    cages: usize,
}

impl Drawn {
    fn note(&self, object: &Map<String, Json>, sudoku: &mut Sudoku) {
        let mut parts = Vec::new();
        for (field, noun) in
            [("lines", "line"), ("arrows", "arrow"), ("overlays", "sign"), ("underlays", "shape")]
        {
            let number = list(object, field).len();
            parts.extend((number > 0).then(|| counted(number, noun)));
        }
        if self.cages > 0 {
            parts.push(format!("{} without a sum", counted(self.cages, "cage")));
        }
        if !parts.is_empty() {
            let parts = parts.join(", ");
            sudoku.notes.push(format!(
                "only drawn, and ignored: {parts}; if they are rules, add them as lines of text"
            ));
        }
    }
}

/// A list in an object, or nothing.
fn list<'j>(object: &'j Map<String, Json>, field: &str) -> &'j [Json] {
    object.get(field).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

/// The grid with its regions and values.
fn grid(object: &Map<String, Json>, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let missing = || TextError::whole("expected cells in rows, found none");
    let rows = object.get("cells").and_then(Json::as_array).ok_or_else(missing)?;
    let rows: Option<Vec<_>> = rows.iter().map(Json::as_array).collect();
    let rows = rows.ok_or_else(missing)?;
    let n = rows.len();
    if !SIZES.contains(&n) {
        let [first, last] = [SIZES.start(), SIZES.end()];
        let message = format!("expected a grid of {first} to {last} rows, found {n}");
        return Err(TextError::whole(message));
    }
    let regions = regions(object, n)?;
    let mut sudoku = Sudoku::empty(regions, Values::usual(n), notation(options.alphabet, n)?);
    sudoku.given = grid_values("cells", &rows, [n, n], |cell| {
        let json = &cell["value"];
        if json.is_null() || json.as_str().is_some_and(str::is_empty) {
            return Ok(None);
        }
        let value = fpuzzles::number_of(json).filter(|value| (1..=n as i64).contains(value));
        match value {
            Some(value) => Ok(Some(value as Value)),
            None => Err(format!("expected a value from 1 to {n}, found {json}")),
        }
    })?;
    if sudoku.regions == Regions::none(n) {
        let note = "there are no regions: only rows and columns have different values";
        sudoku.notes.push(note.to_owned());
    }
    Ok(sudoku)
}

fn regions(object: &Map<String, Json>, n: usize) -> Result<Regions, TextError> {
    let mut numbers = vec![None; n * n];
    for (number, region) in (1..).zip(list(object, "regions")) {
        let error = |message| TextError::whole(format!("region {number}: {message}"));
        let cells = region.as_array().map_or(&[][..], Vec::as_slice);
        for cell in places(cells, n).map_err(error)? {
            if let Some(other) = numbers[cell].replace(number) {
                let place = super::super::check::name(n, cell);
                return Err(error(format!("{place} is in region {other} too")));
            }
        }
    }
    let regions = Regions::irregular(n, &numbers, n).map_err(TextError::whole)?;
    Ok(regions.simplified())
}

/// Cells as rows and columns from 0.
fn places(cells: &[Json], n: usize) -> Result<Vec<usize>, String> {
    let place = |cell: &Json, at: usize| {
        let number = cell.get(at).and_then(fpuzzles::number_of);
        number.and_then(|it| usize::try_from(it).ok()).filter(|it| *it < n)
    };
    let last = n - 1;
    let cell = |cell: &Json| match (place(cell, 0), place(cell, 1)) {
        (Some(row), Some(column)) => Ok(row * n + column),
        _ => Err(format!("expected a cell from [0,0] to [{last},{last}], found {cell}")),
    };
    cells.iter().map(cell).collect()
}

fn cells_in(cage: &Json) -> Option<&[Json]> {
    cage.get("cells").and_then(Json::as_array).map(Vec::as_slice)
}

/// The rule of a cage; none if it is only drawn.
fn cage_of(json: &Json, sudoku: &Sudoku) -> Result<Option<Extra>, String> {
    let cells = places(cells_in(json).unwrap_or_default(), sudoku.n())?;
    let sum = ["sum", "value"].iter().find_map(|field| fpuzzles::number_of(&json[*field]));
    let is_unique = json["unique"].as_bool();
    // The words of the site for rows, columns and boxes, which are not drawn.
    let is_house = matches!(json["style"].as_str(), Some("rowcol" | "box"));
    let is_rule = match (sum, is_unique) {
        (_, Some(false)) => false,
        (Some(_), _) => true,
        (None, is_unique) => is_unique == Some(true),
    };
    let extra = Extra { cells, number: sum, ..Extra::new(&cage::RULE) };
    Ok(Some(extra).filter(|_| is_rule && !is_house))
}

/// The solution as a text of digits, if it is whole.
fn stored(text: &str, sudoku: &Sudoku) -> Option<Vec<Value>> {
    let value = |symbol: char| {
        let value = symbol.to_digit(36).map(|digit| digit as Value);
        value.filter(|value| sudoku.values.contains(*value))
    };
    let values: Option<Vec<_>> = text.trim().chars().map(value).collect();
    values.filter(|values| values.len() == sudoku.given.len())
}
