//! Rows of squares as the board is drawn, with spaces between: `#` for a black one, `16\7` for one with
//! the totals of the runs below and to the right (`16\` and `\7` have one of them), `.` or a value for
//! a white one. Other runs follow, a line each: `r1c2 + r1c3 = 5`.

use sator_sat::TextError;

use super::super::{Kakuro, Run, Square, after, board, name};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::render::Look;
use crate::text::{Span, unmarked};

pub(super) static FORMAT: Format<Kakuro> = Format::new(
    "text",
    r"rows of #, 16\7 (totals below and to the right), and '.' or a value",
    sniff,
    |text, _| read(text),
)
.printed(|kakuro| Ok(print(kakuro)));

/// Prints the puzzle, without a final line end.
pub(in super::super) fn print(kakuro: &Kakuro) -> String {
    board::board(kakuro, None).to_text(Look::default()).trim_end().to_owned()
}

fn sniff(text: &str) -> Confidence {
    let has_total =
        |text: &str| matches!(cell(text), Some(Cell::Totals([a, b])) if a.or(b).is_some());
    let mut spans = rows(text).into_iter().flat_map(words);
    Confidence::Certain.only_if(spans.any(|span| has_total(span.text)) || read(text).is_ok())
}

#[derive(Clone, Copy)]
enum Cell {
    /// The totals of the runs below and to the right.
    Totals([Option<u32>; 2]),
    /// A value, or 0 for none.
    White(Value),
}

fn cell(text: &str) -> Option<Cell> {
    let total = |text: &str| match text {
        "" => Some(None),
        _ => text.parse().ok().map(Some),
    };
    match text {
        "#" => Some(Cell::Totals([None; 2])),
        "." | "_" | "0" => Some(Cell::White(0)),
        _ => match text.split_once('\\') {
            Some((down, across)) => Some(Cell::Totals([total(down)?, total(across)?])),
            None => text.parse().ok().filter(|value| (1..=9).contains(value)).map(Cell::White),
        },
    }
}

fn words(line: Span<'_>) -> impl Iterator<Item = Span<'_>> {
    line.split(|symbol| !symbol.is_whitespace())
}

/// The lines with squares or a run. A line that begins with `#` is a comment if it contains
/// anything but squares, or if it is only `#` and rows are longer.
fn rows(text: &str) -> Vec<Span<'_>> {
    let lines = (1..).zip(unmarked(text).lines());
    let lines = lines.map(|(line, text)| Span { line, column: 0, text });
    let is_comment = |line: &Span<'_>| {
        line.text.trim_start().starts_with('#') && words(*line).any(|it| cell(it.text).is_none())
    };
    let lines = lines.filter(|line| !line.text.trim().is_empty() && !is_comment(line));
    let lines: Vec<_> = lines.collect();
    let is_wide = lines.iter().any(|line| !is_run(*line) && words(*line).nth(1).is_some());
    lines.into_iter().filter(|line| !is_wide || line.text.trim() != "#").collect()
}

fn is_run(line: Span<'_>) -> bool {
    line.text.contains('=')
}

/// The squares of all rows, and the lines of other runs.
fn parts(text: &str) -> Result<(Vec<Vec<Cell>>, Vec<Span<'_>>), TextError> {
    let (runs, rows): (Vec<_>, Vec<_>) = rows(text).into_iter().partition(|line| is_run(*line));
    let mut grid: Vec<Vec<Cell>> = Vec::new();
    for line in rows {
        let square = |span: Span<'_>| {
            cell(span.text)
                .ok_or_else(|| span.unexpected(r"'#', totals such as 16\7, '.' or a value 1-9"))
        };
        let row: Vec<_> = words(line).map(square).collect::<Result<_, _>>()?;
        match grid.first().map_or(row.len(), Vec::len) {
            width if width == row.len() => grid.push(row),
            width => {
                let found = row.len();
                return Err(line.error(format!("expected a row of {width} squares, found {found}")));
            }
        }
    }
    Ok((grid, runs))
}

/// The values of a filled board, 0 for none.
pub(super) fn values(text: &str) -> Result<Vec<Vec<Value>>, TextError> {
    let value = |cell: &Cell| match *cell {
        Cell::Totals(_) => 0,
        Cell::White(value) => value,
    };
    Ok(parts(text)?.0.iter().map(|row| row.iter().map(value).collect()).collect())
}

fn read(text: &str) -> Result<Kakuro, TextError> {
    let (grid, others) = parts(text)?;
    let (rows, columns) = (grid.len(), grid.first().map_or(0, Vec::len));
    let squares = || (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
    let at = |[row, column]: Square| grid[row][column];
    let mut runs = others.into_iter().map(equation).collect::<Result<Vec<_>, _>>()?;
    for square in squares() {
        let Cell::Totals(totals) = at(square) else { continue };
        for (way, total) in totals.iter().enumerate() {
            let Some(sum) = *total else { continue };
            let is_white = |square: Square| matches!(at(square), Cell::White(_));
            let cells = after(square, way, [rows, columns], is_white);
            if cells.is_empty() {
                let message = format!("no cells follow the total {sum} in {}", name(square));
                return Err(TextError::whole(message));
            }
            runs.push(Run { sum, cells });
        }
    }
    let mut kakuro = Kakuro::new(rows, columns, runs)?;
    for square in squares() {
        match at(square) {
            Cell::White(0) if kakuro.index(square).is_none() => {
                return Err(TextError::whole(format!("{} is in no run", name(square))));
            }
            Cell::White(0) | Cell::Totals(_) => {}
            Cell::White(value) => kakuro = kakuro.with_given(square, value)?,
        }
    }
    Ok(kakuro)
}

/// `r1c2 + r1c3 = 5`.
fn equation(line: Span<'_>) -> Result<Run, TextError> {
    let square = |text: &str| {
        let (row, column) = text.trim().strip_prefix('r')?.split_once('c')?;
        let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        Some([place(row)?, place(column)?])
    };
    let run = || {
        let (cells, sum) = line.text.split_once('=')?;
        let cells = cells.split('+').map(square).collect::<Option<_>>()?;
        Some(Run { sum: sum.trim().parse().ok()?, cells })
    };
    run().ok_or_else(|| line.unexpected("a run such as r1c2 + r1c3 = 5"))
}
