//! Progress for anything over a second: on standard error, and only on a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Show;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line that shows what was found so far, once it takes long.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    started: Instant,
    shown: Instant,
}

impl Progress {
    pub(crate) fn start(show: &Show, what: &str) -> Self {
        let started = Instant::now();
        let wanted = io::stderr().is_terminal() && !show.quiet && !show.json;
        let bar = wanted.then(|| spinner(what));
        Self { bar, started, shown: started }
    }

    /// So many were found.
    pub(crate) fn found(&mut self, number: u64, things: &str) {
        const PAUSE: Duration = Duration::from_millis(100);
        let Some(bar) = &self.bar else { return };
        if self.shown.elapsed() < PAUSE {
            return;
        }
        self.shown = Instant::now();
        let rate = number as f64 / self.started.elapsed().as_secs_f64();
        bar.set_message(format!("{number} {things}, {rate:.0} a second"));
    }
}

/// A spinner that draws itself from a thread of its own, after the first second.
fn spinner(what: &str) -> ProgressBar {
    let bar = ProgressBar::hidden();
    let style = ProgressStyle::with_template("{spinner} {prefix} {elapsed} {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_prefix(what.to_owned());
    let shown = bar.clone();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        if !shown.is_finished() {
            shown.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            shown.enable_steady_tick(Duration::from_millis(100));
        }
    });
    bar
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
