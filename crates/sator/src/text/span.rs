//! Spans of text with their places, the input of every reader.
//!
//! Readers split spans by hand rather than with parser combinators (`winnow`). Most formats are
//! rows of symbols whose width, alphabet and number depend on each other, so a reader first splits
//! and counts, and then reports the expected row as a whole. Comments and blank lines are removed
//! before, while errors keep lines and columns of the original text. Lists of a million sudokus are
//! read without an allocation for each symbol. The few formats with a grammar share [`Cursor`].

use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::vec;

use sator_sat::TextError;
use sator_sat::text::shown;

pub(crate) use sator_sat::text::counted;

/// A span of text within a line: a word, a symbol, or the whole line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span<'t> {
    pub(crate) line: usize,
    /// The first column; 0 for a whole line, as in [`TextError`].
    pub(crate) column: usize,
    pub(crate) text: &'t str,
}

/// The text without a byte-order mark.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The lines that are not blank.
pub(crate) fn all_lines(text: &str) -> impl Iterator<Item = Span<'_>> {
    let lines = (1..).zip(unmarked(text).lines());
    let lines = lines.map(|(line, text)| Span { line, column: 0, text });
    lines.filter(|line| !line.text.trim().is_empty())
}

/// The lines that are neither blank nor comments.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Span<'_>> {
    all_lines(text).filter(|line| !line.text.trim_start().starts_with('#'))
}

/// The first line that is neither blank nor a comment.
pub(crate) fn first_line<'t>(text: &'t str, expected: &str) -> Result<Span<'t>, TextError> {
    let nothing = || TextError::whole(format!("expected {expected}, found nothing"));
    lines(text).next().ok_or_else(nothing)
}

/// The board in the output of `solve` or `analyze`, with line numbers preserved. Several boards are an
/// error.
pub(crate) fn only_answer(text: &str) -> Result<String, TextError> {
    let mut answers = 0;
    // One text, because there may be millions of blank lines.
    let mut board = String::new();
    let is_queens = text.contains("\nQ in all answers");
    for (number, line) in (1..).zip(unmarked(text).lines()) {
        let is_heading = line.starts_with("--- Solution");
        answers += usize::from(is_heading);
        if answers > 1 {
            return Err(TextError::line(number, SEVERAL));
        }
        if number > 1 {
            board.push('\n');
        }
        if is_remark(line) {
            continue;
        }
        let plain = uncoloured(line);
        if is_queens {
            // No queen stands on a point in any answer.
            board.push_str(&plain.replace('.', "x").replace(['?', '!'], "."));
        } else {
            board.push_str(&plain);
        }
    }
    Ok(board)
}

/// The board in a text that `solve` or `analyze` printed, perhaps in colour; `None` for other texts.
pub(crate) fn own_output(text: &str) -> Option<Result<String, TextError>> {
    let first = unmarked(text).lines().next()?;
    (is_remark(first) || text.contains("\u{1b}[")).then(|| only_answer(text))
}

/// Whether a line of our output is neither a board nor a part of one.
fn is_remark(line: &str) -> bool {
    const BEGINNINGS: [&str; 5] =
        ["Found ", "Unique:", "--- Solution", "Q in all answers", "In brackets: values"];
    BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)) || line.contains("are settled")
}

/// Removes the escape sequences for colour from a line.
fn uncoloured(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest))
}

pub(super) const SEVERAL: &str = "expected one filled board, found several";

impl<'t> Span<'t> {
    pub(crate) fn error(self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }

    pub(crate) fn unexpected(self, expected: &str) -> TextError {
        self.error(format!("expected {expected}, found {}", shown(self.text)))
    }

    /// Parses a number.
    pub(crate) fn number(
        self,
        name: &str,
        range: RangeInclusive<usize>,
    ) -> Result<usize, TextError> {
        let number = self.text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.unexpected(&format!("{name} from {} to {}", range.start(), range.end()))
        })
    }

    /// The text before a `%` comment.
    pub(crate) fn uncommented(self) -> Self {
        Self { text: self.text.split('%').next().unwrap_or_default(), ..self }
    }

    /// Splits the span into runs of characters that join and single other characters, without white
    /// space.
    pub(crate) fn split(self, joins: fn(char) -> bool) -> impl Iterator<Item = Span<'t>> {
        let mut rest = Self { column: self.column.max(1), ..self };
        std::iter::from_fn(move || {
            rest.cut(rest.text.find(|symbol: char| !symbol.is_whitespace())?);
            let first = rest.text.chars().next()?;
            let joined = rest.text.find(|symbol| !joins(symbol)).unwrap_or(rest.text.len());
            Some(rest.cut(joined.max(first.len_utf8())))
        })
    }

    /// Splits `bytes` bytes off the front.
    fn cut(&mut self, bytes: usize) -> Self {
        let (text, rest) = self.text.split_at(bytes);
        let front = Self { text, ..*self };
        self.column += text.chars().count();
        self.text = rest;
        front
    }

    /// The characters that are not white space.
    pub(crate) fn symbols(self) -> impl Iterator<Item = Span<'t>> {
        self.split(|_| false)
    }

    /// The words between white space.
    pub(crate) fn spaced(self) -> impl Iterator<Item = Span<'t>> {
        self.split(|symbol| !symbol.is_whitespace())
    }

    /// Names, numbers and punctuation.
    pub(crate) fn words(self) -> impl Iterator<Item = Span<'t>> {
        self.split(|symbol| symbol.is_alphanumeric() || symbol == '_' || symbol == '-')
    }

    /// Its symbols, if there are `n` of them.
    pub(crate) fn row(self, n: usize) -> Result<impl Iterator<Item = Span<'t>>, TextError> {
        match self.symbols().count() {
            found if found == n => Ok(self.symbols()),
            found => {
                let expected = counted(n, "square");
                Err(self.error(format!("expected a row of {expected}, found {found}")))
            }
        }
    }
}

/// An iterator over spans with lookahead.
pub(crate) struct Cursor<'t> {
    rest: Peekable<vec::IntoIter<Span<'t>>>,
}

impl<'t> Cursor<'t> {
    pub(crate) fn over(spans: impl Iterator<Item = Span<'t>>) -> Self {
        Self { rest: spans.collect::<Vec<_>>().into_iter().peekable() }
    }

    pub(crate) fn peek(&mut self) -> Option<Span<'t>> {
        self.rest.peek().copied()
    }

    /// The next span; an error if there is none.
    pub(crate) fn take(&mut self, expected: &str) -> Result<Span<'t>, TextError> {
        self.rest.next().ok_or_else(|| {
            TextError::whole(format!("expected {expected}, found the end of the text"))
        })
    }

    /// Skips a span with this text, if it is next.
    pub(crate) fn accept(&mut self, text: &str) -> bool {
        self.rest.next_if(|span| span.text == text).is_some()
    }

    pub(crate) fn expect(&mut self, text: &str) -> Result<(), TextError> {
        let expected = shown(text);
        let span = self.take(&expected)?;
        if span.text == text { Ok(()) } else { Err(span.unexpected(&expected)) }
    }

    /// Parses items separated by commas, up to the closing bracket.
    pub(crate) fn list<T>(
        &mut self,
        item: impl Fn(&mut Self) -> Result<T, TextError>,
    ) -> Result<Vec<T>, TextError> {
        let mut items = Vec::new();
        while !self.accept("]") {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    pub(crate) fn end(&mut self) -> Result<(), TextError> {
        self.rest.next().map_or(Ok(()), |span| Err(span.unexpected("the end of the text")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_their_lines_and_columns() {
        let text = "\u{feff}# first\r\n\r\n  né(12)\t.\r\n";
        let spans: Vec<_> = lines(text).flat_map(Span::words).collect();
        let places: Vec<_> = spans.iter().map(|span| (span.line, span.column, span.text)).collect();
        assert_eq!(places, [(3, 3, "né"), (3, 5, "("), (3, 6, "12"), (3, 8, ")"), (3, 10, ".")]);
    }

    #[test]
    fn a_number_lies_in_its_range() {
        let span = Span { line: 2, column: 5, text: "7" };
        assert_eq!(span.number("a row", 1..=7), Ok(7));
        let error = span.number("a row", 1..=6).unwrap_err();
        assert_eq!(error.to_string(), "2:5: expected a row from 1 to 6, found '7'");
    }
}
