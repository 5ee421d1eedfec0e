//! From the end of a child to a status and a body of HTTP.

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use crate::child::{ChildError, Finished};
use crate::jobs::Busy;
use crate::verbs::AnswerForm;

/// An answer: JSON with a status of HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: Vec<u8>,
    /// The share of the memory for answers, until the client has it.
    share: Option<OwnedSemaphorePermit>,
}

impl Answer {
    /// A value.
    pub(crate) fn json(status: StatusCode, value: &Value) -> Self {
        Self { status, body: value.to_string().into_bytes(), share: None }
    }

    /// An error in words.
    pub(crate) fn error(status: StatusCode, message: impl Into<String>) -> Self {
        Self::json(status, &json!({ "error": message.into() }))
    }

    /// The job was stopped before it knew anything.
    fn unknown(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self::json(StatusCode::OK, &json!({ "status": "unknown", "reason": reason }))
    }

    /// The answer of a child that has ended.
    pub(crate) fn of(finished: Finished, form: AnswerForm) -> Self {
        let Finished { status, output, messages } = finished;
        let code = status.code();
        // A table or a list with a bad line is an answer; the line says so.
        let lines = output.bytes.split(|&byte| byte == b'\n').count() - 1;
        let is_partly_bad = match form {
            AnswerForm::Object => lines > 1,
            AnswerForm::List => lines > 0,
            AnswerForm::Text => false,
        };
        match code {
            Some(0 | 1 | 3) => {}
            Some(2) if is_partly_bad => {}
            Some(2) => return Self::of_bad_input(&messages),
            _ => return Self::of_crash(code, &messages),
        }
        if output.bytes.is_empty() && code == Some(3) {
            return Self::unknown("stopped before there was a result");
        }
        let body = match form {
            AnswerForm::Text => text(output.bytes),
            AnswerForm::Object if lines <= 1 => output.bytes,
            AnswerForm::Object | AnswerForm::List => array(&output.bytes),
        };
        let body = with_notes(body, &messages);
        Self { status: StatusCode::OK, body, share: Some(output.share) }
    }

    /// Exit status 2: the last message is the error.
    fn of_bad_input(messages: &str) -> Self {
        if is_out_of_memory(messages) {
            return Self::of_crash(Some(2), messages);
        }
        let lines = messages.lines().rev();
        let mut objects = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let error = objects.find(|object| object.get("error").is_some());
        let mut error = error.unwrap_or_else(|| json!({ "error": messages.trim() }));
        if let Some(message) = error["error"].as_str().map(about_options) {
            error["error"] = json!(message);
        }
        Self::json(StatusCode::BAD_REQUEST, &error)
    }

    fn of_crash(code: Option<i32>, messages: &str) -> Self {
        let reason = if is_out_of_memory(messages) {
            "the job ran out of memory: `sator serve --memory MB` allows more".to_owned()
        } else {
            let end = code.map_or("a signal".to_owned(), |code| format!("status {code}"));
            let last = messages.lines().last().unwrap_or_default();
            format!("the job failed ({end}): {last}")
        };
        Self::error(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// The event of an answer. It keeps the share of the memory for answers.
    pub(crate) fn event(self) -> Event {
        let Self { status, body, share } = self;
        if status == StatusCode::OK {
            return Event { _share: share, ..Event::new("result", &body) };
        }
        let mut error = serde_json::from_slice(&body).unwrap_or_else(|_| json!({}));
        error["status"] = json!(status.as_u16());
        Event::new("error", error.to_string().as_bytes())
    }
}

/// Whether the system refused memory. Solvers in C++ have words of their own for it.
fn is_out_of_memory(messages: &str) -> bool {
    ["memory allocation of", "out of memory", "bad_alloc", "out-of-memory"]
        .iter()
        .any(|words| messages.contains(words))
}

/// An error of the command line in the words of a request: an option has its name alone, and advice to
/// use the command line is left out.
fn about_options(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let message = message.split("\n\nFor more information").next().unwrap_or_default();
    let message = message.replace("the argument '--", "the option '--");
    let mut parts = message.split("'--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (flag, rest) = part.split_once('\'').unwrap_or((part, ""));
        let name = flag.split([' ', '=', '[']).next().unwrap_or_default();
        text = format!("{text}'{name}'{rest}");
    }
    text.trim().to_owned()
}

/// Adds how the text was understood, if there is something to say, to an object that has no notes of its own.
fn with_notes(body: Vec<u8>, messages: &str) -> Vec<u8> {
    let objects = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let notes: Vec<_> =
        objects.filter_map(|mut object| Some(object.get_mut("note")?.take())).collect();
    if notes.is_empty() {
        return body;
    }
    let Ok(mut object) = serde_json::from_slice::<serde_json::Map<String, Value>>(&body) else {
        return body;
    };
    object.entry("notes").or_insert(json!(notes));
    json!(object).to_string().into_bytes()
}

/// Lines of JSON as an array.
fn array(lines: &[u8]) -> Vec<u8> {
    let lines: Vec<_> =
        lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    let mut array = b"[".to_vec();
    array.extend(lines.join(&b','));
    array.push(b']');
    array
}

/// Anything else as an object.
fn text(bytes: Vec<u8>) -> Vec<u8> {
    let object = match String::from_utf8(bytes) {
        Ok(text) => json!({ "text": text }),
        Err(error) => json!({ "base64": base64(error.as_bytes()) }),
    };
    object.to_string().into_bytes()
}

/// Base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            let symbol = if digit <= group.len() { DIGITS[value as usize].into() } else { '=' };
            text.push(symbol);
        }
    }
    text
}

impl From<ChildError> for Answer {
    fn from(error: ChildError) -> Self {
        let status = match error {
            ChildError::Cancelled => return Self::unknown(error.to_string()),
            ChildError::Start(_) => StatusCode::INTERNAL_SERVER_ERROR,
            ChildError::Time(_) => StatusCode::GATEWAY_TIMEOUT,
            ChildError::TooLarge => StatusCode::BAD_REQUEST,
            ChildError::NoRoom => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self::error(status, error.to_string())
    }
}

impl From<Busy> for Answer {
    fn from(busy: Busy) -> Self {
        Self::error(busy.status(), busy.to_string())
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let size = self.body.len();
        let mut response = (self.status, in_pieces(self.body.into(), self.share)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_LENGTH, size.into());
        headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            headers.insert(header::RETRY_AFTER, header::HeaderValue::from_static("5"));
        }
        response
    }
}

/// Bytes of an answer that are sent at once.
pub(crate) const PIECE: usize = 64 << 10;

/// A body that is sent piece by piece, and that holds its share of the memory until the end.
fn in_pieces(bytes: Bytes, share: Option<OwnedSemaphorePermit>) -> Body {
    if bytes.len() <= PIECE {
        return Body::from(bytes);
    }
    let pieces = stream::unfold((bytes, share), |(mut bytes, share)| async move {
        let piece = bytes.split_to(PIECE.min(bytes.len()));
        (!piece.is_empty()).then_some((Ok::<_, std::convert::Infallible>(piece), (bytes, share)))
    });
    Body::from_stream(pieces)
}

/// An event of a stream.
pub(crate) struct Event {
    pub(crate) bytes: Bytes,
    /// The share of the memory for answers, until the client has all bytes.
    _share: Option<OwnedSemaphorePermit>,
}

impl Event {
    /// A comment, which keeps the connection open.
    pub(crate) fn comment() -> Self {
        Self { bytes: Bytes::from_static(b":\n\n"), _share: None }
    }

    /// The event with this name and these lines of data.
    pub(crate) fn new(name: &str, data: &[u8]) -> Self {
        let mut event = format!("event: {name}\n").into_bytes();
        event.reserve(data.len() + 16);
        for line in data.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            event.extend(b"data: ");
            event.extend(line);
            event.push(b'\n');
        }
        event.push(b'\n');
        Self { bytes: event.into(), _share: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_base64_with_padding() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{ff}\u{fe}", "w7/Dvg=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text, "{bytes}");
        }
    }

    #[test]
    fn errors_name_options_without_dashes() {
        for (message, text) in [
            (
                "error: invalid value '9e9' for '--scale <N>': expected a number from 0.1 to 20\n\n\
                 For more information, try '--help'.",
                "invalid value '9e9' for 'scale': expected a number from 0.1 to 20",
            ),
            (
                "the argument '--max <N>' cannot be used with '--unique'",
                "the option 'max' cannot be used with 'unique'",
            ),
            ("row 3: expected a digit, found '-'", "row 3: expected a digit, found '-'"),
        ] {
            assert_eq!(about_options(message), text);
        }
    }

    #[test]
    fn an_event_keeps_the_share_of_its_answer() {
        let memory = std::sync::Arc::new(tokio::sync::Semaphore::new(3));
        let share = std::sync::Arc::clone(&memory).try_acquire_many_owned(2).unwrap();
        let event =
            Answer { status: StatusCode::OK, body: b"{}".to_vec(), share: Some(share) }.event();
        assert_eq!(memory.available_permits(), 1);
        drop(event);
        assert_eq!(memory.available_permits(), 3);
    }

    #[test]
    fn lines_of_json_become_an_array() {
        assert_eq!(array(b"{}\n{\"a\":1}\n"), b"[{},{\"a\":1}]");
        assert_eq!(array(b""), b"[]");
    }

    #[test]
    fn an_event_has_a_line_of_data_for_each_line() {
        assert_eq!(&*Event::new("result", b"{}\n").bytes, b"event: result\ndata: {}\n\n");
    }
}
