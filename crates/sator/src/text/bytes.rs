//! Bytes of a file as text.

use crate::ParseError;

/// Bytes as text, without a byte-order mark; or the place of the first byte that is not text.
pub fn decoded(bytes: &[u8]) -> Result<&str, ParseError> {
    let good = match str::from_utf8(bytes) {
        // The common case. Counting all is faster than stopping at the first.
        Ok(text) if bytes.iter().filter(|&&byte| byte == 0 || byte == b'\r').count() == 0 => {
            return Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
        }
        Ok(text) => text,
        Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let text = good.split('\0').next().unwrap_or_default();
    if let Some(found) = bytes.get(text.len()) {
        return Err(error_after(text, format!("expected text, found the byte 0x{found:02x}")));
    }
    // A text with carriage returns alone would be read as a single line.
    let is_lone = |(at, _): &(usize, &str)| {
        let next = text.as_bytes().get(at + 1);
        next.is_some_and(|next| !b"\r\n".contains(next))
    };
    if let Some((at, _)) = text.match_indices('\r').find(is_lone) {
        let message = "expected a line feed after the carriage return, found none";
        return Err(error_after(&text[..at], message.to_owned()));
    }
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
}

/// Some programs write it at the beginning of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

fn error_after(before: &str, message: String) -> ParseError {
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    ParseError::at(line, column, message)
}
