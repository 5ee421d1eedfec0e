//! `sator generate`: the formula, for any solver.

use std::io;
use std::path::{Path, PathBuf};

use sator::engine::Formula;
use sator::puzzle::Puzzle;
use sator_sat::backend::Interrupt;

use super::{Outcome, for_each};
use crate::args::{FormulaFormat, Generate};
use crate::failure::Failure;
use crate::output::{Output, WriteError};
use crate::status::Status;

pub(crate) fn run(args: &Generate) -> Status {
    for_each(&args.input, &args.show, |puzzle, file, interrupt| {
        generate(args, puzzle, file, interrupt)
    })
}

fn generate(
    args: &Generate,
    puzzle: &dyn Puzzle,
    file: Option<&str>,
    interrupt: &Interrupt,
) -> Outcome {
    args.show.note(&format!("Generating CNF for {} problem...", puzzle.title()));
    let FormulaFormat::Dimacs = args.to;
    let formula = Formula::new(puzzle, args.encoding.encoding);
    let path = args.output.clone().unwrap_or_else(|| default_path(puzzle, file));
    let mut output = Output::open(Some(&path))?;
    write(&formula, &mut output, args.annotate, interrupt)?;
    output.commit()?;
    announce(args, &path, &formula)?;
    Ok(Status::Yes)
}

/// Writes the formula; an interrupt leaves no file behind.
pub(crate) fn write(
    formula: &Formula,
    output: &mut Output,
    annotate: bool,
    interrupt: &Interrupt,
) -> Result<(), WriteError> {
    let written = formula.write_dimacs(&mut *output, annotate, || interrupt.is_raised());
    written.map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => {
            WriteError::Failed(Failure::plain("interrupted; the formula was not written"))
        }
        _ => output.error(&error),
    })
}

/// Named after the puzzle's file, else after the puzzle; in the current folder.
fn default_path(puzzle: &dyn Puzzle, file: Option<&str>) -> PathBuf {
    let stem = file.and_then(|file| Path::new(file).file_stem());
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.or_else(|| puzzle.file_stem());
    PathBuf::from(stem.unwrap_or_else(|| puzzle.kind().name.to_owned()) + ".cnf")
}

fn announce(args: &Generate, path: &Path, formula: &Formula) -> Result<(), WriteError> {
    let variables = formula.size().variables;
    let clauses = formula.size().total().clauses;
    let size = format!("({variables} variables, {clauses} clauses)");
    if path == Path::new("-") {
        args.show.note(&format!("Successfully wrote problem {size}"));
        return Ok(());
    }
    let mut output = Output::open(None)?;
    if args.show.json {
        let object = serde_json::json!({
            "file": path.display().to_string(), "variables": variables, "clauses": clauses,
        });
        output.print(&format!("{object}\n"))?;
    } else {
        let name = path.display();
        output.print(&format!("Successfully wrote problem to '{name}' {size}\n"))?;
    }
    output.commit()
}
