//! A puzzle of any kind, with every question.

use std::sync::Arc;

use pyo3::prelude::*;
use sator::engine::{self, LargeFormula};
use sator::explain::html::embedded;
use sator::kind::{Kind, ParseOptions};
use sator::puzzle::AnyPuzzle;
use sator::puzzles::{self, KINDS};
use sator::questions;
use sator::render::svg::Overlay;
use sator::render::{Board, Look, Panel, Picture, Theme};
use sator_sat::Lit;
use serde::Serialize;

use crate::cnf::Cnf;
use crate::error::{Failure, reason_word, refused};
use crate::integer::Integer;
use crate::options::Options;
use crate::run::{self, Attempt, Done, Outcome};
use crate::solutions::{Solution, Solutions};

/// A puzzle, read and valid.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Puzzle {
    pub(crate) puzzle: AnyPuzzle,
}

/// Values of the options of a kind, by their names.
type Values = Vec<(String, String)>;

#[pymethods]
impl Puzzle {
    /// Reads a text of this kind, or of any.
    #[staticmethod]
    #[pyo3(signature = (text, kind=None, format=None, values=Vec::new()))]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn read(
        py: Python<'_>,
        text: &str,
        kind: Option<&str>,
        format: Option<&str>,
        values: Values,
    ) -> PyResult<Self> {
        let kind = kind.map(kind_of).transpose()?;
        let values: Vec<_> = values.iter().map(|(name, value)| (&**name, &**value)).collect();
        for (name, value) in &values {
            check_value(kind, name, value)?;
        }
        let options = ParseOptions { format, values: &values, ..ParseOptions::default() };
        let read = || match kind {
            Some(kind) => kind.read(text, &options),
            None => puzzles::recognise(text, &options),
        };
        Ok(Self { puzzle: run::short(py, || Ok(read()?))? })
    }

    /// Reads the bytes of a file of this kind, or of any.
    #[staticmethod]
    #[pyo3(signature = (bytes, kind=None, format=None))]
    fn read_file(
        py: Python<'_>,
        bytes: &[u8],
        kind: Option<&str>,
        format: Option<&str>,
    ) -> PyResult<Self> {
        let kind = kind.map(kind_of).transpose()?;
        let options = ParseOptions { format, ..ParseOptions::default() };
        let read = || Ok(puzzles::read_file(bytes, kind, &options)?);
        Ok(Self { puzzle: run::short(py, read)? })
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.puzzle.kind().name
    }

    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || Ok(self.puzzle.title()))
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.puzzle.notes().to_vec()
    }

    /// The text that reads back as this puzzle.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || Ok(self.puzzle.print()))
    }

    /// The puzzle in the format of that name.
    fn convert(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        run::short(py, || {
            let printed = self.puzzle.kind().print(&*self.puzzle, format);
            printed.map_err(|error| Failure::refused(error.to_string()))
        })
    }

    /// The board as text.
    fn board(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || Ok(self.puzzle.board(None).to_text(Look::default())))
    }

    #[pyo3(signature = (numbered=false))]
    fn svg(&self, py: Python<'_>, numbered: bool) -> PyResult<String> {
        run::short(py, || Ok(board_svg(self.puzzle.board(None), numbered)))
    }

    fn solve(&self, py: Python<'_>, options: &Options) -> PyResult<Option<Solution>> {
        let puzzle = Arc::clone(&self.puzzle);
        let found = self.ask(py, options, move |puzzle, options| {
            match engine::solutions(puzzle, options).step()? {
                engine::Step::Solution(solution) => Ok(Done::complete(Some(solution))),
                engine::Step::Exhausted => Ok(Done::complete(None)),
                engine::Step::Stopped(reason) => Err(Failure::Stopped(reason)),
            }
        })?;
        let solution = |values| Solution { puzzle, values };
        Ok(found.only_complete()?.map(solution))
    }

    fn solutions(&self, options: &Options) -> Solutions {
        Solutions::new(Arc::clone(&self.puzzle), options.options.clone())
    }

    /// The number of solutions in hexadecimal digits, and why it is not exact, if so.
    #[pyo3(signature = (options, up_to_symmetry=false))]
    fn count(&self, py: Python<'_>, options: &Options, up_to_symmetry: bool) -> PyResult<Counted> {
        let counted = self.ask(py, options, move |puzzle, options| {
            Ok(if up_to_symmetry {
                digits(&questions::count_up_to_symmetry(puzzle, options)?)
            } else {
                digits(&questions::count(puzzle, options)?)
            })
        })?;
        Ok(counted.into())
    }

    fn is_unique(&self, py: Python<'_>, options: &Options) -> PyResult<bool> {
        let found = self.ask(py, options, |puzzle, options| {
            Ok(Done::complete(questions::is_unique(puzzle, options)?))
        })?;
        found.only_complete()
    }

    /// The possible values of each cell as JSON, and as a picture.
    fn candidates(&self, py: Python<'_>, options: &Options) -> PyResult<(String, String)> {
        let found = self.ask(py, options, |puzzle, options| {
            let found = questions::candidates(puzzle, options)?;
            let picture = svg(found.panel(puzzle));
            Ok(Done::new((json(&found)?, picture), found.stopped))
        })?;
        Ok(found.value)
    }

    /// The odds of mines as JSON, and as a picture; `None` if there is no layout.
    fn odds(&self, py: Python<'_>, options: &Options) -> PyResult<Option<(String, String)>> {
        let found = self.ask(py, options, |puzzle, options| {
            let Some(found) = questions::odds(puzzle, options)? else {
                return Ok(Done::complete(None));
            };
            let picture = svg(found.panel(puzzle));
            Ok(Done::new(Some((json(&found)?, picture)), found.stopped))
        })?;
        Ok(found.value)
    }

    #[pyo3(signature = (options, progress=None, steps=None))]
    fn explain(
        &self,
        py: Python<'_>,
        options: &Options,
        progress: Option<String>,
        steps: Option<Integer<usize>>,
    ) -> PyResult<Explanation> {
        let steps = steps.map(|it| it.0);
        if steps == Some(0) {
            return Err(refused("expected 1 step or more, found 0"));
        }
        let found = self.ask(py, options, move |puzzle, options| {
            let found = questions::explain(puzzle, progress.as_deref(), steps, options)?;
            // A step may be larger as well where time has ended.
            let stopped = found.stopped.or_else(|| options.budget.exhausted());
            Ok(Done::new(found, stopped))
        })?;
        Ok(Explanation { explanation: found.value })
    }

    /// The difficulty as JSON.
    fn rate(&self, py: Python<'_>, options: &Options) -> PyResult<String> {
        let found = self.ask(py, options, |puzzle, options| {
            let found = questions::rate(puzzle, options)?;
            let stopped = found.stopped.or_else(|| options.budget.exhausted());
            Ok(Done::new(json(&found)?, stopped))
        })?;
        Ok(found.value)
    }

    #[pyo3(signature = (options, reduced=false, large=false))]
    fn cnf(&self, py: Python<'_>, options: &Options, reduced: bool, large: bool) -> PyResult<Cnf> {
        let refusal = |refusal: LargeFormula| {
            Failure::Other(format!("{refusal}: choose another encoding, or large=True"))
        };
        let formula = self.ask(py, options, move |puzzle, options| {
            let (lowering, budget) = (options.lowering, &options.budget);
            if !large {
                LargeFormula::refuse_announced(puzzle, lowering).map_err(refusal)?;
            }
            let formula = if reduced {
                engine::reduced_formula(puzzle, lowering, budget)?
            } else {
                engine::formula(puzzle, None, lowering, budget)?
            };
            if !large {
                LargeFormula::refuse_counted(&formula).map_err(refusal)?;
            }
            Ok(Done::complete(formula))
        })?;
        Ok(Cnf::new(formula.only_complete()?))
    }

    /// The solution that a model of the formula stands for.
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn decode(&self, py: Python<'_>, model: Vec<Integer<i32>>) -> PyResult<Solution> {
        let literal = |number: &Integer<i32>| match number.0 {
            0 => Err(refused("expected literals other than 0, found 0")),
            number => Lit::from_ipasir(number).map_err(|_| refused("a literal is too large")),
        };
        let lits = model.iter().map(literal).collect::<PyResult<Vec<_>>>()?;
        let values = run::short(py, || {
            engine::fit_answer(&self.puzzle, &lits)
                .map_err(|error| Failure::Other(error.to_string()))
        })?;
        Ok(Solution { puzzle: Arc::clone(&self.puzzle), values })
    }

    /// Reads and checks a filled board.
    fn check(&self, py: Python<'_>, board: &str) -> PyResult<Solution> {
        let values = run::short(py, || {
            let checked = self.puzzle.check_text(board)?;
            checked.map_err(|violation| Failure::Violation(violation.to_string()))
        })?;
        Ok(Solution { puzzle: Arc::clone(&self.puzzle), values })
    }
}

impl Puzzle {
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        options: &Options,
        question: impl Fn(&AnyPuzzle, &sator::Options) -> Outcome<T> + Send + Sync + 'static,
    ) -> PyResult<Done<T>> {
        let puzzle = Arc::clone(&self.puzzle);
        let [rows, columns] = puzzle.board_size();
        let attempt = Attempt::for_size(rows.saturating_mul(columns));
        run::run(py, attempt, &options.options, move |options| question(&puzzle, options))
    }
}

/// An explanation.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Explanation {
    explanation: questions::Explanation,
}

#[pymethods]
impl Explanation {
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || json(&self.explanation))
    }

    /// The explanation as HTML, with a picture for each step, and its style.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || Ok(embedded(&self.explanation.to_html())))
    }
}

/// A number of solutions in hexadecimal digits, which Python reads at any length, and the value of
/// `Stopped.reason` if it is not exact.
pub(crate) type Counted = (String, Option<&'static str>);

pub(crate) fn digits(count: &questions::Count) -> Done<String> {
    Done::new(count.number.to_str_radix(16), count.stopped)
}

impl From<Done<String>> for Counted {
    fn from(done: Done<String>) -> Self {
        (done.value, done.stopped.map(reason_word))
    }
}

/// A picture of a board.
pub(crate) fn board_svg(board: Board, numbered: bool) -> String {
    svg(Panel::new(board, Overlay { numbered, ..Overlay::default() }))
}

/// A picture with its style.
fn svg(panel: Panel) -> String {
    Picture::of(panel).to_svg(Theme::Auto)
}

/// The names of the kinds of puzzles.
#[pyfunction]
pub(crate) fn kinds() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.name).collect()
}

/// The kind with this name.
pub(crate) fn kind_of(word: &str) -> PyResult<&'static Kind> {
    puzzles::by_word(&word.to_lowercase()).ok_or_else(|| {
        let known: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
        refused(format!("expected a kind of puzzle ({}), found '{word}'", known.join(", ")))
    })
}

fn check_value(kind: Option<&Kind>, name: &str, value: &str) -> PyResult<()> {
    let options = kind.iter().flat_map(|kind| kind.options);
    match options.clone().find(|option| option.name == name) {
        Some(option) => (option.check)(value).map_err(|error| refused(format!("{name}: {error}"))),
        None => Ok(()),
    }
}

pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Other(error.to_string()))
}
