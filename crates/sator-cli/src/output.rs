//! Output to standard output, or to a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use sator::render::{Look, Paint};
use sator::unfinished;
use sator_sat::clock::Instant;
use serde_json::json;
use tempfile::{NamedTempFile, TempPath};

use crate::args::{ColorChoice, Show};
use crate::failure::Failure;

/// An open output. Nothing appears in a regular file before [`Output::commit`].
pub(crate) struct Output {
    name: String,
    writer: BufWriter<Box<dyn Write>>,
    target: Target,
    state: State,
    /// The time after which nothing more is written.
    deadline: Option<Instant>,
}

/// Whether anything was written, and without error.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Untouched,
    Written,
    Failed,
}

enum Target {
    Stdout,
    /// A regular file, written under a temporary name and then renamed.
    Temporary(TempPath, PathBuf),
    /// A regular file in a folder where no other can be created: written elsewhere and then copied.
    Elsewhere(TempPath, PathBuf),
    /// A device or a pipe.
    Direct,
}

/// Why a write failed.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// The reader closed the pipe, which is not an error.
    Closed,
    Failed(Failure),
}

/// The result of a write whose reader may have closed the pipe.
pub(crate) fn unless_closed(result: Result<(), WriteError>) -> Result<(), Failure> {
    match result {
        Ok(()) | Err(WriteError::Closed) => Ok(()),
        Err(WriteError::Failed(failure)) => Err(failure),
    }
}

impl Output {
    /// Opens a file, or standard output if there is none or it is `-`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::standard());
        };
        let name = path.display().to_string();
        match open_file(path) {
            Ok((file, target)) => Ok(Self::new(name, Box::new(file), target)),
            Err(error) => Err(Failure::io(name, &error)),
        }
    }

    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self::new("standard output".to_owned(), Box::new(io::stdout()), Target::Stdout)
    }

    /// A file that is open already; `name` is its name in errors.
    pub(crate) fn to_file(name: String, file: File) -> Self {
        Self::new(name, Box::new(file), Target::Direct)
    }

    fn new(name: String, writer: Box<dyn Write>, target: Target) -> Self {
        Self {
            name,
            writer: BufWriter::new(writer),
            target,
            state: State::Untouched,
            deadline: None,
        }
    }

    /// Whether it replaces a file with another content; lines that begin with `comment` do not count.
    pub(crate) fn replaces_another(&mut self, comment: u8) -> Result<bool, WriteError> {
        self.flush_now()?;
        match &self.target {
            Target::Temporary(temporary, path) if path.exists() => {
                let is_same = is_same_text(temporary, path, comment);
                is_same.map(|is_same| !is_same).map_err(|error| self.error(&error))
            }
            _ => Ok(false),
        }
    }

    /// The style of boards on this output.
    pub(crate) fn look(&self, show: &Show) -> Look {
        let is_screen = self.is_screen();
        let wanted = match show.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_screen && is_colour_allowed(),
        };
        let paint = match (wanted, is_screen) {
            (true, _) => Paint::Color,
            (false, true) => Paint::Marked,
            (false, false) => Paint::Plain,
        };
        let width = terminal_size::terminal_size().filter(|_| is_screen);
        let width = width.map(|(terminal_size::Width(width), _)| usize::from(width));
        Look { paint, ascii: show.ascii, width: width.filter(|&width| width > 0) }
    }

    /// Refuses to write after this time, with an error of that kind.
    pub(crate) fn until(self, deadline: Option<Instant>) -> Self {
        Self { deadline, ..self }
    }

    /// Whether it is a terminal.
    pub(crate) fn is_screen(&self) -> bool {
        matches!(self.target, Target::Stdout) && io::stdout().is_terminal()
    }

    /// The path for another program that writes the content. Only regular files have one.
    pub(crate) fn lend(&mut self) -> Option<PathBuf> {
        let (Target::Temporary(path, _) | Target::Elsewhere(path, _)) = &self.target else {
            return None;
        };
        self.state = State::Written;
        Some(path.to_path_buf())
    }

    /// Writes some text.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), WriteError> {
        self.print_bytes(text.as_bytes())
    }

    /// Writes bytes that are no text.
    pub(crate) fn print_bytes(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.write_all(bytes).map_err(|error| self.error(&error))
    }

    /// Whether nothing was written yet.
    pub(crate) fn is_untouched(&self) -> bool {
        self.state == State::Untouched
    }

    /// The blank line before the next board: none before the first one.
    pub(crate) fn gap(&self) -> &'static str {
        if self.state == State::Written { "\n" } else { "" }
    }

    /// Writes some text, and flushes it.
    pub(crate) fn print_now(&mut self, text: &str) -> Result<(), WriteError> {
        self.print(text)?;
        self.flush_now()
    }

    /// Flushes the text so far.
    pub(crate) fn flush_now(&mut self) -> Result<(), WriteError> {
        if self.state == State::Untouched {
            return Ok(());
        }
        self.flush().map_err(|error| self.error(&error))
    }

    /// Flushes the output and renames a regular file to its name, unless nothing was written or a
    /// write failed.
    pub(crate) fn commit(mut self) -> Result<(), WriteError> {
        if self.state != State::Written {
            return Ok(());
        }
        self.flush_now()?;
        match self.target {
            Target::Temporary(temporary, path) => {
                let name = temporary.to_path_buf();
                let renamed = temporary.persist(path);
                renamed.map_err(|error| write_error(&self.name, &error.error))?;
                unfinished::list().retain(|path| *path != name);
                Ok(())
            }
            Target::Elsewhere(temporary, path) => {
                let copied = copy(&temporary, &path);
                copied.map_err(|error| write_error(&self.name, &error))
            }
            Target::Stdout | Target::Direct => Ok(()),
        }
    }

    /// Updates the state after a write.
    fn update<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.state = match (self.state, &result) {
            (State::Failed, _) | (_, Err(_)) => State::Failed,
            (_, Ok(_)) => State::Written,
        };
        result
    }

    /// The error for a failed write to this output.
    pub(crate) fn error(&self, error: &io::Error) -> WriteError {
        write_error(&self.name, error)
    }
}

/// Whether two files have the same lines, besides comments.
fn is_same_text(first: &Path, second: &Path, comment: u8) -> io::Result<bool> {
    let open = |path| io::Result::Ok(BufReader::new(File::open(path)?));
    let (mut first, mut second) = (open(first)?, open(second)?);
    let (mut line, mut other) = (Vec::new(), Vec::new());
    loop {
        next_line(&mut first, comment, &mut line)?;
        next_line(&mut second, comment, &mut other)?;
        if line != other || line.is_empty() {
            return Ok(line == other);
        }
    }
}

/// Reads the next line that is no comment; it is empty at the end of the file.
fn next_line(reader: &mut impl BufRead, comment: u8, line: &mut Vec<u8>) -> io::Result<()> {
    loop {
        line.clear();
        reader.read_until(b'\n', line)?;
        if line.first() != Some(&comment) {
            return Ok(());
        }
    }
}

/// Whether neither the user nor the terminal is against colour.
pub(crate) fn is_colour_allowed() -> bool {
    let is_unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
    is_unset("NO_COLOR") && !is_dumb_terminal()
}

/// Whether the terminal has neither colours nor a cursor that can be moved.
pub(crate) fn is_dumb_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

fn write_error(name: &str, error: &io::Error) -> WriteError {
    if error.kind() == io::ErrorKind::BrokenPipe {
        WriteError::Closed
    } else {
        WriteError::Failed(Failure::io(name, error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let late = || Err(io::ErrorKind::TimedOut.into());
        let written = if is_late { late() } else { self.writer.write(bytes) };
        self.update(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.writer.flush();
        self.update(flushed)
    }
}

fn open_file(path: &Path) -> io::Result<(File, Target)> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Ok((File::options().write(true).open(path)?, Target::Direct))
        }
        // The target of a link is replaced, not the link; and only if it is writable.
        Ok(found) => {
            File::options().write(true).open(path)?;
            let path = fs::canonicalize(path)?;
            temporary(&path, Some(found.permissions())).or_else(|_| elsewhere(path))
        }
        // The target of a dangling link is created, which renaming cannot do.
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
            Ok((File::create(path)?, Target::Direct))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => temporary(path, None),
        Err(error) => Err(error),
    }
}

fn temporary(path: &Path, permissions: Option<fs::Permissions>) -> io::Result<(File, Target)> {
    let file = new_temporary(parent(path), 0o666)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    let (file, temporary) = file.into_parts();
    Ok((file, Target::Temporary(temporary, path.to_owned())))
}

fn elsewhere(path: PathBuf) -> io::Result<(File, Target)> {
    let (file, temporary) = new_temporary(&std::env::temp_dir(), 0o600)?.into_parts();
    Ok((file, Target::Elsewhere(temporary, path)))
}

/// Overwrites a file, and keeps its permissions.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut to = File::options().write(true).truncate(true).open(to)?;
    io::copy(&mut File::open(from)?, &mut to).map(drop)
}

fn new_temporary(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    remove_abandoned(folder);
    let file = temporary_builder(mode).tempfile_in(folder)?;
    unfinished::lock(file.as_file());
    unfinished::list().push(file.path().to_owned());
    Ok(file)
}

/// The names of temporary files and folders begin and end so, with random letters between.
const TEMPORARY: [&str; 2] = [".sator-", ".tmp"];

/// Creates temporary files or folders with this mode; the umask applies, as for any new file.
#[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix has modes"))]
pub(crate) fn temporary_builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY[0]).suffix(TEMPORARY[1]);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

/// Removes temporary files and folders that a run has left behind because it was killed.
pub(crate) fn remove_abandoned(folder: &Path) {
    unfinished::remove_abandoned(folder, |name| {
        let [prefix, suffix] = TEMPORARY;
        let random = name.strip_prefix(prefix).and_then(|it| it.strip_suffix(suffix));
        random.is_some_and(|it| it.chars().all(|it| it.is_ascii_alphanumeric()))
    });
}

/// The folder of a file or folder.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> Result<(), WriteError> {
    let mut output = Output::standard();
    output.print(text)?;
    output.commit()
}

/// Prints a line to standard error. A closed standard error is ignored.
pub(crate) fn print_error(text: &str) {
    let _closed = writeln!(io::stderr(), "{text}");
}

impl Show {
    /// Prints a message that is neither an answer nor an error.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet && !self.json {
            print_error(text);
        }
    }

    /// Prints a note on how a text was understood; with `--json` as an object.
    pub(crate) fn remark(&self, text: &str) {
        if self.json && !self.quiet {
            print_error(&json!({ "note": text }).to_string());
        }
        self.note(text);
    }

    /// Prints an error.
    pub(crate) fn complain(&self, failure: &Failure) {
        if self.json {
            print_error(&failure.json().to_string());
        } else {
            print_error(&failure.to_string());
        }
    }
}
