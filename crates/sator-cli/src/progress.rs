//! Progress for anything over a second: on standard error, and only on a terminal. Another program
//! asks for it as JSON lines, by the environment variable `SATOR_PROGRESS=json`.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sator_sat::clock::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::args::Show;
use crate::output::{is_dumb_terminal, print_error};

/// Nothing is shown before this time.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// A line or bar with the number of things so far, and how many a second.
pub(crate) struct Progress {
    display: Display,
    things: &'static str,
    started: Instant,
    updated: Instant,
}

/// Where progress goes.
enum Display {
    Nowhere,
    Terminal(Line),
    /// Lines of JSON, also with `--quiet` and `--json`.
    Lines {
        activity: &'static str,
        /// The number of bytes or turns in all, if it is known.
        length: Option<u64>,
    },
}

/// The environment variable that asks for JSON lines.
const FORM: &str = "SATOR_PROGRESS";

/// The line on the screen.
struct Line {
    bar: ProgressBar,
    /// The thread that draws the line after the delay; it ends when the sender is dropped.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A line for an activity of unknown length, which counts `things`.
    pub(crate) fn start(show: &Show, activity: &'static str, things: &'static str) -> Self {
        Self::new(show, activity, things, None, || {
            let bar = ProgressBar::hidden().with_prefix(activity);
            Line::new(bar, "{spinner} {prefix} {elapsed} {msg}")
        })
    }

    /// A bar for puzzles from an input of this many bytes, if known; none where `is_screen_used`.
    pub(crate) fn over_bytes(show: &Show, bytes: Option<u64>, is_screen_used: bool) -> Self {
        let mut progress = Self::new(show, "Reading", "puzzles", bytes, || match bytes {
            Some(bytes) => Line::bar(bytes),
            None => Line::new(ProgressBar::hidden(), "{spinner} {elapsed} {msg}"),
        });
        if is_screen_used && matches!(progress.display, Display::Terminal(_)) {
            progress.display = Display::Nowhere;
        }
        progress
    }

    /// A bar for this number of turns, each of which counts one of the things.
    pub(crate) fn over_turns(show: &Show, turns: u64, things: &'static str) -> Self {
        Self::new(show, "Working", things, Some(turns), || Line::bar(turns))
    }

    fn new(
        show: &Show,
        activity: &'static str,
        things: &'static str,
        length: Option<u64>,
        line: impl FnOnce() -> Line,
    ) -> Self {
        let started = Instant::now();
        let is_shown =
            io::stderr().is_terminal() && !is_dumb_terminal() && !show.quiet && !show.json;
        let display = if std::env::var_os(FORM).is_some_and(|form| form == "json") {
            Display::Lines { activity, length }
        } else if is_shown {
            Display::Terminal(line())
        } else {
            Display::Nowhere
        };
        Self { display, things, started, updated: started }
    }

    /// Updates the number of things so far and, if it is known, the share of the search that is done.
    pub(crate) fn search(&mut self, number: u64, share: Option<f64>) {
        if !self.is_due() {
            return;
        }
        let counted = (number > 0).then(|| self.counted(number));
        let done = share.map(|share| format!("{:.1} % of the search done", share * 100.0));
        let parts: Vec<_> = counted.into_iter().chain(done).collect();
        self.show(number, share, None, parts.join(", "));
    }

    /// Updates the number of things, and the position in the input or among the turns.
    pub(crate) fn advance(&mut self, number: u64, position: u64) {
        if self.is_due() {
            self.show(number, None, Some(position), self.counted(number));
        }
    }

    /// Whether it is time for an update, which then begins the next interval.
    fn is_due(&mut self) -> bool {
        let is_due =
            !matches!(self.display, Display::Nowhere) && self.updated.elapsed() >= INTERVAL;
        if is_due {
            self.updated = Instant::now();
        }
        is_due
    }

    /// `123 solutions, 45 a second`.
    fn counted(&self, number: u64) -> String {
        let rate = number as f64 / self.started.elapsed().as_secs_f64();
        format!("{number} {}, {rate:.0} a second", self.things)
    }

    fn show(&self, number: u64, share: Option<f64>, position: Option<u64>, text: String) {
        match &self.display {
            Display::Nowhere => {}
            Display::Terminal(line) => {
                if let Some(position) = position {
                    line.bar.set_position(position);
                }
                line.bar.set_message(text);
            }
            Display::Lines { activity, length } => {
                let of_length = || Some(position? as f64 / length.filter(|&it| it > 0)? as f64);
                let share = share.or_else(of_length);
                let line = json!({
                    "activity": activity, "number": number, "share": share, "text": text,
                });
                print_error(&line.to_string());
            }
        }
    }

    /// Hides the line while a message is printed.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        match &self.display {
            Display::Terminal(line) => line.bar.suspend(print),
            Display::Nowhere | Display::Lines { .. } => print(),
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
