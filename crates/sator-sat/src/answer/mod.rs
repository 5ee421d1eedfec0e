//! Reads what solvers print. SAT and pseudo-Boolean solvers tell which literals are true, SMT
//! solvers which value each constant has; each has its own words, so no dialect need be named.

mod literals;
mod values;

use crate::Lit;

pub use literals::read;
pub use values::{Binding, read_bindings, read_values};

/// What a solver found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<Solution = Vec<Lit>> {
    /// There is a solution. As literals these are the true ones, in the order in which they were
    /// read, each once; variables that the solver leaves open are missing.
    Sat(Solution),
    /// There is no solution.
    Unsat,
    /// The solver gave up.
    Unknown,
}

impl<Solution> Answer<Solution> {
    /// The same answer with what a solution is turned into, if that succeeds.
    pub fn try_map<Other, Error>(
        self,
        turn: impl FnOnce(Solution) -> Result<Other, Error>,
    ) -> Result<Answer<Other>, Error> {
        match self {
            Self::Sat(solution) => turn(solution).map(Answer::Sat),
            Self::Unsat => Ok(Answer::Unsat),
            Self::Unknown => Ok(Answer::Unknown),
        }
    }
}

/// What an answer speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Of literals: [`read`] understands it.
    Literals,
    /// Of the values of constants: [`read_values`] understands it.
    Values,
}

impl Form {
    /// The form of an answer, by the first line that is typical for one. A text that has none is
    /// as good as any for the readers to complain about.
    pub fn of(text: &[u8]) -> Self {
        let text = without_mark(text);
        let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        lines.find_map(Self::of_line).unwrap_or(Self::Literals)
    }

    fn of_line(line: &[u8]) -> Option<Self> {
        if values::is_typical(line) {
            return Some(Self::Values);
        }
        literals::is_typical(line).then_some(Self::Literals)
    }
}

/// Whether a text says that there is a solution, and nothing about it: all that can be said where
/// there are no variables.
pub fn is_bare_yes(text: &[u8]) -> bool {
    match Form::of(text) {
        Form::Literals => literals::is_bare_yes(text),
        Form::Values => values::is_bare_yes(text),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// The text without the byte-order mark that it may begin with.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}
