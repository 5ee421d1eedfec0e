//! The other checker: the program `rate`.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use sator_sat::{Clauses, dimacs};

/// A folder that is removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("sator-rate-{}-{number}", process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Which of its ways `rate` takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Way {
    /// Checks only what the conflict needs.
    Backward,
    /// Checks every step, as we do.
    Forward,
    /// The same, and ignores the deletion of unit clauses.
    ForwardKeepingUnits,
}

/// Whether `rate` verifies a DRAT proof.
pub(crate) fn accepts(formula: &Clauses, proof: &[u8], way: Way) -> bool {
    let folder = Folder::new();
    let (cnf, drat) = (folder.0.join("formula.cnf"), folder.0.join("proof.drat"));
    let mut text = Vec::new();
    dimacs::write(&mut text, &[], formula.variables(), formula).unwrap();
    fs::write(&cnf, text).unwrap();
    fs::write(&drat, proof).unwrap();
    let flags: &[&str] = match way {
        Way::Backward => &[],
        Way::Forward => &["--forward"],
        Way::ForwardKeepingUnits => &["--forward", "--skip-unit-deletions"],
    };
    let run = Command::new("rate").args(flags).args([&cnf, &drat]).output();
    let run = run.unwrap_or_else(|error| {
        panic!(
            "the program rate: {error}; `cargo install rate --version 0.3.0 --locked` installs it"
        )
    });
    String::from_utf8_lossy(&run.stdout).lines().any(|line| line == "s VERIFIED")
}
