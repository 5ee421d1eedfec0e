//! A job as a stream of server-sent events: `job`, `progress`, and at last `result` or `error`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::answer::event_text;
use crate::jobs::{Jobs, Ticket};
use crate::request::Task;

/// The time after which a comment keeps the connection open.
const QUIET_TIME: Duration = Duration::from_secs(15);

/// Reports of progress that wait for a slow client; further ones are left out.
const MAX_REPORTS: usize = 16;

/// Runs a job and returns its events. A client that closes the connection drops the stream, and with
/// it the task of the job.
pub(crate) fn stream(jobs: Arc<Jobs>, ticket: Ticket, task: Task) -> Response {
    let (sender, receiver) = mpsc::channel::<Bytes>(MAX_REPORTS);
    let mut job = JoinSet::new();
    job.spawn(async move {
        let named = jobs.name();
        let begin = json!({ "id": named.id }).to_string();
        let _gone = sender.send(event_text("job", begin.as_bytes()).into()).await;
        let reports = sender.clone();
        let report = move |progress: Value| {
            let text = event_text("progress", progress.to_string().as_bytes());
            let _full_or_gone = reports.try_send(text.into());
        };
        let answer = jobs.run(ticket, task, &named.cancel, report).await;
        let (name, data) = answer.event();
        let _gone = sender.send(event_text(name, &data).into()).await;
    });
    let events = stream::unfold((receiver, job), |(mut receiver, job)| async move {
        let event = match timeout(QUIET_TIME, receiver.recv()).await {
            Ok(event) => event?,
            Err(_) => Bytes::from_static(b":\n\n"),
        };
        Some((Ok::<_, Infallible>(event), (receiver, job)))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream")];
    (headers, Body::from_stream(events)).into_response()
}
