//! Reads and writes DIMACS CNF, the text format of SAT solvers.

mod from_zero;

use std::io::{self, Write};

use crate::output::Output;
use crate::text::shown;
use crate::{ClauseSink, Clauses, Lit, TextError};

pub use from_zero::{read_from_zero, zero_inside};

/// The largest variable: numbers in the format are C's `int`, and a [`Lit`] can hold as many
/// variables.
const MOST_VARIABLES: u64 = i32::MAX as u64;
const MOST_CLAUSES: u64 = i64::MAX as u64;

/// A formula with the warnings of its reader.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Dimacs {
    /// The number of variables in the header; the clauses may use fewer.
    pub variables: u32,
    /// The clauses, in the order of the text.
    pub clauses: Clauses,
    /// Oddities of the text that do not make it invalid.
    pub warnings: Vec<TextError>,
}

/// Reads a formula.
///
/// Beyond the letter of the format, comments may stand between any two lines, and the two ways in
/// which SATLIB's files end are understood: a line `%`, and a lone `0` after the last clause.
pub fn read(text: &[u8]) -> Result<Dimacs, TextError> {
    let mut reader = Reader::new(text)?;
    let mut clauses = Clauses::default();
    let mut clause = Vec::new();
    while reader.next_clause(&mut clause)? {
        clauses.add_clause(&clause);
    }
    Ok(Dimacs { variables: reader.variables(), clauses, warnings: reader.warnings })
}

/// The clause at this position of [`Dimacs::clauses`], and the line, from 1, in which it begins. `None` if
/// the text has no such clause.
pub fn clause_at(text: &[u8], position: usize) -> Option<(usize, Vec<Lit>)> {
    let mut reader = Reader::new(text).ok()?;
    let mut clause = Vec::new();
    for _ in 0..=position {
        reader.next_clause(&mut clause).ok().filter(|has_more| *has_more)?;
    }
    Some((reader.words.line(reader.start), clause))
}

/// Reads a formula clause by clause.
pub struct Reader<'a> {
    words: Words<'a>,
    header: Header,
    /// The offset of the latest clause.
    start: usize,
    read: u64,
    warnings: Vec<TextError>,
}

impl<'a> Reader<'a> {
    /// Reads the header.
    pub fn new(text: &'a [u8]) -> Result<Self, TextError> {
        let mut words = Words::new(text);
        let header = Header::read(&mut words)?;
        Ok(Self { words, header, start: 0, read: 0, warnings: Vec::new() })
    }

    /// The number of variables in the header.
    pub fn variables(&self) -> u32 {
        self.header.variables
    }

    /// Oddities of the text that do not make it invalid.
    pub fn warnings(&self) -> &[TextError] {
        &self.warnings
    }

    /// Replaces the contents of `clause` by the next clause. False if there is none.
    pub fn next_clause(&mut self, clause: &mut Vec<Lit>) -> Result<bool, TextError> {
        clause.clear();
        let Self { words, header, start, .. } = self;
        while let Some(word) = words.next_beside_comments() {
            if clause.is_empty() {
                *start = word.start;
            }
            match word.bytes {
                b"p" => {
                    let first = words.line(header.start);
                    let message = format!("expected a clause, found a header as in line {first}");
                    return Err(words.error(word.start, message));
                }
                b"%" if clause.is_empty() => words.trailer()?,
                b"0" if clause.is_empty() && words.is_stray_zero(word, self.read, header) => {
                    let message = "ignored a lone 0 after the last clause";
                    self.warnings.push(words.error(word.start, message));
                }
                _ => match words.literal(word)? {
                    Some(lit) if lit.vidx32() < header.variables => clause.push(lit),
                    Some(_) => {
                        let what = format!("a variable up to the header's {}", header.variables);
                        return Err(words.expected(&what, Some(word)));
                    }
                    None => {
                        self.read += 1;
                        return Ok(true);
                    }
                },
            }
        }
        if !clause.is_empty() {
            return Err(words.expected("0 at the end of the clause", None));
        }
        self.warnings.extend(header.miscount(words, self.read));
        Ok(false)
    }
}

/// The line `p cnf VARIABLES CLAUSES`.
struct Header {
    start: usize,
    variables: u32,
    clauses: u64,
}

impl Header {
    fn read(words: &mut Words) -> Result<Self, TextError> {
        let start = match words.next_beside_comments() {
            Some(Word { start, bytes: b"p" }) => start,
            other => return Err(words.expected("'p cnf VARIABLES CLAUSES'", other)),
        };
        match words.next_in_line() {
            Some(Word { bytes: b"cnf", .. }) => {}
            other => return Err(words.expected("'cnf'", other)),
        }
        let variables = words.count("variables", MOST_VARIABLES)? as u32;
        let clauses = words.count("clauses", MOST_CLAUSES)?;
        match words.next_in_line() {
            None => Ok(Self { start, variables, clauses }),
            junk => Err(words.expected("the end of the line", junk)),
        }
    }

    fn miscount(&self, words: &Words, found: u64) -> Option<TextError> {
        let message = format!("the header announces {} clauses, found {found}", self.clauses);
        (found != self.clauses).then(|| words.error(self.start, message))
    }
}

/// Reading that is specific to formulas.
impl<'a> Words<'a> {
    /// The next word outside comments. A comment is a line that starts with `c`.
    fn next_beside_comments(&mut self) -> Option<Word<'a>> {
        loop {
            let word = self.next()?;
            if word.bytes[0] != b'c' || !self.starts_line(word) {
                return Some(word);
            }
            self.skip_line();
        }
    }

    fn starts_line(&self, word: Word) -> bool {
        let before = self.text[..word.start].iter().rfind(|byte| !b" \t".contains(byte));
        matches!(before, None | Some(b'\n'))
    }

    /// A number of the header.
    fn count(&mut self, what: &str, limit: u64) -> Result<u64, TextError> {
        let word = self.next_in_line();
        word.and_then(|word| magnitude(word.bytes))
            .filter(|&number| number <= limit)
            .ok_or_else(|| self.expected(&format!("the number of {what} (at most {limit})"), word))
    }

    /// Whether a `0` is not an empty clause but the end of a SATLIB `pret` file.
    fn is_stray_zero(&self, zero: Word, read: u64, header: &Header) -> bool {
        header.clauses > 0
            && read == header.clauses
            && self.starts_line(zero)
            && self.clone().next_beside_comments().is_none()
    }

    /// Checks the text after SATLIB's `%`: a `0` and nothing else, so that no clause is lost
    /// unnoticed.
    fn trailer(&mut self) -> Result<(), TextError> {
        let more = match self.next_beside_comments() {
            Some(Word { bytes: b"0", .. }) => self.next_beside_comments(),
            other => other,
        };
        match more {
            None => Ok(()),
            _ => Err(self.expected("only a 0 after '%'", more)),
        }
    }
}

/// A run of bytes between blanks, and its offset.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) start: usize,
    pub(crate) bytes: &'a [u8],
}

/// The words of a text in turn. Lines and columns are computed only for an error, which keeps
/// reading fast.
#[derive(Clone)]
pub(crate) struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { text: text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text), at: 0 }
    }

    /// The next word. After the last one the position stays at its end.
    pub(crate) fn next(&mut self) -> Option<Word<'a>> {
        let blanks = self.text[self.at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        Some(self.word_after(blanks))
    }

    /// The next word, if there is one in this line.
    pub(crate) fn next_in_line(&mut self) -> Option<Word<'a>> {
        let is_inside = |byte: &u8| *byte == b'\n' || !byte.is_ascii_whitespace();
        let blanks = self.text[self.at..].iter().position(is_inside)?;
        (self.text[self.at + blanks] != b'\n').then(|| self.word_after(blanks))
    }

    fn word_after(&mut self, blanks: usize) -> Word<'a> {
        let start = self.at + blanks;
        let rest = &self.text[start..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at = start + length;
        Word { start, bytes: &rest[..length] }
    }

    pub(crate) fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Whether the current line ends with a line break, and not with the text.
    pub(crate) fn is_before_line_end(&self) -> bool {
        self.text[self.at..].contains(&b'\n')
    }

    /// A literal, or `None` for 0.
    pub(crate) fn literal(&self, word: Word) -> Result<Option<Lit>, TextError> {
        let negative = word.bytes.first() == Some(&b'-');
        match magnitude(&word.bytes[usize::from(negative)..]) {
            Some(0) if !negative => Ok(None),
            Some(number @ 1..=MOST_VARIABLES) => Ok(Some(Lit::new(number as u32 - 1, negative))),
            Some(1..) => {
                Err(self.expected(&format!("a variable up to {MOST_VARIABLES}"), Some(word)))
            }
            _ => Err(self.expected("a literal or 0", Some(word))),
        }
    }

    /// An error at a word, or at the current position without one.
    pub(crate) fn expected(&self, what: &str, found: Option<Word>) -> TextError {
        let found_text = match found {
            // Enough for the characters that are shown; a word may be megabytes long.
            Some(Word { bytes, .. }) => {
                shown(&String::from_utf8_lossy(&bytes[..bytes.len().min(128)]))
            }
            None if self.text[self.at..].trim_ascii().is_empty() => "the end of the file".into(),
            None => "the end of the line".into(),
        };
        let start = found.map_or(self.at, |word| word.start);
        self.error(start, format!("expected {what}, found {found_text}"))
    }

    pub(crate) fn error(&self, offset: usize, message: impl Into<String>) -> TextError {
        let before = self.text[..offset].rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        let column = String::from_utf8_lossy(before).chars().count() + 1;
        TextError::at(self.line(offset), column, message)
    }

    pub(crate) fn line(&self, offset: usize) -> usize {
        self.text[..offset].split(|&byte| byte == b'\n').count()
    }
}

/// A decimal number without a sign; saturates.
fn magnitude(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        Some(number.saturating_mul(10).saturating_add(digit))
    })
}

/// Writes clauses one by one, without keeping them.
///
/// The first error of the output closes the sink; [`Writer::finish`] returns it.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: Output<W>,
    announced: u64,
    written: u64,
    /// A comment that is written before the next clause, if there is one.
    comment: Option<String>,
}

impl<W: Write> Writer<W> {
    /// Starts a formula: the comments, one or more lines each, and the header.
    pub fn new(
        out: W,
        comments: impl IntoIterator<Item = String>,
        variables: u32,
        clauses: u64,
    ) -> Self {
        let mut out = Output::new(out);
        out.comments("c", comments);
        out.text(&format!("p cnf {variables} {clauses}\n"));
        Self { out, announced: clauses, written: 0, comment: None }
    }

    /// Writes the rest. Returns the first error of the output, or an error if there were more or
    /// fewer clauses than announced.
    pub fn finish(self) -> io::Result<W> {
        self.out.finish_announced("clauses", self.announced, self.written)
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    fn add_clause(&mut self, clause: &[Lit]) {
        if self.is_closed() {
            return;
        }
        if let Some(comment) = self.comment.take() {
            self.out.comments("c", [comment]);
        }
        for lit in clause {
            self.out.number(lit.is_neg(), u64::from(lit.vidx32()) + 1);
        }
        self.out.push(b"0\n");
        self.written += 1;
    }

    fn comment(&mut self, text: &str) {
        self.comment = Some(text.to_owned());
    }

    fn is_closed(&self) -> bool {
        self.out.is_closed()
    }
}

/// Writes a formula.
pub fn write(
    out: impl Write,
    comments: &[String],
    variables: u32,
    clauses: &Clauses,
) -> io::Result<()> {
    let mut writer = Writer::new(out, comments.iter().cloned(), variables, clauses.len() as u64);
    clauses.pour(&mut writer);
    writer.finish().map(drop)
}
