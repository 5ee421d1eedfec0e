//! Requests that mean harm: other names, other types, files, programs, flags, sizes and slowness.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::common::{Server, eventually, sator};

#[test]
fn requests_under_other_names_are_refused() {
    let server = Server::start("");
    let port = server.host.rsplit(':').next().unwrap();
    for (host, status) in [
        (format!("localhost:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
        ("127.0.0.1:1".to_owned(), 403),
        ("evil.example".to_owned(), 403),
        (format!("192.168.1.1:{port}"), 403),
    ] {
        for path in ["/", "/api", "/api/examples"] {
            let request =
                format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            assert_eq!(server.raw(request.as_bytes()).status, status, "{host} {path}");
        }
    }
    let addressed = format!("GET http://evil.example/ HTTP/1.1\r\nHost: {}\r\n", server.host);
    server.raw(format!("{addressed}Connection: close\r\n\r\n").as_bytes()).refused(403);
    for hosts in ["", "Host: a\r\nHost: b\r\n"] {
        let request = format!("GET / HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        assert!([400, 403].contains(&server.raw(request.as_bytes()).status), "{hosts:?}");
    }
}

#[test]
fn pages_of_other_servers_are_refused() {
    let server = Server::start("");
    let body = json!({ "input": "4" });
    let own = format!("Origin: http://{}\r\n", server.host);
    assert_eq!(server.raw(&server.verb("count", &own, &body)).status, 200);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        let headers = format!("Origin: {origin}\r\n");
        server.raw(&server.verb("count", &headers, &body)).refused(403);
    }
    // A form of another page can send these types without asking.
    for media in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let headers = format!("Content-Type: {media}\r\n");
        let bytes = server.bytes("POST /api/count", &headers, &body.to_string());
        server.raw(&bytes).refused(415);
    }
    server.raw(&server.bytes("POST /api/count", "", "{}")).refused(415);
}

#[test]
fn every_answer_has_the_headers_that_protect_it() {
    let server = Server::start("");
    let request = b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    let answers = [
        server.get("/"),
        server.get("/api"),
        server.get("/nothing"),
        server.post("count", &json!({ "input": "4" })),
        server.post("count", &json!([])),
        server.raw(request),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").unwrap_or_default();
        for part in ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{answer:?}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{answer:?}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{answer:?}");
    }
    let answer = server.post("count", &json!({ "input": "4" }));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

#[test]
fn no_path_leads_to_the_disk() {
    let server = Server::start("");
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/..\\..\\etc\\passwd",
        "/index.html%00",
        "/.",
        "/./index.html/..",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
    }
    server.get("/api/solve").refused(405);
    server.get("/api/jobs/1").refused(405);
    server.raw(&server.bytes("PUT /", "", "")).refused(405);
    server
        .raw(&server.bytes("POST /api/serve", "Content-Type: application/json\r\n", "{}"))
        .refused(404);
    server
        .raw(&server.bytes("POST /api/sat", "Content-Type: application/json\r\n", "{}"))
        .refused(404);
}

/// A request with one option.
fn with(option: &str, value: &Value) -> Value {
    json!({ "puzzle": "queens", "input": "4", "options": { option: value } })
}

#[test]
fn no_option_names_a_file_or_a_program() {
    let server = Server::start("");
    for (verb, option) in [
        ("solve", "output"),
        ("solve", "o"),
        ("solve", "cnf"),
        ("solve", "bundle"),
        ("solve", "proof"),
        ("solve", "solver-args"),
        ("generate", "output"),
        ("generate", "force"),
        ("create", "output"),
        ("bench", "plot"),
        ("explain", "progress"),
        ("explain", "output"),
        ("check", "solution"),
        ("convert", "output"),
        ("render", "output"),
        ("analyze", "interactive"),
        ("solve", "json"),
        ("solve", "--output"),
        ("solve", "all=1 --output"),
        ("solve", ""),
    ] {
        let error = server.post(verb, &with(option, &json!("stolen"))).refused(400);
        assert!(error.contains("unknown option"), "{verb} {option}: {error}");
    }
    for backend in [
        "exec:minisat",
        "exec:sh",
        "exec:/bin/sh",
        "exec:../sh",
        "z3",
        "cvc5",
        "exec:",
        "",
        "auto,exec:sh",
    ] {
        for (verb, option) in [("solve", "backend"), ("solve", "cross-check"), ("bench", "backend")]
        {
            let error = server.post(verb, &with(option, &json!(backend))).refused(400);
            assert!(error.contains("expected a solver"), "{verb} {option} {backend}: {error}");
        }
    }
    assert_eq!(fs::read_dir(server.folder.path()).unwrap().count(), 0, "no file was written");
}

#[test]
fn allowed_programs_are_named_without_their_paths() {
    let server = Server::start("--allow-external");
    for backend in ["exec:/bin/sh", "exec:../sh", "exec:a b", "exec:-x", "exec:"] {
        server.post("solve", &with("backend", &json!(backend))).refused(400);
    }
    let error = server.post("solve", &with("backend", &json!("exec:no-such-solver"))).refused(400);
    assert!(error.contains("no-such-solver"), "{error}");
}

#[test]
fn only_with_allow_external_a_request_starts_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("started");
    for name in ["z3", "cvc5", "minisat", "cadical", "clasp"] {
        let program = folder.path().join(name);
        fs::write(&program, format!("#!/bin/sh\necho > {}\n", trace.display())).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for (flags, is_started) in [("", false), ("--allow-external", true)] {
        let server = Server::start_on_path(flags, folder.path());
        for (verb, input) in [("backends", ""), ("solve", "4"), ("bench", "4"), ("count", "4")] {
            let body = json!({ "input": input, "options": {} });
            assert_eq!(server.post(verb, &body).status, 200, "{verb}");
        }
        let cross_check = json!({ "input": "4", "options": { "cross-check": true } });
        assert_eq!(server.post("solve", &cross_check).status, 200);
        assert_eq!(trace.exists(), is_started, "{flags}");
    }
}

#[test]
fn inputs_are_texts_and_never_files() {
    let server = Server::start("");
    let file = server.folder.path().join("8");
    fs::write(&file, "4").unwrap();
    for input in [file.to_str().unwrap(), "/etc/passwd", "../8", "--help"] {
        for verb in ["solve", "count", "bench", "generate"] {
            server.post(verb, &json!({ "input": input })).refused(400);
        }
    }
    // A number is a puzzle, though a file has that name.
    assert_eq!(server.post("count", &json!({ "input": "8" })).json()["count"], "92");
    for puzzle in ["--output=x", "-", "/etc/passwd", "8", "", "queens 8"] {
        let error = server.post("solve", &json!({ "puzzle": puzzle, "input": "4" })).refused(400);
        assert!(error.contains("kind of puzzle"), "{puzzle}: {error}");
    }
}

#[test]
fn a_value_never_becomes_a_flag() {
    let server = Server::start("");
    for (verb, option, value) in [
        ("solve", "encoding", json!("--output=stolen")),
        ("solve", "format", json!("--help")),
        ("solve", "format", json!("x --output=stolen")),
        ("solve", "format", json!("x\n--output=stolen")),
        ("solve", "format", json!("\0")),
        ("solve", "format", json!("x".repeat(1000))),
        ("solve", "max", json!("1 --output=stolen")),
        ("solve", "max", json!(-1)),
        ("solve", "max", json!(1e300)),
        ("solve", "all", json!("--output=stolen")),
        ("solve", "timeout", json!("1")),
        ("solve", "timeout", json!(0)),
        ("solve", "timeout", json!(-1)),
        ("solve", "threads", json!(100_000)),
        ("generate", "to", json!("--output=stolen")),
        ("bench", "encoding", json!(["auto", ["--plot=stolen"]])),
        ("bench", "encoding", json!({ "plot": "stolen" })),
    ] {
        let answer = server.post(verb, &with(option, &value));
        assert_eq!(answer.status, 400, "{verb} {option} {value}: {}", answer.text());
    }
    assert_eq!(fs::read_dir(server.folder.path()).unwrap().count(), 0, "no file was written");
}

#[test]
fn bodies_that_are_no_requests_are_refused() {
    let server = Server::start("");
    let headers = "Content-Type: application/json\r\n";
    let deep = "[".repeat(100_000);
    for body in ["", "{", "null", "[]", "8", "{\"input\":8}", "{\"inputs\":\"\"}", "\u{ff}", &deep]
    {
        server.raw(&server.bytes("POST /api/solve", headers, body)).refused(400);
    }
    let array = server.raw(&server.bytes("POST /api/solve", headers, "[]")).refused(400);
    assert!(array.contains("expected a JSON object"), "{array}");
    let scale =
        server.post("render", &json!({ "input": "4", "options": { "scale": 1e9, "to": "png" } }));
    let scale = scale.refused(400);
    assert!(scale.contains("for 'scale': expected a number from 0.1 to 20"), "{scale}");
    assert!(!scale.contains("--help"), "{scale}");
    let unknown = json!({ "input": "4", "solution": "x" });
    assert!(server.post("solve", &unknown).refused(400).contains("solution"));
}

#[test]
fn large_requests_are_refused() {
    let server = Server::start("");
    let host = &server.host;
    let announced = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n"
    );
    server.raw(announced.as_bytes()).refused(413);
    let mut chunked = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    .into_bytes();
    for _ in 0..80 {
        chunked.extend(b"10000\r\n");
        chunked.extend(vec![b' '; 0x10000]);
        chunked.extend(b"\r\n");
    }
    assert!([413, 0].contains(&server.raw(&chunked).status));
    let long = format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "x".repeat(1 << 20));
    assert!([414, 431, 400, 0].contains(&server.raw(long.as_bytes()).status));
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn slow_clients_lose_their_connection() {
    let server = Server::start("");
    let host = &server.host;
    let headers = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ");
    let body = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{"
    );
    let mut connections =
        [headers, body, String::new()].map(|text| server.connection(text.as_bytes()));
    for connection in &mut connections {
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("the server closes the connection");
        assert!(!answer.contains("200 OK"), "{answer}");
    }
}

#[test]
fn bytes_that_are_no_http_are_refused() {
    let server = Server::start("");
    for bytes in
        [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..], b"\0\0\0\0\r\n\r\n", b"GET\r\n\r\n"]
    {
        assert!([400, 0].contains(&server.raw(bytes).status), "{bytes:?}");
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_body_of_two_lengths_hides_no_second_request() {
    let server = Server::start("");
    let host = &server.host;
    let start = format!(
        "POST /api/count HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Connection: close\r\n"
    );
    let body = "{\"input\":\"4\"}";
    let hidden = format!("GET /board.css HTTP/1.1\r\nHost: {host}\r\n\r\n");
    for lengths in [
        "Content-Length: 13\r\nContent-Length: 5\r\n",
        "Content-Length: 13, 5\r\n",
        "Content-Length: +13\r\n",
        "Content-Length: -1\r\n",
        "Content-Length : 13\r\n",
        "Transfer-Encoding: xchunked\r\n",
    ] {
        let answer = server.raw(format!("{start}{lengths}\r\n{body}{hidden}").as_bytes());
        assert_eq!(answer.status, 400, "{lengths:?}: {}", answer.text());
    }
    // Chunks count, whatever the other length is, and nothing after them is read.
    for lengths in [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
    ] {
        let bytes = format!("{start}{lengths}\r\nd\r\n{body}\r\n0\r\n\r\n{hidden}");
        let answer = server.raw(bytes.as_bytes());
        assert_eq!(answer.json()["count"], "2", "{lengths:?}: {}", answer.text());
    }
}

#[test]
fn enormous_puzzles_are_refused_in_words() {
    let server = Server::start("");
    let wide = format!("1000 1000\n{}", format!("{}\n", "?".repeat(1000)).repeat(1000));
    for (verb, puzzle, input, words) in [
        ("count", "queens", "1000000", "at most 4000 queens"),
        ("count", "queens", "99999999999999999999", "at most 4000 queens"),
        ("render", "queens", "4000", "16000000 squares"),
        ("render", "minesweeper", &wide, "1000000 squares"),
        ("generate", "queens", "4000", "191530862 clauses, expected 100000000 at most"),
        ("generate", "queens", "1000", "larger than 64 MB"),
        ("analyze", "minesweeper", &wide, "larger than 64 MB"),
    ] {
        let error = server.post(verb, &json!({ "puzzle": puzzle, "input": input })).refused(400);
        assert!(error.contains(words), "{verb} {puzzle}: {error}");
    }
    let deep = json!({ "input": "{\"n\":".repeat(100_000) });
    server.post("solve", &deep).refused(400);
    let code = json!({ "input": "<script>alert(1)</script>" });
    let answer = server.post("solve", &code);
    assert_eq!((answer.status, answer.header("content-type")), (400, Some("application/json")));
}

#[test]
fn other_methods_do_nothing() {
    let server = Server::start("");
    for line in ["OPTIONS /api/solve", "TRACE /", "PATCH /api/solve", "DELETE /", "HEAD /api/solve"]
    {
        assert_eq!(server.raw(&server.bytes(line, "", "")).status, 405, "{line}");
    }
    let head = server.raw(&server.bytes("HEAD /", "", ""));
    assert_eq!((head.status, head.body.len()), (200, 0));
    let headers = "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n";
    let asked = server.raw(&server.bytes("OPTIONS /api/solve", headers, ""));
    assert_eq!(asked.header("access-control-allow-origin"), None);
    asked.refused(403);
}

#[test]
fn an_address_that_others_reach_is_a_warning() {
    for (host, is_warned) in [("0.0.0.0", true), ("localhost", false)] {
        let mut command = sator(&format!("serve --port 0 --host {host}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        let message = child.wait_with_output().unwrap().stderr;
        let message = String::from_utf8(message).unwrap();
        assert_eq!(message.contains("can be reached from other machines"), is_warned, "{message}");
        assert!(line.starts_with("Listening on http://"), "{line}");
    }
}

#[test]
fn a_browser_that_cannot_be_started_is_a_message() {
    let folder = tempfile::tempdir().unwrap();
    for (script, is_said) in [(None, true), (Some("exit 3"), true), (Some("exit 0"), false)] {
        let program = folder.path().join("xdg-open");
        if let Some(script) = script {
            fs::write(
                &program,
                format!("#!/bin/sh\necho $1 > {}/page\n{script}\n", folder.path().display()),
            )
            .unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut command = sator("serve --port 0 --open");
        command.env("PATH", folder.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let page = line.trim().strip_prefix("Listening on ").unwrap();
        let mut message = String::new();
        if is_said {
            BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut message).unwrap();
        } else {
            let opened = || fs::read_to_string(folder.path().join("page")).ok();
            eventually(|| opened().filter(|text| text.trim() == page));
        }
        child.kill().unwrap();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        child.wait().unwrap();
        let expected = format!("no browser could be started: open {page} yourself\n");
        assert_eq!(message, if is_said { expected } else { String::new() });
    }
}

#[test]
fn a_board_with_other_regions_than_the_puzzle_is_bad_input() {
    let server = Server::start("");
    let board = "1234\n3412\n2143\n4321\nregions\nAAAB\nACBB\nCCDB\nCDDD\n";
    for (input, expected) in [
        (".".repeat(81), "expected a board of 9×9, found one of 4×4"),
        (".".repeat(16), "expected the regions of the puzzle (2x2 boxes), found irregular regions"),
    ] {
        let body = json!({ "puzzle": "sudoku", "input": input, "solution": board });
        let error = server.post("check", &body).refused(400);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_request_cannot_ask_for_a_large_formula() {
    let server = Server::start("");
    let input = format!("10 10 50\n{}", format!("{}1\n", "?".repeat(9)).repeat(10));
    for verb in ["generate", "solve", "bench"] {
        let options = json!({ "encoding": "pairwise" });
        let body = json!({ "puzzle": "minesweeper", "input": input, "options": options });
        let error = server.post(verb, &body).refused(400);
        assert!(error.contains("expected 100000000 at most"), "{verb}: {error}");
        let options = json!({ "encoding": "pairwise", "large": true });
        let body = json!({ "puzzle": "minesweeper", "input": input, "options": options });
        server.post(verb, &body).refused(400);
    }
}
