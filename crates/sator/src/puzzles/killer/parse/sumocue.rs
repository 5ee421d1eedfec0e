//! `SumoCueV1=14+0=9…`: for each cell the total of the cage that begins there, or after `+` the
//! number of its cage's first cell, from 0. `D` after the name says that diagonals have each value
//! once; a cage with the total 0 is none.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::super::sudoku::check::name;
use super::super::Killer;
use super::cages::{self, Draft};
use super::{empty_grid, size_of};
use crate::pieces::lines;
use crate::puzzle::Reading;

const HEAD: &str = "SumoCueV1";

/// Whether a text begins so.
pub(super) fn begins(text: &str) -> bool {
    let begin = text.trim_start().get(..HEAD.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(HEAD))
}

/// What is said of a cell.
#[derive(Clone, Copy)]
enum Entry {
    Total(u32),
    CageOf(usize),
}

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Result<Killer, TextError> {
    let joined: String = lines(text).flat_map(|line| line.text.split_whitespace()).collect();
    if !begins(&joined) {
        return Err(TextError::whole(format!("expected {HEAD}, found {}", shown(&joined))));
    }
    let rest = &joined[HEAD.len()..];
    let diagonals = rest.starts_with('D');
    let rest = rest.strip_prefix('D').unwrap_or(rest);
    if rest.contains('J') {
        return Err(TextError::whole("expected a killer with boxes, found a jigsaw"));
    }
    let entries = entries(rest)?;
    let n = size_of(entries.len(), "entries")?;
    let grid = empty_grid(n, reading)?;
    cages::killer(grid, drafts(n, &entries)?, diagonals)
}

fn entries(text: &str) -> Result<Vec<Entry>, TextError> {
    let starts: Vec<_> = text.match_indices(['=', '+']).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    if starts.first() != Some(&0) {
        return Err(TextError::whole(format!("expected '=' or '+', found {}", shown(text))));
    }
    let entry = |(start, end): (&usize, usize)| {
        let (sign, number) = text[*start..end].split_at(1);
        let entry = match sign {
            "=" => number.parse().ok().map(Entry::Total),
            _ => number.parse().ok().map(Entry::CageOf),
        };
        entry.ok_or_else(|| {
            let found = shown(&text[*start..end]);
            TextError::whole(format!("expected a number after '=' or '+', found {found}"))
        })
    };
    starts.iter().zip(ends).map(entry).collect()
}

fn drafts(n: usize, entries: &[Entry]) -> Result<Vec<Draft>, TextError> {
    let mut drafts: Vec<_> = (0..entries.len()).map(|head| draft(n, head)).collect();
    for (cell, &entry) in entries.iter().enumerate() {
        let head = if let Entry::CageOf(head) = entry { head } else { cell };
        let Some(&Entry::Total(total)) = entries.get(head) else {
            let place = name(n, cell);
            let message = format!("{place}: expected the first cell of a cage, found {head}");
            return Err(TextError::whole(message));
        };
        drafts[head].total = total;
        drafts[head].cells.push(cell);
    }
    drafts.retain(|draft| draft.total > 0);
    Ok(drafts)
}

/// A cage without cells.
fn draft(n: usize, head: usize) -> Draft {
    let name = format!("the cage at {}", name(n, head));
    Draft { name, place: [0, 0], total: 0, cells: Vec::new() }
}
