//! Many small tasks, on as many threads as wanted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Nobody has more processors, and each thread takes memory.
const MOST_THREADS: usize = 256;

/// Does something with each item, and gives the results in the order of the items. Each thread has
/// a state of its own.
pub(super) fn map<T: Sync, S, R: Send>(
    items: &[T],
    threads: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 || items.len() < 2 {
        let mut state = start();
        return items.iter().map(|item| work(&mut state, item)).collect();
    }
    // Neighbours are alike, and a lot at a time keeps threads out of each other's way.
    let lot = (items.len() / threads.saturating_mul(16)).clamp(1, 256);
    let threads = threads.min(items.len().div_ceil(lot)).min(MOST_THREADS);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut state = start();
                let mut own = Vec::new();
                loop {
                    let begin = next.fetch_add(lot, Ordering::Relaxed);
                    let Some(items) = items.get(begin..items.len().min(begin + lot)) else { break };
                    if items.is_empty() {
                        break;
                    }
                    let results = items.iter().map(|item| work(&mut state, item)).collect();
                    own.push((begin, results));
                }
                if let Ok(mut done) = done.lock() {
                    done.append(&mut own);
                }
            });
        }
    });
    let mut lots: Vec<(usize, Vec<R>)> = done.into_inner().unwrap_or_default();
    lots.sort_unstable_by_key(|&(begin, _)| begin);
    lots.into_iter().flat_map(|(_, results)| results).collect()
}
