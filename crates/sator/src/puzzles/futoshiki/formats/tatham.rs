//! `4:0,2LU,0D,…`, as in Simon Tatham's collection: the size, then for each cell its value or 0, and
//! the directions of the neighbours that have smaller values.

use sator_sat::TextError;

use super::super::{Futoshiki, LARGEST};
use crate::grid::{GridPuzzle, Square};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{first_line, lines, refuse_if};

pub(super) static FORMAT: Format<Futoshiki> = Format::new(
    "tatham",
    "4:0,2LU,0D,…, the letters U, R, D, L for smaller neighbours",
    |text| Confidence::Certain.only_if(is_meant(text)),
    |text, _| read(text),
)
.printed(print);

fn is_meant(text: &str) -> bool {
    let mut lines = lines(text).map(|line| line.text.trim().split_once(':'));
    let is_known = |symbol: char| symbol.is_ascii_digit() || "URDL,".contains(symbol);
    let is_line = |(size, cells): (&str, &str)| {
        size.parse::<usize>().is_ok() && cells.contains(',') && cells.chars().all(is_known)
    };
    lines.next().flatten().is_some_and(is_line) && lines.next().is_none()
}

/// The neighbour in a direction, if there is one in a grid of this size.
fn neighbour([row, column]: Square, direction: &str, n: usize) -> Option<Square> {
    let [row, column] = match direction {
        "U" => [row.checked_sub(1)?, column],
        "R" => [row, column + 1],
        "D" => [row + 1, column],
        "L" => [row, column.checked_sub(1)?],
        _ => return None,
    };
    (row < n && column < n).then_some([row, column])
}

fn read(text: &str) -> Result<Futoshiki, TextError> {
    let line = first_line(text, "a size, a colon and cells")?;
    let mut spans = line.split(|it| it.is_ascii_digit());
    let n = spans.next().unwrap_or(line).number("a size", 1..=LARGEST)?;
    let (mut given, mut less, mut is_next) = (Vec::new(), Vec::new(), true);
    for span in spans.filter(|span| span.text != ":") {
        let here = given.len().saturating_sub(1);
        let here = [here / n, here % n];
        match neighbour(here, span.text, n) {
            Some(smaller) if !given.is_empty() => less.push([smaller, here]),
            _ if span.text == "," => is_next = true,
            _ if is_next => {
                let value = span.number("a value", 0..=n)? as Value;
                given.push((value > 0).then_some(value));
                is_next = false;
            }
            _ => {
                return Err(
                    span.unexpected("a comma, or one of U, R, D and L with a neighbour there")
                );
            }
        }
    }
    if given.len() != n * n {
        let message = format!("expected {} cells for {n}×{n}, found {}", n * n, given.len());
        return Err(TextError::whole(message));
    }
    Futoshiki::of_cells(given, less)
}

fn print(futoshiki: &Futoshiki) -> Result<String, String> {
    let is_far = |[a, b]: &[Square; 2]| a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) > 1;
    refuse_if(&[(futoshiki.less.iter().any(is_far), "cells are compared that are no neighbours")])?;
    let cell = |(cell, given): (usize, &Option<Value>)| {
        let here = futoshiki.square(cell);
        let is_smaller = |it| futoshiki.less.binary_search(&[it, here]).is_ok();
        let has = |way: &&str| neighbour(here, way, futoshiki.n).is_some_and(is_smaller);
        let letters: String = ["U", "R", "D", "L"].into_iter().filter(has).collect();
        format!("{}{letters}", given.unwrap_or(0))
    };
    let cells: Vec<_> = futoshiki.given.iter().enumerate().map(cell).collect();
    Ok(format!("{}:{}", futoshiki.n, cells.join(",")))
}
