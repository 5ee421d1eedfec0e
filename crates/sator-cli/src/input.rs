//! Reads puzzles from files, standard input or the argument itself, and decompresses them.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sator_sat::clock::Instant;

use sator::ParseError;
use sator::kind::{Common, Kind, ParseOptions};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::{self, Contents, decoded};
use sator_sat::text::shown;

use crate::args::Input;
use crate::failure::Failure;
use crate::lines::{Line, Lines, MAX_LINE, long_line};

/// An input that the arguments name.
pub(crate) struct Source {
    /// The file, if the argument names one.
    pub(crate) file: Option<PathBuf>,
    pub(crate) content: Content,
}

/// An input that an argument names, open but not read.
pub(crate) enum Opened {
    /// The argument is the puzzle itself.
    Argument(String),
    /// A file, or standard input, whose first bytes have arrived.
    Stream(PathBuf, Result<Stream, Failure>),
}

impl Opened {
    /// Opens an input; this may block for ever.
    pub(crate) fn new(item: &OsStr) -> Self {
        let path = Path::new(item);
        match item.to_str() {
            Some(text) if text != "-" && !names_a_file(path) => Self::Argument(text.to_owned()),
            _ => Self::Stream(path.to_owned(), Stream::open(path)),
        }
    }

    /// Whether [`Opened::new`] may block for ever: on a pipe or a device. Some devices look like empty
    /// files.
    pub(crate) fn may_block(item: &OsStr) -> bool {
        let is_file = |metadata: Metadata| metadata.is_file() && metadata.len() > 0;
        item == "-" || fs::metadata(item).is_ok_and(|metadata| !is_file(metadata))
    }

    /// Whether it is read in a few milliseconds: a text that is not compressed and fits the buffer.
    pub(crate) fn is_short(&self) -> bool {
        match self {
            Self::Argument(text) => text.len() <= BUFFER,
            Self::Stream(_, Ok(Stream { size, .. })) => {
                size.is_some_and(|size| (1..=BUFFER as u64).contains(&size))
            }
            Self::Stream(_, Err(_)) => true,
        }
    }
}

/// The content of a source.
pub(crate) enum Content {
    /// One puzzle.
    One(Parsed),
    /// Puzzles, one a line.
    Many(Box<Many>),
}

/// The puzzle in a text, or why there is none.
pub(crate) struct Parsed {
    pub(crate) puzzle: Result<AnyPuzzle, Failure>,
    /// The time it took to read.
    pub(crate) time: Duration,
    /// The command in the text of a puzzle that `sator create` made.
    pub(crate) command: Option<String>,
}

impl Parsed {
    fn measure(read: impl FnOnce() -> Result<AnyPuzzle, Failure>) -> Self {
        let started = Instant::now();
        let puzzle = read();
        Self { puzzle, time: started.elapsed(), command: None }
    }

    fn failed(failure: Failure) -> Self {
        Self { puzzle: Err(failure), time: Duration::ZERO, command: None }
    }
}

/// Puzzles in lines, not read yet.
pub(crate) struct Many {
    /// Their kind, if any of the first lines is a puzzle.
    pub(crate) kind: Option<&'static Kind>,
    /// The line with the names of a table's columns, if there is one.
    pub(crate) heading: Option<usize>,
    /// The properties that all of them share.
    common: Option<Common>,
    pub(crate) lines: Lines,
}

impl Many {
    /// The notes about all of them.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        let heading =
            self.heading.map(|line| format!("line {line} names columns, and was passed over"));
        heading.into_iter().chain(self.common.as_ref().map(|common| common.note.clone()))
    }

    /// A list of a kind in a file, whatever it looks like, with the property of [`Many::common`].
    pub(crate) fn of(
        path: &Path,
        kind: Option<&'static Kind>,
        common: Option<Common>,
    ) -> Result<Self, Failure> {
        Ok(Self { kind, heading: None, common, lines: lines(path)? })
    }

    /// The same puzzles as a part of a longer list: errors name the list, and lines as counted there.
    pub(crate) fn part_of(self, list: &str, first_line: usize) -> Self {
        Self { lines: self.lines.part_of(list, first_line), ..self }
    }

    /// The property that all of them share.
    pub(crate) fn common(&self) -> Option<&Common> {
        self.common.as_ref()
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

/// How to read the lines of a list, derived from its beginning.
pub(crate) struct ListReading {
    kind: Option<&'static Kind>,
    hint: Option<String>,
}

impl ListReading {
    /// Adds the properties of the list to a reader.
    pub(crate) fn reader<'t>(&'t self, reader: Reader<'t>) -> Reader<'t> {
        let options = ParseOptions { hint: self.hint.as_deref(), ..reader.options };
        Reader { kind: self.kind, options, ..reader }
    }
}

/// Reads puzzles with the kind and options of the arguments.
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

    /// The arguments that name inputs, or `-` if there are none.
    pub(crate) fn items(self) -> impl Iterator<Item = &'a OsStr> + use<'a> {
        let standard_input = self.items.is_empty().then_some(OsStr::new("-"));
        self.items.iter().map(OsString::as_os_str).chain(standard_input)
    }

    /// Whether the arguments name an input.
    pub(crate) fn has_items(self) -> bool {
        !self.items.is_empty()
    }

    /// Whether the arguments name more than one input.
    pub(crate) fn has_several(self) -> bool {
        self.items.len() > 1
    }

    /// The one puzzle that the arguments name, where another file is read as well.
    pub(crate) fn only_puzzle(self, other: &Path) -> Result<AnyPuzzle, Failure> {
        self.only_created(other).map(|(puzzle, _)| puzzle)
    }

    /// The same, with the command of `sator create` that its text names.
    pub(crate) fn only_created(self, other: &Path) -> Result<(AnyPuzzle, Option<String>), Failure> {
        match self.source(Opened::new(self.only_item(other)?)).content {
            Content::One(parsed) => Ok((parsed.puzzle?, parsed.command)),
            Content::Many(_) => Err(Failure::plain("expected one puzzle, found several")),
        }
    }

    /// The one input that the arguments name, where another file is read as well.
    pub(crate) fn only_item(self, other: &Path) -> Result<&'a OsStr, Failure> {
        let from_standard_input =
            self.items.is_empty() || self.items.iter().any(|item| item == "-");
        if from_standard_input && other == Path::new("-") {
            return Err(Failure::plain("standard input can be read only once: name a file"));
        }
        if self.has_several() {
            let found = self.items.len();
            return Err(Failure::plain(format!("expected one puzzle, found {found}")));
        }
        Ok(self.items.first().map_or(OsStr::new("-"), OsString::as_os_str))
    }

    /// Reads a puzzle from a text.
    pub(crate) fn read(self, text: &str) -> Result<AnyPuzzle, ParseError> {
        match self.kind {
            Some(kind) => kind.read(text, &self.options),
            None => puzzles::recognise(text, &self.options),
        }
    }

    /// Reads a puzzle from a line of a list.
    pub(crate) fn read_line(self, line: &Line<'_>, place: &str) -> Parsed {
        let locate = |error| ParseError { line: line.number, ..error };
        Parsed::measure(|| {
            let read = line.text.clone().and_then(|text| self.read(text));
            read.map_err(|error| Failure::at(place, locate(error)))
        })
    }

    /// Reads an open input.
    pub(crate) fn source(self, opened: Opened) -> Source {
        match opened {
            Opened::Argument(text) => {
                let parsed = Parsed::measure(|| {
                    self.read(&text).map_err(|error| neither_file_nor_puzzle(&text, &error))
                });
                Source { file: None, content: Content::One(parsed) }
            }
            Opened::Stream(path, stream) => {
                let content = stream.and_then(|stream| self.content(stream));
                let content =
                    content.unwrap_or_else(|failure| Content::One(Parsed::failed(failure)));
                Source { file: (path != Path::new("-")).then_some(path), content }
            }
        }
    }

    fn content(self, mut stream: Stream) -> Result<Content, Failure> {
        let head = stream.head(|head| {
            cannot_be_grid(head, &self.options) && matches!(self.contents(head), Contents::Lines(_))
        });
        let skipped = stream.skipped;
        // Such a text is no list, in which the other lines count, and formats need not look at it.
        let is_alone = || head.split(|&byte| byte == b'\n').nth(1).is_none_or(<[u8]>::is_empty);
        if let Some(error) = line_error(&head, skipped).filter(|_| is_alone()) {
            return Err(Failure::at(&stream.place, error));
        }
        let Contents::Lines(kind) = self.contents(&String::from_utf8_lossy(&head)) else {
            let bytes = stream.rest_of_puzzle(head)?;
            let locate = |error: ParseError| {
                let line = if error.line == 0 { 0 } else { error.line + skipped };
                Failure::at(&stream.place, ParseError { line, ..error })
            };
            let parsed = Parsed::measure(|| {
                puzzles::read_file(&bytes, self.kind, &self.options).map_err(locate)
            });
            return Ok(Content::One(Parsed { command: command(&bytes), ..parsed }));
        };
        let beginning = String::from_utf8_lossy(&head);
        let heading = heading(&beginning).map(|line| line + skipped);
        let common = kind.and_then(|kind| kind.formats.common(&beginning, &self.options));
        let lines = Lines::new(stream, head, heading);
        Ok(Content::Many(Box::new(Many { kind, heading, common, lines })))
    }

    fn contents(self, text: &str) -> Contents {
        puzzles::contents(text, self.kind, &self.options)
    }
}

/// The command in the first line of a text that `sator create` wrote, or in its object.
fn command(bytes: &[u8]) -> Option<String> {
    /// An object of `sator create` is shorter.
    const LONGEST: usize = 1 << 20;
    let text = std::str::from_utf8(&bytes[..bytes.len().min(LONGEST)]).ok()?;
    if text.starts_with('{') {
        let object: serde_json::Value = serde_json::from_str(text.trim_end()).ok()?;
        return Some(object["command"].as_str()?.to_owned());
    }
    let command = text.lines().next()?.strip_prefix("# ")?;
    command.starts_with("sator create ").then(|| command.to_owned())
}

/// Whether the beginning of a text cannot begin a single grid, so that there is no need to wait for
/// the rest: no row of a grid is so long.
fn cannot_be_grid(head: &str, options: &ParseOptions<'_>) -> bool {
    /// 36 cells of two digits each.
    const MAX_ROW: usize = 72;
    let is_cell = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '.';
    let is_long = |word: &str| word.len() > MAX_ROW && word.contains(is_cell);
    options.format.is_some() || head.starts_with('{') || head.split_whitespace().any(is_long)
}

/// The number of the first line that is neither blank nor a comment, if it holds only names separated
/// by commas.
fn heading(head: &str) -> Option<usize> {
    let mut lines = (1..).zip(head.lines());
    let has_content = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let (number, first) = lines.find(|(_, line)| has_content(line))?;
    let is_name = |symbol: char| symbol.is_alphabetic() || " _\",".contains(symbol);
    (first.contains(',') && first.chars().all(is_name)).then_some(number)
}

/// Whether an argument names a file. A path without permission counts as one, so that the error
/// gives the reason.
pub(crate) fn names_a_file(path: &Path) -> bool {
    match path.symlink_metadata() {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::PermissionDenied,
    }
}

/// Longer names are cut in errors.
const MAX_NAME: usize = 120;

/// The failure of an argument that is neither a file nor a puzzle. Why it is no puzzle matters only if
/// it may be meant as one.
fn neither_file_nor_puzzle(item: &str, error: &ParseError) -> Failure {
    // A path is shown in full, because its end matters.
    let is_short = item.len() <= MAX_NAME && !item.contains(char::is_control);
    let is_word = item.contains(char::is_alphabetic) && error.message == puzzles::CANNOT_TELL;
    if is_short && (is_word || is_file_name(item)) {
        return match similar_kind(item) {
            Some(kind) => {
                Failure::plain(format!("No such file: {item}; a similar puzzle exists: {kind}"))
            }
            None => Failure::no_such_file(item),
        };
    }
    if item.starts_with("http") && error.line == 0 {
        return Failure::at("argument", error.clone());
    }
    let name = if is_short { format!("'{item}'") } else { shown(item) };
    let as_puzzle = match (error.line, error.column) {
        (0 | 1, 0) => error.message.clone(),
        (0 | 1, column) => format!("at character {column}: {}", error.message),
        _ => error.to_string(),
    };
    let message = format!("there is no file {name}; read as a puzzle: {as_puzzle}");
    Failure::at("argument", ParseError { message, ..error.clone() })
}

/// The kind of puzzle that a word may be meant as.
fn similar_kind(word: &str) -> Option<&'static str> {
    const MOST_SLIPS: usize = 2;
    let slips = |kind: &&Kind| strsim::osa_distance(kind.name, &word.to_lowercase());
    let nearest = puzzles::KINDS.iter().copied().min_by_key(slips)?;
    (slips(&nearest) <= MOST_SLIPS).then_some(nearest.name)
}

/// Whether a word can only be meant as a file: it ends like `board.txt`, and is no link.
fn is_file_name(word: &str) -> bool {
    let ending = Path::new(word).extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_ending = |ending: &str| {
        let is_word = ending.bytes().all(|byte| byte.is_ascii_alphabetic());
        (2..=5).contains(&ending.len()) && (is_word || ending == "bz2")
    };
    let is_name = |symbol: char| !symbol.is_whitespace() && !"{}[]?&|".contains(symbol);
    // Empty cells are points as well.
    let has_points = word.trim_start_matches("../").contains("..");
    is_ending(ending) && !has_points && !word.contains("://") && word.chars().all(is_name)
}

/// The name of an input in errors.
pub(crate) fn place(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The text of a file about a puzzle, or of standard input if the name is `-`.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let mut stream = Stream::open(path)?;
    let head = stream.head(|_| true);
    let bytes = stream.rest_of_puzzle(head)?;
    let text = decoded(&bytes).map_err(|error| Failure::at(&stream.place, error))?;
    // The lines keep their numbers.
    Ok("\n".repeat(stream.skipped) + text)
}

/// The lines of a file, or of standard input if the name is `-`.
pub(crate) fn lines(path: &Path) -> Result<Lines, Failure> {
    Ok(Lines::new(Stream::open(path)?, Vec::new(), None))
}

/// The bytes of a file, or of standard input if the name is `-`, decompressed. More than `limit` are
/// an error.
pub(crate) fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    Stream::open(path)?.rest_of(Vec::new(), limit)
}

/// The largest accepted formula or proof after decompression, so that an endless stream is refused.
pub(crate) const MAX_TEXT: u64 = 1 << 30;

/// The largest accepted puzzle, or board of one: minesweeper with 25 million squares in JSON. Apart from
/// JSON, each of its lines has at most [`MAX_LINE`] bytes.
const MAX_PUZZLE: u64 = 256 << 20;

/// The largest accepted answer of a solver.
pub(crate) const MAX_ANSWER: u64 = 64 << 20;

/// The format of a text is recognised from at least this many bytes, and this many lines that are
/// neither blank nor comments.
const HEAD_BYTES: usize = 1 << 16;
const HEAD_LINES: usize = 8;

/// Longer beginnings are mostly blank lines and comments, and the format is recognised from them.
const MAX_HEAD: usize = HEAD_LINES * MAX_LINE as usize;

/// The size of the read buffer: about a thousand lines, as in a large block.
const BUFFER: usize = 1 << 17;

/// An open input, decompressed while it is read.
pub(crate) struct Stream {
    /// Its name in errors.
    pub(crate) place: String,
    /// The number of bytes, if known.
    pub(crate) size: Option<u64>,
    pub(crate) reader: BufReader<ByteSource>,
    /// The error of an earlier read.
    pub(crate) error: Option<io::Error>,
    /// The number of empty lines at the beginning, which are skipped.
    pub(crate) skipped: usize,
}

impl Stream {
    fn open(path: &Path) -> Result<Self, Failure> {
        let place = place(path);
        let (bytes, size) = decompressed(path).map_err(|error| read_failure(&place, &error))?;
        let reader = BufReader::with_capacity(BUFFER, bytes);
        Ok(Self { place, size, reader, error: None, skipped: 0 })
    }

    /// Skips empty lines if there are many. A few may be bytes of a binary format.
    fn skip_empty_lines(&mut self) -> io::Result<()> {
        const MANY: usize = 1 << 12;
        let mut read = 0;
        loop {
            let buffer = self.reader.fill_buf()?;
            let is_end = |byte: &u8| !b"\r\n".contains(byte);
            let length = buffer.iter().position(is_end).unwrap_or(buffer.len());
            if read == 0 && length < MANY {
                return Ok(());
            }
            self.skipped += buffer[..length].split(|&byte| byte == b'\n').count() - 1;
            let is_over = length < buffer.len() || length == 0;
            self.reader.consume(length);
            read += length as u64;
            if is_over {
                return Ok(());
            }
            if read > MAX_PUZZLE {
                return Err(too_long(MAX_PUZZLE));
            }
        }
    }

    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        read_failure(&self.place, error)
    }

    /// Whole lines from the beginning: all of them, or enough to recognise the format. A stream that
    /// arrives line by line is read only until `is_decided`.
    fn head(&mut self, is_decided: impl Fn(&str) -> bool) -> Vec<u8> {
        let (mut head, mut lines, mut examined) = (Vec::new(), 0, 0);
        if let Err(error) = self.skip_empty_lines() {
            self.error = Some(error);
            return head;
        }
        while head.len() < HEAD_BYTES || (lines < HEAD_LINES && head.len() < MAX_HEAD) {
            let before = head.len();
            // The first line may be the whole text, if that is JSON.
            let limit = if lines == 0 && before == 0 { self.first_limit() } else { Ok(MAX_LINE) };
            let limit = limit.map(|limit| limit.min(MAX_PUZZLE - before as u64));
            let read = limit.and_then(|limit| {
                self.reader.by_ref().take(limit).read_until(b'\n', &mut head).map(|_| limit)
            });
            let limit = *read.as_ref().unwrap_or(&0);
            if let Err(error) = read {
                // The whole lines before the error are still used.
                head.truncate(before);
                self.error = Some(error);
                break;
            }
            let line = head[before..].trim_ascii_start();
            lines += usize::from(!line.is_empty() && !line.starts_with(b"#"));
            let is_end = head.len() == before || (head.len() - before) as u64 >= limit;
            // Blank lines and comments decide nothing, and there may be millions of them.
            let may_decide = lines > examined && self.reader.buffer().is_empty();
            if is_end || (may_decide && is_decided(&String::from_utf8_lossy(&head))) {
                break;
            }
            if may_decide {
                examined = lines;
            }
        }
        head
    }

    /// The largest number of bytes of the first line.
    fn first_limit(&mut self) -> io::Result<u64> {
        // The first line of a list may be too long, and then the others are still read.
        Ok(if is_json(self.reader.fill_buf()?) { MAX_PUZZLE } else { MAX_HEAD as u64 })
    }

    /// All bytes of a puzzle, or of a board of one, given the `head` that was read before.
    fn rest_of_puzzle(&mut self, head: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let refusal = |place: &str, error| Err(Failure::at(place, error));
        // A line that is too long ends the head, and the rest need not be read.
        if let Some(error) = line_error(&head, self.skipped) {
            return refusal(&self.place, error);
        }
        let bytes = self.rest_of(head, MAX_PUZZLE)?;
        match line_error(&bytes, self.skipped) {
            Some(error) => refusal(&self.place, error),
            None => Ok(bytes),
        }
    }

    /// All bytes, given the `head` that was read before. More than `limit` are an error.
    fn rest_of(&mut self, head: Vec<u8>, limit: u64) -> Result<Vec<u8>, Failure> {
        if let Some(error) = self.error.take() {
            return Err(self.failure(&error));
        }
        let mut bytes = head;
        let left = limit.saturating_sub(bytes.len() as u64);
        let mut limited = Limited { reader: &mut self.reader, limit, left };
        let read = limited.read_to_end(&mut bytes);
        read.map_err(|error| self.failure(&error))?;
        Ok(bytes)
    }
}

/// Whether a text begins as JSON does.
fn is_json(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start().starts_with(b"{") || text.trim_ascii_start().starts_with(b"[")
}

/// The first line of [`MAX_LINE`] bytes, unless the text is JSON. `skipped` lines came before.
fn line_error(text: &[u8], skipped: usize) -> Option<ParseError> {
    if is_json(text) {
        return None;
    }
    let mut lines = (skipped + 1..).zip(text.split(|&byte| byte == b'\n'));
    let (number, _) = lines.find(|(_, line)| line.len() as u64 >= MAX_LINE)?;
    Some(long_line(number))
}

/// Reads at most `limit` bytes. More are an error that names the limit.
struct Limited<R> {
    reader: R,
    limit: u64,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let is_end = self.reader.read(&mut [0])? == 0;
            return if is_end { Ok(0) } else { Err(too_long(self.limit)) };
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.reader.read(&mut buffer[..most])?;
        self.left -= read as u64;
        Ok(read)
    }
}

fn too_long(limit: u64) -> io::Error {
    let megabytes = limit >> 20;
    let limit = if megabytes < 1024 {
        format!("{megabytes} MB")
    } else {
        format!("{} GB", megabytes >> 10)
    };
    io::Error::other(format!("expected at most {limit} of text, found more"))
}

/// The failure for a read error. Decoders report invalid data with one of these kinds.
pub(crate) fn read_failure(place: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::InvalidInput
        | io::ErrorKind::InvalidData
        | io::ErrorKind::UnexpectedEof
        | io::ErrorKind::Unsupported => {
            Failure::at(place, ParseError::whole(format!("cannot be decompressed: {error}")))
        }
        io::ErrorKind::NotFound => Failure::no_such_file(place),
        _ => Failure::io(place, error),
    }
}

pub(crate) type ByteSource = Box<dyn Read + Send>;

/// The bytes of a file, or of standard input if the name is `-`, decompressed. More than
/// [`MAX_TEXT`] are an error. [`read_failure`] describes its errors.
pub(crate) fn reader(path: &Path) -> io::Result<impl Read + use<>> {
    let (reader, _) = decompressed(path)?;
    Ok(Limited { reader, limit: MAX_TEXT, left: MAX_TEXT })
}

/// The first bytes of compressed files.
const GZIP: &[u8] = b"\x1f\x8b";
const BZIP2: &[u8] = b"BZh";
const XZ: &[u8] = b"\xfd7zXZ\0";

/// The decompressed bytes and their number, if known.
///
/// The formats are recognised by their first bytes, whatever the file's name is. `niffler` does the
/// same, but reads xz with a C library; these decoders are all in Rust.
fn decompressed(path: &Path) -> io::Result<(ByteSource, Option<u64>)> {
    let (mut raw, size) = open(path)?;
    let mut magic = Vec::new();
    // No byte is awaited that is not needed: another program may send the rest much later.
    while [GZIP, BZIP2, XZ].iter().any(|it| it.len() > magic.len() && it.starts_with(&magic)) {
        if raw.by_ref().take(1).read_to_end(&mut magic)? == 0 {
            break;
        }
    }
    let raw = Cursor::new(magic.clone()).chain(raw);
    Ok(if magic.starts_with(GZIP) {
        (Box::new(flate2::read::MultiGzDecoder::new(raw)), None)
    } else if magic.starts_with(BZIP2) {
        (Box::new(bzip2::read::MultiBzDecoder::new(raw)), None)
    } else if magic.starts_with(XZ) {
        (Box::new(lzma_rust2::XzReader::new(BufReader::new(raw), true)), None)
    } else {
        (Box::new(raw), size)
    })
}

/// The bytes as they are, and their number if it is a regular file.
fn open(path: &Path) -> io::Result<(ByteSource, Option<u64>)> {
    let size = |metadata: io::Result<Metadata>| {
        metadata.ok().filter(Metadata::is_file).map(|metadata| metadata.len())
    };
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            crate::output::print_error("Reading from standard input; end with Ctrl-D.");
        }
        let stdin = UntilEnd { reader: io::stdin(), is_at_end: false };
        return Ok((Box::new(stdin), size(fs::metadata("/dev/stdin"))));
    }
    let file = File::open(path)?;
    let size = size(file.metadata());
    Ok((Box::new(file), size))
}

/// A reader whose end is final. A terminal would go on after Ctrl-D, and each reader above would wait
/// for another one.
struct UntilEnd<R> {
    reader: R,
    is_at_end: bool,
}

impl<R: Read> Read for UntilEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end {
            return Ok(0);
        }
        let read = self.reader.read(buffer)?;
        self.is_at_end = read == 0 && !buffer.is_empty();
        Ok(read)
    }
}
