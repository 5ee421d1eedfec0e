//! Files and folders that are being written. They are locked, so that a later run can tell those that a
//! killed one has left behind, and listed, so that they are removed when the program ends at once.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Those that this process is writing.
pub fn list() -> MutexGuard<'static, Vec<PathBuf>> {
    static LIST: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes them when the program ends at once.
pub fn discard() {
    for path in list().drain(..) {
        remove(&path);
    }
}

/// Locks a file or folder in progress, so that no other run removes it. Some file systems have no
/// locks; there nothing is removed.
pub fn lock(in_progress: &File) {
    let _unsupported = in_progress.try_lock();
}

/// Removes files and folders with these names that a run has left behind because it was killed: the
/// system has released their locks.
pub fn remove_abandoned(folder: &Path, is_temporary: impl Fn(&str) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_temporary = entry.file_name().to_str().is_some_and(&is_temporary);
        if is_temporary && is_abandoned(&entry).unwrap_or(false) {
            remove(&entry.path());
        }
    }
}

fn is_abandoned(entry: &fs::DirEntry) -> io::Result<bool> {
    /// A run locks a file right after it has created it.
    const MIN_AGE: Duration = Duration::from_secs(10);
    let found = entry.metadata()?;
    if !found.is_file() && !found.is_dir() {
        return Ok(false);
    }
    let age = found.modified()?.elapsed().unwrap_or_default();
    Ok(age > MIN_AGE && try_lock(&entry.path())?.is_some())
}

/// The file or folder, locked until it is dropped; `None` if another process has locked it.
pub(crate) fn try_lock(path: &Path) -> io::Result<Option<File>> {
    // Network file systems lock only files that are open for writing; folders cannot be.
    let file = File::options().write(true).open(path).or_else(|_| File::open(path))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn remove(path: &Path) {
    let _gone = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
}
