//! `convert`: prints a puzzle in another format of its kind.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::options::as_seconds;
use super::{Answer, AskError, Asked, Code, Context, Question, Status};
use crate::render::Look;

/// How is it written in another format?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Convert {
    /// The format to write; `sator puzzles` marks the ones that can be written.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORMAT"))]
    pub to: String,
    /// Stop reading a puzzle after this time.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "SECONDS", value_parser = super::options::seconds)
    )]
    #[serde(with = "as_seconds")]
    pub timeout: Option<Duration>,
}

/// A puzzle in another format.
#[derive(Debug)]
pub struct Converted {
    kind: &'static str,
    format: String,
    text: String,
}

impl Question for Convert {
    const VERB: &'static str = "convert";
    const MESSAGE: Option<&'static str> = None;
    const PROGRESS: [&'static str; 2] = ["Converting", "puzzles"];

    type Answer = Converted;

    fn ask(&self, asked: &Asked, _: &mut Context<'_>) -> Result<Converted, AskError> {
        let (kind, format) = (asked.puzzle.kind(), self.to.clone());
        let text = kind.print(asked.puzzle.as_ref(), &format);
        let text = text.map_err(|error| AskError::new(Code::Unsupported, error.to_string()))?;
        Ok(Converted { kind: kind.name, format, text })
    }
}

impl Answer for Converted {
    fn status(&self) -> Status {
        Status::Yes
    }

    fn class(&self) -> &'static str {
        "converted"
    }

    fn to_text(&self, _: Look) -> String {
        self.text.clone()
    }

    fn to_json(&self) -> Value {
        json!({ "puzzle": self.kind, "format": self.format, "text": self.text })
    }
}
