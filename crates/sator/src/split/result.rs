//! The result of a cube: written atomically, and checked when it is read.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::digest::Stoppable;
use super::folder::{ChunkLine, OUTPUTS, PROOFS, RESULTS, SplitFolder, Task};
use super::{Digest, SplitError, Temporary};
use crate::unfinished;

/// The outcome of work on a cube or chunk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CubeOutcome {
    /// The number of its solutions.
    Count(Vec<Tallied>),
    /// A solution in it, as `--json` prints it.
    Solution(Value),
    /// It has no solution.
    None,
    /// Its refutation.
    Proof {
        /// The size of the file.
        bytes: u64,
        /// The digest of the file.
        digest: Digest,
    },
    /// The output for a chunk.
    Lines {
        /// The size of the file.
        bytes: u64,
        /// The digest of the file.
        digest: Digest,
        /// The number of puzzles whose answers it has.
        puzzles: usize,
        /// The exit status of `sator solve`.
        status: u8,
    },
}

/// Solutions of a cube that count the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tallied {
    /// The number, in decimal digits.
    pub number: String,
    /// How many variables of the cube's orbit are true in each.
    pub truths: u64,
}

/// A valid result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CubeResult {
    /// The number of the cube.
    pub cube: usize,
    /// The digest of the manifest.
    split: Digest,
    /// The digest of the cube's line.
    of: Digest,
    /// The outcome.
    pub outcome: CubeOutcome,
    /// The time that it took.
    pub milliseconds: u64,
    /// The digest of all of this.
    digest: Digest,
}

/// Why a cube has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// There is no file.
    #[error("it was not run")]
    Missing,
    /// The file cannot be used.
    #[error("{0}")]
    Unusable(String),
}

impl CubeResult {
    fn new(
        split: Digest,
        of: Digest,
        cube: usize,
        outcome: CubeOutcome,
        milliseconds: u64,
    ) -> Self {
        let mut result = Self { cube, split, of, outcome, milliseconds, digest: Digest::of("") };
        result.digest = result.own_digest();
        result
    }

    fn own_digest(&self) -> Digest {
        let bare = (self.cube, &self.split, &self.of, &self.outcome, self.milliseconds);
        Digest::of(serde_json::to_string(&bare).unwrap_or_default())
    }
}

impl SplitFolder {
    /// The result of a cube with this line, if it is there and right.
    fn result_of(
        &self,
        cube: usize,
        line: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<CubeResult, Invalid> {
        let text = match fs::read_to_string(self.file_of(RESULTS, cube, "json")) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Invalid::Missing),
            Err(error) => return Err(Invalid::Unusable(error.to_string())),
        };
        let result: CubeResult = serde_json::from_str(&text).map_err(|error| {
            unusable(if error.is_eof() {
                "it is no result: the file is cut off"
            } else {
                "it is no result: the file is not what `sator work` writes"
            })
        })?;
        if result.digest != result.own_digest() {
            return Err(unusable("the result was changed"));
        }
        if result.split != self.manifest.digest {
            return Err(unusable("it is a result of another split"));
        }
        if result.cube != cube {
            return Err(Invalid::Unusable(format!("it is the result of cube {}", result.cube)));
        }
        if result.of != Digest::of(line) {
            return Err(unusable("it is the result of a cube with other literals"));
        }
        self.check_outcome(&result, line, stop)?;
        Ok(result)
    }

    /// Checks that the outcome is one of the task and of the cube with this line, and that its file is
    /// the one that was written.
    fn check_outcome(
        &self,
        result: &CubeResult,
        line: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Invalid> {
        let cube = result.cube;
        let file = self.file_of_outcome(cube, &result.outcome);
        let count_lines = |bytes, digest| is_same(&file.unwrap_or_default(), bytes, digest, stop);
        match (self.manifest.task, &result.outcome) {
            (Task::Solve, CubeOutcome::None) => Ok(()),
            (Task::Solve | Task::Prove, CubeOutcome::Solution(solution)) => {
                self.check_solution(solution)
            }
            (Task::Count, CubeOutcome::Count(tallied)) => self.check_count(cube, tallied),
            (Task::Prove, CubeOutcome::Proof { bytes, digest }) => {
                count_lines(*bytes, digest).map(drop)
            }
            (Task::Lines, CubeOutcome::Lines { bytes, digest, puzzles, .. }) => {
                let lines = count_lines(*bytes, digest)?;
                let chunk: ChunkLine = self.parse(line, cube).map_err(unusable)?;
                let expected = chunk.puzzles;
                // A board takes several lines, so the number of puzzles comes from the result.
                let found = if self.manifest.has_gaps { *puzzles } else { lines };
                if found == expected && *puzzles == expected {
                    return Ok(());
                }
                let reason = format!("expected {expected} answers, found {}", found.min(*puzzles));
                Err(Invalid::Unusable(reason))
            }
            _ => Err(Invalid::Unusable("it is the result of another task".to_owned())),
        }
    }

    /// Checks that a solution is right, and in a proof another than the one that is known.
    fn check_solution(&self, solution: &Value) -> Result<(), Invalid> {
        let checked = self.checked_solution(solution).map_err(unusable)?;
        let wrong = |reason: String| unusable(format!("its solution is wrong: {reason}"));
        checked.map_err(wrong)?;
        if self.manifest.solution.as_ref() == Some(solution) {
            return Err(wrong("it is the one that is known".to_owned()));
        }
        Ok(())
    }

    /// Checks that a count has numbers that can be those of the cube.
    fn check_count(&self, cube: usize, tallied: &[Tallied]) -> Result<(), Invalid> {
        let literals = self.cube(cube).map_err(unusable)?.literals;
        let orbit = self.orbits().map_err(unusable)?.orbit_of(&literals).len().max(1) as u64;
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
        if tallied.is_empty() {
            return Err(unusable("it has no count"));
        }
        for Tallied { number, truths } in tallied {
            if !is_number(number) {
                return Err(unusable(format!("expected a number in digits, found '{number}'")));
            }
            if !(1..=orbit).contains(truths) {
                let reason = format!("expected truths from 1 to {orbit}, found {truths}");
                return Err(Invalid::Unusable(reason));
            }
        }
        Ok(())
    }

    /// The result of a cube, if it is there and right. Once `stop` returns true, it is none that can be
    /// used.
    pub fn result(
        &self,
        cube: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Result<CubeResult, Invalid>, SplitError> {
        Ok(self.result_of(cube, self.line(cube)?, stop))
    }

    /// The file with the refutation or the output of an outcome. Its name has its digest, so that each of
    /// two runs of a cube at the same time has its own.
    pub fn file_of_outcome(&self, cube: usize, outcome: &CubeOutcome) -> Option<PathBuf> {
        let (folder, digest, extension) = match outcome {
            CubeOutcome::Proof { digest, .. } => (PROOFS, digest, "lrat"),
            CubeOutcome::Lines { digest, .. } => (OUTPUTS, digest, "txt"),
            CubeOutcome::Count(_) | CubeOutcome::Solution(_) | CubeOutcome::None => return None,
        };
        Some(self.file(folder).join(format!("{cube}-{digest}.{extension}")))
    }

    /// Puts the file of an outcome in place, if there is one, and then the result, each by renaming it. The
    /// file stays locked.
    pub fn write_result(
        &self,
        cube: usize,
        outcome: CubeOutcome,
        file: Option<&Temporary>,
        time: Duration,
    ) -> Result<(), SplitError> {
        let place_of_file = self.file_of_outcome(cube, &outcome);
        if let (Some(file), Some(place)) = (file, &place_of_file) {
            file.put(place).map_err(|error| SplitError::new(place, error))?;
        }
        let of = Digest::of(self.line(cube)?);
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let digest = self.manifest.digest.clone();
        let result = CubeResult::new(digest, of, cube, outcome, milliseconds);
        let place = self.file_of(RESULTS, cube, "json");
        let write = || {
            let temporary = self.new_file(RESULTS, cube)?;
            let text = serde_json::to_string(&result)?;
            temporary.file()?.write_all(format!("{text}\n").as_bytes())?;
            temporary.put(&place)
        };
        write().map_err(|error| SplitError::new(place, error))?;
        if let Some(folder) = place_of_file.as_deref().and_then(Path::parent) {
            self.remove_replaced(folder, cube);
        }
        Ok(())
    }

    /// Removes the files of a cube that its result does not name. A run locks its file until it has
    /// written its result.
    fn remove_replaced(&self, folder: &Path, cube: usize) {
        let prefix = format!("{cube}-");
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_its = entry.file_name().to_str().is_some_and(|name| name.starts_with(&prefix));
            let path = entry.path();
            // The result is read under the lock, so that it is newer than the file.
            if is_its
                && let Ok(Some(_lock)) = unfinished::try_lock(&path)
                && self.file_of_result(cube).is_some_and(|named| named != path)
            {
                let _unremoved = fs::remove_file(path);
            }
        }
    }

    /// The file that the result of a cube names.
    fn file_of_result(&self, cube: usize) -> Option<PathBuf> {
        let text = fs::read_to_string(self.file_of(RESULTS, cube, "json")).ok()?;
        let result: CubeResult = serde_json::from_str(&text).ok()?;
        self.file_of_outcome(cube, &result.outcome)
    }
}

/// A result that cannot be used.
fn unusable(reason: impl Display) -> Invalid {
    Invalid::Unusable(reason.to_string())
}

/// Checks that a file has this size and digest; returns the number of its lines.
fn is_same(
    file: &Path,
    bytes: u64,
    digest: &Digest,
    stop: &dyn Fn() -> bool,
) -> Result<usize, Invalid> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let read = File::open(file).and_then(|file| Digest::of_lines(Stoppable::new(file, stop)));
    match read {
        Ok((found, length, lines)) if length == bytes && found == *digest => Ok(lines),
        Ok(_) => Err(Invalid::Unusable(format!("the file {name} was changed"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(Invalid::Unusable(format!("the file {name} is not there")))
        }
        Err(error) => Err(Invalid::Unusable(format!("{name}: {error}"))),
    }
}
