//! Failures as exceptions of the package: `sator.ParseError`, `sator.Stopped`, `sator.SatorError`.

use pyo3::prelude::*;
use sator::create::CreateError;
use sator::{EngineError, ParseError};
use sator_sat::backend::StopReason;

mod python {
    //! The exceptions, which are defined in Python.
    pyo3::import_exception!(sator._errors, SatorError);
    pyo3::import_exception!(sator._errors, ParseError);
    pyo3::import_exception!(sator._errors, Stopped);
    pyo3::import_exception!(sator._errors, Violation);
}

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A text or an argument is no puzzle.
    Parse(ParseError),
    /// A filled board violates a rule.
    Violation(String),
    /// The budget ended.
    Stopped(StopReason),
    /// Anything else, in words.
    Other(String),
    /// The library panicked, which is a bug.
    Panic(String),
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped(reason) => Self::Stopped(reason),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<sator::Error> for Failure {
    fn from(error: sator::Error) -> Self {
        match error {
            sator::Error::Parse(error) => Self::Parse(error),
            sator::Error::Violation(violation) => Self::Violation(violation.to_string()),
            sator::Error::Engine(error) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<CreateError> for Failure {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Stopped(reason) => Self::Stopped(reason),
            CreateError::Failed(error) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Parse(ParseError { line, column, message }) => {
                let known = |number: usize| (number > 0).then_some(number);
                python::ParseError::new_err((message, known(line), known(column)))
            }
            Failure::Violation(rule) => python::Violation::new_err(rule),
            Failure::Stopped(reason) => stopped(reason),
            Failure::Other(message) => python::SatorError::new_err(message),
            Failure::Panic(message) => python::SatorError::new_err(format!(
                "internal error: {message}; this is a bug in sator"
            )),
        }
    }
}

/// The exception for a budget that ended.
fn stopped(reason: StopReason) -> PyErr {
    python::Stopped::new_err((EngineError::Stopped(reason).to_string(), reason_word(reason)))
}

/// The value of `Stopped.reason`.
pub(crate) fn reason_word(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Conflicts => "conflicts",
        StopReason::Interrupted => "interrupted",
        StopReason::GaveUp => "gave up",
    }
}

impl Failure {
    /// The failure for an argument of Python code.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::Parse(ParseError::whole(message))
    }
}

/// The exception for an argument of Python code.
pub(crate) fn refused(message: impl Into<String>) -> PyErr {
    Failure::refused(message).into()
}
