//! The arguments of `sator explain` and `sator hint`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sator::ask;

use super::{Input, Show, usage};

/// Explain the solution step by step, or why there is none.
#[derive(Debug, Args)]
#[command(
    override_usage = usage("explain"),
    after_help = "Each step says which rules, clues and earlier facts force it; without any one of them \
    it would not follow. Easy steps come first.\n\nExamples:\n  \
    sator explain examples/sudoku/9x9.txt\n  \
    sator explain examples/killer/wikipedia.txt --max-steps 10\n  \
    sator explain examples/minesweeper/expert.txt\n  \
    sator explain examples/sudoku/9x9.txt --to html -o steps.html\n  \
    sator explain mistyped.txt --repair      which clues to change, and to what\n\n\
    Exit status: 0 explained to the end, 1 no solution, 2 bad input or usage, 3 stopped before the end.\n\n\
    Guide: docs/explain.md."
)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) entries: Entries,
    #[command(flatten)]
    pub(crate) question: ask::Explain,
    /// The form of the explanation.
    #[arg(long, value_name = "FORM", help_heading = "Output", conflicts_with = "json")]
    pub(crate) to: Option<ExplanationForm>,
    /// Write to this file, or to standard output if it is `-`.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// The form of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplanationForm {
    /// Sentences.
    Text,
    /// A page with a picture for each step.
    Html,
}

/// Show the next step.
#[derive(Debug, Args)]
#[command(
    override_usage = usage("hint"),
    after_help = "Examples:\n  \
    sator hint examples/sudoku/9x9.txt\n  \
    sator hint examples/sudoku/9x9.txt --where           only where to look\n  \
    sator hint puzzle.txt --progress mine.txt           from my entries so far\n  \
    sator hint examples/minesweeper/expert.txt\n\n\
    Exit status: 0 a hint, 1 no solution or a wrong entry, 2 bad input or usage, 3 stopped before one was \
    found.\n\nGuide: docs/explain.md."
)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) entries: Entries,
    #[command(flatten)]
    pub(crate) question: ask::Hint,
}

/// The puzzle, and a player's entries.
#[derive(Debug, Args)]
pub(crate) struct Entries {
    #[command(flatten)]
    pub(crate) input: Input,
    /// A partly filled board: begin there, and first say which entry is wrong, if one is.
    #[arg(long, value_name = "FILE", help_heading = "Puzzle")]
    pub(crate) progress: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) show: Show,
}
