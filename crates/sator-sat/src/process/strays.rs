//! Processes that have left the group of the solver that started them, for example by `setsid`.
//!
//! Every solver has a mark in its environment, which the processes that it starts inherit. On Linux
//! they are found by it. A process that replaces its environment is not found.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable with the mark.
pub(super) const VARIABLE: &str = "SATOR_SOLVER";

/// The beginning of all marks of this program.
pub(super) fn run() -> &'static str {
    static RUN: OnceLock<String> = OnceLock::new();
    RUN.get_or_init(|| {
        // A hasher is seeded at random, so that an earlier process of this number had other marks.
        let random = RandomState::new().build_hasher().finish();
        format!("{}-{random:x}-", std::process::id())
    })
}

/// A new mark.
pub(super) fn mark() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", run(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Kills all processes whose mark begins so.
pub(super) fn kill(mark: &str) {
    /// A process may start another one while it is being killed.
    const ROUNDS: usize = 10;
    let entry = format!("{VARIABLE}={mark}");
    for _ in 0..ROUNDS {
        let found = marked(entry.as_bytes());
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(end);
    }
}

/// The processes with such an entry in their environment, apart from this one.
fn marked(entry: &[u8]) -> Vec<i32> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = processes.flatten().filter_map(|it| it.file_name().to_str()?.parse().ok());
    let has_entry = |process: &i32| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|it| it.starts_with(entry))
    };
    numbers.filter(|&process| process != std::process::id() as i32).filter(has_entry).collect()
}

#[cfg(unix)]
fn end(process: i32) {
    use nix::sys::signal::{Signal, kill};
    // It fails only if the process has ended.
    let _gone = kill(nix::unistd::Pid::from_raw(process), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn end(_process: i32) {}
