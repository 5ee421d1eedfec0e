//! A cage in each line or between semicolons, its total first, or last after `=`: `3 0 1` with cells
//! numbered row by row, `3 r1c1 r1c2`, `A1+A2=3`, or `3:00,01` with the row and the column of each
//! cell from 0, or from 1.

use std::collections::HashSet;

use sator_sat::TextError;

use super::super::super::sudoku::Cage;
use super::super::super::sudoku::name;
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::cages::{self, Draft};
use super::text::{is_map_with_totals, uncommented};
use super::{empty_grid, has_givens, is_headed, only_cages};
use crate::boxes::{BoxShape, LARGEST};
use crate::kind::{Confidence, Format, ParseOptions};
use crate::text::{Span, lines, refuse_if};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "list",
    "a total and its cells a line: '3 r1c1 r1c2', A1+A2=3, '3 0 1' from 0, or 3:00,01; 15:02,03",
    sniff,
    read_or_refuse,
)
.printed(print);

/// Numbers alone are ambiguous, unless their lines differ in length.
fn sniff(text: &str) -> Confidence {
    let Some(written) = cells(text).filter(|_| !is_map_with_totals(text)) else {
        return Confidence::No;
    };
    let mut lengths: Vec<_> =
        lines(text).take(2 * LARGEST + 1).map(|line| line.symbols().count()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let is_plain = written == Cells::Numbers && !text.contains([';', ':']);
    let is_list = lengths.len() > 1 && lines(text).nth(3).is_some();
    let is_likely = !is_plain || is_list || is_headed(text);
    if is_likely { Confidence::Likely } else { Confidence::Possible }
}

/// If the kind is a guess, numbers in one line and cages of numbers that overlap are refused: they
/// may be something else.
fn read_or_refuse(text: &str, options: &ParseOptions<'_>) -> Result<Killer, TextError> {
    let is_plain = !text.contains([';', ':']) && cells(text) == Some(Cells::Numbers);
    let is_doubtful = options.is_guess && is_plain;
    if is_doubtful && lines(text).nth(1).is_none() {
        return Err(TextError::whole("expected a killer, found numbers in a line"));
    }
    let hint = |message: &str| format!("{message}; in a sudoku, write '.' for each empty cell");
    match read(text, &GridOptions::of(options)?) {
        Ok(killer) if is_doubtful && killer.has_overlaps() => {
            Err(TextError::whole(hint("expected a killer, found lines of numbers")))
        }
        Err(error) if is_doubtful => Err(TextError { message: hint(&error.message), ..error }),
        read => read,
    }
}

fn print(killer: &Killer) -> Result<String, String> {
    only_cages(killer)?;
    refuse_if(&[
        (has_givens(killer), "it has given values"),
        (killer.has_diagonals(), "it has diagonals"),
    ])?;
    let cage = |cage: &Cage| {
        let cells = cage.cells.iter().map(|&cell| format!(" {}", name(killer.n(), cell)));
        cage.total.to_string() + &cells.collect::<String>()
    };
    Ok(killer.cages().iter().map(cage).collect::<Vec<_>>().join("\n"))
}

/// A cage: its total, and its cells as they are written.
struct Entry<'t> {
    total: Span<'t>,
    cells: Vec<Span<'t>>,
    /// A sign without a following word.
    stray: Option<Span<'t>>,
}

/// The notation of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    /// `r1c1`.
    Names,
    /// `A1`, a letter for the row and the column from 1.
    Letters,
    /// `00`, row and column from 0.
    Pairs,
    /// `11`, row and column from 1.
    PairsFromOne,
    /// Row by row, from 0 or 1.
    Numbers,
}

/// The notation of the cells of a text, if it is such a list, correct or not.
pub(super) fn cells(text: &str) -> Option<Cells> {
    let entries = entries(text);
    let mut cells = entries.iter().flat_map(|entry| &entry.cells).peekable();
    cells.peek()?;
    if !entries.iter().all(|entry| is_number(&entry.total)) {
        return None;
    }
    if cells.clone().all(|span| lettered(span.text).is_some()) {
        return Some(Cells::Letters);
    }
    let is_name = |span: &&Span<'_>| span.text.starts_with(['r', 'R']);
    if cells.clone().any(|span| is_name(&span)) {
        return Some(Cells::Names);
    }
    let is_padded = |span: &Span<'_>| span.text.len() > 1 && span.text.starts_with('0');
    match cells.clone().all(is_number) {
        true if cells.clone().any(is_padded) => Some(Cells::Pairs),
        true if are_pairs_from_one(cells.map(|span| span.text)) => Some(Cells::PairsFromOne),
        true => Some(Cells::Numbers),
        false => None,
    }
}

/// The row and the column of a cell such as `B3`.
fn lettered(text: &str) -> Option<[usize; 2]> {
    let row = text.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let column = text[1..].parse::<usize>().ok()?.checked_sub(1)?;
    Some([usize::from(row as u8 - b'a'), column])
}

/// Whether numbers are the digits of rows and columns from 1: those of a whole grid, or such as 9×9
/// has no cells with.
fn are_pairs_from_one<'t>(cells: impl Iterator<Item = &'t str>) -> bool {
    const CELLS: &str = "81";
    let cells: HashSet<_> = cells.collect();
    let largest = cells.iter().flat_map(|cell| cell.bytes()).max().unwrap_or(b'0') - b'0';
    cells.iter().all(|cell| cell.len() == 2 && !cell.contains('0'))
        && (cells.len() == usize::from(largest).pow(2) || cells.iter().any(|&cell| cell > CELLS))
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let Some(written) = cells(text) else {
        return Err(TextError::whole(
            "expected totals and cells, such as '3 0 1' or '3 r1c1 r1c2'",
        ));
    };
    let entries = entries(text);
    if let Some(stray) = entries.iter().find_map(|entry| entry.stray) {
        return Err(stray.error(format!("expected a cell after '{}', found none", stray.text)));
    }
    let squares = entries.iter().map(|entry| entry.squares(written));
    let squares = squares.collect::<Result<Vec<Vec<_>>, _>>()?;
    let (n, mut notes) = size(written, &squares, options);
    let from = origin(written, n, &squares, &mut notes);
    let mut grid = empty_grid(n, options)?;
    grid.notes.append(&mut notes);
    if written == Cells::Letters {
        grid.notes.push("cells are taken to be named by row and column: B1 is r2c1".to_owned());
    }
    let is_said = options.box_shape.is_some();
    let mut drafts = Vec::new();
    for (number, (entry, squares)) in (1..).zip(entries.iter().zip(&squares)) {
        let name = format!("cage {number}");
        let total = cages::total(entry.total, &name)?;
        let places = entry.cells.iter().zip(squares);
        let cell = |(span, square): (&Span<'_>, &Square)| {
            square.within(n, from).ok_or_else(|| {
                let hint = if is_said { "" } else { "; the option box sets another size" };
                let outside = format!("{} is outside the grid, {n}×{n}", span.text);
                span.error(format!("{name}: {outside}{hint}"))
            })
        };
        let cells = places.map(cell).collect::<Result<_, _>>()?;
        drafts.push(Draft { name, place: [entry.total.line, entry.total.column], total, cells });
    }
    grid.notes.extend(cages::on_missing(n, &drafts));
    cages::killer(grid, drafts, false)
}

/// A cell as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Square {
    At { row: usize, column: usize },
    Number(usize),
}

impl Square {
    /// Its index, if it is within the grid; `from` is the first number, 0 or 1.
    pub(super) fn within(self, n: usize, from: usize) -> Option<usize> {
        match self {
            Self::At { row, column } => (row.max(column) < n).then_some(row * n + column),
            Self::Number(number) => number.checked_sub(from).filter(|&cell| cell < n * n),
        }
    }
}

/// The entries of a text: a total, perhaps a colon, and cells with spaces, commas or plus signs
/// between; or the cells, an equals sign and the total.
fn entries(text: &str) -> Vec<Entry<'_>> {
    let is_word = |symbol: char| !symbol.is_whitespace() && !",;:=+".contains(symbol);
    let mut entries = Vec::new();
    for line in lines(text).map(uncommented).take(LARGEST * LARGEST) {
        let spans: Vec<_> = line.split(is_word).collect();
        for entry in spans.split(|span| span.text == ";") {
            let mut words: Vec<_> = entry.iter().filter(|span| !is_sign(span)).copied().collect();
            let is_equation =
                matches!(entry, [.., sign, last] if sign.text == "=" && !is_sign(last));
            // `3=r1c1` has its total first.
            if is_equation && (words.len() > 2 || !is_number(&words[0])) {
                words.rotate_right(1);
            }
            if let Some((&total, cells)) = words.split_first() {
                entries.push(Entry { total, cells: cells.to_vec(), stray: stray(entry) });
            }
        }
    }
    entries
}

fn is_number(span: &Span<'_>) -> bool {
    span.text.chars().all(|symbol| symbol.is_ascii_digit())
}

/// Whether a span stands between a total and cells.
fn is_sign(span: &Span<'_>) -> bool {
    matches!(span.text, "," | ":" | "=" | "+")
}

/// A sign without a following word. An entry of only a total is reported later, as a
/// cage without cells.
fn stray<'t>(entry: &[Span<'t>]) -> Option<Span<'t>> {
    let after = entry.iter().skip(1).map(Some).chain([None]);
    let mut pairs = entry.iter().zip(after);
    let is_stray =
        |(sign, next): &(&Span<'t>, Option<&Span<'t>>)| is_sign(sign) && next.is_none_or(is_sign);
    pairs.find(is_stray).map(|(sign, _)| *sign)
}

impl Entry<'_> {
    fn squares(&self, written: Cells) -> Result<Vec<Square>, TextError> {
        self.cells.iter().map(|&span| square(span, written)).collect()
    }
}

fn square(span: Span<'_>, written: Cells) -> Result<Square, TextError> {
    match written {
        Cells::Numbers => span.number("a cell", 0..=LARGEST * LARGEST).map(Square::Number),
        Cells::Pairs | Cells::PairsFromOne => match span.text.as_bytes() {
            [row @ b'0'..=b'9', column @ b'0'..=b'9'] => {
                let first = if written == Cells::Pairs { b'0' } else { b'1' };
                let [row, column] = [row, column].map(|digit| usize::from(digit - first));
                Ok(Square::At { row, column })
            }
            _ => Err(span.unexpected("the row and the column of a cell, a digit each")),
        },
        Cells::Names => at(crate::text::square(span.text), span, "a cell, such as r1c1"),
        Cells::Letters => at(lettered(span.text), span, "a cell, such as A1"),
    }
}

fn at(square: Option<[usize; 2]>, span: Span<'_>, expected: &str) -> Result<Square, TextError> {
    let [row, column] = square.ok_or_else(|| span.unexpected(expected))?;
    Ok(Square::At { row, column })
}

/// The size of the grid: the option's; or that of the cages, if they have as many cells as a grid;
/// or 9×9. A single large cell number never enlarges it, because it may be a slip.
pub(super) fn size(
    written: Cells,
    squares: &[Vec<Square>],
    options: &GridOptions<'_>,
) -> (usize, Vec<String>) {
    const USUAL: usize = 9;
    // Cages may overlap.
    let count = squares.iter().flatten().collect::<HashSet<_>>().len();
    let fit = |n: usize| squares.iter().flatten().all(|square| fits(written, *square, n));
    let root = count.isqrt();
    if let Some(shape) = options.box_shape {
        return (shape.n(), Vec::new());
    }
    // A single cell is more likely the beginning of a list than a whole grid.
    if root > 1 && root * root == count && BoxShape::usual(root).is_some() && fit(root) {
        return (root, Vec::new());
    }
    (
        USUAL,
        vec![format!("the grid is taken to be {USUAL}×{USUAL}; the option box says it otherwise")],
    )
}

fn fits(written: Cells, square: Square, n: usize) -> bool {
    let last = usize::from(written == Cells::Numbers);
    match square {
        Square::At { row, column } => row.max(column) < n,
        Square::Number(number) => number < n * n + last,
    }
}

/// Whether numbers count from 0 or from 1, determined by the first and the last cell.
fn origin(written: Cells, n: usize, squares: &[Vec<Square>], notes: &mut Vec<String>) -> usize {
    let has = |wanted: usize| {
        let is_wanted = |square: &Square| matches!(square, Square::Number(it) if *it == wanted);
        squares.iter().flatten().any(is_wanted)
    };
    if written != Cells::Numbers || has(0) {
        return 0;
    }
    if has(n * n) {
        return 1;
    }
    notes.push("cells are taken to be numbered from 0".to_owned());
    0
}
