//! `sator generate`: writes the formula for any solver.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sator::engine::{self, Formula, Lowering, PseudoBoolean, SmtLib};
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::{Budget, Interrupt, StopReason};

use super::{
    Flow, Item, Outcome, PuzzleVerb, Run, VerbError, announce_totals, conclude, for_each,
    is_same_file, overwrites, several_for,
};
use crate::args::{FormulaFormat, Generate};
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{Output, WriteError, print};
use crate::report::{Nouns, Statistics};
use crate::status::Status;

pub(crate) fn run(args: &Generate) -> Status {
    if let Err(refusal) = args.to.suits(args) {
        return conclude(&args.show, Err(refusal.into()));
    }
    for_each(&args.input, &args.show, &mut Generating { args, names: Names::default() })
}

struct Generating<'a> {
    args: &'a Generate,
    names: Names,
}

impl PuzzleVerb for Generating<'_> {
    fn one(&mut self, item: &Item<'_>) -> Outcome {
        generate(self.args, item, &mut self.names)
    }

    fn many(&mut self, many: Many, file: Option<&Path>, run: &mut Run<'_>) -> Flow {
        match &self.args.output {
            Some(output) => run.conclude(Err(several_for(output).into())),
            None => run.one_by_one(many, file, self),
        }
    }
}

fn generate(args: &Generate, item: &Item<'_>, names: &mut Names) -> Outcome {
    let puzzle = item.puzzle;
    let path = match &args.output {
        Some(path) => {
            item.may_write_to(path)?;
            path.clone()
        }
        None => names.name(puzzle, item.file, args.to.extension())?,
    };
    args.show.note(&format!("Generating {} for {} problem...", args.to.title(), puzzle.title()));
    announce_totals(args.encoding.encoding, puzzle, args.reduced, &args.show)?;
    let problem = Problem::state(args, puzzle, item.interrupt)?;
    write_whole(Output::open(Some(&path))?, |output| {
        problem.write(output, args.annotate, item.interrupt)
    })?;
    announce(args, &path, &problem)?;
    if args.stats.stats {
        args.show.note(problem.statistics().text().trim_end());
    }
    Ok(Status::Yes)
}

/// Writes the formula; an error or an interrupt leaves no file behind.
pub(crate) fn write(
    formula: &Formula,
    output: Output,
    annotate: bool,
    interrupt: &Interrupt,
) -> Result<(), VerbError> {
    write_whole(output, |output| formula.write_dimacs(output, annotate, interrupt))
}

fn write_whole(
    mut output: Output,
    write: impl FnOnce(&mut Output) -> io::Result<()>,
) -> Result<(), VerbError> {
    match write(&mut output) {
        Ok(()) => Ok(output.commit()?),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(VerbError::Interrupted),
        Err(error) => Err(output.error(&error))?,
    }
}

impl FormulaFormat {
    fn title(self) -> &'static str {
        match self {
            Self::Dimacs => "CNF",
            Self::Opb => "OPB",
            Self::Smtlib => "SMT-LIB",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Dimacs => "cnf",
            Self::Opb => "opb",
            Self::Smtlib => "smt2",
        }
    }

    /// Refuses options that have no meaning for this format.
    fn suits(self, args: &Generate) -> Result<(), Failure> {
        let title = self.title();
        let lowering = args.encoding.encoding;
        match self {
            Self::Opb | Self::Smtlib if lowering.encodings != Lowering::default().encodings => {
                Err(Failure::plain(format!(
                    "--encoding {lowering} is about clauses, and {title} keeps constraints whole: \
                     only minimal and extended mean something there"
                )))
            }
            Self::Smtlib if args.reduced => Err(Failure::plain(format!(
                "--reduced is for dimacs and opb: {title} has the rules as they are"
            ))),
            _ => Ok(()),
        }
    }
}

/// A problem in one of the formats.
enum Problem {
    Dimacs(Formula),
    Opb(PseudoBoolean),
    SmtLib(SmtLib),
}

impl Problem {
    fn state(
        args: &Generate,
        puzzle: &AnyPuzzle,
        interrupt: &Interrupt,
    ) -> Result<Self, StopReason> {
        let lowering = args.encoding.encoding;
        match args.to {
            FormulaFormat::Dimacs => {
                let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
                let formula = if args.reduced {
                    engine::reduced_formula(puzzle, lowering, &budget)
                } else {
                    engine::formula(puzzle, None, lowering, &budget)
                };
                formula.map(Self::Dimacs)
            }
            FormulaFormat::Opb => {
                engine::pseudo_boolean(puzzle, lowering.scope, args.reduced, interrupt)
                    .map(Self::Opb)
            }
            FormulaFormat::Smtlib => Ok(Self::SmtLib(engine::smtlib(puzzle, lowering.scope))),
        }
    }

    fn write(&self, out: impl Write, annotate: bool, interrupt: &Interrupt) -> io::Result<()> {
        match self {
            Self::Dimacs(formula) => formula.write_dimacs(out, annotate, interrupt),
            Self::Opb(problem) => problem.write_opb(out, annotate, interrupt),
            Self::SmtLib(problem) => problem.write(out, annotate, interrupt),
        }
    }

    /// `64 variables, 736 clauses`.
    fn size(&self) -> String {
        let (size, nouns) = match self {
            Self::Dimacs(formula) => {
                let size = formula.size();
                return format!("{} variables, {} clauses", size.variables, size.total().clauses);
            }
            Self::Opb(problem) => (problem.size(), Nouns::OF_OPB),
            Self::SmtLib(problem) => (problem.size(), Nouns::OF_SMTLIB),
        };
        let Nouns { variables, constraints } = nouns;
        format!("{} {variables}, {} {constraints}", size.variables, size.constraints())
    }

    fn statistics(&self) -> Statistics {
        let statistics = Statistics::default();
        match self {
            Self::Dimacs(formula) => statistics.with_formula(formula.size()),
            Self::Opb(problem) => statistics.with_problem(problem.size(), Nouns::OF_OPB),
            Self::SmtLib(problem) => statistics.with_problem(problem.size(), Nouns::OF_SMTLIB),
        }
    }
}

/// The files written so far, so that none of one run replaces another.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    /// After the puzzle's file, else after the puzzle; in the current folder.
    fn name(
        &mut self,
        puzzle: &AnyPuzzle,
        file: Option<&Path>,
        extension: &str,
    ) -> Result<PathBuf, Failure> {
        let stem = file.and_then(Path::file_stem);
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.or_else(|| puzzle.file_stem());
        let stem = stem.unwrap_or_else(|| puzzle.kind().name.to_owned());
        let numbered = (2..).map(|number| format!("{stem}-{number}.{extension}"));
        let mut names = std::iter::once(format!("{stem}.{extension}")).chain(numbered);
        let fresh = names.find(|name| self.0.insert(name.clone()));
        let path = PathBuf::from(fresh.unwrap_or(stem));
        match file {
            Some(file) if is_same_file(file, &path) => Err(overwrites(&path)),
            _ => Ok(path),
        }
    }
}

fn announce(args: &Generate, path: &Path, problem: &Problem) -> Result<(), WriteError> {
    let size = problem.size();
    if path == Path::new("-") {
        args.show.note(&format!("Successfully wrote problem ({size})"));
        return Ok(());
    }
    if args.show.json {
        let mut object = problem.statistics().json();
        object["file"] = path.display().to_string().into();
        print(&format!("{object}\n"))
    } else {
        print(&format!("Successfully wrote problem to '{}' ({size})\n", path.display()))
    }
}
