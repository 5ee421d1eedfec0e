//! The command line of Sator: from arguments to exit status; each verb is a file in `verbs`.

mod args;
mod crosscheck;
mod failure;
mod input;
mod lines;
mod numbering;
mod output;
mod plot;
mod progress;
mod prove;
mod report;
mod status;
mod table;
mod verbs;

use std::process::ExitCode;

use sator_sat::process;

use crate::args::Cli;
use crate::failure::Failure;
use crate::status::Status;

fn main() -> ExitCode {
    match Cli::read() {
        Ok(cli) => {
            let status = verbs::run(&cli.verb);
            // A detached thread may still run a solver program.
            process::abandon_all();
            status
        }
        Err(error) if error.use_stderr() && std::env::args_os().any(|arg| arg == "--json") => {
            let text = error.render().to_string();
            let message = text.trim_start_matches("error: ").lines().next().unwrap_or_default();
            output::print_error(&Failure::plain(message).json().to_string());
            Status::Bad.into()
        }
        Err(error) => error.exit(),
    }
}
