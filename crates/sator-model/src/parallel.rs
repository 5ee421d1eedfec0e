//! Work shared among threads. The caller's thread does all of it where no thread can be started.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Parts per thread, so that no thread waits long for the last one.
const PARTS_PER_THREAD: usize = 64;

/// Items of [`map`] per part: neighbours are alike, and fewer parts mean less contention.
const LARGEST_PART: usize = 256;

/// The time between two reports of progress.
const TICK: Duration = Duration::from_millis(100);

/// The number of threads that may be started on any machine. More are useful only where there are
/// more processors, and each takes memory.
const MANY_THREADS: usize = 8;

/// The number of parts into which to split the work of `threads` threads; at most `most`.
pub fn parts_for(threads: usize, most: usize) -> usize {
    threads.max(1).saturating_mul(PARTS_PER_THREAD).min(most)
}

/// Processes `parts` on up to `threads` threads. Each thread creates a worker and takes parts until
/// none is left or `work` returns false, which means that a part was interrupted. Returns the
/// workers and whether no part was interrupted. The caller's thread calls `tick` now and then.
pub fn for_each_part<P: Send, W: Send>(
    parts: Vec<P>,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) -> bool + Sync,
    tick: impl FnMut(),
) -> (Vec<W>, bool) {
    for_each_part_on(parts, threads, thread::Builder::new, new_worker, work, tick)
}

/// [`for_each_part`] on threads that are configured by `builder`.
fn for_each_part_on<P: Send, W: Send>(
    parts: Vec<P>,
    threads: usize,
    builder: impl Fn() -> thread::Builder,
    new_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) -> bool + Sync,
    mut tick: impl FnMut(),
) -> (Vec<W>, bool) {
    let threads = threads.clamp(1, most_threads()).min(parts.len());
    let parts = Mutex::new(parts.into_iter());
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let is_interrupted = AtomicBool::new(false);
    let run = || {
        let mut worker = new_worker();
        while let Some(part) = next() {
            if !work(&mut worker, part) {
                is_interrupted.store(true, Ordering::Relaxed);
                break;
            }
        }
        worker
    };
    let mut workers = Vec::new();
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for number in 0..threads {
            let (sender, run) = (sender.clone(), &run);
            // The receiver outlives all senders, so that sending cannot fail.
            let body = move || drop(sender.send(run()));
            if builder().spawn_scoped(scope, body).is_err() {
                if number == 0 {
                    workers.push(run());
                }
                break;
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(worker) => workers.push(worker),
                Err(RecvTimeoutError::Timeout) => tick(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    (workers, !is_interrupted.into_inner())
}

/// Applies `work` to each item on up to `threads` threads, each with a state of its own, and returns
/// the results in the order of the items.
pub fn map<T: Sync, S: Send, R: Send>(
    items: &[T],
    threads: usize,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 || items.len() < 2 {
        let mut state = new_state();
        return items.iter().map(|item| work(&mut state, item)).collect();
    }
    let size = (items.len() / threads.saturating_mul(16)).clamp(1, LARGEST_PART);
    let parts: Vec<Range<usize>> =
        (0..items.len()).step_by(size).map(|at| at..items.len().min(at + size)).collect();
    let new_worker = || (new_state(), Vec::new());
    let work = |(state, done): &mut (S, Vec<(usize, Vec<R>)>), part: Range<usize>| {
        let results = items[part.clone()].iter().map(|item| work(state, item)).collect();
        done.push((part.start, results));
        true
    };
    let (workers, _) = for_each_part(parts, threads, new_worker, work, || ());
    let mut done: Vec<_> = workers.into_iter().flat_map(|(_, done)| done).collect();
    done.sort_unstable_by_key(|&(start, _)| start);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

fn most_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).max(MANY_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(sum: &mut usize, part: usize) -> bool {
        *sum += part;
        true
    }

    #[test]
    fn the_number_of_parts_is_limited_for_any_number_of_threads() {
        assert_eq!(parts_for(0, 4_096), PARTS_PER_THREAD);
        assert_eq!(parts_for(2, 4_096), 2 * PARTS_PER_THREAD);
        assert_eq!(parts_for(usize::MAX, 4_096), 4_096);
    }

    #[test]
    fn no_more_threads_are_started_than_there_are_parts() {
        for (parts, threads) in [(0, 5), (3, usize::MAX), (100_000, usize::MAX), (5, 0)] {
            let (sums, is_whole) = for_each_part((0..parts).collect(), threads, || 0, add, || ());
            assert!(sums.len() <= parts.min(most_threads()), "{} threads", sums.len());
            assert_eq!(sums.iter().sum::<usize>(), (0..parts).sum::<usize>());
            assert!(is_whole);
        }
    }

    #[test]
    fn an_interrupted_part_is_the_last_of_its_worker() {
        let work = |done: &mut Vec<usize>, part| {
            done.push(part);
            part < 3
        };
        let result = for_each_part((0..10).collect(), 1, Vec::new, work, || ());
        assert_eq!(result, (vec![vec![0, 1, 2, 3]], false));
    }

    #[test]
    fn the_callers_thread_does_the_work_where_no_thread_can_be_started() {
        // No system has room for such a stack.
        let builder = || thread::Builder::new().stack_size(usize::MAX / 4);
        let caller = thread::current().id();
        let new_worker = || {
            assert_eq!(thread::current().id(), caller);
            0
        };
        let sums = for_each_part_on((0..100).collect(), 4, builder, new_worker, add, || ());
        assert_eq!(sums, (vec![(0..100).sum()], true));
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [0, 1, 2, usize::MAX] {
            let doubled = map(&items, threads, || (), |(), &item| 2 * item);
            assert_eq!(doubled, (0..1_000).map(|it| 2 * it).collect::<Vec<_>>());
        }
    }
}
