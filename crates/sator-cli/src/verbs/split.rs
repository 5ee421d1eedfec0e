//! `sator split`: cuts a task into cubes, or a list into chunks.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::time::Duration;

use sator::engine::{self, Options, Step};
use sator::puzzle::AnyPuzzle;
use sator::split::{self, CHUNKS, ChunkLine, Digest, Draft, Manifest, Task};
use sator_sat::backend::{Interrupt, StopReason};
use sator_sat::text::counted;
use serde_json::{Value, json};

use super::{Outcome, VerbError, budget, read_source, watch_for_interrupt};
use crate::args::{Split, TaskChoice};
use crate::failure::Failure;
use crate::input::{self, Content, Many, Reader};
use crate::lines::Copied;
use crate::output;
use crate::prove::NewFolder;
use sator::ask::Status;

/// Time limit of the search for a solution before a proof is split.
const TIME_FOR_SOLUTION: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &Split) -> Outcome {
    let interrupt = watch_for_interrupt();
    if args.task.solving.stats.stats {
        let message = "split and work print no statistics: each result has the time of its cube";
        return Err(Failure::plain(message).into());
    }
    let folder = NewFolder::open(&args.output)?;
    let input = &args.task.input;
    let reader = Reader::new(input);
    if reader.has_several() {
        return Err(Failure::plain("expected one puzzle or list to split, found several").into());
    }
    let item = reader.items().next().unwrap_or_default();
    let source = read_source(input, item, args.task.timeout(), &interrupt)??;
    let manifest = match (source.content, args.lines) {
        (Content::One(parsed), None) => cut(args, &parsed.puzzle?, &folder, &interrupt)?,
        (Content::Many(many), Some(lines)) => {
            let title = input::place(Path::new(item));
            let wanted = lines as usize;
            chunk(args, *many, title, wanted, folder.path(), &interrupt)?
        }
        (Content::One(parsed), Some(lines)) => {
            let many = list_of_one(&parsed.puzzle?, source.file.as_deref())?;
            let title = input::place(Path::new(item));
            chunk(args, many, title, lines as usize, folder.path(), &interrupt)?
        }
        (Content::Many(_), None) => {
            let message = "expected one puzzle, found several; --lines N cuts a list into chunks";
            return Err(Failure::plain(message).into());
        }
    };
    folder.put_in_place()?;
    report(args, &manifest)?;
    Ok(Status::Yes)
}

/// The list with one puzzle that a file holds in one line.
fn list_of_one(puzzle: &AnyPuzzle, file: Option<&Path>) -> Result<Many, Failure> {
    let refusal =
        || Failure::plain("expected a file with one puzzle a line for --lines, found one puzzle");
    let file = file.ok_or_else(refusal)?;
    let mut lines = Many::of(file, None, None)?.open().0;
    let copied = lines.copy(usize::MAX, &mut io::sink())?;
    if copied.map_err(|error| Failure::io(input::place(file), &error))?.puzzles != 1 {
        return Err(refusal());
    }
    Many::of(file, Some(puzzle.kind()), None)
}

/// Prints what was written.
fn report(args: &Split, manifest: &Manifest) -> Result<(), VerbError> {
    let folder = args.output.display();
    let things = if manifest.task == Task::Lines { "chunk" } else { "cube" };
    let text = if args.task.show.json {
        json!({ "folder": folder.to_string(), "task": manifest.task, "cubes": manifest.cubes })
            .to_string()
    } else {
        let number = counted(manifest.cubes, things);
        format!("Split {} into {number} in '{folder}'", manifest.title)
    };
    output::print(&(text + "\n"))?;
    let last = manifest.cubes.saturating_sub(1);
    args.task.show.note(&format!(
        "run {folder}/run.parallel.sh or another script there, or: sator work {folder} --cube K \
         (K from 0 to {last}); then: sator merge {folder}"
    ));
    Ok(())
}

/// Cuts the task of one puzzle into cubes.
fn cut(
    args: &Split,
    puzzle: &AnyPuzzle,
    folder: &NewFolder,
    interrupt: &Interrupt,
) -> Result<Manifest, VerbError> {
    let show = &args.task.show;
    puzzle.notes().iter().for_each(|note| show.remark(note));
    let options = args.task.options(interrupt);
    if args.answer.is_some() && args.what != TaskChoice::Prove {
        return Err(Failure::plain("--answer is for --task prove").into());
    }
    let solution = match args.what {
        TaskChoice::Prove => known_solution(args, puzzle, &options)?,
        TaskChoice::Count | TaskChoice::Solve => None,
    };
    show.note(&format!("Splitting {}...", puzzle.title()));
    let time = match args.what {
        // The time was for the solution.
        TaskChoice::Prove => None,
        TaskChoice::Count | TaskChoice::Solve => args.task.timeout(),
    };
    let options = Options { budget: budget(time, interrupt), ..options };
    let cubes = args.jobs.unwrap_or(1) as usize;
    let tree = split::split(puzzle, args.what.task(), cubes, &options)?;
    let draft = Draft::of_tree(args.what.task(), puzzle, &tree, solution, args.words());
    Ok(draft.write(folder.path()).map_err(|error| failure(args, &error))?)
}

/// The solution that is to be proved the only one; `None` to prove that there is none.
fn known_solution(
    args: &Split,
    puzzle: &AnyPuzzle,
    options: &Options,
) -> Result<Option<Value>, VerbError> {
    let solver = engine::prover(&options.backend, options.lowering);
    let solver = solver.map_err(|error| Failure::plain(error.to_string()))?;
    if matches!(solver, sator_sat::backend::Solver::Program(_)) {
        let message = "proofs of cubes are composed in LRAT: expected an embedded solver";
        return Err(Failure::plain(message).into());
    }
    let found = if let Some(file) = &args.answer {
        let place = input::place(file);
        let read = puzzle.check_text(&input::text(file)?);
        let read = read.map_err(|error| Failure::at(&place, error))?;
        Some(read.map_err(|broken| Failure::plain(format!("{place}: {broken}")))?)
    } else {
        let time = args.task.timeout().unwrap_or(TIME_FOR_SOLUTION);
        let options = options.clone().timeout(time);
        match engine::solutions(puzzle, &options).step()? {
            Step::Solution(solution) => Some(solution),
            Step::Exhausted => None,
            Step::Stopped(_) if options.budget.interrupt.is_raised() => {
                return Err(VerbError::Stopped(StopReason::Interrupted));
            }
            Step::Stopped(_) => {
                args.task.show.note("no solution was found in time; the cubes look for one");
                None
            }
        }
    };
    if found.is_some()
        && let Some(cell) = puzzle.unconstrained().first()
    {
        let message = format!("no clue constrains {cell}, so that no solution is the only one");
        return Err(Failure::plain(message).into());
    }
    Ok(found.map(|solution| puzzle.answer_json(&solution)))
}

/// The failure of input or output with the new folder.
fn failure(args: &Split, error: &io::Error) -> Failure {
    Failure::io(args.output.display().to_string(), error)
}

/// Cuts a list into chunks.
fn chunk(
    args: &Split,
    many: Many,
    title: String,
    wanted: usize,
    folder: &Path,
    interrupt: &Interrupt,
) -> Result<Manifest, VerbError> {
    let mut manifest = Manifest::new(Task::Lines, title, args.words());
    manifest.puzzle = many.kind.map(|kind| kind.name.to_owned());
    manifest.has_gaps = !many.answers_in_lines() && !args.task.show.json;
    manifest.common = many.common().cloned();
    let (mut lines, _) = many.open();
    let fail = |error: io::Error| failure(args, &error);
    fs::create_dir(folder.join(CHUNKS)).map_err(fail)?;
    let mut listed = Vec::new();
    loop {
        if interrupt.is_raised() {
            return Err(VerbError::Stopped(StopReason::Interrupted));
        }
        let path = folder.join(CHUNKS).join(format!("{}.txt", listed.len()));
        let mut file = BufWriter::new(File::create(&path).map_err(fail)?);
        let first_line = lines.next_number();
        let Copied { lines: copied, puzzles } = lines.copy(wanted, &mut file)?.map_err(fail)?;
        file.flush().map_err(fail)?;
        drop(file);
        if copied == 0 {
            fs::remove_file(path).map_err(fail)?;
            break;
        }
        let digest = File::open(&path).and_then(Digest::of_reader);
        let (digest, _) = digest.map_err(fail)?;
        let line = ChunkLine { cube: listed.len(), first_line, lines: copied, puzzles, digest };
        listed.push(serde_json::to_string(&line)?);
    }
    Ok(Draft { manifest, puzzle: None, lines: listed }.write(folder).map_err(fail)?)
}
