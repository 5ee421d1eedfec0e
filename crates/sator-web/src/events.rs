//! A job as a stream of server-sent events: `job`, `progress`, and at last `result` or `error`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::answer::{Event, PIECE};
use crate::connection::Client;
use crate::jobs::{Jobs, Ticket};
use crate::request::Task;

/// The time after which a comment keeps the connection open.
const QUIET_TIME: Duration = Duration::from_secs(15);

/// Reports of progress that wait for a slow client; further ones are left out.
const MAX_REPORTS: usize = 16;

/// Runs a job and returns its events. A client that closes the connection drops the stream, and with
/// it the task of the job.
pub(crate) fn stream(jobs: Arc<Jobs>, ticket: Ticket, task: Task, client: Client) -> Response {
    let (sender, receiver) = mpsc::channel::<Event>(MAX_REPORTS);
    let mut job = JoinSet::new();
    job.spawn(async move {
        let named = jobs.name();
        let begin = json!({ "id": named.id }).to_string();
        let _gone = sender.send(Event::new("job", begin.as_bytes())).await;
        let reports = sender.clone();
        let report = move |progress: Value| {
            let event = Event::new("progress", progress.to_string().as_bytes());
            let _full_or_gone = reports.try_send(event);
        };
        let answer = tokio::select! {
            answer = jobs.run(ticket, task, &named.cancel, report) => answer,
            () = client.is_gone() => return,
        };
        let _gone = sender.send(answer.event()).await;
    });
    (
        [(header::CONTENT_TYPE, "text/event-stream")],
        Body::from_stream(stream::unfold(
            (receiver, job, None::<Event>),
            |(mut receiver, job, rest)| async move {
                // An event is dropped, and with it its share, when the client has taken all pieces.
                let mut event = match rest {
                    Some(event) if !event.bytes.is_empty() => event,
                    _ => next(&mut receiver).await?,
                };
                let piece = event.bytes.split_to(PIECE.min(event.bytes.len()));
                Some((Ok::<_, Infallible>(piece), (receiver, job, Some(event))))
            },
        )),
    )
        .into_response()
}

/// The next event, or a comment that keeps the connection open.
async fn next(receiver: &mut mpsc::Receiver<Event>) -> Option<Event> {
    match timeout(QUIET_TIME, receiver.recv()).await {
        Ok(event) => event,
        Err(_) => Some(Event::comment()),
    }
}
