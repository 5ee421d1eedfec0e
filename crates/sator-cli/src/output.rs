//! Where answers go: standard output, or a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sator::render::{Look, Paint};
use tempfile::NamedTempFile;

use crate::args::{ColorChoice, Show};
use crate::failure::Failure;

/// An open output. Nothing appears in a regular file before [`Output::commit`].
pub(crate) struct Output {
    name: String,
    target: Target,
    state: State,
}

/// What became of an output so far.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Untouched,
    Written,
    Failed,
}

enum Target {
    Stdout(BufWriter<io::Stdout>),
    /// A regular file, written beside and renamed.
    Beside(BufWriter<NamedTempFile>, PathBuf),
    /// A device or a pipe.
    Direct(BufWriter<File>),
}

/// How writing ended.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// Nobody reads any more, which is no error.
    Closed,
    Failed(Failure),
}

impl Output {
    /// Opens a file, or standard output if there is none or it is `-`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::standard());
        };
        let name = path.display().to_string();
        match open_file(path) {
            Ok(target) => Ok(Self { name, target, state: State::Untouched }),
            Err(error) => Err(Failure::io(name, &error)),
        }
    }

    /// Standard output.
    pub(crate) fn standard() -> Self {
        let target = Target::Stdout(BufWriter::new(io::stdout()));
        Self { name: "standard output".to_owned(), target, state: State::Untouched }
    }

    /// How to draw there.
    pub(crate) fn look(&self, show: &Show) -> Look {
        let is_screen = self.is_screen();
        let wanted = match show.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                is_screen && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
            }
        };
        let paint = match (wanted, is_screen) {
            (true, _) => Paint::Color,
            (false, true) => Paint::Marked,
            (false, false) => Paint::Plain,
        };
        Look { paint, ascii: show.ascii }
    }

    /// Whether somebody watches it being written.
    pub(crate) fn is_screen(&self) -> bool {
        matches!(self.target, Target::Stdout(_)) && io::stdout().is_terminal()
    }

    /// The file that somebody else will write in this one's place; standard output has none.
    pub(crate) fn lend(&mut self) -> Option<PathBuf> {
        let path = match &self.target {
            Target::Stdout(_) => return None,
            Target::Beside(out, _) => out.get_ref().path().to_owned(),
            Target::Direct(_) => PathBuf::from(&self.name),
        };
        self.state = State::Written;
        Some(path)
    }

    /// Writes some text.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), WriteError> {
        self.write_all(text.as_bytes()).map_err(|error| self.error(&error))
    }

    /// Whether something was written already.
    pub(crate) fn is_begun(&self) -> bool {
        self.state == State::Written
    }

    /// Lets a reader at the other end see what there is.
    pub(crate) fn flush_now(&mut self) -> Result<(), WriteError> {
        if self.state == State::Untouched {
            return Ok(());
        }
        self.flush().map_err(|error| self.error(&error))
    }

    /// Makes sure that all is written, and lets a regular file appear; but not one to which
    /// nothing was written, nor half a file.
    pub(crate) fn commit(self) -> Result<(), WriteError> {
        let Self { name, target, state } = self;
        match state {
            State::Written => finish(target).map_err(|error| write_error(&name, &error)),
            State::Untouched | State::Failed => Ok(()),
        }
    }

    /// Remembers how writing went.
    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.state = match (self.state, &result) {
            (State::Failed, _) | (_, Err(_)) => State::Failed,
            (_, Ok(_)) => State::Written,
        };
        result
    }

    /// What an error of this output means.
    pub(crate) fn error(&self, error: &io::Error) -> WriteError {
        write_error(&self.name, error)
    }
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
        let written = self.target.writer().write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.target.writer().flush();
        self.note(flushed)
    }
}

impl Target {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(out) => out,
            Self::Beside(out, _) => out,
            Self::Direct(out) => out,
        }
    }
}

fn open_file(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            let file = File::options().write(true).open(path)?;
            Ok(Target::Direct(BufWriter::new(file)))
        }
        // Behind a link it is the file itself that is replaced, and only if it may be written.
        Ok(found) => {
            File::options().write(true).open(path)?;
            beside(fs::canonicalize(path)?, Some(found.permissions()))
        }
        // A link to nothing is followed, and its target made: that cannot be done by renaming.
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
            Ok(Target::Direct(BufWriter::new(File::create(path)?)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => beside(path.to_owned(), None),
        Err(error) => Err(error),
    }
}

fn beside(path: PathBuf, permissions: Option<fs::Permissions>) -> io::Result<Target> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sator-");
    #[cfg(unix)]
    let mode = {
        use std::os::unix::fs::PermissionsExt;
        // What the umask leaves of it, as for any new file.
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(mode);
    let file = builder.tempfile_in(folder)?;
    unfinished().push(file.path().to_owned());
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(Target::Beside(BufWriter::new(file), path))
}

/// What is being written beside its place: an answer, a formula and a bundle may be.
pub(crate) fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves nothing half-written behind when the program is ended at once.
pub(crate) fn discard_unfinished() {
    for path in unfinished().drain(..) {
        let _gone = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}

fn finish(target: Target) -> io::Result<()> {
    match target {
        Target::Stdout(mut out) => out.flush(),
        Target::Direct(mut out) => out.flush(),
        Target::Beside(out, path) => {
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            let temporary = file.path().to_owned();
            file.persist(path).map_err(|error| error.error)?;
            unfinished().retain(|path| *path != temporary);
            Ok(())
        }
    }
}

/// Writes a whole answer to standard output.
pub(crate) fn print(text: &str) -> Result<(), WriteError> {
    let mut output = Output::standard();
    output.print(text)?;
    output.commit()
}

/// Says something on standard error; that nobody listens is no error.
pub(crate) fn tell(text: &str) {
    let _closed = writeln!(io::stderr(), "{text}");
}

impl Show {
    /// Says something that is neither answer nor error.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet && !self.json {
            tell(text);
        }
    }

    /// Says an error.
    pub(crate) fn complain(&self, failure: &Failure) {
        if self.json {
            tell(&failure.json().to_string());
        } else {
            tell(&failure.to_string());
        }
    }
}
