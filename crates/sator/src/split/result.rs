//! The result of a cube: written atomically, and checked when it is read.

use std::fmt::Display;
use std::fs::{self, File};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::folder::{ChunkLine, OUTPUTS, PROOFS, RESULTS, SplitFolder, Task};
use super::{Digest, SplitError};
use crate::model::split::Tree;

/// The answer to a cube or chunk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The number of its answers.
    Count(Vec<Tallied>),
    /// An answer in it, as `--json` prints it.
    Solution(Value),
    /// It has no answer.
    None,
    /// Its refutation.
    Proof {
        /// The size of the file.
        bytes: u64,
        /// The digest of the file.
        digest: Digest,
    },
    /// The answers to a chunk.
    Lines {
        /// The size of the file.
        bytes: u64,
        /// The digest of the file.
        digest: Digest,
        /// The number of puzzles that are answered in it.
        puzzles: usize,
        /// The exit status of `sator solve`.
        status: u8,
    },
}

/// Answers of a cube that count the same.
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
    /// The answer.
    pub answer: Answer,
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
    fn new(split: Digest, of: Digest, cube: usize, answer: Answer, milliseconds: u64) -> Self {
        let mut result = Self { cube, split, of, answer, milliseconds, digest: Digest::of("") };
        result.digest = result.own_digest();
        result
    }

    fn own_digest(&self) -> Digest {
        let bare = (self.cube, &self.split, &self.of, &self.answer, self.milliseconds);
        Digest::of(serde_json::to_string(&bare).unwrap_or_default())
    }
}

impl SplitFolder {
    /// The result of a cube with this line, if it is there and right.
    pub(super) fn result_of(&self, cube: usize, line: &str) -> Result<CubeResult, Invalid> {
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
        if result.split != self.id {
            return Err(unusable(
                "it is a result of another split, or split.json was changed after it was written",
            ));
        }
        if result.cube != cube {
            return Err(Invalid::Unusable(format!("it is the result of cube {}", result.cube)));
        }
        if result.of != Digest::of(line) {
            return Err(unusable("it is the result of a cube with other literals"));
        }
        self.check_answer(&result, line)?;
        Ok(result)
    }

    /// Checks that the answer is one to the task and to the cube with this line, and that its file is
    /// the one that was written.
    fn check_answer(&self, result: &CubeResult, line: &str) -> Result<(), Invalid> {
        let cube = result.cube;
        match (self.manifest.task, &result.answer) {
            (Task::Solve, Answer::None) | (Task::Solve | Task::Prove, Answer::Solution(_)) => {
                Ok(())
            }
            (Task::Count, Answer::Count(tallied)) => self.check_count(cube, line, tallied),
            (Task::Prove, Answer::Proof { bytes, digest }) => {
                is_same(&self.file_of(PROOFS, cube, "lrat"), *bytes, digest).map(drop)
            }
            (Task::Lines, Answer::Lines { bytes, digest, puzzles, .. }) => {
                let lines = is_same(&self.file_of(OUTPUTS, cube, "txt"), *bytes, digest)?;
                let chunk: ChunkLine = self.parse(line, cube).map_err(unusable)?;
                let expected = chunk.puzzles;
                // Boards take several lines each, and their number is that of the result.
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

    /// Checks that a count has numbers that can be those of the cube with this line.
    fn check_count(&self, cube: usize, line: &str, tallied: &[Tallied]) -> Result<(), Invalid> {
        let literals = self.literals(line, cube).map_err(unusable)?;
        let tree = Tree { orbits: self.orbits(), cubes: Vec::new() };
        let orbit = tree.orbit_of(&literals).len().max(1) as u64;
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

    /// The result of a cube, if it is there and right.
    pub fn result(&self, cube: usize) -> Result<Result<CubeResult, Invalid>, SplitError> {
        Ok(self.result_of(cube, &self.line(cube)?))
    }

    /// Writes the result of a cube beside its place and renames it.
    pub fn write_result(
        &self,
        cube: usize,
        answer: Answer,
        time: Duration,
    ) -> Result<(), SplitError> {
        let of = Digest::of(self.line(cube)?);
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let result = CubeResult::new(self.id.clone(), of, cube, answer, milliseconds);
        let place = self.file_of(RESULTS, cube, "json");
        let temporary = self.temporary(RESULTS, cube);
        let write = || {
            let mut file = File::create(temporary.path())?;
            file.write_all(format!("{}\n", serde_json::to_string(&result)?).as_bytes())?;
            fs::rename(temporary.path(), &place)
        };
        write().map_err(|error| SplitError::new(place, error))
    }

    /// A name for a file in progress, which no other process or machine uses. Its folder is made if it is
    /// not there: some copies drop empty folders.
    pub fn temporary(&self, folder: &str, cube: usize) -> Temporary {
        // If that fails, so does writing the file, with the reason.
        let _unmade = fs::create_dir_all(self.file(folder));
        let random = RandomState::new().build_hasher().finish();
        Temporary(self.file(folder).join(format!(".{cube}-{random:016x}.tmp")))
    }
}

/// The place of a file in progress. The file is removed in the end, unless it was renamed.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// The place.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _renamed = fs::remove_file(&self.0);
    }
}

/// A result that cannot be used.
fn unusable(reason: impl Display) -> Invalid {
    Invalid::Unusable(reason.to_string())
}

/// Checks that a file has this size and digest; returns the number of its lines.
fn is_same(file: &Path, bytes: u64, digest: &Digest) -> Result<usize, Invalid> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match File::open(file).and_then(Digest::of_lines) {
        Ok((found, length, lines)) if length == bytes && found == *digest => Ok(lines),
        Ok(_) => Err(Invalid::Unusable(format!("the file {name} was changed"))),
        Err(_) => Err(Invalid::Unusable(format!("the file {name} is not there"))),
    }
}
