//! `--cross-check`: two roads must agree; if they do not, the files that show it are kept.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use sator::engine::{self, Agreement, Formula, Options, Report};
use sator::puzzle::Puzzle;
use sator_sat::backend::Interrupt;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::status::Status;

/// What a second search came to.
pub(crate) struct CrossCheck {
    /// The solver of the second road.
    pub(crate) backend: String,
    /// Whether it agrees, if that is known.
    pub(crate) agrees: bool,
}

impl CrossCheck {
    /// Goes the second road, if one is wanted. Disagreement is a bug, and leaves the files to reproduce it.
    pub(crate) fn run(
        puzzle: &dyn Puzzle,
        first: &Report,
        options: Option<Options>,
    ) -> Result<Option<Self>, Failure> {
        let Some(options) = options else { return Ok(None) };
        let second = engine::retrace(puzzle, first, &options)?;
        match engine::compare(first, &second) {
            Agreement::Agree => Ok(Some(Self { backend: second.backend, agrees: true })),
            Agreement::Unknown => Ok(Some(Self { backend: second.backend, agrees: false })),
            Agreement::Disagree => Err(keep(puzzle, first, &second)),
        }
    }

    /// As JSON: true, or null where it was stopped before it could tell.
    pub(crate) fn json(&self) -> Value {
        json!({ "backend": self.backend, "agrees": self.agrees.then_some(true) })
    }

    /// In words.
    pub(crate) fn text(&self) -> String {
        let Self { backend, agrees } = self;
        if *agrees {
            format!("cross-check: {backend} agrees")
        } else {
            format!("cross-check: {backend} was stopped before it could tell")
        }
    }

    /// What was asked for and is not known counts as stopped.
    pub(crate) fn status(&self) -> Status {
        if self.agrees { Status::Yes } else { Status::Stopped }
    }
}

/// Keeps what is needed to see it again, and says where.
fn keep(puzzle: &dyn Puzzle, first: &Report, second: &Report) -> Failure {
    let said =
        format!("{} and {} disagree: {}", first.backend, second.backend, claims(first, second));
    let where_kept = match write_files(puzzle, &said, [first, second]) {
        Ok(folder) => format!("the files are in '{}'", folder.display()),
        Err(error) => format!("the files could not be kept: {error}"),
    };
    Failure::plain(format!("{said}; this is a bug in one of them or in sator; {where_kept}"))
}

fn claims(first: &Report, second: &Report) -> String {
    let claim = |report: &Report| {
        let least = if report.is_complete { "" } else { "at least " };
        format!("{} finds {least}{}", report.backend, report.met.number)
    };
    format!("{}, {}", claim(first), claim(second))
}

fn write_files(puzzle: &dyn Puzzle, said: &str, reports: [&Report; 2]) -> io::Result<PathBuf> {
    let folder = new_folder(Path::new(".")).or_else(|_| new_folder(&std::env::temp_dir()))?;
    fs::write(folder.join("puzzle.txt"), puzzle.print())?;
    let interrupt = Interrupt::default();
    if let Ok(formula) = Formula::new(puzzle, reports[0].lowering, &interrupt) {
        let file = BufWriter::new(fs::File::create(folder.join("formula.cnf"))?);
        formula.write_dimacs(file, true, &interrupt)?;
    }
    fs::write(folder.join("README.txt"), story(puzzle, said, reports))?;
    Ok(folder)
}

/// What was seen, and how to see it again.
fn story(puzzle: &dyn Puzzle, said: &str, reports: [&Report; 2]) -> String {
    let mut text = format!("{said}\n\nSee it again, here:\n");
    for Report { backend, lowering, .. } in reports {
        let kind = puzzle.kind().name;
        let _ = writeln!(
            text,
            "  sator count {kind} puzzle.txt --backend {backend} --encoding {lowering}"
        );
    }
    text + "\nformula.cnf has the puzzle's rules for any other solver.\n"
}

/// A folder that was not there before.
fn new_folder(parent: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 1000;
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 1..=MOST {
        let folder = parent.join(format!("sator-disagreement-{number}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}
