//! `solve --proof` and `solve --bundle`: what a search found, shown to whoever doubts it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sator::bundle::{self, Conclusion};
use sator::engine::{self, Formula, Options, Proved};
use sator::puzzle::AnyPuzzle;
use sator_sat::Clauses;
use sator_sat::backend::{Budget, Solver};
use sator_sat::proof::{self, Format, Verdict};
use serde_json::{Value, json};

use crate::args::{Show, Solve};
use crate::failure::Failure;
use crate::output::{self, Output, WriteError};
use crate::status::Status;
use crate::verbs::{Trouble, generate};

/// What became of the wish for a proof.
pub(crate) enum Evidence {
    /// It is in this file.
    Proof(PathBuf),
    /// It is in this folder.
    Bundle(PathBuf),
    /// There is nothing to prove.
    Nothing(&'static str),
    /// It was stopped before it was there.
    Stopped,
    /// It could not be made, or not be written.
    Failed(Failure),
}

impl Evidence {
    /// As JSON: the file or the folder, or null.
    pub(crate) fn insert_into(&self, object: &mut Value) {
        match self {
            Self::Proof(file) => object["proof"] = json!(file.display().to_string()),
            Self::Bundle(folder) => object["bundle"] = json!(folder.display().to_string()),
            Self::Nothing(_) | Self::Stopped | Self::Failed(_) => object["proof"] = Value::Null,
        }
    }

    /// Says what became of it.
    pub(crate) fn tell(&self, show: &Show) {
        match self {
            Self::Proof(file) => show.note(&format!("the proof is in '{}'", file.display())),
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

    /// What was asked for and did not come counts as stopped.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Proof(_) | Self::Bundle(_) | Self::Nothing(_) => Status::Yes,
            Self::Stopped => Status::Stopped,
            Self::Failed(_) => Status::Bad,
        }
    }
}

/// A proof to be made once the answer is known.
pub(crate) struct Proving<'a> {
    args: &'a Solve,
    solver: Solver,
    options: &'a Options,
    format: Format,
    file: Option<ProofFile>,
    folder: Option<NewFolder>,
}

impl<'a> Proving<'a> {
    /// Whether evidence is wanted, and can be had as it is asked for: better to know before a long
    /// search than after it.
    pub(crate) fn plan(args: &'a Solve, options: &'a Options) -> Result<Option<Self>, Failure> {
        let (file, folder) = (args.proof.proof.as_deref(), args.bundle.as_deref());
        let Some(named) = file.or(folder) else { return Ok(None) };
        let solver = engine::prover(&options.backend, options.lowering)
            .map_err(|error| Failure::plain(error.to_string()))?;
        let format = args.proof.format(named, &solver).map_err(Failure::plain)?;
        let file = file.map(ProofFile::open).transpose()?;
        let folder = folder.map(NewFolder::open).transpose()?;
        Ok(Some(Self { args, solver, options, format, file, folder }))
    }

    /// Proves, and writes what is wanted. A failure does not take back what was found.
    pub(crate) fn write(self, puzzle: &AnyPuzzle, conclusion: &Conclusion) -> Evidence {
        match self.try_write(puzzle, conclusion) {
            Ok(evidence) => evidence,
            Err(Trouble::Interrupted | Trouble::Output(WriteError::Closed)) => Evidence::Stopped,
            Err(Trouble::Failed(failure) | Trouble::Output(WriteError::Failed(failure))) => {
                Evidence::Failed(failure)
            }
        }
    }

    fn try_write(self, puzzle: &AnyPuzzle, conclusion: &Conclusion) -> Result<Evidence, Trouble> {
        if self.folder.is_none() && !conclusion.needs_proof() {
            return Ok(Evidence::Nothing(if self.args.unique {
                "there is more than one answer"
            } else {
                "there is an answer; --unique asks if it is the only one"
            }));
        }
        let budget = &self.options.budget;
        let Ok(formula) = conclusion.formula(puzzle, self.options.lowering, budget) else {
            return Ok(Evidence::Stopped);
        };
        if let Some(folder) = &self.folder {
            folder.fill(|path| {
                bundle::write(path, puzzle, conclusion, &formula, self.format, &budget.interrupt)
            })?;
        }
        if conclusion.needs_proof() && !self.prove(&formula)? {
            return Ok(Evidence::Stopped);
        }
        self.commit(conclusion)
    }

    /// Whether a proof was written, and checked, before the time was up.
    fn prove(&self, formula: &Formula) -> Result<bool, Trouble> {
        let budget = &self.options.budget;
        if let Some(cnf) = &self.args.cnf {
            generate::write(formula, Output::open(Some(cnf))?, false, &budget.interrupt)?;
        }
        let in_folder =
            self.folder.as_ref().map(|it| it.path.join(bundle::proof_name(self.format)));
        let path = match (&in_folder, &self.file) {
            (Some(path), _) => path,
            (None, Some(file)) => file.path(),
            (None, None) => return Ok(false),
        };
        if engine::prove(formula, &self.solver, self.options, path, self.format)? != Proved::Yes {
            return Ok(false);
        }
        let mut clauses = Clauses::default();
        formula.write_clauses(&mut clauses);
        if !is_right(&clauses, path, &self.solver, budget)? {
            return Ok(false);
        }
        if let (Some(from), Some(file)) = (&in_folder, &self.file) {
            fs::copy(from, file.path()).map_err(|error| fail(file.path(), &error))?;
        }
        Ok(true)
    }

    /// Lets all appear in its place.
    fn commit(self, conclusion: &Conclusion) -> Result<Evidence, Trouble> {
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
            (Some(folder), _) => Evidence::Bundle(folder.clone()),
            (None, Some(file)) => Evidence::Proof(file.clone()),
            (None, None) => Evidence::Nothing("none was asked for"),
        })
    }
}

/// Whether the checker accepts a proof that was just written; or not, for lack of time. No proof is
/// shown that fails it.
pub(crate) fn is_right(
    formula: &Clauses,
    path: &Path,
    solver: &Solver,
    budget: &Budget,
) -> Result<bool, Failure> {
    if !path.is_file() {
        return Ok(true);
    }
    let stop = || budget.exhausted().is_some();
    let report =
        proof::check_again(formula, || File::open(path), &proof::Options::default(), &stop)
            .map_err(|error| fail(path, &error))?;
    match report.verdict {
        Verdict::Verified => Ok(true),
        Verdict::Stopped => Ok(false),
        Verdict::Refused(refusal) => {
            let name = solver.name();
            Err(Failure::plain(format!("the proof that {name} wrote is wrong: {refusal}")))
        }
    }
}

fn fail(path: &Path, error: &io::Error) -> Failure {
    Failure::io(path.display().to_string(), error)
}

/// A file that a prover writes, which appears when the proof is whole.
pub(crate) struct ProofFile {
    output: Output,
    path: PathBuf,
}

impl ProofFile {
    pub(crate) fn open(file: &Path) -> Result<Self, Failure> {
        let mut output = Output::open(Some(file))?;
        match output.lend() {
            Some(path) => Ok(Self { output, path }),
            None => Err(Failure::plain("a proof needs a file: expected a name, found '-'")),
        }
    }

    /// Where the prover is to write it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self.output.commit() {
            Ok(()) | Err(WriteError::Closed) => Ok(()),
            Err(WriteError::Failed(failure)) => Err(failure),
        }
    }
}

/// A folder that is being filled aside, and is gone if it does not get to its place.
struct NewFolder {
    path: PathBuf,
    place: PathBuf,
    /// The place is there already, and is filled from within.
    is_there: bool,
}

impl NewFolder {
    /// A bundle goes to a folder that is new, or empty.
    fn open(place: &Path) -> Result<Self, Failure> {
        let is_there = match fs::read_dir(place).map(Iterator::count) {
            Ok(0) => true,
            Ok(_) => {
                let name = place.display();
                let message = format!("expected a new or empty folder, found files in '{name}'");
                return Err(Failure::plain(message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(fail(place, &error)),
        };
        let parent = match place.parent() {
            _ if is_there => place,
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let path = parent.join(format!(".sator-bundle-{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| fail(place, &error))?;
        output::unfinished().push(path.clone());
        Ok(Self { path, place: place.to_owned(), is_there })
    }

    fn fill(&self, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), Trouble> {
        match write(&self.path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(Trouble::Interrupted),
            Err(error) => Err(fail(&self.place, &error))?,
        }
    }

    fn put_in_place(self) -> Result<(), Failure> {
        let moved =
            if self.is_there { self.move_files() } else { fs::rename(&self.path, &self.place) };
        moved.map_err(|error| fail(&self.place, &error))
    }

    fn move_files(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            fs::rename(entry.path(), self.place.join(entry.file_name()))?;
        }
        Ok(())
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        let _in_place = fs::remove_dir_all(&self.path);
        output::unfinished().retain(|path| *path != self.path);
    }
}
