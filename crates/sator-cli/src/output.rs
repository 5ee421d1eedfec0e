//! Output to standard output, or to a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sator::render::{Look, Paint};
use tempfile::TempPath;

use crate::args::{ColorChoice, Show};
use crate::failure::Failure;

/// An open output. Nothing appears in a regular file before [`Output::commit`].
pub(crate) struct Output {
    name: String,
    writer: BufWriter<Box<dyn Write>>,
    target: Target,
    state: State,
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

    fn new(name: String, writer: Box<dyn Write>, target: Target) -> Self {
        Self { name, writer: BufWriter::new(writer), target, state: State::Untouched }
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

    /// Whether it is a terminal.
    pub(crate) fn is_screen(&self) -> bool {
        matches!(self.target, Target::Stdout) && io::stdout().is_terminal()
    }

    /// The path for another program that writes the content; standard output has none.
    pub(crate) fn lend(&mut self) -> Option<PathBuf> {
        let path = match &self.target {
            Target::Stdout => return None,
            Target::Temporary(path, _) => path.to_path_buf(),
            Target::Direct => PathBuf::from(&self.name),
        };
        self.state = State::Written;
        Some(path)
    }

    /// Writes some text.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), WriteError> {
        self.write_all(text.as_bytes()).map_err(|error| self.error(&error))
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
        if let Target::Temporary(temporary, path) = self.target {
            let name = temporary.to_path_buf();
            let renamed = temporary.persist(path);
            renamed.map_err(|error| write_error(&self.name, &error.error))?;
            unfinished().retain(|path| *path != name);
        }
        Ok(())
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

/// Whether neither the user nor the terminal is against colour.
fn is_colour_allowed() -> bool {
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
        let written = self.writer.write(bytes);
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
            temporary(fs::canonicalize(path)?, Some(found.permissions()))
        }
        // The target of a dangling link is created, which renaming cannot do.
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
            Ok((File::create(path)?, Target::Direct))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => temporary(path.to_owned(), None),
        Err(error) => Err(error),
    }
}

fn temporary(path: PathBuf, permissions: Option<fs::Permissions>) -> io::Result<(File, Target)> {
    let folder = parent(&path);
    let file = temporary_builder(0o666).tempfile_in(folder)?;
    unfinished().push(file.path().to_owned());
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    let (file, temporary) = file.into_parts();
    Ok((file, Target::Temporary(temporary, path)))
}

/// Creates temporary files or folders with this mode; the umask applies, as for any new file.
#[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix has modes"))]
pub(crate) fn temporary_builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sator-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

/// The folder of a file or folder.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The temporary files and folders that are being written.
pub(crate) fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files and folders when the program ends at once.
pub(crate) fn discard_unfinished() {
    for path in unfinished().drain(..) {
        let _gone = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
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

    /// Prints an error.
    pub(crate) fn complain(&self, failure: &Failure) {
        if self.json {
            print_error(&failure.json().to_string());
        } else {
            print_error(&failure.to_string());
        }
    }
}
