//! New puzzles.

use std::str::FromStr;

use pyo3::prelude::*;
use sator::create::Wish;

use crate::error::{Failure, refused};
use crate::integer::Integer;
use crate::options::Options;
use crate::puzzle::{Puzzle, kind_of};
use crate::run::{self, Done};
use crate::solutions::Solution;

/// A new puzzle, its answer if it is known, the properties that were not reached, and its seed.
type Made = (Puzzle, Option<Solution>, Option<String>, Option<u64>);

/// Makes a puzzle of a kind from a seed, with properties by their names on the command line.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn create(
    py: Python<'_>,
    kind: &str,
    seed: Integer<u64>,
    wishes: Vec<(String, String)>,
    options: &Options,
) -> PyResult<Made> {
    let (kind, wish) = (kind_of(kind)?, wish(&wishes)?);
    // Time ends a search for a difficulty with the closest puzzle, so it is begun once.
    let made = run::run_apart(py, &run::begun(&options.options), move |options| {
        let created = kind.create_within(&wish, seed.0, &options.budget);
        created.map(Done::complete).map_err(Failure::from)
    })?;
    let created = made.value;
    let puzzle = || created.puzzle.clone();
    let solution = created.solution.clone().map(|values| Solution { puzzle: puzzle(), values });
    let shortfall = created.shortfall.map(|shortfall| shortfall.to_string());
    Ok((Puzzle { puzzle: puzzle() }, solution, shortfall, created.seed))
}

/// The properties that are requested.
fn wish(wishes: &[(String, String)]) -> PyResult<Wish> {
    let mut wish = Wish::default();
    for (name, value) in wishes {
        let value = value.as_str();
        match name.as_str() {
            "size" => wish.size = Some(parsed(name, value)?),
            "difficulty" => wish.difficulty = Some(value.to_owned()),
            "box" => wish.boxes = Some(parsed(name, value)?),
            "symmetry" => wish.symmetry = Some(parsed(name, value)?),
            "with" => wish.with.push(parsed(name, value)?),
            "clues" => wish.clues = Some(number(name, value)?),
            "minimal" => wish.minimal = flag(name, value)?,
            "cage_size" => wish.cage_sizes = Some(parsed(name, value)?),
            "givens" => wish.givens = Some(number(name, value)?),
            "placed" => wish.placed = Some(number(name, value)?),
            "regions" => wish.regions = flag(name, value)?,
            "preset" => wish.preset = Some(value.to_owned()),
            "mines" => wish.mines = Some(number(name, value)?),
            "density" => wish.density = Some(parsed(name, value)?),
            "revealed" => wish.revealed = Some(parsed(name, value)?),
            "clicks" => wish.clicks = Some(number(name, value)?),
            "first" => wish.first = Some(square(value)?),
            "no_guess" => wish.no_guess = flag(name, value)?,
            "no_total" => wish.hides_total = flag(name, value)?,
            "hard" => wish.hard = Some(value.to_owned()),
            _ => return Err(refused(format!("new puzzles have no property '{name}'"))),
        }
    }
    Ok(wish)
}

fn parsed<T: FromStr<Err: ToString>>(name: &str, value: &str) -> PyResult<T> {
    value.parse().map_err(|error: T::Err| refused(format!("{name}: {}", error.to_string())))
}

fn number(name: &str, value: &str) -> PyResult<usize> {
    let number = value.parse().ok();
    number.ok_or_else(|| refused(format!("{name}: expected a number from 0, found '{value}'")))
}

fn flag(name: &str, value: &str) -> PyResult<bool> {
    let flag = value.parse().ok();
    flag.ok_or_else(|| refused(format!("{name}: expected True or False, found '{value}'")))
}

/// A row and a column from 1, as in `3,7`. Returns them from 0.
fn square(text: &str) -> PyResult<[usize; 2]> {
    let number = |part: &str| part.trim().parse::<usize>().ok()?.checked_sub(1);
    let parts = text.split_once(',');
    let square = parts.and_then(|(row, column)| Some([number(row)?, number(column)?]));
    square.ok_or_else(|| refused(format!("first: expected a row and a column, found '{text}'")))
}
