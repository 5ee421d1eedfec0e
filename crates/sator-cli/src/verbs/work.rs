//! `sator work`: answers cubes of a split.

use std::fs::{self, File};
use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use sator::engine::Options;
use sator::split::{
    self, Answer, Digest, OUTPUTS, SplitError, SplitFolder, Task, WorkError, Worked,
};
use sator_sat::backend::Interrupt;
use sator_sat::clock::Instant;
use serde_json::json;

use super::{Outcome, VerbError, budget, solve, watch_for_interrupt};
use crate::args::{Solve, Work, solve_args};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// Names the cube with a solution, after which no other cube need be searched.
const FOUND: &str = "found";

/// How often a search looks whether another cube has a solution.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Work) -> Outcome {
    let interrupt = watch_for_interrupt();
    let folder = SplitFolder::open(&args.folder)?;
    let solve = solve_args(&folder.manifest.arguments)
        .map_err(|error| Failure::plain(format!("split.json: {error}")))?;
    let cubes = cubes(args, &folder)?;
    if cubes.len() > 1 {
        folder.load()?;
    }
    let mut worst = Status::Yes;
    for cube in cubes {
        if interrupt.is_raised() {
            return Ok(worst.max(Status::Stopped));
        }
        if !args.force && folder.result(cube)?.is_ok() {
            tell(args, cube, "known", &format!("cube {cube} has a result"))?;
        } else if let Some(found) = found(&folder).filter(|_| !args.force) {
            tell(args, cube, "needless", &left_out(cube, found))?;
        } else {
            let outcome = answer(args, &folder, cube, &solve, &interrupt);
            // A cube that cannot be answered does not keep the others from being answered.
            if let Err(VerbError::Failed(failure)) = outcome {
                args.show.complain(&failure);
                worst = worst.max(Status::Bad);
            } else {
                worst = worst.max(outcome?);
            }
        }
    }
    Ok(worst)
}

/// Says what became of a cube: in words, or by a line of JSON.
fn tell(args: &Work, cube: usize, status: &str, note: &str) -> Result<(), VerbError> {
    if args.show.json {
        output::print(&format!("{}\n", json!({ "cube": cube, "status": status })))?;
    } else {
        args.show.note(note);
    }
    Ok(())
}

/// The numbers of the cubes to answer.
fn cubes(args: &Work, folder: &SplitFolder) -> Result<Vec<usize>, Failure> {
    let all = folder.manifest.cubes;
    if args.cubes.is_empty() {
        return Ok((0..all).collect());
    }
    let mut cubes = Vec::new();
    for &(first, last) in args.cubes.iter().flat_map(|list| &list.0) {
        if last >= all {
            let most = all.saturating_sub(1);
            return Err(Failure::plain(format!("expected a cube from 0 to {most}, found {last}")));
        }
        cubes.extend(first..=last);
    }
    Ok(cubes)
}

/// Answers one cube and writes its result.
fn answer(
    args: &Work,
    folder: &SplitFolder,
    cube: usize,
    solve: &Solve,
    interrupt: &Interrupt,
) -> Outcome {
    let started = Instant::now();
    args.show.note(&format!("Working on cube {cube} of {}...", folder.manifest.title));
    let worked = match folder.manifest.task {
        Task::Lines => answer_lines(args, folder, cube, interrupt)?,
        _ => answer_cube(args, folder, cube, solve, interrupt)?,
    };
    let Worked::Answered(answer) = worked else {
        if let Some(found) = found(folder).filter(|_| !args.force && !interrupt.is_raised()) {
            tell(args, cube, "needless", &left_out(cube, found))?;
            return Ok(Status::Yes);
        }
        tell(args, cube, "stopped", &format!("cube {cube}: stopped, and nothing was written"))?;
        return Ok(Status::Stopped);
    };
    let is_found = matches!(answer, Answer::Solution(_));
    folder.write_result(cube, answer, started.elapsed())?;
    if is_found {
        // Only saves work: without the file the other cubes are searched.
        let _unwritten = fs::write(folder.file(FOUND), format!("{cube}\n"));
    }
    tell(args, cube, "answered", &format!("cube {cube} is answered"))?;
    Ok(Status::Yes)
}

/// Answers a cube of a puzzle, unless another cube turns out to have a solution.
fn answer_cube(
    args: &Work,
    folder: &SplitFolder,
    cube: usize,
    solve: &Solve,
    interrupt: &Interrupt,
) -> Result<Worked, WorkError> {
    let needless = interrupt.below();
    let options = Options {
        threads: args.threads.map(usize::from),
        budget: budget(args.timeout, &needless),
        is_single: true,
        ..solve.task.options(interrupt)
    };
    let mut progress = Progress::start(&args.show, "Working", "solutions");
    let mut report = |number, share| progress.search(number, share);
    if args.force || folder.manifest.task == Task::Count {
        return split::work(folder, cube, &options, &mut report);
    }
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        scope.spawn(move || {
            while is_done.recv_timeout(LOOK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if found(folder).is_some() {
                    needless.raise();
                }
            }
        });
        let worked = split::work(folder, cube, &options, &mut report);
        drop(done);
        worked
    })
}

fn left_out(cube: usize, found: usize) -> String {
    format!("cube {found} has a solution; cube {cube} is left out")
}

/// The cube with a solution, if one is known.
fn found(folder: &SplitFolder) -> Option<usize> {
    let cube = fs::read_to_string(folder.file(FOUND)).ok()?.trim().parse().ok()?;
    let result = folder.result(cube).ok()?.ok()?;
    matches!(result.answer, Answer::Solution(_)).then_some(cube)
}

/// Answers the puzzles of a chunk.
fn answer_lines(
    args: &Work,
    folder: &SplitFolder,
    cube: usize,
    interrupt: &Interrupt,
) -> Result<Worked, VerbError> {
    let (path, chunk) = folder.chunk(cube)?;
    if chunk.first_line > 1 {
        args.show.note(&format!("line 1 of this chunk is line {} of the list", chunk.first_line));
    }
    let in_progress = folder.temporary(OUTPUTS, cube);
    let temporary = in_progress.path();
    let mut words = folder.manifest.arguments.clone();
    words.extend(["-o".to_owned(), temporary.display().to_string(), "--quiet".to_owned()]);
    if let Some(threads) = args.threads {
        words.extend(["--threads".to_owned(), threads.to_string()]);
    }
    let solve = solve_args(&words).map_err(|error| Failure::plain(error.to_string()))?;
    let time = budget(args.timeout, interrupt);
    let fail = |error: io::Error| Failure::io(temporary.display().to_string(), &error);
    File::create(temporary).map_err(fail)?;
    let status = solve::run_lines(&solve, &path, &folder.manifest, &time)?;
    if time.exhausted().is_some() {
        return Ok(Worked::Stopped);
    }
    let digest = File::open(temporary).and_then(Digest::of_reader);
    let (digest, bytes) = digest.map_err(fail)?;
    fs::rename(temporary, folder.file_of(OUTPUTS, cube, "txt")).map_err(fail)?;
    Ok(Worked::Answered(Answer::Lines { bytes, digest, status: status.code() }))
}

impl From<SplitError> for Failure {
    fn from(error: SplitError) -> Self {
        Self::plain(error.to_string())
    }
}

impl From<WorkError> for Failure {
    fn from(error: WorkError) -> Self {
        Self::plain(error.to_string())
    }
}
