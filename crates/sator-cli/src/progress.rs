//! Progress for anything over a second: on standard error, and only on a terminal.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Show;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

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
        let wanted = io::stderr().is_terminal() && !show.quiet && !show.json;
        Self { line: wanted.then(|| Line::new(what)), started, shown: started }
    }

    /// So many were found.
    pub(crate) fn found(&mut self, number: u64, things: &str) {
        const PAUSE: Duration = Duration::from_millis(100);
        let Some(line) = &self.line else { return };
        if self.shown.elapsed() < PAUSE {
            return;
        }
        self.shown = Instant::now();
        let rate = number as f64 / self.started.elapsed().as_secs_f64();
        line.bar.set_message(format!("{number} {things}, {rate:.0} a second"));
    }
}

impl Line {
    /// Solvers do not call back in time, so a thread waits and then lets the line draw itself.
    fn new(what: &str) -> Self {
        let bar = ProgressBar::hidden();
        let style = ProgressStyle::with_template("{spinner} {prefix} {elapsed} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_prefix(what.to_owned());
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
