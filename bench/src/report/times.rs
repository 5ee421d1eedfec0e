//! Times of several puzzles, some of which may have been stopped.

use std::time::Duration;

use super::Figure;

/// Times of several puzzles with a common limit.
pub(crate) struct Times {
    /// Sorted; stopped runs have the limit as their time.
    pub(crate) all: Vec<Duration>,
    limit: Duration,
}

impl Times {
    pub(crate) fn new(times: impl Iterator<Item = Option<Duration>>, limit: Duration) -> Self {
        let mut all: Vec<_> = times.map(|time| time.unwrap_or(limit).min(limit)).collect();
        all.sort_unstable();
        Self { all, limit }
    }

    pub(crate) fn solved(&self) -> usize {
        self.all.iter().filter(|&&time| time < self.limit).count()
    }

    pub(crate) fn mean(&self) -> Duration {
        self.all.iter().sum::<Duration>() / self.all.len().max(1) as u32
    }

    pub(crate) fn median(&self) -> Duration {
        self.all[self.all.len() / 2]
    }

    pub(crate) fn worst(&self) -> Duration {
        self.all[self.all.len() - 1]
    }

    pub(crate) fn median_figure(&self) -> Figure {
        self.figure(self.median())
    }

    /// One of these times as a figure; the limit is a lower bound.
    pub(crate) fn figure(&self, time: Duration) -> Figure {
        if time < self.limit { Figure::time(time) } else { Figure::more_than(time) }
    }
}
