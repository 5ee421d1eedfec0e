//! `(3, [(0,0), (0,1)]), (15, [(0,2), (0,3), (0,4)]), …`: cages as Python programs list them, the
//! total first, then the row and the column of each cell, from 0 or from 1. A name and brackets may
//! be around the list, and brackets of any kind within it.

use sator_sat::TextError;

use super::super::super::sudoku::Cage;
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::cages::{self, Draft};
use super::list::{Cells, Square, size};
use super::text::uncommented;
use super::{empty_grid, has_givens, only_cages};
use crate::boxes::LARGEST;
use crate::kind::{Confidence, Format};
use crate::text::{Cursor, Span, lines, refuse_if};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "tuples",
    "(3, [(0,0),(0,1)]), … as Python lists cages, cells from 0 or 1",
    sniff,
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(print);

fn sniff(text: &str) -> Confidence {
    let mut spans = cursor(lines(text).take(3));
    // A total and the beginning of its first cell.
    let begins = opening(&mut spans).is_ok()
        && total(&mut spans).is_ok()
        && open(&mut spans).is_ok()
        && open(&mut spans).is_ok()
        && spans.peek().is_some_and(is_number);
    Confidence::Likely.only_if(begins)
}

fn print(killer: &Killer) -> Result<String, String> {
    only_cages(killer)?;
    refuse_if(&[
        (has_givens(killer), "it has given values"),
        (killer.has_diagonals(), "it has diagonals"),
    ])?;
    let n = killer.n();
    let cage = |cage: &Cage| {
        let cells = cage.cells.iter().map(|cell| format!("({}, {})", cell / n, cell % n));
        format!("({}, [{}]),", cage.total, cells.collect::<Vec<_>>().join(", "))
    };
    Ok(killer.cages().iter().map(cage).collect::<Vec<_>>().join("\n"))
}

/// A cage as it is written.
struct Entry<'t> {
    total: Span<'t>,
    /// The first number of each cell, and its row and column.
    cells: Vec<(Span<'t>, [usize; 2])>,
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let entries = entries(text)?;
    let from = origin(&entries, options);
    let square = |[row, column]: [usize; 2]| Square::At { row: row - from, column: column - from };
    let squares = |entry: &Entry<'_>| entry.cells.iter().map(|cell| square(cell.1)).collect();
    let squares: Vec<Vec<_>> = entries.iter().map(squares).collect();
    let (n, mut notes) = size(Cells::Pairs, &squares, options);
    let mut grid = empty_grid(n, options)?;
    grid.notes.append(&mut notes);
    let mut drafts = Vec::new();
    for (number, (entry, squares)) in (1..).zip(entries.iter().zip(&squares)) {
        let title = format!("cage {number}");
        let total = cages::total(entry.total, &title)?;
        let cell = |(&(span, [row, column]), square): (&(Span<'_>, [usize; 2]), &Square)| {
            let outside = || format!("{title}: ({row}, {column}) is outside the grid, {n}×{n}");
            square.within(n, 0).ok_or_else(|| span.error(outside()))
        };
        let cells = entry.cells.iter().zip(squares).map(cell).collect::<Result<_, _>>()?;
        let place = [entry.total.line, entry.total.column];
        drafts.push(Draft { name: title, place, total, cells });
    }
    grid.notes.extend(cages::on_missing(n, &drafts));
    cages::killer(grid, drafts, false)
}

/// Whether rows and columns count from 0 or from 1: from 1 if none is 0 and one is as large as the
/// grid.
fn origin(entries: &[Entry<'_>], options: &GridOptions<'_>) -> usize {
    const USUAL: usize = 9;
    let numbers = || entries.iter().flat_map(|entry| &entry.cells).flat_map(|cell| cell.1);
    let cells: usize = entries.iter().map(|entry| entry.cells.len()).sum();
    let said = options.box_shape.map(crate::boxes::BoxShape::n);
    let is_size = |n: usize| match said {
        Some(said) => n == said,
        None => n == USUAL || n * n == cells,
    };
    usize::from(numbers().all(|number| number > 0) && numbers().max().is_some_and(is_size))
}

fn entries(text: &str) -> Result<Vec<Entry<'_>>, TextError> {
    let mut spans = cursor(lines(text));
    let mut is_first = true;
    let mut entries = Vec::new();
    while spans.peek().is_some_and(|span| !is_close(span)) {
        if is_first {
            opening(&mut spans)?;
        } else {
            open(&mut spans)?;
        }
        is_first = false;
        let total = total(&mut spans)?;
        open(&mut spans)?;
        let mut cells = Vec::new();
        while spans.peek().is_some_and(|span| !is_close(span)) {
            open(&mut spans)?;
            let (place, row) = number(&mut spans, "the row of a cell")?;
            spans.expect(",")?;
            let (_, column) = number(&mut spans, "the column of a cell")?;
            close(&mut spans)?;
            spans.accept(",");
            cells.push((place, [row, column]));
        }
        close(&mut spans)?;
        spans.accept(",");
        close(&mut spans)?;
        spans.accept(",");
        entries.push(Entry { total, cells });
    }
    // The end of the whole list.
    if spans.peek().is_some() {
        close(&mut spans)?;
    }
    spans.end()?;
    Ok(entries)
}

fn cursor<'t>(lines: impl Iterator<Item = Span<'t>>) -> Cursor<'t> {
    Cursor::over(lines.map(uncommented).flat_map(Span::words))
}

/// The beginning of the first cage: perhaps `cages =`, perhaps the bracket around the list, and the
/// bracket around the cage.
fn opening(spans: &mut Cursor<'_>) -> Result<(), TextError> {
    let is_name = |span: Span<'_>| span.text.starts_with(|it: char| it.is_alphabetic());
    if spans.peek().is_some_and(is_name) {
        spans.take("a name")?;
        spans.expect("=")?;
    }
    open(spans)?;
    if spans.peek().is_some_and(|span| "([{".contains(span.text)) { open(spans) } else { Ok(()) }
}

fn total<'t>(spans: &mut Cursor<'t>) -> Result<Span<'t>, TextError> {
    let total = spans.take("a total")?;
    spans.expect(",")?;
    if is_number(total) { Ok(total) } else { Err(total.unexpected("a total")) }
}

fn number<'t>(spans: &mut Cursor<'t>, what: &str) -> Result<(Span<'t>, usize), TextError> {
    let span = spans.take(what)?;
    Ok((span, span.number(what, 0..=LARGEST)?))
}

fn is_number(span: Span<'_>) -> bool {
    span.text.bytes().all(|symbol| symbol.is_ascii_digit())
}

fn is_close(span: Span<'_>) -> bool {
    matches!(span.text, ")" | "]" | "}")
}

fn open(spans: &mut Cursor<'_>) -> Result<(), TextError> {
    let span = spans.take("'('")?;
    if matches!(span.text, "(" | "[" | "{") { Ok(()) } else { Err(span.unexpected("'('")) }
}

fn close(spans: &mut Cursor<'_>) -> Result<(), TextError> {
    let span = spans.take("')'")?;
    if is_close(span) { Ok(()) } else { Err(span.unexpected("')'")) }
}
