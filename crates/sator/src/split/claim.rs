//! Claims: processes that answer the cubes of one split leave out those that others are answering.

use std::fs::{self, File, TryLockError};
use std::path::PathBuf;

use super::folder::{RESULTS, SplitFolder};

/// The claim of a process to a cube: the lock of a file. The system releases it when the process ends,
/// however that is, so that a claim never outlives its process.
#[derive(Debug)]
pub struct Claim(Option<Locked>);

#[derive(Debug)]
struct Locked {
    /// Locked while it is open.
    _file: File,
    path: PathBuf,
}

impl Claim {
    /// No claim: the cube is answered, even if another process works on it.
    pub fn none() -> Self {
        Self(None)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(locked) = &self.0 {
            // If it cannot be removed: a file without a lock is no claim.
            let _unremoved = fs::remove_file(&locked.path);
        }
    }
}

impl SplitFolder {
    /// Claims a cube, unless another process has claimed it. Where the file system has no locks, there
    /// are no claims: a cube may then be answered twice, which does no harm.
    pub fn claim(&self, cube: usize) -> Option<Claim> {
        let path = self.file(RESULTS).join(format!(".{cube}.claim"));
        // If the folder cannot be written, the result cannot be either, and its error has the reason.
        let Ok(file) = File::create(&path) else { return Some(Claim::none()) };
        match file.try_lock() {
            Ok(()) => Some(Claim(Some(Locked { _file: file, path }))),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(Claim::none()),
        }
    }
}
