//! `2 4 1 3`: the column of each row, from 0 if a 0 occurs, else from 1.

use sator_sat::TextError;

use super::super::{Queens, Square};
use super::{bare, content, number, refuse_unless_plain};
use crate::kind::{Confidence, Format, ParseOptions};
use crate::text::{Cursor, Span, counted, lines, refuse_if};

pub(super) static FORMAT: Format<Queens> = Format::new(
    "permutation",
    "2 4 1 3, the column of each row; 2413 if the format is given",
    sniff,
    read_or_refuse,
)
.printed(print);

fn sniff(text: &str) -> Confidence {
    let text = content(text);
    let is_list = text.starts_with('[') && !text.contains(['"', '\'', '.', 'Q']);
    let is_line = is_numbers_in_a_line(&text);
    let is_in_list =
        |symbol: char| symbol.is_ascii_digit() || symbol.is_whitespace() || "[],-".contains(symbol);
    let confidence =
        if text.chars().all(is_in_list) { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(is_list || is_line)
}

/// Whether there are several numbers in one line.
pub(super) fn is_numbers_in_a_line(text: &str) -> bool {
    let has = |symbols: &str| text.contains(|symbol| symbols.contains(symbol));
    text.starts_with(|first: char| first.is_ascii_digit() || first == '-')
        && has(" \t,")
        && !has("\n(=/")
}

/// If the kind is a guess, numbers may be the cells of another puzzle: four queens in one column
/// are not a slip.
fn read_or_refuse(text: &str, options: &ParseOptions<'_>) -> Result<Queens, TextError> {
    let queens = read(text, None)?;
    let mut counts = vec![0_usize; queens.n];
    for square in &queens.placed {
        counts[square.column] += 1;
    }
    if options.is_guess && counts.iter().any(|&count| count >= 4) {
        return Err(TextError::whole("expected a column for each row, found some again and again"));
    }
    Ok(queens)
}

fn print(queens: &Queens) -> Result<String, String> {
    refuse_unless_plain(queens)?;
    let is_full = queens.placed.iter().map(|square| square.row).eq(0..queens.n);
    refuse_if(&[
        (!queens.blocked.is_empty(), "it has blocked squares"),
        (!is_full, "it has not one queen in each row"),
    ])?;
    let columns = queens.placed.iter().map(|square| (square.column + 1).to_string());
    Ok(columns.collect::<Vec<_>>().join(" "))
}

/// Reads a column for each row, of that number of rows or of any.
pub(super) fn read(text: &str, size: Option<usize>) -> Result<Queens, TextError> {
    from_columns(&columns(text)?, size)
}

fn columns(text: &str) -> Result<Vec<Span<'_>>, TextError> {
    let mut cursor = Cursor::over(lines(text).flat_map(Span::words));
    let bracketed = cursor.accept("[");
    let mut columns = Vec::new();
    while cursor.peek().is_some_and(|span| span.text != "]") {
        columns.push(cursor.take("a column")?);
        cursor.accept(",");
    }
    if bracketed {
        cursor.expect("]")?;
    }
    cursor.end()?;
    match columns[..] {
        [digits] if !bracketed => run_together(digits),
        _ => Ok(columns),
    }
}

fn run_together(digits: Span<'_>) -> Result<Vec<Span<'_>>, TextError> {
    if digits.text.chars().count() > 9 {
        return Err(digits.unexpected("columns, with spaces between more than 9 of them"));
    }
    Ok(digits.symbols().collect())
}

pub(super) fn from_columns(columns: &[Span], size: Option<usize>) -> Result<Queens, TextError> {
    let found = counted(columns.len(), "column");
    if columns.is_empty() {
        return Err(TextError::whole("expected the column of each row, found nothing"));
    }
    let n = number::at_most_largest(columns.len(), &found).map_err(TextError::whole)?;
    if let Some(size) = size.filter(|&size| size != n) {
        let expected = counted(size, "column");
        return Err(TextError::whole(format!("expected {expected}, found {n}")));
    }
    let from = usize::from(!columns.iter().any(|column| column.text.parse() == Ok(0)));
    let mut queens = bare(n);
    for (row, column) in columns.iter().enumerate() {
        let column = column.number("a column", from..=from + n - 1)? - from;
        queens.placed.push(Square { row, column });
    }
    queens.notes.push(format!("columns are counted from {from}"));
    Ok(queens)
}
