//! Keeps the files that reproduce a disagreement of two solvers.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sator::ask::cross_check::Disagreement;

/// Writes the files that reproduce a disagreement to a new folder, and returns the message with its name.
pub(crate) fn keep(disagreement: &Disagreement, parent: &Path) -> String {
    let where_kept = match write_files(disagreement, parent) {
        Ok(folder) => format!("the files are in '{}'", folder.display()),
        Err(error) => format!("the files could not be kept: {error}"),
    };
    format!("{}; this is a bug in one of them or in sator; {where_kept}", disagreement.text())
}

fn write_files(disagreement: &Disagreement, parent: &Path) -> io::Result<PathBuf> {
    let folder = new_folder(parent)?;
    for name in disagreement.files() {
        let mut file = BufWriter::new(File::create(folder.join(name))?);
        disagreement.write(name, &mut file)?;
        file.flush()?;
    }
    Ok(folder)
}

/// Creates a folder for files that show a disagreement, there or among the temporary files.
pub(crate) fn new_folder(parent: &Path) -> io::Result<PathBuf> {
    numbered_folder(parent).or_else(|_| numbered_folder(&std::env::temp_dir()))
}

fn numbered_folder(parent: &Path) -> io::Result<PathBuf> {
    const MAX_FOLDERS: usize = 1000;
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 1..=MAX_FOLDERS {
        let folder = parent.join(format!("sator-disagreement-{number}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}
