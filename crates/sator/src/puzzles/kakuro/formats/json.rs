//! `{"rows":3,"cols":3,"runs":[{"sum":4,"cells":[[1,1],[2,1]]},…]}`: cells from 0. `givens` may
//! have rows of given values. All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::super::{Kakuro, Run};
use crate::grid::GridPuzzle;
use crate::kind::Format;
use crate::model::Value;
use crate::text::{decode, remarks, sniff_object};

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
    runs: Vec<Run>,
    givens: Option<Vec<Vec<Value>>>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

fn read(text: &str) -> Result<Kakuro, TextError> {
    let input: Input = decode(text)?;
    let mut kakuro = Kakuro::new([input.rows, input.cols], input.runs)?;
    for (row, values) in input.givens.iter().flatten().enumerate() {
        for (column, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            kakuro = kakuro.with_given([row, column], value)?;
        }
    }
    Ok(Kakuro { notes: remarks(&input.others), ..kakuro })
}
