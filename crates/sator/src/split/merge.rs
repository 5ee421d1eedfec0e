//! Merges the results of all cubes into the result of the whole task.

use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use sator_sat::Clauses;
use sator_sat::backend::StopReason;
use sator_sat::proof::{ComposeError, Composer};

use super::folder::{CUBES, RESULTS, SplitError, SplitFolder, Task};
use super::result::{CubeOutcome, CubeResult, Invalid};
use crate::engine::{self, Formula};
use crate::model::Solution;
use crate::model::split::{CubeCount, Tree, total};

/// The result of the whole task.
#[derive(Debug)]
pub enum Merged {
    /// The number of solutions.
    Count(BigUint),
    /// The first solution in the order of the cubes, and its cube.
    Solution(Solution, usize),
    /// No cube has a solution.
    None,
    /// Every cube is refuted; the files of the refutations, for [`compose`].
    Proofs(Vec<PathBuf>),
    /// The output for every chunk is there.
    Outputs(Vec<ChunkOutput>),
    /// Some cubes must be run.
    Incomplete(CubesToRun),
}

/// The output for a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkOutput {
    /// Its file.
    pub file: PathBuf,
    /// The exit status of `sator solve`.
    pub status: u8,
}

/// The cubes that have no result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CubesToRun {
    /// Those that were not run.
    pub missing: Vec<usize>,
    /// Those whose result cannot be used, and why.
    pub invalid: Vec<(usize, String)>,
    /// The number of all cubes.
    pub cubes: usize,
    /// Files among the results that belong to no cube.
    pub foreign: Vec<String>,
}

impl CubesToRun {
    /// All cubes to run.
    pub fn all(&self) -> Vec<usize> {
        let invalid = self.invalid.iter().map(|(cube, _)| *cube);
        let mut all: Vec<_> = self.missing.iter().copied().chain(invalid).collect();
        all.sort_unstable();
        all
    }
}

/// Numbers as `sator work --cube` takes them: `3,7..9`.
pub fn ranges(numbers: &[usize]) -> String {
    let mut text = String::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let follows = |(at, &number): (usize, &usize)| number == first + at;
        let length = rest.iter().enumerate().take_while(|&it| follows(it)).count();
        let comma = if text.is_empty() { "" } else { "," };
        let _infallible = match length {
            1 => write!(text, "{comma}{first}"),
            _ => write!(text, "{comma}{first}..{}", first + length - 1),
        };
        rest = &rest[length..];
    }
    text
}

/// Reads all results, and checks that the cubes are the leaves of a tree and that each has one.
pub fn merge(
    folder: &SplitFolder,
    stop: &dyn Fn() -> Option<StopReason>,
) -> Result<Merged, MergeError> {
    let (task, cubes) = (folder.manifest.task, folder.manifest.cubes);
    let tree = if task == Task::Lines { Tree::default() } else { checked_tree(folder)? };
    let mut to_run = CubesToRun { cubes, ..CubesToRun::default() };
    let mut results = Vec::new();
    for cube in 0..cubes {
        let result = folder.result(cube, &|| stop().is_some())?;
        if let Some(reason) = stop() {
            return Err(MergeError::Stopped(reason));
        }
        match result {
            Ok(result) => results.push(result),
            Err(Invalid::Missing) => to_run.missing.push(cube),
            Err(Invalid::Unusable(reason)) => to_run.invalid.push((cube, reason)),
        }
    }
    // One solution is enough, whatever the other cubes have.
    if let Some(found) = first_solution(folder, &results)? {
        return Ok(found);
    }
    if !to_run.missing.is_empty() || !to_run.invalid.is_empty() {
        to_run.foreign = foreign_files(folder, cubes);
        return Ok(Merged::Incomplete(to_run));
    }
    let file = |result: &CubeResult| folder.file_of_outcome(result.cube, &result.outcome);
    Ok(match task {
        Task::Count => Merged::Count(count(folder, &tree, &results)?),
        Task::Solve => Merged::None,
        Task::Prove => Merged::Proofs(results.iter().filter_map(file).collect()),
        Task::Lines => {
            let output = |result: &CubeResult| match result.outcome {
                CubeOutcome::Lines { status, .. } => {
                    file(result).map(|file| ChunkOutput { file, status })
                }
                _ => None,
            };
            Merged::Outputs(results.iter().filter_map(output).collect())
        }
    })
}

/// The cubes, if every solution of the puzzle lies in one of them.
fn checked_tree(folder: &SplitFolder) -> Result<Tree, SplitError> {
    let cubes = (0..folder.manifest.cubes).map(|cube| folder.cube(cube));
    let cubes = cubes.collect::<Result<_, _>>()?;
    let tree = Tree { orbits: folder.orbits()?.orbits.clone(), cubes };
    let puzzle = folder.puzzle()?;
    let symmetries = match folder.manifest.task {
        Task::Count => engine::symmetries(puzzle, &engine::instance(puzzle), false),
        _ => Vec::new(),
    };
    let checked = tree.check(&symmetries);
    checked.map_err(|fault| SplitError::new(folder.file(CUBES), fault))?;
    Ok(tree)
}

/// The first solution that a cube has.
fn first_solution(
    folder: &SplitFolder,
    results: &[CubeResult],
) -> Result<Option<Merged>, SplitError> {
    for result in results {
        if let CubeOutcome::Solution(solution) = &result.outcome
            && let Ok(solution) = folder.checked_solution(solution)?
        {
            return Ok(Some(Merged::Solution(solution, result.cube)));
        }
    }
    Ok(None)
}

fn count(folder: &SplitFolder, tree: &Tree, results: &[CubeResult]) -> Result<BigUint, SplitError> {
    let mut counts = Vec::new();
    for (cube, result) in tree.cubes.iter().zip(results) {
        let CubeOutcome::Count(tallied) = &result.outcome else { continue };
        let orbit = tree.orbit_of(&cube.literals).len().max(1);
        for part in tallied {
            let file = folder.file_of(RESULTS, result.cube, "json");
            let number = part.number.parse().map_err(|error| SplitError::new(file, error))?;
            counts.push((CubeCount { number, truths: part.truths }, orbit));
        }
    }
    let sum = total(counts.iter().map(|(count, orbit)| (count, *orbit)));
    let wrong = || {
        let reason = "the counts of symmetric solutions do not fit together: run all cubes again";
        SplitError::new(folder.file(RESULTS), reason)
    };
    sum.ok_or_else(wrong)
}

/// The files among the results that no cube has written.
fn foreign_files(folder: &SplitFolder, cubes: usize) -> Vec<String> {
    let entries = fs::read_dir(folder.file(RESULTS)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_result = |name: &str| {
        let number = name.strip_suffix(".json").and_then(|stem| stem.parse::<usize>().ok());
        number.is_some_and(|number| number < cubes && name == format!("{number}.json"))
    };
    let mut foreign: Vec<_> =
        names.filter(|name| !is_result(name) && !name.starts_with('.')).collect();
    foreign.sort();
    foreign
}

/// Composes the refutations of all cubes, which are in these files, into a proof of the formula, and writes
/// it. The result names the cubes whose refutations cannot be used, if there are any; then the proof is
/// incomplete.
pub fn compose<W: Write>(
    folder: &SplitFolder,
    proofs: &[PathBuf],
    formula: &Formula,
    (out, name): (W, &Path),
    stop: &dyn Fn() -> Option<StopReason>,
) -> Result<Vec<(usize, String)>, MergeError> {
    let mut clauses = Clauses::default();
    formula.write_clauses(&mut clauses);
    let mut composer = Composer::new(&clauses, BufWriter::new(out));
    let is_stopped = || stop().is_some();
    let mut unusable = Vec::new();
    for (cube, proof) in proofs.iter().enumerate() {
        let literals = folder.cube(cube)?.literals;
        let added = File::open(proof)
            .map_err(ComposeError::Io)
            .and_then(|file| composer.add(&literals, &mut BufReader::new(file), &is_stopped));
        match added {
            Ok(()) => {}
            Err(ComposeError::Stopped) => {
                return Err(MergeError::Stopped(stop().unwrap_or(StopReason::Interrupted)));
            }
            // The others are still looked at, so that all of them can be run again at once.
            Err(fault) => unusable.push((cube, fault.to_string())),
        }
    }
    if !unusable.is_empty() {
        return Ok(unusable);
    }
    let fail = |error: &dyn Display| SplitError::new(name, error);
    let finished = composer.finish().map_err(|fault| match fault {
        ComposeError::Io(error) => fail(&error),
        fault => SplitError::new(folder.file(CUBES), fault),
    })?;
    let mut out = finished.into_inner().map_err(|error| fail(error.error()))?;
    out.flush().map_err(|error| fail(&error))?;
    Ok(unusable)
}

/// Why results are not merged, though no cube's result is to blame.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The files of the split cannot be read, or the proof cannot be written.
    #[error(transparent)]
    Split(#[from] SplitError),
    /// The budget ended.
    #[error("stopped")]
    Stopped(StopReason),
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_are_listed_as_ranges() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0..2,5,7..8");
    }
}
