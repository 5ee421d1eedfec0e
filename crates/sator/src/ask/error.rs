//! Why a question has no answer: a code, the place in a text, a message, and what to do.

use std::fmt;

use sator_sat::TextError;
use sator_sat::backend::{BackendError, StopReason};
use serde::Serialize;

use super::Surface;
use super::cross_check::Disagreement;
use crate::engine::{EngineError, LargeFormula};
use crate::typed::Error;

/// What kind of error it is. The names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Code {
    /// A request is not of the form that a verb takes.
    BadRequest,
    /// An option has an unknown name or a value that it does not take.
    BadOption,
    /// A text is no puzzle, or no board of the puzzle.
    BadText,
    /// The kind of puzzle does not have what was asked for.
    Unsupported,
    /// A formula or a puzzle is larger than is moderate.
    TooLarge,
    /// A solver failed, or its answer is wrong.
    SolverFailed,
    /// Two ways to solve disagree.
    Disagreement,
    /// Stopped before anything was known.
    Stopped,
}

/// The text of a request that an error is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TextName {
    /// The puzzle.
    Input,
    /// A partly filled board.
    Progress,
    /// A filled board.
    Solution,
}

impl TextName {
    /// Its name in a request.
    pub fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Progress => "progress",
            Self::Solution => "solution",
        }
    }
}

/// What to do about an error, or about an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Suggestion {
    /// Another verb, perhaps with an option of it, and what that does: "says why".
    Verb(&'static str, Option<&'static str>, &'static str),
    /// An option, and what it does: "allows more".
    Option(&'static str, &'static str),
}

impl Suggestion {
    /// In the words of a surface.
    pub fn to_words(&self, surface: Surface) -> String {
        match (self, surface) {
            (Self::Verb(verb, None, does), Surface::CommandLine) => {
                format!("`sator {verb}` {does}")
            }
            (Self::Verb(verb, Some(option), does), Surface::CommandLine) => {
                format!("`sator {verb} --{option}` {does}")
            }
            (Self::Verb(verb, None, does), Surface::Request) => {
                format!("the verb '{verb}' {does}")
            }
            (Self::Verb(verb, Some(option), does), Surface::Request) => {
                format!("the verb '{verb}' with the option '{option}' {does}")
            }
            (Self::Option(option, does), Surface::CommandLine) => format!("--{option} {does}"),
            (Self::Option(option, does), Surface::Request) => {
                format!("the option '{option}' {does}")
            }
        }
    }
}

/// Why a question has no answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AskError {
    /// The kind of error.
    pub code: Code,
    /// The text that it is in, if it is in one.
    pub text: Option<TextName>,
    /// The place in the text, and what was expected and found there.
    pub error: TextError,
    /// What to do.
    pub suggestion: Option<Suggestion>,
    /// The two results that cannot both be right, if that is the error.
    pub disagreement: Option<Box<Disagreement>>,
    /// The error of the engine, if it is one.
    pub(super) engine: Option<Box<EngineError>>,
}

impl AskError {
    /// An error without a place in a text.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            text: None,
            error: TextError::whole(message),
            suggestion: None,
            disagreement: None,
            engine: None,
        }
    }

    /// An error in a text.
    pub fn in_text(text: TextName, error: TextError) -> Self {
        Self { text: Some(text), error, ..Self::new(Code::BadText, "") }
    }

    /// Puts before the message what it is about.
    #[must_use]
    pub fn about(self, subject: &str) -> Self {
        let message = format!("{subject}: {}", self.error.message);
        Self { error: TextError { message, ..self.error }, ..self }
    }

    /// Adds what to do.
    #[must_use]
    pub fn suggest(self, suggestion: Suggestion) -> Self {
        Self { suggestion: Some(suggestion), ..self }
    }

    /// The object of an event: `{"code":…,"message":…}`, with the place and the suggestion if there are
    /// any.
    pub fn to_json(&self, surface: Surface) -> serde_json::Value {
        let TextError { line, column, message } = &self.error;
        let mut object = serde_json::json!({ "code": self.code, "message": message });
        if let Some(text) = self.text {
            object["text"] = serde_json::json!(text);
        }
        for (name, number) in [("line", *line), ("column", *column)] {
            if number > 0 {
                object[name] = serde_json::json!(number);
            }
        }
        if let Some(suggestion) = &self.suggestion {
            object["suggestion"] = serde_json::json!(suggestion.to_words(surface));
        }
        object
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, ": {}", suggestion.to_words(Surface::CommandLine)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for AskError {}

impl From<EngineError> for AskError {
    fn from(error: EngineError) -> Self {
        let code = match &error {
            EngineError::Stopped(_) => Code::Stopped,
            _ => Code::SolverFailed,
        };
        let message = error.to_string();
        Self { engine: Some(Box::new(error)), ..Self::new(code, message) }
    }
}

/// The error of the typed API.
impl From<AskError> for Error {
    fn from(error: AskError) -> Self {
        match error.engine {
            Some(engine) => Self::Engine(*engine),
            None => Self::Parse(error.error),
        }
    }
}

impl From<BackendError> for AskError {
    fn from(error: BackendError) -> Self {
        Self::new(Code::SolverFailed, error.to_string())
    }
}

impl From<StopReason> for AskError {
    fn from(reason: StopReason) -> Self {
        Self::new(Code::Stopped, super::because(reason))
    }
}

impl From<LargeFormula> for AskError {
    fn from(refusal: LargeFormula) -> Self {
        Self::new(Code::TooLarge, refusal.to_string())
            .suggest(Suggestion::Option("large", "allows them; another encoding may take fewer"))
    }
}
