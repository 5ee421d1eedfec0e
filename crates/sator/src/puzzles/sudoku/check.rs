//! Checks the rules of sudoku, independently of the model.

use super::Sudoku;
use super::extras::plain;
use super::regions::Regions;
use crate::boxes::{BoxShape, LARGEST};
use crate::check::{cells_in_line, differs, latin_violation, twice};
use crate::grid::GridPuzzle;
use crate::puzzle::{Allows, Known, Violation};

/// The first rule that these values violate.
pub(super) fn violation(
    sudoku: &Sudoku,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    of_houses(sudoku, value).or_else(|| of_extras(sudoku, value))
}

/// The first value that occurs twice in a row, a column or a region, or that is none of the values.
fn of_houses(sudoku: &Sudoku, value: &dyn Fn(usize) -> Option<i32>) -> Option<Violation> {
    let noun = match sudoku.regions {
        Regions::Boxes(_) => "box",
        Regions::Irregular { .. } => "region",
    };
    let in_region = |(number, cells): (usize, Vec<usize>)| {
        twice(sudoku, format!("{noun} {number}"), &cells.into_iter(), value)
    };
    let missing = |cell| {
        let found = value(cell).filter(|found| !sudoku.values.contains(*found))?;
        let (name, values) = (sudoku.cell_name(cell), &sudoku.values);
        Some(Violation(format!("{name} is {found}, which is none of {values}")))
    };
    latin_violation(sudoku, value)
        .or_else(|| (1..).zip(regions(sudoku)).find_map(in_region))
        .or_else(|| (0..sudoku.given.len()).find_map(missing))
}

/// The cells of each region, row by row.
fn regions(sudoku: &Sudoku) -> Vec<Vec<usize>> {
    let mut regions: Vec<Vec<usize>> = Vec::new();
    for cell in 0..sudoku.given.len() {
        if let Some(region) = region_number(sudoku, cell) {
            regions.resize(regions.len().max(region + 1), Vec::new());
            regions[region].push(cell);
        }
    }
    regions
}

/// The number of a cell's region, from 0, if it is in one. Boxes are numbered row by row; those of one
/// row or column are rows and columns, and no regions.
pub(super) fn region_number(sudoku: &Sudoku, cell: usize) -> Option<usize> {
    match &sudoku.regions {
        Regions::Boxes(shape) if shape.rows() == 1 || shape.columns() == 1 => None,
        Regions::Boxes(shape) => {
            let [row, column] = sudoku.square(cell);
            let in_a_row = shape.n() / shape.columns();
            Some(row / shape.rows() * in_a_row + column / shape.columns())
        }
        Regions::Irregular { of, .. } => of[cell],
    }
}

/// The first extra rule that these values violate, or totals that do not add up.
pub(super) fn of_extras(
    sudoku: &Sudoku,
    value: &dyn Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    let mut broken =
        sudoku.extras.iter().filter_map(|extra| plain::violation(extra, sudoku, value));
    broken.next().or_else(|| over_the_grid(sudoku))
}

/// Checks that cages that cover the grid, each cell once, have the total of all its values.
fn over_the_grid(sudoku: &Sudoku) -> Option<Violation> {
    let values = sudoku.values.list();
    // Only if a row has each value is the total of the grid known.
    if values.len() != sudoku.dimensions()[0] {
        return None;
    }
    let mut covered = vec![0_u32; sudoku.given.len()];
    let mut totals = 0;
    for cage in sudoku.extras.iter().filter(|it| it.rule.name == "cage") {
        let Some(total) = cage.number else { continue };
        totals += total;
        cage.cells.iter().for_each(|&cell| covered[cell] += 1);
    }
    let of_a_row: i64 = values.iter().copied().map(i64::from).sum();
    let all = of_a_row * values.len() as i64;
    if totals == all || covered.iter().any(|&cages| cages != 1) {
        return None;
    }
    let (by, way) = (totals.abs_diff(all), if totals > all { "much" } else { "little" });
    let sums = format!("the totals add up to {totals}, and the values of the grid to {all}");
    Some(Violation(format!("{sums}: {by} too {way}")))
}

/// The rules about one cell: its row, its column, its region and the extra rules with that cell.
pub(super) fn allows(sudoku: &Sudoku) -> Allows<'_> {
    let mut others = cells_in_line(sudoku.n());
    for region in regions(sudoku) {
        for &cell in &region {
            let is_new = |it: &&usize| **it != cell && !others[cell].contains(it);
            let new: Vec<_> = region.iter().filter(is_new).copied().collect();
            others[cell].extend(new);
        }
    }
    let about =
        |cell| sudoku.extras.iter().filter(move |extra| plain::is_about(extra, cell)).collect();
    let extras: Vec<Vec<_>> = (0..sudoku.given.len()).map(about).collect();
    Box::new(move |cell: usize, value: Known<'_>| {
        let is_value = value(cell).is_none_or(|it| sudoku.values.contains(it));
        let mut extras = extras[cell].iter();
        is_value
            && differs(cell, &others[cell], value)
            && extras.all(|extra| plain::violation(extra, sudoku, value).is_none())
    })
}

/// Whether the answer is right, without a description of the error. Counting all errors is faster
/// than stopping at the first.
pub(super) fn is_right(sudoku: &Sudoku, values: &[i32]) -> bool {
    let Regions::Boxes(shape) = sudoku.regions else { return false };
    let range = 1..=shape.n() as i32;
    if !sudoku.values.list().iter().copied().eq(range.clone()) {
        return false;
    }
    let outside = values.iter().filter(|value| !range.contains(value)).count();
    let is_changed = |(given, value): &(&Option<i32>, &i32)| given.unwrap_or(**value) != **value;
    let changes = sudoku.given.iter().zip(values).filter(is_changed).count();
    outside + changes == 0 && has_each_everywhere(shape, values)
}

/// Whether every row, column and box has each value from 1 to n, so that none occurs twice. Each
/// value is a bit.
fn has_each_everywhere(shape: BoxShape, values: &[i32]) -> bool {
    let (n, height, width) = (shape.n(), shape.rows(), shape.columns());
    let all = ((1_u64 << n) - 1) << 1;
    let union = |found: &[u64]| found.iter().fold(0, |union, bits| union | bits);
    let mut columns = [0; LARGEST];
    for rows in values.chunks(n * height) {
        let mut parts = [0; LARGEST];
        for row in rows.chunks(n) {
            let mut found = 0;
            for (part, value) in parts[..n].iter_mut().zip(row) {
                *part |= 1 << value;
                found |= 1 << value;
            }
            if found != all {
                return false;
            }
        }
        if parts[..n].chunks(width).any(|parts| union(parts) != all) {
            return false;
        }
        columns[..n].iter_mut().zip(&parts).for_each(|(column, part)| *column |= part);
    }
    columns[..n].iter().all(|&found| found == all)
}

#[cfg(test)]
mod tests {
    use super::super::Notation;
    use super::*;
    use crate::check;
    use crate::puzzle::Puzzle;

    /// Six rows with boxes of 2×3, which are different from boxes of 3×2.
    const ANSWER: [i32; 36] = [
        1, 2, 3, 4, 5, 6, //
        4, 5, 6, 1, 2, 3, //
        2, 3, 1, 5, 6, 4, //
        5, 6, 4, 2, 3, 1, //
        3, 1, 2, 6, 4, 5, //
        6, 4, 5, 3, 1, 2,
    ];

    fn sudoku([rows, columns]: [usize; 2], given: &[(usize, i32)]) -> Sudoku {
        let shape = BoxShape::new(rows, columns).unwrap();
        let mut cells = vec![None; shape.n() * shape.n()];
        for &(at, value) in given {
            cells[at] = Some(value);
        }
        Sudoku::plain(shape, cells, Notation::usual(shape.n()))
    }

    #[test]
    fn a_violation_is_named_with_its_place() {
        // Two rows of one band are swapped with two of another: only boxes are violated.
        let other_rows: Vec<_> = (6..18).map(|at| (at, ANSWER[at % 12 + 6])).collect();
        for (shape, given, changes, expected) in [
            ([2, 3], &[][..], &[][..], ""),
            ([2, 3], &[(0, 1), (35, 2)], &[], ""),
            ([2, 3], &[], &[(14, 5)], "row 3 has 5 twice, r3c3 and r3c4"),
            ([2, 3], &[], &[(12, 3), (13, 2)], "column 1 has 3 twice, r3c1 and r5c1"),
            ([3, 2], &[], &[], "box 1 has 2 twice, r1c2 and r3c1"),
            ([2, 3], &[], &other_rows[..], "box 1 has 2 twice, r1c2 and r2c1"),
            ([2, 3], &[(0, 1), (7, 6)], &[], "r2c2 is given as 6, and is 5 here"),
            ([2, 3], &[], &[(8, 7)], "r2c3 is 7, which is not from 1 to 6"),
            ([2, 3], &[], &[(35, 0)], "r6c6 is 0, which is not from 1 to 6"),
        ] {
            let mut values = ANSWER;
            for &(at, value) in changes {
                values[at] = value;
            }
            let found = check::answer(&sudoku(shape, given), &values);
            let found = found.map_or_else(|broken| broken.to_string(), |()| String::new());
            assert_eq!(found, expected);
        }
        let plain = sudoku([2, 3], &[]);
        let short = check::answer(&plain, &ANSWER[1..]).unwrap_err();
        assert_eq!(short.to_string(), "the grid has 36 cells, but 35 values");
        let mut cells = ANSWER.map(Some);
        assert_eq!(check::filled(&plain, &cells), Ok(ANSWER.to_vec()));
        cells[13] = None;
        assert_eq!(check::filled(&plain, &cells).unwrap_err().to_string(), "r3c2 is empty");
    }

    /// The quick check agrees with the search for the first violation.
    #[test]
    fn the_quick_check_accepts_what_the_search_accepts() {
        let given = sudoku([2, 3], &[(0, 1), (7, 5)]);
        let is_accepted = |values: &[i32]| {
            let in_range = values.iter().all(|value| (1..=6).contains(value));
            in_range
                && violation(&given, &|at| Some(values[at])).is_none()
                && (values[0], values[7]) == (1, 5)
        };
        assert!(is_right(&given, &ANSWER) && is_accepted(&ANSWER));
        for at in 0..36 {
            for value in [-1, 0, 1, 2, 3, 4, 5, 6, 7, 63, 64, i32::MAX] {
                let mut values = ANSWER;
                values[at] = value;
                assert_eq!(is_right(&given, &values), is_accepted(&values), "{at} {value}");
            }
            for other in 0..36 {
                let mut values = ANSWER;
                values.swap(at, other);
                assert_eq!(is_right(&given, &values), is_accepted(&values), "{at} {other}");
            }
        }
        let renamed = ANSWER.map(|value| value % 6 + 1);
        assert!(!is_right(&given, &renamed) && !is_accepted(&renamed));
        assert!(is_right(&sudoku([2, 3], &[]), &renamed));
        assert!(!is_right(&sudoku([3, 2], &[]), &renamed));
    }

    #[test]
    fn given_values_can_contradict_each_other() {
        for (shape, given, expected) in [
            ([2, 3], &[(0, 1), (7, 2), (14, 1)][..], None),
            ([2, 3], &[(21, 2), (16, 2)], Some("box 4 has 2 twice, r3c5 and r4c4")),
            ([2, 3], &[(24, 2), (32, 2)], Some("box 5 has 2 twice, r5c1 and r6c3")),
            (
                [6, 6],
                &[(35, 36), (36 * 36 - 1, 36)],
                Some("column 36 has 36 twice, r1c36 and r36c36"),
            ),
            ([1, 5], &[(5, 3), (9, 3)], Some("row 2 has 3 twice, r2c1 and r2c5")),
        ] {
            let found = sudoku(shape, given).contradiction().map(|broken| broken.to_string());
            assert_eq!(found.as_deref(), expected);
        }
    }
}
