//! The arguments of `sator convert`.

use std::path::PathBuf;

use clap::Args;
use sator::ask;

use super::{Input, Show, usage};

/// Write a puzzle in another format.
#[derive(Debug, Args)]
#[command(
    override_usage = usage("convert"),
    after_help = "The text reads back as the same puzzle; a format that cannot express all of it is \
    refused. Several puzzles are written one after the other, with blank lines between texts of several \
    lines.\n\nExamples:\n  \
    sator convert examples/sudoku/9x9.txt --to line\n  \
    sator convert sudokus.txt --to json > sudokus.jsonl\n  \
    sator convert queens 8 --to fen\n\n\
    Exit status: 0 written, 2 bad input or a format that cannot express the puzzle."
)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) question: ask::Convert,
    /// Write to this file, or to standard output if it is `-`.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) show: Show,
}
