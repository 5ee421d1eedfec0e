//! Many puzzles at once, from lines or from an array.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};
use sator::lines::{LineAnswer, LineSolver};
use sator_sat::backend::Budget;

use crate::error::Failure;
use crate::options::Options;
use crate::puzzle::kind_of;
use crate::run::{self, Done};

/// With fewer puzzles, the calling thread solves them itself.
const FEW: usize = 32;

/// A text for each puzzle, one after another in one string.
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn get(&self) -> Vec<&str> {
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.text[begin..end]).collect()
    }
}

fn solver(kind: Option<&str>, unique: bool) -> PyResult<LineSolver> {
    let kind = kind.map(kind_of).transpose()?;
    let solver = kind.map_or_else(LineSolver::default, LineSolver::of_kind);
    Ok(if unique { solver.unique() } else { solver })
}

/// Does the work for all puzzles. The time limit is that of each puzzle.
fn solve_all<T: Send + 'static>(
    py: Python<'_>,
    options: &Options,
    is_few: bool,
    work: impl Fn(&sator::Options) -> Result<T, Failure> + Send + Sync + 'static,
) -> PyResult<T> {
    let options = &options.options;
    let work = move |options: &sator::Options| {
        let value = work(options)?;
        Ok(Done::new(value, options.budget.exhausted()))
    };
    let done = if is_few && options.time_limit.is_none() {
        run::run(py, &sator::Options { threads: Some(1), ..options.clone() }, work)?
    } else {
        let mut options = options.clone();
        options.budget = Budget::default();
        run::run_apart(py, &options, work)?
    };
    Ok(done.value)
}

fn answers(
    py: Python<'_>,
    texts: Texts,
    solver: LineSolver,
    options: &Options,
) -> PyResult<Vec<LineAnswer>> {
    let is_few = texts.ends.len() < FEW;
    solve_all(py, options, is_few, move |options| {
        let lines = texts.get();
        let solver = solver.clone().recognising(&lines).options(options.clone());
        Ok(solver.solve(&lines))
    })
}

/// The solution of each text as a line; `None` where there is none, where the text is no puzzle, and
/// where it was asked whether the solution is the only one and it is not known to be. With
/// `is_strict` the first text that is no puzzle is an error.
#[pyfunction]
#[pyo3(signature = (texts, options, kind=None, unique=false, is_strict=false))]
pub(crate) fn solve_lines<'py>(
    py: Python<'py>,
    texts: &Bound<'py, PyList>,
    options: &Options,
    kind: Option<&str>,
    unique: bool,
    is_strict: bool,
) -> PyResult<Bound<'py, PyList>> {
    let mut all = Texts { text: String::new(), ends: Vec::with_capacity(texts.len()) };
    for text in texts {
        all.text += &text.cast::<PyString>()?.to_cow()?;
        all.ends.push(all.text.len());
    }
    let answers = answers(py, all, solver(kind, unique)?, options)?;
    refuse(&answers, is_strict)?;
    let line = |answer: &LineAnswer| answer.line().map(|line| PyString::new(py, line));
    PyList::new(py, answers.iter().map(line))
}

/// The answer to each line of a text, in the words of the command line. Blank lines and lines that
/// begin with `#` are left out.
#[pyfunction]
#[pyo3(signature = (text, options, kind=None, unique=false, is_strict=false))]
pub(crate) fn solve_text(
    py: Python<'_>,
    text: &str,
    options: &Options,
    kind: Option<&str>,
    unique: bool,
    is_strict: bool,
) -> PyResult<String> {
    let mut all = Texts { text: String::with_capacity(text.len()), ends: Vec::new() };
    let is_puzzle = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines().filter(is_puzzle) {
        all.text += line;
        all.ends.push(all.text.len());
    }
    let answers = answers(py, all, solver(kind, unique)?, options)?;
    refuse(&answers, is_strict)?;
    let mut lines = String::with_capacity(text.len());
    for answer in &answers {
        lines += &answer.to_string();
        lines.push('\n');
    }
    Ok(lines)
}

/// Solves the sudokus of an array: the bytes of its cells, 0 for an empty one.
#[pyfunction]
#[pyo3(signature = (n, cells, options, unique=false))]
pub(crate) fn solve_grids<'py>(
    py: Python<'py>,
    n: usize,
    cells: &Bound<'py, PyBytes>,
    options: &Options,
    unique: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let cells: Arc<[u8]> = cells.as_bytes().into();
    let is_few = cells.len() < FEW * n.saturating_mul(n).max(1);
    let solver = solver(Some("sudoku"), unique)?;
    let work = move |options: &sator::Options| {
        Ok(solver.clone().options(options.clone()).solve_grids(n, &cells)?)
    };
    Ok(PyByteArray::new(py, &solve_all(py, options, is_few, work)?))
}

/// The first failure of a solver, or with `is_strict` the first text that is no puzzle, as an error;
/// its line is its place among the texts, from 1.
fn refuse(answers: &[LineAnswer], is_strict: bool) -> Result<(), Failure> {
    for (number, answer) in (1..).zip(answers) {
        match answer {
            LineAnswer::Failed(error) => return Err(error.clone().into()),
            LineAnswer::Invalid(error) if is_strict => {
                return Err(sator::ParseError { line: number, ..error.clone() }.into());
            }
            _ => {}
        }
    }
    Ok(())
}
