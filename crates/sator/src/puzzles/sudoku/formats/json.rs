//! `{"n":6,"box_h":2,"box_w":3,"grid":[[0,0,2,…],…]}`, or the grid alone. Unusual puzzles have
//! `regions` in place of boxes, `values`, `givens` with null for an empty cell, and `constraints`:
//! a list of extra rules. All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value as Json, json};

use super::super::extras::Extra;
use super::super::notation::Notation;
use super::super::options::GridOptions;
use super::super::{Regions, Sudoku, Values};
use super::size;
use crate::boxes::{BoxShape, LARGEST};
use crate::grid::GridPuzzle;
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{decode, grid_of_values, grid_values, only_solution, remarks, unmarked};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "json",
    r#"{"n":6,"box_h":2,"box_w":3,"grid":[[0,0,2,0,0,4],…]}"#,
    sniff,
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(|sudoku| Ok(print(sudoku)));

fn sniff(text: &str) -> Confidence {
    let mut symbols = unmarked(text).chars().filter(|symbol| !symbol.is_whitespace());
    let has_grid = ["\"grid\"", "\"constraints\""].iter().any(|field| text.contains(field));
    let is_of_others = ["\"cages\"", "\"less\""].iter().any(|field| text.contains(field));
    match [(); 3].map(|()| symbols.next()) {
        [Some('['), Some('['), Some('0'..='9')] => Confidence::Certain,
        [Some('{'), ..] if has_grid && !is_of_others => Confidence::Certain,
        [Some('{'), ..] | [Some('['), Some('[' | ']'), _] => Confidence::Possible,
        _ => Confidence::No,
    }
}

#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object with a grid")]
struct Input {
    n: Option<usize>,
    box_h: Option<usize>,
    box_w: Option<usize>,
    #[serde(alias = "givens")]
    grid: Option<Vec<Vec<Json>>>,
    /// Region numbers; null or negative for none. If the field itself is null, there are no regions.
    #[serde(deserialize_with = "some")]
    regions: Option<Json>,
    values: Option<Vec<Value>>,
    constraints: Option<Vec<Json>>,
    /// The name of the alphabet.
    alphabet: Option<String>,
    /// A field of killers, which is refused here.
    cages: Option<IgnoredAny>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

pub(in crate::puzzles) fn read(text: &str, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let input: Input = if is_list(text) {
        Input { grid: Some(decode(text)?), ..Input::default() }
    } else {
        decode(text)?
    };
    if input.cages.is_some() {
        return Err(TextError::whole("expected a sudoku, found the cages of a killer"));
    }
    if input.regions.is_some() || input.values.is_some() || input.constraints.is_some() {
        return read_unusual(&input, options);
    }
    let Some(grid) = &input.grid else {
        return Err(TextError::whole("expected a sudoku with a grid, found none"));
    };
    let n = input.n.unwrap_or(grid.len());
    let shape = size::shape(n, boxes([input.box_h, input.box_w], options.box_shape)?)?;
    let notation = notation(options.alphabet.or(input.alphabet.as_deref()), n)?;
    let given = grid_of_values("grid", grid, [n, n], n)?;
    Ok(Sudoku::plain(shape, given, notation).noted(remarks(&input.others)))
}

/// A field that may be null.
fn some<'de, D: serde::Deserializer<'de>>(field: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(field).map(Some)
}

/// Reads a sudoku with regions, values or extra rules.
fn read_unusual(input: &Input, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let rows = || input.grid.as_ref().map(Vec::len);
    let written = [input.box_h, input.box_w];
    let is_other =
        matches!((input.n, written), (Some(n), [Some(a), Some(b)]) if a.checked_mul(b) != Some(n));
    let written = if is_other { [None, None] } else { written };
    let said = boxes(written, options.box_shape)?;
    let n = input.n.or(said.map(BoxShape::n)).or_else(rows);
    let n = n.ok_or_else(|| TextError::whole("expected the size n or a grid, found neither"))?;
    if !(1..=LARGEST).contains(&n) {
        let message = format!("expected 1 to {LARGEST} rows and columns, found {n}");
        return Err(TextError::whole(message));
    }
    let values = match &input.values {
        Some(values) => Values::new(values.clone(), n).map_err(TextError::whole)?,
        None => Values::usual(n),
    };
    let boxes = match (input.box_h, input.box_w) {
        (Some(height), Some(width)) if is_other => Some(
            Regions::of_boxes(n, [height, width], values.list().len()).map_err(TextError::whole)?,
        ),
        (Some(_), Some(_)) => Some(Regions::Boxes(size::shape(n, said)?)),
        _ => None,
    };
    let listed = match &input.regions {
        None => None,
        Some(Json::Null) => Some(Regions::none(n)),
        Some(rows) => Some(irregular(rows, n, values.list().len())?),
    };
    let regions = match (listed, boxes) {
        (Some(listed), boxes) => {
            let same = listed.expect_same_as(boxes.as_ref());
            same.map_err(|message| {
                TextError::whole(format!("regions: {message} by box_h and box_w"))
            })?;
            listed
        }
        (None, Some(boxes)) => boxes,
        (None, None) => Regions::Boxes(size::shape(n, said)?),
    };
    let most = n.max(values.largest() as usize);
    let notation = notation(options.alphabet.or(input.alphabet.as_deref()), most)?;
    let mut sudoku = Sudoku::empty(regions, values, notation).noted(remarks(&input.others));
    if let Some(rows) = &input.grid {
        sudoku.given = grid_values("givens", rows, [n, n], |cell| given(cell, &sudoku.values))?;
    }
    for (number, constraint) in (1..).zip(input.constraints.iter().flatten()) {
        let extra = Extra::of_json(constraint, &sudoku);
        let error = |message| TextError::whole(format!("constraint {number}: {message}"));
        let extra = extra.map_err(error)?;
        for field in extra.unknown_fields(constraint) {
            let note =
                format!("constraint {number}: the field '{field}' is not known, and was ignored");
            sudoku.notes.push(note);
        }
        sudoku.extras.push(extra);
    }
    Ok(sudoku.ordered())
}

/// Whether an object says more about its grid than an answer does. Killers have formats of their own.
pub(super) fn has_regions(text: &str) -> bool {
    let fields: Map<String, Json> = decode(text).unwrap_or_default();
    let has = |name: &str| fields.contains_key(name);
    let says_more = ["regions", "values", "constraints", "box_h"].iter().any(|it| has(it));
    says_more && (has("grid") || has("givens")) && !has("cages")
}

/// A given value: null, and 0 where it is no value, stand for an empty cell.
fn given(cell: &Json, values: &Values) -> Result<Option<Value>, String> {
    let value = cell.as_i64().and_then(|it| Value::try_from(it).ok());
    match value {
        _ if cell.is_null() => Ok(None),
        Some(value) if values.contains(value) => Ok(Some(value)),
        Some(0) => Ok(None),
        _ => Err(format!("expected a value of {values} or null, found {cell}")),
    }
}

fn irregular(rows: &Json, n: usize, values: usize) -> Result<Regions, TextError> {
    let rows: Vec<Vec<Json>> = Deserialize::deserialize(rows)
        .map_err(|_| TextError::whole("expected regions as rows of numbers"))?;
    let numbers = grid_values("regions", &rows, [n, n], |cell| match cell.as_i64() {
        None if cell.is_null() => Ok(None),
        Some(number) => Ok(Some(number).filter(|number| *number >= 0)),
        None => Err(format!("expected a region's number, found {cell}")),
    })?;
    Regions::irregular(n, &numbers, values).map_err(TextError::whole)
}

/// The cells of an answer, in an object or alone.
pub(super) fn read_grid(text: &str, sudoku: &Sudoku) -> Result<Vec<Option<Value>>, TextError> {
    let rows: Vec<Vec<Json>> =
        if is_list(text) { decode(text)? } else { only_solution(text, "grid")? };
    let size = [sudoku.n(); 2];
    grid_values("grid", &rows, size, |cell| given(cell, &sudoku.values))
}

/// The notation of that name, or the usual one.
pub(in crate::puzzles) fn notation(name: Option<&str>, n: usize) -> Result<Notation, TextError> {
    name.map_or(Ok(Notation::usual(n)), |name| Ok(Notation::by_name(name, n)?.short(n)))
}

fn is_list(text: &str) -> bool {
    unmarked(text).trim_start().starts_with('[')
}

/// The boxes of the text or of the options, which must agree.
pub(in crate::puzzles) fn boxes(
    written: [Option<usize>; 2],
    said: Option<BoxShape>,
) -> Result<Option<BoxShape>, TextError> {
    let written = match written {
        [Some(rows), Some(columns)] => Some(BoxShape::new(rows, columns).ok_or_else(|| {
            TextError::whole(format!("expected boxes of 1 to 36 cells, found {rows}x{columns}"))
        })?),
        [None, None] => None,
        _ => return Err(TextError::whole("expected both box_h and box_w, found one of them")),
    };
    match (written, said) {
        (Some(written), Some(said)) if written != said => {
            Err(TextError::whole(format!("expected boxes of {said} as said, found {written}")))
        }
        _ => Ok(written.or(said)),
    }
}

pub(in crate::puzzles) fn print(sudoku: &Sudoku) -> String {
    let mut object = with_boxes(sudoku);
    if sudoku.is_plain() {
        object["grid"] = json!(sudoku.rows_of_givens());
        return object.to_string();
    }
    let n = sudoku.n();
    object["givens"] = json!(sudoku.given_rows());
    let extras = sudoku.extras.iter().map(|extra| extra.json(n));
    object["constraints"] = extras.collect();
    object.to_string()
}

/// An object with the size, the regions and values, and the alphabet if it is not the usual one.
pub(in crate::puzzles) fn with_boxes(sudoku: &Sudoku) -> Json {
    let n = sudoku.n();
    let mut object = match &sudoku.regions {
        Regions::Boxes(shape) => {
            json!({ "n": n, "box_h": shape.rows(), "box_w": shape.columns() })
        }
        Regions::Irregular { of, .. } => {
            let number = |region: &Option<usize>| region.map_or(-1, |it| it as i64);
            let rows = of.chunks(n).map(|row| row.iter().map(number).collect::<Vec<_>>());
            json!({ "n": n, "regions": rows.collect::<Vec<_>>() })
        }
    };
    if sudoku.values != Values::usual(n) {
        object["values"] = json!(sudoku.values.list());
    }
    if sudoku.notation != Notation::usual(n) {
        object["alphabet"] = json!(sudoku.notation.name(n));
    }
    object
}

/// The cells of the solution in the output of `solve --json`, or of a grid alone.
pub(super) fn read_answer(text: &str, n: usize) -> Result<Vec<Option<Value>>, TextError> {
    let grid: Vec<Vec<Json>> =
        if is_list(text) { decode(text)? } else { only_solution(text, "grid")? };
    grid_of_values("grid", &grid, [n, n], n)
}

#[cfg(test)]
mod tests {
    use super::super::FORMATS;
    use super::super::tests::{error, sudoku};
    use super::*;
    use crate::kind::ParseOptions;

    const GRID: &str = "[[1,0,0,0],[0,0,3,null],[0,4,0,0],[0,0,0,2]]";
    const ROWS: [&str; 4] = ["1...", "..3.", ".4..", "...2"];

    #[test]
    fn labels_and_answers_are_ignored_and_anything_else_is_told() {
        let labels = r#""id":"a","status":"UNSAT","count":0,"count_at_least":9,"solution":[[9]],
            "solutions":[1],"published_count_agrees":true,"backtracking_checked":true,
            "verified_by":"me","source":"s","example":[],"name":"n","puzzle":"p","kind":"k""#;
        let text = format!(r#"{{{labels},"grid":{GRID}}}"#);
        assert_eq!(FORMATS.parse(&text, &ParseOptions::default()), Ok(sudoku(&ROWS)));
        let text = format!(r#"{{"boxh":2,"grid":{GRID}}}"#);
        let notes = FORMATS.parse(&text, &ParseOptions::default()).unwrap().notes;
        assert_eq!(notes, ["the field 'boxh' is not known, and was ignored"]);
    }

    #[test]
    fn values_are_shown_as_numbers_unless_an_alphabet_is_said() {
        let row = vec![0; 16];
        let grid = json!(vec![row; 16]);
        let notation = |object: Json, values| {
            FORMATS.parse(&object.to_string(), &ParseOptions::with(values)).unwrap().notation
        };
        assert_eq!(notation(json!({ "grid": grid }), &[]), Notation::Numbers);
        let said = json!({ "grid": grid, "alphabet": "0-F" });
        assert_eq!(notation(said.clone(), &[]), Notation::FromZero);
        assert_eq!(notation(said, &[("alphabet", "A")]), Notation::Letters);
        let expected = "expected an alphabet (1-9, 0-8, A-I, numbers), found 'A-P'";
        let text = json!({ "grid": vec![vec![0; 9]; 9], "alphabet": "A-P" }).to_string();
        assert_eq!(error("json", &text), expected);
    }
}
