//! Where puzzles come from: files, standard input, or the argument itself.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::ParseError;
use sator::kind::{Common, Kind, ParseOptions};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::{self, Contents};
use sator_sat::text::shown;

use crate::args::Input;
use crate::failure::Failure;
use crate::lines::{LONGEST, Line, Lines};

/// One of the things that the arguments name.
pub(crate) struct Source {
    /// The file, if it is one.
    pub(crate) file: Option<PathBuf>,
    pub(crate) content: Content,
}

/// What is in a source.
pub(crate) enum Content {
    /// A puzzle, or why there is none.
    One(Parsed),
    /// Puzzles, one a line.
    Many(Box<Many>),
}

/// The puzzle in a text, or why there is none.
pub(crate) struct Parsed {
    pub(crate) puzzle: Result<AnyPuzzle, Failure>,
    /// How long reading took.
    pub(crate) time: Duration,
}

impl Parsed {
    fn measure(read: impl FnOnce() -> Result<AnyPuzzle, Failure>) -> Self {
        let started = Instant::now();
        let puzzle = read();
        Self { puzzle, time: started.elapsed() }
    }

    fn failed(failure: Failure) -> Self {
        Self { puzzle: Err(failure), time: Duration::ZERO }
    }
}

/// Puzzles in lines, not read yet.
pub(crate) struct Many {
    /// Their kind, if any line is a puzzle.
    pub(crate) kind: Option<&'static Kind>,
    /// The line with the names of a table's columns, if there is one.
    pub(crate) heading: Option<usize>,
    /// What they have in common.
    common: Option<Common>,
    pub(crate) lines: Lines,
}

impl Many {
    /// What there is to say about all of them.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        let heading =
            self.heading.map(|line| format!("line {line} names columns, and was passed over"));
        heading.into_iter().chain(self.common.as_ref().map(|common| common.note.clone()))
    }

    /// The lines, and how to read them.
    pub(crate) fn open(self) -> (Lines, ListReading) {
        (self.lines, ListReading { kind: self.kind, hint: self.common.map(|it| it.hint) })
    }

    /// Whether they are answered by a line each.
    pub(crate) fn answers_in_lines(&self) -> bool {
        self.kind.is_none_or(|kind| kind.answers_in_lines)
    }
}

/// How to read the lines of a list, as its beginning tells.
pub(crate) struct ListReading {
    kind: Option<&'static Kind>,
    hint: Option<String>,
}

impl ListReading {
    /// Reads them as the arguments say, and as the list's own beginning tells.
    pub(crate) fn reader<'t>(&'t self, said: Reader<'t>) -> Reader<'t> {
        let options = ParseOptions { hint: self.hint.as_deref(), ..said.options };
        Reader { kind: self.kind, options, ..said }
    }
}

/// Reads texts as the arguments say.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// Their kind, if it is given.
    pub(crate) kind: Option<&'static Kind>,
    options: ParseOptions<'a>,
    items: &'a [OsString],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(input: &'a Input) -> Self {
        let word = input.items.first().and_then(|word| word.to_str());
        let kind = word.and_then(|word| puzzles::by_word(&word.to_lowercase()));
        let items = &input.items[usize::from(kind.is_some())..];
        Self { kind, options: input.options(), items }
    }

    /// Everything that the arguments name. Each is opened when its turn comes.
    pub(crate) fn sources(self) -> impl Iterator<Item = Source> + use<'a> {
        self.items().map(move |item| self.source(item))
    }

    /// The arguments that name something, or `-` if none does.
    pub(crate) fn items(self) -> impl Iterator<Item = &'a OsStr> + use<'a> {
        let standard_input = self.items.is_empty().then_some(OsStr::new("-"));
        self.items.iter().map(OsString::as_os_str).chain(standard_input)
    }

    /// Whether the arguments name more than one thing.
    pub(crate) fn has_several(self) -> bool {
        self.items.len() > 1
    }

    /// The one puzzle that the arguments name, where another file is read as well.
    pub(crate) fn only_puzzle(self, other: &Path) -> Result<AnyPuzzle, Failure> {
        match self.only_source(other)? {
            Content::One(parsed) => parsed.puzzle,
            Content::Many(_) => Err(Failure::plain("expected one puzzle, found several")),
        }
    }

    /// What is in the one thing that the arguments name, where another file is read as well.
    pub(crate) fn only_source(self, other: &Path) -> Result<Content, Failure> {
        let from_standard_input =
            self.items.is_empty() || self.items.iter().any(|item| item == "-");
        if from_standard_input && other == Path::new("-") {
            return Err(Failure::plain("standard input can be read only once: name a file"));
        }
        if self.has_several() {
            let found = self.items.len();
            return Err(Failure::plain(format!("expected one puzzle, found {found}")));
        }
        let source = self.sources().next();
        let content = source.map(|source| source.content);
        content.ok_or_else(|| Failure::plain("expected one puzzle, found none"))
    }

    /// Reads a text that is a puzzle.
    pub(crate) fn read(self, text: &str) -> Result<AnyPuzzle, ParseError> {
        match self.kind {
            Some(kind) => kind.read(text, &self.options),
            None => puzzles::recognise(text, &self.options),
        }
    }

    /// Reads bytes that are a puzzle: text, unless some kind has other files.
    fn read_bytes(self, bytes: Vec<u8>) -> Result<AnyPuzzle, ParseError> {
        match as_text(&bytes) {
            Err(error) => {
                puzzles::read_bytes(&bytes, self.kind, &self.options).unwrap_or(Err(error))
            }
            Ok(_) => self.read(&decode(bytes)?),
        }
    }

    /// Reads a line that is a puzzle.
    pub(crate) fn read_line(self, line: &Line<'_>, place: &str) -> Parsed {
        let locate = |error| ParseError { line: line.number, ..error };
        Parsed::measure(|| {
            let read = line.text.clone().and_then(|text| self.read(text));
            read.map_err(|error| Failure::at(place, locate(error)))
        })
    }

    /// What an argument names.
    pub(crate) fn source(self, item: &OsStr) -> Source {
        let _waiting = Waiting::begin();
        let path = Path::new(item);
        match item.to_str() {
            Some(text) if text != "-" && !names_a_file(path) => {
                let parsed =
                    Parsed::measure(|| self.read(text).map_err(|error| neither(text, &error)));
                Source { file: None, content: Content::One(parsed) }
            }
            _ => {
                let file = (path != Path::new("-")).then(|| path.to_owned());
                let content = self.content(path);
                let content =
                    content.unwrap_or_else(|failure| Content::One(Parsed::failed(failure)));
                Source { file, content }
            }
        }
    }

    fn content(self, path: &Path) -> Result<Content, Failure> {
        let mut stream = Stream::open(path, LARGEST_TEXT)?;
        let head = stream.head(|head| {
            is_no_grid(head, &self.options) && matches!(self.contents(head), Contents::Lines(_))
        });
        let Contents::Lines(kind) = self.contents(&String::from_utf8_lossy(&head)) else {
            let bytes = stream.rest_of(head)?;
            let locate = |error| Failure::at(place(path), error);
            return Ok(Content::One(Parsed::measure(|| self.read_bytes(bytes).map_err(locate))));
        };
        let beginning = String::from_utf8_lossy(&head);
        let heading = heading(&beginning);
        let common = kind.and_then(|kind| kind.formats.common(&beginning, &self.options));
        let mut lines = Lines::new(place(path), stream.size, head, stream.reader, stream.broken);
        lines.pass_over(heading);
        Ok(Content::Many(Box::new(Many { kind, heading, common, lines })))
    }

    fn contents(self, text: &str) -> Contents {
        puzzles::contents(text, self.kind, &self.options)
    }
}

/// Whether the beginning of a text shows already that it is no single grid, so that its rest need
/// not be waited for: a row of a grid is never so long.
fn is_no_grid(head: &str, options: &ParseOptions<'_>) -> bool {
    /// 36 cells of two digits each.
    const LONGEST_ROW: usize = 72;
    let is_cell = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '.';
    let is_long = |word: &str| word.len() > LONGEST_ROW && word.contains(is_cell);
    options.format.is_some() || head.starts_with('{') || head.split_whitespace().any(is_long)
}

/// The number of the first line that is neither blank nor a comment, if it holds only names with commas
/// between.
fn heading(head: &str) -> Option<usize> {
    let mut lines = (1..).zip(head.lines());
    let is_telling = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let (number, first) = lines.find(|(_, line)| is_telling(line))?;
    let is_name = |symbol: char| symbol.is_alphabetic() || " _\",".contains(symbol);
    (first.contains(',') && first.chars().all(is_name)).then_some(number)
}

/// Lasts while a text is read to its end, which may never come.
pub(crate) struct Waiting;

static WAITING: AtomicBool = AtomicBool::new(false);

impl Waiting {
    pub(crate) fn begin() -> Self {
        WAITING.store(true, Ordering::Relaxed);
        Self
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.store(false, Ordering::Relaxed);
    }
}

/// Whether the program waits for input, and can do nothing else.
pub(crate) fn is_waiting() -> bool {
    WAITING.load(Ordering::Relaxed)
}

/// A path that exists is a file. What cannot be looked at is a file too, so that the error says
/// why; what cannot be a path at all is not.
fn names_a_file(path: &Path) -> bool {
    match path.symlink_metadata() {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::PermissionDenied,
    }
}

/// Longer names are cut in errors.
const LONGEST_NAME: usize = 120;

/// The argument is no file, and no puzzle either.
fn neither(item: &str, error: &ParseError) -> Failure {
    // A path is short, and its end matters.
    let is_short = item.len() <= LONGEST_NAME && !item.contains(char::is_control);
    let name = if is_short { format!("'{item}'") } else { shown(item) };
    let as_puzzle = match (error.line, error.column) {
        (0 | 1, 0) => error.message.clone(),
        (0 | 1, column) => format!("at character {column}: {}", error.message),
        _ => error.to_string(),
    };
    let message = format!("there is no file {name}; read as a puzzle: {as_puzzle}");
    Failure::at("argument", ParseError { message, ..error.clone() })
}

/// What an input is called in errors.
pub(crate) fn place(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The text of a file, or of standard input if the name is `-`.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let mut stream = Stream::open(path, LARGEST_TEXT)?;
    let bytes = stream.rest_of(Vec::new())?;
    decode(bytes).map_err(|error| Failure::at(&stream.place, error))
}

/// The lines of a file, or of standard input if the name is `-`.
pub(crate) fn lines(path: &Path) -> Result<Lines, Failure> {
    let Stream { place, size, reader, broken } = Stream::open(path, LARGEST_TEXT)?;
    Ok(Lines::new(place, size, Vec::new(), reader, broken))
}

/// The bytes of a file, or of standard input if the name is `-`, decompressed if need be.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut stream = Stream::open(path, u64::MAX)?;
    let mut bytes = Vec::new();
    stream.reader.read_to_end(&mut bytes).map_err(|error| stream.failure(&error))?;
    Ok(bytes)
}

/// Bytes as text, without a byte-order mark.
fn decode(bytes: Vec<u8>) -> Result<String, ParseError> {
    as_text(&bytes)?;
    let text = String::from_utf8(bytes).unwrap_or_default();
    Ok(match text.strip_prefix(MARK) {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// The same of bytes that stay where they are.
pub(crate) fn decoded(bytes: &[u8]) -> Result<&str, ParseError> {
    as_text(bytes).map(|text| text.strip_prefix(MARK).unwrap_or(text))
}

/// Some begin a text with it.
const MARK: char = '\u{feff}';

/// Bytes as text, or where they are none.
fn as_text(bytes: &[u8]) -> Result<&str, ParseError> {
    let text = str::from_utf8(bytes);
    match text {
        Ok(text) if !bytes.contains(&0) => return with_line_ends(text),
        _ => {}
    }
    let good = text.map_or_else(|error| error.valid_up_to(), str::len);
    let end = bytes[..good].iter().position(|&byte| byte == 0).unwrap_or(good);
    Err(not_text(&bytes[..end], bytes[end]))
}

/// A text whose lines end with a line feed. One where they end with something else would be read as
/// a single line.
fn with_line_ends(text: &str) -> Result<&str, ParseError> {
    let is_lone = |(at, _): &(usize, &str)| {
        let next = text.as_bytes().get(at + 1);
        next.is_some_and(|next| !b"\r\n".contains(next))
    };
    match text.match_indices('\r').find(is_lone) {
        None => Ok(text),
        Some((at, _)) => {
            let (line, column) = line_and_column(&text[..at]);
            let message = "expected a line feed after the carriage return, found none";
            Err(ParseError::at(line, column, message.to_owned()))
        }
    }
}

fn line_and_column(before: &str) -> (usize, usize) {
    let line = before.matches('\n').count() + 1;
    (line, before.chars().rev().take_while(|&c| c != '\n').count() + 1)
}

fn not_text(before: &[u8], found: u8) -> ParseError {
    let (line, column) = line_and_column(&String::from_utf8_lossy(before));
    ParseError::at(line, column, format!("expected text, found the byte 0x{found:02x}"))
}

/// No puzzle is that long; an endless stream is.
const LARGEST_TEXT: u64 = 1 << 30;

/// So much of a text is enough to see its layout, if so many lines are neither blank nor comments.
const HEAD: usize = 1 << 16;
const TELLING: usize = 8;

/// So many bytes are read at once: a thousand lines or more, which is a block's worth.
const AT_HAND: usize = 1 << 17;

/// A source of bytes that is being read, decompressed on the way.
struct Stream {
    place: String,
    /// How many bytes there will be, if that can be known.
    size: Option<u64>,
    reader: BufReader<Bytes>,
    /// Why nothing more can be read.
    broken: Option<io::Error>,
}

impl Stream {
    /// Opens it. What cannot be decompressed step by step must not become larger than the limit.
    fn open(path: &Path, limit: u64) -> Result<Self, Failure> {
        let place = place(path);
        let (bytes, size) = plain(path, limit).map_err(|error| unread(&place, &error))?;
        let reader = BufReader::with_capacity(AT_HAND, bytes);
        Ok(Self { place, size, reader, broken: None })
    }

    fn failure(&self, error: &io::Error) -> Failure {
        unread(&self.place, error)
    }

    /// Whole lines from the beginning: all of them, or enough to tell what there is. A stream that
    /// comes line by line is not waited for when `is_decided` says that it is clear already.
    fn head(&mut self, is_decided: impl Fn(&str) -> bool) -> Vec<u8> {
        let (mut head, mut telling) = (Vec::new(), 0);
        while head.len() < HEAD || telling < TELLING {
            let before = head.len();
            // The first line may be all there is. If it is not, others have their limit.
            let limit = if telling == 0 { LARGEST_TEXT } else { LONGEST };
            let limit = limit.min(LARGEST_TEXT - before as u64);
            let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut head);
            if let Err(error) = read {
                // What was read before is not lost, apart from half a line.
                head.truncate(before);
                self.broken = Some(error);
                break;
            }
            let line = head[before..].trim_ascii_start();
            telling += usize::from(!line.is_empty() && !line.starts_with(b"#"));
            let is_end = head.len() == before || (head.len() - before) as u64 >= limit;
            let is_slow = self.reader.buffer().is_empty();
            if is_end || (is_slow && is_decided(&String::from_utf8_lossy(&head))) {
                break;
            }
        }
        head
    }

    /// All bytes, of which the beginning was read already.
    fn rest_of(&mut self, head: Vec<u8>) -> Result<Vec<u8>, Failure> {
        if let Some(error) = self.broken.take() {
            return Err(self.failure(&error));
        }
        let mut bytes = head;
        let limit = LARGEST_TEXT.saturating_sub(bytes.len() as u64);
        let read = self.reader.by_ref().take(limit).read_to_end(&mut bytes);
        read.map_err(|error| self.failure(&error))?;
        if bytes.len() as u64 >= LARGEST_TEXT {
            let megabytes = LARGEST_TEXT >> 20;
            let message = format!("expected a puzzle, found more than {megabytes} MB");
            return Err(Failure::at(&self.place, ParseError::whole(message)));
        }
        Ok(bytes)
    }
}

/// What an error while reading means. Decoders report what they cannot decode as one of these.
pub(crate) fn unread(place: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            undecompressed(place, error)
        }
        _ => Failure::io(place, error),
    }
}

/// A source of bytes.
type Bytes = Box<dyn Read + Send>;

/// The bytes of a file, or of standard input if the name is `-`, decompressed on the way. What an
/// error means, [`unread`] tells.
pub(crate) fn reader(path: &Path) -> io::Result<impl Read + use<>> {
    plain(path, u64::MAX).map(|(bytes, _)| bytes)
}

/// The bytes, decompressed, and how many there will be if that can be known.
fn plain(path: &Path, limit: u64) -> io::Result<(Bytes, Option<u64>)> {
    let (mut raw, size) = open(path)?;
    let mut magic = Vec::new();
    raw.by_ref().take(6).read_to_end(&mut magic)?;
    let is_plain = !is_compressed(&magic);
    let whole = Box::new(Cursor::new(magic.clone()).chain(raw));
    Ok((decompress(&magic, whole, limit)?, size.filter(|_| is_plain)))
}

/// The bytes as they are, and how many there are if it is a regular file.
fn open(path: &Path) -> io::Result<(Bytes, Option<u64>)> {
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            crate::output::tell("Reading from standard input; end with Ctrl-D.");
        }
        let found = fs::metadata("/dev/stdin").ok();
        return Ok((Box::new(io::stdin()), size(found)));
    }
    let file = File::open(path)?;
    let size = size(file.metadata().ok());
    Ok((Box::new(file), size))
}

/// How many bytes there are in a regular file.
fn size(found: Option<Metadata>) -> Option<u64> {
    found.filter(Metadata::is_file).map(|found| found.len())
}

/// Gzip, bzip2 and xz are known by their first bytes, whatever the file is called.
const GZIP: &[u8] = b"\x1f\x8b";
const BZIP2: &[u8] = b"BZh";
const XZ: &[u8] = b"\xfd7zXZ\0";

fn is_compressed(magic: &[u8]) -> bool {
    [GZIP, BZIP2, XZ].iter().any(|known| magic.starts_with(known))
}

fn decompress(magic: &[u8], raw: Bytes, limit: u64) -> io::Result<Bytes> {
    Ok(if magic.starts_with(GZIP) {
        Box::new(flate2::read::MultiGzDecoder::new(raw))
    } else if magic.starts_with(BZIP2) {
        Box::new(bzip2::read::MultiBzDecoder::new(raw))
    } else if magic.starts_with(XZ) {
        // This decoder cannot be read from step by step.
        let mut plain = Limited { bytes: Vec::new(), limit };
        lzma_rs::xz_decompress(&mut BufReader::new(raw), &mut plain)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        Box::new(Cursor::new(plain.bytes))
    } else {
        raw
    })
}

/// Takes no more bytes than the limit.
struct Limited {
    bytes: Vec<u8>,
    limit: u64,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.limit {
            let megabytes = self.limit >> 20;
            return Err(io::Error::other(format!("it holds more than {megabytes} MB")));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn undecompressed(place: &str, error: &io::Error) -> Failure {
    Failure::at(place, ParseError::whole(format!("cannot be decompressed: {error}")))
}
