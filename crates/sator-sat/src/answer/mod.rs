//! Reads the output of solvers. SAT and pseudo-Boolean solvers print true literals, SMT solvers
//! print values of constants. Each dialect is recognised by its own keywords.

mod literals;
mod values;

use crate::Lit;

pub use literals::read;
pub use values::{Binding, read_bindings, read_values};

/// The answer of a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<Solution = Vec<Lit>> {
    /// There is a solution. As literals: the true ones, in the order of the text, each once;
    /// variables that the solver leaves open are missing.
    Sat(Solution),
    /// There is no solution.
    Unsat,
    /// The solver gave up.
    Unknown,
}

impl<Solution> Answer<Solution> {
    /// Converts the solution, if that succeeds.
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

/// The kind of a solution in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Literals: see [`read`].
    Literals,
    /// Values of constants: see [`read_values`].
    Values,
}

impl Form {
    /// The form of an answer, by the first line that is typical for one. For a text without such a
    /// line the choice only decides which reader reports the error.
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

/// Whether a text contains a positive verdict and no solution, as is right for a formula without
/// variables.
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

/// The text without its byte-order mark, if any.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}
