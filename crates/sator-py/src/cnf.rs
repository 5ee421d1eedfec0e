//! The formula of a puzzle or a model.

use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyList;
use sator::engine::Formula;
use sator_sat::Lit;
use sator_sat::backend::StopReason;
use sator_sat::clauses::{ClauseSink, Stoppable};

use crate::error::{Failure, refused};
use crate::file::{NewFile, os_error};
use crate::integer::Integer;
use crate::run::{self, Done, Outcome};

/// A formula in conjunctive normal form. Its clauses are made when they are asked for.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Cnf {
    formula: Arc<Formula>,
}

/// The most clauses that are held in memory.
const MOST_CLAUSES: usize = 100_000_000;

/// The literals of clauses, each followed by a 0.
#[derive(Default)]
struct Flat(Vec<i32>);

impl ClauseSink for Flat {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.extend(clause.iter().map(|lit| lit.to_ipasir()));
        self.0.push(0);
    }
}

/// The clauses of a formula as lists of lists. Between two of these Ctrl-C is noticed.
#[pyclass(module = "sator._sator")]
pub(crate) struct Clauses {
    /// Literals, and a 0 after each clause.
    flat: Vec<i32>,
    /// The place of the next clause.
    begin: usize,
}

#[pymethods]
impl Clauses {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        /// The number of literals, with the 0 after each clause, from which a list is long enough.
        const ENOUGH: usize = 1 << 17;
        py.check_signals()?;
        let rest = &self.flat[self.begin..];
        let clauses = PyList::empty(py);
        let mut taken = 0;
        for clause in rest.split_inclusive(|&literal| literal == 0) {
            clauses.append(PyList::new(py, &clause[..clause.len() - 1])?)?;
            taken += clause.len();
            if taken >= ENOUGH {
                break;
            }
        }
        self.begin += taken;
        Ok((taken > 0).then_some(clauses))
    }
}

impl Cnf {
    pub(crate) fn new(formula: Formula) -> Self {
        Self { formula: Arc::new(formula) }
    }

    /// Makes something of all clauses, on a thread of its own.
    fn with<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl Fn(&Formula, &sator::Options) -> Outcome<T> + Send + Sync + 'static,
    ) -> PyResult<T> {
        let formula = Arc::clone(&self.formula);
        let options = run::begun(&sator::Options::new());
        run::run_apart(py, &options, move |options| work(&formula, options))?.only_complete()
    }

    fn expect_room(&self) -> PyResult<()> {
        match self.__len__() {
            ..=MOST_CLAUSES => Ok(()),
            number => Err(refused(format!("{number} clauses are too many: write them to a file"))),
        }
    }
}

#[pymethods]
impl Cnf {
    #[getter]
    fn variables(&self) -> u32 {
        self.formula.size().variables
    }

    /// The number of clauses.
    fn __len__(&self) -> usize {
        self.formula.size().total().clauses as usize
    }

    /// The clauses, a part at a time.
    fn clauses(&self, py: Python<'_>) -> PyResult<Clauses> {
        self.expect_room()?;
        let flat = self.with(py, |formula, options| {
            let mut flat = Flat::default();
            let stop = || options.budget.interrupt.is_raised();
            formula.write_clauses(&mut Stoppable::new(&mut flat, &stop));
            Ok(Done::new(flat.0, stop().then_some(StopReason::Interrupted)))
        })?;
        Ok(Clauses { flat, begin: 0 })
    }

    /// The formula in the DIMACS format.
    #[pyo3(signature = (annotate=false))]
    fn dimacs(&self, py: Python<'_>, annotate: bool) -> PyResult<String> {
        self.expect_room()?;
        self.with(py, move |formula, options| {
            let mut text = Vec::new();
            let written = formula.write_dimacs(&mut text, annotate, &options.budget.interrupt);
            written.map_err(|error| Failure::Other(error.to_string()))?;
            let text = String::from_utf8(text);
            Ok(Done::complete(text.map_err(|error| Failure::Other(error.to_string()))?))
        })
    }

    /// Writes the formula to a file in the DIMACS format, clause by clause as they are made.
    #[pyo3(signature = (path, annotate=false))]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn write(&self, py: Python<'_>, path: PathBuf, annotate: bool) -> PyResult<()> {
        let file = NewFile::create(&path).map_err(|error| os_error(error, &path))?;
        let opener = file.opener();
        let written = self.with(py, move |formula, options| {
            let write = || -> io::Result<()> {
                let out = BufWriter::new(opener.open()?);
                formula.write_dimacs(out, annotate, &options.budget.interrupt)
            };
            Ok(Done::complete(write()))
        })?;
        written.and_then(|()| file.commit()).map_err(|error| os_error(error, &path))
    }

    /// The cell and the value that a variable stands for; `None` if it is auxiliary, or none.
    fn meaning(&self, variable: Integer<u32>) -> Option<(String, i32)> {
        let cells = self.formula.cells();
        let index = variable.0.checked_sub(1).filter(|&index| index < cells.variables())?;
        let (cell, value) = cells.cell_of(Lit::positive(index));
        Some((cells.name(cell).to_string(), value))
    }
}
