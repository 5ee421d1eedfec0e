//! Runs the program and examines its output.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_sator");

/// After this time a run is a failure: nothing here may hang.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The number of the signal of Ctrl-C.
#[cfg(target_os = "linux")]
const SIGINT: u32 = 2;

/// A command to run. Its standard input is empty unless given.
pub(crate) struct Sator {
    command: Command,
    input: Vec<u8>,
}

/// The names of the available backends: embedded ones, programs, and SMT solvers.
pub(crate) fn backends() -> Vec<String> {
    let is_here = |backend: &Value| backend["version"].is_string();
    let all = sator("backends --json").run().exits(0).objects();
    all.into_iter().filter(is_here).map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

/// Whether the backend takes a puzzle's rules as they are, and no clauses.
pub(crate) fn takes_rules(backend: &str) -> bool {
    ["search", "z3", "cvc5"].contains(&backend)
}

/// `sator` with these words, which blanks separate.
pub(crate) fn sator(words: &str) -> Sator {
    Sator::program(PROGRAM).args(words.split_whitespace())
}

impl Sator {
    /// Another program than `sator`, or one that runs it.
    pub(crate) fn program(name: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(name);
        command.env_remove("NO_COLOR");
        Self { command, input: Vec::new() }
    }

    pub(crate) fn arg(self, arg: impl AsRef<OsStr>) -> Self {
        self.args([arg])
    }

    pub(crate) fn args(mut self, args: impl IntoIterator<Item: AsRef<OsStr>>) -> Self {
        self.command.args(args);
        self
    }

    /// The text on standard input.
    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// The working directory.
    pub(crate) fn inside(mut self, folder: &Folder) -> Self {
        self.command.current_dir(folder.path(""));
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Starts it with pipes for all its streams.
    pub(crate) fn start(mut self) -> Started {
        let input = std::mem::take(&mut self.input);
        let (started, mut stdin) = self.start_open();
        // The program may end before it has read all of it.
        thread::spawn(move || stdin.write_all(&input));
        started
    }

    /// Starts it with a standard input that stays open until it is dropped.
    pub(crate) fn start_open(mut self) -> (Started, ChildStdin) {
        let line = format!("{:?}", self.command);
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap_or_else(|error| panic!("{line}: {error}"));
        let stdin = child.stdin.take().unwrap();
        (Started { line, child }, stdin)
    }

    /// Runs it to its end.
    pub(crate) fn run(self) -> Run {
        self.start().finish()
    }
}

/// A running process.
pub(crate) struct Started {
    line: String,
    pub(crate) child: Child,
}

impl Started {
    /// Ctrl-C, once the program handles it.
    pub(crate) fn interrupt(&mut self) {
        #[cfg(target_os = "linux")]
        self.wait_until("it handles Ctrl-C", |id| {
            let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            caught.is_some_and(|mask| mask >> (SIGINT - 1) & 1 == 1)
        });
        let kill = format!("kill -INT {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success(), "{kill}");
    }

    /// Waits until it has used this much processor time, in hundredths of a second: a measure of its work on
    /// a machine of any load.
    #[cfg(target_os = "linux")]
    pub(crate) fn wait_for_work(&mut self, ticks: u64) {
        self.wait_until("it works", |id| {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
            let times = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
            times.sum::<u64>() >= ticks
        });
    }

    /// Waits until this holds for its process, or it has ended.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(u32) -> bool) {
        let started = Instant::now();
        while !holds(self.child.id()) && self.child.try_wait().unwrap().is_none() {
            assert!(started.elapsed() < TIME_LIMIT, "{}: waiting until {what}", self.line);
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits for the first byte on standard error.
    pub(crate) fn wait_for_message(&mut self) {
        let stderr = self.child.stderr.as_mut().unwrap();
        stderr.read_exact(&mut [0]).unwrap_or_else(|error| panic!("{}: {error}", self.line));
    }

    /// The lines of standard output, as they come.
    pub(crate) fn lines(&mut self) -> OutputLines {
        let stdout = BufReader::new(self.child.stdout.take().unwrap());
        let (send, lines) = channel();
        thread::spawn(move || {
            // The test may drop the receiver before the end.
            stdout.lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        OutputLines { of: self.line.clone(), lines }
    }

    /// Waits for its end, which must be no panic and no signal.
    pub(crate) fn finish(mut self) -> Run {
        let stdout = read_all(self.child.stdout.take());
        let stderr = read_all(self.child.stderr.take());
        let status = self.wait();
        let [stdout, stderr] = [stdout, stderr].map(|stream| stream.join().unwrap());
        let run = Run { line: self.line, status: status.code(), stdout, stderr };
        assert!(run.status.is_some(), "killed, {status}: {run:?}");
        assert!(!run.stderr.contains("panicked"), "{run:?}");
        run
    }

    fn wait(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if started.elapsed() > TIME_LIMIT {
                self.child.kill().unwrap();
                panic!("{} does not end", self.line);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The lines of a running process.
pub(crate) struct OutputLines {
    of: String,
    lines: Receiver<String>,
}

impl OutputLines {
    /// Waits for the next line.
    #[track_caller]
    pub(crate) fn next(&self) -> String {
        let next = self.lines.recv_timeout(TIME_LIMIT);
        next.unwrap_or_else(|error| panic!("no line of {}: {error}", self.of))
    }

    /// Whether there are no more, once the run has ended.
    pub(crate) fn is_end(&self) -> bool {
        self.lines.recv_timeout(TIME_LIMIT) == Err(RecvTimeoutError::Disconnected)
    }
}

fn read_all(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            stream.read_to_end(&mut bytes).unwrap();
        }
        String::from_utf8(bytes).expect("the program writes text")
    })
}

/// The result of a run.
pub(crate) struct Run {
    line: String,
    status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The command, its output, cut to a screen, and its exit status.
impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n$ {}", self.line)?;
        for (name, text) in [("output", &self.stdout), ("error", &self.stderr)] {
            let shown: String = text.chars().take(2000).collect();
            let rest = if shown.len() < text.len() { "…" } else { "" };
            writeln!(f, "standard {name}:\n{shown}{rest}")?;
        }
        writeln!(f, "? {:?}", self.status)
    }
}

impl Run {
    /// The exit status is this.
    #[track_caller]
    pub(crate) fn exits(&self, status: i32) -> &Self {
        assert_eq!(self.status, Some(status), "{self:?}");
        self
    }

    /// Standard output is exactly this.
    #[track_caller]
    pub(crate) fn stdout_is(&self, text: &str) -> &Self {
        assert_eq!(self.stdout, text, "{self:?}");
        self
    }

    /// Standard error is exactly this.
    #[track_caller]
    pub(crate) fn stderr_is(&self, text: &str) -> &Self {
        assert_eq!(self.stderr, text, "{self:?}");
        self
    }

    /// Standard error has all of these in it.
    #[track_caller]
    pub(crate) fn stderr_has(&self, texts: &[&str]) -> &Self {
        for text in texts {
            assert!(self.stderr.contains(text), "no {text:?} in {self:?}");
        }
        self
    }

    /// It failed as for bad input: exit status 2, a short error, and no answer.
    #[track_caller]
    pub(crate) fn fails(&self) -> &Self {
        assert!(!self.stderr.is_empty(), "no error in {self:?}");
        assert!(self.stderr.len() < 600, "a long error of {} bytes", self.stderr.len());
        self.exits(2).stdout_is("")
    }

    /// The JSON objects of standard output, one a line.
    #[track_caller]
    pub(crate) fn objects(&self) -> Vec<Value> {
        objects(&self.stdout)
    }

    /// The only JSON object of standard output.
    #[track_caller]
    pub(crate) fn object(&self) -> Value {
        only(self.objects())
    }
}

#[track_caller]
fn objects(text: &str) -> Vec<Value> {
    let object = |line| match serde_json::from_str(line) {
        Ok(object @ Value::Object(_)) => object,
        other => panic!("expected an object in {line:?}, found {other:?}"),
    };
    text.lines().map(object).collect()
}

#[track_caller]
fn only(mut objects: Vec<Value>) -> Value {
    assert_eq!(objects.len(), 1, "{objects:?}");
    objects.remove(0)
}

/// A temporary folder, removed on drop.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with one file in it.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, content);
        folder
    }

    /// A folder with a shell script in it that can be run.
    pub(crate) fn with_script(name: &str, body: &str) -> Self {
        let folder = Self::new();
        folder.write_script(name, body);
        folder
    }

    pub(crate) fn write_script(&self, name: &str, body: &str) {
        self.write(name, format!("#!/bin/sh\n{body}\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all its entries, hidden ones included, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}

/// A folder of examples of this repository.
pub(crate) fn example(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(kind)
}
