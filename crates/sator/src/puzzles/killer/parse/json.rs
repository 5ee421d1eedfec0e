//! `{"n":9,"box_h":3,"box_w":3,"cages":[{"sum":3,"cells":[[0,0],[0,1]]},…],"givens":[[0,…],…]}`:
//! cells from 0. All other fields are labels or answers, and answers are never looked up.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::super::super::sudoku::Sudoku;
use super::super::super::sudoku::parse::json::{boxes, notation, values};
use super::super::super::sudoku::parse::size;
use super::super::Killer;
use super::cages::{self, Draft};
use crate::boxes::BoxShape;
use crate::pieces::{decode, remarks, short};
use crate::puzzle::Reading;

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
    /// How values are shown.
    alphabet: Option<String>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

#[derive(Deserialize)]
#[serde(expecting = "a cage: an object with a sum and cells")]
struct Fields {
    sum: Option<Json>,
    cells: Option<Vec<Json>>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Result<Killer, TextError> {
    let input: Input = decode(text)?;
    let Some(cages) = &input.cages else {
        return Err(TextError::whole("expected a killer with cages, found none"));
    };
    let shape = shape(&input, reading)?;
    let n = shape.n();
    let drafts = (1..).zip(cages).map(|(number, fields)| draft(number, fields, n));
    let drafts = drafts.collect::<Result<Vec<_>, _>>()?;
    let given = match &input.givens {
        Some(rows) => values("givens", rows, n)?,
        None => vec![None; n * n],
    };
    let notation = notation(reading.alphabet.or(input.alphabet.as_deref()), n)?;
    let mut notes = remarks(&input.others);
    notes.extend(cages.iter().flat_map(|fields| remarks(&fields.others)));
    notes.dedup();
    let grid = Sudoku { shape, given, notation, notes };
    cages::killer(grid, drafts, input.diagonals.unwrap_or(false))
}

/// The boxes, and with them the size.
fn shape(input: &Input, reading: &Reading<'_>) -> Result<BoxShape, TextError> {
    let said = boxes([input.box_h, input.box_w], reading.box_shape)?;
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
    let cells = fields.cells.iter().flatten().map(cell).collect::<Result<_, _>>()?;
    Ok(Draft { name: name.clone(), place: [0, 0], total, cells })
}
