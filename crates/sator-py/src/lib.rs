//! `sator._sator`: the native part of the Python package `sator`. It is thin: the classes that people
//! use, with their documentation, are in `python/sator`, and all puzzles in the crate `sator`.
//!
//! Nothing here holds Python's lock while it solves or draws. A panic becomes a `SatorError` (`run.rs`).

mod bulk;
mod cnf;
mod create;
mod error;
mod file;
mod integer;
mod model;
mod options;
mod puzzle;
mod run;
mod solutions;

use pyo3::prelude::*;

/// The native part of the package `sator`.
#[pymodule]
mod _sator {
    #[pymodule_export]
    use crate::bulk::{Lines, solve_grids, solve_text};
    #[pymodule_export]
    use crate::cnf::{Clauses, Cnf};
    #[pymodule_export]
    use crate::create::create;
    #[pymodule_export]
    use crate::file::write_text;
    #[pymodule_export]
    use crate::model::{Constraint, Model};
    #[pymodule_export]
    use crate::options::{Options, backends};
    #[pymodule_export]
    use crate::puzzle::{Explanation, Puzzle, kinds};
    #[pymodule_export]
    use crate::run::panic_for_test;
    #[pymodule_export]
    use crate::solutions::{ModelSolutions, Solution, Solutions};

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::run::silence_panics();
        module.add("EXAMINED_LINES", sator::lines::EXAMINED_LINES)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
