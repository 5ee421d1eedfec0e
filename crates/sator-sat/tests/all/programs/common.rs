//! Programs written as small scripts, and the processes and files that they may leave behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use sator_sat::backend::exec::Program;
use sator_sat::backend::{Budget, Interrupt};
use sator_sat::clock::Instant;
use tempfile::TempDir;

use crate::common::conformance::milliseconds;

/// A folder with scripts, and one for the temporary files of the solvers that run them.
pub(crate) struct Stage {
    folder: TempDir,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("temporary")).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a script of the shell. It finds the stage in `$stage`.
    pub(crate) fn script(&self, name: &str, body: &str) -> PathBuf {
        let path = self.path(name);
        let stage = self.folder.path().display();
        fs::write(&path, format!("#!/bin/sh\nstage='{stage}'\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A script as a solver.
    pub(crate) fn program(&self, name: &str, body: &str) -> Program {
        let path = self.script(name, body);
        Program::find(path.to_str().unwrap()).unwrap().with_temporary(self.path("temporary"))
    }

    /// Another program, with its temporary files here.
    pub(crate) fn real(&self, name: &str) -> Program {
        Program::find(name).unwrap().with_temporary(self.path("temporary"))
    }

    #[track_caller]
    pub(crate) fn is_tidy(&self) {
        let left: Vec<_> = fs::read_dir(self.path("temporary")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }

    /// The processes whose numbers a script has written to a file, one a line.
    pub(crate) fn processes(&self, name: &str) -> Vec<u32> {
        let numbers = fs::read_to_string(self.path(name)).unwrap();
        numbers.lines().map(|line| line.trim().parse().unwrap()).collect()
    }
}

/// Waits until a process is gone. A process that is not our own child may stay a zombie.
#[track_caller]
pub(crate) fn is_gone(process: u32) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while is_alive(process) {
        assert!(Instant::now() < deadline, "process {process} is still there");
        thread::sleep(Duration::from_millis(5));
    }
}

fn is_alive(process: u32) -> bool {
    let stat = Path::new("/proc").join(process.to_string()).join("stat");
    let Ok(stat) = fs::read_to_string(stat) else { return false };
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
    !state.starts_with(['Z', 'X'])
}

/// Whether a child of ours has ended and is not reaped.
pub(crate) fn is_zombie(process: u32) -> bool {
    Path::new("/proc").join(process.to_string()).exists() && !is_alive(process)
}

/// So long that only a hang gets there, which then fails the test.
pub(crate) fn patience() -> Budget {
    milliseconds(60_000)
}

/// A budget that is interrupted as soon as a file is there.
pub(crate) fn interrupted_by(file: PathBuf) -> Budget {
    let interrupt = Interrupt::default();
    let budget = Budget { interrupt: interrupt.clone(), ..patience() };
    thread::spawn(move || {
        while !file.exists() {
            thread::sleep(Duration::from_millis(2));
        }
        interrupt.raise();
    });
    budget
}
