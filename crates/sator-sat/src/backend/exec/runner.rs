//! Runs a program: the formula is written into a private folder, and the answer is read and
//! checked.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::super::{
    Assignment, BackendError, Budget, Config, Halt, LocalBackend, Outcome, Stats, StopReason, load,
};
use super::{AnswerForm, LARGEST_SEED, Program, Way, counted, words};
use crate::answer::{self, Answer};
use crate::clauses::variables;
use crate::dimacs;
use crate::process::{End, Exit, Folder, Input, Process};
use crate::{ClauseSink, Clauses, Lit};

/// A program behind the trait.
pub(super) struct Runner {
    program: Arc<Program>,
    config: Config,
    clauses: Clauses,
    variables: u32,
    /// `None` before the first call.
    stats: Option<Stats>,
}

impl Runner {
    pub(super) fn new(program: Arc<Program>, config: &Config) -> Self {
        let clauses = Clauses::default();
        Self { program, config: config.clone(), clauses, variables: 0, stats: None }
    }
}

impl ClauseSink for Runner {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(variables(clause));
        self.clauses.add_clause(clause);
    }
}

impl LocalBackend for Runner {
    fn reserve(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }

    /// [`Budget::conflicts`] applies only to known programs with such an option.
    fn search(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<Outcome, Halt> {
        self.reserve(variables(assumptions));
        let files = self.files()?;
        self.write(&files, assumptions, budget)?;
        match self.run(&files, budget)? {
            Answer::Sat(lits) => Ok(Outcome::Sat(self.check(&lits, assumptions)?)),
            Answer::Unsat => Ok(Outcome::Unsat(assumptions.to_vec())),
            Answer::Unknown if self.has_limit(budget) => Err(StopReason::Conflicts.into()),
            Answer::Unknown => Err(StopReason::GaveUp.into()),
        }
    }

    fn stats(&self) -> Stats {
        self.stats.unwrap_or_default()
    }

    /// Checks that the program has written the proof. It may be empty: some formulas need no steps.
    fn finish_proof(&mut self) -> Result<(), BackendError> {
        match &self.config.proof {
            Some(to) if !to.path.exists() => Err(self.failure("it has written no proof")),
            _ => Ok(()),
        }
    }
}

/// The files of one solve.
struct Files {
    /// Removed with the files.
    _folder: Folder,
    cnf: PathBuf,
    out: PathBuf,
    proof: PathBuf,
}

impl Runner {
    fn failure(&self, message: impl Into<String>) -> BackendError {
        BackendError { backend: self.program.name().to_owned(), message: message.into() }
    }

    fn file_failure(&self, error: &io::Error) -> BackendError {
        self.failure(format!("its files could not be written: {error}"))
    }

    /// Adds the statistics of one solve.
    fn count(&mut self, counted: Stats) {
        self.stats = Some(self.stats.map_or(counted, |before| before.plus(counted)));
    }

    fn files(&self) -> Result<Files, BackendError> {
        let folder = Folder::inside(&self.program.temporary);
        let folder = folder.map_err(|error| self.file_failure(&error))?;
        let [cnf, out, proof] = ["formula.cnf", "answer", "proof"].map(|name| folder.path(name));
        let proof = self.config.proof.as_ref().map_or(proof, |to| to.path.clone());
        Ok(Files { _folder: folder, cnf, out, proof })
    }

    /// Writes the formula, with the assumptions as unit clauses.
    fn write(&self, files: &Files, assumptions: &[Lit], budget: &Budget) -> Result<(), Halt> {
        let file = File::create_new(&files.cnf).map_err(|error| self.file_failure(&error))?;
        let number = (self.clauses.len() + assumptions.len()) as u64;
        let mut writer = dimacs::Writer::new(file, [], self.variables, number);
        let written = load(&mut writer, budget, |sink| {
            self.clauses.pour(sink);
            for &lit in assumptions {
                sink.add_clause(&[lit]);
            }
        });
        if !writer.is_closed() {
            written?;
        }
        writer.finish().map(drop).map_err(|error| self.file_failure(&error).into())
    }

    /// Calls the program in the known way, or in one way after the other.
    fn run(&mut self, files: &Files, budget: &Budget) -> Result<Answer, Halt> {
        let mut first_failure = None;
        let ways = self.program.ways(self.config.proof.is_some());
        for (number, way) in ways.iter().enumerate().skip(self.program.way.load(Relaxed)) {
            match self.attempt(way, files, budget)? {
                Ok(answer) => {
                    self.program.way.store(number, Relaxed);
                    return Ok(answer);
                }
                Err(failure) => {
                    first_failure.get_or_insert(failure);
                }
            }
        }
        Err(first_failure.unwrap_or_else(|| self.failure("there is no way to call it")).into())
    }

    /// Calls the program in one way. Without an answer, returns the error; perhaps the program must
    /// be called in another way.
    fn attempt(
        &mut self,
        way: &Way,
        files: &Files,
        budget: &Budget,
    ) -> Result<Result<Answer, BackendError>, Halt> {
        let mut command = self.command(way, files, budget);
        let limit = self.longest_output();
        let started = Process::start(&mut command, Input::Nothing, limit);
        let mut process =
            started.map_err(|error| self.failure(format!("it cannot be started: {error}")))?;
        let end = process.wait(budget);
        match end.map_err(|error| self.failure(format!("it was lost: {error}")))? {
            End::Stopped(reason) => {
                // A program that was stopped has printed no statistics.
                self.count(Stats::default());
                Err(reason.into())
            }
            End::Flooded => {
                let message = format!("it printed more than {} MB and was stopped", limit >> 20);
                Err(self.failure(message).into())
            }
            End::Exited(exit) => Ok(self.read(way, files, exit)?),
        }
    }

    /// The limit on the output: a model contains every variable once; the rest is comments.
    fn longest_output(&self) -> usize {
        const WORDS: usize = 64 << 20;
        const VARIABLE: usize = 16;
        WORDS + VARIABLE * self.variables as usize
    }

    fn command(&self, way: &Way, files: &Files, budget: &Budget) -> Command {
        let seed = self.config.seed.unwrap_or(0) % LARGEST_SEED + 1;
        let seed = OsString::from(seed.to_string());
        let conflicts = OsString::from(budget.conflicts.unwrap_or(0).to_string());
        let places = [
            ("{cnf}", files.cnf.as_os_str()),
            ("{out}", files.out.as_os_str()),
            ("{proof}", files.proof.as_os_str()),
        ];
        let own_places = [("{seed}", seed.as_os_str()), ("{conflicts}", conflicts.as_os_str())];
        let mut command = Command::new(&self.program.path);
        for word in self.own_words(budget) {
            command.arg(words::fill(word, &own_places));
        }
        for word in &way.words {
            command.arg(words::fill(word, &places));
        }
        command
    }

    /// The arguments for seed and limit of a known program, unless the user's arguments are
    /// complete.
    fn own_words(&self, budget: &Budget) -> impl Iterator<Item = &'static str> {
        let known = self.program.known.filter(|_| !self.program.is_told_all());
        let seed = known.and_then(|known| known.seed).filter(|_| self.config.seed.is_some());
        let limit = known.and_then(|known| known.conflicts).filter(|_| self.has_limit(budget));
        let words = |line: Option<&'static str>| line.unwrap_or_default().split_whitespace();
        words(seed).chain(words(limit))
    }

    /// Whether the program obeys the limit on conflicts.
    fn has_limit(&self, budget: &Budget) -> bool {
        let knows_how = self.program.known.is_some_and(|known| known.conflicts.is_some());
        budget.conflicts.is_some() && knows_how && !self.program.is_told_all()
    }

    /// Reads the answer of a program that has ended.
    fn read(
        &mut self,
        way: &Way,
        files: &Files,
        exit: Exit,
    ) -> Result<Result<Answer, BackendError>, BackendError> {
        let counted = counted::read(&exit.output);
        let last_error = exit.last_error();
        let Exit { status, output, .. } = exit;
        if status.code().is_none() {
            let message = format!("it crashed, {}{last_error}", described(status));
            return Err(self.failure(message));
        }
        let text = self.answer_text(way, files, output)?;
        match answer::read(&text) {
            Ok(answer) if is_fitting(&answer, status) => {
                self.count(counted);
                Ok(Ok(answer))
            }
            Ok(answer) => {
                let (said, status) = (verdict(&answer), described(status));
                let message = format!("it said {said}, but ended with {status}{last_error}");
                Err(self.failure(message))
            }
            Err(_) if text.trim_ascii().is_empty() => {
                let message = format!("it printed nothing, {}{last_error}", described(status));
                Ok(Err(self.failure(message)))
            }
            Err(error) => {
                let message = format!("{}; in its answer: {error}{last_error}", described(status));
                let failure = self.failure(message);
                // A program that prints values was called in the right way.
                if has_values(&text) { Err(failure) } else { Ok(Err(failure)) }
            }
        }
    }

    /// The text of the answer, with its end mark.
    fn answer_text(
        &self,
        way: &Way,
        files: &Files,
        mut printed: Vec<u8>,
    ) -> Result<Vec<u8>, BackendError> {
        match way.answer {
            AnswerForm::Printed => {}
            AnswerForm::PrintedOpen => {
                if has_values(&printed) {
                    printed.extend_from_slice(b"\nv 0\n");
                }
            }
            AnswerForm::File => {
                let length = files.out.metadata().map_or(0, |metadata| metadata.len());
                if length > self.longest_output() as u64 {
                    return Err(self.failure("the file with its answer is too long"));
                }
                if length > 0 {
                    let read = fs::read(&files.out);
                    return read.map_err(|error| {
                        self.failure(format!("the file with its answer cannot be read: {error}"))
                    });
                }
            }
        }
        Ok(printed)
    }

    /// The assignment, if it satisfies every clause. Variables without a value are false.
    fn check(&self, lits: &[Lit], assumptions: &[Lit]) -> Result<Assignment, BackendError> {
        let mut values = vec![None; self.variables as usize];
        for lit in lits {
            if let Some(value) = values.get_mut(lit.vidx()) {
                *value = Some(lit.is_pos());
            }
        }
        let is_true = |lit: Lit| values[lit.vidx()].unwrap_or(false) == lit.is_pos();
        let assumed = assumptions.iter().find(|lit| !is_true(**lit));
        let broken = self.clauses.first_false(is_true).or(assumed.map(std::slice::from_ref));
        let Some(clause) = broken else {
            let values = values.into_iter().map(|value| value.unwrap_or(false));
            return Ok(Assignment::new(values.collect()));
        };
        let named = clause_text(clause);
        Err(self.failure(match clause.iter().find(|lit| values[lit.vidx()].is_none()) {
            None => format!("the solver's answer is wrong: it leaves the clause {named} false"),
            Some(open) => format!(
                "the solver's answer is incomplete: it has no value for {}, and the clause {named} \
                 is not true without",
                open.vidx32() + 1
            ),
        }))
    }
}

/// A clause in DIMACS numbers, cut if it is long.
fn clause_text(clause: &[Lit]) -> String {
    const LONGEST: usize = 12;
    let numbers = clause.iter().take(LONGEST).map(|lit| lit.to_ipasir().to_string());
    let rest = (clause.len() > LONGEST).then(|| "…".to_owned());
    format!("({})", numbers.chain(rest).collect::<Vec<_>>().join(" "))
}

/// Whether the text contains the start of an assignment.
fn has_values(text: &[u8]) -> bool {
    let is_value = |line: &[u8]| {
        line.starts_with(b"v ") || line == b"v" || line.starts_with(b"Instance Satisfiable")
    };
    text.split(|&byte| byte == b'\n').any(is_value)
}

/// Whether the exit status agrees with the answer. Competitions require 10 and 20; many programs
/// exit with 0, and clasp exits with 30 if there are no other answers. After "unknown" any other
/// status is accepted.
fn is_fitting(answer: &Answer, status: ExitStatus) -> bool {
    match (answer, status.code()) {
        (Answer::Sat(_), Some(0 | 10 | 30)) | (Answer::Unsat, Some(0 | 20)) => true,
        (Answer::Unknown, Some(code)) => code != 10 && code != 20,
        _ => false,
    }
}

fn verdict(answer: &Answer) -> &'static str {
    match answer {
        Answer::Sat(_) => "SATISFIABLE",
        Answer::Unsat => "UNSATISFIABLE",
        Answer::Unknown => "UNKNOWN",
    }
}

fn described(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => status.to_string(),
    }
}
