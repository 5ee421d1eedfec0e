//! Jobs: progress, cancelling, clients that go away, and many at once.

use std::io::Write as _;
use std::process::Command;

use serde_json::json;

use super::common::{Server, eventually};

/// A count that takes hours.
fn long() -> serde_json::Value {
    json!({ "puzzle": "queens", "input": "24" })
}

#[test]
fn a_job_reports_progress_and_then_its_result() {
    let server = Server::start("");
    let mut events = server.events("count", &json!({ "input": "15" }));
    assert!(events.next("job")["id"].is_string());
    let progress = events.next("progress");
    assert_eq!(progress["activity"], "Counting", "{progress}");
    let result = events.next("result");
    assert_eq!((&result["count"], &result["exact"]), (&json!("2279184"), &json!(true)));
}

#[test]
fn an_error_is_an_event_with_its_status() {
    let server = Server::start("");
    let body = json!({ "puzzle": "sudoku", "input": "xx" });
    assert_eq!(server.events("solve", &body).next("error")["status"], 400);
}

#[test]
fn a_cancelled_job_tells_what_it_knows() {
    let server = Server::start("");
    let mut events = server.events("count", &long());
    let id = events.next("job")["id"].as_str().unwrap().to_owned();
    events.next("progress");
    let path = format!("DELETE /api/jobs/{id}");
    assert_eq!(server.raw(&server.bytes(&path, "", "")).status, 200);
    let result = events.next("result");
    assert_eq!(result["exact"], false, "{result}");
    server.wait_for_children(|number| number == 0);
    eventually(|| (server.raw(&server.bytes(&path, "", "")).status == 404).then_some(()));
}

#[test]
fn a_job_that_is_cancelled_before_it_knows_anything_is_unknown() {
    let server = Server::start("--jobs 1");
    // Two long jobs take both places, so that the third waits.
    let _running = [(); 2].map(|()| server.events("count", &long()));
    let mut waiting = server.events("count", &long());
    let id = waiting.next("job")["id"].as_str().unwrap().to_owned();
    waiting.next("progress");
    server.raw(&server.bytes(&format!("DELETE /api/jobs/{id}"), "", ""));
    let result = waiting.next("result");
    assert_eq!((&result["status"], &result["reason"]), (&json!("unknown"), &json!("cancelled")));
}

#[test]
fn a_client_that_goes_away_stops_its_job() {
    let server = Server::start("");
    let plain = server.connection(&server.verb("count", "", &long()));
    let events = server.events("count", &long());
    server.wait_for_children(|number| number == 2);
    drop(plain);
    server.wait_for_children(|number| number == 1);
    drop(events);
    server.wait_for_children(|number| number == 0);
}

#[test]
fn a_client_that_goes_away_stops_its_job_also_after_more_bytes_than_its_request() {
    let server = Server::start("");
    let events = "Accept: text/event-stream\r\n";
    for (headers, more) in [("", 1), ("", 10_000_000), (events, 1), (events, 10_000_000)] {
        let mut connection = server.connection(&server.verb("count", headers, &long()));
        server.wait_for_children(|number| number == 1);
        // The server does not read as many.
        connection.set_write_timeout(Some(std::time::Duration::from_millis(200))).unwrap();
        let _unread = connection.write_all(&vec![b'G'; more]);
        drop(connection);
        server.wait_for_children(|number| number == 0);
    }
}

#[test]
fn an_interrupt_ends_the_server_and_its_jobs() {
    let mut server = Server::start("");
    let _connection = server.connection(&server.verb("count", "", &long()));
    let children = server.wait_for_children(|number| number == 1);
    let id = server.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    eventually(|| (!is_running(children[0])).then_some(()));
}

#[test]
fn a_killed_server_leaves_no_job_behind() {
    let mut server = Server::start("");
    let _connection = server.connection(&server.verb("count", "", &long()));
    let children = server.wait_for_children(|number| number == 1);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    eventually(|| (!is_running(children[0])).then_some(()));
}

/// Whether a process runs, and is not just waiting to be reaped.
fn is_running(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

#[test]
fn short_jobs_do_not_wait_for_long_ones() {
    let server = Server::start("--jobs 1");
    let _long: Vec<_> =
        (0..4).map(|_| server.connection(&server.verb("count", "", &long()))).collect();
    server.wait_for_children(|number| number == 1);
    let short = json!({ "input": "8", "options": { "timeout": 5 } });
    assert_eq!(server.post("count", &short).json()["count"], "92");
    assert_eq!(server.post("puzzles", &json!({})).status, 200);
    assert_eq!(server.children().len(), 1, "the other long jobs wait");
}

#[test]
fn too_many_waiting_jobs_are_refused_and_the_page_still_answers() {
    let server = Server::start("--jobs 1");
    let first = server.connection(&server.verb("count", "", &long()));
    server.wait_for_children(|number| number == 1);
    let waiting: Vec<_> =
        (0..64).map(|_| server.connection(&server.verb("count", "", &long()))).collect();
    eventually(|| {
        let short_wait = server.verb("count", "", &long());
        let mut connection = server.connection(&short_wait);
        let time = Some(std::time::Duration::from_millis(300));
        connection.set_read_timeout(time).unwrap();
        let mut answer = [0; 12];
        let read = std::io::Read::read_exact(&mut connection, &mut answer);
        read.ok().filter(|()| answer == *b"HTTP/1.1 429")
    });
    let answer = server.post("count", &long());
    assert!(answer.refused(429).contains("waiting"), "{}", answer.text());
    assert_eq!(answer.header("retry-after"), Some("5"));
    assert_eq!(server.get("/").status, 200);
    drop((first, waiting));
    server.wait_for_children(|number| number == 0);
}

#[test]
fn a_job_without_memory_fails_in_words_and_alone() {
    let server = Server::start("--memory 64");
    let large = json!({ "puzzle": "queens", "input": "400", "options": { "backend": "cadical" } });
    let answer = server.post("solve", &large);
    assert!(answer.refused(500).contains("memory"), "{}", answer.text());
    assert_eq!(server.post("count", &json!({ "input": "8" })).json()["count"], "92");
}
