//! Extra rules in our text form, a line each: `thermo r1c1 r1c2 r1c3`, `arrow r5c5: r5c6 r5c7`,
//! `dot black r1c1 r1c2`, `sandwich row 3 left 12`, `anti-knight`.

use sator_sat::TextError;

use super::super::Sudoku;
use super::super::name;
use super::arguments::by_words;
use super::{Extra, Places, Side};
use crate::model::Value;
use crate::text::Span;

/// Whether a line begins with the words of a rule. A short word may also be the symbol of a grid, so
/// a cell must follow it.
pub(in crate::puzzles) fn is_rule(line: Span<'_>) -> bool {
    const SHORT: usize = 2;
    let words: Vec<_> = words(line).map(|word| word.text).collect();
    let Some(&first) = words.first() else { return false };
    let is_certain = || first.len() > SHORT || words.iter().any(|word| cell_of(word).is_some());
    by_words(first, words.get(1).copied()).is_some() && is_certain()
}

/// Words, numbers and colons; commas and equality signs are white space.
fn words(line: Span<'_>) -> impl Iterator<Item = Span<'_>> {
    let all = line.split(|symbol| !symbol.is_whitespace() && !",:=".contains(symbol));
    all.filter(|word| !matches!(word.text, "," | "="))
}

impl Extra {
    /// The line that reads back as this rule.
    pub(in crate::puzzles) fn line(&self, n: usize) -> String {
        let named = self.rule.words.iter().find(|it| it.1.is_some() && it.1 == self.number);
        let (word, is_said) = named.map_or((self.rule.words[0].0, false), |it| (it.0, true));
        let mut parts = vec![word.to_owned()];
        parts.extend(self.of.map(|rule| rule.words[0].0.to_owned()));
        if let Some(side) = self.side {
            let noun = if side.is_row { "row" } else { "column" };
            parts.push(format!("{noun} {} {}", side.index + 1, side.word()));
        }
        parts.extend(self.number.filter(|_| !is_said).map(|it| it.to_string()));
        parts.extend(self.values.iter().map(Value::to_string));
        parts.extend(self.counts.iter().map(|(count, value)| format!("{count}x{value}")));
        let cells =
            |cells: &[usize]| cells.iter().map(|&cell| name(n, cell)).collect::<Vec<_>>().join(" ");
        let mut groups: Vec<_> = self.groups.iter().map(|group| cells(group)).collect();
        if self.side.is_none() && !self.cells.is_empty() {
            groups.push(cells(&self.cells));
        }
        parts.extend(Some(groups.join(": ")).filter(|it| !it.is_empty()));
        parts.join(" ")
    }

    /// Reads a line.
    pub(in crate::puzzles) fn of_line(line: Span<'_>, sudoku: &Sudoku) -> Result<Self, TextError> {
        let all: Vec<_> = words(line).collect();
        let unknown = || line.unexpected("a rule such as 'thermo r1c1 r1c2' or 'anti-knight'");
        let first = all.first().ok_or_else(unknown)?;
        let second = all.get(1).map(|it| it.text);
        let (rule, number, is_two) = by_words(first.text, second).ok_or_else(unknown)?;
        let mut extra = Self { number, ..Self::new(rule) };
        let mut words = &all[if is_two { 2 } else { 1 }..];
        if rule.arguments.places == Places::Unmarked {
            let of = words.first().and_then(|of| by_words(of.text, words.get(1).map(|it| it.text)));
            let (of, value, is_two) =
                of.ok_or_else(|| first.error("expected the rule that it is about, after it"))?;
            extra.of = Some(of);
            extra.values.extend(value.map(|value| value as Value));
            words = &words[if is_two { 2 } else { 1 }..];
        }
        if rule.arguments.places == Places::Side {
            words = extra
                .take_side(words, sudoku.n())
                .ok_or_else(|| line.error(format!("expected such as '{}'", rule.examples[0])))?;
        }
        extra.take(words, sudoku)?;
        // A cell that may not be repeated is shown where it is.
        let mut cells = words.iter().filter(|word| cell_of(word.text).is_some());
        let place = extra.repeated().and_then(|place| cells.nth(place)).unwrap_or(first);
        extra.checked(sudoku).map_err(|message| place.error(format!("{}: {message}", first.text)))
    }

    /// Takes `row 3 left`, `column 5`.
    fn take_side<'w, 't>(&mut self, words: &'w [Span<'t>], n: usize) -> Option<&'w [Span<'t>]> {
        let [axis, index, rest @ ..] = words else { return None };
        let is_row = match axis.text {
            "row" => true,
            "column" | "col" => false,
            _ => return None,
        };
        let index = index.text.parse::<usize>().ok()?.checked_sub(1).filter(|it| *it < n)?;
        let (is_from_end, rest) = match rest.first().map(|word| word.text) {
            Some("left" | "start") if is_row => (false, &rest[1..]),
            Some("top" | "start") if !is_row => (false, &rest[1..]),
            Some("right" | "end") if is_row => (true, &rest[1..]),
            Some("bottom" | "end") if !is_row => (true, &rest[1..]),
            _ => (false, rest),
        };
        self.side = Some(Side { is_row, index, is_from_end });
        Some(rest)
    }

    /// Takes numbers, values, counts and cells.
    fn take(&mut self, words: &[Span<'_>], sudoku: &Sudoku) -> Result<(), TextError> {
        let n = sudoku.n();
        let arguments = self.rule.arguments;
        let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
        for word in words {
            if word.text == ":" {
                groups.push(Vec::new());
            } else if let Some(cell) = cell_of(word.text) {
                let [row, column] = cell;
                if row == 0 || column == 0 || row > n || column > n {
                    return Err(word.unexpected(&format!("a cell from r1c1 to r{n}c{n}")));
                }
                let last = groups.len() - 1;
                groups[last].push((row - 1) * n + column - 1);
            } else if let Ok(number) = word.text.parse::<i64>() {
                self.take_number(*word, number)?;
            } else if let Some((count, value)) =
                count_of(word.text).filter(|_| arguments.has_counts)
            {
                self.counts.push((count, value));
            } else {
                return Err(word.unexpected("a number or a cell such as r1c2"));
            }
        }
        // A colon may separate numbers from cells.
        groups.retain(|group| !group.is_empty());
        match arguments.places {
            Places::Circle => {
                self.cells =
                    if groups.len() > 1 { groups.pop().unwrap_or_default() } else { Vec::new() };
                self.groups = groups;
            }
            Places::Groups(_) => self.groups = groups,
            Places::None | Places::Side | Places::Unmarked => {
                if let Some(word) = words.iter().find(|word| cell_of(word.text).is_some()) {
                    return Err(word.unexpected("no cells"));
                }
            }
            _ => self.cells = groups.concat(),
        }
        Ok(())
    }

    /// Takes a number or a value.
    fn take_number(&mut self, word: Span<'_>, number: i64) -> Result<(), TextError> {
        let arguments = self.rule.arguments;
        if arguments.has_values {
            let value = Value::try_from(number).map_err(|_| word.unexpected("a value"))?;
            self.values.push(value);
        } else if arguments.number != super::NumberField::None && self.number.is_none() {
            self.number = Some(number);
        } else {
            return Err(word.unexpected("a cell such as r1c2"));
        }
        Ok(())
    }
}

/// `r3c7`: row and column as written.
pub(in crate::puzzles) fn cell_of(text: &str) -> Option<[usize; 2]> {
    let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let number = |digits: &str| -> Option<usize> {
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    Some([number(row)?, number(column)?])
}

/// `2x5`: a count and a value.
fn count_of(text: &str) -> Option<(usize, Value)> {
    let (count, value) = text.split_once(['x', '×'])?;
    Some((count.parse().ok()?, value.parse().ok()?))
}
