//! The formula of a puzzle or a model.

use pyo3::prelude::*;
use pyo3::types::PyList;
use sator::Interrupt;
use sator::engine::Formula;
use sator_sat::Lit;
use sator_sat::clauses::ClauseSink;

use crate::error::Failure;
use crate::run;

/// A formula in conjunctive normal form. Its clauses are made when they are asked for.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Cnf {
    formula: Formula,
}

impl Cnf {
    pub(crate) fn new(formula: Formula) -> Self {
        Self { formula }
    }
}

/// The literals of clauses, each followed by a 0.
#[derive(Default)]
struct Flat(Vec<i32>);

impl ClauseSink for Flat {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.extend(clause.iter().map(|lit| lit.to_ipasir()));
        self.0.push(0);
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

    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let flat = py.detach(|| {
            run::guarded(|| {
                let mut flat = Flat::default();
                self.formula.write_clauses(&mut flat);
                Ok(flat.0)
            })
        })?;
        let clauses = flat.split(|&literal| literal == 0);
        let clauses = clauses.take(self.__len__()).map(|clause| PyList::new(py, clause));
        PyList::new(py, clauses.collect::<PyResult<Vec<_>>>()?)
    }

    /// The formula in the DIMACS format.
    #[pyo3(signature = (annotate=false))]
    fn dimacs(&self, py: Python<'_>, annotate: bool) -> PyResult<String> {
        let text = py.detach(|| {
            run::guarded(|| {
                let mut text = Vec::new();
                let written = self.formula.write_dimacs(&mut text, annotate, &Interrupt::default());
                written.map_err(|error| Failure::Other(error.to_string()))?;
                String::from_utf8(text).map_err(|error| Failure::Other(error.to_string()))
            })
        })?;
        Ok(text)
    }

    /// The cell and the value that each cell variable stands for, from variable 1.
    fn meanings(&self) -> Vec<(String, i32)> {
        let atoms = self.formula.cells().atoms();
        atoms.map(|(_, name, value)| (name.to_string(), value)).collect()
    }
}
