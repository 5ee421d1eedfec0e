//! `solve --proof` and `solve --bundle`: writes proofs that others can check.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sator::bundle::{self, Conclusion};
use sator::engine::{self, Formula, Options, Proved};
use sator::puzzle::AnyPuzzle;
use sator::unfinished;
use sator_sat::Clauses;
use sator_sat::backend::{Budget, Solver, StopReason};
use sator_sat::process::Folder;
use sator_sat::proof::{self, Format, Verdict};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::args::{Show, Solve};
use crate::failure::Failure;
use crate::output::{self, Output, WriteError, unless_closed};
use crate::verbs::{VerbError, expect_moderate, generate};
use sator::ask::Status;

/// The outcome of a request for a proof.
pub(crate) enum ProofOutcome {
    /// The proof is in this file.
    File(PathBuf),
    /// The proof is in this folder.
    Bundle(PathBuf),
    /// There is nothing to prove.
    Nothing(&'static str),
    /// Stopped before the proof was complete.
    Stopped,
    /// The proof could not be made or written.
    Failed(Failure),
}

impl ProofOutcome {
    /// As an object in JSON: the file or the folder, or null.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::File(file) => json!({ "proof": file.display().to_string() }),
            Self::Bundle(folder) => json!({ "bundle": folder.display().to_string() }),
            Self::Nothing(_) | Self::Stopped | Self::Failed(_) => json!({ "proof": null }),
        }
    }

    /// Prints the outcome.
    pub(crate) fn print(&self, show: &Show) {
        match self {
            Self::File(file) => show.note(&format!("the proof is in '{}'", file.display())),
            Self::Bundle(folder) => {
                let folder = folder.display();
                show.note(&format!(
                    "the bundle is in '{folder}'; check it by: sator verify {folder}"
                ));
            }
            Self::Nothing(why) => show.note(&format!("no proof was written: {why}")),
            Self::Stopped => show.note("no proof was written: stopped"),
            Self::Failed(failure) => show.complain(failure),
        }
    }

    /// A requested proof that is missing counts as stopped.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::File(_) | Self::Bundle(_) | Self::Nothing(_) => Status::Yes,
            Self::Stopped => Status::Stopped,
            Self::Failed(_) => Status::Bad,
        }
    }
}

impl From<VerbError> for ProofOutcome {
    fn from(error: VerbError) -> Self {
        match error {
            VerbError::Stopped(_) | VerbError::Output(WriteError::Closed) => Self::Stopped,
            VerbError::Failed(failure) | VerbError::Output(WriteError::Failed(failure)) => {
                Self::Failed(failure)
            }
        }
    }
}

/// A proof to be made when the answer is known.
pub(crate) struct ProofRequest<'a> {
    args: &'a Solve,
    solver: Solver,
    options: &'a Options,
    format: Format,
    file: Option<ProofFile>,
    folder: Option<NewFolder>,
}

impl<'a> ProofRequest<'a> {
    /// The request of the arguments, if there is one. It is refused before a long search if it cannot
    /// be fulfilled.
    pub(crate) fn new(args: &'a Solve, options: &'a Options) -> Result<Option<Self>, Failure> {
        let (file, folder) = (args.proof.proof.as_deref(), args.bundle.as_deref());
        let Some(named) = file.or(folder) else { return Ok(None) };
        let (solver, format) = args.proof.prover(named, &options.backend, options.lowering)?;
        let file = file.map(ProofFile::open).transpose()?;
        let folder = folder.map(NewFolder::open).transpose()?;
        Ok(Some(Self { args, solver, options, format, file, folder }))
    }

    /// Writes the proof. A failure does not invalidate the answer.
    pub(crate) fn fulfil(self, puzzle: &AnyPuzzle, conclusion: &Conclusion) -> ProofOutcome {
        self.try_write(puzzle, conclusion).unwrap_or_else(ProofOutcome::from)
    }

    fn try_write(
        self,
        puzzle: &AnyPuzzle,
        conclusion: &Conclusion,
    ) -> Result<ProofOutcome, VerbError> {
        if self.folder.is_none() && !conclusion.needs_proof() {
            return Ok(ProofOutcome::Nothing(if self.args.asks_uniqueness() {
                "there is more than one answer"
            } else {
                "there is an answer; --unique asks if it is the only one"
            }));
        }
        let budget = &self.options.budget;
        let formula = conclusion.formula(puzzle, self.options.lowering, budget)?;
        expect_moderate(&formula, self.args.task.solving.encoding.large)?;
        if let Some(folder) = &self.folder {
            folder.fill(|path| {
                bundle::write(path, puzzle, conclusion, &formula, self.format, &budget.interrupt)
            })?;
        }
        if conclusion.needs_proof() {
            self.prove(&formula)?;
        }
        self.commit(conclusion)
    }

    /// Writes and checks a proof.
    fn prove(&self, formula: &Formula) -> Result<(), VerbError> {
        let budget = &self.options.budget;
        if let Some(cnf) = &self.args.cnf {
            generate::write(formula, Output::open(Some(cnf))?, false, &budget.interrupt)?;
        }
        let name = bundle::proof_name(self.format);
        let in_folder = self.folder.as_ref().map(|folder| folder.temporary.path().join(name));
        let path = match (&in_folder, &self.file) {
            (Some(path), _) => path,
            (None, Some(file)) => file.path(),
            (None, None) => return Ok(()),
        };
        if engine::prove(formula, &self.solver, self.options, path, self.format)? != Proved::Yes {
            return Err(stopped(budget));
        }
        let mut clauses = Clauses::default();
        formula.write_clauses(&mut clauses);
        expect_right(&clauses, path, &self.solver, budget)?;
        if let (Some(from), Some(file)) = (&in_folder, &self.file) {
            fs::copy(from, file.path()).map_err(|error| fail(file.path(), &error))?;
        }
        Ok(())
    }

    /// Renames the files to their names.
    fn commit(self, conclusion: &Conclusion) -> Result<ProofOutcome, VerbError> {
        if let Some(file) = self.file
            && conclusion.needs_proof()
        {
            file.commit()?;
        }
        if let Some(folder) = self.folder {
            folder.put_in_place()?;
        }
        let (file, folder) = (&self.args.proof.proof, &self.args.bundle);
        Ok(match (folder, file) {
            (Some(folder), _) => ProofOutcome::Bundle(folder.clone()),
            (None, Some(file)) => ProofOutcome::File(file.clone()),
            (None, None) => ProofOutcome::Nothing("none was requested"),
        })
    }
}

/// The stop of a search or a check whose budget has ended.
fn stopped(budget: &Budget) -> VerbError {
    VerbError::Stopped(budget.exhausted().unwrap_or(StopReason::GaveUp))
}

/// Checks a proof that was just written. A wrong proof is a failure.
pub(crate) fn expect_right(
    formula: &Clauses,
    path: &Path,
    solver: &Solver,
    budget: &Budget,
) -> Result<(), VerbError> {
    let metadata = fs::symlink_metadata(path).map_err(|error| fail(path, &error))?;
    if !metadata.is_file() {
        let name = solver.name();
        let message = "cannot be checked: expected a regular file, found something else";
        Err(Failure::plain(format!("the proof that {name} wrote {message}")))?;
    }
    let stop = || budget.exhausted().is_some();
    let report =
        proof::check_again(formula, || File::open(path), &proof::Options::default(), &stop)
            .map_err(|error| fail(path, &error))?;
    match report.verdict {
        Verdict::Verified => Ok(()),
        Verdict::Stopped => Err(stopped(budget)),
        Verdict::Refused(refusal) => {
            expect_space(path).map_err(|error| Failure::io("the proof", &error))?;
            let name = solver.name();
            Err(Failure::plain(format!("the proof that {name} wrote is wrong: {refusal}")))?
        }
    }
}

/// The error of writing more to a file, if there is one. Many programs ignore that the disk is full,
/// and leave half a proof.
fn expect_space(path: &Path) -> io::Result<()> {
    const MORE: usize = 1 << 16;
    File::options().append(true).open(path)?.write_all(&vec![0; MORE])
}

fn fail(path: &Path, error: &io::Error) -> Failure {
    Failure::io(path.display().to_string(), error)
}

/// A file that a prover writes, which appears when the proof is complete.
pub(crate) struct ProofFile {
    output: Output,
    path: PathBuf,
    /// The folder of the file, if a checked proof is copied to a device or a pipe.
    folder: Option<Folder>,
}

impl ProofFile {
    pub(crate) fn open(file: &Path) -> Result<Self, Failure> {
        if file == Path::new("-") {
            return Err(Failure::plain("a proof needs a file: expected a name, found '-'"));
        }
        let mut output = Output::open(Some(file))?;
        if let Some(path) = output.lend() {
            return Ok(Self { output, path, folder: None });
        }
        let folder = Folder::inside(&std::env::temp_dir()).map_err(|error| fail(file, &error))?;
        Ok(Self { output, path: folder.path("proof"), folder: Some(folder) })
    }

    /// The path for the prover.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        if self.folder.is_some() {
            let copied =
                File::open(&self.path).and_then(|mut it| io::copy(&mut it, &mut self.output));
            unless_closed(copied.map(drop).map_err(|error| self.output.error(&error)))?;
        }
        unless_closed(self.output.commit())
    }
}

/// A folder that is filled under a temporary name, and removed unless it is renamed.
pub(crate) struct NewFolder {
    temporary: TempDir,
    /// Shows other runs that the folder is in use.
    _lock: Option<File>,
    place: PathBuf,
    /// Whether the place is an existing folder, into which the files are moved.
    exists: bool,
}

impl NewFolder {
    /// Refuses a folder that is not empty.
    pub(crate) fn open(place: &Path) -> Result<Self, Failure> {
        output::remove_abandoned(place);
        let exists = match fs::read_dir(place).map(Iterator::count) {
            Ok(0) => true,
            Ok(_) => {
                let name = place.display();
                let message = format!("expected a new or empty folder, found files in '{name}'");
                return Err(Failure::plain(message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(fail(place, &error)),
        };
        let parent = if exists { place } else { output::parent(place) };
        if !exists {
            output::remove_abandoned(parent);
        }
        let temporary = output::temporary_builder(0o777).tempdir_in(parent);
        let temporary = temporary.map_err(|error| fail(place, &error))?;
        let lock = File::open(temporary.path()).ok();
        lock.iter().for_each(unfinished::lock);
        unfinished::list().push(temporary.path().to_owned());
        Ok(Self { temporary, _lock: lock, place: place.to_owned(), exists })
    }

    /// Fills it.
    pub(crate) fn fill(
        &self,
        write: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), VerbError> {
        match write(self.temporary.path()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                Err(StopReason::Interrupted.into())
            }
            Err(error) => Err(fail(&self.place, &error))?,
        }
    }

    /// The folder while it is filled.
    pub(crate) fn path(&self) -> &Path {
        self.temporary.path()
    }

    pub(crate) fn put_in_place(self) -> Result<(), Failure> {
        let moved = if self.exists {
            self.move_files()
        } else {
            fs::rename(self.temporary.path(), &self.place)
        };
        moved.map_err(|error| fail(&self.place, &error))
    }

    fn move_files(&self) -> io::Result<()> {
        for entry in fs::read_dir(self.temporary.path())? {
            let entry = entry?;
            fs::rename(entry.path(), self.place.join(entry.file_name()))?;
        }
        Ok(())
    }
}
