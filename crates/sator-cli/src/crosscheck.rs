//! `--cross-check`: two roads must agree; if they do not, the files that show it are kept.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use sator::engine::{self, Agreement, Method, Options, Report};
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::exec::Program;
use sator_sat::backend::{Budget, Interrupt, Solver};
use serde_json::{Value, json};

use crate::args::Show;
use crate::failure::Failure;
use crate::status::Status;

/// What a second search came to.
pub(crate) struct CrossCheck {
    /// The solver of the second road.
    pub(crate) backend: String,
    outcome: Outcome,
}

enum Outcome {
    Agrees,
    /// One of the two was stopped before it could tell.
    Unknown,
    /// The second road could not be gone.
    Failed(Failure),
}

impl CrossCheck {
    /// Goes the second road, if one is wanted. Disagreement is a bug, and leaves the files to
    /// reproduce it.
    pub(crate) fn run(
        puzzle: &AnyPuzzle,
        first: &Report,
        first_options: &Options,
        options: Option<Options>,
    ) -> Result<Option<Self>, Failure> {
        let Some(options) = options else { return Ok(None) };
        let outcome = match engine::retrace(&mut engine::solutions(puzzle, &options), first) {
            Ok(Some(second)) => match engine::compare(first, &second) {
                Agreement::Agree => Outcome::Agrees,
                Agreement::Unknown => Outcome::Unknown,
                Agreement::Disagree => {
                    let commands = [
                        count_again(puzzle, first, first_options),
                        count_again(puzzle, &second, &options),
                    ];
                    let sides = [(&*first.backend, first), (&*second.backend, &second)];
                    let disagreement = Disagreement { puzzle, sides, commands: &commands };
                    return Err(Failure::plain(disagreement.keep(Path::new("."))));
                }
            },
            Ok(None) => Outcome::Unknown,
            Err(error) => Outcome::Failed(error.into()),
        };
        Ok(Some(Self { backend: options.backend.name().to_owned(), outcome }))
    }

    /// Of two verdicts about a plain formula, which are the same if both are known.
    pub(crate) fn of_verdicts(backend: &str, are_known: bool) -> Self {
        let outcome = if are_known { Outcome::Agrees } else { Outcome::Unknown };
        Self { backend: backend.to_owned(), outcome }
    }

    /// Of a second solver that failed.
    pub(crate) fn failed(backend: &str, failure: Failure) -> Self {
        Self { backend: backend.to_owned(), outcome: Outcome::Failed(failure) }
    }

    /// As JSON: true, or null where it was stopped before it could tell.
    pub(crate) fn json(&self) -> Value {
        let agrees = matches!(self.outcome, Outcome::Agrees).then_some(true);
        json!({ "backend": self.backend, "agrees": agrees })
    }

    /// Says what came of it.
    pub(crate) fn tell(&self, show: &Show) {
        let backend = &self.backend;
        match &self.outcome {
            Outcome::Agrees => show.note(&format!("cross-check: {backend} agrees")),
            Outcome::Unknown => show.note("cross-check: stopped before it could tell"),
            Outcome::Failed(failure) => show.complain(failure),
        }
    }

    /// What was asked for and is not known counts as stopped.
    pub(crate) fn status(&self) -> Status {
        match self.outcome {
            Outcome::Agrees => Status::Yes,
            Outcome::Unknown => Status::Stopped,
            Outcome::Failed(_) => Status::Bad,
        }
    }
}

/// How to see again what a search says, as far as it went.
fn count_again(puzzle: &AnyPuzzle, report: &Report, options: &Options) -> String {
    let kind = puzzle.kind().name;
    let mut words = vec![format!("sator count {kind} puzzle.txt --encoding {}", report.lowering)];
    match &options.backend {
        Method::Sat(Solver::Program(program)) => words.extend(program_again(program)),
        road => words.push(format!("--backend {}", road.name())),
    }
    words.extend(options.seed.map(|seed| format!("--seed {seed}")));
    words.push(format!("--max {}", report.digest.number + 1));
    words.join(" ")
}

/// How a program is named in another folder, and what it is told.
fn program_again(program: &Program) -> Vec<String> {
    let path = fs::canonicalize(program.path()).unwrap_or_else(|_| program.path().into());
    let mut words = vec![format!("--backend {}", quoted(&format!("exec:{}", path.display())))];
    if !program.args().is_empty() {
        let args: Vec<_> = program.args().iter().map(|arg| quoted(arg)).collect();
        words.push(format!("--solver-args {}", quoted(&args.join(" "))));
    }
    words
}

/// One word for a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Two searches of one puzzle that cannot both be right.
pub(crate) struct Disagreement<'a> {
    pub(crate) puzzle: &'a AnyPuzzle,
    /// What each is called, and what it came to.
    pub(crate) sides: [(&'a str, &'a Report); 2],
    /// How to see it again in a folder where the puzzle is `puzzle.txt`.
    pub(crate) commands: &'a [String],
}

impl Disagreement<'_> {
    /// Who disagrees, and what each says.
    pub(crate) fn text(&self) -> String {
        let [first, second] = self.sides;
        let claim = |(name, report): (&str, &Report)| {
            let least = if report.is_complete { "" } else { "at least " };
            format!("{name} finds {least}{}", report.digest.number)
        };
        let (one, other) = (claim(first), claim(second));
        format!("{} and {} disagree: {one}, {other}", first.0, second.0)
    }

    /// Keeps what is needed to see it again in a new folder there, and says where.
    pub(crate) fn keep(&self, parent: &Path) -> String {
        let where_kept = match self.write_files(parent) {
            Ok(folder) => format!("the files are in '{}'", folder.display()),
            Err(error) => format!("the files could not be kept: {error}"),
        };
        format!("{}; this is a bug in one of them or in sator; {where_kept}", self.text())
    }

    fn write_files(&self, parent: &Path) -> io::Result<PathBuf> {
        let folder = new_folder(parent).or_else(|_| new_folder(&std::env::temp_dir()))?;
        fs::write(folder.join("puzzle.txt"), self.puzzle.print())?;
        let interrupt = Interrupt::default();
        let lowering = self.sides[0].1.lowering;
        if let Ok(formula) = engine::formula(self.puzzle, None, lowering, &Budget::default()) {
            let file = BufWriter::new(fs::File::create(folder.join("formula.cnf"))?);
            formula.write_dimacs(file, true, &interrupt)?;
        }
        fs::write(folder.join("README.txt"), self.story())?;
        Ok(folder)
    }

    /// What was seen, and how to see it again.
    fn story(&self) -> String {
        let mut text = format!("{}\n\nSee it again, here:\n", self.text());
        for command in self.commands {
            let _ = writeln!(text, "  {command}");
        }
        text + "\nformula.cnf has the puzzle's rules for any other solver.\n"
    }
}

/// A folder that was not there before.
pub(crate) fn new_folder(parent: &Path) -> io::Result<PathBuf> {
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
