//! `sator generate`: writes the formula for any solver.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use sator::engine::{self, Formula, FormulaSize, Lowering, MODERATE_CLAUSES, ProblemSize};
use sator::formula_json;
use sator::puzzle::AnyPuzzle;
use sator_sat::backend::{Budget, Interrupt, StopReason};

use super::figures::{self, Figures, names, open_plot};
use super::gather::gather;
use super::{
    Flow, Item, Outcome, PuzzleVerb, Run, VerbError, announce_totals, because, expect_moderate,
    expect_other, for_each, several_for, watch_for_interrupt,
};
use crate::args::{FormulaFormat, Generate, PlotAxis, Show};
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{Output, WriteError, print, unless_closed};
use crate::progress::Progress;
use crate::table::{Cell, Column, Table, TableForm};
use sator::ask::Status;
use sator::ask::options::budget;
use sator::ask::statistics::{Nouns, Statistics};

pub(crate) fn run(args: &Generate) -> Outcome {
    if args.sizes.is_asked_for {
        return sizes(args);
    }
    args.expect_one_formula()?;
    args.to.suits(args)?;
    let mut generating = Generating { args, names: Names::default() };
    Ok(for_each(&args.input, &args.show, args.timeout, &watch_for_interrupt(), &mut generating))
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
    let [title, extension] = args.to.names();
    let path = match &args.output {
        Some(path) => {
            item.may_write_to(path)?;
            path.clone()
        }
        None => names.name(puzzle, item.file, extension)?,
    };
    args.show.note(&format!("Generating {title} for {} problem...", puzzle.title()));
    announce_totals(args.lowering(), puzzle, (args.reduced, args.large), &args.show)?;
    let budget = budget(args.timeout, item.interrupt);
    let problem = Problem::state(args, puzzle, &budget)?;
    let mut output = Output::open(Some(&path))?.until(budget.deadline);
    write_all(&mut output, |output| (problem.write)(output, args.annotate, item.interrupt))?;
    if !args.force && output.replaces_another(args.to.comment())? {
        let name = path.display();
        if args.output.is_none() {
            return Err(Failure::plain(format!(
                "'{name}' holds another formula: --force replaces it, -o FILE names another file"
            ))
            .into());
        }
        args.show.note(&format!("'{name}' held another formula, which is replaced"));
    }
    output.commit()?;
    announce(args, &path, &problem)?;
    if args.stats.stats {
        args.show.note(problem.statistics.text().trim_end());
    }
    Ok(Status::Yes)
}

/// Writes the formula; an error or an interrupt leaves no file behind.
pub(crate) fn write(
    formula: &Formula,
    mut output: Output,
    annotate: bool,
    interrupt: &Interrupt,
) -> Result<(), VerbError> {
    write_all(&mut output, |output| formula.write_dimacs(output, annotate, interrupt))?;
    Ok(output.commit()?)
}

fn write_all(
    output: &mut Output,
    write: impl FnOnce(&mut Output) -> io::Result<()>,
) -> Result<(), VerbError> {
    match write(output) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            Err(VerbError::Stopped(StopReason::Interrupted))
        }
        Err(error) if error.kind() == io::ErrorKind::TimedOut => {
            Err(VerbError::Stopped(StopReason::Time))
        }
        Err(error) => Err(output.error(&error))?,
    }
}

impl FormulaFormat {
    /// The name in messages, and the extension of files.
    fn names(self) -> [&'static str; 2] {
        match self {
            Self::Dimacs => ["CNF", "cnf"],
            Self::Opb => ["OPB", "opb"],
            Self::Smtlib => ["SMT-LIB", "smt2"],
            Self::Json => ["JSON", "json"],
        }
    }

    /// The first character of a comment line.
    fn comment(self) -> u8 {
        match self {
            Self::Dimacs => b'c',
            Self::Opb => b'*',
            Self::Smtlib => b';',
            // JSON has no comments: no line begins so.
            Self::Json => b'\n',
        }
    }

    /// Refuses options that have no meaning for this format.
    fn suits(self, args: &Generate) -> Result<(), Failure> {
        let [title, _] = self.names();
        let lowering = args.lowering();
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
            Self::Json if args.annotate => Err(Failure::plain(
                "--annotate is for files with comments: JSON has the rules without it",
            )),
            Self::Dimacs | Self::Opb | Self::Smtlib if args.max_clauses.is_some() => Err(
                Failure::plain(format!("--max-clauses is for --to json: {title} has all clauses")),
            ),
            _ => Ok(()),
        }
    }
}

/// Clauses that a formula for reading lists, unless another number is given.
const MAX_LISTED: u64 = 20_000;

impl Generate {
    /// The encoding of a single formula.
    fn lowering(&self) -> Lowering {
        self.encodings.first().copied().unwrap_or_default()
    }

    /// Refuses the options of a table of sizes.
    fn expect_one_formula(&self) -> Result<(), Failure> {
        let found = if self.encodings.len() > 1 {
            "several encodings (commas combine names into one)"
        } else if self.sizes.table.form(&Show::default()) != TableForm::Text {
            "the form of a table"
        } else if self.sizes.table.plot.is_some() {
            "a plot"
        } else if self.sizes.family.is_asked_for() || self.sizes.family.seed.is_some() {
            "options of new puzzles"
        } else {
            return Ok(());
        };
        Err(Failure::plain(format!(
            "expected options of one formula, found {found}: --sizes makes a table of sizes"
        )))
    }
}

/// The columns of a table of sizes.
static SIZES: [Column; 6] = [
    Column::words("puzzle", "puzzle"),
    Column::figures("n", "N"),
    Column::words("encoding", "encoding"),
    Column::figures("variables", "variables"),
    Column::figures("clauses", "clauses"),
    Column::figures("literals", "literals"),
];

/// Prints a table of sizes: a row for each puzzle and encoding.
fn sizes(args: &Generate) -> Outcome {
    if args.to != FormulaFormat::Dimacs {
        return Err(Failure::plain("--sizes is about clauses: expected --to dimacs").into());
    }
    let (show, interrupt) = (&args.show, watch_for_interrupt());
    let plot = open_plot(&args.sizes.table)?;
    let (puzzles, mut status) = gather(&args.input, &args.sizes.family, show, &interrupt)?;
    let lowerings =
        if args.encodings.is_empty() { vec![Lowering::default()] } else { args.encodings.clone() };
    let (mut rows, mut marks) = (Vec::new(), Vec::new());
    let mut progress =
        Progress::over_turns(show, (puzzles.len() * lowerings.len()) as u64, "formulas");
    'all: for puzzle in &puzzles {
        for &lowering in &lowerings {
            announce_totals(lowering, &puzzle.puzzle, (args.reduced, args.large), show)?;
            let budget = budget(args.timeout, &interrupt);
            let formula = match state(&puzzle.puzzle, lowering, args.reduced, &budget) {
                Ok(formula) => formula,
                Err(reason) => {
                    show.note(&format!("{}; these are the sizes before", because(reason)));
                    status = status.max(Status::Stopped);
                    break 'all;
                }
            };
            let (size, total) = (formula.size(), formula.size().total());
            let mut row = names(puzzle).to_vec();
            row.push(Cell::Word(lowering.to_string()));
            row.push(Cell::Number(size.variables.into()));
            row.extend([total.clauses, total.literals].map(|number| Cell::count(Some(number))));
            rows.push(row);
            marks.push((puzzle.n(), lowering.to_string()));
            progress.advance(rows.len() as u64, rows.len() as u64);
        }
    }
    drop(progress);
    let figures = Figures { table: Table { columns: &SIZES, rows }, marks };
    if !figures.table.rows.is_empty() {
        unless_closed(figures.print(&args.sizes.table, show, &|_| false))?;
        if let Some(plot) = plot {
            let title = figures::title(&puzzles);
            unless_closed(figures.draw(plot, &title, &args.sizes.table, PlotAxis::Clauses, show))?;
        }
    }
    Ok(status)
}

/// The clauses of a puzzle.
fn state(
    puzzle: &AnyPuzzle,
    lowering: Lowering,
    reduced: bool,
    budget: &Budget,
) -> Result<Formula, StopReason> {
    if reduced {
        engine::reduced_formula(puzzle, lowering, budget)
    } else {
        engine::formula(puzzle, None, lowering, budget)
    }
}

/// Writes a problem, with comments if the flag is set.
type WriteProblem = Box<dyn Fn(&mut Output, bool, &Interrupt) -> io::Result<()>>;

/// A problem in one of the formats.
struct Problem {
    /// `64 variables, 736 clauses`.
    size: String,
    statistics: Statistics,
    write: WriteProblem,
}

impl Problem {
    fn state(args: &Generate, puzzle: &AnyPuzzle, budget: &Budget) -> Result<Self, VerbError> {
        let (lowering, reduced) = (args.lowering(), args.reduced);
        let interrupt = &budget.interrupt;
        Ok(match args.to {
            FormulaFormat::Dimacs => {
                let formula = state(puzzle, lowering, reduced, budget)?;
                expect_moderate(&formula, args.large)?;
                Self::of_clauses(&formula.size().clone(), move |out, annotate, interrupt| {
                    formula.write_dimacs(out, annotate, interrupt)
                })
            }
            FormulaFormat::Json => {
                let formula = state(puzzle, lowering, reduced, budget)?;
                let most = args.max_clauses.unwrap_or(MAX_LISTED);
                if u128::from(most) > MODERATE_CLAUSES {
                    expect_moderate(&formula, args.large)?;
                }
                let truth_words = puzzle.truth_words();
                Self::of_clauses(&formula.size().clone(), move |out, _, interrupt| {
                    formula_json::write(&formula, truth_words, out, most, interrupt)
                })
            }
            FormulaFormat::Opb => {
                let problem = engine::pseudo_boolean(puzzle, lowering.scope, reduced, interrupt)?;
                Self::of_constraints(
                    &problem.size().clone(),
                    Nouns::OF_OPB,
                    move |out, annotate, interrupt| problem.write_opb(out, annotate, interrupt),
                )
            }
            FormulaFormat::Smtlib => {
                let problem = engine::smtlib(puzzle, lowering.scope);
                Self::of_constraints(
                    &problem.size().clone(),
                    Nouns::OF_SMTLIB,
                    move |out, annotate, interrupt| problem.write(out, annotate, interrupt),
                )
            }
        })
    }

    fn of_clauses(
        size: &FormulaSize,
        write: impl Fn(&mut Output, bool, &Interrupt) -> io::Result<()> + 'static,
    ) -> Self {
        Self {
            size: format!("{} variables, {} clauses", size.variables, size.total().clauses),
            statistics: Statistics::default().with_formula(size),
            write: Box::new(write),
        }
    }

    fn of_constraints(
        size: &ProblemSize,
        nouns: Nouns,
        write: impl Fn(&mut Output, bool, &Interrupt) -> io::Result<()> + 'static,
    ) -> Self {
        let Nouns { variables, constraints } = nouns;
        Self {
            size: format!("{} {variables}, {} {constraints}", size.variables, size.constraints()),
            statistics: Statistics::default().with_problem(size, nouns),
            write: Box::new(write),
        }
    }
}

/// The files written so far, so that none of one run replaces another.
#[derive(Default)]
struct Names(HashSet<PathBuf>);

impl Names {
    /// After the puzzle's file, else after the puzzle; in the current folder.
    fn name(
        &mut self,
        puzzle: &AnyPuzzle,
        file: Option<&Path>,
        extension: &str,
    ) -> Result<PathBuf, Failure> {
        let stem = file.and_then(Path::file_stem).map(OsStr::to_owned);
        let stem = stem.or_else(|| puzzle.file_stem().map(OsString::from));
        let stem = stem.unwrap_or_else(|| puzzle.kind().name.into());
        // The stem may be no text.
        let with_ending = |ending: String| {
            let mut name = stem.clone();
            name.push(ending);
            PathBuf::from(name)
        };
        let numbered = (2..).map(|number| with_ending(format!("-{number}.{extension}")));
        let mut names = std::iter::once(with_ending(format!(".{extension}"))).chain(numbered);
        let path = names.find(|name| self.0.insert(name.clone())).unwrap_or_default();
        expect_other(&path, file)?;
        Ok(path)
    }
}

fn announce(args: &Generate, path: &Path, problem: &Problem) -> Result<(), WriteError> {
    let size = &problem.size;
    if path == Path::new("-") {
        args.show.note(&format!("Successfully wrote problem ({size})"));
        return Ok(());
    }
    if args.show.json {
        let mut object = problem.statistics.json();
        object["file"] = path.display().to_string().into();
        print(&format!("{object}\n"))
    } else {
        print(&format!("Successfully wrote problem to '{}' ({size})\n", path.display()))
    }
}
