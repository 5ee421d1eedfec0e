//! The totals of the cages named in a map: `A 3, B=15; C: 22`, `3 A`, or joined, `a20,b4`, if every
//! name is one symbol.

use std::iter::Peekable;

use sator_sat::TextError;
use sator_sat::text::shown;

use super::super::super::sudoku::name;
use super::cages::{self, Draft};
use crate::text::Span;

/// The cages of a map, which consists of the name of a cage or `.` for each cell.
pub(super) struct Named<'t> {
    pub(super) n: usize,
    /// In the order of their first cells.
    names: Vec<Span<'t>>,
    cells: Vec<Vec<usize>>,
}

impl<'t> Named<'t> {
    pub(super) fn of(n: usize, map: impl Iterator<Item = Span<'t>>) -> Result<Self, TextError> {
        let mut named = Self { n, names: Vec::new(), cells: Vec::new() };
        for (cell, span) in map.enumerate() {
            if span.text == "." {
                continue;
            }
            if !span.text.chars().all(is_in_name) {
                return Err(span.unexpected("the name of a cage or '.'"));
            }
            if let Some(number) = named.number(span.text) {
                named.cells[number].push(cell);
            } else {
                named.names.push(span);
                named.cells.push(vec![cell]);
            }
        }
        Ok(named)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|span| span.text == name)
    }

    /// The cages with the totals in these lines.
    pub(super) fn with_totals(
        self,
        lines: impl Iterator<Item = Span<'t>>,
    ) -> Result<Vec<Draft>, TextError> {
        let totals = self.totals(lines)?;
        let cages = self.names.iter().zip(self.cells).zip(totals);
        let draft = |((span, cells), total): ((&Span<'_>, Vec<usize>), Option<u32>)| {
            let (title, place) = (title(span.text), [span.line, span.column]);
            let first = name(self.n, cells[0]);
            let missing = || span.error(format!("{title}, at {first}, has no total"));
            let total = total.ok_or_else(missing)?;
            Ok(Draft { name: title, place, total, cells })
        };
        cages.map(draft).collect()
    }

    /// The total of each cage, if it has one.
    fn totals(&self, lines: impl Iterator<Item = Span<'t>>) -> Result<Vec<Option<u32>>, TextError> {
        let mut totals = vec![None; self.names.len()];
        let is_word = |symbol: char| !symbol.is_whitespace() && !is_sign(symbol);
        for line in lines {
            let mut spans = line.split(is_word).peekable();
            while let Some(span) = spans.next() {
                if matches!(span.text, "," | ";") {
                    continue;
                }
                let (called, before) = self.called(span, &mut spans);
                let Some(number) = self.number(called.text) else {
                    return Err(called.unexpected("the name of a cage on the map"));
                };
                let title = title(called.text);
                spans.next_if(is_link);
                let mut next = || spans.next_if(|span| !matches!(span.text, "," | ";"));
                let Some(total) = before.or_else(&mut next) else {
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

    /// The name of a cage, and its total if that is joined to the name or comes before it.
    fn called(
        &self,
        span: Span<'t>,
        rest: &mut Peekable<impl Iterator<Item = Span<'t>>>,
    ) -> (Span<'t>, Option<Span<'t>>) {
        let are_symbols = || self.names.iter().all(|name| name.text.chars().count() == 1);
        let is_name = |span: &Span<'_>| self.number(span.text).is_some();
        if is_name(&span) {
            return (span, None);
        }
        if span.text.bytes().all(|digit| digit.is_ascii_digit()) {
            rest.next_if(is_link);
            if let Some(name) = rest.next_if(is_name) {
                return (name, Some(span));
            }
        }
        match joined(span) {
            (total, Some(name)) if is_name(&name) && are_symbols() => (name, Some(total)),
            _ if are_symbols() => parted(span),
            _ => (span, None),
        }
    }
}

/// Whether a span stands between a name and its total.
fn is_link(span: &Span<'_>) -> bool {
    matches!(span.text, "=" | ":" | "-")
}

/// A total, and the name that is joined to it: `20a`.
fn joined(span: Span<'_>) -> (Span<'_>, Option<Span<'_>>) {
    let digits = span.text.bytes().take_while(u8::is_ascii_digit).count();
    let (total, name) = span.text.split_at(digits);
    let name = Span { column: span.column + digits, text: name, ..span };
    (Span { text: total, ..span }, (digits > 0).then_some(name))
}

fn title(name: &str) -> String {
    let name = shown(name);
    format!("cage {}", name.trim_matches('\''))
}

/// The name of a cage, and the total if it is joined to the name: `a20`.
fn parted(span: Span<'_>) -> (Span<'_>, Option<Span<'_>>) {
    let first = span.text.chars().next().map_or(0, char::len_utf8);
    let (name, total) = span.text.split_at(first);
    let total = Span { column: span.column + 1, text: total, ..span };
    (Span { text: name, ..span }, (!total.text.is_empty()).then_some(total))
}

fn is_in_name(symbol: char) -> bool {
    symbol.is_alphanumeric() || symbol == '_'
}

/// Whether a symbol separates names and totals.
pub(super) fn is_sign(symbol: char) -> bool {
    matches!(symbol, ',' | ';' | '=' | ':')
}
