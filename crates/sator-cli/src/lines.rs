//! A text of many lines, read block by block: memory does not grow with it.

use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc::Receiver;
use std::thread;

use sator::ParseError;
use sator::puzzles::decoded;

use crate::failure::{Failure, no_thread};
use crate::input::Stream;

/// A line that is neither blank nor a comment.
pub(crate) struct Line<'b> {
    /// Counted from 1.
    pub(crate) number: usize,
    /// Without its line end, or why it is not text.
    pub(crate) text: Result<&'b str, ParseError>,
}

/// Consecutive lines, without blank lines and comments.
#[derive(Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    spans: Vec<LineSpan>,
    /// The position in the stream after the block, in bytes.
    pub(crate) end: u64,
    /// The lines of a second stream that belong to these, one each.
    partner: Option<Box<Block>>,
}

/// The place of a line in its block.
struct LineSpan {
    number: usize,
    begin: usize,
    end: usize,
    is_too_long: bool,
}

impl Block {
    /// An empty block is the end of the stream.
    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The number of lines.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.spans.iter().map(|span| Line { number: span.number, text: self.text(span) })
    }

    /// The lines of the second stream, if there is one.
    pub(crate) fn partner_lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.partner.iter().flat_map(|block| block.lines())
    }

    fn text(&self, span: &LineSpan) -> Result<&str, ParseError> {
        if span.is_too_long {
            return Err(long_line(span.number));
        }
        decoded(&self.bytes[span.begin..span.end]).map(str::trim_end)
    }

    /// Removes the last line and returns its number.
    fn pop(&mut self) -> usize {
        self.spans.pop().map_or(0, |span| span.number)
    }
}

/// The lines of a stream that are neither blank nor comments.
pub(crate) struct Lines {
    pub(crate) stream: Stream,
    /// The beginning, which was read from the stream before.
    head: Cursor<Vec<u8>>,
    number: usize,
    end: u64,
    /// The number of a line with column names, which is skipped.
    heading: Option<usize>,
    /// The failure to report after the last block.
    failure: Option<Failure>,
    /// A second stream with a line for each of these.
    partner: Option<Box<Lines>>,
}

/// Lines that were copied.
#[derive(Default)]
pub(crate) struct Copied {
    /// The number of all lines.
    pub(crate) lines: usize,
    /// The number of those that are neither blank nor comments.
    pub(crate) puzzles: usize,
}

/// The longest accepted line. A stream without line ends would fill the memory.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// The error for a longer one.
pub(crate) fn long_line(number: usize) -> ParseError {
    ParseError::line(number, format!("expected a puzzle, found a line of over {MAX_LINE} bytes"))
}

impl Lines {
    /// Begins with `head`, which was read from the stream before and holds whole lines, apart from
    /// one that is too long; skips the line with the number `heading`.
    pub(crate) fn new(stream: Stream, head: Vec<u8>, heading: Option<usize>) -> Self {
        let (head, number) = (Cursor::new(head), stream.skipped);
        Self { stream, head, number, end: 0, heading, failure: None, partner: None }
    }

    /// Names the stream, and numbers its lines from this one, as those of a longer stream. No line was
    /// read yet.
    pub(crate) fn part_of(mut self, place: &str, first_line: usize) -> Self {
        place.clone_into(&mut self.stream.place);
        Self { number: first_line.saturating_sub(1), ..self }
    }

    /// The number of the line that is read next.
    pub(crate) fn next_number(&self) -> usize {
        self.number + 1
    }

    /// Reads a line of a second stream with each line.
    pub(crate) fn with(self, partner: Self) -> Self {
        Self { partner: Some(Box::new(partner)), ..self }
    }

    /// Reads in a detached thread, because reading may block for ever. It reads as many lines as are
    /// requested, but waits for one at most; an empty block is the end. `send` returns whether the
    /// receiver still exists.
    pub(crate) fn read_in_background(
        mut self,
        requests: Receiver<usize>,
        send: impl Fn(Result<Block, Failure>) -> bool + Send + 'static,
    ) -> Result<(), Failure> {
        let read = move || {
            for wanted in requests {
                let block = self.block(wanted);
                let is_end = !matches!(&block, Ok(block) if !block.is_empty());
                if !send(block) || is_end {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(read).map(drop).map_err(|error| no_thread(&error))
    }

    /// Copies the next lines as they are, so many if there are. A line with column names becomes a
    /// comment, so that the others keep their numbers. The outer error is one of reading, the inner one
    /// of writing.
    pub(crate) fn copy(
        &mut self,
        wanted: usize,
        out: &mut dyn io::Write,
    ) -> Result<io::Result<Copied>, Failure> {
        let mut bytes = Vec::new();
        let mut copied = Copied::default();
        while copied.lines < wanted {
            bytes.clear();
            let read = self.read(&mut bytes).map_err(|error| self.stream.failure(&error));
            // A line that is too long stays too long.
            let is_too_long = !read?;
            if bytes.is_empty() {
                break;
            }
            self.number += 1;
            if self.heading == Some(self.number) {
                bytes.insert(0, b'#');
            }
            copied.lines += 1;
            copied.puzzles += usize::from(is_too_long || has_content(&bytes));
            if !bytes.ends_with(b"\n") {
                bytes.push(b'\n');
            }
            if let Err(error) = out.write_all(&bytes) {
                return Ok(Err(error));
            }
        }
        Ok(Ok(copied))
    }

    fn block(&mut self, wanted: usize) -> Result<Block, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let mut block = Block::default();
        while block.len() < wanted && (block.is_empty() || self.has_buffered_line()) {
            match self.add_to(&mut block) {
                Ok(true) => {}
                Ok(false) => break,
                // The lines before the failure are still used.
                Err(failure) if !block.is_empty() => {
                    self.failure = Some(failure);
                    break;
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(block)
    }

    /// Whether another line and its partner are in the buffers.
    fn has_buffered_line(&self) -> bool {
        let is_buffered = self.is_in_head() || self.stream.reader.buffer().contains(&b'\n');
        is_buffered && self.partner.as_ref().is_none_or(|partner| partner.has_buffered_line())
    }

    fn is_in_head(&self) -> bool {
        self.head.position() < self.head.get_ref().len() as u64
    }

    /// Adds the next line and its partner, or none if it would have to wait for more than one.
    /// Returns false at the end of the stream.
    fn add_to(&mut self, block: &mut Block) -> Result<bool, Failure> {
        let before = block.len();
        let goes_on = self.add_line(block, block.is_empty())?;
        let Some(partner) = &mut self.partner else { return Ok(goes_on) };
        if goes_on && block.len() == before {
            return Ok(true);
        }
        let partners = block.partner.get_or_insert_default();
        match (goes_on, partner.add_line(partners, true)) {
            (true, Ok(true)) | (false, Ok(false)) => Ok(goes_on),
            (true, added) => {
                let number = block.pop();
                added?;
                let place = &self.stream.place;
                let message = format!("expected a line for {place}:{number}, found the end");
                Err(Failure::at(&partner.stream.place, ParseError::whole(message)))
            }
            (false, added) => {
                added?;
                let place = &self.stream.place;
                let message = format!("expected the end, as in {place}, found a line");
                Err(Failure::at(&partner.stream.place, ParseError::line(partners.pop(), message)))
            }
        }
    }

    /// Adds the next line that is neither blank nor a comment; with `may_wait` also one that is not
    /// in the buffers. Returns false at the end of the stream.
    fn add_line(&mut self, block: &mut Block, may_wait: bool) -> Result<bool, Failure> {
        loop {
            if !may_wait && !self.has_buffered_line() {
                return Ok(true);
            }
            let begin = block.bytes.len();
            let read = self.read(&mut block.bytes);
            let is_whole = read.map_err(|error| self.stream.failure(&error));
            let is_too_long = match is_whole {
                Ok(is_whole) => !is_whole,
                Err(failure) => {
                    block.bytes.truncate(begin);
                    return Err(failure);
                }
            };
            let end = block.bytes.len();
            if end == begin {
                return Ok(false);
            }
            self.number += 1;
            block.end = self.end;
            let number = self.number;
            if self.heading != Some(number) && (is_too_long || has_content(&block.bytes[begin..])) {
                block.spans.push(LineSpan { number, begin, end, is_too_long });
                return Ok(true);
            }
            block.bytes.truncate(begin);
        }
    }

    /// Reads up to the end of a line; returns false for a line that is too long, whose rest is
    /// skipped.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let is_in_head = self.is_in_head();
        if !is_in_head && let Some(error) = self.stream.error.take() {
            return Err(error);
        }
        let mut both = self.head.by_ref().chain(self.stream.reader.by_ref());
        let reader: &mut dyn BufRead = if is_in_head { &mut both } else { both.get_mut().1 };
        let read = reader.take(MAX_LINE).read_until(b'\n', bytes)?;
        self.end += read as u64;
        if (read as u64) < MAX_LINE || bytes.ends_with(b"\n") {
            return Ok(true);
        }
        self.end += reader.skip_until(b'\n')? as u64;
        Ok(false)
    }
}

/// Whether a line is neither blank nor a comment. Bytes that are not text are content.
fn has_content(line: &[u8]) -> bool {
    let is_skipped = |text: &str| text.trim().is_empty() || text.trim().starts_with('#');
    match line.first() {
        // The common case, without decoding.
        Some(first) if first.is_ascii_graphic() => *first != b'#',
        _ => !decoded(line).is_ok_and(is_skipped),
    }
}
