//! Buffered output of numbers and short texts. The first error closes it, and is returned at the
//! end.

use std::io::{self, Write};

/// The size of a write: twice the capacity of a pipe.
const BUFFER: usize = 128 * 1024;
/// An upper bound for the length of a number with its sign and its blank, and for one push.
const MARGIN: usize = 32;

/// A buffer in front of a file or a pipe.
#[derive(Debug)]
pub(crate) struct Output<W: Write> {
    out: W,
    buffer: Vec<u8>,
    filled: usize,
    failure: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, buffer: vec![0; BUFFER], filled: 0, failure: None }
    }

    /// Writes every line of the comments behind a mark, so that no line is read as anything else.
    pub(crate) fn comments(&mut self, mark: &str, comments: impl IntoIterator<Item = String>) {
        for comment in comments {
            for line in comment.split('\n') {
                self.text(&format!("{mark} {line}\n"));
            }
        }
    }

    /// Writes a text of any length.
    pub(crate) fn text(&mut self, text: &str) {
        for piece in text.as_bytes().chunks(MARGIN) {
            self.push(piece);
        }
    }

    /// Writes a few bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.make_room();
        self.put(bytes);
    }

    /// Writes a number in decimal digits, and a blank.
    pub(crate) fn number(&mut self, is_negative: bool, magnitude: u64) {
        const EIGHT_DIGITS: u64 = 100_000_000;
        const ASCII: u64 = u64::from_le_bytes(*b"00000000");
        self.make_room();
        // The sign is always written, and overwritten if the number is positive.
        self.buffer[self.filled] = b'-';
        self.filled += usize::from(is_negative);
        if magnitude < EIGHT_DIGITS {
            let digits = eight_digits(magnitude);
            let leading_zeros = (digits.trailing_zeros() / 8).min(7);
            self.put(&((digits | ASCII) >> (8 * leading_zeros)).to_le_bytes());
            self.filled -= leading_zeros as usize;
        } else {
            self.put(magnitude.to_string().as_bytes());
        }
        self.put(b" ");
    }

    fn put(&mut self, bytes: &[u8]) {
        let end = self.filled + bytes.len();
        self.buffer[self.filled..end].copy_from_slice(bytes);
        self.filled = end;
    }

    fn make_room(&mut self) {
        if self.filled > BUFFER - MARGIN {
            self.spill();
        }
    }

    fn spill(&mut self) {
        if self.failure.is_none() {
            self.failure = self.out.write_all(&self.buffer[..self.filled]).err();
        }
        self.filled = 0;
    }

    /// Whether the output has failed, so that further writing has no effect.
    pub(crate) fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// Writes the rest. Returns the first error.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.spill();
        self.failure.map_or(Ok(()), Err)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// The same, with an error if the header announced more or fewer items.
    pub(crate) fn finish_announced(self, items: &str, header: u64, written: u64) -> io::Result<W> {
        let out = self.finish()?;
        if written == header {
            return Ok(out);
        }
        Err(io::Error::other(format!("announced {header} {items}, but wrote {written}")))
    }
}

/// The eight decimal digits of a number below 10^8, one in each byte, the first in the lowest.
///
/// The number is split into halves, quarters and eighths, each time in all parts at once: a
/// multiplication and a shift divide every part, and the remainder goes into the free upper half.
fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | (number % 10_000) << 32;
    let hundreds = ((fours * 5243) >> 19) & 0x0000_007F_0000_007F;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | (twos - 10 * tens) << 8
}
