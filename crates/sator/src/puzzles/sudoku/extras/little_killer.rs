//! The values along a diagonal add up to the number outside the grid, and may be equal.

use super::{Arguments, Drawing, Extra, ExtraRule, NumberField, Places};

pub(in crate::puzzles) static RULE: ExtraRule = ExtraRule {
    name: "little_killer",
    words: &[("little-killer", None)],
    title: "little killers",
    arguments: Arguments::of(Places::Line(1)).number(NumberField::Required("sum")),
    sentence: |extra, sudoku| {
        let first = super::first_cell(extra, sudoku);
        format!("the diagonal from {first} adds up to {}", extra.number())
    },
    state: |extra, statement| {
        let sum = statement.sum(&[(1, &extra.cells)]).equals(extra.number());
        statement.whole(extra, sum);
    },
    drawing: Drawing::Pointer,
    fpuzzles: Some("littlekillersum"),
    examples: &["little-killer 6 r1c2 r2c3 r3c4", "little-killer 5 r2c1 r1c2"],
};

/// Row and column of the number outside the grid, from -1 to the size, and the step of the diagonal,
/// if the cells are a whole diagonal.
pub(in crate::puzzles) fn place(extra: &Extra, n: usize) -> Option<([isize; 2], [isize; 2])> {
    let steps = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
    steps.into_iter().find_map(|step| {
        let first = *extra.cells.first()?;
        let outside = [(first / n) as isize - step[0], (first % n) as isize - step[1]];
        (diagonal(outside, step, n) == extra.cells).then_some((outside, step))
    })
}

/// The cells from a place outside the grid in steps to the other side.
pub(in crate::puzzles) fn diagonal(
    [row, column]: [isize; 2],
    [down, right]: [isize; 2],
    n: usize,
) -> Vec<usize> {
    let side = 0..n as isize;
    if side.contains(&row) && side.contains(&column) {
        return Vec::new();
    }
    let places = (1..=n as isize).map(|step| [row + step * down, column + step * right]);
    let inside = places.take_while(|[row, column]| side.contains(row) && side.contains(column));
    inside.map(|[row, column]| row as usize * n + column as usize).collect()
}
