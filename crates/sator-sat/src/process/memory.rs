//! How much memory this program and its children had at most, where the system tells.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use super::registry;

/// The most that a child was seen with while it ran.
static SEEN: AtomicU64 = AtomicU64::new(0);

/// The largest resident size of this program so far, in bytes.
pub fn own() -> Option<u64> {
    high_water("self")
}

/// The largest resident size of a child so far, in bytes. Of one that was gone before anybody
/// looked it is known only if it was larger than this program.
pub fn of_programs() -> Option<u64> {
    registry::running().into_iter().for_each(look_at);
    let seen = Some(SEEN.load(Ordering::Relaxed)).filter(|&bytes| bytes > 0);
    seen.max(of_ended())
}

/// Notes how large a child is.
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

/// What the system keeps of those that have ended. A child is a copy of its parent until it becomes
/// another program, and Linux counts that: what is no more than our own size tells nothing.
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
