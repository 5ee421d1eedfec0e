//! The plain checks of clues outside the grid.

use super::{Case, are_apart};
use crate::puzzles::sudoku::extras::Side;

/// The cells of a row or column, in the order in which the clue sees them.
fn seen(case: &Case<'_>) -> Vec<usize> {
    case.clue.side.map_or_else(Vec::new, |side| seen_from(side, case.side_length()))
}

fn seen_from(side: Side, n: usize) -> Vec<usize> {
    let order: Vec<_> = if side.is_from_end { (0..n).rev().collect() } else { (0..n).collect() };
    let cell =
        |place: usize| if side.is_row { n * side.index + place } else { n * place + side.index };
    order.into_iter().map(cell).collect()
}

/// The values along a diagonal add up to the number outside the grid, and may be equal.
pub(super) fn little_killer(case: &Case<'_>) -> Option<String> {
    let cells = &case.clue.cells;
    are_apart(case.bounds(cells), [case.wanted(); 2]).then(|| case.against(cells))
}

/// The values between the smallest and the largest of all values in a row or column add up to the
/// number. Both must be there.
pub(super) fn sandwich(case: &Case<'_>) -> Option<String> {
    let cells = seen(case);
    let [smallest, largest] = case.extremes();
    // The places that have or can still have a value.
    let places = |value: i32| {
        let can_have = |place: &usize| case.value_of(cells[*place]).is_none_or(|it| it == value);
        (0..cells.len()).filter(can_have).collect::<Vec<_>>()
    };
    let is_possible = |one: usize, other: usize| {
        // One cell has both if there is only one value: then nothing is between them.
        let between = cells.get(one.min(other) + 1..one.max(other)).unwrap_or_default();
        (one == other) == (smallest == largest)
            && !are_apart(case.bounds(between), [case.wanted(); 2])
    };
    let ends = places(largest);
    let mut starts = places(smallest).into_iter();
    let is_any_possible = starts.any(|one| ends.iter().any(|&other| is_possible(one, other)));
    (!is_any_possible).then(|| case.against(&cells))
}

/// The first value X of a row or column is the number of its first values, itself included, that add
/// up to the number outside.
pub(super) fn xsum(case: &Case<'_>) -> Option<String> {
    let cells = seen(case);
    let is_possible = |first: i32| {
        let Some(count) = usize::try_from(first).ok().filter(|it| (1..=cells.len()).contains(it))
        else {
            return false;
        };
        let rest = case.bounds(&cells[1..count]).map(|sum| sum + i64::from(first));
        !are_apart(rest, [case.wanted(); 2])
    };
    first_value(case, &cells, is_possible)
}

/// The first value X of a row or column tells that its cell number X has the number outside.
pub(super) fn numbered_room(case: &Case<'_>) -> Option<String> {
    let cells = seen(case);
    let is_possible = |first: i32| {
        let room = usize::try_from(first).ok().and_then(|room| room.checked_sub(1));
        let has_number = |value: i32| i64::from(value) == case.wanted();
        match room {
            // The first cell is number 1.
            Some(0) => has_number(first),
            Some(room) if room < cells.len() => match case.value_of(cells[room]) {
                Some(value) => has_number(value),
                None => case.all_values().iter().any(|&value| has_number(value)),
            },
            _ => false,
        }
    };
    first_value(case, &cells, is_possible)
}

/// The violation if no value of the first cell is possible.
fn first_value(
    case: &Case<'_>,
    cells: &[usize],
    is_possible: impl Fn(i32) -> bool,
) -> Option<String> {
    let is_any_possible = match case.value_of(cells[0]) {
        Some(first) => is_possible(first),
        None => case.all_values().iter().any(|&first| is_possible(first)),
    };
    (!is_any_possible).then(|| case.against(cells))
}

/// As many values of a row or column as the number says are larger than all before them. A 0 is no
/// building.
pub(super) fn skyscraper(case: &Case<'_>) -> Option<String> {
    let cells = seen(case);
    let (mut highest, mut count, mut open) = (0, 0, 0);
    for (place, &cell) in cells.iter().enumerate() {
        let Some(value) = case.value_of(cell) else {
            open = cells.len() - place;
            break;
        };
        if value > highest {
            highest = value;
            count += 1;
        }
    }
    // Each further building that is seen is higher than the last.
    let higher = case.all_values().iter().filter(|value| **value > highest).count();
    let most = count + open.min(higher) as i64;
    are_apart([count, most], [case.wanted(); 2]).then(|| case.against(&cells))
}

/// The number is the first value of a row or column that is hidden by one before it. The first cell is
/// never hidden.
pub(super) fn hidden_skyscraper(case: &Case<'_>) -> Option<String> {
    let cells = seen(case);
    for (place, &cell) in cells.iter().enumerate() {
        // Before an open cell, none was hidden.
        let value = case.value_of(cell)?;
        let before = case.known_among(&cells[..place]);
        if before.iter().any(|(_, it)| *it >= value) {
            return (i64::from(value) != case.wanted()).then(|| case.against(&cells));
        }
    }
    Some(case.against(&cells))
}

/// All rows and columns, read inwards from both sides as numbers, are ranked; the number outside is
/// the rank, 1 for the smallest. A line with a number is never tied.
pub(super) fn full_rank(case: &Case<'_>) -> Option<String> {
    let (n, side) = (case.side_length(), case.clue.side?);
    let own = seen_from(side, n);
    let (mut smaller, mut open) = (0, 0);
    for is_row in [true, false] {
        for is_from_end in [false, true] {
            for index in 0..n {
                let other = Side { is_row, index, is_from_end };
                if other == side {
                    continue;
                }
                match is_smaller(case, &seen_from(other, n), &own) {
                    Comparison::Smaller => smaller += 1,
                    Comparison::Open => open += 1,
                    Comparison::Larger => {}
                    Comparison::Equal => {
                        let sentence = (case.clue.rule.sentence)(case.clue, case.sudoku);
                        return Some(format!("{sentence}, but {other} has the same number"));
                    }
                }
            }
        }
    }
    let rank = [smaller + 1, smaller + 1 + open];
    if !are_apart(rank, [case.wanted(); 2]) {
        return None;
    }
    let sentence = (case.clue.rule.sentence)(case.clue, case.sudoku);
    let range =
        if open == 0 { smaller.to_string() } else { format!("{smaller} to {}", smaller + open) };
    Some(format!("{sentence}, but {range} lines are smaller"))
}

/// How one line compares with another.
enum Comparison {
    Smaller,
    Equal,
    Larger,
    /// Values that decide are unknown.
    Open,
}

/// Compares two lines, read as numbers.
fn is_smaller(case: &Case<'_>, one: &[usize], other: &[usize]) -> Comparison {
    for (&a, &b) in one.iter().zip(other) {
        match (case.value_of(a), case.value_of(b)) {
            _ if a == b => {}
            (Some(a), Some(b)) if a < b => return Comparison::Smaller,
            (Some(a), Some(b)) if a > b => return Comparison::Larger,
            (Some(_), Some(_)) => {}
            _ => return Comparison::Open,
        }
    }
    Comparison::Equal
}
