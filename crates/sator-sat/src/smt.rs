//! Sessions with SMT solvers: SMT-LIB text to their standard input, replies from their standard
//! output. This module does not interpret the text.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::backend::exec::{LARGEST_SEED, find};
use crate::backend::{BackendError, Budget, Stats, StopReason};
use crate::clock::Instant;
use crate::process::{End, Exit, Input, Process, Received};

/// An SMT solver.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name for `--backend`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The program's name or path.
    pub program: &'static str,
    /// The arguments that make it read its standard input.
    pub arguments: &'static [&'static str],
    /// The option for the random seed; the number follows.
    pub seed: &'static [&'static str],
    /// How to get it.
    pub install: &'static str,
}

/// Every supported SMT solver.
pub static SOLVERS: &[Entry] = &[
    Entry {
        name: "z3",
        summary: "Z3, an SMT solver: the rules as they are, not as clauses",
        program: "z3",
        arguments: &["-smt2", "-in"],
        seed: &["smt.random_seed=", "sat.random_seed="],
        install: "on Debian: apt-get install z3",
    },
    Entry {
        name: "cvc5",
        summary: "cvc5, an SMT solver: the rules as they are, not as clauses",
        program: "cvc5",
        arguments: &["--lang=smt2", "--incremental", "--produce-models", "--quiet"],
        seed: &["--seed=", "--sat-random-seed="],
        install: "on Debian: apt-get install cvc5",
    },
];

/// The SMT solver of that name.
pub fn by_name(name: &str) -> Option<&'static Entry> {
    SOLVERS.iter().find(|entry| entry.name == name)
}

impl Entry {
    /// The version that its program prints; `None` if it is not installed.
    pub fn version(&self) -> Option<String> {
        find::version(&self.path().ok()?, find::VERSION)
    }

    /// The path of its program, or an error with the way to get it.
    pub fn path(&self) -> Result<PathBuf, BackendError> {
        find::find(self.program, Some(self.install))
            .map_err(|error| self.failure(error.to_string()))
    }

    fn failure(&self, message: impl Into<String>) -> BackendError {
        BackendError { backend: self.name.to_owned(), message: message.into() }
    }
}

/// The verdict on the assertions so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Not known: the solver was stopped or gave up, and the session is over.
    Stopped(StopReason),
}

/// A session. It ends, and the solver with it, when this is dropped, when the budget is spent, and
/// after an error.
#[derive(Debug)]
pub struct Session {
    name: &'static str,
    process: Process,
    over: Option<Over>,
}

/// Why a session is over.
#[derive(Debug, Clone, Copy)]
enum Over {
    Stopped(StopReason),
    Failed,
}

/// A reply, unless the session was stopped.
type Timely<T> = Result<Result<T, StopReason>, BackendError>;

impl Session {
    /// Starts a solver.
    pub fn start(entry: &Entry, seed: Option<u64>) -> Result<Self, BackendError> {
        // Values for a million variables take some 20 MB.
        const LONGEST_REPLY: usize = 256 << 20;
        let mut command = Command::new(entry.path()?);
        command.args(entry.arguments);
        if let Some(seed) = seed {
            let seed = seed % LARGEST_SEED + 1;
            command.args(entry.seed.iter().map(|argument| format!("{argument}{seed}")));
        }
        let process = Process::start(&mut command, Input::Sent, LONGEST_REPLY)
            .map_err(|error| entry.failure(format!("it cannot be started: {error}")))?;
        Ok(Self { name: entry.name, process, over: None })
    }

    /// Sends commands that have no reply, however long. An error in them is reported with the next
    /// reply.
    pub fn tell(&mut self, text: &[u8], budget: &Budget) -> Timely<()> {
        const PIECE: usize = 1 << 20;
        match self.over {
            None => {}
            Some(Over::Stopped(reason)) => return Ok(Err(reason)),
            Some(Over::Failed) => return Err(self.failure("the session is over")),
        }
        for piece in text.chunks(PIECE) {
            match self.process.send(piece.to_vec(), budget) {
                Ok(Ok(())) => {}
                Ok(Err(reason)) => return Ok(Err(self.stopped(reason))),
                Err(_) => return Err(self.lost()),
            }
        }
        Ok(Ok(()))
    }

    /// Sends a command and returns its reply: an atom, or a list in parentheses.
    pub fn ask(&mut self, command: &str, budget: &Budget) -> Timely<String> {
        let reply = match self.exchange(command, budget)? {
            Ok(reply) => reply,
            Err(reason) => return Ok(Err(reason)),
        };
        match error_in(&reply) {
            Some(error) => Err(self.failure(format!("it says: {error}"))),
            None => Ok(Ok(reply)),
        }
    }

    /// The same, but returns an error of the solver as a reply.
    fn exchange(&mut self, command: &str, budget: &Budget) -> Timely<String> {
        if let Err(reason) = self.tell(format!("{command}\n").as_bytes(), budget)? {
            return Ok(Err(reason));
        }
        let mut scanner = Scanner::default();
        match self.process.receive(budget, |text| scanner.end_of_reply(text)) {
            Received::Text(reply) => {
                let reply = &reply[scanner.start.unwrap_or(0)..];
                Ok(Ok(String::from_utf8_lossy(reply).into_owned()))
            }
            Received::Stopped(reason) => Ok(Err(self.stopped(reason))),
            Received::Flooded => Err(self.failure("its reply has no end, and it was stopped")),
            Received::Ended => Err(self.lost()),
        }
    }

    /// Checks the assertions so far.
    pub fn check(&mut self, budget: &Budget) -> Result<Verdict, BackendError> {
        match self.ask("(check-sat)", budget)? {
            Err(reason) => Ok(Verdict::Stopped(reason)),
            Ok(reply) => match (reply.as_str(), budget.exhausted()) {
                ("sat", _) => Ok(Verdict::Sat),
                ("unsat", _) => Ok(Verdict::Unsat),
                ("unknown", Some(reason)) => Ok(Verdict::Stopped(self.stopped(reason))),
                ("unknown", None) => Ok(Verdict::Stopped(self.stopped(StopReason::GaveUp))),
                (other, _) => {
                    let found = crate::text::shown(other);
                    let message = format!("expected 'sat', 'unsat' or 'unknown', found {found}");
                    Err(self.failure(message))
                }
            },
        }
    }

    /// The statistics of this session, to be requested after a verdict. They are empty if the
    /// solver has none.
    pub fn stats(&mut self, budget: &Budget) -> Stats {
        match self.exchange("(get-info :all-statistics)", budget) {
            Ok(Ok(reply)) => counted(&reply),
            _ => Stats::default(),
        }
    }

    /// The solver's name for `--backend`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The process id.
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Ends the session: after an unexpected reply, later replies may not belong to their commands.
    fn failure(&mut self, message: impl Into<String>) -> BackendError {
        self.over = Some(Over::Failed);
        self.process.kill();
        BackendError { backend: self.name.to_owned(), message: message.into() }
    }

    fn stopped(&mut self, reason: StopReason) -> StopReason {
        self.over = Some(Over::Stopped(reason));
        self.process.kill();
        reason
    }

    /// The reason why a solver has ended.
    fn lost(&mut self) -> BackendError {
        const LONGEST_WAIT: Duration = Duration::from_millis(200);
        let budget = Budget { deadline: Some(Instant::now() + LONGEST_WAIT), ..Budget::default() };
        let message = match self.process.wait(&budget) {
            Ok(End::Exited(exit)) => departure(&exit),
            Ok(End::Stopped(_) | End::Flooded) => "it does not listen any more".to_owned(),
            Err(error) => format!("it was lost: {error}"),
        };
        self.failure(message)
    }
}

/// The end of a solver in words: its error message, or its status and the end of its standard
/// error.
fn departure(exit: &Exit) -> String {
    let output = String::from_utf8_lossy(&exit.output);
    if let Some(error) = output.find("(error").and_then(|start| error_in(&output[start..])) {
        return format!("it says: {error}");
    }
    format!("it ended without a reply, {}{}", exit.status, exit.last_error())
}

/// The text of a reply that is an error.
fn error_in(reply: &str) -> Option<String> {
    let text = reply.strip_prefix("(error")?.trim();
    let text = text.strip_suffix(')').unwrap_or(text).trim().trim_matches('"');
    Some(in_one_line(text))
}

/// A text in one line that is not too long.
fn in_one_line(text: &str) -> String {
    const LONGEST: usize = 200;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let rest = if line.chars().nth(LONGEST).is_some() { "…" } else { "" };
    line.chars().take(LONGEST).collect::<String>() + rest
}

/// Numbers among the statistics, by the solvers' names for them.
fn counted(reply: &str) -> Stats {
    let is_end = |symbol: char| symbol.is_whitespace() || "()\"".contains(symbol);
    let words: Vec<_> = reply.split(is_end).filter(|word| !word.is_empty()).collect();
    let number = |names: &[&str]| {
        let after = |name: &&str| words.iter().position(|word| word == name).map(|at| at + 1);
        names.iter().find_map(|name| words.get(after(name)?)?.parse().ok())
    };
    Stats {
        conflicts: number(&[":conflicts", ":sat-conflicts", "sat::conflicts"]),
        decisions: number(&[":decisions", ":sat-decisions", "sat::decisions"]),
        propagations: number(&[":propagations", "sat::propagations"]),
        restarts: number(&[":restarts", ":sat-restarts"]),
        solved_by: None,
    }
}

/// Finds the end of a reply, and resumes where it stopped when more text arrives.
#[derive(Debug, Default)]
struct Scanner {
    at: usize,
    depth: usize,
    is_in_atom: bool,
    /// The byte that closes a quotation or a comment.
    closing: Option<u8>,
    /// The start of the reply, after comments.
    start: Option<usize>,
}

impl Scanner {
    /// The length of the reply at the start of the text, if it is complete.
    fn end_of_reply(&mut self, text: &[u8]) -> Option<usize> {
        while let Some(&byte) = text.get(self.at) {
            // An atom ends before the next token.
            let is_end = byte.is_ascii_whitespace() || b"();".contains(&byte);
            if self.is_in_atom && is_end && self.depth == 0 {
                return Some(self.at);
            }
            self.at += 1;
            if self.ends_with(byte) && self.depth == 0 {
                return Some(self.at);
            }
        }
        None
    }

    /// Processes a byte. True if a list or a quotation ends with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        if let Some(closing) = self.closing {
            self.closing.take_if(|it| *it == byte);
            return closing == byte && closing != b'\n';
        }
        self.is_in_atom = false;
        if byte == b';' {
            self.closing = Some(b'\n');
        }
        if byte == b';' || byte.is_ascii_whitespace() {
            return false;
        }
        self.start.get_or_insert(self.at - 1);
        match byte {
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            b'"' | b'|' => self.closing = Some(byte),
            _ => self.is_in_atom = true,
        }
        byte == b')'
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(text: &str) -> Option<&str> {
        // The output may arrive byte by byte.
        let mut scanner = Scanner::default();
        let found = (0..=text.len()).find_map(|end| scanner.end_of_reply(&text.as_bytes()[..end]));
        let mut at_once = Scanner::default();
        assert_eq!(at_once.end_of_reply(text.as_bytes()), found, "{text}");
        found.map(|end| &text[scanner.start.unwrap_or(0)..end])
    }

    #[test]
    fn a_reply_ends_where_it_is_whole() {
        assert_eq!(reply("sat\nunsat\n"), Some("sat"));
        assert_eq!(reply("\n ; a comment (\n\n unknown\n"), Some("unknown"));
        assert_eq!(reply("((x 4) (y (- 1)))(z"), Some("((x 4) (y (- 1)))"));
        assert_eq!(reply("((|a)| \")\"\")\") ; )\n )"), Some("((|a)| \")\"\")\") ; )\n )"));
        assert_eq!(reply("\"a b\" c"), Some("\"a b\""));
        for part in ["", "sat", "((x 4)", "(error \"no)", "; sat\n", "(|a) "] {
            assert_eq!(reply(part), None, "{part}");
        }
    }

    #[test]
    fn an_error_is_said_in_one_line() {
        let error = "(error \"Parse Error: <stdin>:6.31:\n\n  (foo)\n   ^\n\")";
        assert_eq!(error_in(error).unwrap(), "Parse Error: <stdin>:6.31: (foo) ^");
        assert_eq!(error_in("((error 1))"), None);
    }

    #[test]
    fn statistics_of_both_dialects_are_read() {
        let z3 = "(:conflicts 3\n :decisions 4\n :memory 17.16\n :propagations 26)";
        let expected = Stats {
            conflicts: Some(3),
            decisions: Some(4),
            propagations: Some(26),
            restarts: None,
            solved_by: None,
        };
        assert_eq!(counted(z3), expected);
        let cvc5 = "(:all-statistics ((\"sat::conflicts\" 3) (\"sat::decisions\" 4) (\"x\" { a: 1 }) \
                    (\"sat::propagations\" 26) (\"sat::starts\" 1)))";
        assert_eq!(counted(cvc5), expected);
        assert_eq!(counted("()"), Stats::default());
    }
}
