//! A Python script in a process of its own, which answers each line of JSON with a line of JSON.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::report::Report;

/// A script that waits for questions.
pub(crate) struct Script {
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Script {
    /// Starts a script of `bench/python`, and notes the version of its solver, or why it is left out.
    pub(crate) fn start(file: &str, name: &str, report: &mut Report) -> Option<Self> {
        match Self::open(file) {
            Ok((script, version)) => {
                report.note(format!("{name} {version}"));
                Some(script)
            }
            Err(reason) => {
                report.note(format!("left out: {name}, as {reason}"));
                None
            }
        }
    }

    fn open(file: &str) -> Result<(Self, String), String> {
        let python = python();
        let mut process = Command::new(&python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(file))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", python.display()))?;
        let questions = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("it is a pipe"));
        let mut started = Self { process, questions, answers };
        let hello = started.receive().unwrap_or_default();
        let word = |name: &str| hello[name].as_str().map(str::to_owned);
        let silence = || format!("{} prints nothing", python.display());
        let version = word("version").ok_or_else(|| word("missing").unwrap_or_else(silence))?;
        Ok((started, version))
    }

    /// Its answer to a question.
    pub(crate) fn ask(&mut self, question: &Value) -> Value {
        let pipe = self.questions.as_mut().expect("it is closed at the end");
        writeln!(pipe, "{question}").expect("the script reads");
        self.receive().expect("the script answers")
    }

    fn receive(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Script {
    /// Closes the pipe, at which the script ends.
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ended = self.process.wait();
    }
}

/// The Python of `SATOR_PYTHON`, or of `cargo xtask bench`, or of the system.
fn python() -> PathBuf {
    let made = || {
        let program = env::current_exe().ok()?.with_file_name("../bench-venv/bin/python");
        program.exists().then_some(program)
    };
    let named = env::var_os("SATOR_PYTHON").map(PathBuf::from);
    named.or_else(made).unwrap_or_else(|| "python3".into())
}
