//! Checks of plain rules that several kinds share, independent of any model.

use std::fmt::{self, Display};

use crate::grid::{GridPuzzle, name};
use crate::puzzle::{Known, Violation};

/// Whether these values of the cells are an answer.
pub(crate) fn answer(puzzle: &impl GridPuzzle, values: &[i32]) -> Result<(), Violation> {
    let cells = puzzle.givens().len();
    // Auxiliary cells follow those of the grid.
    let Some(values) = values.get(..cells) else {
        let message = format!("the grid has {cells} cells, but {} values", values.len());
        return Err(Violation(message));
    };
    if puzzle.is_quickly_accepted(values) {
        return Ok(());
    }
    let cells: Vec<_> = values.iter().copied().map(Some).collect();
    mistake(puzzle, &cells).map_or(Ok(()), Err)
}

/// The first rule that the filled cells violate.
pub(crate) fn mistake(puzzle: &impl GridPuzzle, cells: &[Option<i32>]) -> Option<Violation> {
    outside(puzzle, cells)
        .or_else(|| puzzle.violation(&|cell| cells[cell]))
        .or_else(|| change(puzzle, cells))
}

/// The values of a board without empty cells, if they are an answer.
pub(crate) fn filled(
    puzzle: &impl GridPuzzle,
    cells: &[Option<i32>],
) -> Result<Vec<i32>, Violation> {
    if let Some(cell) = cells.iter().position(Option::is_none) {
        return Err(Violation(format!("{} is empty", puzzle.cell_name(cell))));
    }
    let values: Vec<_> = cells.iter().map(|cell| cell.unwrap_or_default()).collect();
    answer(puzzle, &values).map(|()| values)
}

/// The first value outside the range.
fn outside(puzzle: &impl GridPuzzle, cells: &[Option<i32>]) -> Option<Violation> {
    let (smallest, largest) = (puzzle.smallest_value(), puzzle.largest_value());
    let is_outside = |value: i32| !(smallest..=largest as i32).contains(&value);
    let cell = cells.iter().position(|cell| cell.is_some_and(is_outside))?;
    let (name, value) = (puzzle.cell_name(cell), cells[cell]?);
    Some(Violation(format!("{name} is {value}, which is not from {smallest} to {largest}")))
}

/// The first value that differs from the given one.
fn change(puzzle: &impl GridPuzzle, cells: &[Option<i32>]) -> Option<Violation> {
    puzzle.givens().iter().zip(cells).enumerate().find_map(|(cell, (given, value))| {
        let value = (*value)?;
        let given = given.filter(|given| *given != value)?;
        let [given, value] = [given, value].map(|value| puzzle.symbol(value));
        let cell = puzzle.cell_name(cell);
        Some(Violation(format!("{cell} is given as {given}, and is {value} here")))
    })
}

/// The first value that occurs twice in a row or a column of a square grid.
pub(crate) fn latin_violation(
    puzzle: &impl GridPuzzle,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    let n = puzzle.dimensions()[0];
    twice_in(puzzle, "row", value, |row, i| row * n + i)
        .or_else(|| twice_in(puzzle, "column", value, |column, i| i * n + column))
}

/// The first value that occurs twice in a house of a square grid; `cell` returns the cells of each.
fn twice_in(
    puzzle: &impl GridPuzzle,
    house: &str,
    value: &dyn Fn(usize) -> Option<i32>,
    cell: impl Fn(usize, usize) -> usize,
) -> Option<Violation> {
    let n = puzzle.dimensions()[0];
    (0..n).find_map(|number| {
        let cells = (0..n).map(|i| cell(number, i));
        twice(puzzle, format_args!("{house} {}", number + 1), &cells, value)
    })
}

/// The first value that occurs twice in a house, or in another set of different cells.
pub(crate) fn twice(
    puzzle: &impl GridPuzzle,
    house: impl Display,
    cells: &(impl Iterator<Item = usize> + Clone),
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    let mut seen = 0_u64;
    for second in cells.clone() {
        let found = value(second);
        // Values out of range are found elsewhere.
        let shift = found.and_then(|found| u32::try_from(found).ok());
        let bit = shift.and_then(|shift| 1_u64.checked_shl(shift)).unwrap_or(0);
        if seen & bit != 0 {
            let first = cells.clone().find(|&first| value(first) == found)?;
            let [first, second] = [first, second].map(|cell| puzzle.cell_name(cell));
            let found = puzzle.symbol(found?);
            return Some(Violation(format!("{house} has {found} twice, {first} and {second}")));
        }
        seen |= bit;
    }
    None
}

/// The other cells in the row or the column of each cell of a square grid.
pub(crate) fn cells_in_line(n: usize) -> Vec<Vec<usize>> {
    let is_in_line =
        |one: usize, other: usize| one != other && (one / n == other / n || one % n == other % n);
    let others = |cell| (0..n * n).filter(|&other| is_in_line(cell, other)).collect();
    (0..n * n).map(others).collect()
}

/// Whether none of the other cells has the value of a cell.
pub(crate) fn differs(cell: usize, others: &[usize], value: Known<'_>) -> bool {
    let own = value(cell);
    own.is_none() || others.iter().all(|&other| value(other) != own)
}

/// Cells whose values differ and add up to a total. It displays as `the cage at r1c1 (r1c1, r1c2)`.
pub(crate) struct Sum<'p, P> {
    pub(crate) puzzle: &'p P,
    /// The noun before the first cell: `the cage at`.
    pub(crate) noun: &'static str,
    /// At least one.
    pub(crate) cells: &'p [usize],
    pub(crate) total: u32,
    /// The values that a cell can take, ascending.
    pub(crate) values: &'p [i32],
}

impl<P: GridPuzzle> Display for Sum<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, all) = (self.puzzle.cell_name(self.cells[0]), listed(self.puzzle, self.cells));
        write!(f, "{} {first} ({all})", self.noun)
    }
}

impl<P: GridPuzzle> Sum<'_, P> {
    /// A value that occurs twice, another sum, or a total that unknown values cannot reach.
    pub(crate) fn violation(&self, value: &dyn Fn(usize) -> Option<i32>) -> Option<Violation> {
        let cells = self.cells.iter().copied();
        twice(self.puzzle, self, &cells, value).or_else(|| {
            let sum = cells.map(|cell| value(cell).map(i64::from)).sum::<Option<i64>>();
            let total = self.total;
            match sum {
                Some(sum) if sum == i64::from(total) => None,
                Some(sum) => Some(Violation(format!("{self} adds up to {sum}, not {total}"))),
                None => self.out_of_reach(value),
            }
        })
    }

    /// The violation of a total that the unknown cells cannot reach with different values.
    fn out_of_reach(&self, value: &dyn Fn(usize) -> Option<i32>) -> Option<Violation> {
        let (values, total) = (self.values, i64::from(self.total));
        let known: Vec<_> = self.cells.iter().filter_map(|&cell| value(cell)).collect();
        if self.cells.len() > values.len() {
            let [cells, values] = [self.cells.len(), values.len()];
            let reason = format!("{cells} cells, and there are {values} values");
            return Some(Violation(format!("{self} has {reason}")));
        }
        let begin: i64 = known.iter().copied().map(i64::from).sum();
        let free = values.iter().filter(|it| !known.contains(it)).copied().map(i64::from);
        let empty = self.cells.len() - known.len();
        let least = begin + free.clone().take(empty).sum::<i64>();
        let most = begin + free.rev().take(empty).sum::<i64>();
        let (bound, end) = if total < least {
            (least, "least")
        } else if total > most {
            (most, "most")
        } else {
            return None;
        };
        let range = range(values);
        let values = match (known.len(), empty) {
            (0, 1) => format!("a value {range} is {bound} at {end}"),
            (0, _) => format!("{empty} different values {range} add up to {bound} at {end}"),
            _ => {
                let more = crate::text::counted(empty, "value");
                format!("{begin} is given, and with {more} more it is {bound} at {end}")
            }
        };
        Some(Violation(format!("{self}: {values}, and its total is {total}")))
    }
}

/// `from 1 to 9`, or `of 1, 2, 5` where some are missing.
fn range(values: &[i32]) -> String {
    if let [first, .., last] = values
        && (last - first) as usize + 1 == values.len()
    {
        return format!("from {first} to {last}");
    }
    let values: Vec<_> = values.iter().map(i32::to_string).collect();
    format!("of {}", values.join(", "))
}

/// `r1c1, r1c2`. Long lists are truncated.
pub(crate) fn listed(puzzle: &impl GridPuzzle, cells: &[usize]) -> String {
    const LISTED_CELLS: usize = 6;
    let shown = cells.iter().take(LISTED_CELLS);
    let names: Vec<_> = shown.map(|&cell| name(puzzle.square(cell)).to_string()).collect();
    let rest = if cells.len() > LISTED_CELLS { ", …" } else { "" };
    names.join(", ") + rest
}
