//! `sator ask`: requests in, events out.

use std::fs;
use std::path::Path;

use sator::ask::request::VERBS;
use serde_json::{Value, json};

use crate::common::sator;

/// The events of requests, a line each.
fn events(requests: &[Value], status: i32) -> Vec<Value> {
    let lines: Vec<_> = requests.iter().map(Value::to_string).collect();
    sator("ask").input(lines.join("\n")).run().exits(status).objects()
}

/// Small puzzles of every kind.
fn puzzles() -> Vec<(&'static str, String)> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let text = |name: &str| fs::read_to_string(examples.join(name)).unwrap();
    vec![
        ("queens", "6".to_owned()),
        ("sudoku", text("sudoku/4x4.txt")),
        ("sudoku", text("sudoku/impossible.txt")),
        ("killer", text("killer/6x6.txt")),
        ("minesweeper", text("minesweeper/three-layouts.txt")),
        ("minesweeper", text("minesweeper/impossible.txt")),
        ("futoshiki", text("futoshiki/4x4.txt")),
        ("kakuro", text("kakuro/5x5.txt")),
    ]
}

/// The object without figures that differ from run to run.
fn without_figures(mut object: Value) -> Value {
    if let Some(object) = object.as_object_mut() {
        object.retain(|name, _| name != "stats" && name != "notes");
    }
    object
}

#[test]
fn an_answer_is_what_the_verb_prints_with_json() {
    for (kind, puzzle) in puzzles() {
        // The boards of `check` and the format of `convert` are in tests of their own.
        let is_bare = |name: &str| name != "check" && name != "convert";
        for verb in VERBS.iter().filter(|verb| is_bare(verb.name)) {
            let request = json!({ "verb": verb.name, "puzzle": kind, "input": puzzle });
            let all = sator("ask").input(request.to_string()).run().objects();
            let last = all.last().unwrap();
            let printed = sator(&format!("{} {kind} - --json", verb.name));
            let printed = printed.input(puzzle.clone()).run();
            assert_eq!(last["event"], "answer", "{kind} {}: {last}", verb.name);
            assert_eq!(last["status"], json!(printed.status), "{kind} {}", verb.name);
            let object = printed.objects().remove(0);
            assert_eq!(
                without_figures(last["answer"].clone()),
                without_figures(object),
                "{kind} {}",
                verb.name
            );
        }
    }
}

#[test]
fn a_puzzle_is_converted_as_the_verb_prints_it() {
    let board = "Q.\n..\n";
    let options = json!({ "to": "json" });
    let request =
        json!({ "verb": "convert", "puzzle": "queens", "input": board, "options": options });
    let answer = events(&[request], 0).remove(0)["answer"].clone();
    let printed = sator("convert queens - --to json --json").input(board).run().object();
    assert_eq!(answer, printed);
}

#[test]
fn each_event_repeats_the_id_of_its_request() {
    let requests = [
        json!({ "id": 7, "verb": "count", "input": "8" }),
        json!({ "id": "b", "verb": "check", "puzzle": "queens", "input": "4", "solution": "2 4 1 3" }),
        json!({ "id": [1], "verb": "cuont", "input": "8" }),
        json!({ "verb": "count", "puzzle": "sudoku", "input": "12x." }),
    ];
    let events = events(&requests, 2);
    let last: Vec<_> = events
        .iter()
        .filter(|event| event["event"] == "answer" || event["event"] == "error")
        .map(|event| (event["id"].clone(), event["status"].clone()))
        .collect();
    let of = |id: Value, status: u8| (id, json!(status));
    assert_eq!(last, [of(json!(7), 0), of(json!("b"), 0), of(json!([1]), 2), of(Value::Null, 2)]);
    let error = &events.last().unwrap()["error"];
    assert_eq!((&error["code"], &error["text"]), (&json!("bad-text"), &json!("input")));
    assert!(error["message"].as_str().unwrap().contains("expected"), "{error}");
}

#[test]
fn a_line_that_is_no_request_is_an_error_and_the_next_is_answered() {
    let lines = "not JSON\n\n{\"id\":3}\n{\"verb\":\"count\",\"input\":\"4\"}\n";
    let events = sator("ask").input(lines).run().exits(2).objects();
    let words: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(words, ["error", "error", "answer"]);
    assert_eq!((&events[1]["id"], &events[2]["answer"]["count"]), (&json!(3), &json!("2")));
}

#[test]
fn suggestions_name_options_and_verbs_without_dashes() {
    let all = "{\"verb\":\"analyze\",\"input\":\"8\",\"options\":{\"odds\":true}}";
    let events = sator("ask").input(all).run().exits(2).objects();
    assert_eq!(events[0]["error"]["suggestion"], "the option 'odds' is for mines");
}
