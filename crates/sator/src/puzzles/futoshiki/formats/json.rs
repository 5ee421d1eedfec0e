//! `{"n":4,"grid":[[0,…],…],"less":[[[0,0],[0,1]],…]}`: cells from 0, the smaller of a pair first.
//! All other fields are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::super::{Futoshiki, size};
use crate::grid::{GridPuzzle, Square};
use crate::kind::Format;
use crate::text::{decode, grid_of_values, remarks, sniff_object};

pub(super) static FORMAT: Format<Futoshiki> = Format::new(
    "json",
    r#"{"n":4,"grid":[[0,2,0,0],…],"less":[[[0,0],[0,1]],…]}, from 0"#,
    |text| sniff_object(text, &["less"], &[]),
    |text, _| read(text),
)
.printed(|futoshiki| {
    let (n, grid, less) = (futoshiki.n, futoshiki.rows_of_givens(), futoshiki.less());
    Ok(json!({ "n": n, "grid": grid, "less": less }).to_string())
});

#[derive(Deserialize)]
#[serde(expecting = "an object with n, grid and less")]
struct Input {
    n: Option<usize>,
    grid: Option<Vec<Vec<Json>>>,
    less: Option<Vec<[Square; 2]>>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

fn read(text: &str) -> Result<Futoshiki, TextError> {
    let input: Input = decode(text)?;
    let n = input.n.or(input.grid.as_ref().map(Vec::len));
    let n = size(n.ok_or_else(|| TextError::whole("expected n or a grid, found neither"))?)?;
    let grid = input.grid.unwrap_or_else(|| vec![vec![Json::Null; n]; n]);
    let given = grid_of_values("grid", &grid, [n, n], n)?;
    let futoshiki = Futoshiki::of_cells(given, input.less.unwrap_or_default())?;
    Ok(Futoshiki { notes: remarks(&input.others), ..futoshiki })
}
