//! The paths of the server: the files of the page, the description, the examples, and the verbs.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State as FromState};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Router};
use serde_json::{Value, json};
use tokio::sync::{Notify, OwnedSemaphorePermit};
use tokio::time::timeout;

use crate::answer::Answer;
use crate::assets::Assets;
use crate::child::MAX_OUTPUT;
use crate::connection::{Client, MAX_CONNECTIONS};
use crate::jobs::{Jobs, MAX_WAITING};
use crate::request::{SHORT_TIME, Task};
use crate::security::{Names, protect};
use crate::verbs::{VERBS, VerbSpec};
use crate::{Config, events, examples};

/// Bytes of the body of a request.
const MAX_BODY: usize = 4 << 20;

/// The time for the body of a request.
const BODY_TIME: Duration = Duration::from_secs(10);

/// What all requests share.
pub(crate) struct State {
    jobs: Arc<Jobs>,
    assets: Assets,
    names: Names,
}

impl State {
    pub(crate) fn new(mut config: Config, address: SocketAddr) -> io::Result<Self> {
        let assets = Assets::new(config.board_style, config.assets.take());
        let names = Names::new(&config.host, address);
        Ok(Self { jobs: Arc::new(Jobs::new(config)?), assets, names })
    }
}

/// The paths of the server.
pub(crate) fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/api", get(description))
        .route("/api/examples", get(list_examples))
        .route("/api/{verb}", post(answer))
        .route("/api/jobs/{id}", delete(cancel))
        .fallback(asset)
        .method_not_allowed_fallback(async || method_not_allowed())
        .layer(from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state)
}

/// Refuses requests that are not for this server, and protects every answer.
async fn guard(FromState(state): FromState<Arc<State>>, request: Request, next: Next) -> Response {
    protect(match state.names.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(answer) => answer.into_response(),
    })
}

fn not_found() -> Answer {
    Answer::error(StatusCode::NOT_FOUND, "nothing is here: GET /api describes the interface")
}

fn method_not_allowed() -> Answer {
    let message = "this path takes another method: GET /api describes the interface";
    Answer::error(StatusCode::METHOD_NOT_ALLOWED, message)
}

/// A file of the page.
async fn asset(FromState(state): FromState<Arc<State>>, request: Request) -> Response {
    if !matches!(request.method().as_str(), "GET" | "HEAD") {
        return method_not_allowed().into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let asset = state.assets.answer(path, request.headers());
    asset.unwrap_or_else(|| not_found().into_response())
}

/// The description of the interface.
async fn description(FromState(state): FromState<Arc<State>>) -> Response {
    let config = state.jobs.config();
    let verbs: Vec<_> = VERBS.iter().map(VerbSpec::json).collect();
    let object = json!({
        "request": "POST /api/VERB with the Content-Type application/json and a body such as \
            {\"puzzle\":\"sudoku\",\"input\":\"...\",\"options\":{\"unique\":true}}; the answer is what \
            `sator VERB --json` prints, several lines as an array",
        "events": "with `Accept: text/event-stream` the answer is a stream of the events job, \
            progress, and at last result or error; DELETE /api/jobs/ID cancels a job",
        "limits": {
            "body_bytes": MAX_BODY, "answer_bytes": MAX_OUTPUT, "connections": MAX_CONNECTIONS,
            "seconds": config.max_time.as_secs_f64(), "megabytes": config.memory,
            "jobs": config.jobs.get(), "waiting": MAX_WAITING,
            "short_seconds": SHORT_TIME.as_secs_f64(),
        },
        "kinds": config.kinds,
        "backends": config.backends,
        "external": config.allow_external,
        "verbs": verbs,
    });
    let text = serde_json::to_string_pretty(&object).unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn list_examples() -> Answer {
    Answer::json(StatusCode::OK, &examples::json())
}

/// A request for a verb.
async fn answer(
    FromState(state): FromState<Arc<State>>,
    Extension(client): Extension<Client>,
    Path(verb): Path<String>,
    request: Request,
) -> Response {
    let jobs = Arc::clone(&state.jobs);
    let Some(verb) = VerbSpec::by_name(&verb) else { return not_found().into_response() };
    let (parts, body) = request.into_parts();
    let (task, share) = match read(&parts.headers, body, &jobs).await {
        Ok((body, share)) => (Task::new(verb, &body, jobs.config()), share),
        Err(answer) => return answer.into_response(),
    };
    let queued = match task {
        Ok(task) => jobs.queue(&task, share).map(|ticket| (ticket, task)),
        Err(error) => return Answer::error(StatusCode::BAD_REQUEST, error).into_response(),
    };
    let never = Notify::new();
    match queued {
        Ok((ticket, task)) if wants_events(&parts.headers) => {
            events::stream(jobs, ticket, task, client)
        }
        Ok((ticket, task)) => tokio::select! {
            answer = jobs.run(ticket, task, &never, |_: Value| ()) => answer.into_response(),
            () = client.is_gone() => not_alone(),
        },
        Err(busy) => Answer::from(busy).into_response(),
    }
}

/// The answer to a client that goes on sending while its request is answered.
fn not_alone() -> Response {
    let message = "expected nothing after the request until it is answered";
    let answer = Answer::error(StatusCode::BAD_REQUEST, message);
    ([(header::CONNECTION, "close")], answer).into_response()
}

/// Reads the body of a request, within limits of size and time, and takes its share of the memory.
async fn read(
    headers: &HeaderMap,
    body: Body,
    jobs: &Jobs,
) -> Result<(Bytes, OwnedSemaphorePermit), Answer> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = media.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    // A page of another server cannot send this type without being asked about its origin.
    if !media.eq_ignore_ascii_case("application/json") {
        let message = format!("expected the Content-Type application/json, found {media:?}");
        return Err(Answer::error(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let too_large = || {
        let message = format!("expected a request of at most {MAX_BODY} bytes");
        Answer::error(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let announced = announced.and_then(|text| text.parse::<usize>().ok());
    if announced.is_some_and(|size| size > MAX_BODY) {
        return Err(too_large());
    }
    let share = jobs.share(announced.unwrap_or(MAX_BODY))?;
    match timeout(BODY_TIME, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok((bytes, share)),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            let message = format!("the request took longer than {} s", BODY_TIME.as_secs());
            Err(Answer::error(StatusCode::REQUEST_TIMEOUT, message))
        }
    }
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(header::ACCEPT).iter();
    accepts.filter_map(|value| value.to_str().ok()).any(|it| it.contains("text/event-stream"))
}

/// Cancels a job.
async fn cancel(FromState(state): FromState<Arc<State>>, Path(id): Path<String>) -> Answer {
    if state.jobs.cancel(&id) {
        Answer::json(StatusCode::OK, &json!({ "cancelled": id }))
    } else {
        Answer::error(StatusCode::NOT_FOUND, "no such job: it may have ended")
    }
}
