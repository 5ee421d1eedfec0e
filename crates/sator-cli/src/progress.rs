//! Progress for anything over a second: on standard error, and only on a terminal.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sator_sat::clock::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Show;
use crate::output::is_dumb_terminal;

/// Nothing is shown before this time.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// A line or bar with the number of things so far, and how many a second.
pub(crate) struct Progress {
    line: Option<Line>,
    things: &'static str,
    started: Instant,
    updated: Instant,
}

/// The line on the screen.
struct Line {
    bar: ProgressBar,
    /// The thread that draws the line after the delay; it ends when the sender is dropped.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A line for an activity of unknown length, which counts `things`.
    pub(crate) fn start(show: &Show, activity: &'static str, things: &'static str) -> Self {
        Self::new(show, things, || {
            let bar = ProgressBar::hidden().with_prefix(activity);
            Line::new(bar, "{spinner} {prefix} {elapsed} {msg}")
        })
    }

    /// A bar for puzzles from an input of this many bytes, if known; none where `is_screen_used`.
    pub(crate) fn over_bytes(show: &Show, bytes: Option<u64>, is_screen_used: bool) -> Self {
        let mut progress = Self::new(show, "puzzles", || match bytes {
            Some(bytes) => Line::bar(bytes),
            None => Line::new(ProgressBar::hidden(), "{spinner} {elapsed} {msg}"),
        });
        progress.line = progress.line.filter(|_| !is_screen_used);
        progress
    }

    /// A bar for this number of turns, each of which counts one of the things.
    pub(crate) fn over_turns(show: &Show, turns: u64, things: &'static str) -> Self {
        Self::new(show, things, || Line::bar(turns))
    }

    fn new(show: &Show, things: &'static str, line: impl FnOnce() -> Line) -> Self {
        let started = Instant::now();
        let is_shown =
            io::stderr().is_terminal() && !is_dumb_terminal() && !show.quiet && !show.json;
        Self { line: is_shown.then(line), things, started, updated: started }
    }

    /// Updates the number of things so far and, if it is known, the share of the search that is done.
    pub(crate) fn search(&mut self, number: u64, share: Option<f64>) {
        let Some(line) = self.line.as_ref().filter(|_| self.updated.elapsed() >= INTERVAL) else {
            return;
        };
        self.updated = Instant::now();
        let rate = number as f64 / self.started.elapsed().as_secs_f64();
        let number = (number > 0).then(|| format!("{number} {}, {rate:.0} a second", self.things));
        let share = share.map(|share| format!("{:.1} % of the search done", share * 100.0));
        let parts: Vec<_> = number.into_iter().chain(share).collect();
        line.bar.set_message(parts.join(", "));
    }

    /// Updates the number of things, and the position in the input or among the turns.
    pub(crate) fn advance(&mut self, number: u64, position: u64) {
        let Some(line) = &self.line else { return };
        if self.updated.elapsed() < INTERVAL {
            return;
        }
        self.updated = Instant::now();
        let rate = number as f64 / self.started.elapsed().as_secs_f64();
        line.bar.set_position(position);
        line.bar.set_message(format!("{number} {}, {rate:.0} a second", self.things));
    }

    /// Hides the line while a message is printed.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        match &self.line {
            Some(line) => line.bar.suspend(print),
            None => print(),
        }
    }
}

impl Line {
    /// A bar of this length.
    fn bar(length: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        Self::new(bar, "{bar:30} {percent:>3} % {msg}, {eta} left")
    }

    /// Solvers do not report regularly, so a thread waits and then lets the line draw itself.
    /// Without that thread there is no line.
    fn new(bar: ProgressBar, template: &str) -> Self {
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let (end, ended) = channel();
        let drawn = bar.clone();
        *shown() = Some(bar.clone());
        let thread = thread::Builder::new().spawn(move || {
            if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                drawn.set_draw_target(ProgressDrawTarget::stderr());
                drawn.enable_steady_tick(INTERVAL);
            }
        });
        Self { bar, thread: thread.ok().map(|thread| (end, thread)) }
    }
}

/// The line is cleared before anything else is printed.
impl Drop for Line {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.thread.take() {
            drop(end);
            let _panicked = thread.join();
        }
        *shown() = None;
        self.bar.finish_and_clear();
    }
}

/// The line that may be on the screen.
fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Clears the line when the program ends at once.
pub(crate) fn clear() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}
