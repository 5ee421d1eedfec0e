//! The clock: the one place where time is read, so that a host without a system clock can supply
//! its own.
//!
//! `std::time::Instant::now` panics on `wasm32-unknown-unknown`. There the host calls
//! [`set_source`] before anything else, for example with the page's `performance.now()`.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

/// Returns the time since some fixed moment; it must never decrease.
pub type Source = fn() -> Duration;

static SOURCE: OnceLock<Source> = OnceLock::new();

/// Replaces the system's clock. This fails once time has been read or a source was set.
pub fn set_source(source: Source) -> Result<(), ClockInUse> {
    SOURCE.set(source).map_err(|_| ClockInUse)
}

/// The clock was already read, so its source can no longer be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the source of the clock can only be set before time is read")]
pub struct ClockInUse;

/// The current time.
pub fn now() -> Instant {
    let source = SOURCE.get_or_init(|| system);
    Instant { since_start: source() }
}

fn system() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// A moment, with the interface of `std::time::Instant`. A sum or difference that is out of range
/// is the last or first moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    since_start: Duration,
}

impl Instant {
    /// The same as [`now`].
    pub fn now() -> Self {
        now()
    }

    /// The time since this moment; zero if it lies ahead.
    pub fn elapsed(self) -> Duration {
        now() - self
    }

    /// The time since an earlier moment; zero if that moment is later.
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.since_start.saturating_sub(earlier.since_start)
    }

    /// The moment that much later, unless it is out of range.
    pub fn checked_add(self, later: Duration) -> Option<Self> {
        self.since_start.checked_add(later).map(|since_start| Self { since_start })
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, later: Duration) -> Self {
        Self { since_start: self.since_start.saturating_add(later) }
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, earlier: Duration) -> Self {
        Self { since_start: self.since_start.saturating_sub(earlier) }
    }
}
