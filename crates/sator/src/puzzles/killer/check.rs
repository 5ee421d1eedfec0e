//! The rules of killer sudoku, plainly: values are compared and added, and no model is asked.

use super::sudoku::check::{self as sudoku, name, twice};
use super::{Cage, Killer};
use crate::pieces::counted;
use crate::puzzle::Broken;

/// Whether these values, row by row, are an answer.
pub(super) fn check(killer: &Killer, values: &[i32]) -> Result<(), Broken> {
    sudoku::check(&killer.grid, values)?;
    let value = |at: usize| Some(values[at]);
    match on_diagonals(killer, value).or_else(|| in_cages(killer, value)) {
        Some(broken) => Err(broken),
        None => Ok(()),
    }
}

/// What the cages and the given values break by themselves.
pub(super) fn contradiction(killer: &Killer) -> Option<Broken> {
    let given = |at: usize| killer.grid.given[at];
    sudoku::contradiction(&killer.grid)
        .or_else(|| on_diagonals(killer, given))
        .or_else(|| in_cages(killer, given))
        .or_else(|| killer.cages.iter().find_map(|cage| out_of_reach(killer, cage)))
        .or_else(|| over_the_grid(killer))
}

/// The first value that stands twice on a diagonal.
fn on_diagonals(killer: &Killer, value: impl Fn(usize) -> Option<i32>) -> Option<Broken> {
    if !killer.diagonals {
        return None;
    }
    let (n, grid) = (killer.n(), &killer.grid);
    let falling = (0..n).map(|i| i * n + i);
    let rising = (0..n).map(|i| i * n + n - 1 - i);
    twice(grid, "diagonal 1", &falling, &value)
        .or_else(|| twice(grid, "diagonal 2", &rising, &value))
}

/// The first cage that has a value twice, or whose values are all there and do not add up.
fn in_cages(killer: &Killer, value: impl Fn(usize) -> Option<i32>) -> Option<Broken> {
    killer.cages.iter().find_map(|cage| {
        let cells = cage.cells.iter().copied();
        twice(&killer.grid, title(killer, cage), &cells, &value)
            .or_else(|| wrong_sum(killer, cage, &value))
    })
}

fn wrong_sum(killer: &Killer, cage: &Cage, value: impl Fn(usize) -> Option<i32>) -> Option<Broken> {
    let values: Option<Vec<_>> = cage.cells.iter().map(|&cell| value(cell)).collect();
    let sum: i64 = values?.into_iter().map(i64::from).sum();
    let title = title(killer, cage);
    let broken = || Broken(format!("{title} adds up to {sum}, not {}", cage.total));
    (sum != i64::from(cage.total)).then(broken)
}

/// A cage with empty cells that no different values bring to its total.
fn out_of_reach(killer: &Killer, cage: &Cage) -> Option<Broken> {
    let n = killer.n();
    let given: Vec<_> = cage.cells.iter().filter_map(|&cell| killer.grid.given[cell]).collect();
    let begin: i64 = given.iter().copied().map(i64::from).sum();
    let free = || (1..=n as i64).filter(|&value| given.iter().all(|&it| i64::from(it) != value));
    let empty = cage.cells.len() - given.len();
    let least = begin + free().take(empty).sum::<i64>();
    let most = begin + free().rev().take(empty).sum::<i64>();
    let (bound, end) = match i64::from(cage.total) {
        total if total < least => (least, "least"),
        total if total > most => (most, "most"),
        _ => return None,
    };
    let (title, total) = (title(killer, cage), cage.total);
    let values = match (given.len(), empty) {
        (0, 1) => format!("a value from 1 to {n} is {bound} at {end}"),
        (0, _) => format!("{empty} different values from 1 to {n} add up to {bound} at {end}"),
        _ => format!(
            "{begin} is given, and with {} more it is {bound} at {end}",
            counted(empty, "value")
        ),
    };
    Some(Broken(format!("{title}: {values}, and its total is {total}")))
}

/// Totals of cages that cover the grid add up as its values do.
fn over_the_grid(killer: &Killer) -> Option<Broken> {
    let n = killer.n();
    let covered: usize = killer.cages.iter().map(|cage| cage.cells.len()).sum();
    let values = (n * n * (n + 1) / 2) as u64;
    let totals: u64 = killer.cages.iter().map(|cage| u64::from(cage.total)).sum();
    if covered < n * n || totals == values {
        return None;
    }
    let (by, way) = (totals.abs_diff(values), if totals > values { "much" } else { "little" });
    let sums = format!("the totals add up to {totals}, and the values of the grid to {values}");
    Some(Broken(format!("{sums}: {by} too {way}")))
}

/// `the cage at r1c1 (r1c1, r1c2)`. Of a large cage not all cells are told.
fn title(killer: &Killer, cage: &Cage) -> String {
    const MOST: usize = 6;
    let name = |&cell: &usize| name(killer.n(), cell);
    let cells: Vec<_> = cage.cells.iter().take(MOST).map(name).collect();
    let rest = if cage.cells.len() > MOST { ", …" } else { "" };
    format!("the cage at {} ({}{rest})", cells[0], cells.join(", "))
}
