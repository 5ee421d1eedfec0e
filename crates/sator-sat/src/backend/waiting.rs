//! Waits for another thread or process, within the budget.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::{Budget, StopReason};
use crate::clock::Instant;

/// The interval at which the budget is checked while waiting.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Why nothing was received.
pub(super) enum Missed {
    /// The budget was spent.
    Stopped(StopReason),
    /// All senders are gone.
    Gone,
}

/// Receives a message from another thread.
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

/// The time of the next check of the budget: soon, or at the deadline if that comes first.
pub(crate) fn next_look(budget: &Budget) -> Instant {
    let soon = Instant::now() + LOOK_EVERY;
    budget.deadline.map_or(soon, |deadline| deadline.min(soon))
}
