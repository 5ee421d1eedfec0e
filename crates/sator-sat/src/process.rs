//! Child processes with a budget: their output is read as it arrives, and they are killed in time,
//! with all processes that they have started and that are in their process group or, on Linux, have
//! inherited their environment.

mod guard;
pub mod memory;
mod registry;
mod strays;

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::backend::waiting::{LOOK_EVERY, next_look};
use crate::backend::{Budget, StopReason};
use crate::clock::Instant;
use crate::threads;
pub use guard::run as run_guard;
use registry::Signal;
pub use registry::{Folder, abandon_all, set_guard};

/// How long a process may run after SIGTERM, before it is killed.
const GRACE: Duration = Duration::from_millis(50);
/// How long to wait for the end of a killed process. The system may need some time to free its
/// memory.
const REAPING: Duration = Duration::from_millis(50);
/// How long to wait for the last output of a process that has ended. Only pipes that other
/// processes hold open take any time.
const LEFTOVERS: Duration = Duration::from_millis(500);
/// The size of the end of the standard error that is kept.
const KEPT_ERRORS: usize = 4096;

/// The standard input of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Nothing.
    Nothing,
    /// The text that [`Process::send`] sends.
    Sent,
}

/// A running process. When this is dropped, it is killed with all processes that it has started.
#[derive(Debug)]
pub struct Process {
    /// `None` once another thread waits for its end.
    child: Option<Child>,
    group: u32,
    /// Marks it and all processes that it starts.
    mark: String,
    status: Option<ExitStatus>,
    pipes: Arc<Pipes>,
    outbox: Option<Sender<Vec<u8>>>,
}

/// The end of a process.
#[derive(Debug)]
pub enum End {
    /// It ended by itself.
    Exited(Exit),
    /// It was killed, because the budget was spent.
    Stopped(StopReason),
    /// It was killed, because it printed more than is allowed.
    Flooded,
}

/// The status and the output of a process.
#[derive(Debug)]
pub struct Exit {
    /// Its exit status, or the signal that ended it.
    pub status: ExitStatus,
    /// The output that was not received.
    pub output: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub errors: String,
}

impl Exit {
    /// The last line of the standard error, for the end of a message.
    pub(crate) fn last_error(&self) -> String {
        const LONGEST: usize = 160;
        let last = self.errors.lines().map(str::trim).rfind(|line| !line.is_empty());
        let visible =
            |line: &str| line.chars().take(LONGEST).flat_map(char::escape_debug).collect();
        let shown = |line: String| format!("; its standard error ends with: {line}");
        last.map(visible).map_or_else(String::new, shown)
    }
}

/// The result of waiting for output.
#[derive(Debug)]
pub enum Received {
    /// The requested part of the output.
    Text(Vec<u8>),
    /// The output ended before the part was complete.
    Ended,
    /// The process was killed, because the budget was spent.
    Stopped(StopReason),
    /// The process was killed, because it printed more than is allowed.
    Flooded,
}

impl Process {
    /// Starts a process in a group of its own, so that Ctrl-C on the terminal does not reach it. It
    /// may print up to `limit` bytes that are not yet received.
    pub fn start(command: &mut Command, input: Input, limit: usize) -> io::Result<Self> {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let is_sent = input == Input::Sent;
        command.stdin(match input {
            Input::Nothing => Stdio::null(),
            Input::Sent => Stdio::piped(),
        });
        let mark = strays::mark();
        let child = spawn(command.env(strays::VARIABLE, &mark))?;
        let pipes = Arc::new(Pipes::new(!is_sent));
        let (group, child) = (child.id(), Some(child));
        let mut process = Self { child, group, mark, status: None, pipes, outbox: None };
        // If a thread is refused, the process is killed as it is dropped.
        process.connect(limit)?;
        Ok(process)
    }

    /// Starts the threads that read and write the pipes.
    fn connect(&mut self, limit: usize) -> io::Result<()> {
        let Some(child) = &mut self.child else { return Ok(()) };
        if let Some(stdout) = child.stdout.take() {
            let pipes = Arc::clone(&self.pipes);
            threads::spawn(move || pipes.read_output(stdout, limit))?;
        }
        if let Some(stderr) = child.stderr.take() {
            let pipes = Arc::clone(&self.pipes);
            threads::spawn(move || pipes.read_errors(stderr))?;
        }
        if let Some(stdin) = child.stdin.take() {
            let (outbox, texts) = channel();
            let pipes = Arc::clone(&self.pipes);
            threads::spawn(move || pipes.write(stdin, &texts))?;
            self.outbox = Some(outbox);
        }
        Ok(())
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.group
    }

    /// Waits for its end, within the budget.
    pub fn wait(&mut self, budget: &Budget) -> io::Result<End> {
        self.outbox = None;
        let mut pause = Duration::from_micros(50);
        loop {
            if let Some(reason) = budget.exhausted() {
                self.kill();
                return Ok(End::Stopped(reason));
            }
            if self.pipes.state().is_flooded {
                self.kill();
                return Ok(End::Flooded);
            }
            if self.has_ended() {
                return self.leave(budget);
            }
            memory::look_at(self.group);
            if self.pipes.state().is_silent() {
                // It has closed its output, so its end is near; there is no event for it.
                thread::sleep(pause);
                pause = (2 * pause).min(LOOK_EVERY);
            } else {
                self.pipes.falls_silent(next_look(budget));
            }
        }
    }

    /// Collects the output of a process that has ended.
    fn leave(&mut self, budget: &Budget) -> io::Result<End> {
        let ended = Instant::now();
        while budget.exhausted().is_none() && ended.elapsed() < LEFTOVERS {
            if self.pipes.falls_silent(next_look(budget)) {
                break;
            }
        }
        // Kills the processes that it has left behind. It is not reaped yet, so that the group's
        // number is still its own.
        registry::signal(self.group, Signal::Kill);
        self.pipes.falls_silent(Instant::now() + GRACE);
        let Some(status) = self.reap()? else {
            return Err(io::Error::other("the system does not report how it ended"));
        };
        let mut state = self.pipes.state();
        if state.is_flooded {
            return Ok(End::Flooded);
        }
        let output = std::mem::take(&mut state.output.bytes);
        let errors = String::from_utf8_lossy(&state.errors.bytes).into_owned();
        Ok(End::Exited(Exit { status, output, errors }))
    }

    /// Sends a text to its standard input, and waits until it is written.
    pub fn send(&mut self, text: Vec<u8>, budget: &Budget) -> io::Result<Result<(), StopReason>> {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let outbox = self.outbox.as_ref().ok_or_else(closed)?;
        self.pipes.state().unwritten += 1;
        outbox.send(text).map_err(|_| closed())?;
        loop {
            let state = self.pipes.wait(next_look(budget), State::has_written);
            if state.is_broken {
                return Err(closed());
            }
            if state.unwritten == 0 {
                return Ok(Ok(()));
            }
            drop(state);
            if let Some(reason) = budget.exhausted() {
                self.kill();
                return Ok(Err(reason));
            }
        }
    }

    /// Waits until `measure` returns the length of a complete part at the start of the output, and
    /// removes that part.
    pub fn receive(
        &mut self,
        budget: &Budget,
        mut measure: impl FnMut(&[u8]) -> Option<usize>,
    ) -> Received {
        let mut seen = 0;
        loop {
            let mut state = self.pipes.wait(next_look(budget), |state| {
                state.output.bytes.len() > seen || state.output.has_ended
            });
            seen = state.output.bytes.len();
            if let Some(length) = measure(&state.output.bytes) {
                let rest = state.output.bytes.split_off(length);
                return Received::Text(std::mem::replace(&mut state.output.bytes, rest));
            }
            let (is_flooded, has_ended) = (state.is_flooded, state.output.has_ended);
            drop(state);
            memory::look_at(self.group);
            if let Some(reason) = budget.exhausted() {
                self.kill();
                return Received::Stopped(reason);
            }
            if is_flooded {
                self.kill();
                return Received::Flooded;
            }
            if has_ended {
                return Received::Ended;
            }
        }
    }

    /// Ends it and all processes that it has started: by SIGTERM, and soon after by SIGKILL. Their
    /// remaining output is lost.
    pub fn kill(&mut self) {
        if self.status.is_some() || self.child.is_none() {
            return;
        }
        self.outbox = None;
        registry::signal(self.group, Signal::Terminate);
        self.pipes.falls_silent(Instant::now() + GRACE);
        // The leader may have ended while others have not, so the whole group is killed.
        registry::signal(self.group, Signal::Kill);
        strays::kill(&self.mark);
        #[cfg(not(unix))]
        if let Some(child) = &mut self.child {
            let _ended = child.kill();
        }
        let killed = Instant::now();
        while matches!(self.reap(), Ok(None)) {
            if killed.elapsed() > REAPING {
                self.reap_in_background();
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether it has ended.
    fn has_ended(&mut self) -> bool {
        match &mut self.child {
            Some(child) if self.status.is_none() => registry::has_ended(child),
            _ => true,
        }
    }

    /// The exit status, if it has ended.
    fn reap(&mut self) -> io::Result<Option<ExitStatus>> {
        let Some(child) = &mut self.child else { return Ok(self.status) };
        if self.status.is_none() {
            self.status = registry::strike(child, Child::try_wait)?;
        }
        Ok(self.status)
    }

    /// The system may need some time to free a large memory; the caller does not wait for that.
    fn reap_in_background(&mut self) {
        if let Some(mut child) = self.child.take() {
            threads::spawn_or_run(move || {
                while matches!(registry::strike(&mut child, Child::try_wait), Ok(None)) {
                    thread::sleep(LOOK_EVERY);
                }
            });
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts a process. Retries while the program's file, if it was just written, is still open
/// elsewhere.
fn spawn(command: &mut Command) -> io::Result<Child> {
    const ATTEMPTS: u32 = 20;
    for _ in 0..ATTEMPTS {
        match registry::start(command) {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(LOOK_EVERY);
            }
            result => return result,
        }
    }
    registry::start(command)
}

/// The state that the threads at the pipes share with the owner of the process.
#[derive(Debug)]
struct Pipes {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    output: Stream,
    errors: Stream,
    /// Whether there was more output than allowed.
    is_flooded: bool,
    /// The number of texts that are not yet written.
    unwritten: usize,
    /// Whether the process has closed its standard input.
    is_broken: bool,
}

/// The bytes that were read and not yet taken.
#[derive(Debug, Default)]
struct Stream {
    bytes: Vec<u8>,
    has_ended: bool,
}

impl State {
    /// Whether both outputs have ended.
    fn is_silent(&self) -> bool {
        self.output.has_ended && self.errors.has_ended
    }

    fn has_written(&self) -> bool {
        self.unwritten == 0 || self.is_broken
    }
}

impl Pipes {
    fn new(is_broken: bool) -> Self {
        let state = State { is_broken, ..State::default() };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Waits until a condition holds, or until the time is over.
    fn wait(&self, end: Instant, is_so: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.state();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || is_so(&state) {
                return state;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until both outputs have ended, or until the time is over. True in the first case.
    fn falls_silent(&self, end: Instant) -> bool {
        self.wait(end, State::is_silent).is_silent()
    }

    fn read_output(&self, stdout: impl Read, limit: usize) {
        each_piece(stdout, |piece| {
            let mut is_enough = false;
            self.change(|state| {
                is_enough = state.output.bytes.len() + piece.len() > limit;
                state.is_flooded = is_enough;
                if !is_enough {
                    state.output.bytes.extend_from_slice(piece);
                }
            });
            !is_enough
        });
        self.change(|state| state.output.has_ended = true);
    }

    fn read_errors(&self, stderr: impl Read) {
        each_piece(stderr, |piece| {
            self.change(|state| {
                state.errors.bytes.extend_from_slice(piece);
                let excess = state.errors.bytes.len().saturating_sub(KEPT_ERRORS);
                state.errors.bytes.drain(..excess);
            });
            true
        });
        self.change(|state| state.errors.has_ended = true);
    }

    fn write(&self, mut stdin: ChildStdin, texts: &Receiver<Vec<u8>>) {
        while let Ok(text) = texts.recv() {
            let written = stdin.write_all(&text).and_then(|()| stdin.flush());
            self.change(|state| {
                state.unwritten -= 1;
                state.is_broken = written.is_err();
            });
            if written.is_err() {
                return;
            }
        }
    }
}

/// Reads to the end, or until `goes_on` returns false.
fn each_piece(mut stream: impl Read, mut goes_on: impl FnMut(&[u8]) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) if !goes_on(&buffer[..length]) => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::threads::tests::without_threads;

    #[test]
    fn a_refused_thread_is_an_error_and_the_process_is_killed() {
        let mut command = Command::new("sleep");
        let started =
            without_threads(|| Process::start(command.arg("600"), Input::Nothing, 1 << 10));
        let error = started.unwrap_err().to_string();
        assert!(error.starts_with("the system refuses a thread: "), "{error}");
        assert_eq!(registry::running(), []);
    }
}
