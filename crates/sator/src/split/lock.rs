//! Files in progress and the locks of cubes. Both are locked files, which a run removes when it ends.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use super::Digest;
use super::folder::{RESULTS, SplitFolder};
use crate::unfinished;

/// A file in progress. It is locked until it is dropped, and then removed unless it was put in place.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    /// Locked while it is open.
    file: File,
}

impl Temporary {
    fn new(path: PathBuf, file: File) -> Self {
        unfinished::list().push(path.clone());
        Self { path, file }
    }

    /// Its path until it is put in place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file, to be written.
    pub fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// The digest and the size of what was written.
    pub fn digest(&self) -> io::Result<(Digest, u64)> {
        Digest::of_reader(File::open(&self.path)?)
    }

    /// Puts it in place. It stays locked.
    pub(super) fn put(&self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // It may have been put in place.
        let _gone = fs::remove_file(&self.path);
        unfinished::list().retain(|path| *path != self.path);
    }
}

/// Keeps other processes from working on a cube. The system releases the lock when the process ends,
/// however that is.
#[derive(Debug)]
pub struct CubeLock {
    _file: Option<Temporary>,
}

impl CubeLock {
    /// No lock: the cube is worked on, even if another process works on it.
    pub fn none() -> Self {
        Self { _file: None }
    }
}

impl SplitFolder {
    /// Locks a cube, unless another process has locked it. Where the file system has no locks, a cube
    /// may be worked on twice, which does no harm.
    pub fn lock(&self, cube: usize) -> Option<CubeLock> {
        let path = self.file(RESULTS).join(format!(".{cube}.lock"));
        // If the folder cannot be written, the result cannot be either, and its error has the reason.
        let Ok(file) = File::create(&path) else { return Some(CubeLock::none()) };
        match file.try_lock() {
            Ok(()) => Some(CubeLock { _file: Some(Temporary::new(path, file)) }),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => {
                let _unremoved = fs::remove_file(path);
                Some(CubeLock::none())
            }
        }
    }

    /// A new file for the refutation or the output of a cube. Those of killed runs are removed: they
    /// may be large.
    pub fn temporary(&self, folder: &str, cube: usize) -> io::Result<Temporary> {
        let prefix = format!(".{cube}-");
        unfinished::remove_abandoned(&self.file(folder), |name| {
            name.starts_with(&prefix) && name.ends_with(TEMPORARY)
        });
        self.new_file(folder, cube)
    }

    /// A new file, whose name no other process or machine uses. Its folder is made if it is not there:
    /// some copies drop empty folders.
    pub(super) fn new_file(&self, folder: &str, cube: usize) -> io::Result<Temporary> {
        let folder = self.file(folder);
        fs::create_dir_all(&folder)?;
        let random = RandomState::new().build_hasher().finish();
        let path = folder.join(format!(".{cube}-{random:016x}{TEMPORARY}"));
        let file = File::create_new(&path)?;
        unfinished::lock(&file);
        Ok(Temporary::new(path, file))
    }
}

/// The end of the names of files in progress.
const TEMPORARY: &str = ".tmp";
