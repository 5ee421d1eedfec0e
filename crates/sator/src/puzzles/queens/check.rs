//! Checks the rules of queens, independently of the model.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Queens, Square};
use crate::puzzle::{Allows, Known, Violation};

/// The first rule that queens on these squares violate, of which there may be too few.
pub(super) fn mistake(queens: &Queens, squares: &[Square]) -> Option<Violation> {
    peaceful(queens, squares).err().or_else(|| {
        let wrong = squares.iter().find(|square| is_blocked(queens, square))?;
        Some(Violation(format!("a queen stands on {wrong}, which is blocked")))
    })
}

/// Whether queens on these squares, in any order, are an answer.
pub(super) fn check(queens: &Queens, squares: &[Square]) -> Result<(), Violation> {
    peaceful(queens, squares)?;
    if let Some(row) = (0..queens.n).find(|&row| squares.iter().all(|queen| queen.row != row)) {
        return Err(Violation(format!("row {} has no queen", row + 1)));
    }
    if let Some(missing) = queens.placed.iter().find(|square| !squares.contains(square)) {
        return Err(Violation(format!("the queen given on {missing} is missing")));
    }
    if let Some(wrong) = squares.iter().find(|square| is_blocked(queens, square)) {
        return Err(Violation(format!("a queen stands on {wrong}, which is blocked")));
    }
    Ok(())
}

/// The rules about the queen of one row, whose value is its column.
pub(super) fn allows(queens: &Queens) -> Allows<'_> {
    Box::new(move |row: usize, value: Known<'_>| {
        let queen = |row| value(row).map(|column| Square { row, column: column as usize - 1 });
        let Some(own) = queen(row) else { return true };
        let is_given = |given: &Square| given.row != row || *given == own;
        !is_blocked(queens, &own)
            && queens.placed.iter().all(is_given)
            && (0..queens.n)
                .filter(|&other| other != row)
                .filter_map(queen)
                .all(|other| peaceful(queens, &[own, other]).is_ok())
    })
}

/// The first rule that the given queens and blocked squares violate by themselves.
pub(super) fn contradiction(queens: &Queens) -> Option<Violation> {
    if let Err(broken) = peaceful(queens, &queens.placed) {
        return Some(broken);
    }
    if let Some(square) = queens.placed.iter().find(|square| is_blocked(queens, square)) {
        return Some(Violation(format!("{square} is blocked and has a queen")));
    }
    let mut left = vec![[queens.n; 2]; queens.n];
    for square in &queens.blocked {
        left[square.row][0] -= 1;
        left[square.column][1] -= 1;
    }
    left.iter().enumerate().find_map(|(i, &[in_row, in_column])| match (in_row, in_column) {
        (0, _) => Some(Violation(format!("all squares of row {} are blocked", i + 1))),
        (_, 0) => Some(Violation(format!("all squares of column {} are blocked", i + 1))),
        _ => None,
    })
}

fn is_blocked(queens: &Queens, square: &Square) -> bool {
    queens.blocked.binary_search(square).is_ok()
}

/// Checks that no two queens attack each other. If there are as many as rows, each in a row of its
/// own, they also fill all columns and all regions.
pub(super) fn peaceful(queens: &Queens, squares: &[Square]) -> Result<(), Violation> {
    let n = queens.n;
    alone(squares, |square| square.row, |at| format!("row {}", at.row + 1))?;
    alone(squares, |square| square.column, |at| format!("column {}", at.column + 1))?;
    if let Some(regions) = &queens.regions {
        let name = |at: Square| format!("the region at {at}");
        alone(squares, |square| regions[square.row * n + square.column], name)?;
        return apart(squares);
    }
    alone(squares, |square| square.row + square.column, |_| "a rising diagonal".to_owned())?;
    alone(squares, |square| n + square.row - square.column, |_| "a falling diagonal".to_owned())
}

/// Checks that no two squares have the same key.
fn alone<K: Eq + Hash>(
    squares: &[Square],
    key: impl Fn(Square) -> K,
    name: impl Fn(Square) -> String,
) -> Result<(), Violation> {
    let mut seen = HashMap::new();
    for &square in squares {
        if let Some(first) = seen.insert(key(square), square) {
            return Err(Violation(format!("{} has two queens, {first} and {square}", name(first))));
        }
    }
    Ok(())
}

/// Checks that no two squares touch, not even at a corner.
fn apart(squares: &[Square]) -> Result<(), Violation> {
    for (i, first) in squares.iter().enumerate() {
        for second in &squares[i + 1..] {
            let rows = first.row.abs_diff(second.row);
            let columns = first.column.abs_diff(second.column);
            if rows <= 1 && columns <= 1 {
                return Err(Violation(format!("the queens on {first} and {second} touch")));
            }
        }
    }
    Ok(())
}
