//! The arguments of `sator serve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::seconds;
use sator::ask::options::{at_least_one, threads_or_all};

/// Serve the page on this machine, for a browser.
#[derive(Debug, Args)]
#[command(
    after_help = "The page and its JSON interface are for this machine only, unless --host says otherwise. \
    Each request is answered by a process of its own, within limits of time and memory; GET /api describes the \
    interface. Ctrl-C ends the server and all its jobs.\n\nExamples:\n  \
    sator serve --open\n  \
    sator serve --port 8080\n  \
    sator serve --port 0                 any free port, which is printed\n  \
    sator serve --jobs 2 --max-time 60 --memory 512\n\n\
    Exit status: 0 ended by Ctrl-C, 2 the address cannot be used.\n\n\
    Guide: docs/page.md, and docs/http.md for programs."
)]
pub(crate) struct Serve {
    /// The port; 0 for any that is free.
    #[arg(long, value_name = "N", default_value_t = 7283)]
    pub(crate) port: u16,
    /// The name or address to listen on. Whoever can reach it can use the solvers of this machine.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// How many long jobs run at once; one for each processor by default. Jobs of at most 5 seconds
    /// have half as many places of their own.
    #[arg(long, value_name = "N", value_parser = at_least_one::<u16>, allow_negative_numbers = true, help_heading = "Limits")]
    jobs: Option<u16>,
    /// The longest time of a job, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "600", help_heading = "Limits")]
    pub(crate) max_time: Duration,
    /// The memory of a job, in megabytes (on Linux).
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..=1 << 20), default_value_t = 2048, help_heading = "Limits")]
    pub(crate) memory: u64,
    /// Let requests name solver programs, as exec:NAME, z3 or cvc5. Without it no request can start a
    /// program other than sator.
    #[arg(long, help_heading = "Limits")]
    pub(crate) allow_external: bool,
    /// Read the page from this folder, for work on the page.
    #[arg(long, value_name = "DIR", hide = true)]
    pub(crate) assets: Option<PathBuf>,
}

impl Serve {
    /// The number of long jobs at once.
    pub(crate) fn jobs(&self) -> NonZeroUsize {
        NonZeroUsize::new(threads_or_all(self.jobs)).unwrap_or(NonZeroUsize::MIN)
    }
}
