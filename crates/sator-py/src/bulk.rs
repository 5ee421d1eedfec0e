//! Many puzzles at once, from lines, text or the cells of an array. They are solved in parts: between two
//! parts Ctrl-C is noticed, and the copies for the solver are of one part. Text is cut here, lists and
//! arrays in Python.

use std::borrow::Cow;
use std::mem;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyString};
use sator::lines::{LineAnswer, LineSolver, puzzle_lines};
use sator::puzzles::queens;
use sator_sat::backend::Budget;

use crate::error::Failure;
use crate::options::Options;
use crate::puzzle::kind_of;
use crate::run::{self, Attempt, Done};

/// With fewer puzzles, the calling thread tries to solve them itself.
const FEW: usize = 32;

/// Puzzles, one after another in one string.
#[derive(Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
    /// The line of each in a text, or its number in a list, from 1.
    lines: Vec<usize>,
}

impl Texts {
    fn push(&mut self, line: usize, text: &str) {
        self.text += text;
        self.ends.push(self.text.len());
        self.lines.push(line);
    }

    fn get(&self) -> Vec<&str> {
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.text[begin..end]).collect()
    }

    /// The number of characters, or of squares where a number stands for a board of queens.
    fn size(&self) -> usize {
        let size = |text: &str| match text.trim().parse::<usize>() {
            Ok(number) if number <= queens::LARGEST => number * number,
            _ => text.len(),
        };
        self.get().into_iter().map(size).sum()
    }
}

/// The state that all parts of a call share.
struct Batch {
    solver: LineSolver,
    options: sator::Options,
    /// Whether a text that is no puzzle is an error.
    is_strict: bool,
    /// Whether the kind and the notation that all puzzles share are known.
    is_recognised: bool,
    /// The number of puzzles of a list that are solved so far.
    solved: usize,
}

impl Batch {
    fn new(kind: Option<&str>, unique: bool, is_strict: bool, options: &Options) -> PyResult<Self> {
        let kind = kind.map(kind_of).transpose()?;
        let solver = kind.map_or_else(LineSolver::default, LineSolver::of_kind);
        let solver = if unique { solver.unique() } else { solver };
        let options = options.options.clone();
        Ok(Self { solver, options, is_strict, is_recognised: false, solved: 0 })
    }

    /// Takes the kind and the notation of all puzzles from these, unless they are known.
    fn recognise(&mut self, texts: &Texts) -> Result<(), Failure> {
        if !self.is_recognised {
            let solver = self.solver.clone();
            self.solver = run::guarded(|| Ok(solver.recognising(&texts.get())))?;
            self.is_recognised = true;
        }
        Ok(())
    }

    /// The answers to the next texts. The first ones tell the kind of all.
    fn answers(&mut self, py: Python<'_>, mut texts: Texts) -> PyResult<Vec<LineAnswer>> {
        let lines = mem::take(&mut texts.lines);
        self.recognise(&texts)?;
        let solver = self.solver.clone();
        let answers = self.run(py, (lines.len(), texts.size()), move |options| {
            Ok(solver.clone().options(options.clone()).solve(&texts.get()))
        })?;
        self.refuse(&lines, &answers)?;
        self.solved += lines.len();
        Ok(answers)
    }

    /// The solutions of the next grids, cell by cell.
    fn grids(&self, py: Python<'_>, n: usize, cells: Vec<u8>) -> PyResult<Vec<u8>> {
        let solver = self.solver.clone();
        let number = cells.len() / n.saturating_mul(n).max(1);
        self.run(py, (number, cells.len()), move |options| {
            Ok(solver.clone().options(options.clone()).solve_grids(n, &cells)?)
        })
    }

    /// Does the work for so many puzzles, with so many cells or characters. The time limit is that of
    /// each puzzle.
    fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        (number, size): (usize, usize),
        work: impl Fn(&sator::Options) -> Result<T, Failure> + Send + Sync + 'static,
    ) -> PyResult<T> {
        let options = &self.options;
        let work = move |options: &sator::Options| {
            let value = work(options)?;
            Ok(Done::new(value, options.budget.exhausted()))
        };
        let done = if options.time_limit.is_none() {
            let is_few = number < FEW && size <= run::MOST_QUICK;
            let attempt = if is_few { Attempt::OneThread } else { Attempt::None };
            run::run(py, attempt, options, work)?
        } else {
            let mut options = options.clone();
            options.budget = Budget::default();
            run::run_apart(py, &options, work)?
        };
        Ok(done.value)
    }

    /// The first failure of a solver, or the first text that is no puzzle, as an error.
    fn refuse(&self, lines: &[usize], answers: &[LineAnswer]) -> Result<(), Failure> {
        for (&line, answer) in lines.iter().zip(answers) {
            match answer {
                LineAnswer::Failed(error) => return Err(error.clone().into()),
                LineAnswer::Invalid(error) if self.is_strict => {
                    return Err(sator::ParseError { line, ..error.clone() }.into());
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Lines of one list, which are solved a chunk after another: the first ones tell the kind and the notation
/// of all.
#[pyclass(module = "sator._sator")]
pub(crate) struct Lines {
    batch: Batch,
}

#[pymethods]
impl Lines {
    #[new]
    #[pyo3(signature = (options, kind=None, unique=false, is_strict=false))]
    fn new(options: &Options, kind: Option<&str>, unique: bool, is_strict: bool) -> PyResult<Self> {
        Ok(Self { batch: Batch::new(kind, unique, is_strict, options)? })
    }

    /// Takes the kind and the notation of all lines from these, before they are solved.
    fn recognise(&mut self, texts: &Bound<'_, PyList>) -> PyResult<()> {
        let part = part_of(texts, 0)?;
        Ok(self.batch.recognise(&part)?)
    }

    /// The solution of each of the next texts as a line; `None` where there is none, where the text is
    /// no puzzle, and where it was asked whether the solution is the only one and it is not known
    /// to be. With `is_strict` the first text that is no puzzle is an error.
    fn solve<'py>(
        &mut self,
        py: Python<'py>,
        texts: &Bound<'py, PyList>,
    ) -> PyResult<Bound<'py, PyList>> {
        let part = part_of(texts, self.batch.solved)?;
        let answers = self.batch.answers(py, part)?;
        PyList::new(py, answers.iter().map(LineAnswer::line))
    }
}

/// The texts of a list without their line ends. `before` texts of the call come first.
fn part_of(texts: &Bound<'_, PyList>, before: usize) -> PyResult<Texts> {
    let mut part = Texts::default();
    for (at, text) in (before..).zip(texts) {
        let line = text.cast::<PyString>().map_err(|_| no_line(&text, at))?;
        // Half of a surrogate pair makes a line invalid, not all of them.
        let line = line.to_string_lossy();
        part.push(at + 1, line.trim_end_matches(['\r', '\n']));
    }
    Ok(part)
}

fn no_line(text: &Bound<'_, PyAny>, index: usize) -> PyErr {
    let found = text.get_type();
    let found = found.name().map_or_else(|_| "another type".to_owned(), |it| it.to_string());
    PyTypeError::new_err(format!("expected lines, found {found} at index {index}"))
}

/// The answer to each line of a text (`str` or `bytes`), in the words of the command line. Blank lines
/// and lines that begin with `#` are left out.
#[pyfunction]
#[pyo3(signature = (text, options, kind=None, unique=false, is_strict=false))]
pub(crate) fn solve_text(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    options: &Options,
    kind: Option<&str>,
    unique: bool,
    is_strict: bool,
) -> PyResult<String> {
    let mut batch = Batch::new(kind, unique, is_strict, options)?;
    let mut lines = String::new();
    let (mut begin, mut first_line) = (0, 1);
    while let Some(end) = end_of_part(text, begin)? {
        let part = text.get_item(PySlice::new(py, begin as isize, end as isize, 1))?;
        let part = decoded(&part)?;
        let mut puzzles = Texts::default();
        puzzle_lines(&part).for_each(|(index, line)| puzzles.push(first_line + index, line));
        first_line += part.lines().count();
        for answer in batch.answers(py, puzzles)? {
            lines += &answer.to_string();
            lines.push('\n');
        }
        py.check_signals()?;
        begin = end;
    }
    Ok(lines)
}

/// The place after the last line of the part of a text that begins here; `None` at the end.
fn end_of_part(text: &Bound<'_, PyAny>, begin: usize) -> PyResult<Option<usize>> {
    /// Python gives a copy of a part: a text of gigabytes would take seconds.
    const SIZE: usize = 1 << 23;
    let length = text.len()?;
    if begin >= length {
        return Ok(None);
    }
    let line_end = match text.cast::<PyString>() {
        Ok(_) => PyString::new(text.py(), "\n").into_any(),
        Err(_) => PyBytes::new(text.py(), b"\n").into_any(),
    };
    let found: isize =
        text.call_method1("find", (line_end, begin.saturating_add(SIZE)))?.extract()?;
    Ok(Some(usize::try_from(found).map_or(length, |found| found + 1)))
}

/// Text, or bytes; those that are no characters are replaced.
fn decoded<'a>(part: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    match part.cast::<PyBytes>() {
        Ok(bytes) => Ok(String::from_utf8_lossy(bytes.as_bytes())),
        Err(_) => Ok(part.cast::<PyString>()?.to_string_lossy()),
    }
}

/// Solves sudokus of an array: the bytes of their cells, 0 for an empty one.
#[pyfunction]
#[pyo3(signature = (n, cells, options, unique=false))]
pub(crate) fn solve_grids<'py>(
    py: Python<'py>,
    n: usize,
    cells: &Bound<'py, PyBytes>,
    options: &Options,
    unique: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let batch = Batch::new(Some("sudoku"), unique, false, options)?;
    let solved = batch.grids(py, n, cells.as_bytes().to_vec())?;
    Ok(PyBytes::new(py, &solved))
}
