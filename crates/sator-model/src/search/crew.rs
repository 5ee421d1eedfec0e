//! Work that threads share: each takes part after part, until there are no more or one is cut short.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// So many parts for each thread: none waits long for the last.
const PARTS_PER_THREAD: usize = 64;

/// How often somebody hears that it goes on.
const PULSE: Duration = Duration::from_millis(100);

/// So many threads may be started on any machine. More are of use only where there are more
/// processors, and each takes memory that others would miss.
const MANY_THREADS: usize = 8;

/// Into how many parts to cut what so many threads share, if there may be `most`.
pub(super) fn parts_for(threads: usize, most: usize) -> usize {
    threads.max(1).saturating_mul(PARTS_PER_THREAD).min(most)
}

/// Lets so many threads work, or as many as are of use and the system grants. Each has a worker of
/// its own, which takes parts until it says that one was cut short. Hands back the workers, and
/// whether all parts were done to the end. `pulse` is called now and then meanwhile.
pub(super) fn share<P: Send, W: Send>(
    parts: Vec<P>,
    threads: usize,
    begin: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) -> bool + Sync,
    mut pulse: impl FnMut(),
) -> (Vec<W>, bool) {
    let threads = threads.clamp(1, most_threads()).min(parts.len());
    let parts = Mutex::new(parts.into_iter());
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let is_cut = AtomicBool::new(false);
    let labour = || {
        let mut worker = begin();
        while let Some(part) = next() {
            if !work(&mut worker, part) {
                is_cut.store(true, Ordering::Relaxed);
                break;
            }
        }
        worker
    };
    let mut workers = Vec::new();
    let (tell, told) = channel();
    thread::scope(|scope| {
        for number in 0..threads {
            let (tell, labour) = (tell.clone(), &labour);
            let report = move || {
                let _nobody_waits = tell.send(labour());
            };
            if thread::Builder::new().spawn_scoped(scope, report).is_err() {
                // Fewer will do, and if need be the caller's own.
                if number == 0 {
                    workers.push(labour());
                }
                break;
            }
        }
        drop(tell);
        loop {
            match told.recv_timeout(PULSE) {
                Ok(worker) => workers.push(worker),
                Err(RecvTimeoutError::Timeout) => pulse(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    (workers, !is_cut.into_inner())
}

fn most_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).max(MANY_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_threads_are_allowed_there_are_no_more_parts_than_may_be() {
        assert_eq!(parts_for(0, 4_096), PARTS_PER_THREAD);
        assert_eq!(parts_for(2, 4_096), 2 * PARTS_PER_THREAD);
        assert_eq!(parts_for(usize::MAX, 4_096), 4_096);
    }

    #[test]
    fn no_more_threads_are_started_than_have_something_to_do() {
        for (parts, threads) in [(0, 5), (3, usize::MAX), (100_000, usize::MAX), (5, 0)] {
            let begin = || 0;
            let add = |sum: &mut usize, part| {
                *sum += part;
                true
            };
            let (sums, is_whole) = share((0..parts).collect(), threads, begin, add, || ());
            assert!(sums.len() <= parts.min(most_threads()), "{} threads", sums.len());
            assert_eq!(sums.iter().sum::<usize>(), (0..parts).sum());
            assert!(is_whole);
        }
    }

    #[test]
    fn a_part_that_is_cut_short_is_the_last_of_its_worker() {
        let (done, is_whole) = share(
            (0..10).collect(),
            1,
            Vec::new,
            |done, part| {
                done.push(part);
                part < 3
            },
            || (),
        );
        assert_eq!((done, is_whole), (vec![vec![0, 1, 2, 3]], false));
    }
}
