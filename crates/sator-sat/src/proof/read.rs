//! Reads proofs step by step, however long they are.

use std::fmt;
use std::io::{self, Read};

use super::Format;
use crate::Lit;
use crate::text::shown;

/// A step of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// Adds a clause.
    Add {
        /// Its number in LRAT; 0 in DRAT.
        id: i64,
        /// Its literals, as written.
        clause: &'a [Lit],
        /// LRAT hints: the clauses from which it follows. A negative one starts a candidate for
        /// resolution.
        hints: &'a [i64],
    },
    /// DRAT: deletes a clause.
    Delete {
        /// Its literals, as written.
        clause: &'a [Lit],
    },
    /// LRAT: deletes clauses.
    DeleteIds {
        /// Their numbers.
        ids: &'a [i64],
    },
}

/// A position in a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A line of a text, from 1.
    Line(u64),
    /// A byte of a binary proof, from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// Why a step could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes are not a valid step.
    #[error("{place}: {message}")]
    Malformed {
        /// The position.
        place: Place,
        /// The message: what was expected and what was found.
        message: String,
    },
}

const CUT_OFF: &str = "the proof ends within a step";

impl ReadError {
    /// Whether the proof ends within a step.
    pub(super) fn is_cut_off(&self) -> bool {
        matches!(self, Self::Malformed { message, .. } if message == CUT_OFF)
    }
}

/// The limit on the numbers in one step, which protects the memory.
const MOST_NUMBERS: usize = 1 << 24;
const MOST_VARIABLES: u64 = i32::MAX as u64;
const MOST_ID: u64 = i64::MAX as u64;
/// Large, because the format is recognised better by more bytes.
const CHUNK: usize = 64 * 1024;
/// 64 bits in groups of seven.
const LONGEST_CODE: usize = 10;
/// A number with more digits is too large; one with fewer cannot overflow.
const MOST_DIGITS: usize = 19;
/// Long enough for every number, and for an error message.
const LONGEST_WORD: usize = 64;

/// Reads the steps of a proof. It holds one step and a buffer, never the proof.
pub struct Reader<'a> {
    input: Input<'a>,
    format: Format,
    steps: u64,
    start: Place,
    clause: Vec<Lit>,
    ids: Vec<i64>,
}

impl<'a> Reader<'a> {
    /// Recognises the format by the beginning of the proof and the name of the file, unless it is
    /// given.
    pub fn new(
        source: &'a mut dyn Read,
        format: Option<Format>,
        name: Option<&str>,
    ) -> io::Result<Self> {
        let input = Input::new(source)?;
        let format = format.unwrap_or_else(|| Format::detect(input.rest(), name));
        let (clause, ids) = (Vec::new(), Vec::new());
        Ok(Self { input, format, steps: 0, start: Place::Line(1), clause, ids })
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The number of steps that were started.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The start of the last step.
    pub fn start(&self) -> Place {
        self.start
    }

    /// The number of bytes read.
    pub fn bytes(&self) -> u64 {
        self.input.bytes()
    }

    /// The next step, or nothing at the end.
    pub fn next_step(&mut self) -> Result<Option<Step<'_>>, ReadError> {
        self.clause.clear();
        self.ids.clear();
        if !self.format.is_binary() {
            self.skip_remarks()?;
        }
        let Some(first) = self.input.peek()? else { return Ok(None) };
        self.steps += 1;
        self.start = self.place();
        let (is_lrat, is_binary) = (self.format.is_lrat(), self.format.is_binary());
        if is_binary && !b"ad".contains(&first) {
            return Err(self.malformed(format!("expected 'a' or 'd', found the byte {first}")));
        }
        let mut id = 0;
        if is_lrat && !is_binary {
            id = self.id()?;
            self.skip_blanks()?;
        }
        let deletes = self.input.peek()? == Some(b'd');
        self.input.skip(usize::from(deletes || is_binary));
        if is_lrat && is_binary && !deletes {
            id = self.id()?;
        }
        if !is_lrat || !deletes {
            self.literals()?;
        }
        if is_lrat {
            self.numbers()?;
        }
        let (clause, ids) = (&self.clause, &self.ids);
        Ok(Some(match (deletes, is_lrat) {
            (false, _) => Step::Add { id, clause, hints: ids },
            (true, false) => Step::Delete { clause },
            (true, true) => Step::DeleteIds { ids },
        }))
    }

    fn literals(&mut self) -> Result<(), ReadError> {
        loop {
            let (negative, number) = self.number()?;
            if number == 0 {
                return Ok(());
            }
            if number > MOST_VARIABLES {
                let message = format!("expected a variable up to {MOST_VARIABLES}, found {number}");
                return Err(self.malformed(message));
            }
            self.bounded(self.clause.len())?;
            self.clause.push(Lit::new(number as u32 - 1, negative));
        }
    }

    fn numbers(&mut self) -> Result<(), ReadError> {
        loop {
            let (negative, number) = self.number()?;
            if number == 0 {
                return Ok(());
            }
            self.bounded(self.ids.len())?;
            self.ids.push(if negative { -(number as i64) } else { number as i64 });
        }
    }

    fn bounded(&self, length: usize) -> Result<(), ReadError> {
        if length < MOST_NUMBERS {
            return Ok(());
        }
        Err(self.malformed(format!("a step has more than {MOST_NUMBERS} numbers")))
    }

    /// The number of a clause that is added.
    fn id(&mut self) -> Result<i64, ReadError> {
        match self.number()? {
            (false, number) if number > 0 => Ok(number as i64),
            (negative, number) => {
                let sign = if negative { "-" } else { "" };
                let message = format!("expected the number of a clause, found {sign}{number}");
                Err(self.malformed(message))
            }
        }
    }

    /// The sign and the magnitude of a number.
    fn number(&mut self) -> Result<(bool, u64), ReadError> {
        let (negative, number) =
            if self.format.is_binary() { self.binary_number()? } else { self.text_number()? };
        if number > MOST_ID {
            Err(self.too_large())
        } else if negative && number == 0 {
            Err(self.malformed("expected a number, found a negative 0".to_owned()))
        } else {
            Ok((negative, number))
        }
    }

    fn binary_number(&mut self) -> Result<(bool, u64), ReadError> {
        let bytes = self.input.ahead(LONGEST_CODE)?;
        let (mut code, mut shift) = (0_u64, 0_u32);
        for (place, byte) in bytes.iter().take(LONGEST_CODE).enumerate() {
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                break;
            }
            code |= bits << shift;
            shift += 7;
            if *byte < 0x80 {
                self.input.skip(place + 1);
                return Ok((code % 2 == 1, code / 2));
            }
        }
        let is_cut_off = bytes.len() < LONGEST_CODE;
        Err(if is_cut_off { self.cut_off() } else { self.too_large() })
    }

    fn text_number(&mut self) -> Result<(bool, u64), ReadError> {
        self.skip_blanks()?;
        let word = self.input.ahead(LONGEST_WORD)?;
        let sign = usize::from(word.first() == Some(&b'-'));
        let (mut number, mut end) = (0_u64, sign);
        while let Some(digit @ b'0'..=b'9') = word.get(end) {
            // An overflowing number is too long in any case.
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            end += 1;
        }
        match word.get(end) {
            None if end == sign => Err(self.cut_off()),
            Some(byte) if end == sign || !byte.is_ascii_whitespace() => Err(self.no_number()?),
            _ => {
                self.input.skip(end);
                let is_long = end - sign > MOST_DIGITS;
                Ok((sign == 1, if is_long { u64::MAX } else { number }))
            }
        }
    }

    fn no_number(&mut self) -> Result<ReadError, io::Error> {
        let word = self.input.ahead(LONGEST_WORD)?;
        let length = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
        let found = shown(&String::from_utf8_lossy(&word[..length.min(LONGEST_WORD)]));
        Ok(self.malformed(format!("expected a number, found {found}")))
    }

    fn skip_blanks(&mut self) -> io::Result<()> {
        while let Some(byte) = self.input.peek()?.filter(u8::is_ascii_whitespace) {
            self.input.lines += u64::from(byte == b'\n');
            self.input.skip(1);
        }
        Ok(())
    }

    fn skip_remarks(&mut self) -> io::Result<()> {
        self.skip_blanks()?;
        while is_remark(self.input.ahead(GLUCOSE.len())?) {
            while self.input.peek()?.is_some_and(|byte| byte != b'\n') {
                self.input.skip(1);
            }
            self.skip_blanks()?;
        }
        Ok(())
    }

    fn cut_off(&self) -> ReadError {
        self.malformed(CUT_OFF.to_owned())
    }

    fn too_large(&self) -> ReadError {
        self.malformed("the number is too large".to_owned())
    }

    fn malformed(&self, message: String) -> ReadError {
        ReadError::Malformed { place: self.place(), message }
    }

    fn place(&self) -> Place {
        if self.format.is_binary() {
            Place::Byte(self.input.bytes())
        } else {
            Place::Line(self.input.lines + 1)
        }
    }
}

/// The first line of Glucose's proofs.
const GLUCOSE: &[u8] = b"o proof";

/// Whether a line of text is not a step.
pub(super) fn is_remark(line: &[u8]) -> bool {
    line.first() == Some(&b'c') || line.starts_with(GLUCOSE)
}

/// The bytes of a proof; one chunk is held at a time.
struct Input<'a> {
    source: &'a mut dyn Read,
    chunk: Vec<u8>,
    at: usize,
    before: u64,
    lines: u64,
}

impl<'a> Input<'a> {
    fn new(source: &'a mut dyn Read) -> io::Result<Self> {
        let mut input = Self { source, chunk: Vec::new(), at: 0, before: 0, lines: 0 };
        input.refill()?;
        Ok(input)
    }

    fn rest(&self) -> &[u8] {
        &self.chunk[self.at..]
    }

    fn bytes(&self) -> u64 {
        self.before + self.at as u64
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.ahead(1)?.first().copied())
    }

    /// The next bytes: at least so many, unless the input ends.
    fn ahead(&mut self, wanted: usize) -> io::Result<&[u8]> {
        if self.rest().len() < wanted {
            self.refill()?;
        }
        Ok(self.rest())
    }

    fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Reads the next chunk.
    fn refill(&mut self) -> io::Result<()> {
        self.chunk.drain(..self.at);
        self.before += self.at as u64;
        self.at = 0;
        self.chunk.reserve(CHUNK);
        (&mut *self.source).take(CHUNK as u64).read_to_end(&mut self.chunk).map(drop)
    }
}
