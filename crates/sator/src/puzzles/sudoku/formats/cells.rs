//! Builds an instance from the texts of its cells: the last step of every format but JSON.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::notation::{Notation, Unknown};
use super::super::options::GridOptions;
use super::{alphabet, size};
use crate::text::Span;

/// An instance with `n` rows, from the texts of its cells. They are iterated twice where the alphabet
/// is detected from them.
pub(super) fn sudoku<'t, C: Iterator<Item = Span<'t>>>(
    n: usize,
    are_numbers: bool,
    options: &GridOptions<'_>,
    cells: impl Fn() -> C,
) -> Result<Sudoku, TextError> {
    let shape = size::shape(n, options.box_shape)?;
    let (notation, note) = match options.alphabet {
        Some(name) => (Notation::by_name(name, n)?, None),
        None if are_numbers => (Notation::Numbers, None),
        None if n <= 9 => (Notation::FromOne, None),
        None => notation_of_symbols(n, options, &cells)?,
    };
    let mut given = Vec::with_capacity(n * n);
    for cell in cells() {
        let value = notation.read(n, cell.text);
        given.push(value.map_err(|Unknown| cell.unexpected(&notation.expected(n)))?);
    }
    Ok(Sudoku::plain(shape, given, notation.short(n)).noted(note.into_iter().collect()))
}

/// The notation of the other puzzles in a list, if it can read these cells; otherwise the detected
/// notation, and a note about it.
fn notation_of_symbols<'t, C: Iterator<Item = Span<'t>>>(
    n: usize,
    options: &GridOptions<'_>,
    cells: impl Fn() -> C,
) -> Result<(Notation, Option<String>), TextError> {
    let likely = options.likely_alphabet.and_then(|name| Notation::by_name(name, n).ok());
    let reads = |notation: &Notation| cells().all(|cell| notation.read(n, cell.text).is_ok());
    if let Some(notation) = likely.filter(reads) {
        return Ok((notation, None));
    }
    let (notation, note) = alphabet::detect(n, cells)?;
    Ok((notation, Some(note)))
}
