//! A Python script beside us that has what we measure against, and answers a line of JSON with a line
//! of JSON.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

/// A script that waits for questions.
pub(crate) struct Script {
    /// Of what it has.
    pub(crate) version: String,
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Script {
    /// Starts a script of this folder, with the Python that `SATOR_PYTHON` names, or else `python3`.
    /// Says how to get what it needs where that is not there.
    pub(crate) fn start(file: &str, name: &str, package: &str) -> Option<Self> {
        match Self::open(file) {
            Ok(script) => Some(script),
            Err(reason) => {
                println!("left out: {name}, as {reason}");
                println!("  to have it: python3 -m venv X && X/bin/pip install {package}");
                println!("  and then:   SATOR_PYTHON=X/bin/python cargo xtask bench");
                None
            }
        }
    }

    fn open(file: &str) -> Result<Self, String> {
        let python = env::var("SATOR_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut process = Command::new(&python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(file))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{python} cannot be started: {error}"))?;
        let questions = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("it is a pipe"));
        let mut started = Self { process, questions, answers, version: String::new() };
        let hello = started.hear().unwrap_or_default();
        let word = |name: &str| hello[name].as_str().map(str::to_owned);
        let missing = || word("missing").unwrap_or_else(|| format!("{python} says nothing"));
        let version = word("version").ok_or_else(missing)?;
        started.version = version;
        Ok(started)
    }

    /// Its answer to a question.
    pub(crate) fn ask(&mut self, question: &Value) -> Value {
        let pipe = self.questions.as_mut().expect("it is closed at the end");
        writeln!(pipe, "{question}").expect("the script reads");
        self.hear().expect("the script answers")
    }

    fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Script {
    /// The script ends when there is nothing more to read.
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ended = self.process.wait();
    }
}
