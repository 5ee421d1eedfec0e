//! Merges the results of all cubes into the answer to the whole task.

use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use num_bigint::BigUint;
use sator_sat::Clauses;
use sator_sat::backend::StopReason;
use sator_sat::proof::{ComposeError, Composer};
use serde_json::Value;

use super::folder::{CUBES, MANIFEST, OUTPUTS, PROOFS, RESULTS, SplitError, SplitFolder, Task};
use super::result::{Answer, CubeResult, Invalid};
use crate::engine::{self, Formula};
use crate::model::Solution;
use crate::model::split::{Cube, CubeCount, Tree, total};
use crate::puzzle::AnyPuzzle;

/// The answer to the whole task.
#[derive(Debug)]
pub enum Merged {
    /// The number of answers.
    Count(BigUint),
    /// The first answer in the order of the cubes, and its cube.
    Solution(Solution, usize),
    /// No cube has an answer.
    None,
    /// The answers to all chunks are there; the exit status of each.
    Lines(Vec<u8>),
    /// Some cubes must be run.
    Incomplete(Unanswered),
}

/// The cubes that have no result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unanswered {
    /// Those that were not run.
    pub missing: Vec<usize>,
    /// Those whose result cannot be used, and why.
    pub invalid: Vec<(usize, String)>,
    /// The number of all cubes.
    pub cubes: usize,
    /// Files among the results that belong to no cube.
    pub foreign: Vec<String>,
}

impl Unanswered {
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
pub fn merge(folder: &SplitFolder) -> Result<Merged, SplitError> {
    let lines = folder.lines()?;
    let task = folder.manifest.task;
    let puzzle = if task == Task::Lines { None } else { Some(folder.puzzle()?) };
    let tree = match &puzzle {
        Some(puzzle) => checked_tree(folder, &lines, puzzle)?,
        None => Tree::default(),
    };
    let mut unanswered = Unanswered { cubes: lines.len(), ..Unanswered::default() };
    let mut results = Vec::new();
    for (cube, line) in lines.iter().enumerate() {
        match folder.result_of(cube, line) {
            Ok(result) => results.push(result),
            Err(Invalid::Missing) => unanswered.missing.push(cube),
            Err(Invalid::Unusable(reason)) => unanswered.invalid.push((cube, reason)),
        }
    }
    // One answer is enough, whatever the other cubes have.
    if let Some(puzzle) = &puzzle
        && let Some(found) = first_solution(folder, puzzle, &results, &mut unanswered)
    {
        return Ok(found);
    }
    if !unanswered.missing.is_empty() || !unanswered.invalid.is_empty() {
        unanswered.foreign = foreign_files(folder, lines.len());
        return Ok(Merged::Incomplete(unanswered));
    }
    match task {
        Task::Count => count(folder, &tree, &results),
        Task::Solve | Task::Prove => Ok(Merged::None),
        Task::Lines => Ok(Merged::Lines(results.iter().filter_map(status).collect())),
    }
}

fn status(result: &CubeResult) -> Option<u8> {
    match &result.answer {
        Answer::Lines { status, .. } => Some(*status),
        _ => None,
    }
}

/// The cubes, if every answer of the puzzle lies in one of them.
fn checked_tree(
    folder: &SplitFolder,
    lines: &[String],
    puzzle: &AnyPuzzle,
) -> Result<Tree, SplitError> {
    let mut cubes = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        cubes.push(Cube { literals: folder.literals(line, number)?, size: 0.0 });
    }
    let tree = Tree { orbits: folder.orbits(), cubes };
    let instance = engine::instance(puzzle);
    let symmetries = match folder.manifest.task {
        Task::Count => engine::symmetries(puzzle, &instance, false),
        _ => Vec::new(),
    };
    let checked = tree.check(&symmetries);
    checked.map_err(|fault| SplitError::new(folder.file(CUBES), fault))?;
    Ok(tree)
}

/// The first answer that a cube has, checked by the plain rules. A cube of a proof has another than the
/// one that is known.
fn first_solution(
    folder: &SplitFolder,
    puzzle: &AnyPuzzle,
    results: &[CubeResult],
    unanswered: &mut Unanswered,
) -> Option<Merged> {
    for result in results {
        let Answer::Solution(answer) = &result.answer else { continue };
        let reason = match puzzle.check_text(&answer.to_string()) {
            Ok(Ok(_)) if folder.manifest.answer.as_ref() == Some(answer) => {
                "it is the one that is known".to_owned()
            }
            Ok(Ok(solution)) => return Some(Merged::Solution(solution, result.cube)),
            Ok(Err(broken)) => broken.to_string(),
            Err(error) => error.to_string(),
        };
        unanswered.invalid.push((result.cube, format!("its answer is wrong: {reason}")));
    }
    None
}

fn count(folder: &SplitFolder, tree: &Tree, results: &[CubeResult]) -> Result<Merged, SplitError> {
    let mut counts = Vec::new();
    for (cube, result) in tree.cubes.iter().zip(results) {
        let Answer::Count(tallied) = &result.answer else { continue };
        let orbit = tree.orbit_of(&cube.literals).len().max(1);
        for part in tallied {
            let file = folder.file_of(RESULTS, result.cube, "json");
            let number = part.number.parse().map_err(|error| SplitError::new(file, error))?;
            counts.push((CubeCount { number, truths: part.truths }, orbit));
        }
    }
    let sum = total(counts.iter().map(|(count, orbit)| (count, *orbit)));
    let wrong = || {
        let reason = "the counts of symmetric answers do not fit together: run all cubes again";
        SplitError::new(folder.file(RESULTS), reason)
    };
    sum.map(Merged::Count).ok_or_else(wrong)
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

/// Composes the refutations of all cubes into a proof of the formula, and writes it. The result names the
/// cubes whose refutations cannot be used, if there are any; then the proof is incomplete.
pub fn compose<W: Write>(
    folder: &SplitFolder,
    formula: &Formula,
    (out, name): (W, &Path),
    stop: &dyn Fn() -> Option<StopReason>,
) -> Result<Vec<(usize, String)>, ComposeFault> {
    let mut clauses = Clauses::default();
    formula.write_clauses(&mut clauses);
    let mut composer = Composer::new(&clauses, BufWriter::new(out));
    let is_stopped = || stop().is_some();
    let mut unusable = Vec::new();
    for (cube, line) in folder.lines()?.iter().enumerate() {
        let literals = folder.literals(line, cube)?;
        let added = File::open(folder.file_of(PROOFS, cube, "lrat"))
            .map_err(ComposeError::Io)
            .and_then(|file| composer.add(&literals, &mut BufReader::new(file), &is_stopped));
        match added {
            Ok(()) => {}
            Err(ComposeError::Stopped) => {
                return Err(ComposeFault::Stopped(stop().unwrap_or(StopReason::Interrupted)));
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

/// Why no proof was composed, though no cube's proof is to blame.
#[derive(Debug, thiserror::Error)]
pub enum ComposeFault {
    /// The files of the split cannot be read, or the proof cannot be written.
    #[error(transparent)]
    Split(#[from] SplitError),
    /// The budget ended.
    #[error("stopped")]
    Stopped(StopReason),
}

impl SplitFolder {
    /// The text of the answers to a chunk.
    pub fn open_output(&self, cube: usize) -> Result<File, SplitError> {
        let file = self.file_of(OUTPUTS, cube, "txt");
        File::open(&file).map_err(|error| SplitError::new(file, error))
    }

    /// The answer that is proved to be the only one, if that is the task.
    pub fn known_answer(&self, puzzle: &AnyPuzzle) -> Result<Option<Solution>, SplitError> {
        let Some(answer) = &self.manifest.answer else { return Ok(None) };
        let text = Value::to_string(answer);
        match puzzle.check_text(&text) {
            Ok(Ok(solution)) => Ok(Some(solution)),
            Ok(Err(broken)) => Err(SplitError::new(self.file(MANIFEST), broken)),
            Err(error) => Err(SplitError::new(self.file(MANIFEST), error)),
        }
    }
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
