//! `solve --proof` and `solve --bundle`: what a search found, shown to whoever doubts it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sator::bundle::{self, Conclusion};
use sator::engine::{self, Options, Proved};
use sator::puzzle::Puzzle;
use sator_sat::backend::{Interrupt, Solver};
use sator_sat::proof::Format;
use serde_json::{Value, json};

use crate::args::Solve;
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
}

impl Evidence {
    /// As JSON: the file or the folder, or null.
    pub(crate) fn insert_into(&self, object: &mut Value) {
        match self {
            Self::Proof(file) => object["proof"] = json!(file.display().to_string()),
            Self::Bundle(folder) => object["bundle"] = json!(folder.display().to_string()),
            Self::Nothing(_) | Self::Stopped => object["proof"] = Value::Null,
        }
    }

    /// In words.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Proof(file) => format!("the proof is in '{}'", file.display()),
            Self::Bundle(folder) => {
                let folder = folder.display();
                format!("the bundle is in '{folder}'; check it by: sator verify {folder}")
            }
            Self::Nothing(why) => format!("no proof was written: {why}"),
            Self::Stopped => "no proof was written: stopped".to_owned(),
        }
    }

    /// What was asked for and did not come counts as stopped.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Stopped => Status::Stopped,
            _ => Status::Yes,
        }
    }
}

/// Where a proof goes, and with it the rest of a bundle.
struct Place<'a> {
    path: &'a Path,
    format: Format,
    folder: Option<&'a Path>,
}

/// A proof to be made once the answer is known.
pub(crate) struct Proving<'a> {
    args: &'a Solve,
    solver: Solver,
    options: Options,
}

impl<'a> Proving<'a> {
    /// Whether evidence is wanted, and can be had as it is asked for: better to know before a long
    /// search than after it.
    pub(crate) fn plan(args: &'a Solve, interrupt: &Interrupt) -> Result<Option<Self>, Failure> {
        if args.proof.proof.is_none() && args.bundle.is_none() {
            return Ok(None);
        }
        let options = args.options(interrupt);
        let solver = engine::prover(&options.backend, options.lowering)
            .map_err(|error| Failure::plain(error.to_string()))?;
        if let Some(folder) = &args.bundle {
            expect_new(folder)?;
        }
        Ok(Some(Self { args, solver, options }))
    }

    /// Proves, and writes what is wanted; the time for it begins now.
    pub(crate) fn write(
        mut self,
        puzzle: &dyn Puzzle,
        conclusion: &Conclusion,
    ) -> Result<Evidence, Trouble> {
        let interrupt = self.options.budget.interrupt.clone();
        self.options.budget = self.args.solver.backend.budget(&interrupt);
        match (&self.args.bundle, &self.args.proof.proof) {
            (Some(folder), _) => self.write_bundle(puzzle, conclusion, folder),
            (None, Some(file)) => self.write_proof(puzzle, conclusion, file),
            (None, None) => Ok(Evidence::Nothing("none was asked for")),
        }
    }

    fn write_proof(
        &self,
        puzzle: &dyn Puzzle,
        conclusion: &Conclusion,
        file: &Path,
    ) -> Result<Evidence, Trouble> {
        if !conclusion.needs_proof() {
            return Ok(Evidence::Nothing(if self.args.unique {
                "there is more than one answer"
            } else {
                "there is an answer; --unique asks if it is the only one"
            }));
        }
        let proof = ProofFile::open(file)?;
        let format = self.args.proof.format(file, &self.solver);
        let place = Place { path: proof.path(), format, folder: None };
        if !self.prove(puzzle, conclusion, &place)? {
            return Ok(Evidence::Stopped);
        }
        proof.commit()?;
        Ok(Evidence::Proof(file.to_owned()))
    }

    /// Fills a folder beside, and puts it in its place when it is whole.
    fn write_bundle(
        &self,
        puzzle: &dyn Puzzle,
        conclusion: &Conclusion,
        folder: &Path,
    ) -> Result<Evidence, Trouble> {
        let beside = Beside::new(folder)?;
        let format = self.args.proof.format(folder, &self.solver);
        let path = beside.path.join(bundle::proof_name(format));
        let proof = Place { path: &path, format, folder: Some(&beside.path) };
        if !self.prove(puzzle, conclusion, &proof)? {
            return Ok(Evidence::Stopped);
        }
        beside.put_in_place(folder)?;
        if let Some(file) = &self.args.proof.proof
            && conclusion.needs_proof()
        {
            copy(&folder.join(bundle::proof_name(format)), file)?;
        }
        Ok(Evidence::Bundle(folder.to_owned()))
    }

    /// Whether all was written before the time was up: the proof, and with a folder the bundle.
    fn prove(
        &self,
        puzzle: &dyn Puzzle,
        conclusion: &Conclusion,
        place: &Place<'_>,
    ) -> Result<bool, Trouble> {
        let Place { path, format, folder } = *place;
        let Options { lowering, budget, .. } = &self.options;
        let Ok(formula) = conclusion.formula(puzzle, *lowering, &budget.interrupt) else {
            return Ok(false);
        };
        if let Some(folder) = folder {
            match bundle::write(folder, puzzle, conclusion, &formula, format, &budget.interrupt) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
                Err(error) => return Err(fail(folder, &error))?,
            }
        }
        if !conclusion.needs_proof() {
            return Ok(true);
        }
        if let Some(cnf) = &self.args.cnf {
            generate::write(&formula, Output::open(Some(cnf))?, false, &budget.interrupt)?;
        }
        Ok(engine::prove(&formula, &self.solver, &self.options, path, format)? == Proved::Yes)
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
        commit(self.output)
    }
}

/// Copies the proof of a bundle to a file of its own.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let mut output = Output::open(Some(to))?;
    let mut proof = File::open(from).map_err(|error| fail(from, &error))?;
    io::copy(&mut proof, &mut output).map_err(|error| fail(to, &error))?;
    commit(output)
}

fn commit(output: Output) -> Result<(), Failure> {
    match output.commit() {
        Ok(()) | Err(WriteError::Closed) => Ok(()),
        Err(WriteError::Failed(failure)) => Err(failure),
    }
}

/// A bundle goes to a folder that is new, or empty.
fn expect_new(folder: &Path) -> Result<(), Failure> {
    match fs::read_dir(folder).map(Iterator::count) {
        Ok(0) => Ok(()),
        Ok(_) => {
            let name = folder.display();
            Err(Failure::plain(format!("expected a new or empty folder, found files in '{name}'")))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(fail(folder, &error)),
    }
}

/// A folder that is being filled beside its place, and is gone if it does not get there.
struct Beside {
    path: PathBuf,
}

impl Beside {
    fn new(place: &Path) -> Result<Self, Failure> {
        let parent = match place.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let path = parent.join(format!(".sator-bundle-{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| fail(place, &error))?;
        output::unfinished().push(path.clone());
        Ok(Self { path })
    }

    fn put_in_place(&self, place: &Path) -> Result<(), Failure> {
        fs::rename(&self.path, place).map_err(|error| fail(place, &error))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _in_place = fs::remove_dir_all(&self.path);
        output::unfinished().retain(|path| *path != self.path);
    }
}
