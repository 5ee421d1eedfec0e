//! `{"n":4,"grid":[[0,…],…],"less":[[[0,0],[0,1]],…]}`: cells from 0, the smaller of a pair first.
//! All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::super::{Futoshiki, LARGEST, Square};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{decode, remarks, unmarked};

pub(super) static FORMAT: Format<Futoshiki> = Format::new(
    "json",
    r#"{"n":4,"grid":[[0,2,0,0],…],"less":[[[0,0],[0,1]],…]}, from 0"#,
    sniff,
    |text, _| read(text),
)
.printed(|futoshiki| Ok(print(futoshiki)));

fn sniff(text: &str) -> Confidence {
    let is_meant = text.contains("\"less\"");
    let confidence = if is_meant { Confidence::Certain } else { Confidence::Possible };
    confidence.only_if(unmarked(text).trim_start().starts_with('{'))
}

#[derive(Deserialize)]
#[serde(expecting = "an object with n, grid and less")]
struct Input {
    n: Option<usize>,
    grid: Option<Vec<Vec<Option<Value>>>>,
    less: Option<Vec<[Square; 2]>>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

fn read(text: &str) -> Result<Futoshiki, TextError> {
    let input: Input = decode(text)?;
    let size = |n: usize| match n {
        1..=LARGEST => Ok(vec![vec![None; n]; n]),
        _ => Err(TextError::whole(format!("expected n from 1 to {LARGEST}, found {n}"))),
    };
    let grid = match (input.grid, input.n) {
        (Some(grid), n) if n.is_none_or(|n| n == grid.len()) => grid,
        (Some(grid), n) => {
            let (n, found) = (n.unwrap_or_default(), grid.len());
            return Err(TextError::whole(format!("expected {n} rows, found {found}")));
        }
        (None, Some(n)) => size(n)?,
        (None, None) => return Err(TextError::whole("expected n or a grid, found neither")),
    };
    let row = |row: Vec<Option<Value>>| row.into_iter().map(Option::unwrap_or_default).collect();
    let grid: Vec<_> = grid.into_iter().map(row).collect();
    let futoshiki = Futoshiki::new(&grid, input.less.unwrap_or_default())?;
    Ok(Futoshiki { notes: remarks(&input.others), ..futoshiki })
}

fn print(futoshiki: &Futoshiki) -> String {
    let values: Vec<_> = futoshiki.given.iter().map(|value| value.unwrap_or(0)).collect();
    let less: Vec<_> = futoshiki.less().collect();
    json!({ "n": futoshiki.n, "grid": futoshiki.rows(&values), "less": less }).to_string()
}
