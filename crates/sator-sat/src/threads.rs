//! Starting threads that the system may refuse: at a limit, or on a platform without threads. All
//! threads of this crate are started here.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Runs `work` on a thread of its own. If the thread is refused, `work` is dropped.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    #[cfg(test)]
    if tests::REFUSE.get() {
        return Err(refusal(&io::ErrorKind::WouldBlock.into()));
    }
    thread::Builder::new().spawn(work).map(drop).map_err(|error| refusal(&error))
}

fn refusal(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the system refuses a thread: {error}"))
}

/// Runs `work` on a thread of its own, or on this thread if the system refuses one.
pub(crate) fn spawn_or_run(work: impl FnOnce() + Send + 'static) {
    let slot = Arc::new(Mutex::new(Some(work)));
    let shared = Arc::clone(&slot);
    if spawn(move || run(&shared)).is_err() {
        run(&slot);
    }
}

fn run(slot: &Mutex<Option<impl FnOnce()>>) {
    let work = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(work) = work {
        work();
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;
    use std::sync::mpsc::channel;

    use super::*;

    thread_local! {
        /// Whether threads are refused to this thread.
        pub(super) static REFUSE: Cell<bool> = const { Cell::new(false) };
    }

    /// Runs `work` while the system seems to refuse every thread.
    pub(crate) fn without_threads<T>(work: impl FnOnce() -> T) -> T {
        REFUSE.set(true);
        let result = work();
        REFUSE.set(false);
        result
    }

    #[test]
    fn work_that_must_be_done_is_done_without_a_thread() {
        let (sender, receiver) = channel();
        let work = move || sender.send(thread::current().id()).unwrap();
        let here = thread::current().id();
        spawn_or_run(work.clone());
        assert_ne!(receiver.recv(), Ok(here));
        without_threads(|| spawn_or_run(work));
        assert_eq!(receiver.recv(), Ok(here));
    }
}
