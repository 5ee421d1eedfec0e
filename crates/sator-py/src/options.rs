//! How to solve, from the keyword arguments of Python's methods.

use std::time::Duration;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use sator::Method;
use sator_sat::backend::BACKENDS;

use crate::error::refused;
use crate::integer::Integer;

/// The options of a question.
#[pyclass(frozen, module = "sator._sator")]
pub(crate) struct Options {
    pub(crate) options: sator::Options,
}

#[pymethods]
impl Options {
    #[new]
    #[pyo3(signature = (timeout=None, backend=None, seed=None, threads=None, encoding=None))]
    fn new(
        timeout: Option<Seconds>,
        backend: Option<&str>,
        seed: Option<Integer<u64>>,
        threads: Option<Integer<usize>>,
        encoding: Option<&str>,
    ) -> PyResult<Self> {
        let (seed, threads) = (seed.map(|it| it.0), threads.map(|it| it.0));
        let mut options = sator::Options { seed, threads, ..sator::Options::new() };
        if let Some(Seconds(seconds)) = timeout {
            options.time_limit = Some(duration(seconds)?);
        }
        if threads == Some(0) {
            return Err(refused("expected 1 thread or more, found 0"));
        }
        if let Some(name) = backend {
            options.backend = name.parse::<Method>().map_err(|error| refused(error.to_string()))?;
        }
        if let Some(name) = encoding {
            options.lowering = name.parse().map_err(|error| refused(format!("{error}")))?;
        }
        Ok(Self { options })
    }
}

/// A number of seconds. A whole number that no floating-point number reaches is infinite.
#[derive(Clone, Copy)]
struct Seconds(f64);

impl<'a, 'py> FromPyObject<'a, 'py> for Seconds {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match value.extract::<f64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                let infinite = if value.gt(0)? { f64::INFINITY } else { f64::NEG_INFINITY };
                Ok(Self(infinite))
            }
            seconds => Ok(Self(seconds?)),
        }
    }
}

/// A number of seconds as a time. More than any clock can represent is no limit.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    if seconds.is_nan() || seconds < 0.0 {
        return Err(refused(format!("expected a number of seconds from 0, found {seconds}")));
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// The names of the solvers of this build.
#[pyfunction]
pub(crate) fn backends() -> Vec<&'static str> {
    BACKENDS.iter().map(|entry| entry.name).collect()
}
