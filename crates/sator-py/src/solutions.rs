//! Solutions, and the lazy iterator over them.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use sator::engine::{self, Step};
use sator::model;
use sator::puzzle::AnyPuzzle;
use sator::render::Look;
use sator_sat::clock::Instant;

use crate::error::Failure;
use crate::puzzle::board_svg;
use crate::run::{self, Done};

/// A solution of a puzzle.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Solution {
    pub(crate) puzzle: AnyPuzzle,
    pub(crate) values: model::Solution,
}

#[pymethods]
impl Solution {
    /// The values of all cells, in the order of the model.
    fn values(&self) -> Vec<i32> {
        self.values.values.clone()
    }

    /// The solution as the command line's JSON.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || Ok(self.puzzle.answer_json(&self.values).to_string()))
    }

    fn line(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || Ok(self.puzzle.answer_line(&self.values)))
    }

    fn board(&self, py: Python<'_>) -> PyResult<String> {
        run::short(py, || Ok(self.puzzle.board(Some(&self.values)).to_text(Look::default())))
    }

    #[pyo3(signature = (numbered=false))]
    fn svg(&self, py: Python<'_>, numbered: bool) -> PyResult<String> {
        run::short(py, || Ok(board_svg(self.puzzle.board(Some(&self.values)), numbered)))
    }
}

/// Begins a search.
type Begin = Box<dyn FnOnce(&sator::Options) -> engine::Solutions + Send>;

/// A search, of which some solutions are found ahead: passing each from thread to thread would take
/// longer than finding it.
pub(crate) struct Search {
    state: State,
    options: sator::Options,
    ready: VecDeque<model::Solution>,
    /// The number of solutions to find at once.
    wanted: usize,
}

enum State {
    Fresh(Begin),
    Running(Box<engine::Solutions>),
    /// A failure is reported after the solutions before it.
    Over(Option<Failure>),
}

/// The most solutions that are found ahead.
const MOST: usize = 1024;

/// The time after which no more solutions are found ahead.
const AHEAD: Duration = Duration::from_millis(5);

impl Search {
    pub(crate) fn new(begin: Begin, options: sator::Options) -> Mutex<Self> {
        let state = State::Fresh(begin);
        Mutex::new(Self { state, options, ready: VecDeque::new(), wanted: 1 })
    }

    /// The next solution.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<model::Solution>> {
        if let Some(solution) = self.ready.pop_front() {
            return Ok(Some(solution));
        }
        let state = match mem::replace(&mut self.state, State::Over(None)) {
            State::Over(None) => return Ok(None),
            State::Over(Some(failure)) => return Err(failure.into()),
            other => Mutex::new(Some(other)),
        };
        if matches!(state.lock().as_deref(), Ok(Some(State::Fresh(_)))) {
            self.options = run::begun(&self.options);
        }
        let wanted = self.wanted;
        let done = run::run_apart(py, &self.options, move |options| {
            let state = state.lock().unwrap_or_else(PoisonError::into_inner).take();
            Ok(Done::complete(advance(state, options, wanted)))
        })?;
        (self.state, self.ready) = done.value;
        self.wanted = (2 * wanted).min(MOST);
        self.next(py)
    }
}

/// Finds some solutions.
fn advance(
    state: Option<State>,
    options: &sator::Options,
    wanted: usize,
) -> (State, VecDeque<model::Solution>) {
    let mut found = VecDeque::new();
    let mut search = match state {
        Some(State::Fresh(begin)) => Box::new(begin(options)),
        Some(State::Running(search)) => search,
        Some(State::Over(_)) | None => return (State::Over(None), found),
    };
    let started = Instant::now();
    while found.len() < wanted && (found.is_empty() || started.elapsed() < AHEAD) {
        match search.step() {
            Ok(Step::Solution(solution)) => found.push_back(solution),
            Ok(Step::Exhausted) => return (State::Over(None), found),
            Ok(Step::Stopped(reason)) => {
                return (State::Over(Some(Failure::Stopped(reason))), found);
            }
            Err(error) => return (State::Over(Some(error.into())), found),
        }
    }
    (State::Running(search), found)
}

/// The solutions of a puzzle, one after another.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Solutions {
    puzzle: AnyPuzzle,
    search: Mutex<Search>,
}

impl Solutions {
    pub(crate) fn new(puzzle: AnyPuzzle, options: sator::Options) -> Self {
        let own = Arc::clone(&puzzle);
        let begin = Box::new(move |options: &sator::Options| engine::solutions(&own, options));
        Self { puzzle, search: Search::new(begin, options) }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let solution = |values| Solution { puzzle: Arc::clone(&self.puzzle), values };
        Ok(next(py, &self.search)?.map(solution))
    }
}

/// The solutions of a model, one after another, as the values of all cells.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct ModelSolutions {
    pub(crate) search: Mutex<Search>,
}

#[pymethods]
impl ModelSolutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        Ok(next(py, &self.search)?.map(|solution| solution.values))
    }
}

/// The next solution. Two threads cannot wait for one iterator, as with Python's own generators.
fn next(py: Python<'_>, search: &Mutex<Search>) -> PyResult<Option<model::Solution>> {
    match search.try_lock() {
        Ok(mut search) => search.next(py),
        Err(_) => Err(Failure::Other("another thread is in this iterator".to_owned()).into()),
    }
}
