//! `{"rows":3,"cols":3,"runs":[{"sum":4,"cells":[[1,1],[2,1]]},…]}`: cells from 0. `givens` may
//! have rows of given values. All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::super::{Kakuro, Run};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{decode, remarks, unmarked};

pub(super) static FORMAT: Format<Kakuro> = Format::new(
    "json",
    r#"{"rows":3,"cols":3,"runs":[{"sum":4,"cells":[[1,1],[2,1]]},…]}, from 0"#,
    sniff,
    |text, _| read(text),
)
.printed(|kakuro| Ok(print(kakuro)));

fn sniff(text: &str) -> Confidence {
    let is_meant = text.contains("\"runs\"");
    let confidence = if is_meant { Confidence::Certain } else { Confidence::Possible };
    confidence.only_if(unmarked(text).trim_start().starts_with('{'))
}

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
    let mut kakuro = Kakuro::new(input.rows, input.cols, input.runs)?;
    for (row, values) in input.givens.iter().flatten().enumerate() {
        for (column, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            kakuro = kakuro.with_given([row, column], value)?;
        }
    }
    Ok(Kakuro { notes: remarks(&input.others), ..kakuro })
}

fn print(kakuro: &Kakuro) -> String {
    let mut object = json!({ "rows": kakuro.rows, "cols": kakuro.columns, "runs": kakuro.runs });
    if kakuro.white.iter().any(|(_, given)| given.is_some()) {
        let givens = kakuro.grid(&0, |index| kakuro.white[index].1.unwrap_or(0));
        object["givens"] = json!(givens);
    }
    object.to_string()
}
