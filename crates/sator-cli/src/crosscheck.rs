//! `--cross-check`: two methods must agree; if they do not, files that reproduce it are kept.

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

/// The result of a second search.
pub(crate) struct CrossCheck {
    /// The solver of the second search.
    backend: String,
    outcome: Outcome,
}

pub(crate) enum Outcome {
    Agrees,
    /// One of the two was stopped before the result was known.
    Unknown,
    /// The second search failed.
    Failed(Failure),
}

impl CrossCheck {
    /// Runs the second search, if there are options for it. A disagreement is a bug, and the files
    /// that reproduce it are kept.
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
                        count_command(puzzle, first, first_options),
                        count_command(puzzle, &second, &options),
                    ];
                    let sides = [(&*first.backend, first), (&*second.backend, &second)];
                    let disagreement = Disagreement { puzzle, sides, commands: &commands };
                    return Err(Failure::plain(disagreement.keep(Path::new("."))));
                }
            },
            Ok(None) => Outcome::Unknown,
            Err(error) => Outcome::Failed(error.into()),
        };
        Ok(Some(Self::new(options.backend.name(), outcome)))
    }

    /// The result of a second solver for a plain formula.
    pub(crate) fn new(backend: &str, outcome: Outcome) -> Self {
        Self { backend: backend.to_owned(), outcome }
    }

    /// As JSON: `agrees` is true, or null if a search was stopped.
    pub(crate) fn json(&self) -> Value {
        let agrees = matches!(self.outcome, Outcome::Agrees).then_some(true);
        json!({ "backend": self.backend, "agrees": agrees })
    }

    /// Prints the result.
    pub(crate) fn print(&self, show: &Show) {
        let backend = &self.backend;
        match &self.outcome {
            Outcome::Agrees => show.note(&format!("cross-check: {backend} agrees")),
            Outcome::Unknown => show.note("cross-check: stopped before the result was known"),
            Outcome::Failed(failure) => show.complain(failure),
        }
    }

    /// An unknown result counts as stopped.
    pub(crate) fn status(&self) -> Status {
        match self.outcome {
            Outcome::Agrees => Status::Yes,
            Outcome::Unknown => Status::Stopped,
            Outcome::Failed(_) => Status::Bad,
        }
    }
}

/// The command that reproduces the result of a search.
fn count_command(puzzle: &AnyPuzzle, report: &Report, options: &Options) -> String {
    let kind = puzzle.kind().name;
    let mut words = vec![format!("sator count {kind} puzzle.txt --encoding {}", report.lowering)];
    match &options.backend {
        Method::Sat(Solver::Program(program)) => words.extend(program_options(program)),
        method => words.push(format!("--backend {}", method.name())),
    }
    words.extend((options.eliminate == Some(true)).then(|| "--reduced".to_owned()));
    words.extend(options.seed.map(|seed| format!("--seed {seed}")));
    words.push(format!("--max {}", report.digest.number + 1));
    words.join(" ")
}

/// The options that name a program from any folder, with its arguments.
fn program_options(program: &Program) -> Vec<String> {
    let path = fs::canonicalize(program.path()).unwrap_or_else(|_| program.path().into());
    let mut words = vec![format!("--backend {}", quoted(&format!("exec:{}", path.display())))];
    if !program.args().is_empty() {
        let args: Vec<_> = program.args().iter().map(|arg| quoted(arg)).collect();
        words.push(format!("--solver-args {}", quoted(&args.join(" "))));
    }
    words
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Two searches of one puzzle that cannot both be right.
pub(crate) struct Disagreement<'a> {
    pub(crate) puzzle: &'a AnyPuzzle,
    /// The name and the report of each.
    pub(crate) sides: [(&'a str, &'a Report); 2],
    /// The commands that reproduce it in a folder where the puzzle is `puzzle.txt`.
    pub(crate) commands: &'a [String],
}

impl Disagreement<'_> {
    /// Names both searches and their results.
    pub(crate) fn text(&self) -> String {
        let [first, second] = self.sides;
        let claim = |(name, report): (&str, &Report)| {
            let least = if report.is_complete { "" } else { "at least " };
            format!("{name} finds {least}{}", report.digest.number)
        };
        let (one, other) = (claim(first), claim(second));
        format!("{} and {} disagree: {one}, {other}", first.0, second.0)
    }

    /// Writes the files that reproduce it to a new folder, and returns the message with its name.
    pub(crate) fn keep(&self, parent: &Path) -> String {
        let where_kept = match self.write_files(parent) {
            Ok(folder) => format!("the files are in '{}'", folder.display()),
            Err(error) => format!("the files could not be kept: {error}"),
        };
        format!("{}; this is a bug in one of them or in sator; {where_kept}", self.text())
    }

    fn write_files(&self, parent: &Path) -> io::Result<PathBuf> {
        let folder = new_folder(parent)?;
        fs::write(folder.join("puzzle.txt"), self.puzzle.print())?;
        let interrupt = Interrupt::default();
        let lowering = self.sides[0].1.lowering;
        if let Ok(formula) = engine::formula(self.puzzle, None, lowering, &Budget::default()) {
            let file = BufWriter::new(fs::File::create(folder.join("formula.cnf"))?);
            formula.write_dimacs(file, true, &interrupt)?;
        }
        fs::write(folder.join("README.txt"), self.readme())?;
        Ok(folder)
    }

    /// The disagreement, and the commands that reproduce it.
    fn readme(&self) -> String {
        let mut text = format!("{}\n\nReproduce it here:\n", self.text());
        for command in self.commands {
            let _ = writeln!(text, "  {command}");
        }
        text + "\nformula.cnf has the puzzle's rules for any other solver.\n"
    }
}

/// Creates a folder for files that show a disagreement, there or among the temporary files.
pub(crate) fn new_folder(parent: &Path) -> io::Result<PathBuf> {
    numbered_folder(parent).or_else(|_| numbered_folder(&std::env::temp_dir()))
}

fn numbered_folder(parent: &Path) -> io::Result<PathBuf> {
    const MAX_FOLDERS: usize = 1000;
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 1..=MAX_FOLDERS {
        let folder = parent.join(format!("sator-disagreement-{number}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}
