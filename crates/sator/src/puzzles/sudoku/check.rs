//! Checks the rules of sudoku, independently of the model.

use std::fmt;

use super::Sudoku;
use crate::boxes::LARGEST;
use crate::puzzle::Violation;

/// Whether these values, row by row, are an answer.
pub(in crate::puzzles) fn check(sudoku: &Sudoku, values: &[i32]) -> Result<(), Violation> {
    let n = sudoku.n();
    if values.len() != n * n {
        return Err(Violation(format!(
            "the grid has {} cells, but {} values",
            n * n,
            values.len()
        )));
    }
    // Most answers are right, which this check decides quickly.
    if is_right(sudoku, values) {
        return Ok(());
    }
    let broken = alien(sudoku, values)
        .or_else(|| clash(sudoku, |at| Some(values[at])))
        .or_else(|| change(sudoku, values));
    broken.map_or(Ok(()), Err)
}

/// The first value outside the range.
fn alien(sudoku: &Sudoku, values: &[i32]) -> Option<Violation> {
    let n = sudoku.n();
    let at = values.iter().position(|value| !(1..=n as i32).contains(value))?;
    let (cell, value) = (name(n, at), values[at]);
    Some(Violation(format!("{cell} is {value}, which is not from 1 to {n}")))
}

/// The first value that differs from the given one.
fn change(sudoku: &Sudoku, values: &[i32]) -> Option<Violation> {
    sudoku.given.iter().zip(values).enumerate().find_map(|(at, (&given, &value))| {
        let given = given.filter(|&given| given != value)?;
        let (cell, [given, value]) =
            (name(sudoku.n(), at), [given, value].map(|it| sudoku.written(it)));
        Some(Violation(format!("{cell} is given as {given}, and is {value} here")))
    })
}

/// Whether the answer is right, without a description of the error. Counting all errors is faster
/// than stopping at the first.
fn is_right(sudoku: &Sudoku, values: &[i32]) -> bool {
    let range = 1..=sudoku.n() as i32;
    let aliens = values.iter().filter(|value| !range.contains(value)).count();
    let is_changed = |(given, value): &(&Option<i32>, &i32)| given.unwrap_or(**value) != **value;
    let changes = sudoku.given.iter().zip(values).filter(is_changed).count();
    aliens + changes == 0 && has_each_everywhere(sudoku, values)
}

/// Whether every row, column and box has each value from 1 to n, so that none occurs twice. Each
/// value is a bit.
fn has_each_everywhere(sudoku: &Sudoku, values: &[i32]) -> bool {
    let (n, height, width) = (sudoku.n(), sudoku.shape.rows(), sudoku.shape.columns());
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

/// The values of a board without empty cells.
pub(in crate::puzzles) fn filled(
    sudoku: &Sudoku,
    cells: &[Option<i32>],
) -> Result<Vec<i32>, Violation> {
    match cells.iter().position(Option::is_none) {
        Some(at) => Err(Violation(format!("{} is empty", name(sudoku.n(), at)))),
        None => Ok(cells.iter().map(|cell| cell.unwrap_or_default()).collect()),
    }
}

/// The first rule that the given values violate by themselves.
pub(in crate::puzzles) fn contradiction(sudoku: &Sudoku) -> Option<Violation> {
    clash(sudoku, |at| sudoku.given[at])
}

/// The first value that occurs twice in a row, a column or a box.
fn clash(sudoku: &Sudoku, value: impl Fn(usize) -> Option<i32>) -> Option<Violation> {
    let (n, rows, columns) = (sudoku.n(), sudoku.shape.rows(), sudoku.shape.columns());
    // A row of boxes has as many of them as a box has rows.
    let in_box = |number: usize, i: usize| {
        let (top, left) = (number / rows * rows, number % rows * columns);
        (top + i / columns) * n + left + i % columns
    };
    twice_in(sudoku, "row", &value, |row, i| row * n + i)
        .or_else(|| twice_in(sudoku, "column", &value, |column, i| i * n + column))
        .or_else(|| twice_in(sudoku, "box", &value, in_box))
}

/// The first value that occurs twice in a house; `cell` returns the cells of each house.
fn twice_in(
    sudoku: &Sudoku,
    house: &str,
    value: impl Fn(usize) -> Option<i32>,
    cell: impl Fn(usize, usize) -> usize,
) -> Option<Violation> {
    let n = sudoku.n();
    (0..n).find_map(|number| {
        let cells = (0..n).map(|i| cell(number, i));
        twice(sudoku, format_args!("{house} {}", number + 1), &cells, &value)
    })
}

/// The first value that occurs twice in a house, or in another set of different cells.
pub(in crate::puzzles) fn twice(
    sudoku: &Sudoku,
    house: impl fmt::Display,
    cells: &(impl Iterator<Item = usize> + Clone),
    value: impl Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    let mut seen = 0_u64;
    for second in cells.clone() {
        let found = value(second);
        let bit = found.map_or(0, |found| 1 << found);
        if seen & bit != 0 {
            let first = cells.clone().find(|&first| value(first) == found)?;
            let [first, second] = [first, second].map(|at| name(sudoku.n(), at));
            let found = sudoku.written(found?);
            return Some(Violation(format!("{house} has {found} twice, {first} and {second}")));
        }
        seen |= bit;
    }
    None
}

/// `r3c7`, from 1.
pub(in crate::puzzles) fn name(n: usize, at: usize) -> String {
    format!("r{}c{}", at / n + 1, at % n + 1)
}

#[cfg(test)]
mod tests {
    use super::super::Notation;
    use super::*;
    use crate::boxes::BoxShape;

    /// Six rows with boxes of 2×3, which are different from boxes of 3×2.
    const ANSWER: [i32; 36] = [
        1, 2, 3, 4, 5, 6, //
        4, 5, 6, 1, 2, 3, //
        2, 3, 1, 5, 6, 4, //
        5, 6, 4, 2, 3, 1, //
        3, 1, 2, 6, 4, 5, //
        6, 4, 5, 3, 1, 2,
    ];

    fn sudoku(rows: usize, columns: usize, given: &[(usize, i32)]) -> Sudoku {
        let shape = BoxShape::new(rows, columns).unwrap();
        let mut cells = vec![None; shape.n() * shape.n()];
        for &(at, value) in given {
            cells[at] = Some(value);
        }
        Sudoku { shape, given: cells, notation: Notation::usual(shape.n()), notes: Vec::new() }
    }

    /// The violation after these cells of the answer are changed.
    fn broken(sudoku: &Sudoku, changes: &[(usize, i32)]) -> String {
        let mut values = ANSWER;
        for &(at, value) in changes {
            values[at] = value;
        }
        check(sudoku, &values).unwrap_err().to_string()
    }

    #[test]
    fn an_answer_breaks_nothing() {
        assert_eq!(check(&sudoku(2, 3, &[]), &ANSWER), Ok(()));
        assert_eq!(check(&sudoku(2, 3, &[(0, 1), (35, 2)]), &ANSWER), Ok(()));
        assert_eq!(check(&sudoku(1, 1, &[]), &[1]), Ok(()));
    }

    #[test]
    fn a_value_stands_once_in_a_row_a_column_and_a_box() {
        let plain = sudoku(2, 3, &[]);
        assert_eq!(broken(&plain, &[(14, 5)]), "row 3 has 5 twice, r3c3 and r3c4");
        let swapped_in_row = [(12, 3), (13, 2)];
        assert_eq!(broken(&plain, &swapped_in_row), "column 1 has 3 twice, r3c1 and r5c1");
        assert_eq!(broken(&sudoku(3, 2, &[]), &[]), "box 1 has 2 twice, r1c2 and r3c1");
    }

    #[test]
    fn boxes_are_numbered_row_by_row() {
        // Two rows of one band are swapped with two of another: only boxes are violated.
        let mut values = ANSWER;
        for i in 0..6 {
            values.swap(6 + i, 12 + i);
        }
        let error = check(&sudoku(2, 3, &[]), &values).unwrap_err();
        assert_eq!(error.to_string(), "box 1 has 2 twice, r1c2 and r2c1");
        let error = contradiction(&sudoku(2, 3, &[(21, 2), (16, 2)])).unwrap();
        assert_eq!(error.to_string(), "box 4 has 2 twice, r3c5 and r4c4");
        let error = contradiction(&sudoku(2, 3, &[(24, 2), (32, 2)])).unwrap();
        assert_eq!(error.to_string(), "box 5 has 2 twice, r5c1 and r6c3");
    }

    /// The quick check agrees with the search for the first violation.
    #[test]
    fn a_glance_sees_what_a_search_finds() {
        let given = sudoku(2, 3, &[(0, 1), (7, 5)]);
        let found = |values: &[i32]| {
            alien(&given, values)
                .or_else(|| clash(&given, |at| Some(values[at])))
                .or_else(|| change(&given, values))
        };
        assert!(is_right(&given, &ANSWER) && found(&ANSWER).is_none());
        for at in 0..36 {
            for value in [-1, 0, 1, 2, 3, 4, 5, 6, 7, 63, 64, i32::MAX] {
                let mut values = ANSWER;
                values[at] = value;
                assert_eq!(is_right(&given, &values), found(&values).is_none(), "{at} {value}");
            }
            for other in 0..36 {
                let mut values = ANSWER;
                values.swap(at, other);
                assert_eq!(is_right(&given, &values), found(&values).is_none(), "{at} {other}");
            }
        }
        let renamed = ANSWER.map(|value| value % 6 + 1);
        assert!(!is_right(&given, &renamed) && found(&renamed).is_some());
        assert!(is_right(&sudoku(2, 3, &[]), &renamed));
        assert!(!is_right(&sudoku(3, 2, &[]), &renamed));
    }

    #[test]
    fn what_is_given_is_kept() {
        let given = sudoku(2, 3, &[(0, 1), (7, 6)]);
        assert_eq!(broken(&given, &[]), "r2c2 is given as 6, and is 5 here");
    }

    #[test]
    fn values_are_within_their_range_and_as_many_as_cells() {
        let plain = sudoku(2, 3, &[]);
        assert_eq!(broken(&plain, &[(8, 7)]), "r2c3 is 7, which is not from 1 to 6");
        assert_eq!(broken(&plain, &[(35, 0)]), "r6c6 is 0, which is not from 1 to 6");
        let error = check(&plain, &ANSWER[1..]).unwrap_err();
        assert_eq!(error.to_string(), "the grid has 36 cells, but 35 values");
    }

    #[test]
    fn an_empty_cell_is_named() {
        let mut cells = ANSWER.map(Some);
        assert_eq!(filled(&sudoku(2, 3, &[]), &cells), Ok(ANSWER.to_vec()));
        cells[13] = None;
        let error = filled(&sudoku(2, 3, &[]), &cells).unwrap_err();
        assert_eq!(error.to_string(), "r3c2 is empty");
    }

    #[test]
    fn given_values_can_contradict_each_other() {
        assert_eq!(contradiction(&sudoku(2, 3, &[(0, 1), (7, 2), (14, 1)])), None);
        let column = contradiction(&sudoku(6, 6, &[(35, 36), (36 * 36 - 1, 36)])).unwrap();
        assert_eq!(column.to_string(), "column 36 has 36 twice, r1c36 and r36c36");
        let row = contradiction(&sudoku(1, 5, &[(5, 3), (9, 3)])).unwrap();
        assert_eq!(row.to_string(), "row 2 has 3 twice, r2c1 and r2c5");
    }
}
