//! Rows of cells, perhaps with lines drawn around the boxes.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::options::GridOptions;
use super::cut::{self, Cut, is_bar, most_common};
use super::{are_mostly_symbols, cells, dotted, is_one_line, line, readable, refuse_extras};
use crate::boxes::{BoxShape, LARGEST};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::puzzle::Puzzle;
use crate::render::Look;
use crate::text::{Span, counted, lines};

pub(super) static FORMAT: Format<Sudoku> = Format::new(
    "grid",
    "9 rows of 9 symbols, also with lines drawn around boxes",
    sniff,
    |text, options| read(text, false, &GridOptions::of(options)?),
)
.printed(|sudoku| readable(sudoku, rows));

pub(super) static SDK: Format<Sudoku> = Format::new(
    "sdk",
    "a grid after header lines with #, or after [Puzzle]",
    |_| Confidence::No,
    |text, options| read(text, false, &GridOptions::of(options)?),
)
.printed(|sudoku| readable(sudoku, |sudoku| format!("[Puzzle]\n{}", rows(sudoku))));

pub(super) static SS: Format<Sudoku> = Format::new(
    "ss",
    "a grid with lines drawn around boxes",
    |_| Confidence::No,
    |text, options| read(text, false, &GridOptions::of(options)?),
)
.printed(|sudoku| {
    readable(sudoku, |sudoku| {
        let look = Look { ascii: true, ..Look::default() };
        sudoku.board(None).to_text(look).trim_end().to_owned()
    })
});

pub(super) static NUMBERS: Format<Sudoku> = Format::new(
    "numbers",
    "rows of numbers with spaces between, or of two digits a cell; 0 is empty",
    |_| Confidence::No,
    |text, options| {
        let options = &GridOptions::of(options)?;
        if is_one_line(text) { line::read(text, true, options) } else { read(text, true, options) }
    },
)
.printed(|sudoku| {
    refuse_extras(sudoku)?;
    let width = if sudoku.n() > 9 { 2 } else { 1 };
    let cell = |value: &Option<Value>| format!("{:0width$}", value.unwrap_or(0));
    let row = |row: &[Option<Value>]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    Ok(sudoku.given.chunks(sudoku.n()).map(row).collect::<Vec<_>>().join("\n"))
});

/// Expects about as many rows as columns.
fn sniff(text: &str) -> Confidence {
    let lines: Vec<_> = lines(text).take(EXAMINED_LINES).collect();
    let is_likely = Grid::of(&lines, false).is_ok_and(|grid| {
        let (height, width) = (grid.height(), grid.width());
        let symbols = || dotted(grid.cells().flat_map(|cell| cell.text.chars()), text);
        let is_nearly_square = width >= 4 && height.abs_diff(width) <= 2;
        let is_square = height == width && grid.cells().count() == width * width;
        let is_empty = BoxShape::usual(width).is_some() && symbols().all(|symbol| symbol == '.');
        let has_values = symbols().any(cut::is_digit) && are_mostly_symbols(symbols(), width > 9);
        is_nearly_square && (has_values || is_square && is_empty)
    });
    let confidence = if is_likely { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(lines.len() > 1)
}

/// A row for each line, with gaps where values are longer than a symbol.
pub(in crate::puzzles) fn rows(sudoku: &Sudoku) -> String {
    let notation = sudoku.notation;
    let last = notation.text(sudoku.n() as Value);
    let (width, gap) = if last.len() > 1 { (last.len(), " ") } else { (1, "") };
    let cell = |value: &Option<Value>| {
        let text = value.map_or_else(|| ".".to_owned(), |value| notation.text(value));
        format!("{text:>width$}")
    };
    let row = |row: &[Option<Value>]| row.iter().map(cell).collect::<Vec<_>>().join(gap);
    sudoku.given.chunks(sudoku.n()).map(row).collect::<Vec<_>>().join("\n")
}

/// The number of lines to examine; other sections follow the puzzle.
const EXAMINED_LINES: usize = 1000;

fn read(text: &str, are_numbers: bool, options: &GridOptions<'_>) -> Result<Sudoku, TextError> {
    let lines: Vec<_> = lines(text).take(EXAMINED_LINES).collect();
    of_lines(section(&lines), are_numbers, options)
}

/// Reads the grid in these lines.
pub(in crate::puzzles) fn of_lines(
    lines: &[Span<'_>],
    are_numbers: bool,
    options: &GridOptions<'_>,
) -> Result<Sudoku, TextError> {
    let grid = Grid::of(lines, are_numbers)?;
    let n = grid.size()?;
    let box_shape = options.box_shape.or_else(|| grid.drawn_boxes(lines, n));
    let options = &GridOptions { box_shape, ..*options };
    cells::sudoku(n, grid.cut != Cut::Symbols, options, || grid.cells())
}

/// The lines of the section `[Puzzle]`, or all up to the first section.
fn section<'a, 't>(lines: &'a [Span<'t>]) -> &'a [Span<'t>] {
    let is_puzzle = |line: &Span<'_>| line.text.trim().eq_ignore_ascii_case("[puzzle]");
    let is_heading = |line: &Span<'_>| line.text.trim_start().starts_with('[');
    let begin = lines.iter().position(is_puzzle).map_or(0, |at| at + 1);
    let lines = &lines[begin..];
    &lines[..lines.iter().position(is_heading).unwrap_or(lines.len())]
}

/// Refuses too large a grid before its cells are allocated.
fn not_too_large(lines: &[Span<'_>]) -> Result<(), TextError> {
    const LONGEST: usize = 64 * LARGEST;
    // There may be a drawn line around every row.
    let most = 2 * LARGEST + 1;
    if let Some(line) = lines.get(most) {
        return Err(line.error(format!("expected at most {LARGEST} rows, found more")));
    }
    match lines.iter().find(|line| line.text.len() > LONGEST) {
        Some(line) => Err(line.error(too_wide(line.symbols().count()))),
        None => Ok(()),
    }
}

fn too_wide(found: usize) -> String {
    format!("expected a row of at most {LARGEST} cells, found {found}")
}

/// The rows of a text, square or not.
pub(super) struct Grid<'t> {
    cut: Cut,
    rows: Vec<Row<'t>>,
}

struct Row<'t> {
    line: Span<'t>,
    cells: Vec<Span<'t>>,
}

/// The type of a line of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Row,
    Frame,
    /// `---------` may be nine empty cells.
    Either,
}

impl<'t> Grid<'t> {
    /// The rows among these lines; an error if there are too many for any grid.
    pub(super) fn of(lines: &[Span<'t>], are_numbers: bool) -> Result<Self, TextError> {
        not_too_large(lines)?;
        let only = |wanted: Role| lines.iter().copied().filter(move |line| role(line) == wanted);
        let surely: Vec<_> = only(Role::Row).collect();
        let cut = Cut::of(&surely, are_numbers);
        let row = |line: Span<'t>| Row { line, cells: cut.cells(line) };
        let mut grid = Self { cut, rows: surely.into_iter().map(row).collect() };
        let perhaps: Vec<_> = only(Role::Either).map(row).collect();
        grid.complete(perhaps);
        match grid.rows.iter().find(|row| row.cells.len() == grid.width()) {
            Some(row) if row.cells.len() > LARGEST => {
                Err(row.line.error(too_wide(row.cells.len())))
            }
            _ => Ok(grid),
        }
    }

    /// Adds ambiguous lines of the right length as empty rows, if rows are missing; otherwise they
    /// are drawn lines.
    fn complete(&mut self, perhaps: Vec<Row<'t>>) {
        let width = match self.width() {
            0 => most_common(perhaps.iter().map(|row| row.cells.len())),
            width => width,
        };
        if self.rows.len() < width {
            self.rows.extend(perhaps.into_iter().filter(|row| row.cells.len() == width));
            self.rows.sort_by_key(|row| row.line.line);
        }
    }

    /// The number of rows.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// The most common length of rows.
    pub(super) fn width(&self) -> usize {
        most_common(self.rows.iter().map(|row| row.cells.len()))
    }

    /// The texts of the cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = Span<'t>> {
        self.rows.iter().flat_map(|row| row.cells.iter().copied())
    }

    /// The boxes that lines are drawn around, if they are all equal: the number of rows before the
    /// first horizontal line, and the number of cells before the first bar of every row.
    fn drawn_boxes(&self, lines: &[Span<'t>], n: usize) -> Option<BoxShape> {
        let lines_above =
            |row: &Row<'_>| lines.iter().filter(|line| line.line < row.line.line).count();
        let first = self.rows.first()?;
        let is_below_a_line =
            |(at, row): &(usize, &Row<'_>)| lines_above(row) > lines_above(first) + at;
        let rows = self.rows.iter().enumerate().find(is_below_a_line).map_or(n, |(at, _)| at);
        let columns = cells_to_first_bar(first)?;
        let shape = BoxShape::new(rows, columns).filter(|shape| shape.n() == n)?;
        self.rows.iter().all(|row| cells_to_first_bar(row) == Some(columns)).then_some(shape)
    }

    /// The number of rows and columns, if they are the same.
    fn size(&self) -> Result<usize, TextError> {
        let Some(last) = self.rows.last() else {
            return Err(TextError::whole("expected rows of symbols, found nothing"));
        };
        let n = self.width();
        let (length, noun) = match self.cut {
            Cut::Symbols => (n, "symbol"),
            Cut::Numbers => (n, "number"),
            Cut::Pairs => (2 * n, "digit"),
        };
        for row in &self.rows {
            let found = match self.cut {
                Cut::Symbols | Cut::Numbers => row.cells.len(),
                Cut::Pairs => row.line.symbols().count(),
            };
            if found != length {
                let expected = counted(length, noun);
                return Err(row.line.error(format!("expected a row of {expected}, found {found}")));
            }
        }
        if self.rows.len() != n {
            let expected = counted(n, "row");
            let found = self.rows.len();
            return Err(last.line.error(format!("expected {expected}, found {found}")));
        }
        Ok(n)
    }
}

/// The number of cells before the first bar that is not at the edge.
fn cells_to_first_bar(row: &Row<'_>) -> Option<usize> {
    let first = row.cells.first()?.column;
    let bars = row.line.symbols().filter(|symbol| symbol.text.starts_with(is_bar));
    let bar = bars.map(|bar| bar.column).find(|&column| column > first)?;
    Some(row.cells.iter().filter(|cell| cell.column < bar).count())
}

fn role(line: &Span<'_>) -> Role {
    let signs = || line.text.chars().filter(|&sign| !sign.is_whitespace() && !is_bar(sign));
    let all = |of: &str| signs().all(|sign| of.contains(sign));
    let has = |of: &str| signs().any(|sign| of.contains(sign));
    if signs().next().is_none() {
        Role::Frame
    } else if all("-") || all("*") {
        Role::Either
    } else if all("-+=*.'") && has("-+=") {
        Role::Frame
    } else {
        Role::Row
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::notation::Notation;
    use super::super::tests::{patterned, read_as};
    use super::*;

    #[test]
    fn lines_around_boxes_tell_their_shape() {
        let tall = "1.|..|..\n..|..|..\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|..";
        assert_eq!(read_as("grid", tall).box_shape().unwrap().to_string(), "3x2");
        assert_eq!(
            read_as("grid", &tall.replace("--+--+--\n", "")).box_shape().unwrap().to_string(),
            "2x3"
        );
        let wide = "+---+---+\n|1..|...|\n|...|...|\n+---+---+\n|...|...|\n|...|...|\n+---+---+\n\
                    |...|...|\n|...|...|\n+---+---+";
        assert_eq!(read_as("grid", wide).box_shape().unwrap().to_string(), "2x3");
        for shape in ["2x3", "3x2", "4x2", "2x6", "6x2", "4x4", "8x2"] {
            let drawn = patterned(shape.parse().unwrap(), Notation::Numbers);
            for ascii in [true, false] {
                let text = drawn.board(None).to_text(Look { ascii, ..Look::default() });
                assert_eq!(
                    read_as("grid", &text).box_shape().unwrap().to_string(),
                    shape,
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn the_largest_grid_may_have_a_line_around_every_row() {
        let text = "+---+\n".to_owned() + &format!("{}\n+---+\n", "Z".repeat(36)).repeat(36);
        assert_eq!(read_as("grid", &text).n(), LARGEST);
    }
}
