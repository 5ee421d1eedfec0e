//! Progress for anything over a second: on standard error, and only on a terminal.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sator_sat::clock::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Show;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a figure stays.
const PAUSE: Duration = Duration::from_millis(100);

/// A line that shows what was found so far, once it takes long.
pub(crate) struct Progress {
    line: Option<Line>,
    started: Instant,
    shown: Instant,
}

/// The line on the screen, and the thread that shows it in time.
struct Line {
    bar: ProgressBar,
    /// Both until the end: the thread ends when nobody can send to it any more.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    pub(crate) fn start(show: &Show, what: &str) -> Self {
        let started = Instant::now();
        let line = is_wanted(show).then(|| {
            let bar = ProgressBar::hidden().with_prefix(what.to_owned());
            Line::new(bar, "{spinner} {prefix} {elapsed} {msg}")
        });
        Self { line, started, shown: started }
    }

    /// So many were found.
    pub(crate) fn found(&mut self, number: u64, things: &str) {
        let Some(line) = &self.line else { return };
        if self.shown.elapsed() < PAUSE {
            return;
        }
        self.shown = Instant::now();
        let rate = number as f64 / self.started.elapsed().as_secs_f64();
        line.bar.set_message(format!("{number} {things}, {rate:.0} a second"));
    }
}

/// A bar for many puzzles: how many a second, and how long it will still take.
pub(crate) struct Rate {
    line: Option<Line>,
    /// What is counted.
    things: &'static str,
    started: Instant,
    shown: Instant,
}

impl Rate {
    /// For an input of so many bytes, if that is known. Nothing is shown where `is_screen_taken`.
    pub(crate) fn start(show: &Show, bytes: Option<u64>, is_screen_taken: bool) -> Self {
        let wanted = is_wanted(show) && !is_screen_taken;
        let line = wanted.then(|| match bytes {
            Some(bytes) => Line::bar(bytes),
            None => Line::new(ProgressBar::hidden(), "{spinner} {elapsed} {msg}"),
        });
        Self::with(line, "puzzles")
    }

    /// For so many turns, each of which counts one of the things.
    pub(crate) fn of_turns(show: &Show, turns: u64, things: &'static str) -> Self {
        Self::with(is_wanted(show).then(|| Line::bar(turns)), things)
    }

    fn with(line: Option<Line>, things: &'static str) -> Self {
        let started = Instant::now();
        Self { line, things, started, shown: started }
    }

    /// So many things are done, which are so many bytes of the input, or turns.
    pub(crate) fn advance(&mut self, number: u64, position: u64) {
        let Some(line) = &self.line else { return };
        if self.shown.elapsed() < PAUSE {
            return;
        }
        self.shown = Instant::now();
        let rate = number as f64 / self.started.elapsed().as_secs_f64();
        line.bar.set_position(position);
        line.bar.set_message(format!("{number} {}, {rate:.0} a second", self.things));
    }

    /// Says something past the bar.
    pub(crate) fn past(&self, say: impl FnOnce()) {
        match &self.line {
            Some(line) => line.bar.suspend(say),
            None => say(),
        }
    }
}

/// Whether there is somebody to see it.
fn is_wanted(show: &Show) -> bool {
    io::stderr().is_terminal() && !show.quiet && !show.json
}

impl Line {
    /// A bar of this length.
    fn bar(length: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        Self::new(bar, "{bar:30} {percent:>3} % {msg}, {eta} left")
    }

    /// Solvers do not call back in time, so a thread waits and then lets the line draw itself.
    fn new(bar: ProgressBar, template: &str) -> Self {
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let (ends, ended) = channel();
        let shown = bar.clone();
        let handle = thread::spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Self { bar, thread: Some((ends, handle)) }
    }
}

/// The line is gone before anything else is printed.
impl Drop for Line {
    fn drop(&mut self) {
        if let Some((ends, handle)) = self.thread.take() {
            drop(ends);
            let _panicked = handle.join();
        }
        self.bar.finish_and_clear();
    }
}
