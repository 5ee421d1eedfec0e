//! A server under test, and requests as bytes on a connection.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// After this time a wait is a failure: nothing here may hang.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// A running server. Dropping it kills it.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) host: String,
    /// Its working folder.
    pub(crate) folder: TempDir,
    /// Its temporary files: a server that is killed leaves them.
    _temporary: TempDir,
}

/// The answer to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: String,
    pub(crate) body: Vec<u8>,
}

/// A command of the program under test.
pub(crate) fn sator(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sator"));
    command.args(words.split_whitespace());
    command
}

impl Server {
    /// Starts a server on a free port.
    pub(crate) fn start(flags: &str) -> Self {
        Self::start_on_path(flags, std::env::var_os("PATH").unwrap_or_default())
    }

    /// Starts a server with another search path for programs.
    pub(crate) fn start_on_path(flags: &str, path: impl AsRef<OsStr>) -> Self {
        let [folder, temporary] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let mut command = sator(&format!("serve --port 0 {flags}"));
        command
            .env("PATH", path)
            .current_dir(folder.path())
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("Listening on http://").unwrap().to_owned();
        Self { child, host, folder, _temporary: temporary }
    }

    /// A connection on which these bytes were sent.
    pub(crate) fn connection(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = self.open();
        stream.write_all(bytes).unwrap();
        stream
    }

    fn open(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(TIME_LIMIT)).unwrap();
        stream
    }

    /// The answer to these bytes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let (mut answer, mut stream) = (Vec::new(), self.open());
        // A server that has refused a body may close before it was sent.
        let _broken = stream.write_all(bytes);
        let _reset = stream.read_to_end(&mut answer);
        Answer::parse(&answer)
    }

    /// The bytes of a request with these lines of headers.
    pub(crate) fn bytes(&self, line: &str, headers: &str, body: &str) -> Vec<u8> {
        let host = &self.host;
        let length = body.len();
        format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\
             {headers}\r\n{body}"
        )
        .into_bytes()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw(&self.bytes(&format!("GET {path}"), "", ""))
    }

    /// Asks for a verb.
    pub(crate) fn post(&self, verb: &str, body: &Value) -> Answer {
        self.raw(&self.verb(verb, "", body))
    }

    /// The bytes of a request for a verb.
    pub(crate) fn verb(&self, verb: &str, headers: &str, body: &Value) -> Vec<u8> {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        self.bytes(&format!("POST /api/{verb}"), &headers, &body.to_string())
    }

    /// A connection that receives the events of a job.
    pub(crate) fn events(&self, verb: &str, body: &Value) -> Events {
        let bytes = self.verb(verb, "Accept: text/event-stream\r\n", body);
        Events { reader: BufReader::new(self.connection(&bytes)) }
    }

    /// The children that have not ended.
    pub(crate) fn children(&self) -> Vec<u32> {
        let id = self.child.id();
        let list = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        let is_running = |child: &u32| {
            let stat = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
            stat.rsplit(") ").next().is_some_and(|rest| !rest.starts_with(['Z', 'X']))
        };
        list.split_whitespace().map(|word| word.parse().unwrap()).filter(is_running).collect()
    }

    /// Waits until the number of children is as expected.
    pub(crate) fn wait_for_children(&self, expected: impl Fn(usize) -> bool) -> Vec<u32> {
        eventually(|| Some(self.children()).filter(|children| expected(children.len())))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// The value that is there at some time.
pub(crate) fn eventually<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = look() {
            return value;
        }
        assert!(start.elapsed() < TIME_LIMIT, "waited for {TIME_LIMIT:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Answer {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap_or(bytes.len());
        let headers = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = headers.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let body = bytes.get(end + 4..).unwrap_or_default().to_vec();
        Self { status, headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let start = format!("{name}: ");
        self.headers.lines().find_map(|line| line.strip_prefix(&start))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| json!(self.text()))
    }

    /// Its sentence, if it is an error with this status.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()["error"].as_str().expect("an error in words").to_owned()
    }
}

/// The events of a job as they arrive.
pub(crate) struct Events {
    reader: BufReader<TcpStream>,
}

impl Events {
    /// The next event with this name; others are skipped.
    pub(crate) fn next(&mut self, wanted: &str) -> Value {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            let size = self.reader.read_line(&mut line).unwrap();
            assert!(size > 0, "the stream ended before the event {wanted}");
            if let Some(rest) = line.strip_prefix("event: ") {
                rest.trim().clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                let is_last = wanted != "error" && name == "error";
                assert!(!is_last, "{data}");
                if name == wanted {
                    return serde_json::from_str(data).unwrap();
                }
            }
        }
    }
}
