//! A child process that answers one request, within limits of time, memory and output.

use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tempfile::NamedTempFile;
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader,
};
use tokio::process::{Child, ChildStderr, ChildStdin, Command};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::request::Task;

/// Bytes that one answer may have.
pub(crate) const MAX_OUTPUT: usize = 64 << 20;

/// Bytes of all answers, and of all requests that wait, in units of [`UNIT`].
pub(crate) const HELD_UNITS: usize = (256 << 20) / UNIT;
const UNIT: usize = 64 << 10;

/// Bytes of messages that are kept.
const MAX_MESSAGES: usize = 64 << 10;

/// The time in which an interrupted child may print what it knows.
const INTERRUPT_GRACE: Duration = Duration::from_secs(2);

/// The environment variable that lets the program report progress as JSON lines.
const PROGRESS: &str = "SATOR_PROGRESS";

/// The environment variable with the process id of the server, with which the program ends.
const SERVER: &str = "SATOR_SERVER";

/// In a child of a server: lets the system kill this process when the server ends in any way. To be
/// called first in the program that a server starts; elsewhere it does nothing.
pub fn end_with_server() {
    #[cfg(target_os = "linux")]
    if let Ok(server) = std::env::var(SERVER) {
        use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
        // Without it the child ends when its time is over.
        let _unsupported = set_parent_process_death_signal(Some(Signal::KILL));
        // The server may have ended before, and then no signal comes.
        if getppid().map(|parent| Pid::as_raw(Some(parent)).to_string()) != Some(server) {
            std::process::exit(1);
        }
    }
}

/// A child that has ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) status: ExitStatus,
    pub(crate) output: Output,
    /// Standard error without the reports of progress.
    pub(crate) messages: String,
}

/// What a child has printed. The permit is a share of the memory for answers.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) bytes: Vec<u8>,
    pub(crate) share: OwnedSemaphorePermit,
}

/// Why a child has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChildError {
    #[error("the job could not be started: {0}")]
    Start(#[from] io::Error),
    #[error("stopped after {} s without an answer", .0.as_secs_f64())]
    Time(Duration),
    #[error("cancelled")]
    Cancelled,
    #[error("the answer is larger than {} MB: ask for less, such as fewer solutions", MAX_OUTPUT >> 20)]
    TooLarge,
    #[error("the memory for requests and answers is in use by others: try again later")]
    NoRoom,
}

/// The program, the folder and the limits of all children.
pub(crate) struct ChildLimits<'a> {
    pub(crate) program: &'a Path,
    /// Their working folder, in which nothing of the user is.
    pub(crate) folder: &'a Path,
    /// Megabytes of memory.
    pub(crate) memory: u64,
    /// The memory for answers.
    pub(crate) held: &'a Arc<Semaphore>,
}

/// Runs a child to its end. Progress is reported as it comes. `cancel` interrupts the child, which
/// then prints what it knows. If this future is dropped, the child is killed.
pub(crate) async fn run(
    task: Task,
    limits: &ChildLimits<'_>,
    cancel: &Notify,
    report: impl FnMut(Value),
) -> Result<Finished, ChildError> {
    let files = write_files(&task, limits.folder)?;
    let mut command = Command::new(limits.program);
    // Files first: all that follows `--` is no flag.
    let (verb, others) = task.arguments.split_at(1);
    command.args(verb).args(files.iter().map(TextFile::argument)).args(others);
    let mut child = start(command, limits)?;
    let (Some(stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(io::Error::other("the job has no pipes").into());
    };
    let id = child.id();
    let work = async {
        let (output, messages, ()) = tokio::try_join!(
            collect(stdout, limits.held),
            async { Ok(listen(stderr, report).await) },
            async {
                feed(stdin, task.input.as_bytes()).await;
                Ok(())
            },
        )?;
        Ok(Finished { status: child.wait().await?, output, messages })
    };
    tokio::pin!(work);
    let reason = tokio::select! {
        biased;
        done = &mut work => return done.map(|done| hide_files(done, &files)),
        () = cancel.notified() => ChildError::Cancelled,
        () = sleep(task.time) => ChildError::Time(task.time),
    };
    interrupt(id);
    match timeout(INTERRUPT_GRACE, work).await {
        Ok(done) => done.map(|done| hide_files(done, &files)),
        Err(_) => Err(reason),
    }
}

/// A private file with a text of a request.
struct TextFile {
    /// The name of the text, and of the option that takes it.
    name: &'static str,
    file: NamedTempFile,
}

impl TextFile {
    fn argument(&self) -> String {
        format!("--{}={}", self.name, self.file.path().display())
    }
}

fn write_files(task: &Task, folder: &Path) -> io::Result<Vec<TextFile>> {
    let write = |(name, text): &(&'static str, String)| {
        let file = NamedTempFile::new_in(folder)?;
        std::fs::write(file.path(), text)?;
        Ok(TextFile { name, file })
    };
    task.files.iter().map(write).collect()
}

/// Names the texts of a request in messages, in place of their files.
fn hide_files(mut finished: Finished, files: &[TextFile]) -> Finished {
    for text in files {
        let path = text.file.path().display().to_string();
        finished.messages = finished.messages.replace(&path, text.name);
    }
    finished
}

fn start(mut command: Command, limits: &ChildLimits<'_>) -> io::Result<Child> {
    command
        .current_dir(limits.folder)
        .env(PROGRESS, "json")
        .env(SERVER, std::process::id().to_string())
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    // A group of its own: Ctrl-C at the server's terminal is for the server.
    #[cfg(unix)]
    command.process_group(0);
    let child = command.spawn()?;
    limit_memory(child.id(), limits.memory);
    Ok(child)
}

/// Limits the memory of a process. Data is counted, not address space: every thread reserves more of
/// that than it uses.
#[cfg_attr(
    not(target_os = "linux"),
    expect(unused_variables, reason = "Linux has limits for others")
)]
fn limit_memory(id: Option<u32>, megabytes: u64) {
    #[cfg(target_os = "linux")]
    if let Some(process) = process(id) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let bytes = Some(megabytes << 20);
        // A process that has ended already needs no limit.
        let _ended =
            prlimit(Some(process), Resource::Data, Rlimit { current: bytes, maximum: bytes });
    }
}

/// Asks a process to print what it knows and to end.
#[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix has signals"))]
fn interrupt(id: Option<u32>) {
    #[cfg(unix)]
    if let Some(process) = process(id) {
        // It may have ended already.
        let _ended = rustix::process::kill_process(process, rustix::process::Signal::INT);
    }
}

#[cfg(unix)]
fn process(id: Option<u32>) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(id?).ok()?)
}

/// Writes the input. A child that stops reading early has found an error, and prints it.
async fn feed(mut stdin: ChildStdin, input: &[u8]) {
    let _closed = stdin.write_all(input).await;
}

/// A share of the memory for so many bytes.
pub(crate) fn share(
    held: &Arc<Semaphore>,
    bytes: usize,
) -> Result<OwnedSemaphorePermit, ChildError> {
    let units = bytes.div_ceil(UNIT).max(1) as u32;
    Arc::clone(held).try_acquire_many_owned(units).map_err(|_| ChildError::NoRoom)
}

/// Reads the output to its end, unless it is too large.
async fn collect(
    mut stdout: impl AsyncRead + Unpin,
    held: &Arc<Semaphore>,
) -> Result<Output, ChildError> {
    let mut output = Output { bytes: Vec::new(), share: share(held, 1)? };
    while stdout.read_buf(&mut output.bytes).await? > 0 {
        let size = output.bytes.len();
        if size > MAX_OUTPUT {
            return Err(ChildError::TooLarge);
        }
        let missing = size.saturating_sub(output.share.num_permits() * UNIT);
        if missing > 0 {
            output.share.merge(share(held, missing)?);
        }
    }
    Ok(output)
}

/// Reports the lines about progress, and keeps the others.
async fn listen(stderr: ChildStderr, mut report: impl FnMut(Value)) -> String {
    let mut lines = BufReader::new(stderr.take(16 << 20)).lines();
    let mut messages = String::new();
    // A message that is no text ends the reading.
    while let Ok(Some(line)) = lines.next_line().await {
        match serde_json::from_str::<Value>(&line) {
            Ok(progress) if progress.get("activity").is_some() => report(progress),
            _ if messages.len() + line.len() < MAX_MESSAGES => messages = messages + &line + "\n",
            _ => {}
        }
    }
    messages
}
