//! Rows of cells with signs between them, as boards with [`crate::render::Marks`] are drawn: `. < 2`.
//! Between two rows a line of `^` and `v` compares the cells above and below it. Other pairs follow, a
//! line each: `r1c1 < r3c3`.

use sator_sat::TextError;

use super::{Span, lines, square};
use crate::grid::Square;

/// The signs between neighbours in a row.
const BESIDE: [char; 2] = ['<', '>'];

/// The signs between neighbours in a column.
const BETWEEN: [char; 5] = ['^', 'v', 'V', '∧', '∨'];

/// The cells of a square grid, and the pairs that are compared.
#[derive(Default)]
pub(crate) struct Compared<'t> {
    /// Row by row.
    pub(crate) cells: Vec<Span<'t>>,
    /// The smaller first.
    pub(crate) less: Vec<[Square; 2]>,
}

/// Whether a text may be such a grid of numbers, and then whether it has signs. Its rows are not
/// read.
pub(crate) fn has_signs(text: &str) -> Option<bool> {
    let is_known = |it: char| it.is_whitespace() || "._<>^vV∧∨0123456789".contains(it);
    let is_meant = |line: Span<'_>| is_pair(line) || line.text.chars().all(is_known);
    let has_signs = lines(text).any(|line| line.text.contains(BESIDE) || is_signs(line));
    // A line alone has no place for a sign.
    let is_grid = !has_signs || lines(text).nth(1).is_some();
    (is_grid && lines(text).all(is_meant)).then_some(has_signs)
}

/// The number of rows.
pub(crate) fn rows(text: &str) -> usize {
    lines(text).filter(|&line| !is_pair(line) && !is_signs(line)).count()
}

fn is_pair(line: Span<'_>) -> bool {
    line.text.trim_start().starts_with('r')
}

/// Whether a line has only signs.
fn is_signs(line: Span<'_>) -> bool {
    line.text.chars().all(|symbol| symbol.is_whitespace() || BETWEEN.contains(&symbol))
}

/// Splits a text with [`rows`] into cells and signs.
pub(crate) fn compared(text: &str) -> Result<Compared<'_>, TextError> {
    let n = rows(text);
    let mut grid = Compared::default();
    for line in lines(text) {
        if is_pair(line) {
            let pair = pair(line.text, n);
            grid.less.push(pair.ok_or_else(|| line.unexpected("two cells such as r1c1 < r3c3"))?);
        } else if is_signs(line) {
            let row = grid.cells.len() / n;
            let above = &grid.cells[row.saturating_sub(1) * n..];
            for sign in line.symbols() {
                let is_above = |cell: &Span<'_>| {
                    (cell.column..cell.column + cell.text.len()).contains(&sign.column)
                };
                let column = above.iter().position(is_above).filter(|_| row < n);
                let none = || sign.error("expected a sign between two cells, found none above");
                let column = column.ok_or_else(none)?;
                grid.less.push(ordered([[row - 1, column], [row, column]], sign.text));
            }
        } else {
            grid.add_row(line, n)?;
        }
    }
    Ok(grid)
}

impl<'t> Compared<'t> {
    /// Appends the cells and signs of a row.
    fn add_row(&mut self, line: Span<'t>, n: usize) -> Result<(), TextError> {
        // Up to nine values are one symbol each.
        let is_joined: fn(char) -> bool = if n > 9 { |it| it.is_ascii_digit() } else { |_| false };
        let (row, mut columns) = (self.cells.len() / n, 0);
        let mut sign: Option<Span<'_>> = None;
        for span in line.split(is_joined) {
            if !span.text.starts_with(BESIDE) {
                let pair =
                    |sign: Span<'_>| ordered([[row, columns - 1], [row, columns]], sign.text);
                self.less.extend(sign.take().map(pair));
                self.cells.push(span);
                columns += 1;
            } else if columns == 0 || sign.replace(span).is_some() {
                return Err(span.unexpected("a cell"));
            }
        }
        match sign {
            Some(sign) => Err(sign.error("expected a cell after the sign, found none")),
            None if columns == n => Ok(()),
            None => Err(line.error(format!("expected a row of {n} cells, found {columns}"))),
        }
    }
}

/// Orders a pair, the smaller first.
fn ordered([first, second]: [Square; 2], sign: &str) -> [Square; 2] {
    if sign.contains(['<', '^', '∧']) { [first, second] } else { [second, first] }
}

/// `r1c1 < r3c3`.
fn pair(line: &str, n: usize) -> Option<[Square; 2]> {
    let (first, second) = line.split_once(BESIDE)?;
    let pair = [square(first.trim())?, square(second.trim())?];
    let is_inside = pair.iter().flatten().all(|&it| it < n) && pair[0] != pair[1];
    is_inside.then(|| ordered(pair, line))
}
