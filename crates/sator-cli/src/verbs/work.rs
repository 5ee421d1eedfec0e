//! `sator work`: works on cubes of a split.

use std::fs;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use sator::engine::Options;
use sator::puzzles;
use sator::split::{
    self, CubeLock, CubeOutcome, OUTPUTS, SplitError, SplitFolder, Task, WorkError, Worked,
};
use sator_sat::backend::Interrupt;
use sator_sat::clock::Instant;
use serde_json::json;

use super::{Outcome, VerbError, budget, solve, watch_for_interrupt};
use crate::args::{Solve, Work};
use crate::failure::Failure;
use crate::input::Many;
use crate::output::{self, Output};
use crate::progress::Progress;
use sator::ask::Status;

/// Names the cube with a solution, after which no other cube need be searched.
const FOUND: &str = "found";

/// How often a search looks whether another cube has a solution.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Work) -> Outcome {
    let interrupt = watch_for_interrupt();
    let folder = SplitFolder::open(&args.folder)?;
    let solve = args
        .solve_args(&folder.manifest.arguments)
        .map_err(|error| Failure::plain(format!("split.json: {error}")))?;
    let cubes = cubes(args, &folder)?;
    // Without a list of cubes, several processes share all of them.
    let is_shared = args.cubes.is_empty() && !args.force;
    let mut working = Working { args, folder, solve, interrupt, is_shared, worst: Status::Yes };
    let left = working.pass(cubes, Pass::First)?;
    // Other processes may have ended since then, without results of the cubes that they had locked.
    working.pass(left, Pass::Last)?;
    Ok(working.worst)
}

/// First all cubes, then those that were locked by other processes.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    First,
    Last,
}

/// The run of the verb.
struct Working<'a> {
    args: &'a Work,
    folder: SplitFolder,
    solve: Solve,
    interrupt: Interrupt,
    /// Whether cubes are left out that other processes have locked.
    is_shared: bool,
    worst: Status,
}

impl Working<'_> {
    /// Works on cubes; returns those that other processes have locked.
    fn pass(&mut self, cubes: Vec<usize>, pass: Pass) -> Result<Vec<usize>, VerbError> {
        let mut left = Vec::new();
        for cube in cubes {
            if self.interrupt.is_raised() {
                self.worst = self.worst.max(Status::Stopped);
                break;
            }
            if self.is_done(cube)? {
                continue;
            }
            let lock = if self.is_shared { self.folder.lock(cube) } else { Some(CubeLock::none()) };
            let Some(_until_it_has_a_result) = lock else {
                if pass == Pass::Last {
                    let note = format!("another process is working on cube {cube}");
                    report(self.args, cube, "locked", &note)?;
                }
                left.push(cube);
                continue;
            };
            // Another process may have ended with it just before.
            if self.is_shared && self.is_done(cube)? {
                continue;
            }
            let status = self.work(cube)?;
            self.worst = self.worst.max(status);
        }
        Ok(left)
    }

    /// Whether a cube need not be worked on, which is reported.
    fn is_done(&self, cube: usize) -> Result<bool, VerbError> {
        let Self { args, folder, interrupt, .. } = self;
        if !args.force && folder.result(cube, &|| interrupt.is_raised())?.is_ok() {
            report(args, cube, "known", &format!("cube {cube} has a result"))?;
        } else if let Some(found) = found(folder, cube) {
            report(args, cube, NOT_NEEDED, &left_out(cube, found))?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Works on a cube. One that fails does not keep the others from being worked on.
    fn work(&self, cube: usize) -> Outcome {
        let Self { args, folder, solve, interrupt, .. } = self;
        match work(args, folder, cube, solve, interrupt) {
            Err(VerbError::Failed(failure)) => {
                args.show.complain(&failure);
                if args.show.json {
                    report(args, cube, "failed", "")?;
                }
                Ok(Status::Bad)
            }
            outcome => outcome,
        }
    }
}

/// The status of a cube that is left out because another one has a solution.
const NOT_NEEDED: &str = "not needed";

/// Reports the status of a cube: in words, or as a line of JSON.
fn report(args: &Work, cube: usize, status: &str, note: &str) -> Result<(), VerbError> {
    if args.show.json {
        output::print(&format!("{}\n", json!({ "cube": cube, "status": status })))?;
    } else {
        args.show.note(note);
    }
    Ok(())
}

/// The numbers of the cubes to work on.
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

/// Works on one cube and writes its result.
fn work(
    args: &Work,
    folder: &SplitFolder,
    cube: usize,
    solve: &Solve,
    interrupt: &Interrupt,
) -> Outcome {
    let started = Instant::now();
    args.show.note(&format!("Working on cube {cube} of {}...", folder.manifest.title));
    let worked = match folder.manifest.task {
        Task::Lines => work_on_chunk(args, folder, cube, solve, interrupt)?,
        _ => work_on_cube(args, folder, cube, solve, interrupt)?,
    };
    let Worked::Done(outcome, file) = worked else {
        if let Some(found) = found(folder, cube).filter(|_| !interrupt.is_raised()) {
            report(args, cube, NOT_NEEDED, &left_out(cube, found))?;
            return Ok(Status::Yes);
        }
        report(args, cube, "stopped", &format!("cube {cube}: stopped, and nothing was written"))?;
        return Ok(Status::Stopped);
    };
    let is_found = matches!(outcome, CubeOutcome::Solution(_));
    folder.write_result(cube, outcome, file.as_ref(), started.elapsed())?;
    if is_found {
        // Only saves work: without the file the other cubes are searched.
        let _unwritten = fs::write(folder.file(FOUND), format!("{cube}\n"));
    }
    report(args, cube, "answered", &format!("cube {cube} is answered"))?;
    Ok(Status::Yes)
}

/// Works on a cube of a puzzle, unless another cube turns out to have a solution.
fn work_on_cube(
    args: &Work,
    folder: &SplitFolder,
    cube: usize,
    solve: &Solve,
    interrupt: &Interrupt,
) -> Result<Worked, WorkError> {
    let is_not_needed = interrupt.below();
    let options = Options {
        threads: args.threads.map(usize::from),
        budget: budget(args.timeout, &is_not_needed),
        is_single: true,
        ..solve.task.options(interrupt)
    };
    let mut progress = Progress::start(&args.show, "Working", "solutions");
    let mut report = |number, share| progress.search(number, share);
    if folder.manifest.task == Task::Count {
        return split::work(folder, cube, &options, &mut report);
    }
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        scope.spawn(move || {
            while is_done.recv_timeout(LOOK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if found(folder, cube).is_some() {
                    is_not_needed.raise();
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

/// Another cube than this one with a solution, if one is known.
fn found(folder: &SplitFolder, cube: usize) -> Option<usize> {
    let found = fs::read_to_string(folder.file(FOUND)).ok()?.trim().parse().ok()?;
    let result = folder.result(found, &|| false).ok()?.ok()?;
    (matches!(result.outcome, CubeOutcome::Solution(_)) && found != cube).then_some(found)
}

/// Solves the puzzles of a chunk.
fn work_on_chunk(
    args: &Work,
    folder: &SplitFolder,
    cube: usize,
    solve: &Solve,
    interrupt: &Interrupt,
) -> Result<Worked, VerbError> {
    let (path, chunk) = folder.chunk(cube)?;
    let SplitFolder { manifest, .. } = folder;
    let kind = manifest.puzzle.as_deref().and_then(puzzles::by_word);
    let many = Many::of(&path, kind, manifest.common.clone())?;
    let many = many.part_of(&manifest.title, chunk.first_line);
    let place = folder.file(OUTPUTS).display().to_string();
    let fail = |error: io::Error| Failure::io(place.clone(), &error);
    let file = folder.temporary(OUTPUTS, cube).map_err(fail)?;
    let output = Output::to_file(place.clone(), file.file().map_err(fail)?);
    let time = budget(args.timeout, interrupt);
    let answered = solve::run_chunk(solve, many, output, &time)?;
    if time.exhausted().is_some() {
        return Ok(Worked::Stopped);
    }
    let no_result = |why: &str| Failure::plain(format!("chunk {cube} has no result: {why}"));
    if answered.has_failed {
        return Err(no_result("a puzzle could not be answered, or the answer not written").into());
    }
    let (found, expected) = (answered.puzzles, chunk.puzzles);
    if found != expected {
        return Err(no_result(&format!("expected {expected} answers, found {found}")).into());
    }
    let (digest, bytes) = file.digest().map_err(fail)?;
    let status = answered.status.code();
    Ok(Worked::Done(CubeOutcome::Lines { bytes, digest, puzzles: found, status }, Some(file)))
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
