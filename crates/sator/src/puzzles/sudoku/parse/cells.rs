//! From what stands in the cells to an instance: the last step of every format but JSON.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::notation::{Notation, Unknown};
use super::{alphabet, size};
use crate::pieces::Piece;
use crate::puzzle::Reading;

/// An instance with `n` rows, from what stands in its cells. They are asked for twice where their
/// symbols tell the alphabet.
pub(super) fn sudoku<'t, C: Iterator<Item = Piece<'t>>>(
    n: usize,
    are_numbers: bool,
    reading: &Reading<'_>,
    cells: impl Fn() -> C,
) -> Result<Sudoku, TextError> {
    let shape = size::shape(n, reading.box_shape)?;
    let mut notes = Vec::new();
    let notation = match reading.alphabet {
        Some(name) => Notation::by_name(name, n)?,
        None if are_numbers => Notation::Numbers,
        None if n <= 9 => Notation::FromOne,
        None => match likely(n, reading, &cells) {
            Some(notation) => notation,
            None => {
                let (notation, note) = alphabet::detect(n, &cells)?;
                notes.push(note);
                notation
            }
        },
    };
    let mut given = Vec::with_capacity(n * n);
    for cell in cells() {
        let value = notation.read(n, cell.text);
        given.push(value.map_err(|Unknown| cell.unexpected(&notation.expected(n)))?);
    }
    Ok(Sudoku { shape, given, notation: notation.short(n), notes })
}

/// The notation of the other puzzles in a text, if it can read these cells.
fn likely<'t, C: Iterator<Item = Piece<'t>>>(
    n: usize,
    reading: &Reading<'_>,
    cells: impl Fn() -> C,
) -> Option<Notation> {
    let notation = Notation::by_name(reading.likely_alphabet?, n).ok()?;
    cells().all(|cell| notation.read(n, cell.text).is_ok()).then_some(notation)
}
