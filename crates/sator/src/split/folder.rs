//! The files of a split: the manifest and the cubes, written and read.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sator_sat::Lit;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Digest, scripts};
use crate::engine;
use crate::kind::Common;
use crate::model::Solution;
use crate::model::split::{Cube, Tree};
use crate::puzzle::{AnyPuzzle, ParseOptions};
use crate::puzzles;

/// The name of the manifest.
pub const MANIFEST: &str = "split.json";
/// The name of the file with the puzzle.
const PUZZLE: &str = "puzzle.txt";
/// The name of the file with a cube a line.
pub const CUBES: &str = "cubes.jsonl";
/// The folder of the chunks of a list.
pub const CHUNKS: &str = "chunks";
/// The folder of the results.
pub const RESULTS: &str = "results";
/// The folder of the refutations.
pub const PROOFS: &str = "proofs";
/// The folder of the outputs of chunks.
pub const OUTPUTS: &str = "outputs";

/// The task that is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// The number of solutions.
    Count,
    /// One solution.
    Solve,
    /// A proof that there is no solution, or no other.
    Prove,
    /// The output of `sator solve` for each puzzle of a list.
    Lines,
}

/// The manifest of a split.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the program that split the task.
    pub sator: String,
    /// The task.
    pub task: Task,
    /// The kind of the puzzle or of the puzzles, if it is known.
    pub puzzle: Option<String>,
    /// The title of the puzzle, or the name of the list.
    pub title: String,
    /// The options of `sator solve` for each part.
    pub arguments: Vec<String>,
    /// The number of cubes or chunks.
    pub cubes: usize,
    /// Orbits of cell variables under the symmetries of the puzzle, numbered as in DIMACS. A count
    /// visits the solutions with the first variable of an orbit and none of the orbits before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orbits: Vec<Vec<u32>>,
    /// The solution that is proved to be the only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Value>,
    /// A property that all puzzles of a list share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub common: Option<Common>,
    /// Whether a blank line separates the outputs of two chunks.
    #[serde(default)]
    pub has_gaps: bool,
    /// The digest of `puzzle.txt`; of a list, none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle_digest: Option<Digest>,
    /// The digest of `cubes.jsonl`.
    pub cubes_digest: Digest,
    /// The digest of all of this, which all results name.
    pub digest: Digest,
}

/// A line of `cubes.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CubeLine {
    /// Its number, from 0.
    pub cube: usize,
    /// The literals of cell variables, numbered as in DIMACS.
    pub literals: Vec<i32>,
    /// The estimated number of nodes of a search.
    pub size: f64,
}

/// A line of `cubes.jsonl` for a list of puzzles.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkLine {
    /// Its number, from 0.
    pub cube: usize,
    /// Its first line in the list, from 1.
    pub first_line: usize,
    /// The number of lines.
    pub lines: usize,
    /// The number of its puzzles: lines that are neither blank nor comments.
    pub puzzles: usize,
    /// The digest of the chunk's file.
    pub digest: Digest,
}

/// The content of a new split.
pub struct Draft {
    /// The manifest, whose digests are filled in.
    pub manifest: Manifest,
    /// The puzzle.
    pub puzzle: Option<AnyPuzzle>,
    /// The lines of `cubes.jsonl`.
    pub lines: Vec<String>,
}

/// Why a split cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct SplitError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

impl SplitError {
    pub(super) fn new(path: impl Into<PathBuf>, reason: impl fmt::Display) -> Self {
        Self { path: path.into(), reason: reason.to_string() }
    }

    fn io(path: impl Into<PathBuf>, error: &io::Error) -> Self {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "no such file; expected a folder that `sator split` wrote",
            io::ErrorKind::NotADirectory => {
                "expected a folder that `sator split` wrote, found none"
            }
            _ => return Self::new(path, error),
        };
        Self::new(path, reason)
    }
}

/// The reason for a file with a wrong digest.
const CHANGED: &str = "the file was changed after the split: restore it, or split again";

/// The error of a number that is no variable of the puzzle.
fn no_variable(file: &Path, place: &str, number: impl fmt::Display) -> SplitError {
    let reason = format!("{place}: the puzzle has no variable {number}; split again");
    SplitError::new(file, reason)
}

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Draft {
    /// Cubes of a puzzle.
    pub fn of_tree(
        task: Task,
        puzzle: &AnyPuzzle,
        tree: &Tree,
        solution: Option<Value>,
        arguments: Vec<String>,
    ) -> Self {
        let dimacs = |orbit: &Vec<u32>| orbit.iter().map(|variable| variable + 1).collect();
        let line = |(number, cube): (usize, &Cube)| {
            let literals = cube.literals.iter().map(|lit| lit.to_ipasir()).collect();
            let line = CubeLine { cube: number, literals, size: cube.size.round().min(f64::MAX) };
            serde_json::json!(line).to_string()
        };
        let mut manifest = Manifest::new(task, puzzle.title(), arguments);
        manifest.puzzle = Some(puzzle.kind().name.to_owned());
        manifest.orbits = tree.orbits.iter().map(dimacs).collect();
        manifest.solution = solution;
        let lines = tree.cubes.iter().enumerate().map(line).collect();
        Self { manifest, puzzle: Some(puzzle.clone()), lines }
    }

    /// Writes all files into an empty folder; the chunks of a list are there already.
    pub fn write(mut self, folder: &Path) -> io::Result<Manifest> {
        self.manifest.cubes = self.lines.len();
        if let Some(puzzle) = &self.puzzle {
            let text = puzzle.print();
            self.manifest.puzzle_digest = Some(Digest::of(&text));
            fs::write(folder.join(PUZZLE), text)?;
        }
        let text = self.lines.iter().fold(String::new(), |text, line| text + line + "\n");
        self.manifest.cubes_digest = Digest::of(&text);
        fs::write(folder.join(CUBES), text)?;
        fs::create_dir(folder.join(RESULTS))?;
        match self.manifest.task {
            Task::Prove => fs::create_dir(folder.join(PROOFS))?,
            Task::Lines => fs::create_dir(folder.join(OUTPUTS))?,
            Task::Count | Task::Solve => {}
        }
        scripts::write(folder, &self.manifest)?;
        self.manifest.digest = self.manifest.own_digest();
        let mut file = BufWriter::new(File::create(folder.join(MANIFEST))?);
        serde_json::to_writer(&mut file, &self.manifest)?;
        writeln!(file)?;
        file.flush()?;
        Ok(self.manifest)
    }
}

impl Manifest {
    /// The manifest of a task without cubes.
    pub fn new(task: Task, title: String, arguments: Vec<String>) -> Self {
        Self {
            sator: VERSION.to_owned(),
            task,
            puzzle: None,
            title,
            arguments,
            cubes: 0,
            orbits: Vec::new(),
            solution: None,
            common: None,
            has_gaps: false,
            puzzle_digest: None,
            cubes_digest: Digest::of(""),
            digest: Digest::of(""),
        }
    }

    fn own_digest(&self) -> Digest {
        let bare = Self { digest: Digest::of(""), ..self.clone() };
        Digest::of(serde_json::to_string(&bare).unwrap_or_default())
    }
}

/// An open split.
pub struct SplitFolder {
    path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    stated: OnceLock<Stated>,
    lines: OnceLock<CubeLines>,
}

/// The text of `cubes.jsonl`, and the places of its lines.
struct CubeLines {
    text: String,
    places: Vec<Range<usize>>,
}

impl CubeLines {
    fn new(text: String) -> Self {
        let mut places = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            places.push(start..start + line.trim_end().len());
            start += line.len();
        }
        Self { text, places }
    }
}

/// The puzzle of a split, and the orbits of its variables.
struct Stated {
    puzzle: AnyPuzzle,
    variables: u32,
    orbits: Tree,
}

/// What a cell has, or gets from a reader that may fail.
fn once<T>(
    cell: &OnceLock<T>,
    read: impl FnOnce() -> Result<T, SplitError>,
) -> Result<&T, SplitError> {
    if let Some(known) = cell.get() {
        return Ok(known);
    }
    let read = read()?;
    Ok(cell.get_or_init(|| read))
}

impl SplitFolder {
    /// Opens a folder that a split wrote.
    pub fn open(path: &Path) -> Result<Self, SplitError> {
        let file = path.join(MANIFEST);
        let text = fs::read_to_string(&file).map_err(|error| SplitError::io(&file, &error))?;
        let version = serde_json::from_str::<Value>(&text).ok();
        let version = version.as_ref().and_then(|it| it.get("sator")?.as_str());
        if let Some(version) = version.filter(|&version| version != VERSION) {
            let reason = format!(
                "split by sator {version}, and this is sator {VERSION}: use that version, or split \
                 again"
            );
            return Err(SplitError::new(file, reason));
        }
        let manifest = serde_json::from_str(&text);
        let manifest: Manifest = manifest.map_err(|error: serde_json::Error| {
            let is_cut = error.is_eof();
            let reason = if is_cut { "the file is cut off".to_owned() } else { error.to_string() };
            SplitError::new(&file, reason)
        })?;
        if manifest.digest != manifest.own_digest() {
            return Err(SplitError::new(file, CHANGED));
        }
        let path = path.to_owned();
        Ok(Self { path, manifest, stated: OnceLock::new(), lines: OnceLock::new() })
    }

    /// A file or folder in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// A file of cube K in one of its folders.
    pub fn file_of(&self, folder: &str, cube: usize, extension: &str) -> PathBuf {
        self.path.join(folder).join(format!("{cube}.{extension}"))
    }

    /// The puzzle, which is read once.
    pub fn puzzle(&self) -> Result<&AnyPuzzle, SplitError> {
        Ok(&self.stated()?.puzzle)
    }

    /// The orbits of the puzzle's variables, as a tree without cubes.
    pub fn orbits(&self) -> Result<&Tree, SplitError> {
        Ok(&self.stated()?.orbits)
    }

    fn stated(&self) -> Result<&Stated, SplitError> {
        once(&self.stated, || {
            let puzzle = self.read_puzzle()?;
            let variables = engine::instance(&puzzle).cells().variables();
            let variable = |&number: &u32| {
                let index = number.checked_sub(1).filter(|&it| it < variables);
                index.ok_or_else(|| no_variable(&self.file(MANIFEST), "an orbit", number))
            };
            let orbit = |orbit: &Vec<u32>| orbit.iter().map(variable).collect();
            let orbits = self.manifest.orbits.iter().map(orbit).collect::<Result<_, _>>()?;
            let orbits = Tree { orbits, cubes: Vec::new() };
            Ok(Stated { puzzle, variables, orbits })
        })
    }

    fn read_puzzle(&self) -> Result<AnyPuzzle, SplitError> {
        let file = self.file(PUZZLE);
        let text = fs::read_to_string(&file).map_err(|error| SplitError::io(&file, &error))?;
        if self.manifest.puzzle_digest.as_ref() != Some(&Digest::of(&text)) {
            return Err(SplitError::new(file, CHANGED));
        }
        let word = self.manifest.puzzle.as_deref().unwrap_or_default();
        let kind = puzzles::by_word(word).ok_or_else(|| {
            SplitError::new(self.file(MANIFEST), format!("unknown puzzle '{word}'"))
        })?;
        let read = kind.read(&text, &ParseOptions::default());
        read.map_err(|error| SplitError::new(file, error))
    }

    /// The line of one cube. The lines of all cubes must be those that were written.
    pub(super) fn line(&self, cube: usize) -> Result<&str, SplitError> {
        let file = self.file(CUBES);
        let lines = once(&self.lines, || {
            let text = fs::read_to_string(&file).map_err(|error| SplitError::io(&file, &error))?;
            let is_right = Digest::of(&text) == self.manifest.cubes_digest;
            let lines = CubeLines::new(text);
            if is_right {
                return Ok(lines);
            }
            let (all, found) = (self.manifest.cubes, lines.places.len());
            let difference = if all == found {
                "some lines were changed".to_owned()
            } else {
                format!("expected {all} lines, found {found}")
            };
            let reason = format!(
                "these are not the cubes that were split: {difference}; restore the file, or split \
                 again"
            );
            Err(SplitError::new(&file, reason))
        })?;
        let place = lines.places.get(cube).cloned();
        let line = place.and_then(|place| lines.text.get(place));
        line.ok_or_else(|| SplitError::new(file, format!("there is no line of cube {cube}")))
    }

    /// Reads the line of a cube.
    pub(super) fn parse<T: DeserializeOwned>(
        &self,
        line: &str,
        cube: usize,
    ) -> Result<T, SplitError> {
        let parsed = serde_json::from_str(line);
        parsed.map_err(|error| {
            SplitError::new(self.file(CUBES), format!("line {}: {error}", cube + 1))
        })
    }

    /// A cube, whose literals must be about variables of the puzzle.
    pub fn cube(&self, number: usize) -> Result<Cube, SplitError> {
        let parsed: CubeLine = self.parse(self.line(number)?, number)?;
        let place = format!("line {}", number + 1);
        let wrong = |reason: &str| SplitError::new(self.file(CUBES), format!("{place}: {reason}"));
        if parsed.cube != number {
            return Err(wrong(&format!("expected cube {number}, found cube {}", parsed.cube)));
        }
        let variables = self.stated()?.variables;
        let lit = |&number: &i32| {
            let lit = Lit::from_ipasir(number).map_err(|_| wrong("0 is no literal"))?;
            if lit.vidx32() < variables {
                return Ok(lit);
            }
            Err(no_variable(&self.file(CUBES), &place, number.unsigned_abs()))
        };
        let literals = parsed.literals.iter().map(lit).collect::<Result<_, _>>()?;
        Ok(Cube { literals, size: parsed.size })
    }

    /// The solution that is proved to be the only one, if that is the task.
    pub fn known_solution(&self) -> Result<Option<Solution>, SplitError> {
        let Some(solution) = &self.manifest.solution else { return Ok(None) };
        let checked = self.checked_solution(solution)?;
        checked.map(Some).map_err(|reason| SplitError::new(self.file(MANIFEST), reason))
    }

    /// A solution as `--json` prints it, checked by the rules of the puzzle; or what is wrong with it.
    pub(super) fn checked_solution(
        &self,
        solution: &Value,
    ) -> Result<Result<Solution, String>, SplitError> {
        Ok(match self.puzzle()?.check_text(&solution.to_string()) {
            Ok(checked) => checked.map_err(|broken| broken.to_string()),
            Err(error) => Err(error.to_string()),
        })
    }

    /// A chunk of a list, whose file must be the one that was written.
    pub fn chunk(&self, cube: usize) -> Result<(PathBuf, ChunkLine), SplitError> {
        let line = self.line(cube)?;
        let chunk: ChunkLine = self.parse(line, cube)?;
        let file = self.file_of(CHUNKS, cube, "txt");
        let found = File::open(&file).and_then(Digest::of_reader);
        let (digest, _) = found.map_err(|error| SplitError::io(&file, &error))?;
        if digest != chunk.digest {
            return Err(SplitError::new(file, CHANGED));
        }
        Ok((file, chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_estimate_can_be_read_again() {
        let puzzle =
            puzzles::by_word("queens").unwrap().read("8", &ParseOptions::default()).unwrap();
        let whole = Cube { literals: Vec::new(), size: f64::INFINITY };
        let tree = Tree { orbits: Vec::new(), cubes: vec![whole] };
        let draft = Draft::of_tree(Task::Count, &puzzle, &tree, None, Vec::new());
        let line: CubeLine = serde_json::from_str(&draft.lines[0]).unwrap();
        assert!(line.size.is_finite());
    }
}
