//! The status of an answer: what the command line exits with.

use std::process::ExitCode;

/// The status of an answer, from best to worst; of many puzzles the worst counts.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// There is an answer; the check passed; the file was written.
    #[default]
    Yes,
    /// There is provably no answer; the check failed.
    No,
    /// Stopped before the result was known.
    Stopped,
    /// Bad input or usage, an error of input or output, a misbehaving solver.
    Bad,
}

impl Status {
    /// The exit status as a number.
    pub fn code(self) -> u8 {
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
