//! The exit status as a type.

use std::process::ExitCode;

/// How a run ended. Of many puzzles the gravest counts, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// There is an answer; the check passed; the file was written.
    Yes,
    /// Proved that there is none; the check failed.
    No,
    /// Stopped before knowing.
    Stopped,
    /// Bad input or usage, an error of input or output, a misbehaving solver.
    Bad,
}

impl Status {
    /// The number that others see.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Stopped => 3,
            Self::Bad => 2,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}
