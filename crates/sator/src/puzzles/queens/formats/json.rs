//! `{"n":10,"queens":[[2,1]],"blocked":[[0,1]],"regions":[…]}`: squares from 0. All other fields
//! are labels or answers; answers are ignored.

use sator_sat::TextError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use super::super::{Queens, Square};
use super::{number, permutation, regions};
use crate::kind::Format;
use crate::text::{Span, counted, decode, only_solution, remarks, short, sniff_object};

pub(super) static FORMAT: Format<Queens> = Format::new(
    "json",
    r#"{"n":4,"queens":[[0,1]],"blocked":[[2,2]]}, from 0"#,
    |text| {
        sniff_object(text, &["n", "queens", "blocked"], &["grid", "cages", "less", "constraints"])
    },
    |text, _| read(text),
)
.printed(|queens| Ok(print(queens)));

#[derive(Deserialize)]
#[serde(expecting = "an object with n, queens, blocked and regions")]
struct Input {
    n: Value,
    queens: Option<Vec<[usize; 2]>>,
    blocked: Option<Vec<[usize; 2]>>,
    regions: Option<Vec<Vec<Value>>>,
    /// Fields of sudoku and killer, which also have a size.
    grid: Option<IgnoredAny>,
    cages: Option<IgnoredAny>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

fn read(text: &str) -> Result<Queens, TextError> {
    let input: Input = decode(text)?;
    if input.grid.is_some() || input.cages.is_some() {
        return Err(TextError::whole("expected queens, found the grid or cages of another puzzle"));
    }
    let n = number::size(&input.n.to_string()).map_err(TextError::whole)?;
    Ok(Queens {
        placed: squares("queens", input.queens, n)?,
        blocked: squares("blocked", input.blocked, n)?,
        regions: input.regions.map(|rows| labelled(rows, n)).transpose()?,
        notes: remarks(&input.others),
        n,
    })
}

fn squares(
    field: &str,
    squares: Option<Vec<[usize; 2]>>,
    n: usize,
) -> Result<Vec<Square>, TextError> {
    let square = |[row, column]: [usize; 2]| {
        if row.max(column) < n {
            return Ok(Square { row, column });
        }
        let last = n - 1;
        Err(TextError::whole(format!(
            "expected squares from [0,0] to [{last},{last}] in {field}, found [{row},{column}]"
        )))
    };
    squares.unwrap_or_default().into_iter().map(square).collect()
}

fn labelled(rows: Vec<Vec<Value>>, n: usize) -> Result<Vec<usize>, TextError> {
    let widths = rows.iter().map(Vec::len);
    if let Some(found) = std::iter::once(rows.len()).chain(widths).find(|&found| found != n) {
        let expected = counted(n, "row");
        let message = format!("expected {expected} of {n} in regions, found {found}");
        return Err(TextError::whole(message));
    }
    let labels: Vec<_> = rows.into_iter().flatten().collect();
    match labels.iter().find(|label| !(label.is_string() || label.is_i64() || label.is_u64())) {
        Some(other) => {
            let message = format!("expected integers or strings in regions, found {other}");
            Err(TextError::whole(short(&message)))
        }
        None => regions::numbered(labels, n),
    }
}

/// The simplest object that reads back as this instance.
pub(super) fn print(queens: &Queens) -> String {
    let mut object = json!({ "n": queens.n });
    for (field, squares) in [("queens", &queens.placed), ("blocked", &queens.blocked)] {
        if !squares.is_empty() {
            object[field] = squares.iter().map(|at| json!([at.row, at.column])).collect();
        }
    }
    if let Some(regions) = &queens.regions {
        object["regions"] = regions.chunks(queens.n).map(|row| json!(row)).collect();
    }
    object.to_string()
}

/// The solution in the output of `solve --json`.
pub(super) fn read_answer(text: &str, n: usize) -> Result<Queens, TextError> {
    let columns: Vec<Value> = only_solution(text, "columns")?;
    let columns: Vec<_> = columns.iter().map(Value::to_string).collect();
    // The spans have no places: decoding loses them.
    let columns = columns.iter().map(|text| Span { line: 0, column: 0, text });
    permutation::from_columns(&columns.collect::<Vec<_>>(), Some(n))
}
