//! Runs work without Python's lock, so that other Python threads go on, Ctrl-C is noticed, and a panic
//! becomes an exception.
//!
//! Python reports Ctrl-C only to its main thread, and only when that asks. So short work is done by the
//! calling thread itself, which keeps the compiled rules of its last puzzles; whatever takes longer
//! moves to a thread of its own, while the calling thread asks now and then.

use std::env;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use sator::{Interrupt, Options};
use sator_sat::backend::StopReason;
use sator_sat::clock::Instant;

use crate::error::Failure;

/// The time that the calling thread works before it hands over.
const QUICK: Duration = Duration::from_millis(20);

/// Work on more squares, or values of cells, than this is never tried by the calling thread: rules are
/// built without a look at the clock, in up to some microseconds for each.
pub(crate) const MOST_QUICK: usize = 20_000;

/// Interval between checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// A result, and why it is not complete, if the budget ended.
pub(crate) struct Done<T> {
    pub(crate) value: T,
    pub(crate) stopped: Option<StopReason>,
}

impl<T> Done<T> {
    /// A result that may be incomplete.
    pub(crate) fn new(value: T, stopped: Option<StopReason>) -> Self {
        Self { value, stopped }
    }

    /// The complete result.
    pub(crate) fn complete(value: T) -> Self {
        Self { value, stopped: None }
    }

    /// The result, or an exception if it is incomplete.
    pub(crate) fn only_complete(self) -> PyResult<T> {
        match self.stopped {
            None => Ok(self.value),
            Some(reason) => Err(Failure::Stopped(reason).into()),
        }
    }
}

/// The end of some work.
pub(crate) type Outcome<T> = Result<Done<T>, Failure>;

/// How the calling thread tries work before it hands over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// With the threads of the options.
    Usual,
    /// With one thread.
    OneThread,
    /// Not at all.
    None,
}

impl Attempt {
    /// That for work on so many squares, or values of cells.
    pub(crate) fn for_size(size: usize) -> Self {
        if size > MOST_QUICK { Self::None } else { Self::Usual }
    }
}

/// Does work with these options, whose time begins now. Work that does not end
/// within [`QUICK`] is started again on a thread of its own; it must end soon after its budget does.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    attempt: Attempt,
    options: &Options,
    work: impl Fn(&Options) -> Outcome<T> + Send + Sync + 'static,
) -> PyResult<Done<T>> {
    let options = begun(options);
    if attempt == Attempt::None {
        return run_apart(py, &options, work);
    }
    let end = Instant::now().checked_add(QUICK);
    let is_short = matches!((options.budget.deadline, end), (Some(last), Some(end)) if last <= end);
    let mut quick = options.clone();
    if attempt == Attempt::OneThread {
        quick.threads = Some(1);
    }
    if !is_short {
        quick.budget.deadline = end;
    }
    let outcome = py.detach(|| guarded(|| work(&quick)));
    let is_late = match &outcome {
        Ok(done) => done.stopped == Some(StopReason::Time),
        Err(failure) => matches!(failure, Failure::Stopped(StopReason::Time)),
    };
    if is_late && !is_short { run_apart(py, &options, work) } else { Ok(outcome?) }
}

/// Does work on a thread of its own, with options whose time has begun.
pub(crate) fn run_apart<T: Send + 'static>(
    py: Python<'_>,
    options: &Options,
    work: impl Fn(&Options) -> Outcome<T> + Send + Sync + 'static,
) -> PyResult<Done<T>> {
    let work = Arc::new(work);
    let (sender, mut receiver) = sync_channel(1);
    let worker = {
        let (work, options) = (Arc::clone(&work), options.clone());
        // The caller may be gone after Ctrl-C.
        move || drop(sender.send(guarded(|| work(&options))))
    };
    if thread::Builder::new().name("sator".to_owned()).spawn(worker).is_err() {
        // Where no thread can be started, Ctrl-C waits for the end.
        return Ok(py.detach(|| guarded(|| work(options)))?);
    }
    loop {
        let message;
        (receiver, message) = py.detach(move || {
            let message = receiver.recv_timeout(TICK);
            (receiver, message)
        });
        match message {
            Ok(outcome) => return Ok(outcome?),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Panic("a thread has died".to_owned()).into());
            }
        }
        if let Err(interrupt) = py.check_signals() {
            // The worker ends soon after; nothing waits for it.
            options.budget.interrupt.raise();
            return Err(interrupt);
        }
    }
}

/// The options of work that begins now: the time limit becomes a deadline, and the interrupt is new.
pub(crate) fn begun(options: &Options) -> Options {
    let mut begun = options.clone();
    let limit = begun.time_limit.take();
    begun.budget.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    begun.budget.interrupt = Interrupt::default();
    begun
}

/// Panics become exceptions, so nothing else prints them, unless the environment asks for it.
pub(crate) fn silence_panics() {
    if env::var_os("RUST_BACKTRACE").is_none() {
        panic::set_hook(Box::new(|_| ()));
    }
}

/// Panics, on a thread of its own or in a short call, so that the tests see the exception that it becomes.
#[pyfunction]
pub(crate) fn panic_for_test(py: Python<'_>, message: String, is_apart: bool) -> PyResult<()> {
    if !is_apart {
        return short(py, || panic!("{message}"));
    }
    let work = move |_: &Options| -> Outcome<()> { panic!("{message}") };
    run_apart(py, &Options::new(), work)?.only_complete()
}

/// Does work that ends soon, or cannot be interrupted.
pub(crate) fn short<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> PyResult<T> {
    Ok(py.detach(|| guarded(work))?)
}

/// Turns a panic into a failure.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(Failure::Panic(text.unwrap_or("unknown").to_owned()))
    })
}
