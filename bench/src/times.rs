//! Times of several puzzles, and how a time is shown.

use std::time::Duration;

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

    /// A time of these; the limit is the least that it can be.
    pub(crate) fn show(&self, time: Duration) -> String {
        let sign = if time < self.limit { "" } else { ">" };
        format!("{sign}{}", show(time))
    }

    pub(crate) fn median_and_worst(&self) -> String {
        format!("{}, worst {}", self.show(self.median()), self.show(self.worst()))
    }
}

/// In milliseconds or seconds.
pub(crate) fn show(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

/// How many times as long.
pub(crate) fn ratio(theirs: Duration, ours: Duration) -> String {
    times(theirs.as_secs_f64() / ours.as_secs_f64())
}

/// `3.4 times`.
pub(crate) fn times(ratio: f64) -> String {
    format!("{ratio:.1} times")
}
