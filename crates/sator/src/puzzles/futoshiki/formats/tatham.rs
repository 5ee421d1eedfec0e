//! `4:0,2LU,0D,…`, as in Simon Tatham's collection: the size, then for each cell its value or 0, and
//! the directions of the neighbours that have smaller values.

use sator_sat::TextError;

use super::super::{Futoshiki, LARGEST};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{lines, refuse_if};

pub(super) static FORMAT: Format<Futoshiki> = Format::new(
    "tatham",
    "4:0,2LU,0D,…, the letters U, R, D, L for smaller neighbours",
    sniff,
    |text, _| read(text),
)
.printed(print);

fn sniff(text: &str) -> Confidence {
    let is_meant = lines(text)
        .next()
        .and_then(|line| line.text.trim().split_once(':'))
        .is_some_and(|(size, cells)| {
            let is_known = |symbol: char| symbol.is_ascii_digit() || "URDL,".contains(symbol);
            size.parse::<usize>().is_ok() && cells.contains(',') && cells.chars().all(is_known)
        });
    Confidence::Certain.only_if(is_meant && lines(text).nth(1).is_none())
}

/// The neighbour in a direction; it may lie outside.
fn neighbour([row, column]: [usize; 2], direction: &str) -> Option<[usize; 2]> {
    Some(match direction {
        "U" => [row.wrapping_sub(1), column],
        "R" => [row, column + 1],
        "D" => [row + 1, column],
        "L" => [row, column.wrapping_sub(1)],
        _ => return None,
    })
}

fn read(text: &str) -> Result<Futoshiki, TextError> {
    let none = || TextError::whole("expected a size, a colon and cells, found nothing");
    let mut spans = lines(text).next().ok_or_else(none)?.split(|it| it.is_ascii_digit());
    let n = spans.next().ok_or_else(none)?.number("a size", 1..=LARGEST)?;
    let (mut values, mut less, mut is_next) = (Vec::new(), Vec::new(), true);
    for span in spans.filter(|span| span.text != ":") {
        let here = values.len().saturating_sub(1);
        let here = [here / n, here % n];
        match neighbour(here, span.text) {
            Some(smaller) if !values.is_empty() => less.push([smaller, here]),
            _ if span.text == "," => is_next = true,
            _ if is_next => {
                values.push(span.number("a value", 0..=n)? as Value);
                is_next = false;
            }
            _ => return Err(span.unexpected("a comma or one of U, R, D and L")),
        }
    }
    let rows: Vec<_> = values.chunks(n).map(<[_]>::to_vec).collect();
    if values.len() != n * n {
        let message = format!("expected {} cells for {n}×{n}, found {}", n * n, values.len());
        return Err(TextError::whole(message));
    }
    Futoshiki::new(&rows, less)
}

fn print(futoshiki: &Futoshiki) -> Result<String, String> {
    let n = futoshiki.n;
    let is_far = |[a, b]: [[usize; 2]; 2]| a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) > 1;
    refuse_if(&[(futoshiki.less().any(is_far), "cells are compared that are no neighbours")])?;
    let cell = |cell: usize| {
        let here = [cell / n, cell % n];
        let smaller: Vec<_> = futoshiki.less().filter(|it| it[1] == here).map(|it| it[0]).collect();
        let has = |way: &&str| neighbour(here, way).is_some_and(|it| smaller.contains(&it));
        let letters: String = ["U", "R", "D", "L"].into_iter().filter(has).collect();
        format!("{}{letters}", futoshiki.given[cell].unwrap_or(0))
    };
    let cells: Vec<_> = (0..n * n).map(cell).collect();
    Ok(format!("{n}:{}", cells.join(",")))
}
