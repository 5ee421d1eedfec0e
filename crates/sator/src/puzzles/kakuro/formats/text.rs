//! Rows of squares as the board is drawn, with spaces between: `#` for a black one, `16\7` for one with
//! the totals of the runs below and to the right (`16\` and `\7` have one of them; `16/7` is the same), `.`
//! or a value for a white one. Other runs follow, a line each: `r1c2 + r1c3 = 5`.

use sator_sat::TextError;

use super::super::{Kakuro, Run, after};
use crate::grid::{GridPuzzle, Square, name};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::text::{Span, all_lines, square};

pub(super) static FORMAT: Format<Kakuro> = Format::new(
    "text",
    r"rows of #, 16\7 (totals below and to the right), and '.' or a value",
    |text| {
        let has_total =
            |sign| move |span: Span<'_>| span.text.contains(sign) && cell(span.text).is_some();
        let (runs, rows): (Vec<_>, Vec<_>) = rows(text).into_iter().partition(is_run);
        let squares = || rows.iter().copied().flat_map(Span::spaced);
        let is_drawn = !rows.is_empty() && squares().all(|span| cell(span.text).is_some());
        let has_runs = !runs.is_empty() && runs.into_iter().all(|run| equation(run).is_ok());
        let has_runs = has_runs || squares().any(has_total('/'));
        Confidence::Certain.only_if(squares().any(has_total('\\')) || (is_drawn && has_runs))
    },
    |text, _| read(text),
)
.printed(|kakuro| Ok(kakuro.print()));

#[derive(Clone, Copy)]
enum Cell {
    /// The totals of the runs below and to the right.
    Totals([Option<u32>; 2]),
    White(Option<Value>),
}

fn cell(text: &str) -> Option<Cell> {
    let total = |text: &str| match text {
        "" => Some(None),
        _ => text.parse().ok().map(Some),
    };
    match text {
        "#" => Some(Cell::Totals([None; 2])),
        "." | "_" | "0" => Some(Cell::White(None)),
        _ => match text.split_once(['\\', '/']) {
            Some((down, across)) => Some(Cell::Totals([total(down)?, total(across)?])),
            None => {
                text.parse().ok().filter(|it| (1..=9).contains(it)).map(|it| Cell::White(Some(it)))
            }
        },
    }
}

/// The lines with squares or a run. A line that begins with `#` is a comment if it contains
/// anything but squares, or if it is only `#` and rows are longer.
fn rows(text: &str) -> Vec<Span<'_>> {
    let is_comment = |line: &Span<'_>| {
        line.text.trim_start().starts_with('#') && line.spaced().any(|it| cell(it.text).is_none())
    };
    let lines: Vec<_> = all_lines(text).filter(|line| !is_comment(line)).collect();
    let is_wide = lines.iter().any(|line| !is_run(line) && line.spaced().nth(1).is_some());
    lines.into_iter().filter(|line| !is_wide || line.text.trim() != "#").collect()
}

fn is_run(line: &Span<'_>) -> bool {
    line.text.contains('=')
}

/// The squares of all rows, and the lines of other runs.
fn squares(text: &str) -> Result<(Vec<Vec<Cell>>, Vec<Span<'_>>), TextError> {
    let (runs, rows): (Vec<_>, Vec<_>) = rows(text).into_iter().partition(is_run);
    let square = |span: Span<'_>| {
        let expected = r"'#', totals such as 16\7, '.' or a value 1-9";
        cell(span.text).ok_or_else(|| span.unexpected(expected))
    };
    let mut grid: Vec<Vec<Cell>> = Vec::new();
    for line in rows {
        let row: Vec<_> = line.spaced().map(square).collect::<Result<_, _>>()?;
        let (width, found) = (grid.first().map_or(row.len(), Vec::len), row.len());
        if found != width {
            return Err(line.error(format!("expected a row of {width} squares, found {found}")));
        }
        grid.push(row);
    }
    Ok((grid, runs))
}

/// The values of a filled board.
pub(in super::super) fn read_values(text: &str) -> Result<Vec<Vec<Option<Value>>>, TextError> {
    let value = |cell: &Cell| match *cell {
        Cell::Totals(_) => None,
        Cell::White(value) => value,
    };
    Ok(squares(text)?.0.iter().map(|row| row.iter().map(value).collect()).collect())
}

fn read(text: &str) -> Result<Kakuro, TextError> {
    let (grid, runs) = squares(text)?;
    let mut runs = runs.into_iter().map(equation).collect::<Result<Vec<_>, _>>()?;
    let row = |(row, cells): (usize, &Vec<Cell>)| {
        let square = |(column, &cell): (usize, &Cell)| ([row, column], cell);
        cells.iter().enumerate().map(square).collect::<Vec<_>>()
    };
    let squares: Vec<_> = grid.iter().enumerate().flat_map(row).collect();
    let is_white = |[row, column]: Square| {
        matches!(grid.get(row).and_then(|row| row.get(column)), Some(Cell::White(_)))
    };
    for &(square, cell) in &squares {
        let Cell::Totals(totals) = cell else { continue };
        for (way, total) in totals.iter().enumerate() {
            let Some(sum) = *total else { continue };
            let cells = after(square, way, is_white);
            if cells.is_empty() {
                let message = format!("no cells follow the total {sum} in {}", name(square));
                return Err(TextError::whole(message));
            }
            runs.push(Run { sum, cells });
        }
    }
    let mut kakuro = Kakuro::new([grid.len(), grid.first().map_or(0, Vec::len)], runs)?;
    for (square, cell) in squares {
        match cell {
            Cell::White(Some(value)) => kakuro = kakuro.with_given(square, value)?,
            Cell::White(None) if kakuro.cell(square).is_none() => {
                return Err(TextError::whole(format!("{} is in no run", name(square))));
            }
            Cell::White(None) | Cell::Totals(_) => {}
        }
    }
    Ok(kakuro.noting_missing_totals())
}

/// `r1c2 + r1c3 = 5`.
fn equation(line: Span<'_>) -> Result<Run, TextError> {
    let run = || {
        let (cells, sum) = line.text.split_once('=')?;
        let cells = cells.split('+').map(|cell| square(cell.trim())).collect::<Option<_>>()?;
        Some(Run { sum: sum.trim().parse().ok()?, cells })
    };
    run().ok_or_else(|| line.unexpected("a run such as r1c2 + r1c3 = 5"))
}
