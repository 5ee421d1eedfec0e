//! A text of many lines, read one by one: memory does not grow with it.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::mpsc::Receiver;
use std::thread;

use sator::TextError;

use crate::input::decode;

/// A line with something in it.
pub(crate) struct Line {
    /// From 1.
    pub(crate) number: usize,
    /// Without its end, or why it is no text.
    pub(crate) text: Result<String, TextError>,
    /// How many bytes there are up to its end.
    pub(crate) end: u64,
}

/// The lines of a stream that are neither blank nor comments.
pub(crate) struct Lines {
    /// What the stream is called in errors.
    pub(crate) place: String,
    /// How many bytes there will be, if that is known.
    pub(crate) size: Option<u64>,
    head: Cursor<Vec<u8>>,
    rest: BufReader<Box<dyn Read + Send>>,
    number: usize,
    end: u64,
    /// The line that is no puzzle, but tells what is in the others.
    heading: Option<usize>,
    /// Why nothing more can be read after the head, or after what was told last.
    broken: Option<io::Error>,
}

/// No puzzle is that long; a stream without line ends is.
const LONGEST: u64 = 1 << 20;

impl Lines {
    /// Begins with `head`, which was read from the stream already and holds whole lines. The rest
    /// may be `broken`, and cannot be read.
    pub(crate) fn new(
        place: String,
        size: Option<u64>,
        head: Vec<u8>,
        rest: BufReader<Box<dyn Read + Send>>,
        broken: Option<io::Error>,
    ) -> Self {
        Self {
            place,
            size,
            head: Cursor::new(head),
            rest,
            number: 0,
            end: 0,
            heading: None,
            broken,
        }
    }

    /// The line with this number is no puzzle.
    pub(crate) fn pass_over(&mut self, heading: Option<usize>) {
        self.heading = heading;
    }

    /// Reads in a thread of its own, for which nobody waits, because it may wait for ever itself. It
    /// reads as many lines as are asked for, but does not wait for more than one; none are left if
    /// it tells none. `tell` says whether anybody listens.
    pub(crate) fn read_in_background(
        mut self,
        asked: Receiver<usize>,
        tell: impl Fn(io::Result<Vec<Line>>) -> bool + Send + 'static,
    ) {
        thread::spawn(move || {
            for wanted in asked {
                let chunk = self.chunk(wanted);
                let is_end = !matches!(&chunk, Ok(lines) if !lines.is_empty());
                if !tell(chunk) || is_end {
                    return;
                }
            }
        });
    }

    fn chunk(&mut self, wanted: usize) -> io::Result<Vec<Line>> {
        let mut chunk = Vec::new();
        while chunk.len() < wanted {
            match self.next(chunk.is_empty()) {
                Ok(Some(line)) => chunk.push(line),
                Ok(None) => break,
                // What was read before is not lost.
                Err(error) if !chunk.is_empty() => {
                    self.broken = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(chunk)
    }

    /// Whether another line can be had without waiting for it.
    fn is_one_at_hand(&self) -> bool {
        self.is_in_head() || self.rest.buffer().contains(&b'\n')
    }

    fn is_in_head(&self) -> bool {
        self.head.position() < self.head.get_ref().len() as u64
    }

    /// The next line with something in it: one that can be had at once, unless it may wait.
    fn next(&mut self, may_wait: bool) -> io::Result<Option<Line>> {
        loop {
            if !may_wait && !self.is_one_at_hand() {
                return Ok(None);
            }
            let mut bytes = Vec::new();
            let is_whole = self.read(&mut bytes)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            if self.heading == Some(self.number) {
                continue;
            }
            let (number, end) = (self.number, self.end);
            if !is_whole {
                let message = format!("expected a puzzle, found a line of over {LONGEST} bytes");
                let text = Err(TextError::at(number, 0, message));
                return Ok(Some(Line { number, text, end }));
            }
            let text = decode(bytes).map(|text| text.trim_end().to_owned());
            let is_empty = |text: &String| text.trim().is_empty() || text.trim().starts_with('#');
            if !text.as_ref().is_ok_and(is_empty) {
                return Ok(Some(Line { number, text, end }));
            }
        }
    }

    /// Reads up to the end of a line. Of one that is too long the rest is passed over.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let is_in_head = self.is_in_head();
        if !is_in_head && let Some(error) = self.broken.take() {
            return Err(error);
        }
        let reader: &mut dyn BufRead = if is_in_head { &mut self.head } else { &mut self.rest };
        let read = reader.take(LONGEST).read_until(b'\n', bytes)?;
        self.end += read as u64;
        if (read as u64) < LONGEST || bytes.ends_with(b"\n") {
            return Ok(true);
        }
        self.end += reader.skip_until(b'\n')? as u64;
        Ok(false)
    }
}
