//! `SumoCueV1=14+0=9…`: for each cell the total of the cage that begins there, or after `+` the
//! number of its cage's first cell, from 0. `D` after the name means that diagonals have each value
//! once; the total 0 means no cage.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::super::sudoku::name;
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::cages::{self, Draft};
use super::{OVERLAPS, are_all_puzzles, empty_grid, has_givens, only_cages, size_of};
use crate::kind::{Confidence, Format};
use crate::text::{lines, refuse_if};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "sumocue",
    "SumoCueV1 and 81 times =sum, or +index of the first cell",
    |text| Confidence::Certain.only_if(lines(text).next().is_some_and(|line| begins(line.text))),
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(print)
.listed(|lines, _| are_all_puzzles(lines, begins));

fn print(killer: &Killer) -> Result<String, String> {
    only_cages(killer)?;
    refuse_if(&[
        (killer.has_overlaps(), OVERLAPS),
        (has_givens(killer), "it has given values"),
        (killer.cages().iter().any(|cage| cage.total == 0), "a cage has the total 0"),
    ])?;
    let cages = killer.cages();
    let entry = |(cell, cage): (usize, &Option<usize>)| match cage.map(|cage| &cages[cage]) {
        Some(cage) if cage.cells[0] == cell => format!("={}", cage.total),
        Some(cage) => format!("+{}", cage.cells[0]),
        None => "=0".to_owned(),
    };
    let entries: String = killer.cage_of_each_cell().iter().enumerate().map(entry).collect();
    Ok(format!("{HEAD}{}{entries}", if killer.has_diagonals() { "D" } else { "" }))
}

const HEAD: &str = "SumoCueV1";

/// The beginning of every version.
const NAME: &str = "SumoCue";

/// Whether a text begins in this format, in any version.
fn begins(text: &str) -> bool {
    begins_with(NAME, text.trim_start())
}

fn begins_with(head: &str, text: &str) -> bool {
    text.get(..head.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(head))
}

/// The entry of a cell.
#[derive(Clone, Copy)]
enum Entry {
    Total(u32),
    CageOf(usize),
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let joined: String = lines(text).flat_map(|line| line.text.split_whitespace()).collect();
    if !begins_with(HEAD, &joined) {
        let version: String = joined.chars().take(HEAD.len()).collect();
        let known = if begins(&joined) { ", the version that is known" } else { "" };
        return Err(TextError::whole(format!("expected {HEAD}{known}, found {}", shown(&version))));
    }
    let rest = &joined[HEAD.len()..];
    let diagonals = rest.starts_with('D');
    let rest = rest.strip_prefix('D').unwrap_or(rest);
    if rest.contains('J') {
        return Err(TextError::whole("expected a killer with boxes, found a jigsaw"));
    }
    let entries = entries(rest)?;
    let n = size_of(entries.len(), "entries", options)?;
    let grid = empty_grid(n, options)?;
    cages::killer(grid, drafts(n, &entries)?, diagonals)
}

fn entries(text: &str) -> Result<Vec<Entry>, TextError> {
    let starts: Vec<_> = text.match_indices(['=', '+']).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    if starts.first() != Some(&0) {
        return Err(TextError::whole(format!("expected '=' or '+', found {}", shown(text))));
    }
    let n = starts.len().isqrt();
    let is_square = n * n == starts.len();
    let entry = |(cell, (start, end)): (usize, (&usize, usize))| {
        let (sign, number) = text[*start..end].split_at(1);
        let entry = match sign {
            "=" => number.parse().ok().map(Entry::Total),
            _ => number.parse().ok().map(Entry::CageOf),
        };
        entry.ok_or_else(|| {
            let found = shown(&text[*start..end]);
            let place = if is_square { name(n, cell) } else { format!("cell {cell} from 0") };
            TextError::whole(format!("{place}: expected a number after '=' or '+', found {found}"))
        })
    };
    starts.iter().zip(ends).enumerate().map(entry).collect()
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
