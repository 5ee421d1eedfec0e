//! The formats of futoshiki, and filled boards.

mod json;
mod tatham;
mod text;

use sator_sat::TextError;

use super::Futoshiki;
use crate::kind::{Confidence, Formats};
use crate::model::Value;
use crate::text::{only_answer, only_solution, unmarked};

pub(super) use self::text::print;

/// If the kind is a guess, a grid without signs is refused: it is likely another puzzle.
pub(super) static FORMATS: Formats<Futoshiki> =
    Formats::new(&[&text::FORMAT, &tatham::FORMAT, &json::FORMAT], Futoshiki::is_same).with_review(
        |futoshiki, _, confidence, options| match confidence {
            Confidence::No | Confidence::Possible if options.is_guess => {
                Err(TextError::whole("expected signs between cells, found none"))
            }
            _ => Ok(futoshiki),
        },
    );

/// The cells of a filled board, row by row, as `solve` prints it, with or without signs.
pub(super) fn solution(text: &str, n: usize) -> Result<Vec<Option<Value>>, TextError> {
    let filled = if unmarked(text).trim_start().starts_with('{') {
        let grid: Vec<Vec<Value>> = only_solution(text, "grid")?;
        Futoshiki::new(&grid, [])?
    } else {
        text::read(&only_answer(text)?)?
    };
    match filled.n {
        found if found == n => Ok(filled.given),
        found => Err(TextError::whole(format!("expected {n} rows, found {found}"))),
    }
}
