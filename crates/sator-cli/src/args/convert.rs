//! The arguments of `sator convert`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Input, Show, seconds, usage};

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
    /// The format to write; `sator puzzles` marks the ones that can be written.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: String,
    /// Write to this file, or to standard output if it is `-`.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Stop reading a puzzle after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) show: Show,
}
