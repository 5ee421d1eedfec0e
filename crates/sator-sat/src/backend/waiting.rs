//! Waiting for another thread or process, as long as the budget lasts.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::{Budget, StopReason};
use crate::clock::Instant;

/// How often the budget is looked at while others work.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Why nothing came.
pub(super) enum Missed {
    /// The budget was spent.
    Stopped(StopReason),
    /// Nobody is left who could send anything.
    Gone,
}

/// What a thread sends.
pub(super) fn receive<T>(sent: &Receiver<T>, budget: &Budget) -> Result<T, Missed> {
    loop {
        match sent.recv_timeout(next_look(budget).saturating_duration_since(Instant::now())) {
            Ok(it) => return Ok(it),
            Err(RecvTimeoutError::Disconnected) => return Err(Missed::Gone),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(reason) = budget.exhausted() {
                    return Err(Missed::Stopped(reason));
                }
            }
        }
    }
}

/// When to look at the budget again: soon, or at the deadline if that comes first.
pub(crate) fn next_look(budget: &Budget) -> Instant {
    let soon = Instant::now() + LOOK_EVERY;
    budget.deadline.map_or(soon, |deadline| deadline.min(soon))
}
