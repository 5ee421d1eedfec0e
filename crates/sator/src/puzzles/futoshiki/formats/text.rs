//! Rows of cells with signs between, as the board is drawn: `. < 2 . > 1`. Between two rows a line of
//! `^` and `v` compares the cells above and below it. Other pairs follow, a line each: `r1c1 < r3c3`.

use sator_sat::TextError;

use super::super::{Futoshiki, LARGEST, Square, board};
use crate::kind::{Confidence, Format};
use crate::model::Value;
use crate::render::Look;
use crate::text::{Span, lines};

pub(super) static FORMAT: Format<Futoshiki> = Format::new(
    "text",
    "rows of values with < and > between, ^ and v between the rows",
    sniff,
    |text, _| read(text),
)
.printed(|futoshiki| Ok(print(futoshiki)));

/// Prints the puzzle, without a final line end.
pub(in super::super) fn print(futoshiki: &Futoshiki) -> String {
    board::board(futoshiki, None).to_text(Look::default()).trim_end().to_owned()
}

fn sniff(text: &str) -> Confidence {
    let is_sign = |symbol| is_beside(symbol) || is_between(symbol);
    let is_known = |it: char| it.is_whitespace() || is_sign(it) || "._0123456789".contains(it);
    let is_meant = |line: Span<'_>| is_pair(line) || line.text.chars().all(is_known);
    let has_sign = lines(text).any(|line| line.text.contains(is_beside));
    match read(text) {
        Ok(futoshiki) if futoshiki.less.is_empty() => Confidence::Possible,
        Ok(_) => Confidence::Certain,
        Err(_) => {
            Confidence::Likely.only_if(has_sign && text.contains('\n') && lines(text).all(is_meant))
        }
    }
}

fn is_beside(symbol: char) -> bool {
    matches!(symbol, '<' | '>')
}

fn is_between(symbol: char) -> bool {
    matches!(symbol, '^' | 'v' | 'V' | '∧' | '∨')
}

fn is_pair(line: Span<'_>) -> bool {
    line.text.trim_start().starts_with('r')
}

/// Whether a line has only signs.
fn is_signs(line: Span<'_>) -> bool {
    line.text.chars().all(|symbol| symbol.is_whitespace() || is_between(symbol))
}

pub(super) fn read(text: &str) -> Result<Futoshiki, TextError> {
    let n = lines(text).filter(|&line| !is_pair(line) && !is_signs(line)).count();
    if !(1..=LARGEST).contains(&n) {
        return Err(TextError::whole(format!("expected 1 to {LARGEST} rows, found {n}")));
    }
    let (mut grid, mut less): (Vec<Vec<Value>>, _) = (Vec::new(), Vec::new());
    // The cells of the previous row.
    let mut above: Vec<Span<'_>> = Vec::new();
    for line in lines(text) {
        let row = grid.len();
        if is_pair(line) {
            less.push(pair(line, n)?);
        } else if is_signs(line) {
            for sign in line.symbols() {
                let is_above = |cell: &Span<'_>| {
                    (cell.column..cell.column + cell.text.len()).contains(&sign.column)
                };
                let Some(column) = above.iter().position(is_above).filter(|_| row < n) else {
                    return Err(sign.error("expected a sign between two cells, found none above"));
                };
                let cells = [[row - 1, column], [row, column]];
                less.push(ordered(cells, matches!(sign.text, "^" | "∧")));
            }
        } else {
            above = cells(line, row, n, &mut less)?;
            let value = |cell: &Span<'_>| match cell.text {
                "." | "_" => Ok(0),
                _ => cell.number("'.', '<', '>' or a value", 0..=n).map(|it| it as Value),
            };
            grid.push(above.iter().map(value).collect::<Result<_, _>>()?);
        }
    }
    Futoshiki::new(&grid, less)
}

/// Orders a pair, the smaller first.
fn ordered([first, second]: [Square; 2], is_less: bool) -> [Square; 2] {
    if is_less { [first, second] } else { [second, first] }
}

/// The cells of a row. Appends its signs to the others.
fn cells<'t>(
    line: Span<'t>,
    row: usize,
    n: usize,
    less: &mut Vec<[Square; 2]>,
) -> Result<Vec<Span<'t>>, TextError> {
    let mut cells = Vec::new();
    let mut sign: Option<Span<'_>> = None;
    // Up to nine values are one symbol each.
    let is_joined: fn(char) -> bool = if n > 9 { |it| it.is_ascii_digit() } else { |_| false };
    for span in line.split(is_joined) {
        if span.text.starts_with(is_beside) {
            if cells.is_empty() || sign.is_some() {
                return Err(span.unexpected("a cell"));
            }
            sign = Some(span);
            continue;
        }
        if let Some(sign) = sign.take() {
            let column = cells.len();
            less.push(ordered([[row, column - 1], [row, column]], sign.text == "<"));
        }
        cells.push(span);
    }
    match (cells.len(), sign) {
        (_, Some(sign)) => Err(sign.error("expected a cell after the sign, found none")),
        (found, None) if found == n => Ok(cells),
        (found, None) => Err(line.error(format!("expected a row of {n} cells, found {found}"))),
    }
}

/// `r1c1 < r3c3`.
fn pair(line: Span<'_>, n: usize) -> Result<[Square; 2], TextError> {
    let square = |text: &str| {
        let (row, column) = text.trim().strip_prefix('r')?.split_once('c')?;
        let square = [row.parse::<usize>().ok()?, column.parse::<usize>().ok()?];
        square.iter().all(|it| (1..=n).contains(it)).then(|| square.map(|it| it - 1))
    };
    let cells = line.text.split_once(is_beside);
    let pair = cells.and_then(|(first, second)| Some([square(first)?, square(second)?]));
    match pair {
        Some(pair) if pair[0] != pair[1] => Ok(ordered(pair, line.text.contains('<'))),
        _ => Err(line.unexpected("two cells such as r1c1 < r3c3")),
    }
}
