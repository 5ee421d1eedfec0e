//! A symbol for each cell, in a line: the total of a cage, or an arrow to a neighbour in the same
//! cage. `<`, `>`, `^`, `v` point to the four sides; `` ` ``, `'`, `,`, `.` point diagonally: up
//! left, up right, down left, down right. Totals are 1 to 9, A for 10 to Z for 35, a for 36 to j
//! for 45; 0 is no cage.

use sator_sat::TextError;

use super::super::super::sudoku::Cage;
use super::super::super::sudoku::name;
use super::super::super::sudoku::options::GridOptions;
use super::super::Killer;
use super::cages::{self, Draft};
use super::{OVERLAPS, are_all_puzzles, empty_grid, has_givens, only_cages, size_of};
use crate::boxes::LARGEST;
use crate::kind::{Confidence, Format};
use crate::text::{Span, lines, refuse_if};

pub(super) static FORMAT: Format<Killer> = Format::new(
    "arrows",
    "81 symbols: a cage's sum, <>^v or aslant `',. to a neighbour in the cage, 0 for none",
    |text| Confidence::Likely.only_if(is_in(text)),
    |text, options| read(text, &GridOptions::of(options)?),
)
.printed(print)
.listed(|lines, _| are_all_puzzles(lines, |line| line.trim().len() > LARGEST && is_in(line)));

/// Totals by their symbols, from 0.
const TOTALS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij";

/// Arrows with their rows down and columns to the right.
const STEPS: [(char, [isize; 2]); 8] = [
    ('^', [-1, 0]),
    ('v', [1, 0]),
    ('<', [0, -1]),
    ('>', [0, 1]),
    ('`', [-1, -1]),
    ('\'', [-1, 1]),
    (',', [1, -1]),
    ('.', [1, 1]),
];

fn print(killer: &Killer) -> Result<String, String> {
    only_cages(killer)?;
    let n = killer.n();
    let has_symbol = |cage: &Cage| (1..TOTALS.len()).contains(&(cage.total as usize));
    refuse_if(&[
        (killer.has_overlaps(), OVERLAPS),
        (has_givens(killer), "it has given values"),
        (killer.has_diagonals(), "it has diagonals"),
        (!killer.cages().iter().all(has_symbol), "totals are from 1 to 45 in it"),
    ])?;
    let mut symbols = vec!['0'; n * n];
    for cage in killer.cages() {
        let (&first, rest) = cage.cells.split_first().ok_or("a cage has no cells")?;
        symbols[first] = TOTALS.chars().nth(cage.total as usize).unwrap_or_default();
        let (mut reached, mut left) = (vec![first], rest.to_vec());
        let mut next = 0;
        while let Some(&to) = reached.get(next) {
            left.retain(|&from| {
                let arrow = STEPS.iter().find(|(_, step)| neighbour(n, from, *step) == Some(to));
                if let Some((arrow, _)) = arrow {
                    symbols[from] = *arrow;
                    reached.push(from);
                }
                arrow.is_none()
            });
            next += 1;
        }
        refuse_if(&[(!left.is_empty(), "a cage is not connected")])?;
    }
    let rows = symbols.chunks(n).map(|row| row.iter().collect());
    Ok(rows.collect::<Vec<String>>().join("\n"))
}

/// The cell `down` rows below and `right` columns to the right.
fn neighbour(n: usize, cell: usize, [down, right]: [isize; 2]) -> Option<usize> {
    let row = (cell / n).checked_add_signed(down).filter(|&row| row < n)?;
    let column = (cell % n).checked_add_signed(right).filter(|&column| column < n)?;
    Some(row * n + column)
}

/// Whether a text is in this format, correct or not.
fn is_in(text: &str) -> bool {
    let is_known = |symbol: char| total(symbol).is_some() || step(symbol).is_some();
    let mut symbols = lines(text).flat_map(|line| line.text.chars());
    let has_arrow = lines(text).any(|line| line.text.contains(['<', '>', '^']));
    has_arrow && symbols.all(|symbol| is_known(symbol) || symbol.is_whitespace())
}

fn read(text: &str, options: &GridOptions<'_>) -> Result<Killer, TextError> {
    let most = LARGEST * LARGEST;
    let symbols: Vec<_> = lines(text).flat_map(Span::symbols).take(most + 1).collect();
    let n = size_of(symbols.len(), "symbols", options)?;
    let grid = empty_grid(n, options)?;
    let heads = (0..n * n).map(|cell| head(n, &symbols, cell)).collect::<Result<Vec<_>, _>>()?;
    if let Some(error) = to_none(n, &symbols, &heads) {
        return Err(error);
    }
    let mut drafts = Vec::new();
    for (first, symbol) in symbols.iter().enumerate() {
        let cells: Vec<_> = (0..n * n).filter(|&cell| heads[cell] == first).collect();
        if let Some(total) = only(symbol).and_then(total).filter(|&total| total > 0) {
            let place = [symbol.line, symbol.column];
            let name = format!("the cage at {}", name(n, first));
            drafts.push(Draft { name, place, total, cells });
        }
    }
    cages::killer(grid, drafts, false)
}

/// The cell with the total of a cell's cage.
fn head(n: usize, symbols: &[Span<'_>], begin: usize) -> Result<usize, TextError> {
    let mut at = begin;
    for _ in 0..symbols.len() {
        let symbol = symbols[at];
        let Some(step) = only(&symbol).and_then(step) else {
            return match only(&symbol).and_then(total) {
                Some(_) => Ok(at),
                None => Err(symbol.unexpected("a total (1-9, A-Z, a-j), 0 or an arrow")),
            };
        };
        let beyond = || symbol.error("expected an arrow within the grid, found one beyond");
        at = neighbour(n, at, step).ok_or_else(beyond)?;
    }
    Err(symbols[begin].error("expected arrows that lead to a total, found a circle"))
}

/// The error for a cell whose arrow leads to a cell in no cage.
fn to_none(n: usize, symbols: &[Span<'_>], heads: &[usize]) -> Option<TextError> {
    let is_none = |at: usize| only(&symbols[at]).and_then(total) == Some(0);
    let cell = (0..n * n).find(|&cell| heads[cell] != cell && is_none(heads[cell]))?;
    let [from, to] = [cell, heads[cell]].map(|cell| name(n, cell));
    let message = format!("{from}: expected an arrow that leads to a total, found 0 at {to}");
    Some(symbols[cell].error(message))
}

fn only(symbol: &Span<'_>) -> Option<char> {
    symbol.text.chars().next()
}

fn total(symbol: char) -> Option<u32> {
    TOTALS.find(symbol).map(|at| at as u32)
}

fn step(symbol: char) -> Option<[isize; 2]> {
    STEPS.iter().find(|(arrow, _)| *arrow == symbol).map(|(_, step)| *step)
}
