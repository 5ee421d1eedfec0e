//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use tempfile::{Builder, NamedTempFile};

/// A file to be written. A regular one has a temporary name beside its own until [`NewFile::commit`],
/// and is removed without it.
pub(crate) struct NewFile {
    path: PathBuf,
    temporary: Option<NamedTempFile<File>>,
    opener: Arc<Opener>,
}

/// Opens a new file for the thread that writes it: opening a pipe waits for its reader.
pub(crate) enum Opener {
    /// The temporary file.
    Beside(File),
    /// A device or a pipe.
    Direct(PathBuf),
}

impl Opener {
    /// Opens the file.
    pub(crate) fn open(&self) -> io::Result<File> {
        match self {
            Self::Beside(file) => file.try_clone(),
            Self::Direct(path) => File::create(path),
        }
    }
}

impl NewFile {
    /// Begins a file with this name.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let direct = |path: &Path| Self {
            path: path.to_owned(),
            temporary: None,
            opener: Arc::new(Opener::Direct(path.to_owned())),
        };
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => Ok(direct(path)),
            // The target of a link is replaced, not the link; and only if it is writable.
            Ok(found) => {
                File::options().write(true).open(path)?;
                let path = fs::canonicalize(path)?;
                match Self::beside(&path) {
                    Ok(new) => {
                        new.set_permissions(found.permissions())?;
                        Ok(new)
                    }
                    // No file can be created in its folder.
                    Err(_) => Ok(direct(&path)),
                }
            }
            // The target of a dangling link is created, which renaming cannot do.
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
                Ok(direct(path))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::beside(path),
            Err(error) => Err(error),
        }
    }

    fn beside(path: &Path) -> io::Result<Self> {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let open = |path: &Path| File::options().write(true).create_new(true).open(path);
        // The command line removes such files where a run has left them behind, unlocked.
        let mut builder = Builder::new();
        let builder = builder.prefix(".sator-").suffix(".tmp");
        let temporary = builder.make_in(folder.unwrap_or(Path::new(".")), open)?;
        let _unsupported = temporary.as_file().try_lock();
        let opener = Arc::new(Opener::Beside(temporary.as_file().try_clone()?));
        Ok(Self { path: path.to_owned(), temporary: Some(temporary), opener })
    }

    fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        match &self.temporary {
            Some(temporary) => temporary.as_file().set_permissions(permissions),
            None => Ok(()),
        }
    }

    pub(crate) fn opener(&self) -> Arc<Opener> {
        Arc::clone(&self.opener)
    }

    /// Gives the file its name.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self.temporary {
            Some(temporary) => temporary.persist(self.path).map(drop).map_err(|error| error.error),
            None => Ok(()),
        }
    }
}

/// Writes a text file.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn write_text(py: Python<'_>, path: PathBuf, text: &str) -> PyResult<()> {
    let write = || {
        let file = NewFile::create(&path)?;
        file.opener().open()?.write_all(text.as_bytes())?;
        file.commit()
    };
    py.detach(write).map_err(|error| os_error(error, &path))
}

/// An error of the system with its number and the file, as Python's own functions raise it.
pub(crate) fn os_error(error: io::Error, path: &Path) -> PyErr {
    let Some(code) = error.raw_os_error() else { return error.into() };
    let text = error.to_string();
    let text = text.split_once(" (os error").map_or(text.as_str(), |(text, _)| text);
    PyOSError::new_err((code, text.to_owned(), path.display().to_string()))
}
