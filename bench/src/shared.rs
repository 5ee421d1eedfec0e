//! The open puzzles in `../shared/data`, with their stored results.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The side length of a common sudoku.
pub(crate) const SIZE: usize = 9;

/// The result of a search for two answers of a 9×9 sudoku.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Verdict {
    /// 0, 1, or 2 for two or more.
    pub(crate) number: usize,
    /// The first answer, if there is one.
    pub(crate) first: [u8; SIZE * SIZE],
}

/// A 9×9 sudoku of a list.
pub(crate) struct Listed {
    /// Its 81 characters.
    pub(crate) line: String,
    number: u64,
    pub(crate) answer: String,
}

impl Listed {
    /// Compares a result with the stored one. A wrong answer ends the run.
    pub(crate) fn confirm(&self, verdict: &Verdict, solver: &str) {
        let Self { line, number, answer } = self;
        assert_eq!(verdict.number as u64, (*number).min(2), "{solver}: the answers of {line}");
        if *number == 1 {
            let found = verdict.first.map(|value| char::from(b'0' + value));
            assert_eq!(&found.iter().collect::<String>(), answer, "{solver}: the answer of {line}");
        }
    }
}

/// A list of 9×9 sudokus, `puzzle count answer` on each line; empty if the file is absent.
pub(crate) fn list(name: &str) -> Vec<Listed> {
    let text = text(&format!("sudoku9/{name}.txt"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let listed = lines.map(|line| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let mut word = || words.next().unwrap_or_default();
        let (line, number, answer) = (word(), word(), word());
        Listed { line, number: number.parse().expect("the number of answers"), answer }
    });
    listed.collect()
}

/// The puzzles of a file of JSON lines; none if it is absent.
pub(crate) fn objects(file: &str) -> Vec<Value> {
    let text = text(file);
    text.lines().map(|line| serde_json::from_str(line).expect("the files hold JSON")).collect()
}

fn text(file: &str) -> String {
    data(file).and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default()
}

/// A shared file or folder, if it exists.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    Some(root().join("../shared/data").join(name)).filter(|path| path.exists())
}

/// The folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The values of a stored grid, row by row.
pub(crate) fn values(grid: &Value) -> Option<Vec<i32>> {
    let rows = grid.as_array()?.iter();
    let cells =
        rows.flat_map(|row| row.as_array().map_or(std::slice::from_ref(row), Vec::as_slice));
    Some(cells.filter_map(Value::as_i64).map(|value| value as i32).collect())
}
