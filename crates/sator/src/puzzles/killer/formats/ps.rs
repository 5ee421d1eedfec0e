//! `3x3::k:3595:3595:…`, the string of Perfect Sudoku: the shape of a box, `d` where diagonals have
//! each value once, `k`, and a number for each cell, all ended by colons. A number is the total of
//! its cage times 256, plus the cage's own number. Without a total the cell is in no cage.

use std::collections::BTreeMap;

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::super::sudoku::formats::json::boxes;
use super::super::super::sudoku::name;
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::cages::{self, Draft};
use super::{OVERLAPS, are_all_puzzles, has_givens, of_shape, only_cages};
use crate::boxes::BoxShape;
use crate::kind::{Confidence, Format};
use crate::text::{counted, lines, refuse_if};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "ps",
    "3x3::k: and 81 times sum*256+cage:, or 3x3:d:k: with diagonals",
    |text| Confidence::Certain.only_if(lines(text).next().is_some_and(|line| begins(line.text))),
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(print)
.listed(|lines, _| are_all_puzzles(lines, begins));

fn print(killer: &Killer) -> Result<String, String> {
    let shape = only_cages(killer)?;
    let cages = killer.cages();
    refuse_if(&[
        (killer.has_overlaps(), OVERLAPS),
        (has_givens(killer), "it has given values"),
        (cages.iter().any(|cage| cage.total == 0), "a cage has the total 0"),
        (cages.len() > CAGES as usize, "it has more than 256 cages"),
    ])?;
    let cell = |cage: &Option<usize>| match cage {
        Some(cage) => format!("{}:", cages[*cage].total * CAGES + *cage as u32),
        None => "0:".to_owned(),
    };
    let cells: String = killer.cage_of_each_cell().iter().map(cell).collect();
    let diagonals = if killer.has_diagonals() { "d" } else { "" };
    Ok(format!("{shape}:{diagonals}:k:{cells}"))
}

/// The number of distinct cage numbers.
const CAGES: u32 = 256;

/// Whether a text begins in this format.
fn begins(text: &str) -> bool {
    let mut fields = text.trim_start().split(':');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_shape = |(rows, columns): (&str, &str)| is_number(rows) && is_number(columns);
    // Boxes may be too large: the reader reports that.
    let is_shape = fields.next().and_then(|shape| shape.split_once('x')).is_some_and(is_shape);
    is_shape && fields.next().is_some_and(|field| field.trim().len() < 2) && {
        fields.next().is_some_and(|kind| kind.trim() == "k")
    }
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    // The text may be broken anywhere, even within a number.
    let joined: String = lines(text).flat_map(|line| line.text.split_whitespace()).collect();
    let fields: Vec<_> = joined.trim_end_matches(':').split(':').collect();
    let [shape, diagonals, "k", cells @ ..] = &fields[..] else {
        return Err(TextError::whole("expected a shape, 'd' or nothing, and 'k', as in 3x3::k:"));
    };
    let shape: BoxShape = shape.parse().map_err(|error| TextError::whole(format!("{error}")))?;
    let n = shape.n();
    // An option for the boxes must agree.
    boxes([Some(shape.rows()), Some(shape.columns())], options.box_shape)?;
    let diagonals = match *diagonals {
        "" => false,
        "d" => true,
        other => {
            let message = format!("expected 'd' for diagonals or nothing, found {}", shown(other));
            return Err(TextError::whole(message));
        }
    };
    if cells.len() != n * n {
        let (expected, found) = (counted(n * n, "number"), cells.len());
        let missing =
            if found < n * n { format!(": {} has none", name(n, found)) } else { String::new() };
        let message = format!("expected {expected} after k, found {found}{missing}");
        return Err(TextError::whole(message));
    }
    let mut grid = of_shape(shape, options)?;
    let (drafts, left_out) = drafts(n, cells)?;
    if let Some(&first) = left_out.first() {
        let (count, first) = (counted(left_out.len(), "cell"), name(n, first));
        let note = format!("{count} with a cage's number but no total, the first at {first}");
        grid.notes.push(format!("{note}: taken to be in no cage"));
    }
    cages::killer(grid, drafts, diagonals)
}

/// The cages, and the cells that have a cage's number but no total.
fn drafts(n: usize, cells: &[&str]) -> Result<(Vec<Draft>, Vec<usize>), TextError> {
    let mut left_out = Vec::new();
    let mut drafts: BTreeMap<u32, Draft> = BTreeMap::new();
    for (cell, field) in cells.iter().enumerate() {
        let place = name(n, cell);
        let number: u32 =
            field.parse().ok().filter(|_| !field.starts_with('+')).ok_or_else(|| {
                let field = shown(field);
                TextError::whole(format!("{place}: expected sum*256+cage, found {field}"))
            })?;
        let (total, cage) = (number / CAGES, number % CAGES);
        if total == 0 {
            left_out.extend((cage > 0).then_some(cell));
            continue;
        }
        let new =
            || Draft { name: format!("cage {cage}"), place: [0, 0], total, cells: Vec::new() };
        let draft = drafts.entry(cage).or_insert_with(new);
        if draft.total != total {
            let other = draft.total;
            let message =
                format!("{place}: cage {cage} has the total {other} before, {total} here");
            return Err(TextError::whole(message));
        }
        draft.cells.push(cell);
    }
    Ok((drafts.into_values().collect(), left_out))
}
