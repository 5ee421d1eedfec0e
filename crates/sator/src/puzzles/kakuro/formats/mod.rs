//! The formats of kakuro, and filled boards.

mod json;
mod text;

use sator_sat::TextError;

use super::{Kakuro, name};
use crate::kind::{Confidence, Formats};
use crate::model::Value;
use crate::text::{only_answer, only_solution, unmarked};

pub(super) use self::text::print;

pub(super) static FORMATS: Formats<Kakuro> =
    Formats::new(&[&text::FORMAT, &json::FORMAT], Kakuro::is_same).with_review(
        |kakuro, _, confidence, options| match confidence {
            Confidence::No | Confidence::Possible if options.is_guess => {
                Err(TextError::whole("expected totals of runs, found none"))
            }
            _ => Ok(kakuro),
        },
    );

/// The values of the white squares of a filled board, as `solve` prints it or without totals.
pub(super) fn solution(text: &str, kakuro: &Kakuro) -> Result<Vec<Option<Value>>, TextError> {
    let grid: Vec<Vec<Value>> = if unmarked(text).trim_start().starts_with('{') {
        only_solution(text, "grid")?
    } else {
        text::values(&only_answer(text)?)?
    };
    let [rows, columns] = kakuro.size();
    if grid.len() != rows || grid.iter().any(|row| row.len() != columns) {
        return Err(TextError::whole(format!("expected {rows} rows of {columns} squares")));
    }
    for (row, values) in grid.iter().enumerate() {
        for (column, &value) in values.iter().enumerate() {
            let square = [row, column];
            if value != 0 && kakuro.index(square).is_none() {
                let message = format!("{} is black, and is {value} here", name(square));
                return Err(TextError::whole(message));
            }
        }
    }
    let values = kakuro.white.iter().map(|&([row, column], _)| grid[row][column]);
    Ok(values.map(|value| Some(value).filter(|&it| it != 0)).collect())
}
