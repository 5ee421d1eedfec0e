//! Killers as people write them down: a file for each format, and what they share.

mod arrows;
mod cagemap;
mod cages;
mod json;
mod list;
mod print;
mod ps;
mod recognise;
mod solution;
mod sumocue;
mod text;
mod totals;

use sator_sat::TextError;

use super::super::sudoku::Sudoku;
use super::super::sudoku::parse::{json as sudoku_json, size};
use super::Killer;
use crate::boxes::BoxShape;
use crate::puzzle::{Format, Reading};

pub(super) use print::print;
pub(super) use recognise::{layout, looks_like};
pub(super) use solution::solution;

/// The ways to write a killer down.
pub(super) const FORMATS: &[Format] = &[
    Format {
        name: "text",
        shape: "9 rows of 9 letters, one for each cage, '.' for none; the totals: A 3, B 15; \
                after 'givens' perhaps 9 rows of values",
    },
    Format { name: "cagemap", shape: "81 letters, then a20,b4,…; 81 values may come first" },
    Format {
        name: "list",
        shape: "a total and its cells a line: '3 0 1' from 0, '3 r1c1 r1c2', or 3:00,01; 15:02,03",
    },
    Format { name: "ps", shape: "3x3::k: and 81 times sum*256+cage:, or 3x3:d:k: with diagonals" },
    Format { name: "sumocue", shape: "SumoCueV1 and 81 times =sum, or +index of the first cell" },
    Format {
        name: "arrows",
        shape: "81 symbols: a cage's sum, or <>^v to a neighbour in the cage",
    },
    Format {
        name: "json",
        shape: r#"{"n":9,"box_h":3,"box_w":3,"cages":[{"sum":3,"cells":[[0,0],[0,1]]},…]}"#,
    },
];

/// Reads an instance as it is to be understood.
pub(super) fn parse(text: &str, reading: &Reading<'_>) -> Result<Killer, TextError> {
    let format = reading.format.unwrap_or_else(|| recognise::format(text));
    let killer = read(text, format, reading)?;
    match recognise::doubt(text, format, &killer) {
        Some(found) if reading.is_guess => {
            Err(TextError::whole(format!("expected a killer, found {found}")))
        }
        _ => Ok(killer),
    }
}

fn read(text: &str, format: &str, reading: &Reading<'_>) -> Result<Killer, TextError> {
    match format {
        "text" => text::read(text, reading),
        "cagemap" => cagemap::read(text, reading),
        "list" => list::read(text, reading),
        "ps" => ps::read(text, reading),
        "sumocue" => sumocue::read(text, reading),
        "arrows" => arrows::read(text, reading),
        "json" => json::read(text, reading),
        other => Err(TextError::whole(format!("killer has no format '{other}'"))),
    }
}

/// A grid of `n` rows without given values, with the boxes and the alphabet that are said.
fn empty_grid(n: usize, reading: &Reading<'_>) -> Result<Sudoku, TextError> {
    let shape = size::shape(n, reading.box_shape)?;
    of_shape(shape, reading)
}

/// A grid with boxes of this shape, without given values.
fn of_shape(shape: BoxShape, reading: &Reading<'_>) -> Result<Sudoku, TextError> {
    let n = shape.n();
    let notation = sudoku_json::notation(reading.alphabet, n)?;
    Ok(Sudoku { shape, given: vec![None; n * n], notation, notes: Vec::new() })
}

/// The size of a grid with so many cells, which the text has as `nouns`.
fn size_of(cells: usize, nouns: &str) -> Result<usize, TextError> {
    let n = cells.isqrt();
    if n > 0 && n * n == cells {
        return Ok(n);
    }
    Err(TextError::whole(format!("expected {nouns} for a square grid, such as 81, found {cells}")))
}
