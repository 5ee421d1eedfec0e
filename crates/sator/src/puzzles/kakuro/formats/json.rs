//! `{"rows":3,"cols":3,"runs":[{"sum":4,"cells":[[1,1],[2,1]]},…]}`: cells from 0. `givens` may
//! have rows of given values. All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::super::{Kakuro, Run, Square};
use crate::grid::GridPuzzle;
use crate::kind::Format;
use crate::text::{decode, grid_of_values, remarks, sniff_object};

pub(super) static FORMAT: Format<Kakuro> = Format::new(
    "json",
    r#"{"rows":3,"cols":3,"runs":[{"sum":4,"cells":[[1,1],[2,1]]},…]}, from 0"#,
    |text| sniff_object(text, &["runs"], &[]),
    |text, _| read(text),
)
.printed(|kakuro| {
    let [rows, columns] = kakuro.size;
    let mut object = json!({ "rows": rows, "cols": columns, "runs": kakuro.runs });
    if kakuro.given.iter().any(Option::is_some) {
        object["givens"] = json!(kakuro.rows_of_givens());
    }
    Ok(object.to_string())
});

#[derive(Deserialize)]
#[serde(expecting = "an object with rows, cols and runs")]
struct Input {
    rows: usize,
    cols: usize,
    runs: Vec<InputRun>,
    givens: Option<Vec<Vec<Json>>>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

#[derive(Deserialize)]
#[serde(expecting = "a run: an object with a sum and cells")]
struct InputRun {
    #[serde(deserialize_with = "super::super::sum")]
    sum: u32,
    cells: Vec<Square>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

fn read(text: &str) -> Result<Kakuro, TextError> {
    let input: Input = decode(text)?;
    let size = [input.rows, input.cols];
    let mut notes = remarks(&input.others);
    notes.extend(input.runs.iter().flat_map(|run| remarks(&run.others)));
    notes.dedup();
    let runs = input.runs.into_iter().map(|run| Run { sum: run.sum, cells: run.cells });
    let mut kakuro = Kakuro::new(size, runs.collect())?;
    if let Some(rows) = &input.givens {
        let values = grid_of_values("givens", rows, size, 9)?;
        for (number, value) in values.into_iter().enumerate() {
            let Some(value) = value else { continue };
            kakuro = kakuro.with_given([number / input.cols, number % input.cols], value)?;
        }
    }
    let kakuro = Kakuro { notes, ..kakuro };
    Ok(kakuro.noting_missing_totals())
}
