//! A text of many lines, read block by block: memory does not grow with it.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::mpsc::Receiver;
use std::thread;

use sator::ParseError;

use crate::failure::Failure;
use crate::input::{decoded, unread};

/// A line with something in it.
pub(crate) struct Line<'b> {
    /// From 1.
    pub(crate) number: usize,
    /// Without its end, or why it is no text.
    pub(crate) text: Result<&'b str, ParseError>,
}

/// Lines that follow each other, neither blank nor comments.
#[derive(Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    marks: Vec<Mark>,
    /// How many bytes of the stream there are up to its end.
    pub(crate) end: u64,
    /// As many lines of another stream, where each line goes with one of those.
    beside: Option<Box<Block>>,
}

/// Where a line is in its block.
struct Mark {
    number: usize,
    begin: usize,
    end: usize,
    is_too_long: bool,
}

impl Block {
    /// A block without lines is the end.
    pub(crate) fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> usize {
        self.marks.len()
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.marks.iter().map(|mark| Line { number: mark.number, text: self.text(mark) })
    }

    /// The lines that go with these, if any do.
    pub(crate) fn lines_beside(&self) -> impl Iterator<Item = Line<'_>> {
        self.beside.iter().flat_map(|block| block.lines())
    }

    fn text(&self, mark: &Mark) -> Result<&str, ParseError> {
        if mark.is_too_long {
            let message = format!("expected a puzzle, found a line of over {LONGEST} bytes");
            return Err(ParseError::at(mark.number, 0, message));
        }
        decoded(&self.bytes[mark.begin..mark.end]).map(str::trim_end)
    }

    /// Removes the last line and returns its number.
    fn pop(&mut self) -> usize {
        self.marks.pop().map_or(0, |mark| mark.number)
    }
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
    /// The line that is no puzzle, but names the columns of the others.
    heading: Option<usize>,
    /// Why nothing more can be read after the head.
    broken: Option<io::Error>,
    /// The failure to report after the last block.
    stopped: Option<Failure>,
    /// The stream whose lines go with these.
    beside: Option<Box<Lines>>,
}

/// No puzzle is that long; a stream without line ends is.
pub(crate) const LONGEST: u64 = 1 << 20;

impl Lines {
    /// Begins with `head`, which was read from the stream already and holds whole lines, apart from
    /// one that is too long. The rest may be `broken`, and cannot be read.
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
            stopped: None,
            beside: None,
        }
    }

    /// The line with this number is no puzzle.
    pub(crate) fn pass_over(&mut self, heading: Option<usize>) {
        self.heading = heading;
    }

    /// Each line goes with one of another stream.
    pub(crate) fn with(self, beside: Self) -> Self {
        Self { beside: Some(Box::new(beside)), ..self }
    }

    /// Reads in a detached thread, because reading may block for ever. It reads as many lines as are
    /// asked for, but waits for one at most; an empty block is the end. `tell` returns whether the
    /// receiver still exists.
    pub(crate) fn read_in_background(
        mut self,
        asked: Receiver<usize>,
        tell: impl Fn(Result<Block, Failure>) -> bool + Send + 'static,
    ) {
        thread::spawn(move || {
            for wanted in asked {
                let block = self.block(wanted);
                let is_end = !matches!(&block, Ok(block) if !block.is_empty());
                if !tell(block) || is_end {
                    return;
                }
            }
        });
    }

    fn block(&mut self, wanted: usize) -> Result<Block, Failure> {
        if let Some(failure) = self.stopped.take() {
            return Err(failure);
        }
        let mut block = Block::default();
        while block.len() < wanted && (block.is_empty() || self.is_one_at_hand()) {
            match self.add_to(&mut block) {
                Ok(true) => {}
                Ok(false) => break,
                // What was read before is not lost.
                Err(failure) if !block.is_empty() => {
                    self.stopped = Some(failure);
                    break;
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(block)
    }

    /// Whether another line can be had without waiting for it, and the one that goes with it.
    fn is_one_at_hand(&self) -> bool {
        let is_here = self.is_in_head() || self.rest.buffer().contains(&b'\n');
        is_here && self.beside.as_ref().is_none_or(|beside| beside.is_one_at_hand())
    }

    fn is_in_head(&self) -> bool {
        self.head.position() < self.head.get_ref().len() as u64
    }

    /// Adds the next line and the one that goes with it, or none if it would have to wait for more
    /// than one. Tells whether it is worth asking again.
    fn add_to(&mut self, block: &mut Block) -> Result<bool, Failure> {
        let before = block.len();
        let goes_on = self.add_line(block, block.is_empty())?;
        let Some(beside) = &mut self.beside else { return Ok(goes_on) };
        if goes_on && block.len() == before {
            return Ok(true);
        }
        let mut partners = block.beside.take().unwrap_or_default();
        let partner = beside.add_line(&mut partners, true);
        match (goes_on, &partner) {
            (true, Ok(true)) | (false, Ok(false)) => block.beside = Some(partners),
            (true, _) => {
                let number = block.pop();
                block.beside = Some(partners);
                partner?;
                let message = format!("expected a line for {}:{number}, found the end", self.place);
                return Err(Failure::at(&beside.place, ParseError::whole(message)));
            }
            (false, _) => {
                partner?;
                let number = partners.pop();
                block.beside = Some(partners);
                let message = format!("expected the end, as in {}, found a line", self.place);
                return Err(Failure::at(&beside.place, ParseError::line(number, message)));
            }
        }
        Ok(goes_on)
    }

    /// Adds the next line with something in it: one that can be had at once, unless it may wait.
    /// Tells whether it is worth asking again.
    fn add_line(&mut self, block: &mut Block, may_wait: bool) -> Result<bool, Failure> {
        loop {
            if !may_wait && !self.is_one_at_hand() {
                return Ok(true);
            }
            let begin = block.bytes.len();
            let read = self.read(&mut block.bytes);
            let is_whole = read.map_err(|error| unread(&self.place, &error));
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
            if self.heading != Some(number)
                && (is_too_long || says_something(&block.bytes[begin..]))
            {
                block.marks.push(Mark { number, begin, end, is_too_long });
                return Ok(true);
            }
            block.bytes.truncate(begin);
        }
    }

    /// Reads up to the end of a line. Of one that is too long the rest is passed over.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let is_in_head = self.is_in_head();
        if !is_in_head && let Some(error) = self.broken.take() {
            return Err(error);
        }
        let mut both = self.head.by_ref().chain(self.rest.by_ref());
        let reader: &mut dyn BufRead = if is_in_head { &mut both } else { both.get_mut().1 };
        let read = reader.take(LONGEST).read_until(b'\n', bytes)?;
        self.end += read as u64;
        if (read as u64) < LONGEST || bytes.ends_with(b"\n") {
            return Ok(true);
        }
        self.end += reader.skip_until(b'\n')? as u64;
        Ok(false)
    }
}

/// Whether a line is neither blank nor a comment. What is no text is neither.
fn says_something(line: &[u8]) -> bool {
    let is_silent = |text: &str| text.trim().is_empty() || text.trim().starts_with('#');
    match line.first() {
        // Most lines begin with what they say.
        Some(first) if first.is_ascii_graphic() => *first != b'#',
        _ => !decoded(line).is_ok_and(is_silent),
    }
}
