//! `sator serve` as clients see it: answers, events, limits, and hostile requests.

mod common;
mod hostile;
mod jobs;

use std::fs;
use std::io::Read as _;

use serde_json::{Value, json};

use self::common::{Server, sator};

const SUDOKU: &str = "1..4.23..41.3..2";

#[test]
fn an_answer_is_what_the_command_line_prints() {
    let server = Server::start("");
    for (verb, body, words) in [
        ("convert", json!({ "input": SUDOKU, "options": { "to": "json" } }), "--to json"),
        ("hint", json!({ "puzzle": "sudoku", "input": SUDOKU }), "sudoku"),
        ("explain", json!({ "input": SUDOKU, "options": { "max-steps": 2 } }), "--max-steps 2"),
        ("analyze", json!({ "input": SUDOKU }), ""),
        ("rate", json!({ "input": SUDOKU }), ""),
        ("render", json!({ "input": SUDOKU, "options": { "numbered": true } }), "--numbered"),
        (
            "convert",
            json!({ "puzzle": "queens", "input": "8", "options": { "to": "fen" } }),
            "queens 8 --to fen",
        ),
    ] {
        let input = if words.starts_with("queens") { "" } else { SUDOKU };
        let printed = sator(&format!("{verb} {words} {input} --json --quiet")).output().unwrap();
        let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
        let answer = server.post(verb, &body);
        assert_eq!((answer.status, answer.json()), (200, printed), "{verb} {body}");
    }
    let answer = server.post("solve", &json!({ "input": "4", "options": { "all": true } })).json();
    assert_eq!(
        answer["solutions"],
        json!([{ "columns": [2, 4, 1, 3] }, { "columns": [3, 1, 4, 2] }])
    );
}

/// Lines of JSON as the server answers them, without times and memory.
fn printed(bytes: &[u8], is_list: bool) -> Value {
    let lines = String::from_utf8_lossy(bytes);
    let mut lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.iter_mut().for_each(without_figures);
    if is_list || lines.len() > 1 { lines.into() } else { lines.pop().unwrap_or_default() }
}

/// Removes the figures that differ from run to run.
fn without_figures(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let words = ["seconds", "time", "memory"];
            object.retain(|name, _| !words.iter().any(|word| name.contains(word)));
            object.values_mut().for_each(without_figures);
        }
        Value::Array(values) => values.iter_mut().for_each(without_figures),
        _ => {}
    }
}

#[test]
fn every_verb_answers_what_the_command_line_prints() {
    let server = Server::start("");
    let folder = tempfile::tempdir().unwrap();
    let example = |name: &str| fs::read_to_string(format!("../../examples/{name}")).unwrap();
    let inputs = [
        ("sudoku", example("sudoku/9x9.txt")),
        ("sudoku", example("sudoku/jigsaw.txt")),
        ("sudoku", example("sudoku/impossible.txt")),
        ("sudoku", "1..4\n.23.\n.4x.\n3..2\n".to_owned()),
        ("killer", example("killer/6x6.txt")),
        ("queens", "5".to_owned()),
        ("queens", example("queens/regions.txt")),
        ("minesweeper", example("minesweeper/three-layouts.txt")),
        ("futoshiki", example("futoshiki/4x4.txt")),
        ("kakuro", example("kakuro/5x5.txt")),
    ];
    for (kind, text) in &inputs {
        for (verb, words, options) in [
            ("solve", "--unique --threads 1", json!({ "unique": true, "threads": 1 })),
            ("solve", "--all --backend batsat", json!({ "all": true, "backend": "batsat" })),
            ("count", "", json!({})),
            ("analyze", "", json!({})),
            ("rate", "", json!({})),
            ("explain", "--repair", json!({ "repair": true })),
            ("hint", "--where", json!({ "where": true })),
            ("render", "--solve --threads 1", json!({ "solve": true, "threads": 1 })),
            ("convert", "--to json", json!({ "to": "json" })),
            ("generate", "--to json -o -", json!({ "to": "json" })),
            ("generate", "--sizes", json!({ "sizes": true })),
        ] {
            let file = folder.path().join("puzzle.txt");
            fs::write(&file, text).unwrap();
            let mut command = sator(&format!("{verb} {kind} - {words} --json --quiet"));
            let run = command.stdin(fs::File::open(&file).unwrap()).output().unwrap();
            let body = json!({ "puzzle": kind, "input": text, "options": options });
            let answer = server.post(verb, &body);
            let mut found = answer.json();
            without_figures(&mut found);
            let (status, expected) = if run.status.code() == Some(2) {
                (400, printed(&run.stderr, false))
            } else {
                (200, printed(&run.stdout, words == "--sizes"))
            };
            assert_eq!(
                (answer.status, &found),
                (status, &expected),
                "{verb} {words} {kind} {text}"
            );
        }
    }
    for (verb, words) in [("puzzles", ""), ("backends", "--embedded")] {
        let run = sator(&format!("{verb} {words} --json")).output().unwrap();
        assert_eq!(server.post(verb, &json!({})).json(), printed(&run.stdout, true), "{verb}");
    }
    let run = sator("create sudoku --size 4 --seed 5 --json --quiet").output().unwrap();
    let body = json!({ "puzzle": "sudoku", "options": { "size": "4", "seed": 5 } });
    assert_eq!(server.post("create", &body).json(), printed(&run.stdout, false));
}

#[test]
fn no_answer_and_stopped_are_answers() {
    let server = Server::start("");
    let none = server.post("solve", &json!({ "input": "3" }));
    assert_eq!((none.status, &none.json()["status"]), (200, &json!("unsat")));
    let stopped = server.post("count", &json!({ "input": "24", "options": { "timeout": 0.1 } }));
    assert_eq!((stopped.status, &stopped.json()["exact"]), (200, &json!(false)));
}

#[test]
fn lists_are_arrays_and_texts_are_objects() {
    let server = Server::start("");
    let kinds = server.post("puzzles", &json!({})).json();
    assert!(kinds.as_array().unwrap().iter().any(|kind| kind["name"] == "sudoku"), "{kinds}");
    let range = json!({
        "puzzle": "queens", "input": "4..6",
        "options": { "runs": 1, "backend": ["batsat"], "encoding": ["auto", "pairwise"] },
    });
    let rows = server.post("bench", &range).json();
    assert_eq!(rows.as_array().map(Vec::len), Some(6), "{rows}");
    let formula = server.post("generate", &json!({ "input": "2" })).json();
    assert!(formula["text"].as_str().unwrap().starts_with("c 2-Queens\np cnf 4 8\n"), "{formula}");
    let two = server.post("solve", &json!({ "input": format!("{SUDOKU}\n{SUDOKU}\n") })).json();
    assert_eq!(two.as_array().map(Vec::len), Some(2), "{two}");
    let picture = json!({ "input": SUDOKU, "options": { "to": "png" } });
    let picture = server.post("render", &picture).json();
    assert!(picture["base64"].as_str().unwrap().starts_with("iVBORw0KGgo"), "{picture}");
}

#[test]
fn notes_on_the_text_are_part_of_the_answer() {
    let server = Server::start("");
    let input = "....\n....\n....\n....\nentropic r1c1 r1c2\n";
    let note =
        "entropic: 4 values have no equal thirds; low is taken as 1, middle as 2 3, high as 4";
    for verb in ["solve", "count", "explain", "hint", "rate", "analyze", "convert", "generate"] {
        let to = json!({ "to": "json" });
        let options = if verb == "convert" { to } else { json!({}) };
        let body = json!({ "puzzle": "sudoku", "input": input, "options": options });
        let answer = server.post(verb, &body);
        assert_eq!(answer.json()["notes"], json!([note]), "{verb}");
        let plain = input.replace("entropic", "thermo");
        let body = json!({ "puzzle": "sudoku", "input": plain, "options": options });
        assert_eq!(server.post(verb, &body).json().get("notes"), None, "{verb}");
    }
}

#[test]
fn errors_name_the_place_in_the_text() {
    let server = Server::start("");
    let answer =
        server.post("solve", &json!({ "puzzle": "sudoku", "input": "1234\n34%.\n.1.3\n.3.1\n" }));
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert_eq!(answer.json()["line"], 2, "{}", answer.text());
    let check = json!({ "puzzle": "queens", "input": "4", "solution": "x" });
    let answer = server.post("check", &check);
    assert_eq!((answer.status, &answer.json()["input"]), (400, &json!("solution")));
}

#[test]
fn the_entries_of_a_player_are_a_text_of_the_request() {
    let server = Server::start("");
    let body = json!({ "input": SUDOKU, "progress": "13.4.23..41.3..2" });
    let step = &server.post("hint", &body).json()["steps"][0];
    assert!(step["facts"].is_array(), "{step}");
    let wrong = json!({ "input": SUDOKU, "solution": "1111111111111111" });
    let answer = server.post("check", &wrong);
    assert_eq!((answer.status, &answer.json()["correct"]), (200, &json!(false)));
}

#[test]
fn the_page_is_compressed_and_checked_for_changes() {
    let server = Server::start("");
    let plain = server.get("/");
    assert_eq!(plain.status, 200);
    assert!(plain.header("content-type").unwrap().starts_with("text/html"));
    let gzip = server.raw(&server.bytes("GET /", "Accept-Encoding: br, gzip\r\n", ""));
    assert_eq!(gzip.header("content-encoding"), Some("gzip"));
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&gzip.body[..]).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);
    let tag = plain.header("etag").unwrap();
    let known = server.raw(&server.bytes("GET /", &format!("If-None-Match: {tag}\r\n"), ""));
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert!(server.get("/board.css").text().contains("--"), "the style of boards");
}

#[test]
fn the_description_lists_verbs_options_and_limits() {
    let server = Server::start("--jobs 3 --max-time 7");
    let description = server.get("/api").json();
    assert_eq!(description["limits"]["jobs"], 3);
    assert_eq!(description["limits"]["seconds"], 7.0);
    let verbs = description["verbs"].as_array().unwrap();
    let solve = verbs.iter().find(|verb| verb["verb"] == "solve").unwrap();
    assert!(solve["options"].as_array().unwrap().iter().any(|option| option["name"] == "unique"));
}

#[test]
fn every_example_is_read_as_its_kind() {
    let server = Server::start("");
    let examples = server.get("/api/examples").json();
    for example in examples.as_array().unwrap() {
        let body = json!({
            "puzzle": example["kind"], "input": example["text"], "options": { "to": "json" },
        });
        let answer = server.post("convert", &body);
        assert_eq!(answer.status, 200, "{} {}", example["name"], answer.text());
    }
}

#[test]
fn a_port_in_use_is_an_error_in_words() {
    let server = Server::start("");
    let port = server.host.rsplit(':').next().unwrap();
    let other = sator(&format!("serve --port {port}")).output().unwrap();
    let message = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{message}");
    assert!(message.contains(&format!("port {port} is in use")), "{message}");
}
