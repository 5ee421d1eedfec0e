//! How many solutions a search has left, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::super::census::{Counted, PARTS_PER_THREAD, PULSE, Stop};
use super::{General, Step};

impl General {
    /// Counts the solutions that are left, by meeting each of them once, on so many threads: the
    /// first choices cut what is left into parts. The number is the same on any number of threads.
    /// `progress` hears now and then how many were met.
    #[must_use]
    pub fn count(self, threads: usize, stop: Stop<'_>, progress: &mut dyn FnMut(u64)) -> Counted {
        let crew = Crew::default();
        let parts = if threads > 1 { self.split(PARTS_PER_THREAD * threads) } else { vec![self] };
        let parts = Mutex::new(parts.into_iter());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (tell, told) = channel::<()>();
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (tell, crew, next) = (tell.clone(), &crew, &next);
                scope.spawn(move || {
                    crew.work(next, stop);
                    drop(tell);
                });
            }
            drop(tell);
            // Nobody says anything; that nobody is there any more is the end.
            while told.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                progress(crew.met.load(Ordering::Relaxed));
            }
        });
        crew.counted()
    }
}

/// What threads have come to together.
#[derive(Default)]
struct Crew {
    met: AtomicU64,
    nodes: AtomicU64,
    is_cut: AtomicBool,
}

impl Crew {
    /// Counts part after part, until there are no more.
    fn work(&self, next: impl Fn() -> Option<General>, stop: Stop<'_>) {
        while let Some(part) = next() {
            if !self.search(part, stop) {
                self.is_cut.store(true, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Counts a part; false if it was stopped before the end.
    fn search(&self, mut part: General, stop: Stop<'_>) -> bool {
        let before = part.nodes();
        let is_whole = loop {
            match part.next(u64::MAX, &|| stop()) {
                Step::Solution => {
                    self.met.fetch_add(1, Ordering::Relaxed);
                }
                Step::Exhausted => break true,
                Step::Paused | Step::Stopped => break false,
            }
        };
        self.nodes.fetch_add(part.nodes() - before, Ordering::Relaxed);
        is_whole
    }

    fn counted(self) -> Counted {
        Counted {
            number: self.met.into_inner().into(),
            is_complete: !self.is_cut.into_inner(),
            nodes: self.nodes.into_inner(),
        }
    }
}
