//! `sator generate`: the formula, for any solver.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use sator::engine::Formula;
use sator::puzzle::Puzzle;
use sator_sat::backend::Interrupt;

use super::{
    Flow, Item, Outcome, Run, Trouble, Work, for_each, is_same_file, overwrites, several_for,
};
use crate::args::{FormulaFormat, Generate};
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{Output, WriteError, print};
use crate::report;
use crate::status::Status;

pub(crate) fn run(args: &Generate) -> Status {
    for_each(&args.input, &args.show, &mut Generating { args, names: Names::default() })
}

struct Generating<'a> {
    args: &'a Generate,
    names: Names,
}

impl Work for Generating<'_> {
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
    let Ok(puzzle) = item.puzzle else { return Ok(Status::Bad) };
    let path = match &args.output {
        Some(path) => {
            item.may_write_to(path)?;
            path.clone()
        }
        None => names.name(puzzle, item.file)?,
    };
    args.show.note(&format!("Generating CNF for {} problem...", puzzle.title()));
    let FormulaFormat::Dimacs = args.to;
    let state = if args.reduced { Formula::reduced } else { Formula::new };
    let formula = state(puzzle, args.encoding.encoding, item.interrupt)?;
    write(&formula, Output::open(Some(&path))?, args.annotate, item.interrupt)?;
    announce(args, &path, &formula)?;
    if args.stats.stats {
        args.show.note(report::size_text(formula.size()).trim_end());
    }
    Ok(Status::Yes)
}

/// Writes the formula; an error or an interrupt leaves no file behind.
pub(crate) fn write(
    formula: &Formula,
    mut output: Output,
    annotate: bool,
    interrupt: &Interrupt,
) -> Result<(), Trouble> {
    match formula.write_dimacs(&mut output, annotate, interrupt) {
        Ok(()) => Ok(output.commit()?),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(Trouble::Interrupted),
        Err(error) => Err(output.error(&error))?,
    }
}

/// The files written so far, so that none of one run replaces another.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    /// After the puzzle's file, else after the puzzle; in the current folder.
    fn name(&mut self, puzzle: &dyn Puzzle, file: Option<&Path>) -> Result<PathBuf, Failure> {
        let stem = file.and_then(Path::file_stem);
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.or_else(|| puzzle.file_stem());
        let stem = stem.unwrap_or_else(|| puzzle.kind().name.to_owned());
        let numbered = (2..).map(|number| format!("{stem}-{number}.cnf"));
        let mut names = std::iter::once(format!("{stem}.cnf")).chain(numbered);
        let fresh = names.find(|name| self.0.insert(name.clone()));
        let path = PathBuf::from(fresh.unwrap_or(stem));
        match file {
            Some(file) if is_same_file(file, &path) => Err(overwrites(&path)),
            _ => Ok(path),
        }
    }
}

fn announce(args: &Generate, path: &Path, formula: &Formula) -> Result<(), WriteError> {
    let variables = formula.size().variables;
    let clauses = formula.size().total().clauses;
    let size = format!("({variables} variables, {clauses} clauses)");
    if path == Path::new("-") {
        args.show.note(&format!("Successfully wrote problem {size}"));
        return Ok(());
    }
    if args.show.json {
        let mut object = report::size_json(formula.size());
        object.insert("file".to_owned(), path.display().to_string().into());
        let object = serde_json::Value::Object(object);
        print(&format!("{object}\n"))
    } else {
        print(&format!("Successfully wrote problem to '{}' {size}\n", path.display()))
    }
}
