//! Runs of the command-line tool from start to exit: time, output and memory.

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;

use crate::report::{Figure, Report, Unit};
use crate::shared::root;

/// A `sator` program: the optimised one beside this program, or another.
pub(crate) struct Tool {
    program: PathBuf,
}

/// The result of one run, whatever its exit status.
pub(crate) struct Outcome {
    pub(crate) time: Duration,
    /// Processor time, of all threads. Other programs' load changes it little.
    pub(crate) processor: Duration,
    /// None after a signal.
    pub(crate) status: Option<i32>,
    pub(crate) output: String,
}

/// One run of the tool.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    pub(crate) time: Duration,
    pub(crate) bytes: u64,
    kilobytes: Option<u64>,
}

impl Run {
    /// The largest resident size, unless the process ended before the first sample.
    pub(crate) fn memory(&self) -> Option<Figure> {
        self.kilobytes.map(|kb| Figure::of(kb as f64 / 1024.0, Unit::Megabytes))
    }

    pub(crate) fn figure(&self) -> Figure {
        Figure::time(self.time)
    }
}

impl Tool {
    /// The optimised tool beside this program. A note says so if it is missing.
    pub(crate) fn find(report: &mut Report) -> Option<Self> {
        let program = env::current_exe().ok()?.with_file_name("sator");
        if program.exists() {
            return Some(Self { program });
        }
        report.note("left out, as there is no optimised tool: cargo build --release -p sator-cli");
        None
    }

    pub(crate) fn at(program: &Path) -> Self {
        Self { program: program.to_owned() }
    }

    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    pub(crate) fn best(&self, runs: usize, command: &str) -> Run {
        let runs = (0..runs).map(|_| self.run(command));
        runs.min().expect("at least one run")
    }

    /// A run that must succeed; its output is read and dropped.
    pub(crate) fn run(&self, command: &str) -> Run {
        let started = Instant::now();
        let mut child = self.start(command, Stdio::piped());
        let process = child.id();
        let watcher = thread::spawn(move || watch_memory(process));
        let bytes = drain(&mut child);
        let status = child.wait().expect("it was started");
        let time = started.elapsed();
        let kilobytes = watcher.join().ok().flatten();
        assert!(status.success(), "sator {command}: {status}");
        Run { time, bytes, kilobytes }
    }

    /// Standard output of a run.
    pub(crate) fn output(&self, command: &str) -> String {
        self.outcome(command).output
    }

    /// A run with its output. It is not watched for memory, which would cost time.
    pub(crate) fn outcome(&self, command: &str) -> Outcome {
        let (before, started) = (processor_time(), Instant::now());
        let output = self.command(command).stderr(Stdio::null()).output();
        let output = output.expect("the tool can be started");
        let (time, processor) = (started.elapsed(), processor_time().saturating_sub(before));
        let text = String::from_utf8(output.stdout).expect("the output is text");
        Outcome { time, processor, status: output.status.code(), output: text }
    }

    /// Whether the command succeeds.
    pub(crate) fn succeeds(&self, command: &str) -> bool {
        let mut run = self.command(command);
        let run = run.stdout(Stdio::null()).stderr(Stdio::null());
        run.status().is_ok_and(|status| status.success())
    }

    /// The time from the signal to the exit, including freeing memory.
    pub(crate) fn interrupt(&self, command: &str, after: Duration) -> Duration {
        let mut child = self.start(command, Stdio::null());
        thread::sleep(after);
        let raised = Instant::now();
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        signal.expect("there is a kill");
        child.wait().expect("it was started");
        raised.elapsed()
    }

    fn start(&self, command: &str, stdout: Stdio) -> Child {
        self.command(command).stdout(stdout).spawn().expect("the tool can be started")
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(line.split(' ')).arg("--quiet").stdin(Stdio::null()).current_dir(root());
        command
    }
}

/// A new folder for input files, removed when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = env::temp_dir().join(format!("sator-bench-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is room");
        Self(folder)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = fs::remove_dir_all(&self.0);
    }
}

/// Processor time of all child processes that have ended.
fn processor_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system keeps account");
    let both = usage.user_time() + usage.system_time();
    Duration::from_micros(both.num_microseconds() as u64)
}

fn drain(child: &mut Child) -> u64 {
    let mut output = child.stdout.take().expect("it is a pipe");
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        match output.read(&mut buffer).expect("a pipe can be read") {
            0 => return bytes,
            read => bytes += read as u64,
        }
    }
}

/// The largest resident size of a process, sampled until it ends.
fn watch_memory(process: u32) -> Option<u64> {
    let mut peak = None;
    while let Some(size) = peak_memory(process) {
        peak = Some(size);
        thread::sleep(Duration::from_millis(2));
    }
    peak
}

/// The largest resident size so far, while the process runs.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
