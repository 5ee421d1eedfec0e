//! Integers as arguments.

use std::fmt::Display;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::error::refused;

/// An integer from Python. One that does not fit is refused with the range, instead of an
/// `OverflowError` about the conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Integer<T>(pub(crate) T);

/// The types that arguments have.
pub(crate) trait Range: Display {
    const MIN: Self;
    const MAX: Self;
}

macro_rules! ranges {
    ($($number:ty),*) => {
        $(impl Range for $number {
            const MIN: Self = <$number>::MIN;
            const MAX: Self = <$number>::MAX;
        })*
    };
}

ranges!(i32, i64, u32, u64, usize);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Integer<T>
where
    T: Range + FromPyObject<'a, 'py>,
{
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        value.extract::<T>().map(Self).map_err(|error| {
            let error: PyErr = error.into();
            if !error.is_instance_of::<PyOverflowError>(value.py()) {
                return error;
            }
            let (least, most) = (T::MIN, T::MAX);
            // Python does not print numbers of thousands of digits.
            let found = value.str().map_or_else(|_| "a larger one".to_owned(), |it| it.to_string());
            refused(format!("expected a number from {least} to {most}, found {found}"))
        })
    }
}
