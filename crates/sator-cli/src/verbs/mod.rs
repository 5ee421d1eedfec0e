//! One file per verb, and what verbs share: the loop over puzzles.

mod check;
mod count;
mod decode;
mod generate;
mod listings;
mod sat;
mod solve;

use std::path::Path;
use std::process::ExitCode;

use sator::puzzle::Puzzle;
use sator_sat::backend::{Interrupt, StopReason};
use serde_json::Value;

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
        Verb::Backends(args) => listed(listings::backends(args)),
        Verb::Puzzles(args) => listed(listings::puzzles(args)),
        Verb::Completions(args) => listed(listings::completions(args)),
        Verb::Man(args) => listed(listings::man(args)),
    }
}

/// The end of a verb that has nothing to choose about what it shows.
fn listed(outcome: Outcome) -> ExitCode {
    conclude(&Show::default(), outcome).into()
}

/// What one puzzle came to, if it did not fail.
type Outcome = Result<Status, WriteError>;

/// One of the things that the arguments name.
struct Item<'a> {
    puzzle: Result<&'a dyn Puzzle, &'a Failure>,
    /// The file it came from, if it was one.
    file: Option<&'a str>,
    /// Whether it is one of several.
    is_one_of_many: bool,
    interrupt: &'a Interrupt,
}

impl Item<'_> {
    /// One file takes one formula.
    fn may_write_to(&self, file: &Path) -> Result<(), Failure> {
        if self.is_one_of_many {
            let file = file.display();
            return Err(Failure::plain(format!("expected one puzzle for '{file}', found several")));
        }
        Ok(())
    }
}

/// What `--json` prints for a text that is no puzzle.
fn invalid(failure: &Failure) -> String {
    let mut object = serde_json::json!({ "status": "invalid" });
    if let (Some(object), Value::Object(error)) = (object.as_object_mut(), failure.json()) {
        object.extend(error);
    }
    format!("{object}\n")
}

/// Does `work` for each puzzle and keeps the gravest status. One bad puzzle does not stop the
/// rest; a closed pipe does, quietly.
fn for_each(input: &Input, show: &Show, mut work: impl FnMut(&Item<'_>) -> Outcome) -> Status {
    let entries = input::puzzles(input);
    let interrupt = watch_for_interrupt();
    let mut gravest = Status::Yes;
    for entry in &entries {
        if interrupt.is_raised() {
            return gravest.max(Status::Stopped);
        }
        match &entry.puzzle {
            Ok(puzzle) => puzzle.notes().iter().for_each(|note| show.note(note)),
            Err(failure) => {
                show.complain(failure);
                gravest = Status::Bad;
            }
        }
        let item = Item {
            puzzle: entry.puzzle.as_deref(),
            file: entry.file.as_deref(),
            is_one_of_many: entries.len() > 1,
            interrupt: &interrupt,
        };
        match work(&item) {
            Ok(status) => gravest = gravest.max(status),
            Err(WriteError::Closed) => return gravest,
            failed => return gravest.max(conclude(show, failed)),
        }
    }
    gravest
}

/// The status of a verb that works on one thing.
fn conclude(show: &Show, outcome: Outcome) -> Status {
    match outcome {
        Ok(status) => status,
        Err(WriteError::Closed) => Status::Yes,
        Err(WriteError::Interrupted) => {
            show.note("interrupted; nothing was written");
            Status::Stopped
        }
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
