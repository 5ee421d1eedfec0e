//! The plain checks of rules about the whole grid.

use super::Case;
use super::pairs::{is_marked, pairs_where, side_by_side};
use crate::check::twice;
use crate::grid::GridPuzzle;
use crate::puzzles::sudoku::check::region_number;

/// The first value that a group of cells has twice.
fn no_value_twice(case: &Case<'_>, group: &str, cells: &[usize]) -> Option<String> {
    twice(case.sudoku, group, &cells.iter().copied(), case.known).map(|violation| violation.0)
}

/// The cells whose row and column, from 0, have a property; row by row.
fn cells(case: &Case<'_>, is_meant: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let n = case.side_length();
    (0..n * n).filter(|cell| is_meant(cell / n, cell % n)).collect()
}

/// The falling diagonal has no value twice.
pub(super) fn diagonal_main(case: &Case<'_>) -> Option<String> {
    no_value_twice(case, "diagonal 1", &cells(case, |row, column| row == column))
}

/// The rising diagonal has no value twice.
pub(super) fn diagonal_anti(case: &Case<'_>) -> Option<String> {
    let last = case.side_length() - 1;
    no_value_twice(case, "diagonal 2", &cells(case, |row, column| row + column == last))
}

/// Extra boxes, as wide as the root of the size, a cell apart from each other and from the edge, have
/// no value twice.
pub(super) fn windoku(case: &Case<'_>) -> Option<String> {
    let n = case.side_length();
    let mut width = 1;
    while (width + 1) * (width + 1) <= n {
        width += 1;
    }
    // A window and the cell before it; after the last one there is another cell.
    let windows = (n - 1) / (width + 1);
    let window_of = |place: usize| {
        let (window, offset) = (place / (width + 1), place % (width + 1));
        (offset > 0 && window < windows).then_some(window)
    };
    (0..windows * windows).find_map(|number| {
        let own = (Some(number / windows), Some(number % windows));
        let cells = cells(case, |row, column| (window_of(row), window_of(column)) == own);
        no_value_twice(case, &format!("window {}", number + 1), &cells)
    })
}

/// Cells a knight's move apart have different values.
pub(super) fn antiknight(case: &Case<'_>) -> Option<String> {
    let pairs = pairs_where(case, |rows, columns| matches!((rows, columns), (1, 2) | (2, 1)));
    different(case, pairs, "they are a knight's move apart")
}

/// Cells that touch at a corner have different values.
pub(super) fn antiking(case: &Case<'_>) -> Option<String> {
    let pairs = pairs_where(case, |rows, columns| rows == 1 && columns == 1);
    different(case, pairs, "they are a king's move apart")
}

fn different(case: &Case<'_>, pairs: Vec<[usize; 2]>, sentence: &str) -> Option<String> {
    case.wrong_pair(pairs, |a, b| a != b).map(|pair| case.pair_against(pair, sentence))
}

/// Neighbours never differ by 1, except where a mark shows a difference.
pub(super) fn nonconsecutive(case: &Case<'_>) -> Option<String> {
    let unmarked =
        side_by_side(case).into_iter().filter(|it| !is_marked(case, it, &["difference"]));
    let wrong = case.wrong_pair(unmarked, |a, b| (a - b).abs() != 1)?;
    Some(case.pair_against(wrong, "neighbours are not consecutive"))
}

/// Cells with the same place in their boxes have different values. The cells of a region are counted
/// row by row.
pub(super) fn disjoint_groups(case: &Case<'_>) -> Option<String> {
    let n = case.side_length();
    let mut sizes: Vec<usize> = Vec::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for cell in 0..n * n {
        let Some(region) = region_number(case.sudoku, cell) else { continue };
        sizes.resize(sizes.len().max(region + 1), 0);
        let place = sizes[region];
        sizes[region] += 1;
        groups.resize(groups.len().max(place + 1), Vec::new());
        groups[place].push(cell);
    }
    (1..).zip(groups).find_map(|(number, cells)| {
        no_value_twice(case, &format!("place {number} of the boxes"), &cells)
    })
}

/// Two cells with the same value are never as many steps apart as the value.
pub(super) fn antitaxicab(case: &Case<'_>) -> Option<String> {
    let n = case.side_length();
    let all: Vec<_> = (0..n * n).collect();
    let known = case.known_among(&all);
    for (at, &(first, value)) in known.iter().enumerate() {
        for &(second, _) in known[at + 1..].iter().filter(|other| other.1 == value) {
            let steps = second / n - first / n + (second % n).abs_diff(first % n);
            if steps as i32 == value {
                let sentence = format!("they are {steps} steps apart");
                return Some(case.pair_against([first, second], &sentence));
            }
        }
    }
    None
}

/// Every square of four cells has a low, a middle and a high value.
pub(super) fn global_entropy(case: &Case<'_>) -> Option<String> {
    squares_have_all(case, ["low", "middle", "high"], |value| case.low_middle_high(value))
}

/// Every square of four cells has values with all remainders by 3.
pub(super) fn global_mod3(case: &Case<'_>) -> Option<String> {
    const REMAINDERS: [&str; 3] =
        ["divisible by 3", "1 more than a multiple of 3", "2 more than a multiple of 3"];
    squares_have_all(case, REMAINDERS, |value| (value % 3) as usize)
}

/// The violation if a square of four cells cannot have a value of each of three classes.
fn squares_have_all(
    case: &Case<'_>,
    names: [&str; 3],
    class: impl Fn(i32) -> usize,
) -> Option<String> {
    let n = case.side_length();
    let corners = cells(case, |row, column| row + 1 < n && column + 1 < n);
    corners.into_iter().find_map(|corner| {
        let square = [corner, corner + 1, corner + n, corner + n + 1];
        let known = case.known_among(&square);
        let has = |wanted: usize| known.iter().any(|(_, value)| class(*value) == wanted);
        let missing: Vec<_> = (0..3).filter(|&wanted| !has(wanted)).collect();
        if missing.len() <= square.len() - known.len() {
            return None;
        }
        let (corner, class) = (case.sudoku.cell_name(corner), names[missing[0]]);
        let begin = format!("the 2×2 square at {corner} has no value that is");
        match missing[1..] {
            [] => Some(format!("{begin} {class}")),
            [second, ..] => Some(format!("{begin} {class}, or none that is {}", names[second])),
        }
    })
}

/// Every 5 has a 1 directly above it or a 9 directly below it.
pub(super) fn dutch_flatmates(case: &Case<'_>) -> Option<String> {
    let n = case.side_length();
    let lonely = (0..n * n).find(|&cell| {
        let can_be = |other: usize, wanted: i32| {
            let is_wanted = case.value_of(other).is_none_or(|value| value == wanted);
            is_wanted && case.all_values().contains(&wanted)
        };
        let has_above = cell >= n && can_be(cell - n, 1);
        let has_below = cell + n < n * n && can_be(cell + n, 9);
        case.value_of(cell) == Some(5) && !has_above && !has_below
    })?;
    let cell = case.sudoku.cell_name(lonely);
    Some(format!("{cell} is 5, and there is neither a 1 above it nor a 9 below it"))
}
