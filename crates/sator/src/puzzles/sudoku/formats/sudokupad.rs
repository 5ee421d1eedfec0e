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
use super::size;
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

/// The words of headings, which are in cages.
const HEADINGS: [&str; 6] = ["title", "author", "rules", "solution", "msgcorrect", "foglight"];

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
    let frame = Frame::of(object)?;
    let mut sudoku = grid(object, frame, options)?;
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
        let text = json["value"].as_str().and_then(|text| text.split_once(':'));
        let has_cells = cells_in(json).is_some_and(|cells| !cells.is_empty());
        // A heading is a text after a word and a colon. Most have no cells.
        let is_known = |word: &str| HEADINGS.iter().any(|it| word.trim().eq_ignore_ascii_case(it));
        if let Some((word, text)) = text.filter(|(word, _)| !has_cells || is_known(word)) {
            if word.trim().eq_ignore_ascii_case("solution") {
                solution = Some(text.trim());
            }
            continue;
        }
        if !has_cells {
            let message = format!("cage {number}: expected at least 1 cell, found 0");
            return Err(TextError::whole(message));
        }
        let error = |message: String| TextError::whole(short(&format!("cage {number}: {message}")));
        match cage_of(json, frame).map_err(error)? {
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

/// The square of the grid among all cells. Numbers outside the grid may have rows and columns of their
/// own around it.
#[derive(Clone, Copy)]
struct Frame {
    top: usize,
    left: usize,
    n: usize,
}

impl Frame {
    fn of(object: &Map<String, Json>) -> Result<Self, TextError> {
        let missing = || TextError::whole("expected cells in rows, found none");
        let rows = object.get("cells").and_then(Json::as_array).ok_or_else(missing)?;
        let columns = rows.first().and_then(Json::as_array).ok_or_else(missing)?.len();
        let frame = Self { top: 0, left: 0, n: rows.len() };
        let frame = Self::around(list(object, "regions"), rows.len().max(columns)).unwrap_or(frame);
        if !SIZES.contains(&frame.n) {
            let [first, last] = [SIZES.start(), SIZES.end()];
            let message = format!("expected a grid of {first} to {last} rows, found {}", frame.n);
            return Err(TextError::whole(message));
        }
        Ok(frame)
    }

    /// The square that regions cover, if each has as many cells as the square has rows.
    fn around(regions: &[Json], size: usize) -> Option<Self> {
        let whole = Self { top: 0, left: 0, n: size };
        let mut cells = Vec::new();
        for region in regions {
            cells.push(whole.places(region.as_array()?).ok()?);
        }
        let sizes: Vec<_> = cells.iter().map(Vec::len).collect();
        let all: Vec<_> = cells.concat();
        let rows = all.iter().map(|cell| cell / size);
        let columns = all.iter().map(|cell| cell % size);
        let (top, left) = (rows.clone().min()?, columns.clone().min()?);
        let n = rows.max()? - top + 1;
        let is_square = columns.max()? - left + 1 == n && all.len() == n * n;
        (is_square && sizes.iter().all(|it| *it == n)).then_some(Self { top, left, n })
    }

    /// Cells as rows and columns from 0.
    fn places(self, cells: &[Json]) -> Result<Vec<usize>, String> {
        let Self { top, left, n } = self;
        let place = |cell: &Json, at: usize, first: usize| {
            let number = cell.get(at).and_then(fpuzzles::number_of)?;
            usize::try_from(number).ok()?.checked_sub(first).filter(|it| *it < n)
        };
        let [bottom, right] = [top, left].map(|first| first + n - 1);
        let cell = |cell: &Json| match (place(cell, 0, top), place(cell, 1, left)) {
            (Some(row), Some(column)) => Ok(row * n + column),
            _ => Err(format!(
                "expected a cell from [{top},{left}] to [{bottom},{right}], found {cell}"
            )),
        };
        cells.iter().map(cell).collect()
    }
}

/// The grid with its regions and values.
fn grid(
    object: &Map<String, Json>,
    frame: Frame,
    options: &GridOptions<'_>,
) -> Result<Sudoku, TextError> {
    let n = frame.n;
    let rows = list(object, "cells").iter().skip(frame.top).take(n);
    let rows: Vec<Vec<&Json>> = rows
        .map(|row| row.as_array().into_iter().flatten().skip(frame.left).take(n).collect())
        .collect();
    let regions = regions(object, frame, options)?;
    let mut sudoku = Sudoku::empty(regions, Values::usual(n), notation(options.alphabet, n)?);
    sudoku.given = grid_values("cells", &rows, [n, n], |cell| {
        let json = cell.get("value").unwrap_or(&Json::Null);
        if json.is_null() || json.as_str().is_some_and(str::is_empty) {
            return Ok(None);
        }
        let value = fpuzzles::number_of(json).filter(|value| (1..=n as i64).contains(value));
        match value {
            Some(value) => Ok(Some(value as Value)),
            None => Err(format!("expected a value from 1 to {n}, found {json}")),
        }
    })?;
    if list(object, "regions").is_empty() && options.box_shape.is_none() {
        let note = "there are no regions: only rows and columns have different values";
        sudoku.notes.push(note.to_owned());
    }
    Ok(sudoku)
}

fn regions(
    object: &Map<String, Json>,
    frame: Frame,
    options: &GridOptions<'_>,
) -> Result<Regions, TextError> {
    let n = frame.n;
    if let Some(said) = options.box_shape.filter(|_| list(object, "regions").is_empty()) {
        return size::shape(n, Some(said)).map(Regions::Boxes);
    }
    let mut numbers = vec![None; n * n];
    for (number, region) in (1..).zip(list(object, "regions")) {
        let error = |message| TextError::whole(format!("region {number}: {message}"));
        let cells = region.as_array().map_or(&[][..], Vec::as_slice);
        for cell in frame.places(cells).map_err(error)? {
            if let Some(other) = numbers[cell].replace(number) {
                let place = super::super::name(n, cell);
                return Err(error(format!("{place} is in region {other} too")));
            }
        }
    }
    let regions = Regions::irregular(n, &numbers, n).map_err(TextError::whole)?;
    Ok(regions.simplified())
}

fn cells_in(cage: &Json) -> Option<&[Json]> {
    cage.get("cells").and_then(Json::as_array).map(Vec::as_slice)
}

/// The rule of a cage; none if it is only drawn.
fn cage_of(json: &Json, frame: Frame) -> Result<Option<Extra>, String> {
    let cells = frame.places(cells_in(json).unwrap_or_default())?;
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
