//! The guard: a second process that cleans up if this one dies without warning, for example by
//! SIGKILL. It kills the solver programs and removes their files.
//!
//! The guard is started before the first of them. This program writes to a pipe which processes and
//! folders exist, and which one is about to be started. Its end, however it comes, closes
//! the pipe. A parent-death signal would be an alternative, but it is bound to the thread that started
//! a process, exists only on Linux, and reaches no process that a solver has started.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::registry::{self, Signal};
use super::strays;

/// The guard of this program.
pub(super) enum Guard {
    /// There is none, because none was requested or it cannot be started.
    Absent,
    /// It is started with the first process or folder.
    Planned(OsString, OsString),
    /// It listens.
    Running(ChildStdin),
}

/// A fact for the guard.
pub(super) enum Fact<'a> {
    /// The beginning of the marks of all solvers.
    Marked(&'a str),
    /// A process is about to be started, which has the mark.
    Starting,
    /// It was started, unless the system refused it.
    Started(Option<u32>),
    Ended(u32),
    Created(&'a Path),
    Removed(&'a Path),
}

impl Guard {
    /// Sends a fact. A guard that fails is given up: it is not needed for an orderly end.
    pub(super) fn tell(&mut self, fact: &Fact<'_>) {
        if let Self::Planned(program, argument) = self {
            *self = start(program, argument).map_or(Self::Absent, Self::Running);
            self.tell(&Fact::Marked(strays::run()));
        }
        if let Self::Running(pipe) = self
            && pipe.write_all(&fact.record()).is_err()
        {
            *self = Self::Absent;
        }
    }
}

fn start(program: &OsString, argument: &OsString) -> io::Result<ChildStdin> {
    let mut command = Command::new(program);
    command.arg(argument).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C on the terminal does not reach it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let pipe = command.spawn()?.stdin.take();
    pipe.ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))
}

impl Fact<'_> {
    /// A letter, a number or a path, and a zero byte.
    fn record(&self) -> Vec<u8> {
        let (letter, content) = match self {
            Self::Marked(mark) => (b'm', mark.as_bytes().to_vec()),
            Self::Starting => (b'b', Vec::new()),
            Self::Started(process) => {
                (b's', process.map(|it| it.to_string()).unwrap_or_default().into_bytes())
            }
            Self::Ended(process) => (b'e', process.to_string().into_bytes()),
            Self::Created(folder) => (b'c', bytes(folder)),
            Self::Removed(folder) => (b'r', bytes(folder)),
        };
        [&[letter], content.as_slice(), &[0]].concat()
    }
}

fn bytes(path: &Path) -> Vec<u8> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.into_os_string().into_encoded_bytes()
}

#[cfg(unix)]
fn path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(<OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes))
}

#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// Kills a process that was being started when the guarded program ended. It has the mark a moment
/// after its birth, when it is no longer a copy of that program.
fn kill_starting(mark: &str) {
    const ROUNDS: usize = 50;
    const PAUSE: Duration = Duration::from_millis(10);
    for _ in 0..ROUNDS {
        strays::kill(mark);
        thread::sleep(PAUSE);
    }
}

/// Is the guard: reads facts until the guarded program ends, and cleans up after it.
pub fn run(facts: impl BufRead) {
    let (mut mark, mut processes, mut folders) = (String::new(), HashSet::new(), HashSet::new());
    let mut is_starting = false;
    for record in facts.split(0).map_while(Result::ok) {
        let Some((letter, content)) = record.split_first() else { continue };
        let text = || String::from_utf8_lossy(content).into_owned();
        let process = || text().parse::<u32>().ok();
        match letter {
            b'm' => mark = text(),
            b'b' => is_starting = true,
            b's' => {
                is_starting = false;
                processes.extend(process());
            }
            b'e' => processes.retain(|&it| Some(it) != process()),
            b'c' => drop(folders.insert(path(content.to_vec()))),
            _ => drop(folders.remove(&path(content.to_vec()))),
        }
    }
    for &process in &processes {
        registry::signal(process, Signal::Kill);
    }
    if !mark.is_empty() && is_starting {
        kill_starting(&mark);
    } else if !mark.is_empty() && !processes.is_empty() {
        strays::kill(&mark);
    }
    for folder in &folders {
        registry::remove(folder);
    }
}
