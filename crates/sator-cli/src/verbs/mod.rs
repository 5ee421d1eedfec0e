//! One file per verb, and what verbs share: the loop over puzzles.

mod check;
mod count;
mod decode;
mod generate;
mod listings;
mod sat;
mod solve;

use std::process::ExitCode;

use sator::puzzle::Puzzle;
use sator_sat::backend::{Interrupt, StopReason};

use crate::args::{Input, Show, Verb};
use crate::failure::Failure;
use crate::input;
use crate::output::WriteError;
use crate::status::Status;

/// Runs a verb.
pub(crate) fn run(verb: &Verb) -> ExitCode {
    match verb {
        Verb::Solve(args) => solve::run(args).into(),
        Verb::Count(args) => count::run(args).into(),
        Verb::Generate(args) => generate::run(args).into(),
        Verb::Decode(args) => decode::run(args).into(),
        Verb::Check(args) => check::run(args).into(),
        Verb::Sat(args) => sat::run(args),
        Verb::Backends(args) => listings::backends(args).into(),
        Verb::Puzzles(args) => listings::puzzles(args).into(),
        Verb::Completions(args) => listings::completions(args).into(),
        Verb::Man(args) => listings::man(args).into(),
    }
}

/// What one puzzle came to, if it did not fail.
type Outcome = Result<Status, WriteError>;

/// Does `work` for each puzzle and keeps the gravest status. One bad puzzle does not stop the
/// rest; a closed pipe does, quietly.
fn for_each(
    input: &Input,
    show: &Show,
    mut work: impl FnMut(&dyn Puzzle, Option<&str>, &Interrupt) -> Outcome,
) -> Status {
    let entries = input::puzzles(input);
    let interrupt = watch_for_interrupt();
    let mut gravest = Status::Yes;
    for entry in entries {
        if interrupt.is_raised() {
            return gravest.max(Status::Stopped);
        }
        let outcome = match &entry.puzzle {
            Ok(puzzle) => {
                puzzle.notes().iter().for_each(|note| show.note(note));
                work(puzzle.as_ref(), entry.file.as_deref(), &interrupt)
            }
            Err(failure) => {
                show.complain(failure);
                Ok(Status::Bad)
            }
        };
        match outcome {
            Ok(status) => gravest = gravest.max(status),
            Err(WriteError::Closed) => return gravest,
            Err(WriteError::Failed(failure)) => {
                show.complain(&failure);
                return Status::Bad;
            }
        }
    }
    gravest
}

/// Ends a verb that works on one thing.
fn conclude(show: &Show, outcome: Outcome) -> Status {
    match outcome {
        Ok(status) => status,
        Err(WriteError::Closed) => Status::Yes,
        Err(WriteError::Failed(failure)) => {
            show.complain(&failure);
            Status::Bad
        }
    }
}

impl<F: Into<Failure>> From<F> for WriteError {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

/// From here on Ctrl-C raises a flag, and the verb prints what is known. Before, while input is
/// read, it simply ends the program.
fn watch_for_interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    // It fails only where a handler is set already, which nobody else does.
    let _second = ctrlc::set_handler(move || raised.raise());
    interrupt
}

/// Why a search ended early, in words.
fn because(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "the time is up",
        StopReason::Conflicts => "the conflicts are used up",
        StopReason::Interrupted => "interrupted",
    }
}
