//! External solver programs behind the trait: the formula is a file, the answer is text, and every
//! answer is checked.
//!
//! Known programs get the arguments that they need; for others the usual ways are tried. A program
//! keeps nothing from one solve to the next, so every solve writes the whole formula again, and
//! every core is all of the assumptions.

mod counted;
pub(crate) mod find;
mod known;
mod runner;
mod words;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::{Ability, Backend, Config};
use find::VERSION;
pub use known::{AnswerForm, KNOWN, Known, LARGEST_SEED};

/// The prefix of a program in `--backend`.
pub const PREFIX: &str = "exec:";

/// A solver program and its arguments.
#[derive(Debug, Clone)]
pub struct Program {
    path: PathBuf,
    name: String,
    known: Option<&'static Known>,
    /// The user's arguments.
    args: Vec<String>,
    temporary: PathBuf,
    /// The index of the way that worked last; initially the first.
    way: Arc<AtomicUsize>,
}

/// Why a program cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ProgramError {
    message: String,
}

impl ProgramError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl Program {
    /// The program of that name on the `PATH`, or with that path.
    pub fn find(name: &str) -> Result<Self, ProgramError> {
        if name.is_empty() {
            return Err(ProgramError::new("expected a program after 'exec:', found nothing"));
        }
        let path = find::find(name, known::by_file(name).map(|known| known.install))?;
        let file = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        Ok(Self {
            known: known::by_file(file),
            path,
            name: format!("{PREFIX}{name}"),
            args: Vec::new(),
            temporary: std::env::temp_dir(),
            way: Arc::default(),
        })
    }

    /// Adds arguments, split into words as a shell does. If `{cnf}`, the file of the formula, is
    /// among them, these are all arguments; otherwise the needed ones follow. `{out}` is a file for
    /// the answer, `{proof}` one for the proof.
    pub fn with_args(mut self, line: &str) -> Result<Self, ProgramError> {
        let open = |what| ProgramError::new(format!("the solver's arguments have {what}"));
        self.args = words::split(line).map_err(open)?;
        self.way = Arc::default();
        Ok(self)
    }

    /// Sets the folder for its private folders, instead of the system's folder for temporary files.
    #[must_use]
    pub fn with_temporary(mut self, folder: impl Into<PathBuf>) -> Self {
        self.temporary = folder.into();
        self
    }

    fn writes_proofs(&self) -> bool {
        let knows_how = self.known.is_some_and(|known| known.proof.is_some());
        self.is_told_to_prove() || knows_how && !self.is_told_all()
    }

    /// The user's arguments, word by word.
    pub fn args(&self) -> &[String] {
        &self.args
    }

    /// Whether the user's arguments contain `{proof}`.
    pub fn is_told_to_prove(&self) -> bool {
        words::have(&self.args, "{proof}")
    }

    /// Whether the user's arguments are complete.
    fn is_told_all(&self) -> bool {
        words::have(&self.args, "{cnf}")
    }

    /// The name for `--backend`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of the program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The abilities.
    pub fn abilities(&self) -> &'static [Ability] {
        let takes_seed = !self.is_told_all() && self.known.is_some_and(|it| it.seed.is_some());
        match (self.writes_proofs(), takes_seed) {
            (true, true) => &[Ability::Proofs, Ability::Interrupt, Ability::Seed],
            (true, false) => &[Ability::Proofs, Ability::Interrupt],
            (false, true) => &[Ability::Interrupt, Ability::Seed],
            (false, false) => &[Ability::Interrupt],
        }
    }

    /// The version that it prints, if it does so within a second; some have no option for that.
    pub fn version(&self) -> Option<String> {
        find::version(&self.path, self.known.map_or(VERSION, |known| known.version))
    }

    /// Creates a solver. A known program writes its proof in DRAT, whatever format is requested.
    pub fn create(self: &Arc<Self>, config: &Config) -> Box<dyn Backend> {
        Box::new(runner::Runner::new(Arc::clone(self), config))
    }

    /// The ways to call it, perhaps with a proof: the known way, or the usual ones in order.
    fn ways(&self, wants_proof: bool) -> Vec<Way> {
        let way = |arguments: &str, answer| {
            let needed = arguments.split_whitespace().map(str::to_owned);
            Way { words: self.args.iter().cloned().chain(needed).collect(), answer }
        };
        let printed = match self.known {
            Some(known) if known.answer == AnswerForm::PrintedOpen => known.answer,
            _ => AnswerForm::Printed,
        };
        let has_out = words::have(&self.args, "{out}");
        let form = if has_out { AnswerForm::File } else { printed };
        match self.known {
            _ if self.is_told_all() => vec![way("", form)],
            Some(known) => {
                let needs_proof = wants_proof && !words::have(&self.args, "{proof}");
                let with_proof = known.proof.filter(|_| needs_proof);
                vec![way(with_proof.unwrap_or(known.arguments), known.answer)]
            }
            None if has_out => vec![way("{cnf}", form)],
            None => vec![way("{cnf}", form), way("{cnf} {out}", AnswerForm::File)],
        }
    }
}

/// One way to call a program.
struct Way {
    words: Vec<String>,
    answer: AnswerForm,
}
