//! `sator ask`: requests in, events out, a JSON object a line. Every other surface can use it.

use std::time::Duration;

use sator::ask::request::Request;
use sator::ask::{AskError, Code, Context, Event, Status, Surface};
use sator_sat::backend::Interrupt;
use sator_sat::clock::Instant;
use serde_json::{Map, Value, json};

use super::{Outcome, VerbError, read_lines, receive, watch_for_interrupt};
use crate::args::Ask;
use crate::failure::Failure;
use crate::output::{Output, WriteError, unless_closed};

/// The time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(100);

pub(crate) fn run(_: &Ask) -> Outcome {
    let interrupt = watch_for_interrupt();
    let lines = read_lines()?;
    let mut output = Output::standard();
    let mut worst = Status::Yes;
    loop {
        let line = match receive(&lines, &interrupt) {
            Err(VerbError::Stopped(_)) => return Ok(worst.max(Status::Stopped)),
            line => line?,
        };
        let Some(line) = line else { return Ok(worst) };
        let line = line.map_err(|error| Failure::io("standard input", &error))?;
        if line.trim().is_empty() {
            continue;
        }
        match answer(&line, &interrupt, &mut output) {
            Ok(status) => worst = worst.max(status),
            // The reader of the events has closed the pipe.
            Err(WriteError::Closed) => return Ok(worst),
            Err(error) => return Err(error.into()),
        }
        unless_closed(output.flush_now())?;
    }
}

/// Answers a request, and prints its events.
fn answer(line: &str, interrupt: &Interrupt, output: &mut Output) -> Result<Status, WriteError> {
    let (id, request) = match Request::read(line) {
        Ok(request) => (request.id.clone(), Ok(request)),
        Err(error) => (id_of(line), Err(error)),
    };
    let mut written = Ok(());
    let mut reported = Instant::now();
    let mut take = |event: Event| {
        let is_progress = matches!(event, Event::Progress { .. });
        if written.is_err() || (is_progress && reported.elapsed() < INTERVAL) {
            return;
        }
        if is_progress {
            reported = Instant::now();
        }
        written = print(&json!(event), id.as_ref(), output);
        if written.is_err() {
            interrupt.raise();
        }
    };
    let mut context = Context::new(interrupt.clone(), &mut take);
    context.surface = Surface::Request;
    let answered = request.and_then(|request| request.answer(&mut context));
    written?;
    let (event, status) = match answered {
        Ok((status, answer)) => {
            (json!({ "event": "answer", "status": status.code(), "answer": answer }), status)
        }
        Err(error) => {
            let status = status_of(&error);
            let error = error.to_json(Surface::Request);
            (json!({ "event": "error", "status": status.code(), "error": error }), status)
        }
    };
    print(&event, id.as_ref(), output)?;
    Ok(status)
}

fn status_of(error: &AskError) -> Status {
    if error.code == Code::Stopped { Status::Stopped } else { Status::Bad }
}

/// The `id` of an object that is no request.
fn id_of(line: &str) -> Option<Value> {
    serde_json::from_str::<Map<String, Value>>(line).ok()?.shift_remove("id")
}

/// Prints an event, with the `id` of its request.
fn print(event: &Value, id: Option<&Value>, output: &mut Output) -> Result<(), WriteError> {
    let mut event = event.clone();
    if let (Some(id), Some(event)) = (id, event.as_object_mut()) {
        event.shift_insert(1, "id".to_owned(), id.clone());
    }
    output.print_now(&format!("{event}\n"))
}
