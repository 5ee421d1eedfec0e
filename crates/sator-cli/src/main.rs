//! The command line of Sator: arguments in, exit status out; each verb is a file in `verbs`.

mod args;
mod failure;
mod input;
mod output;
mod progress;
mod report;
mod status;
mod verbs;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    verbs::run(&cli.verb)
}
