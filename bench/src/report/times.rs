//! Times of several puzzles, and how a time is shown.

use std::time::Duration;

use super::Figure;

/// Times of several puzzles, some of which may not have ended in time.
pub(crate) struct Times {
    /// In order; what did not end counts with the limit.
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

    /// A time of these as a figure; the limit is the least that it can be.
    pub(crate) fn figure(&self, time: Duration) -> Figure {
        if time < self.limit { Figure::time(time) } else { Figure::more_than(time) }
    }

    /// A time of these; the limit is the least that it can be.
    pub(crate) fn show(&self, time: Duration) -> String {
        let sign = if time < self.limit { "" } else { ">" };
        format!("{sign}{}", show(time))
    }
}

/// In milliseconds or seconds.
pub(crate) fn show(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}
