//! Checks the cages that a format has read: the last step of every format.

use sator_sat::TextError;
use serde_json::Value as Json;

use super::super::super::sudoku::Cage;
use super::super::super::sudoku::Sudoku;
use super::super::super::sudoku::extras::{DIAGONALS, Extra};
use super::super::super::sudoku::name;
use super::super::Killer;
use crate::check::listed;
use crate::text::Span;

/// A cage as parsed, before validation.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// Its name in the text: `cage A`.
    pub(super) name: String,
    /// Line and column in the text; 0 where there is no useful place.
    pub(super) place: [usize; 2],
    pub(super) total: u32,
    pub(super) cells: Vec<usize>,
}

/// The largest total; larger ones are slips.
pub(super) const LARGEST_TOTAL: usize = 999_999;

/// Parses a total.
pub(super) fn total(span: Span<'_>, cage: &str) -> Result<u32, TextError> {
    let total = span.number(&format!("a total for {cage}"), 0..=LARGEST_TOTAL)?;
    Ok(total as u32)
}

/// Parses a total in JSON.
pub(super) fn total_of(json: &Json) -> Option<u32> {
    let total = json.as_u64().filter(|&total| total <= LARGEST_TOTAL as u64)?;
    Some(total as u32)
}

/// The instance with these cages, whose cells lie within the grid.
pub(super) fn killer(
    mut grid: Sudoku,
    drafts: Vec<Draft>,
    diagonals: bool,
) -> Result<Killer, TextError> {
    let n = grid.n();
    are_sound(n, &drafts)?;
    let notes: Vec<_> =
        on_parts(&grid, &drafts).into_iter().chain(on_overlaps(n, &drafts)).collect();
    grid.notes.extend(notes);
    let cages = drafts.into_iter().map(Draft::settled).collect();
    Ok(of(grid, cages, diagonals))
}

/// The sudoku with cages, and with diagonals if it has them.
pub(super) fn of(mut grid: Sudoku, cages: Vec<Cage>, diagonals: bool) -> Killer {
    if diagonals {
        grid.extras.extend(DIAGONALS.map(Extra::new));
    }
    grid.add_cages(cages);
    grid
}

/// A note for each cage that is not connected; many such cages are deliberate and get one note with
/// their number.
fn on_parts(grid: &Sudoku, drafts: &[Draft]) -> Vec<String> {
    const MOST_NOTES: usize = 5;
    let n = grid.n();
    let is_apart = |draft: &&Draft| !is_connected(n, &draft.cells);
    let apart: Vec<_> = drafts.iter().filter(is_apart).collect();
    let first = apart.iter().flat_map(|draft| &draft.cells).min();
    match first {
        Some(&first) if apart.len() > MOST_NOTES => {
            let (count, first) = (apart.len(), name(n, first));
            vec![format!("{count} cages are not connected, the first at {first}")]
        }
        _ => {
            let note = |draft: &&Draft| {
                format!("{} ({}) is not connected", draft.name, listed(grid, &draft.cells))
            };
            apart.iter().map(note).collect()
        }
    }
}

/// A note on the few cells that a list of cages leaves out: it may be a slip.
pub(super) fn on_missing(n: usize, drafts: &[Draft]) -> Option<String> {
    const FEW: usize = 3;
    let mut is_missing = vec![true; n * n];
    drafts.iter().flat_map(|draft| &draft.cells).for_each(|&cell| is_missing[cell] = false);
    let missing: Vec<_> = (0..n * n).filter(|&cell| is_missing[cell]).collect();
    let names: Vec<_> = missing.iter().take(FEW).map(|&cell| name(n, cell)).collect();
    match missing.len() {
        1 => Some(format!("{} is in no cage", names[0])),
        2..=FEW => Some(format!("{} are in no cage", names.join(", "))),
        _ => None,
    }
}

/// A note on the cells that several cages share: it may be a slip.
fn on_overlaps(n: usize, drafts: &[Draft]) -> Option<String> {
    let mut owners: Vec<Option<&Draft>> = vec![None; n * n];
    let mut shared = Vec::new();
    for draft in drafts {
        for &cell in &draft.cells {
            match owners[cell] {
                Some(owner) => shared.push((cell, owner, draft)),
                None => owners[cell] = Some(draft),
            }
        }
    }
    let &(cell, one, other) = shared.first()?;
    let first = format!("{} is in {} and in {}", name(n, cell), one.name, other.name);
    shared.sort_unstable_by_key(|it| it.0);
    shared.dedup_by_key(|it| it.0);
    Some(match shared.len() - 1 {
        0 => first,
        1 => format!("{first}, and 1 more cell is in several cages"),
        more => format!("{first}, and {more} more cells are in several cages"),
    })
}

/// Validates the cages: no total is too large to be read back, no cage is empty, has more cells than
/// there are values, or has a cell twice.
fn are_sound(n: usize, drafts: &[Draft]) -> Result<(), TextError> {
    for draft in drafts {
        let (title, count, total) = (&draft.name, draft.cells.len(), draft.total);
        if total as usize > LARGEST_TOTAL {
            let expected = format!("expected a total from 0 to {LARGEST_TOTAL}");
            return Err(draft.error(format!("{title}: {expected}, found {total}")));
        }
        if count == 0 {
            return Err(draft.error(format!("{title} has no cells")));
        }
        if count > n {
            let message = format!("{title} has {count} cells, but values from 1 to {n} only");
            return Err(draft.error(message));
        }
        for (index, &cell) in draft.cells.iter().enumerate() {
            if draft.cells[..index].contains(&cell) {
                return Err(draft.error(format!("{title} has {} twice", name(n, cell))));
            }
        }
    }
    Ok(())
}

impl Draft {
    fn error(&self, message: String) -> TextError {
        TextError::at(self.place[0], self.place[1], message)
    }

    fn settled(mut self) -> Cage {
        self.cells.sort_unstable();
        Cage { total: self.total, cells: self.cells }
    }
}

/// Whether the cells are connected by common sides.
fn is_connected(n: usize, cells: &[usize]) -> bool {
    let are_neighbours = |one: usize, other: usize| {
        let down = (one / n).abs_diff(other / n);
        let across = (one % n).abs_diff(other % n);
        down + across == 1
    };
    let mut apart = cells.to_vec();
    let mut reached: Vec<_> = apart.pop().into_iter().collect();
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        reached.extend(apart.extract_if(.., |other| are_neighbours(cell, *other)));
        next += 1;
    }
    apart.is_empty()
}
