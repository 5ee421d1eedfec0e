//! The number of remaining solutions of a search, counted on several threads.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::symmetry_counter::{Counted, Stop};
use super::{Progress, TrailSearch};
use crate::parallel;

/// The maximum number of parts: each has a copy of the trail.
const MOST_PARTS: usize = 256;

impl TrailSearch {
    /// Counts the remaining solutions by visiting each of them once, on so many threads: the first
    /// decisions split the search into parts. The number is the same on any number of threads, and so
    /// are the nodes. `progress` is called now and then with the number so far
    /// and the share of the parts that are done.
    #[must_use]
    pub fn count(
        self,
        threads: usize,
        stop: Stop<'_>,
        progress: &mut dyn FnMut(u64, Option<f64>),
    ) -> Counted {
        let wanted = parallel::parts_for(threads, MOST_PARTS);
        let (parts, above) = if threads > 1 { self.cut(wanted) } else { (vec![self], 0) };
        let (met, done, all) = (AtomicU64::new(0), AtomicU64::new(0), parts.len());
        let work = |nodes: &mut u64, part| {
            let is_whole = count_part(part, &met, nodes, stop);
            done.fetch_add(1, Ordering::Relaxed);
            is_whole
        };
        let share = || (all > 1).then(|| done.load(Ordering::Relaxed) as f64 / all as f64);
        let pulse = || progress(met.load(Ordering::Relaxed), share());
        let (below, is_complete) = parallel::for_each_part(parts, threads, || 0, work, pulse);
        let nodes = above + below.iter().sum::<u64>();
        Counted { number: met.into_inner().into(), is_complete, nodes }
    }
}

/// Counts a part, and its nodes; false if it was stopped before the end.
fn count_part(mut part: TrailSearch, met: &AtomicU64, nodes: &mut u64, stop: Stop<'_>) -> bool {
    let before = part.nodes();
    let is_whole = loop {
        match part.next(u64::MAX, &|| stop()) {
            Progress::Solution => {
                met.fetch_add(1, Ordering::Relaxed);
            }
            Progress::Exhausted => break true,
            Progress::Paused | Progress::Stopped => break false,
        }
    };
    *nodes += part.nodes() - before;
    is_whole
}
