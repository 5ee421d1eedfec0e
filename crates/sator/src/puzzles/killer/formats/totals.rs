//! The totals of cages that a map has names for: `A 3, B=15; C: 22`, or glued, `a20,b4`, where
//! every name is one symbol.

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::super::sudoku::check::name;
use super::cages::{self, Draft};
use crate::text::Span;

/// The cages of a map, which has the name of a cage or `.` for each cell.
pub(super) struct Named<'t> {
    pub(super) n: usize,
    /// In the order of their first cells.
    names: Vec<Span<'t>>,
    cells: Vec<Vec<usize>>,
}

impl<'t> Named<'t> {
    pub(super) fn of(n: usize, map: impl Iterator<Item = Span<'t>>) -> Result<Self, TextError> {
        let mut named = Self { n, names: Vec::new(), cells: Vec::new() };
        for (cell, piece) in map.enumerate() {
            if piece.text == "." {
                continue;
            }
            if !piece.text.chars().all(is_in_name) {
                return Err(piece.unexpected("the name of a cage or '.'"));
            }
            if let Some(number) = named.number(piece.text) {
                named.cells[number].push(cell);
            } else {
                named.names.push(piece);
                named.cells.push(vec![cell]);
            }
        }
        Ok(named)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|piece| piece.text == name)
    }

    /// The cages with the totals that stand in these lines.
    pub(super) fn with_totals(
        self,
        lines: impl Iterator<Item = Span<'t>>,
    ) -> Result<Vec<Draft>, TextError> {
        let totals = self.totals(lines)?;
        let cages = self.names.iter().zip(self.cells).zip(totals);
        let draft = |((piece, cells), total): ((&Span<'_>, Vec<usize>), Option<u32>)| {
            let (title, place) = (title(piece.text), [piece.line, piece.column]);
            let first = name(self.n, cells[0]);
            let missing = || piece.error(format!("{title}, at {first}, has no total"));
            let total = total.ok_or_else(missing)?;
            Ok(Draft { name: title, place, total, cells })
        };
        cages.map(draft).collect()
    }

    /// The total of each cage, if it has one.
    fn totals(&self, lines: impl Iterator<Item = Span<'t>>) -> Result<Vec<Option<u32>>, TextError> {
        let are_symbols = self.names.iter().all(|name| name.text.chars().count() == 1);
        let mut totals = vec![None; self.names.len()];
        let is_word = |symbol: char| !symbol.is_whitespace() && !is_sign(symbol);
        for line in lines {
            let mut pieces = line.split(is_word).peekable();
            while let Some(piece) = pieces.next() {
                if matches!(piece.text, "," | ";") {
                    continue;
                }
                let (called, glued) = if are_symbols { parted(piece) } else { (piece, None) };
                let Some(number) = self.number(called.text) else {
                    return Err(called.unexpected("the name of a cage on the map"));
                };
                let title = title(called.text);
                pieces.next_if(|sign| matches!(sign.text, "=" | ":"));
                let mut next = || pieces.next_if(|piece| !matches!(piece.text, "," | ";"));
                let Some(total) = glued.or_else(&mut next) else {
                    return Err(called.error(format!("expected a total for {title}, found none")));
                };
                let total = cages::total(total, &title)?;
                if totals[number].replace(total).is_some() {
                    return Err(called.error(format!("{title} has a total already")));
                }
            }
        }
        Ok(totals)
    }
}

fn title(name: &str) -> String {
    let name = shown(name);
    format!("cage {}", name.trim_matches('\''))
}

/// The name of a cage, and the total if they are not parted: `a20`.
fn parted(piece: Span<'_>) -> (Span<'_>, Option<Span<'_>>) {
    let first = piece.text.chars().next().map_or(0, char::len_utf8);
    let (name, total) = piece.text.split_at(first);
    let total = Span { column: piece.column + 1, text: total, ..piece };
    (Span { text: name, ..piece }, (!total.text.is_empty()).then_some(total))
}

fn is_in_name(symbol: char) -> bool {
    symbol.is_alphanumeric() || symbol == '_'
}

/// What stands between names and totals.
pub(super) fn is_sign(symbol: char) -> bool {
    matches!(symbol, ',' | ';' | '=' | ':')
}
