//! The command line of Sator: from arguments to exit status; each verb is a file in `verbs`.

mod args;
mod disagreement;
mod failure;
mod input;
mod lines;
mod numbering;
mod output;
mod play;
mod plot;
mod progress;
mod prove;
mod raster;
mod table;
mod verbs;

use std::io::Write as _;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};

use sator::ask::Status;
use sator::unfinished;
use sator_sat::process;
#[cfg(unix)]
use signal_hook::{
    consts::{SIGABRT, SIGXFSZ},
    flag,
};

use crate::args::Cli;
use crate::failure::Failure;

/// The argument of the second process that cleans up if this one is killed.
const GUARD: &str = "--guard-solvers";

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == GUARD) {
        process::run_guard(std::io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    abort_by_exit_status();
    fail_at_file_limit();
    sator_web::end_with_server();
    if let Ok(program) = std::env::current_exe() {
        process::set_guard(program, GUARD);
    }
    match Cli::read() {
        Ok(cli) => {
            let status = verbs::run(&cli.verb);
            // A detached thread may still run a solver program.
            process::abandon_all();
            unfinished::discard();
            status
        }
        Err(error) if error.use_stderr() && std::env::args_os().any(|arg| arg == "--json") => {
            let text = error.render().to_string();
            let message = text.trim_start_matches("error: ").lines().next().unwrap_or_default();
            output::print_error(&Failure::plain(message).json().to_string());
            Status::Bad.into()
        }
        Err(error) => match error.print().and_then(|()| std::io::stdout().flush()) {
            Err(failure) if failure.kind() != std::io::ErrorKind::BrokenPipe => {
                output::print_error(&Failure::io("standard output", &failure).to_string());
                Status::Bad.into()
            }
            _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Status::Bad.code())),
        },
    }
}

/// A write beyond the largest size of a file (`ulimit -f`) is an error as on a full disk, and no signal
/// that ends the program and leaves a temporary file. A handler is not inherited: programs that are
/// started get the signal as usual.
fn fail_at_file_limit() {
    #[cfg(unix)]
    {
        // Where no handler can be set, the signal ends the program.
        let _no_handler = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// Memory that the system refuses ends the program by `abort`, after a message: here, and in solvers
/// written in C++. The exit status is then that of an error, not a signal.
fn abort_by_exit_status() {
    #[cfg(unix)]
    {
        let (always, status) = (Arc::new(AtomicBool::new(true)), Status::Bad.code().into());
        // Where no handler can be set, the signal ends the program.
        let _no_handler = flag::register_conditional_shutdown(SIGABRT, status, always);
    }
}
