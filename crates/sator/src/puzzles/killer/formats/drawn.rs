//! A killer as `solve` and `analyze` draw it: lines around boxes and cages, the total of each cage in the
//! line above its first cell. Values in the cells are given; cells with several values are empty.

use sator_sat::TextError;

use super::super::super::sudoku::formats as sudoku_formats;
use super::super::super::sudoku::name;
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::cages::{self, Draft};
use super::{empty_grid, of_shape};
use crate::boxes::{BoxShape, LARGEST};
use crate::kind::{Confidence, Format};
use crate::text::{Span, all_lines};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "drawn",
    "a killer as sator draws it, with lines around cages and their totals in them",
    |text| Confidence::Certain.only_if(all_lines(text).next().is_some_and(is_top)),
    |text, options| read(text, &GridOptions::of(options)?),
);

/// Whether a line is the upper edge of a drawing.
fn is_top(line: Span<'_>) -> bool {
    let line = line.text.trim();
    let is_drawn = line.starts_with('┏') && line.ends_with('┓') && line.contains('━');
    is_drawn || (line.starts_with('+') && line.ends_with('+') && line.contains("=="))
}

/// A drawing: the symbols of its lines.
struct Drawing<'t> {
    lines: Vec<(Span<'t>, Vec<char>)>,
    n: usize,
    /// The number of symbols from one cell to the next.
    step: usize,
}

impl<'t> Drawing<'t> {
    fn of(text: &'t str) -> Result<Self, TextError> {
        let symbols = |line: Span<'t>| (line, line.text.trim().chars().collect::<Vec<_>>());
        let lines: Vec<_> = all_lines(text).take(2 * LARGEST + 2).map(symbols).collect();
        let Some((first, top)) = lines.first() else {
            return Err(TextError::whole("expected a drawing, found nothing"));
        };
        let (n, width) = (lines.len() / 2, top.len() - 1);
        if lines.len() != 2 * n + 1 || n > LARGEST || n == 0 || !width.is_multiple_of(n) {
            let found = format!("{} lines of {} symbols", lines.len(), top.len());
            return Err(first.error(format!("expected a drawing of a square grid, found {found}")));
        }
        if let Some((line, symbols)) = lines.iter().find(|(_, symbols)| symbols.len() != width + 1)
        {
            let found = symbols.len();
            return Err(line.error(format!("expected {} symbols, found {found}", width + 1)));
        }
        let step = width / n;
        Ok(Self { lines, n, step })
    }

    /// The text of a cell.
    fn value(&self, cell: usize) -> String {
        let (row, at) = (cell / self.n, cell % self.n * self.step);
        let symbols = &self.lines[2 * row + 1].1[at + 1..at + self.step];
        let text: String = symbols.iter().collect();
        text.trim().trim_end_matches('\'').to_owned()
    }

    /// The line above a cell, and the total in it.
    fn above(&self, cell: usize) -> (&[char], String) {
        let (row, at) = (cell / self.n, cell % self.n * self.step);
        let line = &self.lines[2 * row].1[at + 1..at + self.step];
        (
            line,
            line.iter().take_while(|symbol| symbol.is_ascii_digit() || **symbol == '*').collect(),
        )
    }

    /// Whether a cell is in the cage of the one above it.
    fn joins_above(&self, cell: usize) -> bool {
        let (line, total) = self.above(cell);
        cell >= self.n && total.is_empty() && [' ', '╍', '.'].contains(&line[0])
    }

    /// Whether a cell is in the cage of the one to its left.
    fn joins_left(&self, cell: usize) -> bool {
        let (row, column) = (cell / self.n, cell % self.n);
        column > 0 && [' ', '╏', ':'].contains(&self.lines[2 * row + 1].1[column * self.step])
    }

    /// The boxes: as wide as the distance of the first heavy line.
    fn shape(&self) -> Option<BoxShape> {
        let is_heavy = |row: usize, column: usize| {
            ['┃', '╏', '#', ':'].contains(&self.lines[2 * row + 1].1[column * self.step])
        };
        let columns = (1..self.n).find(|&column| (0..self.n).all(|row| is_heavy(row, column)));
        let columns = columns.unwrap_or(self.n);
        BoxShape::new(self.n / columns, columns).filter(|shape| shape.n() == self.n)
    }

    fn cages(&self) -> Result<Vec<Draft>, TextError> {
        let n = self.n;
        let mut cage_of = vec![None; n * n];
        let mut drafts = Vec::new();
        for first in 0..n * n {
            if cage_of[first].is_some() {
                continue;
            }
            let (mut cells, mut open) = (Vec::new(), vec![first]);
            while let Some(cell) = open.pop() {
                if cage_of[cell].replace(first).is_some() {
                    continue;
                }
                cells.push(cell);
                open.extend(self.joins_above(cell).then(|| cell - n));
                open.extend(self.joins_left(cell).then(|| cell - 1));
                open.extend((cell + n < n * n && self.joins_above(cell + n)).then_some(cell + n));
                let is_joined_right = (cell + 1) % n > 0 && self.joins_left(cell + 1);
                open.extend(is_joined_right.then_some(cell + 1));
            }
            cells.sort_unstable();
            let total = self.above(first).1;
            let place = self.lines[2 * (first / n)].0;
            let name = format!("the cage at {}", name(n, first));
            if total.ends_with('*') {
                let message = format!("{name} is in several pieces, which a drawing cannot tell");
                return Err(place.error(message));
            }
            // Cells without a total are in no cage.
            if let Ok(total) = total.parse() {
                drafts.push(Draft { name, place: [place.line, 0], total, cells });
            }
        }
        Ok(drafts)
    }
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let drawing = Drawing::of(text)?;
    let n = drawing.n;
    let mut grid = match drawing.shape().filter(|_| options.box_shape.is_none()) {
        Some(shape) => of_shape(shape, options)?,
        None => empty_grid(n, options)?,
    };
    let longest = grid.notation.text(n as i32).chars().count();
    let value = |cell| Some(drawing.value(cell)).filter(|it| it.chars().count() <= longest);
    let values: Vec<_> = (0..n * n).map(|cell| value(cell).unwrap_or(".".to_owned())).collect();
    let rows: Vec<_> = values.chunks(n).map(|row| row.join(" ")).collect();
    grid.given = sudoku_formats::solution(&rows.join("\n"), &grid)?;
    cages::killer(grid, drawing.cages()?, false)
}
