//! The peak memory of this program and its children, where the system reports it.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use super::registry;

/// The largest size at which a running child was observed.
static SEEN: AtomicU64 = AtomicU64::new(0);

/// The largest resident size of this program so far, in bytes.
pub fn own() -> Option<u64> {
    high_water("self")
}

/// The largest resident size of a child so far, in bytes. A child that ended unobserved counts only
/// if it was larger than this program.
pub fn of_programs() -> Option<u64> {
    registry::running().into_iter().for_each(look_at);
    let seen = Some(SEEN.load(Ordering::Relaxed)).filter(|&bytes| bytes > 0);
    seen.max(of_ended())
}

/// Records the current size of a child.
pub(super) fn look_at(process: u32) {
    if let Some(bytes) = high_water(&process.to_string()) {
        SEEN.fetch_max(bytes, Ordering::Relaxed);
    }
}

fn high_water(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// The system's figure for children that have ended. A child is a copy of its parent until it
/// executes another program, and Linux counts that; so a figure below our own size is meaningless.
#[cfg(target_os = "linux")]
fn of_ended() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let bytes = u64::try_from(usage.max_rss()).ok()? * 1024;
    Some(bytes).filter(|&bytes| own().is_some_and(|own| bytes > own))
}

#[cfg(not(target_os = "linux"))]
fn of_ended() -> Option<u64> {
    None
}
