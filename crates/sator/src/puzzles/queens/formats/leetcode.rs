//! `[".Q..","...Q","Q...","..Q."]`: rows as strings in a list.

use sator_sat::TextError;

use super::super::Queens;
use super::{board, content, refuse_unless_plain, symbol_rows};
use crate::kind::{Confidence, Format};
use crate::text::{Cursor, Span, lines};

pub(super) static FORMAT: Format<Queens> =
    Format::new("leetcode", r#"[".Q..","...Q","Q...","..Q."]"#, sniff, |text, _| read(text, None))
        .printed(|queens| {
            refuse_unless_plain(queens)?;
            Ok(serde_json::json!(symbol_rows(queens, "")).to_string())
        });

fn sniff(text: &str) -> Confidence {
    let text = content(text);
    let confidence = if text.contains('Q') { Confidence::Likely } else { Confidence::Possible };
    confidence.only_if(text.starts_with('[') && text.contains(['"', '\'', '.', 'Q']))
}

/// Reads a board of that size, or of any.
pub(super) fn read(text: &str, size: Option<usize>) -> Result<Queens, TextError> {
    let spans = lines(text).flat_map(|line| line.split(is_square));
    let mut cursor = Cursor::over(spans);
    cursor.expect("[")?;
    let is_listed = cursor.accept("[");
    let rows = cursor.list(row)?;
    if is_listed {
        end_of_boards(&mut cursor)?;
    }
    cursor.end()?;
    board::from_rows(&rows, size)
}

fn is_square(symbol: char) -> bool {
    !symbol.is_whitespace() && !"[],\"'".contains(symbol)
}

fn row<'t>(cursor: &mut Cursor<'t>) -> Result<Span<'t>, TextError> {
    const EXPECTED: &str = "a row in quotes";
    let quote = cursor.take(EXPECTED)?;
    if !matches!(quote.text, "\"" | "'") {
        return Err(quote.unexpected(EXPECTED));
    }
    let row = cursor.take(EXPECTED)?;
    if !row.text.starts_with(is_square) {
        return Err(row.error("expected the squares of a row, found none"));
    }
    if !cursor.accept(quote.text) {
        return Err(row.error("expected a quote at the end of the row, found none"));
    }
    Ok(row)
}

/// Accepts the end of a list of answers with exactly one board.
fn end_of_boards(cursor: &mut Cursor) -> Result<(), TextError> {
    match cursor.peek() {
        Some(comma) if comma.text == "," => Err(comma.error("expected one board, found several")),
        _ => cursor.expect("]"),
    }
}
